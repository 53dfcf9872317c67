//! How hard a problem is.

use henge_bots::henge::Level;
use henge_core::Limits;
use henge_core::erased::{BotError, DynMatch, Task, Thought};

use crate::Playable;

/// The hardest grade: every level misses the move.
pub const MOST_GRADE: usize = 1 + Level::NAMES.len();

/// The strongest level gets so many positions, so that the grade can be found again.
const FOR_BEST: u64 = 50_000;
/// How far the search looks whose depth is the depth of the reason.
const FOR_DEPTH: u64 = 50_000;

/// The levels that do not find the move.
pub fn levels_that_miss(
    game: &Playable,
    table: &dyn DynMatch,
    best: &str,
) -> Result<Vec<String>, String> {
    let mut missed = Vec::new();
    for level in Level::NAMES {
        if misses(game, level, table, best)? {
            missed.push(level.to_string());
        }
    }
    Ok(missed)
}

/// Does this level miss the move?
pub(super) fn misses(
    game: &Playable,
    level: &str,
    table: &dyn DynMatch,
    best: &str,
) -> Result<bool, String> {
    let limits = if level == "best" { Limits::nodes(FOR_BEST) } else { Limits::NONE };
    // A level errs by chance, and by the same chance with the same seed.
    let bot = game.seeded_bot(&format!("henge:level={level}"), 1);
    let mut bot = bot.map_err(|error| error.to_string())?;
    let thought = bot.think(table, Task::new(limits)).map_err(|error| error.to_string())?;
    Ok(thought.best() != Some(best))
}

/// How many plies a search looks ahead when it has found the move for good; nothing if it does not find it within its
/// positions, or if there are dice.
pub fn depth_of_reason(
    game: &Playable,
    table: &dyn DynMatch,
    best: &str,
) -> Result<Option<u32>, String> {
    let Ok(mut bot) = game.bot("alphabeta") else { return Ok(None) };
    let mut since = None;
    let mut tell = |thought: &Thought| match thought.best() {
        Some(mv) if mv == best => since = since.or(Some(thought.depth.max(1))),
        _ => since = None,
    };
    let task = Task::new(Limits::nodes(FOR_DEPTH)).worth().progress(&mut tell);
    let thought = bot.think(table, task).map_err(|error: BotError| error.to_string())?;
    tell(&thought);
    Ok(since)
}
