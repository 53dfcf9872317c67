//! What a play does to the board, in words.

use super::change::Change;

/// `a`, `a and b`, `a, b and c`.
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().into(),
        [some @ .., last] => {
            let some: Vec<&str> = some.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", some.join(", "), last.as_ref())
        }
    }
}

/// What a play does, each to stand after "it": the vocabulary for any play of the game.
pub fn facts(change: &Change<'_>) -> Vec<String> {
    let (before, after, delta) = (&change.before.board, &change.after, &change.delta);
    let points = |fits: &dyn Fn(usize) -> bool| -> Vec<String> {
        (1..=24).rev().filter(|&point| fits(point)).map(|point| point.to_string()).collect()
    };
    let mut facts = Vec::new();
    let mut say = |verb: &str, points: Vec<String>| {
        if !points.is_empty() {
            facts.push(format!("{verb} {}", list(&points)));
        }
    };
    say("hits on", points(&|point| change.hits().any(|hit| hit == point)));
    say(
        "makes point",
        points(&|point| before[point] < 2 && after[point] >= 2 && before[point] != 1),
    );
    say("covers the blot on", points(&|point| before[point] == 1 && after[point] >= 2));
    say("gives up point", points(&|point| before[point] >= 2 && after[point] < 2));
    say("leaves a man alone on", points(&|point| after[point] == 1 && delta[point] != 0));
    if delta[25] < 0 {
        facts.push(format!("enters {} from the bar", men(-delta[25])));
    }
    if delta[0] > 0 {
        facts.push(format!("bears off {}", men(delta[0])));
    }
    let home = |board: &super::change::Signed| -> i32 { (1..=6).map(|p| board[p].max(0)).sum() };
    let brought = home(after) + delta[0] - home(before);
    if brought > 0 {
        facts.push(format!("brings {} home", men(brought)));
    }
    let far = |board: &super::change::Signed| -> i32 { (19..=24).map(|p| board[p].max(0)).sum() };
    let escaped = far(before) - delta[25] - far(after);
    if escaped > 0 {
        facts.push(format!("brings {} out of their home", men(escaped)));
    }
    let race = |men: &henge_games::backgammon::Men| men.is_race();
    if race(&change.men) && !race(&change.before.men) {
        let [mine, theirs] = change.men.pips();
        facts.push(format!("breaks contact, with {mine} points to go against {theirs}"));
    }
    if facts.is_empty() && !change.ways().is_empty() {
        facts.push("moves without changing a point".into());
    }
    facts
}

fn men(n: i32) -> String {
    if n == 1 { "a man".into() } else { format!("{n} men") }
}
