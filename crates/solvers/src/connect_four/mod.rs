//! Connect Four: who wins and when, on any board.
//!
//! | file | subject |
//! |---|---|
//! | `scores` | exact scores, as players count them |
//! | `search`, `statics` | null windows, and bounds without search |
//! | `transposition_table` | what was found out |
//! | `ending` | what a score means |

mod ending;
mod scores;
mod search;
mod statics;
#[cfg(test)]
mod tests;
mod transposition_table;

use std::time::Instant;

use henge_core::{Game, Halt, ScoreKind, Turn};
use henge_games::connect_four::{ConnectFour, Move, Position};
use henge_search::{Report, Solution, Solver, Task, halt_after};

pub use ending::Ending;
pub use scores::{ExactScore, Progress, Scores};

/// Alpha-beta over the score, with what is special to Connect Four.
///
/// Most positions of a game are easy, and for them a large table costs more than the search: its
/// pages are handed out one by one as they are first touched. So a small table comes first.
pub struct ConnectFourSolver {
    table_bytes: usize,
    small: Option<Scores>,
    /// Made when it is needed first.
    large: Option<Scores>,
}

/// The small table, and how many positions are visited with it.
const SMALL_BYTES: usize = 2 << 20;
const SMALL_NODES: u64 = 100_000;

/// The most positions that are visited to show the line after the first move.
const NODES_FOR_LINE: u64 = 20_000;

impl ConnectFourSolver {
    /// A solver with a table of at most the given number of bytes.
    pub fn new(table_bytes: usize) -> Self {
        ConnectFourSolver { table_bytes, small: None, large: None }
    }
}

impl Solver<ConnectFour> for ConnectFourSolver {
    fn clear(&mut self) {
        self.small.iter_mut().chain(&mut self.large).for_each(Scores::clear);
    }

    fn solve(
        &mut self,
        game: &ConnectFour,
        pos: &Position,
        task: Task<'_, Move>,
    ) -> Solution<Move> {
        let began = Instant::now();
        let Task { limits, stop, progress, .. } = task;
        let halt = &halt_after(limits.time_for_move(), stop);
        let mut find = |own: &mut Scores, most: Option<u64>| {
            let mut tell = |nodes| progress(&Report { nodes, ..Report::default() });
            let solved =
                own.watched(game, pos, halt, most, &mut |progress| tell(progress.nodes))?;
            let left = most.map(|limit| limit.saturating_sub(solved.nodes));
            let (mv, nodes) = own.reaching(game, pos, solved.score, halt, left)?;
            let line = line(own, game, pos, mv, solved.score, halt);
            Some((solved.score, line, solved.nodes + nodes))
        };
        let least = limits.nodes.map_or(SMALL_NODES, |limit| limit.min(SMALL_NODES));
        let small =
            self.small.get_or_insert_with(|| Scores::new(SMALL_BYTES.min(self.table_bytes)));
        let found = find(small, Some(least)).or_else(|| {
            if halt.is_raised() || limits.nodes == Some(least) {
                return None;
            }
            let large = self.large.get_or_insert_with(|| Scores::new(self.table_bytes));
            find(large, limits.nodes)
        });
        let elapsed = began.elapsed();
        let Some((score, line, nodes)) = found else {
            return Solution { elapsed, ..Solution::unknown() };
        };
        let conventional_score = Some(i32::from(score));
        let score = Ending::of(game, pos, score).score(pos.to_move());
        let points = score.decided().map_or(0, |(points, _)| points);
        let (proved, kind) = (true, ScoreKind::Proved);
        Solution { points, proved, score, conventional_score, kind, line, nodes, elapsed }
    }
}

/// Best play after `mv`: scores only change sides, so that no position is solved again.
fn line(
    own: &mut Scores,
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
