//! The engines of `henge-search` as bots: they get the match once, and run compiled for its game.

use std::sync::Arc;
use std::time::Duration;

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought, table_of};
use henge_core::spec::{Options, Param, Values};
use henge_core::{Eval, Game, Limits, Match, NoEval, Notation};
use henge_search::{AlphaBeta, Mcts, MctsOptions, Prune, Report};

/// A bot that nobody limits thinks for so long.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

const DEPTH: Param =
    Param::new("depth", "", Values::Int { min: 1, max: 1000 }, "the most plies to search");
const NODES: Param = Param::new(
    "nodes",
    "",
    Values::Int { min: 1, max: u64::MAX },
    "the most positions to visit; such a search repeats exactly",
);
const TIME: Param =
    Param::new("time", "", Values::Int { min: 1, max: 86_400_000 }, "the most milliseconds a move");
const TABLE: Param =
    Param::new("table", "16", Values::Int { min: 1, max: 65_536 }, "the size of the table in MiB");

/// The limits that the bot's name gives.
fn own_limits(options: &Options) -> Limits {
    Limits {
        depth: options.int("depth").map(|depth| depth as u32),
        nodes: options.int("nodes"),
        time: options.int("time").map(Duration::from_millis),
        clock: None,
    }
}

/// The stricter of the bot's own limits and those of the task.
fn stricter(own: Limits, task: Limits) -> Limits {
    fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        a.into_iter().chain(b).min()
    }
    let limits = Limits {
        depth: least(own.depth, task.depth),
        nodes: least(own.nodes, task.nodes),
        time: least(own.time, task.time),
        clock: task.clock,
    };
    if limits.is_none() { Limits::time(DEFAULT_TIME) } else { limits }
}

/// The report of an engine in the words of the game.
fn thought<G: Notation>(table: &Match<G>, report: &Report<G::Move>) -> Thought {
    let game = table.game();
    let line = |line: &henge_search::Line<G::Move>| {
        let mut pos = table.position().clone();
        let write = |&mv: &G::Move| {
            let text = game.write_move(&pos, mv);
            game.play(&mut pos, mv);
            text
        };
        let moves = line.moves.iter().map(write).collect();
        Line { score: Some((line.score, line.kind)), moves }
    };
    Thought {
        lines: report.lines.iter().map(line).collect(),
        depth: report.depth,
        nodes: report.nodes,
        why: Vec::new(),
    }
}

/// Says in words what a search has found.
fn explain(thought: &mut Thought) {
    let Some(Line { score: Some((score, kind)), moves }) = thought.lines.first() else { return };
    let (depth, nodes) = (thought.depth, thought.nodes);
    let value = match (score.decided(), kind.word()) {
        (None, "proved") => "The game is a draw with best play".to_string(),
        (_, "proved") => format!("A {score} is proved"),
        _ => format!("The score is {score} ({})", kind.in_words()),
    };
    thought.why.push(format!("{value}, after {depth} plies and {nodes} nodes."));
    if moves.len() > 1 {
        thought.why.push(format!("It expects {}.", moves.join(" ")));
    }
    if let Some(Line { score: Some((score, _)), moves }) = thought.lines.get(1)
        && let Some(mv) = moves.first()
    {
        thought.why.push(format!("Next best is {mv} with {score}."));
    }
}

/// The keys of the positions before the present one, for games in which they may come back.
fn keys<G: Game>(table: &Match<G>) -> Vec<u64> {
    if !G::CYCLES {
        return Vec::new();
    }
    table.history().iter().map(|(pos, _)| table.game().key(pos)).collect()
}

/// Alpha-beta with the evaluation of the game, if it has one.
pub struct AlphaBetaBot<G: Game, E> {
    name: String,
    limits: Limits,
    engine: AlphaBeta<G>,
    eval: Arc<E>,
}

impl<G: Game, E: Eval<G>> AlphaBetaBot<G, E> {
    /// The options by which the bot is named.
    pub const PARAMS: &[Param] = &[DEPTH, NODES, TIME, TABLE];

    /// The bot as its options describe it.
    pub fn new(options: &Options, eval: Arc<E>) -> Self {
        let table_bytes = table_bytes(options);
        AlphaBetaBot {
            name: options.name(),
            limits: own_limits(options),
            engine: AlphaBeta::new(table_bytes),
            eval,
        }
    }
}

fn table_bytes(options: &Options) -> usize {
    (options.int("table").unwrap_or(16) as usize) << 20
}

