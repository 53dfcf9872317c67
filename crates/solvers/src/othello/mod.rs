//! Othello: how the last moves end, to the disc.
//!
//! A search with null windows to the end of the game. Scores are discs as players count them: those of the
//! player to move less those of the other, and the squares that stay empty go to the winner.
//!
//! | file | subject |
//! |---|---|
//! | `search` | the search: order of moves, and what need not be searched |
//! | `last` | the last four squares, each with code of its own |
//! | `stability` | discs that nobody can turn over any more |
//! | `table` | what was found out |
//!
//! What keeps the tree small: moves that leave the other player few replies come first, and of those the ones
//! into a part of the board with an odd number of empty squares, where the last word is one's own. A position
//! is also left where the table knows a reply that refutes it, and where too many discs of the other player are
//! stable for the question that is asked.
//!
//! Tried and left out: to put moves in order near the root by a shallow search with the learned patterns took a
//! quarter fewer positions and twice the time.

mod last;
mod search;
mod stability;
mod table;
#[cfg(test)]
mod tests;

use std::time::Instant;

use henge_core::{Game, Halt, Limits, Score, ScoreKind, Turn};
use henge_games::othello::{Move, Othello, Position};
use henge_search::{Report, Solution, Solver, Task, halt_after};

use search::{Control, Search};
use table::Table;

/// Finds out the score of a position and the moves that lead to it.
pub struct OthelloSolver {
    table_bytes: usize,
    /// Made when it is needed first.
    table: Option<Table>,
}

/// Positions that a position with twenty empty squares takes, and how many times more one square more: rough
/// means of games between good players.
const NODES_OF_TWENTY: f64 = 1.5e7;
const GROWTH: f64 = 2.3;
/// Positions a second, at the least.
const SPEED: f64 = 1e7;

impl OthelloSolver {
    /// A solver with a table of at most the given number of bytes.
    pub fn new(table_bytes: usize) -> Self {
        OthelloSolver { table_bytes, table: None }
    }

    /// The score of a position in discs to the player to move, the best moves, and the positions visited; nothing
    /// if it was stopped before.
    pub fn discs(
        &mut self,
        game: &Othello<u64>,
        pos: &Position<u64>,
        halt: &dyn Halt,
        node_limit: u64,
        progress: &mut dyn FnMut(u64),
    ) -> Option<(i32, Vec<Move>, u64)> {
        let table = self.table.get_or_insert_with(|| Table::new(self.table_bytes));
        let control = Control { halt, node_limit, progress };
        let mut search = Search::new(game, table, control);
        let (score, first) = search.root(pos)?;
        let mut line = vec![first];
        let (mut next, mut score_now) = (*pos, -score);
        game.play(&mut next, first);
        while let Turn::Player(_) = game.turn(&next) {
            let Some(mv) = search.reaching(&next, score_now) else { break };
            line.push(mv);
            game.play(&mut next, mv);
            score_now = -score_now;
        }
        Some((score, line, search.nodes))
    }
}

impl Solver<Othello<u64>> for OthelloSolver {
    fn clear(&mut self) {
        self.table.iter_mut().for_each(Table::clear);
    }

    fn solve(
        &mut self,
        game: &Othello<u64>,
        pos: &Position<u64>,
        task: Task<'_, Move>,
    ) -> Solution<Move> {
        let began = Instant::now();
        let Task { limits, stop, progress, .. } = task;
        if !matches!(game.turn(pos), Turn::Player(_)) {
            return Solution { elapsed: began.elapsed(), ..Solution::unknown() };
        }
        let halt = &halt_after(limits.time_for_move(), stop);
        if is_hopeless(game.empty(pos).count_ones(), &limits) {
            return Solution { elapsed: began.elapsed(), ..Solution::unknown() };
        }
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let mut tell = |nodes| progress(&Report { nodes, ..Report::default() });
        let found = self.discs(game, pos, halt, node_limit, &mut tell);
        let elapsed = began.elapsed();
        let Some((discs, line, nodes)) = found else {
            return Solution { elapsed, ..Solution::unknown() };
        };
        let plies = line.len() as u32;
        let score = match discs {
            0 => Score::DRAW,
            discs if discs > 0 => Score::win_in(plies),
            _ => -Score::win_in(plies),
        };
        Solution {
            points: discs.signum(),
            proved: true,
            score,
            conventional_score: Some(discs),
            kind: ScoreKind::Proved,
            line,
            nodes,
            elapsed,
        }
    }
}

/// Would it take far more than what may be spent? Then nothing is begun.
fn is_hopeless(left: u32, limits: &Limits) -> bool {
    let nodes = NODES_OF_TWENTY * GROWTH.powi(left as i32 - 20);
    let may = limits.nodes.map(|nodes| nodes as f64);
    let time = limits.time_for_move().map(|time| SPEED * time.as_secs_f64());
    [may, time].into_iter().flatten().any(|may| nodes > 4.0 * may)
}
