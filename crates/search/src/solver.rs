//! Exact solvers behind one face: alpha-beta or proof numbers for any game, or one that knows its game better.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use henge_core::{Eval, Game, Halt, Limits, NoMemory, Player, Score, ScoreKind, Turn};

use crate::{
    AlphaBeta, Dfpn, Extremes, Line, Mode, Options, Solution, Task, dfpn, extremes, solve_by,
};

/// Finds out what positions are worth.
///
/// This is the one face of everything that solves: [`Exhaustive`] and [`ProofNumbers`] for any game, and the solvers of
/// single games. [`Solving`](crate::Solving) makes an [`Engine`](crate::Engine) of each.
pub trait Solver<G: Game>: Send {
    /// Forgets what it has found out, so that the next position is solved from nothing.
    fn clear(&mut self);

    /// Solves a position in which a player is to move, or does what it can within the limits: then
    /// the solution is not `proved`. The line of a solved position has its first move at least; the
    /// rest may be missing. `task.n_lines` is of no importance.
    fn solve(&mut self, game: &G, pos: &G::Position, task: Task<'_, G::Move>) -> Solution<G::Move>;

    /// The shortest and the longest game from a position, whoever wins them, each within the limits. Positions of the
    /// game must not come back.
    fn extremes(
        &mut self,
        game: &G,
        pos: &G::Position,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Extremes<G::Move> {
        extremes(game, pos, limits, stop)
    }
}

/// Alpha-beta to the end of the game, with the order of moves of an evaluation.
pub struct Exhaustive<G: Game, E> {
    engine: AlphaBeta<G>,
    eval: Arc<E>,
}

impl<G: Game, E: Eval<G>> Exhaustive<G, E> {
    /// A solver with a table of the given number of bytes and that many threads.
    pub fn new(eval: Arc<E>, table_bytes: usize, threads: usize) -> Result<Self, NoMemory> {
        let options =
            Options { table_bytes, mode: Mode::Prove, extension: 0, threads, ..Options::default() };
        Ok(Exhaustive { engine: AlphaBeta::try_with(options)?, eval })
    }
}

impl<G: Game, E: Eval<G>> Solver<G> for Exhaustive<G, E> {
    fn clear(&mut self) {
        self.engine.clear();
    }

    fn solve(&mut self, game: &G, pos: &G::Position, task: Task<'_, G::Move>) -> Solution<G::Move> {
        solve_by(&mut self.engine, &*self.eval, game, pos, task)
    }
}

/// Proof numbers to the end of the game, with the knowledge of an evaluation: finds out who wins and not how
/// soon, where alpha-beta would drown in width, and in games where positions come back.
pub struct ProofNumbers<G: Game, E> {
    prover: Dfpn<G>,
    eval: Arc<E>,
}

impl<G: Game, E: Eval<G>> ProofNumbers<G, E> {
    /// A solver with a table of the given number of bytes and that many threads.
    pub fn new(eval: Arc<E>, table_bytes: usize, threads: usize) -> Result<Self, NoMemory> {
        let prover = Dfpn::try_with(dfpn::Options { table_bytes, threads })?;
        Ok(ProofNumbers { prover, eval })
    }
}

impl<G: Game, E: Eval<G>> Solver<G> for ProofNumbers<G, E> {
    fn clear(&mut self) {
        self.prover.clear();
    }

    fn solve(&mut self, game: &G, pos: &G::Position, task: Task<'_, G::Move>) -> Solution<G::Move> {
        if let Turn::Over(outcome) = game.turn(pos) {
            let (points, score) =
                (outcome.points_for(Player::First), Score::of(outcome, Player::First, 0));
            return Solution {
                points,
                proved: true,
                score,
                kind: ScoreKind::Proved,
                ..Solution::unknown()
            };
        }
        let report = self.prover.value(game, pos, &*self.eval, task);
        let (nodes, elapsed, proved) = (report.nodes, report.elapsed, report.complete);
        let Some(Line { score, kind, moves }) = report.lines.into_iter().next() else {
            return Solution { nodes, elapsed, ..Solution::unknown() };
        };
        let points = score.decided().map_or(0, |(points, _)| points);
        Solution {
            points,
            proved,
            score,
            kind,
            line: moves,
            nodes,
            elapsed,
            conventional_score: None,
        }
    }
}

/// For work that knows no clock: raised when `stop` is, or when the time is over.
pub fn halt_after(time: Option<Duration>, stop: &AtomicBool) -> impl Halt {
    let deadline = time.map(|time| Instant::now() + time);
    move || stop.load(Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}
