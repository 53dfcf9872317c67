use std::sync::Arc;

use henge_core::{Game, NoMemory, Scale};
use henge_search::book::Book;
use henge_search::{Engine, Solver};

use super::{EngineKind, Facts, Level};

/// How an engine is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of its table or tree.
    pub table_bytes: usize,
    /// Threads that search together.
    pub threads: usize,
    /// Where random numbers start.
    pub seed: u64,
    /// How strong it is to be: beginners follow no lines beyond their horizon, and all levels but the best look a
    /// fixed number of plies ahead, which must not take long.
    pub level: Level,
}

/// Makes something, if there is memory for it.
type Maker<T, A> = Arc<dyn Fn(A) -> Result<Box<T>, NoMemory> + Send + Sync>;

/// What a game has to offer to a bot that wants to play it well.
pub struct EngineParts<G: Game> {
    /// What is known of it.
    pub facts: Facts,
    /// Makes an engine, if there is memory for it.
    pub engine: Maker<dyn Engine<G>, (EngineKind, Settings)>,
    /// Makes a solver with a table of so many bytes; games with dice have none.
    pub solver: Option<Maker<dyn Solver<G>, usize>>,
    /// Makes one that goes by proof numbers, with a table of the given number of bytes and the given number of threads.
    pub prover: Option<Maker<dyn Solver<G>, (usize, usize)>>,
    /// The book that comes with the game.
    pub book: Option<fn() -> Option<Arc<Book>>>,
    /// What the scores of the engine mean that suits the game.
    pub scale: Scale,
}

// Not derived: that would ask for `G: Clone`.
impl<G: Game> Clone for EngineParts<G> {
    fn clone(&self) -> Self {
        EngineParts {
            facts: self.facts,
            engine: Arc::clone(&self.engine),
            solver: self.solver.clone(),
            prover: self.prover.clone(),
            book: self.book,
            scale: self.scale,
        }
    }
}
