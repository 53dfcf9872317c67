//! The solver of Connect Four as one of many.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge_core::{Game, Limits, ScoreKind, Turn};
use henge_games::connect_four::solver::{Ending, Solver as Own};
use henge_games::connect_four::{ConnectFour, Move, Position};
use henge_search::{Report, Solution, Solver, with_deadline};

/// Alpha-beta over the score, with what is special to Connect Four.
pub struct ConnectFourSolver {
    table_bytes: usize,
    /// Made when it is needed first.
    own: Option<Own>,
}

/// The line after the first move is shown as far as so many positions allow.
const NODES_FOR_LINE: u64 = 20_000;

impl ConnectFourSolver {
    /// A solver with a table of at most so many bytes.
    pub fn new(table_bytes: usize) -> Self {
        ConnectFourSolver { table_bytes, own: None }
    }
}

impl Solver<ConnectFour> for ConnectFourSolver {
    fn clear(&mut self) {
        self.own.iter_mut().for_each(Own::clear);
    }

    fn solve(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Solution<Move> {
        let began = Instant::now();
        let own = self.own.get_or_insert_with(|| Own::new(self.table_bytes));
        let found = with_deadline(limits.time_for_move(), stop, |halt| {
            let mut tell = |nodes| progress(&Report { nodes, ..Report::default() });
            let solved = own
                .solve_with(game, pos, halt, limits.nodes, &mut |progress| tell(progress.nodes))?;
            let left = limits.nodes.map(|limit| limit.saturating_sub(solved.nodes));
            let (mv, nodes) = own.reaching(game, pos, solved.score, halt, left)?;
            let line = line(own, game, pos, mv, solved.score, halt);
            Some((solved.score, line, solved.nodes + nodes))
        });
        let elapsed = began.elapsed();
        let Some((score, line, nodes)) = found else {
            return Solution { elapsed, ..Solution::unknown() };
        };
        let score = Ending::of(game, pos, score).score(pos.to_move());
        let points = score.decided().map_or(0, |(points, _)| points);
        Solution { points, proved: true, score, kind: ScoreKind::Proved, line, nodes, elapsed }
    }
}

/// Best play after `mv`: scores only change sides, so that no position is solved again.
fn line(
    own: &mut Own,
    game: &ConnectFour,
    pos: &Position,
    mv: Move,
    mut score: i8,
    stop: &AtomicBool,
) -> Vec<Move> {
    let (mut line, mut next, mut left) = (vec![mv], *pos, NODES_FOR_LINE);
    game.play(&mut next, mv);
    while let Turn::Player(_) = game.turn(&next) {
        score = -score;
        let Some((mv, nodes)) = own.reaching(game, &next, score, stop, Some(left)) else { break };
        left = left.saturating_sub(nodes);
        game.play(&mut next, mv);
        line.push(mv);
    }
    line
}
