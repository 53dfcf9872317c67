//! What a finished game teaches: the position nearest to its start whose outcome is clear, and the
//! two before it.

use std::sync::atomic::AtomicBool;

use henge_core::{Game, Limits};
use henge_games::pentominoes::{Move, Pentominoes, Position};

use super::neighbourhoods::{Counts, Lens};
use super::search::{Verdict, search};
use super::table::{Entry, Nearness, Table, Turnout};

/// An outcome is clear if the search finds it in so many nodes, for which the machine of 1972 took
/// five seconds. Tables learned with ten or a hundred times as many played worse.
pub const CLEAR_NODES: u64 = 1_000;

/// What one game teaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// How many moves had been played when the outcome became clear.
    pub ply: usize,
    /// How it turned out for who left that position.
    pub turnout: Turnout,
    /// The entries for the table; fewer than three where the table does not reach.
    pub entries: Vec<Entry>,
}

/// Looks at a game from its end backwards, as far as `nodes` a position make the outcome clear.
/// `None` where not even the last position is clear, or where somebody raises the flag.
pub fn lesson(
    game: &Pentominoes,
    start: &Position,
    moves: &[Move],
    nodes: u64,
    stop: &AtomicBool,
) -> Option<Lesson> {
    let lens = Lens::new(game);
    let mut positions = vec![*start];
    for &mv in moves {
        let mut next = positions[positions.len() - 1];
        game.play(&mut next, mv);
        positions.push(next);
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let mut clear = None;
    for (ply, pos) in positions.iter().enumerate().rev() {
        match search(&lens, pos, limits, stop).verdict {
            Verdict::Unclear => break,
            // Who left a position that is won for the other has done badly.
            Verdict::Won(_) => clear = Some((ply, Turnout::Bad)),
            Verdict::Lost => clear = Some((ply, Turnout::Good)),
        }
    }
    let (ply, turnout) = clear?;
    let kinds = [Nearness::Clear, Nearness::Before, Nearness::TwoBefore];
    let entry = |(back, nearness): (usize, Nearness)| {
        let counts: Counts = lens.look(&positions[ply.checked_sub(back)?]).counts();
        Table::covers(counts).then_some(Entry { counts, nearness, result: turnout })
    };
    let entries = kinds.into_iter().enumerate().filter_map(entry).collect();
    Some(Lesson { ply, turnout, entries })
}
