//! Plays as text: `8/5 6/5`, `bar/20`, `13/7*(2)`, `6/off`, and as the original wrote them: `24-18`.
//!
//! The original counts points for both sides alike, so that one of them counts upwards: `12-17`, `0-5`
//! for a man who enters, `22-25` for one borne off. Own numbers always fall, so a pair that rises is
//! counted from the other end.

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
            format!("\"{word}\" is no part of a play; it is two places as in 8/5, bar/20, 6/off or 12-17")
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
    let mut places: Vec<usize> = word.split(['/', '-']).map(read).collect::<Option<_>>()?;
    let falls = |places: &[usize]| places.windows(2).all(|pair| pair[0] > pair[1]);
    if word.contains('-') && !falls(&places) {
        places.iter_mut().for_each(|place| *place = BAR - *place);
    }
    if places.len() < 2 || !falls(&places) {
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
    fn pairs_that_rise_are_counted_from_the_other_end() {
        let men = Men::start();
        let after = |men: &Men, dice, text: &str| read_play(men, dice, text).unwrap().after;
        assert_eq!(after(&men, [5, 2], "12-17, 17-19"), after(&men, [5, 2], "13/8 8/6"));
        assert_eq!(after(&men, [6, 4], "1-7 1-5"), after(&men, [6, 4], "24/18 24/20"));
        let mut bar = men;
        (bar.mine[24], bar.mine[25]) = (1, 1);
        assert_eq!(after(&bar, [4, 3], "0-4, 4-7"), after(&bar, [4, 3], "bar/21 21/18"));
        let home = Men { mine: Men::alike(&[(6, 5), (3, 5)]).mine, ..men };
        assert_eq!(after(&home, [6, 3], "19-25, 22-25"), after(&home, [6, 3], "6/off 3/off"));
        assert!(read_play(&men, [6, 1], "8/13").is_err(), "with a stroke numbers fall");
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
