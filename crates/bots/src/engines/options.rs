//! The options that several bots share.

use std::thread::available_parallelism;
use std::time::Duration;

use henge_core::Limits;
use henge_core::spec::{Options, Param, Values};
use henge_search::MctsOptions;

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
pub(crate) const TABLE: Param =
    Param::new("table", "16", Values::Mebibytes { max: 65_536 }, "the size of the table in MiB");
pub(crate) const MEMORY: Param =
    Param::new("memory", "256", Values::Mebibytes { max: 65_536 }, "the size of the tree in MiB");
pub(crate) const RAVE: Param = Param::new(
    "rave",
    "",
    Values::Int { min: 0, max: 1_000_000 },
    "weight of all moves as first; what suits the game if nothing is said",
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
    "no evaluation at all, or that of the game's source; the best there is if nothing is said",
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
    fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        a.into_iter().chain(b).min()
    }
    let limits = Limits {
        depth: least(own.depth, task.depth),
        nodes: least(own.nodes, task.nodes),
        time: least(own.time, task.time),
        clock: task.clock,
    };
    if limits.is_none() { Limits::time(default) } else { with_reserve(limits) }
}

/// Leaves a little of the time for the way back: on a busy machine a thread that wants to answer
/// waits for its turn.
fn with_reserve(limits: Limits) -> Limits {
    let reserve = |time: Duration| time - (time / 16).min(Duration::from_millis(20));
    Limits { time: limits.time.map(reserve), ..limits }
}

/// The size of the table that is asked for.
pub fn table_bytes(options: &Options) -> usize {
    (options.int("table").unwrap_or(16) as usize) << 20
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
    henge_search::Options {
        table_bytes: table_bytes(options),
        threads: threads(options),
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
