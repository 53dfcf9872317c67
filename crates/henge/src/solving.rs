use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge_core::erased::{BotError, DynMatch, table_of};
use henge_core::{Limits, Notation, Score, ScoreKind};
use henge_search::{Solution, solve};

/// What an exact solver found out, in the words of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The points to the player to move: positive for a win, 0 for a draw, negative for a loss.
    pub points: i32,
    /// True if this is certain.
    pub proved: bool,
    /// The points with the plies to the end.
    pub score: Score,
    /// What the score is worth; a bound may be proved when the value is not.
    pub kind: ScoreKind,
    /// Best play.
    pub line: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// How far a solver has come: plies and nodes.
pub type Progress<'a> = &'a mut dyn FnMut(u32, u64);

/// Solves positions of one game.
pub trait Solver: Send + Sync {
    /// Solves the position of the match, or does as much as the limits allow.
    fn solve(
        &self,
        table: &dyn DynMatch,
        limits: Limits,
        stop: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Solved, BotError>;
}

struct AlphaBetaSolver<G>(Arc<G>);

pub(crate) fn solver<G: Notation>(game: Arc<G>) -> Arc<dyn Solver> {
    Arc::new(AlphaBetaSolver(game))
}

impl<G: Notation> Solver for AlphaBetaSolver<G> {
    fn solve(
        &self,
        table: &dyn DynMatch,
        limits: Limits,
        stop: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Solved, BotError> {
        let table = table_of::<G>(table)?;
        let mut report = |r: &henge_search::Report<G::Move>| progress(r.depth, r.nodes);
        let found: Solution<G::Move> = solve(&*self.0, table.position(), limits, stop, &mut report);
        let mut pos = table.position().clone();
        let write = |&mv: &G::Move| {
            let text = self.0.write_move(&pos, mv);
            self.0.play(&mut pos, mv);
            text
        };
        Ok(Solved {
            line: found.line.iter().map(write).collect(),
            points: found.points,
            proved: found.proved,
            score: found.score,
            kind: found.kind,
            nodes: found.nodes,
            elapsed: found.elapsed,
        })
    }
}
