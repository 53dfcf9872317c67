//! Who wins, exactly: endgames in moments, positions after four plies in seconds, and the
//! whole game, in parts, for those who can wait.
//!
//! A search for win or loss, depth first, with the most promising move first and a table of what is
//! proved. What keeps the tree small, and why it is sound:
//!
//! - Only the majority on the full board counts (see `state`). So more lead on a line never hurts,
//!   and neither does a larger piece in hand: the same play as without it ends at least as well.
//! - Hence on a cell without open lines only the smallest piece is tried; and on any cell a larger
//!   piece is left out if every open line there is already won with the next smaller one, or lost
//!   even with the larger: the lines end alike, and the larger piece is still in hand.
//! - Of cells that are alike one is tried, and states that are alike are remembered as one.
//! - A move after which the opponent wins at once is not searched at all.
//!
//! The table has exact keys: an answer does not depend on luck with hashes.
//!
//! Tried and left out: to share the nodes among the moves in rounds, as df-pn does by its
//! thresholds, took seven to twenty times as many nodes; the first move of the order wins too often.

mod search;
mod state;
#[cfg(test)]
mod tests;

use henge_core::{Game, Halt};

use super::rules::{Move, Position, Stonehenge};
use crate::win_or_loss::{self, Progress, Solved, WinOrLoss};
use search::{Search, Steps};
use state::{MAJORITY, State};

/// Keys are told apart in full.
type Table = win_or_loss::Table<16, 1>;

/// Finds out who wins. What it has found stays in its table for the next position.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use henge_core::Notation;
/// use henge_games::stonehenge::{Stonehenge, solver::Solver};
/// use henge_games::win_or_loss::WinOrLoss;
///
/// let pos = Stonehenge.read_position(".2/a.6/..../e.f.c/..42 x .x.o.....oo...x")?;
/// let solved = Solver::new(1 << 20).solve(&Stonehenge, &pos, &AtomicBool::new(false), 1_000_000);
/// assert!(solved.is_some_and(|solved| solved.winner_is_mover));
/// # Ok::<(), henge_core::NotationError>(())
/// ```
pub struct Solver {
    table: Table,
    nodes: u64,
}

impl WinOrLoss<Stonehenge> for Solver {
    /// A position after four plies wants some hundred megabytes.
    fn new(table_bytes: usize) -> Solver {
        Solver { table: Table::new(table_bytes), nodes: 0 }
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn solve_with(
        &mut self,
        game: &Stonehenge,
        pos: &Position,
        stop: &dyn Halt,
        node_limit: u64,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Solved<Move>> {
        self.nodes = 0;
        let fallback = game.moves(pos).next()?;
        let mut search = Search::new(&mut self.table, stop, report);
        let found = search_root(&mut search, &State::new(pos), node_limit, fallback);
        self.nodes = search.progress.nodes;
        let (winner_is_mover, best) = found?;
        Some(Solved { winner_is_mover, best, nodes: self.nodes })
    }

    /// A full board is the latest.
    fn most_plies(pos: &Position, _winner_is_mover: bool) -> u32 {
        pos.empty().count_ones()
    }
}

/// The root is searched even if the table knows it, for the sake of the move.
fn search_root(
    search: &mut Search,
    state: &State,
    node_limit: u64,
    fallback: Move,
) -> Option<(bool, Move)> {
    let mut steps = Steps::of(state);
    let mv = |cell, piece| Move::new(cell, piece).unwrap_or(fallback);
    if let Some(step) = steps.winning {
        return Some((true, mv(step.cell, step.piece)));
    }
    let list = &mut steps.list[..steps.n];
    list.sort_by_key(|step| std::cmp::Reverse(step.score));
    search.progress.moves = list.len();
    let (mut hardest, mut most) = (fallback, 0);
    for step in list {
        let next = step.play(state);
        let before = search.progress.nodes;
        // Where the opponent has eight lines now, there is nothing to search.
        if next.won[next.side as usize] < MAJORITY && !search.wins(&next, node_limit).ok()? {
            return Some((true, mv(step.cell, step.piece)));
        }
        let spent = 1 + search.progress.nodes - before;
        if spent > most {
            (hardest, most) = (mv(step.cell, step.piece), spent);
        }
        search.progress.refuted += 1;
        search.report();
    }
    Some((false, hardest))
}
