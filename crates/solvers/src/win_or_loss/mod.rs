//! What the solvers of games without draws share: who wins is certain, not how soon.

mod transposition_table;

use std::time::Instant;

use henge_core::{Halt, Score, ScoreKind};
use henge_search::{Report, Solution, Task, halt_after};

pub(crate) use transposition_table::TranspositionTable;

/// When a search gives up, and who hears how far it has come.
pub(crate) struct Control<'a> {
    /// Raised from outside, or when the time is over.
    pub halt: &'a dyn Halt,
    /// The most positions that may be searched.
    pub node_limit: u64,
    /// Told the number of positions, after every move at the root and every million positions.
    pub report: &'a mut dyn FnMut(u64),
}

impl Control<'_> {
    /// The same for as long as a search borrows it.
    pub fn lend(&mut self) -> Control<'_> {
        Control { halt: self.halt, node_limit: self.node_limit, report: &mut *self.report }
    }
}

/// Who wins, and how.
pub(crate) struct Verdict<M> {
    /// Whether the player to move wins.
    pub mover_wins: bool,
    /// A winning move or, if there is none, the one that took longest to refute.
    pub best: M,
    /// The most plies that the game can go on.
    pub most_plies: u32,
}

/// Carries out a task with a search that says what it has found, if it was not stopped, and how many
/// positions it has searched.
pub(crate) fn solve<M>(
    task: Task<'_, M>,
    search: impl FnOnce(Control<'_>) -> (Option<Verdict<M>>, u64),
) -> Solution<M> {
    let began = Instant::now();
    let Task { limits, stop, progress, .. } = task;
    let halt = &halt_after(limits.time_for_move(), stop);
    let node_limit = limits.nodes.unwrap_or(u64::MAX);
    let report = &mut |nodes| progress(&Report { nodes, ..Report::default() });
    let (found, nodes) = search(Control { halt, node_limit, report });
    let unknown = Solution { nodes, elapsed: began.elapsed(), ..Solution::unknown() };
    let Some(Verdict { mover_wins, best, most_plies }) = found else { return unknown };
    let latest = Score::win_in(most_plies);
    let (points, score, kind) = match mover_wins {
        true => (1, latest, ScoreKind::AtLeast),
        false => (-1, -latest, ScoreKind::AtMost),
    };
    Solution { points, proved: true, score, kind, line: vec![best], ..unknown }
}
