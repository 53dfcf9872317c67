use std::any::TypeId;
use std::sync::Arc;

use henge_bots::engines;
use henge_bots::henge::{EngineKind, EngineParts, Facts, Level, Settings, plan};
use henge_core::{Eval, Game, Limits, NoEval, NoMemory, Scale};
use henge_search::book::Book;
use henge_search::{Engine, Exhaustive, MctsOptions, ProofNumbers, Solver, expectimax};

/// What engines need to play a game well; everything but the evaluation may be missing.
pub struct GameSetup<G: Game, E> {
    pub(crate) eval: Arc<E>,
    /// An evaluation that takes less time.
    quick: Option<Arc<E>>,
    favourite: Option<EngineKind>,
    /// How much MCTS makes of moves that were good at another time; see `MctsOptions::rave`.
    pub(crate) rave: f32,
    solver: Option<MakeSolver<G>>,
    book: Option<fn() -> Option<Arc<Book>>>,
    scale: Scale,
    pub(crate) others: Vec<OtherEval<G>>,
}

/// An engine, if there is memory for it.
type Made<G> = Result<Box<dyn Engine<G>>, NoMemory>;

type MakeAlphaBeta<G> = Arc<dyn Fn(henge_search::Options) -> Made<G> + Send + Sync>;

/// Another evaluation of a game, in the engines that take one.
pub(crate) struct OtherEval<G: Game> {
    pub name: &'static str,
    pub alphabeta: MakeAlphaBeta<G>,
    pub mcts: Arc<dyn Fn(MctsOptions) -> Box<dyn Engine<G>> + Send + Sync>,
}

// Not derived: that would ask for `G: Clone`.
impl<G: Game> Clone for OtherEval<G> {
    fn clone(&self) -> Self {
        let OtherEval { name, alphabeta, mcts } = self;
        OtherEval { name, alphabeta: Arc::clone(alphabeta), mcts: Arc::clone(mcts) }
    }
}

impl<G: Game> OtherEval<G> {
    fn new<E: Eval<G> + 'static>(name: &'static str, eval: E) -> Self {
        let eval = Arc::new(eval);
        let same = Arc::clone(&eval);
        OtherEval {
            name,
            alphabeta: Arc::new(move |options| engines::alphabeta(options, Arc::clone(&eval))),
            mcts: Arc::new(move |options| engines::mcts(options, Arc::clone(&same))),
        }
    }
}

type MakeSolver<G> = Arc<dyn Fn(usize) -> Result<Box<dyn Solver<G>>, NoMemory> + Send + Sync>;

