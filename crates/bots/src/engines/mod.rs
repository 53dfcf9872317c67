//! The engines of `henge-search` as bots: they get the match once, and run compiled for its game.

mod options;
mod report;

use henge_core::erased::{BotError, DynBot, DynMatch, Task, Thought, table_of};
use henge_core::spec::{Options, Param, Values};
use henge_core::{Eval, Game, Limits, Match, NoMemory, Notation, Scale};
use henge_search::{AlphaBeta, Engine, Expectimax, Mcts, MctsOptions, expectimax as dice};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::choice;
pub(crate) use options::{
    BOOK, DEFAULT_TIME, DEPTH, MARGIN, MARGINS, NODES, SEED, TABLE, THREADS, TIME, both,
    own_limits, stricter, threads,
};
pub use options::{EVALS, alphabeta_options, mcts_options, table_bytes};
pub(crate) use report::{keys, thought};

/// The options of `alphabeta`.
pub const ALPHABETA: &[Param] = &join::<0, 17>([]);
/// The same where the game brings several evaluations.
pub const ALPHABETA_EVAL: &[Param] = &join::<1, 18>([options::EVAL]);
/// The options of an alpha-beta with what a file has learned.
pub const LEARNED: &[Param] = &join::<1, 18>([Param::new(
    "weights",
    "",
    Values::Input,
    "a file of weights, a net or a table that henge learn has written; without, it knows nothing",
)]);
/// The options of an alpha-beta whose evaluation has weights from a file.
pub const TRAINED: &[Param] = &join::<1, 18>([Param::new(
    "weights",
    "",
    Values::InputOrNone,
    "a file of weights; none for men and kings alone",
)]);

/// These options, and those of every alpha-beta.
const fn join<const OWN: usize, const ALL: usize>(own: [Param; OWN]) -> [Param; ALL] {
    const SHARED: [Param; 7] = [DEPTH, NODES, TIME, TABLE, THREADS, MARGIN, SEED];
    let mut all = [DEPTH; ALL];
    let mut i = 0;
    while i < ALL {
        all[i] = if i < OWN {
            own[i]
        } else if i < OWN + SHARED.len() {
            SHARED[i - OWN]
        } else {
            MARGINS[i - OWN - SHARED.len()]
        };
        i += 1;
    }
    all
}
/// The options of `expectimax`.
pub const EXPECTIMAX: &[Param] = &[DEPTH, NODES, TIME, TABLE, MARGIN, SEED];
/// The options of `mcts`.
pub const MCTS: &[Param] = &[
    Param { help: "games played out a move; such a search repeats exactly", ..NODES },
    TIME,
    options::MEMORY,
    options::RAVE,
    THREADS,
    MARGIN,
    SEED,
];
/// The same where the game brings several evaluations.
pub const MCTS_EVAL: &[Param] = &[
    options::EVAL,
    Param { help: "games played out a move; such a search repeats exactly", ..NODES },
    TIME,
    options::MEMORY,
    options::RAVE,
    THREADS,
    MARGIN,
    SEED,
];

/// Alpha-beta, if there is memory for its table.
pub fn alphabeta<G: Game, E: Eval<G> + 'static>(
    options: henge_search::Options,
    eval: Arc<E>,
) -> Result<Box<dyn Engine<G>>, NoMemory> {
    Ok(Box::new(AlphaBeta::try_with(options)?.with_eval(eval)))
}

/// Expectiminimax, if there is memory for its table.
pub fn expectimax<G: Game, E: Eval<G> + 'static>(
    options: dice::Options,
    eval: Arc<E>,
) -> Result<Box<dyn Engine<G>>, NoMemory> {
    Ok(Box::new(Expectimax::try_with(options)?.with_eval(eval)))
}

/// Monte Carlo tree search.
pub fn mcts<G: Game, E: Eval<G> + 'static>(
    options: MctsOptions,
    eval: Arc<E>,
) -> Box<dyn Engine<G>> {
    Box::new(Mcts::with(options).with_eval(eval))
}

/// An engine in a chair.
pub struct EngineBot<G: Notation> {
    name: String,
    limits: Limits,
    engine: Box<dyn Engine<G>>,
    scale: Option<Scale>,
    margin: u32,
    rng: Xoshiro256PlusPlus,
}

impl<G: Notation> EngineBot<G> {
    /// The bot as its options describe it.
    pub fn new(options: &Options, engine: Box<dyn Engine<G>>) -> Self {
        EngineBot {
            name: options.name(),
            limits: own_limits(options),
            engine,
            scale: None,
            margin: options.int("margin").unwrap_or(0) as u32,
            rng: Xoshiro256PlusPlus::seed_from_u64(options.int("seed").unwrap_or(1)),
        }
    }

    /// What its scores mean, if that is known.
    pub fn with_scale(self, scale: impl Into<Option<Scale>>) -> Self {
        EngineBot { scale: scale.into(), ..self }
    }
}

impl<G: Notation> DynBot for EngineBot<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<G>(table)?;
        let limits = stricter(self.limits, task.limits, DEFAULT_TIME);
        let n_lines = match self.margin {
            0 => task.n_lines,
            _ => task.n_lines.max(choice::MOST_LINES),
        };
        let wanted = task.n_lines.max(1);
        let task = Task { limits, n_lines, ..task };
        let mut thought = ask(&mut *self.engine, table, task, self.scale);
        choice::within_margin(&mut thought, self.margin, &mut self.rng);
        thought.lines.truncate(wanted);
        Ok(thought)
    }

    fn ponder(&mut self, table: &dyn DynMatch, stop: &AtomicBool) {
        // A bot that is to repeat exactly forgets everything before each move.
        if let Ok(table) = table_of::<G>(table)
            && stricter(self.limits, Limits::NONE, DEFAULT_TIME).time_for_move().is_some()
        {
            self.engine.ponder(table.game(), table.position(), &keys(table), stop);
        }
    }
}

/// Lets an engine search, and puts what it says into the words of the game.
pub(crate) fn ask<G: Notation>(
    engine: &mut dyn Engine<G>,
    table: &Match<G>,
    task: Task<'_>,
    scale: Option<Scale>,
) -> Thought {
    // What was searched for the last move must not colour a search that is to repeat exactly.
    if task.limits.time_for_move().is_none() {
        engine.clear();
    }
    let mut tell = |report: &henge_search::Report<G::Move>| {
        (task.progress)(&thought(table, report, scale));
    };
    let question = henge_search::Task { aim: task.aim, ..henge_search::Task::new(task.limits) };
    let question = question.lines(task.n_lines).stop(task.stop).progress(&mut tell);
    let report = engine.search(table.game(), table.position(), &keys(table), question);
    thought(table, &report, scale)
}
