//! A game with its solver, which is made when it is needed first and kept for the next question.

use std::sync::{Arc, Mutex};

use henge_bots::henge::EngineParts;
use henge_core::erased::BotError;
use henge_core::{Game, Player, Scale, Score};
use henge_search::Solver;
use henge_search::book::Book;

/// What a position seems to be worth to a player.
type Judgement<G> = Arc<dyn Fn(&G, &<G as Game>::Position, Player) -> Score + Send + Sync>;

/// A game without dice and all that solving takes.
pub(crate) struct GameSolver<G: Game> {
    pub(super) game: Arc<G>,
    parts: EngineParts<G>,
    judge: Judgement<G>,
    /// What it has found out serves the next position too.
    solver: Mutex<Option<Box<dyn Solver<G>>>>,
}

/// The size of a solver's table.
pub(super) const TABLE_BYTES: usize = 256 << 20;

impl<G: Game> GameSolver<G> {
    pub fn new(game: Arc<G>, parts: EngineParts<G>, judge: Judgement<G>) -> Self {
        GameSolver { game, parts, judge, solver: Mutex::new(None) }
    }

    /// The same game with a solver that goes by proof numbers.
    pub(super) fn by_proof_numbers(&self, threads: usize) -> Option<Self> {
        let make = self.parts.prover.clone()?;
        let solver = Arc::new(move |bytes| make((bytes, threads)));
        let parts = EngineParts { solver: Some(solver), ..self.parts.clone() };
        Some(GameSolver::new(Arc::clone(&self.game), parts, Arc::clone(&self.judge)))
    }

    /// What a position seems to be worth to a player.
    pub(super) fn judge(&self, pos: &G::Position, player: Player) -> Score {
        (self.judge)(&self.game, pos, player)
    }

    /// The book that comes with the game.
    pub(super) fn shipped_book(&self) -> Option<Arc<Book>> {
        self.parts.book.and_then(|book| book())
    }

    /// What scores of the game mean.
    pub(super) fn scale(&self) -> Scale {
        self.parts.scale
    }

    pub(super) fn new_solver(&self, table_bytes: usize) -> Result<Box<dyn Solver<G>>, BotError> {
        let make = self.parts.solver.as_ref();
        Ok(make.ok_or(BotError::Outside("this game has no solver".into()))?(table_bytes)?)
    }

    /// Lends the solver. Whoever comes while it is busy gets another one.
    pub(super) fn with_solver<T>(
        &self,
        work: impl FnOnce(&mut dyn Solver<G>) -> T,
    ) -> Result<T, BotError> {
        let idle = self.solver.lock().map_or(None, |mut solver| solver.take());
        let mut solver = match idle {
            Some(solver) => solver,
            None => self.new_solver(TABLE_BYTES)?,
        };
        let done = work(&mut *solver);
        if let Ok(mut idle) = self.solver.lock() {
            *idle = Some(solver);
        }
        Ok(done)
    }
}
