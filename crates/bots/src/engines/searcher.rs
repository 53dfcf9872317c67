//! Every engine with its evaluation behind one face, so that a bot need not know which it is.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::{Eval, Game, Limits, NoMemory};
use henge_search::{AlphaBeta, Expectimax, Mcts, MctsOptions, Report, Task, expectimax as dice};

/// An engine with an evaluation: one virtual call a move.
pub trait Searcher<G: Game>: Send {
    /// Searches a position; `history` holds the keys of those before it.
    fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        task: Task<'_, G::Move>,
    ) -> Report<G::Move>;

    /// Thinks about a position in which the opponent is to move, until it is stopped.
    fn ponder(&mut self, game: &G, pos: &G::Position, history: &[u64], stop: &AtomicBool) {
        let task = Task { limits: Limits::NONE, n_lines: 1, stop, progress: &mut |_| {} };
        self.search(game, pos, history, task);
    }

    /// Forgets everything.
    fn clear(&mut self);
}

/// An engine and the evaluation it works with.
struct With<Engine, E> {
    engine: Engine,
    eval: Arc<E>,
}

/// Alpha-beta, if there is memory for its table.
pub fn alphabeta<G: Game, E: Eval<G> + 'static>(
    options: henge_search::Options,
    eval: Arc<E>,
) -> Result<Box<dyn Searcher<G>>, NoMemory> {
    Ok(Box::new(With { engine: AlphaBeta::try_with(options)?, eval }))
}

/// Expectiminimax, if there is memory for its table.
pub fn expectimax<G: Game, E: Eval<G> + 'static>(
    options: dice::Options,
    eval: Arc<E>,
) -> Result<Box<dyn Searcher<G>>, NoMemory> {
    Ok(Box::new(With { engine: Expectimax::try_with(options)?, eval }))
}

/// Monte Carlo tree search.
pub fn mcts<G: Game, E: Eval<G> + 'static>(
    options: MctsOptions,
    eval: Arc<E>,
) -> Box<dyn Searcher<G>> {
    Box::new(With { engine: Mcts::with(options), eval })
}

impl<G: Game, E: Eval<G>> Searcher<G> for With<AlphaBeta<G>, E> {
    fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        self.engine.search(game, pos, history, &*self.eval, task)
    }

    fn ponder(&mut self, game: &G, pos: &G::Position, history: &[u64], stop: &AtomicBool) {
        self.engine.ponder(game, pos, history, &*self.eval, stop);
    }

    fn clear(&mut self) {
        self.engine.clear();
    }
}

impl<G: Game, E: Eval<G>> Searcher<G> for With<Expectimax<G>, E> {
    fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        _history: &[u64],
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        self.engine.search(game, pos, &*self.eval, task)
    }

    fn clear(&mut self) {
        self.engine.clear();
    }
}

impl<G: Game, E: Eval<G>> Searcher<G> for With<Mcts<G>, E> {
    fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        self.engine.search(game, pos, history, &*self.eval, task)
    }

    fn clear(&mut self) {
        self.engine.clear();
    }
}
