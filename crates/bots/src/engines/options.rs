//! The options that several bots share.

use std::thread::available_parallelism;
use std::time::Duration;

use henge_core::spec::{Options, Param, Values};
use henge_core::{Limits, Margins};
use henge_search::{MarginChoice, MctsOptions};

/// A bot that nobody limits thinks for so long.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) const DEPTH: Param =
    Param::new("depth", "", Values::Int { min: 1, max: 1000 }, "the most plies to search");
pub(crate) const NODES: Param = Param::new(
    "nodes",
    "",
    Values::Int { min: 1, max: u64::MAX },
    "the most positions to visit; such a search repeats exactly",
);
pub(crate) const TIME: Param = Param::new(
    "time",
    "",
    Values::Milliseconds { max: 86_400_000 },
    "the most milliseconds a move",
);
pub(crate) const TABLE: Param = Param::new(
    "table",
    "",
    Values::Mebibytes { max: 65_536 },
    "the size of the table in MiB; 16 for each thread by default",
);
pub(crate) const MEMORY: Param =
    Param::new("memory", "256", Values::Mebibytes { max: 65_536 }, "the size of the tree in MiB");
pub(crate) const RAVE: Param = Param::new(
    "rave",
    "",
    Values::Int { min: 0, max: 1_000_000 },
    "weight of all moves as first; by default what suits the game",
);
pub(crate) const THREADS: Param = Param::new(
    "threads",
    "1",
    Values::Threads { max: 256 },
    "threads that search together; 0 for one a core",
);
pub(crate) const EVAL: Param = Param::new(
    "eval",
    "",
    Values::Choice(&EVALS),
    "no evaluation at all, or that of the game's source; by default the best there is",
);
/// The evaluations of a game that brings several, besides the usual one.
pub const EVALS: [&str; 2] = ["none", "source"];
pub(crate) const MARGIN: Param = Param::new(
    "margin",
    "0",
    Values::Int { min: 0, max: 1_000_000 },
    "plays any move whose score is so near to the best",
);
pub(crate) const SEED: Param = Param::new(
    "seed",
    "1",
    Values::Int { min: 0, max: u64::MAX },
    "the same seed, the same choices",
);
pub(crate) const BOOK: Param =
    Param::new("book", "", Values::InputOrNone, "the file of an opening book, or none for none");

/// How far corners are cut: the [`Margins`] of the evaluation, unless something else is chosen.
pub(crate) const MARGINS: [Param; Margins::NAMES.len()] = {
    const HELP: [&str; Margins::NAMES.len()] = [
        "late moves are searched less deeply: percent of ln(depth) · ln(place)",
        "better than needed by this for each ply to go is good enough (reverse futility)",
        "behind by this for each ply to go: late moves are not tried (futility)",
        "plies by which a try at doing nothing is shallower (null move)",
        "the best move is searched deeper if the others are worse by this (singular extension)",
        "plies less where no best move is known (internal reduction)",
        "1: the only move costs no depth; 0: it does",
        "places by which moves that were good elsewhere come forward",
        "moves tried next to the horizon, and again as many for each ply above it",
        "percent of all positions spent on wins by threats at the root and near it",
    ];
    let mut all = [SEED; Margins::NAMES.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = Param::new(Margins::NAMES[i], "", Values::Int { min: 0, max: 1_000_000 }, HELP[i]);
        i += 1;
    }
    all
};

/// The limits that the bot's name gives.
pub(crate) fn own_limits(options: &Options) -> Limits {
    Limits {
        depth: options.int("depth").map(|depth| depth as u32),
        nodes: options.int("nodes"),
        time: options.int("time").map(Duration::from_millis),
        clock: None,
    }
}

/// The stricter of the bot's own limits and those of the task; so much time if there are none.
pub(crate) fn stricter(own: Limits, task: Limits, default: Duration) -> Limits {
    let limits = both(own, task);
    if limits.is_none() { Limits::time(default) } else { with_reserve(limits) }
}

/// What two limits leave together.
pub(crate) fn both(own: Limits, task: Limits) -> Limits {
    fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        a.into_iter().chain(b).min()
    }
    Limits {
        depth: least(own.depth, task.depth),
        nodes: least(own.nodes, task.nodes),
        time: least(own.time, task.time),
        clock: task.clock,
    }
}

/// Leaves a little of the time for the way back: on a busy machine a thread that wants to answer
/// waits for its turn.
fn with_reserve(limits: Limits) -> Limits {
    let reserve = |time: Duration| time - (time / 16).min(Duration::from_millis(20));
    Limits { time: limits.time.map(reserve), ..limits }
}

/// The size of the table that is asked for. Threads fill it together, and where it is too small they search
/// the same positions again and again.
pub fn table_bytes(options: &Options) -> usize {
    let mib = options.int("table").unwrap_or_else(|| 16 * threads(options).min(64) as u64);
    (mib as usize) << 20
}

/// How many threads are asked for.
pub(crate) fn threads(options: &Options) -> usize {
    match options.int("threads").unwrap_or(1) {
        0 => available_parallelism().map_or(1, usize::from),
        n => n as usize,
    }
}

/// Alpha-beta as the options describe it.
pub fn alphabeta_options(options: &Options) -> henge_search::Options {
    let mut margins = MarginChoice::default();
    for (number, name) in Margins::NAMES.iter().enumerate() {
        if let Some(value) = options.int(name) {
            margins.set(number, value as i32);
        }
    }
    henge_search::Options {
        table_bytes: table_bytes(options),
        threads: threads(options),
        margins,
        ..henge_search::Options::default()
    }
}

/// Monte Carlo tree search as the options describe it, and as the game likes it.
pub fn mcts_options(options: &Options, usual: MctsOptions) -> MctsOptions {
    MctsOptions {
        memory_bytes: (options.int("memory").unwrap_or(256) as usize) << 20,
        rave: options.int("rave").map_or(usual.rave, |rave| rave as f32),
        threads: threads(options),
        seed: options.int("seed").unwrap_or(1),
        ..usual
    }
}
