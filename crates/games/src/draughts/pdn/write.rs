use henge_core::record::{Line, Record};
use henge_core::{Outcome, Player};

use super::super::variant::{Colour, Rules, Variant};
use super::{game_type, player_tags};

/// Writes games as the text of a file; what [`super::read`] gives back. None if one of them is not a
/// game of draughts.
pub fn write(records: &[Record]) -> Option<String> {
    let games = records.iter().map(write_game).collect::<Option<Vec<_>>>()?;
    Some(games.join("\n"))
}

fn write_game(record: &Record) -> Option<String> {
    let name = record.game()?;
    let option = name.strip_prefix("draughts")?;
    let variant: Variant = match option.strip_prefix(":variant=") {
        Some(variant) => variant.parse().ok()?,
        None if option.is_empty() => Variant::default(),
        None => return None,
    };
    let rules = variant.rules();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        text += &format!("[{name} \"{value}\"]\n");
    };
    let [first, second] = player_tags(rules);
    for known in &record.tags {
        match known.name.as_str() {
            "Game" => {}
            "First" => tag(first, &known.value),
            "Second" => tag(second, &known.value),
            "Position" => {
                tag("SetUp", "1");
                tag("FEN", &known.value);
            }
            name => tag(name, &known.value),
        }
    }
    match game_type(rules) {
        Some(game_type) => tag("GameType", &game_type),
        None => tag("Variant", variant.name()),
    }
    let result = write_result(rules, record.result);
    tag("Result", result);
    let mut words = Vec::new();
    // Which of the two begins shows in a position that is not the game's own.
    let turn = record.position().map_or(rules.first.letter(), |position| {
        position.trim_start().chars().next().unwrap_or(rules.first.letter())
    });
    let starts = usize::from(!turn.eq_ignore_ascii_case(&rules.first.letter()));
    write_line(&record.line, starts, &mut words);
    words.push(result.into());
    Some(text + "\n" + &wrap(&words))
}

fn write_result(rules: &Rules, result: Option<Outcome>) -> &'static str {
    let white = if rules.first == Colour::White { Player::First } else { Player::Second };
    match result {
        None => "*",
        Some(Outcome::Draw) => "1-1",
        Some(Outcome::Win { winner, .. }) if winner == white => "2-0",
        Some(_) => "0-2",
    }
}

/// Signs for what a move is worth go before its comment.
fn write_comment(comment: &str, words: &mut Vec<String>) {
    let mut rest = comment.trim();
    while rest.starts_with('$') {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if !rest[1..end].bytes().all(|byte| byte.is_ascii_digit()) || end == 1 {
            break;
        }
        words.push(rest[..end].into());
        rest = rest[end..].trim_start();
    }
    if !rest.is_empty() {
        // A comment ends with the first brace, and there is no way round it.
        words.push(format!("{{{}}}", rest.replace('}', ")")));
    }
}

/// `ply` counts from the first move of the player who begins.
fn write_line(line: &Line, ply: usize, words: &mut Vec<String>) {
    if let Some(comment) = &line.comment {
        write_comment(comment, words);
    }
    let mut interrupted = true;
    for (ply, node) in (ply..).zip(&line.nodes) {
        // The number of a move stays beside it.
        let (number, mv) = (ply / 2 + 1, &node.mv);
        words.push(match ply % 2 {
            0 => format!("{number}. {mv}"),
            _ if interrupted => format!("{number}... {mv}"),
            _ => mv.clone(),
        });
        interrupted = node.comment.is_some() || !node.variations.is_empty();
        if let Some(comment) = &node.comment {
            write_comment(comment, words);
        }
        for variation in &node.variations {
            let mut inner = Vec::new();
            write_line(variation, ply, &mut inner);
            if let Some(first) = inner.first_mut() {
                first.insert(0, '(');
            } else {
                inner.push("(".into());
            }
            if let Some(last) = inner.last_mut() {
                last.push(')');
            }
            words.extend(inner);
        }
    }
}

/// Lines of at most 80 characters; a comment stays as it is.
fn wrap(words: &[String]) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if width > 0 {
            // A line that begins with a percent sign would be read as a remark.
            let fits = width + 1 + length <= 80 || word.starts_with('%');
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        text += word;
        width = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => width + length,
        };
    }
    text + "\n"
}
