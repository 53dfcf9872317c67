//! The smallest parts of the text, about which reading and writing must agree.

use crate::{NotationError, Outcome, Player};

/// White space and these end a word.
pub(super) fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '"')
}

/// May stand in the name of a tag without quotes.
pub(super) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// How many bytes at the beginning of `word` are a number: digits and dots, or dots alone.
pub(super) fn number_len(word: &str) -> usize {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after.trim_start_matches('.');
    if rest.len() < after.len() { word.len() - rest.len() } else { 0 }
}

/// Can be nothing but a result, be it a right one (`2-0`) or not (`0-0`). Moves of draughts such as
/// `32-28` are none: one side of a result is always 0.
pub(super) fn is_result(word: &str) -> bool {
    let digits = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
    match word.split_once('-') {
        _ if word == "*" || word == "1/2-1/2" => true,
        Some((a, b)) => digits(a) && digits(b) && (a == "0" || b == "0"),
        None => false,
    }
}

/// Is read as a move when it stands in a record without quotes.
pub(super) fn is_bare_move(mv: &str) -> bool {
    let safe = !mv.is_empty() && !mv.contains(ends_word);
    safe && !mv.starts_with('$') && number_len(mv) == 0 && !is_result(mv)
}

/// `1-0`, `0-1`, `1/2-1/2`, with the points of the win if it counts more (`3-0`); `*` for none.
pub fn write_result(result: Option<Outcome>) -> String {
    match result {
        None => "*".into(),
        Some(Outcome::Draw) => "1/2-1/2".into(),
        // A win counts at least one point; `0-0` would not tell who won.
        Some(Outcome::Win { winner: Player::First, points }) => format!("{}-0", points.max(1)),
        Some(Outcome::Win { winner: Player::Second, points }) => format!("0-{}", points.max(1)),
    }
}

/// Reads what [`write_result`] wrote.
pub fn read_result(text: &str) -> Result<Option<Outcome>, NotationError> {
    let win = |winner, points: &str| {
        let points = points.parse().ok().filter(|&points: &u8| points > 0)?;
        Some(Outcome::Win { winner, points })
    };
    let result = match text.split_once('-') {
        _ if text == "*" => return Ok(None),
        _ if text == "1/2-1/2" => Some(Outcome::Draw),
        Some((points, "0")) if is_result(text) => win(Player::First, points),
        Some(("0", points)) if is_result(text) => win(Player::Second, points),
        _ => None,
    };
    let expected = "a result; results are 1-0, 0-1, 1/2-1/2, * and, with points, 2-0 or 0-3";
    result.map(Some).ok_or_else(|| NotationError::new(text, expected))
}
