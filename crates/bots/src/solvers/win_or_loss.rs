//! The solvers of games without draws as some of many.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge_core::{Game, Limits, Score, ScoreKind};
use henge_games::win_or_loss::WinOrLoss;
use henge_search::{Report, Solution, Solver, until};

/// Who wins, and a move that does it; not how soon.
pub struct WinOrLossSolver<G, S> {
    table_bytes: usize,
    /// Made when it is needed first.
    own: Option<S>,
    game: PhantomData<fn(G)>,
}

impl<G: Game, S: WinOrLoss<G>> WinOrLossSolver<G, S> {
    /// A solver with a table of at most so many bytes.
    pub fn new(table_bytes: usize) -> Self {
        WinOrLossSolver { table_bytes, own: None, game: PhantomData }
    }
}

impl<G: Game, S: WinOrLoss<G>> Solver<G> for WinOrLossSolver<G, S> {
    fn clear(&mut self) {
        self.own.iter_mut().for_each(S::clear);
    }

    fn solve(
        &mut self,
        game: &G,
        pos: &G::Position,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Solution<G::Move> {
        let began = Instant::now();
        let own = self.own.get_or_insert_with(|| S::new(self.table_bytes));
        let most = limits.nodes.unwrap_or(u64::MAX);
        let halt = &until(limits.time_for_move(), stop);
        let found = own.solve_with(game, pos, halt, most, &mut |so_far| {
            progress(&Report { nodes: so_far.nodes, ..Report::default() });
        });
        let elapsed = began.elapsed();
        let Some(solved) = found else {
            return Solution { nodes: own.nodes(), elapsed, ..Solution::unknown() };
        };
        // Who wins is certain, not when.
        let latest = Score::win_in(S::most_plies(pos, solved.winner_is_mover));
        let (points, score, kind) = match solved.winner_is_mover {
            true => (1, latest, ScoreKind::AtLeast),
            false => (-1, -latest, ScoreKind::AtMost),
        };
        let line = vec![solved.best];
        Solution { points, proved: true, score, kind, line, nodes: solved.nodes, elapsed }
    }
}
