//! The solver of Pentominoes as one of many.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge_core::{Limits, Score, ScoreKind};
use henge_games::pentominoes::solver::Solver as Own;
use henge_games::pentominoes::{Move, Pentominoes, Position};
use henge_search::{Report, Solution, Solver, until};

/// Who wins, and a move that does it; not how soon.
pub struct PentominoesSolver {
    table_bytes: usize,
    /// Made when it is needed first.
    own: Option<Own>,
}

impl PentominoesSolver {
    /// A solver with a table of at most so many bytes.
    pub fn new(table_bytes: usize) -> Self {
        PentominoesSolver { table_bytes, own: None }
    }
}

impl Solver<Pentominoes> for PentominoesSolver {
    fn clear(&mut self) {
        self.own.iter_mut().for_each(Own::clear);
    }

    fn solve(
        &mut self,
        game: &Pentominoes,
        pos: &Position,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Solution<Move> {
        let began = Instant::now();
        let own = self.own.get_or_insert_with(|| Own::new(self.table_bytes));
        let most = limits.nodes.unwrap_or(u64::MAX);
        let halt = &until(limits.time_for_move(), stop);
        let found = own.solve_with(game, pos, halt, most, &mut |so_far| {
            progress(&Report { nodes: so_far.nodes, ..Report::default() });
        });
        let elapsed = began.elapsed();
        let Some(solved) = found else {
            return Solution { nodes: own.nodes(), elapsed, ..Solution::unknown() };
        };
        // Who wins is certain, not when. There are no more moves than pieces, and each takes five
        // squares; the winner makes the last one.
        let most = pos.left().count_ones().min(pos.free().count_ones() / 5);
        let odd = u32::from(solved.winner_is_mover);
        let latest = Score::win_in(if most % 2 == odd { most } else { most - 1 });
        let (points, score, kind) = match solved.winner_is_mover {
            true => (1, latest, ScoreKind::AtLeast),
            false => (-1, -latest, ScoreKind::AtMost),
        };
        let line = vec![solved.best];
        Solution { points, proved: true, score, kind, line, nodes: solved.nodes, elapsed }
    }
}
