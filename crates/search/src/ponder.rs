use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{Builder, JoinHandle};

use henge_core::{Eval, Game, Limits, Turn};

use crate::alphabeta::STACK;
use crate::{AlphaBeta, Task};

/// An engine that thinks on the opponent's time.
///
/// It searches the position after the reply that it expects, and when there is nothing more to find
/// there, the position with all replies. What it finds stays in its table: if the reply comes as
/// expected the next search starts where this one was stopped.
///
/// Dropping it stops the search too, and throws the engine away.
pub struct Ponder<G: Game> {
    stop: Arc<AtomicBool>,
    expected: Option<G::Move>,
    /// Taken only when the search is stopped.
    thread: Option<JoinHandle<AlphaBeta<G>>>,
}

impl<G: Game> AlphaBeta<G> {
    /// Thinks about the position after the reply it expects, then about all replies, until stopped.
    /// In `pos` the opponent is to move.
    pub fn ponder<E: Eval<G>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        eval: &E,
        stop: &AtomicBool,
    ) {
        let expected = self.expected(game, pos);
        let mut think = |pos: &G::Position, history: &[u64]| {
            self.search(game, pos, history, eval, Task::new(Limits::NONE).stop(stop));
        };
        if let Some(mv) = expected {
            let mut next = pos.clone();
            game.play(&mut next, mv);
            if let Turn::Player(_) = game.turn(&next) {
                let history: Vec<u64> = history.iter().copied().chain([game.key(pos)]).collect();
                think(&next, &history);
            }
        }
        if !stop.load(Relaxed) {
            think(pos, history);
        }
    }
}

impl<G: Game> Ponder<G> {
    /// Begins to search in a thread of its own. In `pos` the opponent is to move; `history` is as
    /// in [`AlphaBeta::search`], and the engine should have searched for the move that led here.
    ///
    /// # Panics
    ///
    /// If the system has no thread to give.
    pub fn start<E: Eval<G> + 'static>(
        mut engine: AlphaBeta<G>,
        game: Arc<G>,
        pos: G::Position,
        history: Vec<u64>,
        eval: Arc<E>,
    ) -> Ponder<G> {
        let stop = Arc::new(AtomicBool::new(false));
        let expected = engine.expected(&game, &pos);
        let flag = Arc::clone(&stop);
        let search = move || {
            engine.ponder(&game, &pos, &history, &*eval, &flag);
            engine
        };
        let thread = Builder::new().stack_size(STACK).spawn(search).expect("a thread to think in");
        Ponder { stop, expected, thread: Some(thread) }
    }

    /// The reply that is expected; `None` if the engine has never searched the position.
    pub fn expected(&self) -> Option<G::Move> {
        self.expected
    }

    /// Stops, within a millisecond or an evaluation, and hands the engine back.
    pub fn stop(mut self) -> AlphaBeta<G> {
        self.stop.store(true, Relaxed);
        let thread = self.thread.take().expect("stopped only here");
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl<G: Game> Drop for Ponder<G> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // Nobody waits for the engine; whatever happened to it has been said on its thread.
            _ = thread.join();
        }
    }
}
