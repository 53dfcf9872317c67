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

use henge_core::Game;
use henge_games::stonehenge::{Move, Position, Stonehenge};
use henge_search::{Solution, Solver, Task};

use crate::win_or_loss::{self, Verdict};
use search::{Search, Steps};
use state::{MAJORITY, State};

/// Keys are told apart in full.
type TranspositionTable = win_or_loss::TranspositionTable<16, 1>;

/// Finds out who wins, and a move that does it; not how soon. What it has found stays in its table
/// for the next position.
///
/// ```
/// use henge_core::{Limits, Notation};
/// use henge_games::stonehenge::Stonehenge;
/// use henge_search::{Solver, Task};
/// use henge_solvers::StonehengeSolver;
///
/// let pos = Stonehenge.read_position(".2/a.6/..../e.f.c/..42 x .x.o.....oo...x")?;
/// let mut solver = StonehengeSolver::new(1 << 20);
/// let solution = solver.solve(&Stonehenge, &pos, Task::new(Limits::nodes(1_000_000)));
/// assert!(solution.proved && solution.points > 0);
/// # Ok::<(), henge_core::NotationError>(())
/// ```
pub struct StonehengeSolver {
    table_bytes: usize,
    /// Made when it is needed first.
    table: Option<TranspositionTable>,
}

impl StonehengeSolver {
    /// A solver with a table of at most the given number of bytes, which cost nothing until they are
    /// used. A position after four plies wants some hundred megabytes.
    pub fn new(table_bytes: usize) -> Self {
        StonehengeSolver { table_bytes, table: None }
    }
}

impl Solver<Stonehenge> for StonehengeSolver {
    fn clear(&mut self) {
        self.table.iter_mut().for_each(TranspositionTable::clear);
    }

    fn solve(&mut self, game: &Stonehenge, pos: &Position, task: Task<'_, Move>) -> Solution<Move> {
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(self.table_bytes));
        win_or_loss::solve(task, |mut control| {
            let Some(fallback) = game.moves(pos).next() else { return (None, 0) };
            let node_limit = control.node_limit;
            let mut search = Search::new(table, control.lend());
            let found = search_root(&mut search, &State::new(pos), node_limit, fallback);
            // A full board is the latest.
            let most_plies = pos.empty().count_ones();
            let verdict = found.map(|(mover_wins, best)| Verdict { mover_wins, best, most_plies });
            (verdict, search.nodes)
        })
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
    let (mut hardest, mut most) = (fallback, 0);
    for step in list {
        let next = step.play(state);
        let before = search.nodes;
        // Where the opponent has eight lines now, there is nothing to search.
        if next.won[next.side as usize] < MAJORITY && !search.wins(&next, node_limit).ok()? {
            return Some((true, mv(step.cell, step.piece)));
        }
        let spent = 1 + search.nodes - before;
        if spent > most {
            (hardest, most) = (mv(step.cell, step.piece), spent);
        }
        search.report();
    }
    Some((false, hardest))
}
