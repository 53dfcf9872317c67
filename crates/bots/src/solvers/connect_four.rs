//! The solver of Connect Four as one of many.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge_core::{Game, Halt, Limits, ScoreKind, Turn};
use henge_games::connect_four::solver::{Ending, Solver as Own};
use henge_games::connect_four::{ConnectFour, Move, Position};
use henge_search::{Report, Solution, Solver, until};

/// Alpha-beta over the score, with what is special to Connect Four.
///
/// Most positions of a game are easy, and for them a large table costs more than the search: its
/// pages are handed out one by one as they are first touched. So a small table comes first.
pub struct ConnectFourSolver {
    table_bytes: usize,
    small: Option<Own>,
    /// Made when it is needed first.
    large: Option<Own>,
}

/// The small table, and how many positions are visited with it.
const SMALL_BYTES: usize = 2 << 20;
const SMALL_NODES: u64 = 100_000;

/// The line after the first move is shown as far as so many positions allow.
const NODES_FOR_LINE: u64 = 20_000;

impl ConnectFourSolver {
    /// A solver with a table of at most so many bytes.
    pub fn new(table_bytes: usize) -> Self {
        ConnectFourSolver { table_bytes, small: None, large: None }
    }
}

impl Solver<ConnectFour> for ConnectFourSolver {
    fn clear(&mut self) {
        self.small.iter_mut().chain(&mut self.large).for_each(Own::clear);
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
        let halt = &until(limits.time_for_move(), stop);
        let mut find = |own: &mut Own, most: Option<u64>| {
            let mut tell = |nodes| progress(&Report { nodes, ..Report::default() });
            let solved =
                own.solve_with(game, pos, halt, most, &mut |progress| tell(progress.nodes))?;
            let left = most.map(|limit| limit.saturating_sub(solved.nodes));
            let (mv, nodes) = own.reaching(game, pos, solved.score, halt, left)?;
            let line = line(own, game, pos, mv, solved.score, halt);
            Some((solved.score, line, solved.nodes + nodes))
        };
        let least = limits.nodes.map_or(SMALL_NODES, |limit| limit.min(SMALL_NODES));
        let small = self.small.get_or_insert_with(|| Own::new(SMALL_BYTES.min(self.table_bytes)));
        let found = find(small, Some(least)).or_else(|| {
            if halt.is_raised() || limits.nodes == Some(least) {
                return None;
            }
            let large = self.large.get_or_insert_with(|| Own::new(self.table_bytes));
            find(large, limits.nodes)
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
    stop: &dyn Halt,
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
