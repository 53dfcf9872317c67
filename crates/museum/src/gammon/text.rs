//! Plays as text: `8/5 6/5`, `bar/20`, `13/7*(2)`, `6/off`, and `24-18` as the original wrote it.

use henge_games::backgammon::{BAR, Entry, Men, OFF, Play, Plays, generate};

/// A place as text.
pub fn place(place: usize) -> String {
    match place {
        BAR => "bar".into(),
        OFF => "off".into(),
        point => point.to_string(),
    }
}

/// A play as text; men that are hit are marked by `*`.
pub fn write_play(men: &Men, play: Play) -> String {
    let mut theirs = men.theirs;
    let mut words: Vec<(String, u32)> = Vec::new();
    for step in play.steps() {
        let to = usize::from(step.to);
        let hits = to != OFF && theirs[BAR - to] == 1;
        if hits {
            theirs[BAR - to] = 0;
        }
        let mark = if hits { "*" } else { "" };
        let word = format!("{}/{}{mark}", place(step.from.into()), place(to));
        match words
            .iter_mut()
            .find(|(other, _)| other.trim_end_matches('*') == word.trim_end_matches('*'))
        {
            Some((_, n)) => *n += 1,
            None => words.push((word, 1)),
        }
    }
    if words.is_empty() {
        return "no move".into();
    }
    let word = |(word, n): (String, u32)| if n > 1 { format!("{word}({n})") } else { word };
    words.into_iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The legal play that `text` means, or what is wrong with it.
pub fn read_play(men: &Men, dice: [u8; 2], text: &str) -> Result<Entry, String> {
    let mut plays = Plays::new();
    generate(men, dice, &mut plays);
    let mut steps = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        if word == "pass" {
            continue;
        }
        steps.extend(hops(word).ok_or_else(|| {
            format!("\"{word}\" is no part of a play; it is two places as in 8/5, bar/20 or 6/off")
        })?);
    }
    let mut wanted = men.mine;
    for &(from, to) in &steps {
        if wanted[from] == 0 {
            return Err(format!("there is no man on {} to play {text}", place(from)));
        }
        wanted[from] -= 1;
        wanted[to] += 1;
    }
    let fits = |entry: &&Entry| entry.after.mine == wanted;
    let all: Vec<&Entry> = plays.entries().iter().filter(fits).collect();
    // A man that runs may hit on his way or not; who names the place means it.
    let names_stops = |entry: &&&Entry| {
        entry
            .play
            .steps()
            .map(|step| usize::from(step.to))
            .all(|to| steps.iter().any(|hop| hop.1 == to))
    };
    let found = all.iter().find(names_stops).or(all.first());
    found.map(|entry| **entry).ok_or_else(|| {
        let n = plays.len();
        let some: Vec<String> =
            plays.entries().iter().take(3).map(|entry| write_play(men, entry.play)).collect();
        format!(
            "{text} cannot be played with {}-{}; {n} {} legal, such as {}",
            dice[0],
            dice[1],
            if n == 1 { "play is" } else { "plays are" },
            some.join(", ")
        )
    })
}

/// The hops of one word: `24/18/13`, `8/5*(2)`.
fn hops(word: &str) -> Option<Vec<(usize, usize)>> {
    let (word, times) = match word.split_once('(') {
        Some((word, rest)) => {
            (word, rest.strip_suffix(')')?.parse::<usize>().ok().filter(|n| (1..=4).contains(n))?)
        }
        None => (word, 1),
    };
    let read = |name: &str| match name.trim_end_matches('*') {
        "bar" => Some(BAR),
        "off" => Some(OFF),
        digits => digits.parse().ok().filter(|place| *place <= BAR),
    };
    let places: Vec<usize> = word.split(['/', '-']).map(read).collect::<Option<_>>()?;
    let falling = places.windows(2).all(|pair| pair[0] > pair[1]);
    if places.len() < 2 || !falling {
        return None;
    }
    let once = places.windows(2).map(|pair| (pair[0], pair[1]));
    Some(std::iter::repeat_n(once, times).flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut men = Men::start();
        men.theirs[25 - 7] = 1;
        men.theirs[13] = 4;
        let mut plays = Plays::new();
        for dice in [[6, 1], [3, 3], [5, 2]] {
            generate(&men, dice, &mut plays);
            for entry in &plays {
                let text = write_play(&men, entry.play);
                let read = read_play(&men, dice, &text).unwrap();
                assert_eq!(read.after, entry.after, "{text}");
            }
        }
        let short = read_play(&men, [6, 1], "13/6").unwrap();
        assert_eq!(short.after.mine[6], 6);
        let point = read_play(&men, [6, 1], "13-7, 8-7").unwrap();
        assert_eq!(point.after.theirs[25], 1);
    }

    #[test]
    fn faults_say_what_would_be_right() {
        let men = Men::start();
        let say = |text| read_play(&men, [6, 1], text).unwrap_err();
        assert!(say("13/8").starts_with("13/8 cannot be played with 6-1; "));
        assert_eq!(say("22/16"), "there is no man on 22 to play 22/16");
        assert!(say("x").contains("no part of a play"));
        assert!(say("8/13").contains("no part of a play"));
    }
}
