//! One face for everything that searches: an engine with its evaluation, and the game beside it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::{Eval, Game, Limits, Score, ScoreKind, Turn};

use crate::{AlphaBeta, Expectimax, Line, Mcts, Report, Solver, Task};

/// Searches positions of a game: an engine with its evaluation, or a solver.
///
/// There is one virtual call a search and none in the tree: what is inside is compiled for its game
/// and its evaluation.
pub trait Engine<G: Game>: Send {
    /// Searches a position; `history` holds the keys of those before it, oldest first, which matters
    /// only in games with cycles.
    fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        task: Task<'_, G::Move>,
    ) -> Report<G::Move>;

    /// The move to play, found within the limits; `None` only when the game is over.
    fn best(&mut self, game: &G, pos: &G::Position, limits: Limits) -> Option<G::Move> {
        self.search(game, pos, &[], Task::new(limits)).best()
    }

    /// Thinks about a position in which the opponent is to move, until it is stopped.
    fn ponder(&mut self, game: &G, pos: &G::Position, history: &[u64], stop: &AtomicBool) {
        self.search(game, pos, history, Task::new(Limits::NONE).stop(stop));
    }

    /// Forgets everything.
    fn clear(&mut self);
}

impl<G: Game, N: Engine<G> + ?Sized> Engine<G> for Box<N> {
    fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        history: &[u64],
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        (**self).search(game, pos, history, task)
    }

    fn ponder(&mut self, game: &G, pos: &G::Position, history: &[u64], stop: &AtomicBool) {
        (**self).ponder(game, pos, history, stop);
    }

    fn clear(&mut self) {
        (**self).clear();
    }
}

/// An engine and the evaluation that it works with.
///
/// Made by [`AlphaBeta::with_eval`], [`Mcts::with_eval`] and [`Expectimax::with_eval`].
pub struct Evaluated<N, E> {
    engine: N,
    eval: Arc<E>,
}

/// An engine that belongs to a game: whoever has one needs nothing else to ask about positions.
///
/// ```
/// use henge_core::{Game, Limits};
/// use henge_search::{AlphaBeta, Task};
/// # use henge_core::NoEval;
/// # use henge_testkit::games::Boxes;
///
/// let mut engine = AlphaBeta::for_game(Boxes::default(), NoEval);
/// let pos = engine.game().start();
/// let best = engine.best(&pos, Limits::seconds(1.0));
/// assert!(best.is_some_and(|mv| engine.game().moves(&pos).any(|legal| legal == mv)));
///
/// let report = engine.search(&pos, Task::new(Limits::depth(4)).lines(3));
/// assert_eq!(report.lines.len(), 3);
/// ```
pub struct ForGame<G, N> {
    game: Arc<G>,
    engine: N,
}

impl<G: Game, N: Engine<G>> ForGame<G, N> {
    /// Puts a game and an engine together.
    pub fn new(game: Arc<G>, engine: N) -> Self {
        ForGame { game, engine }
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The move to play, found within the limits; `None` only when the game is over.
    pub fn best(&mut self, pos: &G::Position, limits: Limits) -> Option<G::Move> {
        self.engine.best(&self.game, pos, limits)
    }

    /// Searches a position as if the game had begun there; ask the [`engine`](Self::engine) where
    /// earlier positions matter.
    pub fn search(&mut self, pos: &G::Position, task: Task<'_, G::Move>) -> Report<G::Move> {
        self.engine.search(&self.game, pos, &[], task)
    }

    /// The engine, which takes the rules and the history with every question.
    pub fn engine(&mut self) -> &mut N {
        &mut self.engine
    }
}

/// How engines get their evaluation and their game.
macro_rules! evaluated {
    ($engine:ident) => {
        impl<G: Game> $engine<G> {
            /// This engine with its evaluation.
            pub fn with_eval<E: Eval<G>>(self, eval: Arc<E>) -> Evaluated<Self, E> {
                Evaluated { engine: self, eval }
            }

            /// An engine of the usual size for a game, with its evaluation. Ends the program if
            /// memory runs out.
            pub fn for_game<E: Eval<G>>(game: G, eval: E) -> ForGame<G, Evaluated<Self, E>> {
                let engine = $engine::with(Default::default()).with_eval(Arc::new(eval));
                ForGame::new(Arc::new(game), engine)
            }
        }
    };
}
evaluated!(AlphaBeta);
evaluated!(Expectimax);
evaluated!(Mcts);

impl<G: Game, E: Eval<G>> Engine<G> for Evaluated<AlphaBeta<G>, E> {
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

impl<G: Game, E: Eval<G>> Engine<G> for Evaluated<Expectimax<G>, E> {
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

impl<G: Game, E: Eval<G>> Engine<G> for Evaluated<Mcts<G>, E> {
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

/// A solver as an engine: its score is proved, or it has found nothing and plays any legal move.
///
/// The report has one line, whatever the task asks for.
pub struct Solving<S>(pub S);

impl<G: Game, S: Solver<G>> Engine<G> for Solving<S> {
    fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        _history: &[u64],
        task: Task<'_, G::Move>,
    ) -> Report<G::Move> {
        let Turn::Player(_) = game.turn(pos) else {
            return Report { complete: true, ..Report::default() };
        };
        let found = self.0.solve(game, pos, task);
        let line = match found.line.is_empty() {
            false => Line { score: found.score, kind: found.kind, moves: found.line },
            true => {
                let (score, kind) = (Score::DRAW, ScoreKind::Estimate);
                Line { score, kind, moves: game.moves(pos).take(1).collect() }
            }
        };
        let (nodes, elapsed, complete) = (found.nodes, found.elapsed, found.proved);
        Report { nodes, elapsed, complete, lines: vec![line], ..Report::default() }
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}