impl<G: Game, E: Eval<G> + 'static> GameSetup<G, E> {
    /// An evaluation, which may be `NoEval`, and nothing else.
    pub fn new(eval: Arc<E>) -> Self {
        GameSetup {
            eval,
            quick: None,
            favourite: None,
            rave: 0.0,
            solver: None,
            book: None,
            scale: Scale::LOGIT,
            others: Vec::new(),
        }
    }

    /// The engine that does best, where that was tried.
    pub fn favourite(self, engine: EngineKind) -> Self {
        GameSetup { favourite: Some(engine), ..self }
    }

    /// Moves mean much the same at any time; MCTS learns from all of a playout.
    pub fn rave(self, rave: f32) -> Self {
        GameSetup { rave, ..self }
    }

    /// Another evaluation, where a quick one is worth more than a good one: for solvers that look at every move, and for
    /// the levels below the best, which look a fixed number of plies ahead.
    pub fn quick(self, eval: E) -> Self {
        GameSetup { quick: Some(Arc::new(eval)), ..self }
    }

    /// A solver that knows the game; `make` is told how many bytes its table may take.
    pub fn solver<S: Solver<G> + 'static>(
        self,
        make: impl Fn(usize) -> S + Send + Sync + 'static,
    ) -> Self {
        let make = move |bytes| -> Result<Box<dyn Solver<G>>, NoMemory> {
            NoMemory::unless_there_are(bytes)?;
            Ok(Box::new(make(bytes)))
        };
        GameSetup { solver: Some(Arc::new(make)), ..self }
    }

    /// The evaluation of the source that the game comes from. Bots take it with `eval=source`, and
    /// none with `eval=none`.
    pub fn source<O: Eval<G> + 'static>(self, eval: O) -> Self {
        self.other_evals(NoEval, eval)
    }

    /// The same with an evaluation that knows nothing of its own: one that is compiled already.
    pub fn other_evals<N, O>(self, nothing: N, source: O) -> Self
    where
        N: Eval<G> + 'static,
        O: Eval<G> + 'static,
    {
        let [none, of_source] = engines::EVALS;
        let others = vec![OtherEval::new(none, nothing), OtherEval::new(of_source, source)];
        GameSetup { others, ..self }
    }

    /// A book that comes with the game; asked for when a bot is made.
    pub fn book(self, book: fn() -> Option<Arc<Book>>) -> Self {
        GameSetup { book: Some(book), ..self }
    }

    /// What the scores of the engine mean that suits the game, with this evaluation. By default they are taken for
    /// logarithms of odds, in hundredths; `henge learn scale` fits them.
    pub fn scale(self, scale: Scale) -> Self {
        GameSetup { scale, ..self }
    }

    /// What the scores of this kind of engine mean.
    pub(crate) fn scale_of(&self, engine: EngineKind) -> Scale {
        let usual = plan(self.facts(), Limits::NONE).engine;
        if engine == usual { self.scale } else { Scale::LOGIT }
    }

    fn facts(&self) -> Facts {
        Facts {
            chance: G::CHANCE,
            evaluated: TypeId::of::<E>() != TypeId::of::<NoEval>(),
            own_solver: self.solver.is_some(),
            favourite: self.favourite,
        }
    }

    pub(crate) fn mcts_options(&self) -> MctsOptions {
        MctsOptions { rave: self.rave, ..MctsOptions::default() }
    }

    /// What a bot needs of this, for a game without dice.
    pub(crate) fn parts(&self) -> EngineParts<G> {
        let quick = Arc::clone(self.quick.as_ref().unwrap_or(&self.eval));
        let eval = Arc::clone(&quick);
        let own = self.solver.clone();
        let general = move |bytes| -> Result<Box<dyn Solver<G>>, NoMemory> {
            match &own {
                Some(make) => make(bytes),
                None => Ok(Box::new(Exhaustive::new(Arc::clone(&eval), bytes, 1)?)),
            }
        };
        let eval = Arc::clone(&self.eval);
        let prover = move |(bytes, threads)| -> Result<Box<dyn Solver<G>>, NoMemory> {
            Ok(Box::new(ProofNumbers::new(Arc::clone(&eval), bytes, threads)?))
        };
        let (eval, mcts) = (Arc::clone(&self.eval), self.mcts_options());
        let engine = move |(kind, settings): (EngineKind, Settings)| -> Made<G> {
            let Settings { table_bytes, threads, level, .. } = settings;
            let eval = if level < Level::Best { &quick } else { &eval };
            let usual = henge_search::Options::default();
            let extension = if level > Level::Easy { usual.extension } else { 0 };
            match kind {
                EngineKind::Mcts => Ok(simulations(mcts, settings, eval)),
                _ => {
                    let options =
                        henge_search::Options { table_bytes, threads, extension, ..usual };
                    engines::alphabeta(options, Arc::clone(eval))
                }
            }
        };
        EngineParts {
            facts: self.facts(),
            engine: Arc::new(engine),
            solver: Some(Arc::new(general)),
            prover: Some(Arc::new(prover)),
            book: self.book,
            scale: self.scale,
        }
    }

    /// What a bot needs of this, for a game with dice.
    pub(crate) fn parts_with_dice(&self) -> EngineParts<G> {
        let (eval, mcts) = (Arc::clone(&self.eval), self.mcts_options());
        let engine = move |(kind, settings): (EngineKind, Settings)| -> Made<G> {
            match kind {
                EngineKind::Mcts => Ok(simulations(mcts, settings, &eval)),
                _ => {
                    let table_bytes = settings.table_bytes;
                    let options = expectimax::Options { table_bytes, ..Default::default() };
                    engines::expectimax(options, Arc::clone(&eval))
                }
            }
        };
        let (facts, engine, book) = (self.facts(), Arc::new(engine), self.book);
        EngineParts { facts, engine, solver: None, prover: None, book, scale: self.scale }
    }
}

fn simulations<G: Game, E: Eval<G> + 'static>(
    options: MctsOptions,
    settings: Settings,
    eval: &Arc<E>,
) -> Box<dyn Engine<G>> {
    let Settings { table_bytes: memory_bytes, threads, seed, .. } = settings;
    let options = MctsOptions { memory_bytes, threads, seed, ..options };
    engines::mcts(options, Arc::clone(eval))
}
