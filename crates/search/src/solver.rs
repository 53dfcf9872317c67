//! Exact solvers behind one face: alpha-beta for any game, or one that knows its game better.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use henge_core::{Eval, Game, Limits};

use crate::{AlphaBeta, Options, Prune, Report, Solution, solve_by};

/// Finds out what positions are worth.
pub trait Solver<G: Game>: Send {
    /// Forgets what it has found out, so that the next position is solved from nothing.
    fn clear(&mut self);

    /// Solves a position in which a player is to move, or does what it can within the limits: then
    /// the solution is not `proved`. The line of a solved position has its first move at least; the
    /// rest may be missing.
    fn solve(
        &mut self,
        game: &G,
        pos: &G::Position,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Solution<G::Move>;
}

/// Alpha-beta to the end of the game, with the order of moves of an evaluation.
pub struct Exhaustive<G: Game, E> {
    engine: AlphaBeta<G>,
    eval: Arc<E>,
}

impl<G: Game, E: Eval<G>> Exhaustive<G, E> {
    /// A solver with a table of so many bytes and so many threads.
    pub fn new(eval: Arc<E>, table_bytes: usize, threads: usize) -> Self {
        let options = Options { table_bytes, prune: Prune::No, extension: 0, threads };
        Exhaustive { engine: AlphaBeta::with(options), eval }
    }
}

impl<G: Game, E: Eval<G>> Solver<G> for Exhaustive<G, E> {
    fn clear(&mut self) {
        self.engine.clear();
    }

    fn solve(
        &mut self,
        game: &G,
        pos: &G::Position,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Solution<G::Move> {
        solve_by(&mut self.engine, &*self.eval, game, pos, limits, stop, progress)
    }
}

/// Runs work that looks at a flag but knows no clock: the flag is raised when `stop` is, or when the
/// time is over.
pub fn with_deadline<T>(
    time: Option<Duration>,
    stop: &AtomicBool,
    work: impl FnOnce(&AtomicBool) -> T,
) -> T {
    let Some(time) = time else { return work(stop) };
    let began = Instant::now();
    let (halt, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(SeqCst) {
                if stop.load(SeqCst) || began.elapsed() >= time {
                    halt.store(true, SeqCst);
                }
                std::thread::sleep(Duration::from_micros(200));
            }
        });
        let found = work(&halt);
        done.store(true, SeqCst);
        found
    })
}
