//! What is said to the program at the keyboard: strengths, and moves as squares with commas between.

use henge_core::SiteId;
use henge_core::erased::{DynGame, DynMatch, MoveView};

use super::strength;

/// Why a line is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A square is none, which annuls the whole move.
    Annulled,
    /// The rules do not allow it.
    Illegal,
}

/// A whole number as a strength; what is below 1 or above 25 counts as that. Nothing if it is none.
pub fn read_strength(line: &str) -> Option<u32> {
    let line = line.trim_end_matches(',');
    let digits = line.strip_prefix(['-', '+']).unwrap_or(line);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = if line.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    Some(strength(number))
}

/// The legal move over the squares of a line. The squares of captured pieces may be among them: in
/// the listing they have to be, in its description nothing is said of it.
pub fn read_move(rules: &dyn DynGame, table: &dyn DynMatch, line: &str) -> Result<String, Refused> {
    let squares: Vec<&str> = line.split(',').map(str::trim).collect();
    if squares.iter().any(|name| !is_square(rules, name)) {
        return Err(Refused::Annulled);
    }
    let moves = table.moves();
    let same = |view: &&MoveView| {
        let way = names(rules, &view.path);
        way == squares || view.text.contains('x') && with_captured(&way) == squares
    };
    if let Some(view) = moves.iter().find(same) {
        return Ok(view.text.clone());
    }
    // A capture that comes to the same by other squares.
    let mut next = table.fork();
    next.play(&squares.join(",")).map_err(|_| Refused::Illegal)?;
    let mv = next.history().pop().filter(|_| next.last_path().len() == squares.len());
    mv.ok_or(Refused::Illegal)
}

/// The names of squares.
pub fn names(rules: &dyn DynGame, path: &[SiteId]) -> Vec<String> {
    let sites = &rules.board().sites;
    path.iter().map(|site| sites[site.index()].name.clone()).collect()
}

/// Is it a square that is played on?
pub fn is_square(rules: &dyn DynGame, name: &str) -> bool {
    rules.board().sites.iter().any(|site| site.name == name && site.tint == 1)
}

/// The squares of a capture with those of the captured pieces, each right before the square behind
/// it.
fn with_captured(way: &[String]) -> Vec<String> {
    let mut all: Vec<String> = way.iter().take(1).cloned().collect();
    for (from, to) in way.iter().zip(way.iter().skip(1)) {
        let (from, to) = (from.as_bytes(), to.as_bytes());
        let toward = |from: u8, to: u8| if to > from { to - 1 } else { to + 1 };
        let before = [toward(from[0], to[0]), toward(from[1], to[1])];
        all.push(before.iter().map(|&byte| char::from(byte)).collect());
        all.push(to.iter().map(|&byte| char::from(byte)).collect());
    }
    all
}