impl<G: Notation, E: Eval<G>> DynBot for AlphaBetaBot<G, E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<G>(table)?;
        let limits = stricter(self.limits, task.limits);
        // What was searched for the last move must not colour a search that is to repeat exactly.
        if limits.time_for_move().is_none() {
            self.engine.clear();
        }
        Ok(search(&mut self.engine, &*self.eval, table, limits, task))
    }
}

fn search<G: Notation, E: Eval<G>>(
    engine: &mut AlphaBeta<G>,
    eval: &E,
    table: &Match<G>,
    limits: Limits,
    task: Task<'_>,
) -> Thought {
    let report = engine.search(
        table.game(),
        table.position(),
        &keys(table),
        eval,
        henge_search::Task {
            limits,
            n_lines: task.n_lines,
            stop: task.stop,
            progress: &mut |report| (task.progress)(&thought(table, report)),
        },
    );
    let mut thought = thought(table, &report);
    explain(&mut thought);
    thought
}

/// Plays perfectly where it can search to the end of the game, and says so when it cannot.
pub struct PerfectBot<G: Game> {
    name: String,
    limits: Limits,
    engine: AlphaBeta<G>,
}

impl<G: Game> PerfectBot<G> {
    /// The options by which the bot is named.
    pub const PARAMS: &[Param] = &[NODES, TIME, Param { default: "64", ..TABLE }];

    /// The bot as its options describe it.
    pub fn new(options: &Options) -> Self {
        let engine_options = henge_search::Options {
            table_bytes: table_bytes(options),
            prune: Prune::No,
            extension: 0,
            ..henge_search::Options::default()
        };
        let time = options.int("time").map(Duration::from_millis);
        PerfectBot {
            name: options.name(),
            limits: Limits { nodes: options.int("nodes"), time, ..Limits::NONE },
            engine: AlphaBeta::with(engine_options),
        }
    }
}

impl<G: Notation> DynBot for PerfectBot<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<G>(table)?;
        let mut limits = stricter(self.limits, task.limits);
        // Thirty seconds rather than one: perfection is what it is asked for.
        if self.limits.is_none() && task.limits.is_none() {
            limits = Limits::time(Duration::from_secs(30));
        }
        let mut thought = search(&mut self.engine, &NoEval, table, limits, task);
        let proved = thought.lines.first().and_then(|line| line.score);
        if proved.is_some_and(|(_, kind)| kind.word() != "proved") {
            thought.why.insert(0, "This position was not solved in the time given.".into());
        }
        Ok(thought)
    }
}

/// Monte Carlo tree search: what wins most often when games are played out at random.
pub struct MctsBot<G: Game, E> {
    name: String,
    limits: Limits,
    engine: Mcts<G>,
    eval: Arc<E>,
}

impl<G: Game, E: Eval<G>> MctsBot<G, E> {
    /// The options by which the bot is named.
    pub const PARAMS: &[Param] = &[
        Param { help: "games played out a move; such a search repeats exactly", ..NODES },
        TIME,
        Param::new(
            "memory",
            "256",
            Values::Int { min: 1, max: 65_536 },
            "the size of the tree in MiB",
        ),
        Param::new(
            "rave",
            "0",
            Values::Int { min: 0, max: 1_000_000 },
            "weight of all moves as first",
        ),
        Param::new(
            "seed",
            "1",
            Values::Int { min: 0, max: u64::MAX },
            "the same seed, the same games",
        ),
    ];

    /// The bot as its options describe it.
    pub fn new(options: &Options, eval: Arc<E>) -> Self {
        let engine = Mcts::with(MctsOptions {
            memory_bytes: (options.int("memory").unwrap_or(256) as usize) << 20,
            rave: options.int("rave").unwrap_or(0) as f32,
            seed: options.int("seed").unwrap_or(1),
            ..MctsOptions::default()
        });
        let time = options.int("time").map(Duration::from_millis);
        let limits = Limits { nodes: options.int("nodes"), time, ..Limits::NONE };
        MctsBot { name: options.name(), limits, engine, eval }
    }
}

impl<G: Notation, E: Eval<G>> DynBot for MctsBot<G, E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<G>(table)?;
        let limits = stricter(self.limits, task.limits);
        if limits.time_for_move().is_none() {
            self.engine.clear();
        }
        let question = henge_search::Task {
            limits,
            n_lines: task.n_lines,
            stop: task.stop,
            progress: &mut |report: &Report<G::Move>| (task.progress)(&thought(table, report)),
        };
        let (game, pos) = (table.game(), table.position());
        let report = self.engine.search(game, pos, &keys(table), &*self.eval, question);
        let mut thought = thought(table, &report);
        explain(&mut thought);
        Ok(thought)
    }
}
