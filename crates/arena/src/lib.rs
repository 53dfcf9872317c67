//! Contests between bots: schedules that repeat exactly, games on many threads, a journal to go on
//! from, and what the results say about strength.
//!
//! A [`Plan`] says who meets whom in which game, and with which openings. It is a plain value: what
//! is to be played next follows from it and from the results so far, and from nothing else. Each
//! game is a [`Job`] that can be run anywhere; with limits in nodes it always ends the same way.
//! [`run_contest`] gives the jobs to an [`Executor`], writes down what is finished in a [`Journal`], and
//! makes a [`Report`], which is the same to the byte on any number of threads, and after any number
//! of interruptions. A [`Tuning`] fits the options of a bot in the same way, by games between two sets
//! of values.
//!
//! Parts of a proof and games to learn from are jobs too ([`Order`]), and [`PartsElsewhere`] and
//! [`PlayersElsewhere`] have them done by any executor.
//!
//! ```
//! use henge_arena::{Format, Plan, Threads, run_contest};
//! use std::sync::atomic::AtomicBool;
//! use henge::Registry;
//!
//! let plan = Plan {
//!     game: "hex:size=3".into(),
//!     players: vec!["alphabeta:depth=2".into(), "random".into()],
//!     format: Format::RoundRobin,
//!     games: 4,
//!     ..Plan::default()
//! };
//! let stop = AtomicBool::new(false);
//! let report = run_contest(&plan, &Registry::standard(), &Threads(1), None, &stop, &mut |_| {})?;
//! assert_eq!(report.table.games(), 4);
//! println!("{}", report.text());
//! # Ok::<(), henge_arena::ArenaError>(())
//! ```

mod adjudication;
mod contest;
mod csv;
mod elsewhere;
mod executor;
mod experiment;
mod html;
mod job;
mod journal;
mod lines;
mod markdown;
mod measure;
mod opening;
mod order;
mod pairing;
mod plan;
mod processes;
mod report;
mod spsa;
mod table;
mod tune;
mod worker;
mod workers;

pub use contest::{Event, run_contest};
pub use elsewhere::{PartsElsewhere, PlayersElsewhere};
pub use executor::{Executor, Orders, Sink, Threads};
pub use experiment::{
    Brought, Experiment, ExperimentError, Step, Work, experiment_html, experiment_markdown,
};
pub use job::{Allowance, Comments, GameClock, Job, Played};
pub use journal::Journal;
pub use measure::Contest;
pub use opening::{Opening, Openings, usual_length};
pub use order::{Course, Done, Order, PartDone, PartJob, SelfPlayDone, SelfPlayJob};
pub use plan::{Format, Meeting, Plan};
pub use processes::Processes;
pub use report::{Ending, Report, Scheduled};
pub use spsa::{Parameter, ParameterError, Probe, Spsa};
pub use table::{CrossTable, Line};
pub use tune::{Iteration, Tuned, Tuning, TuningJournal, run_tuning};
pub use worker::{Trust, Worker, processor, protocol, work};
pub use workers::Workers;

/// What results say about strength.
pub use henge::learn::stats;

use henge::erased::BotError;
use henge::spec::SpecError;
use henge::{NotationError, PlayError};
use thiserror::Error;

/// Why a contest cannot be held.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] henge::GameError),
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// A bot failed while playing.
    #[error(transparent)]
    Play(#[from] BotError),
    /// A position of an opening cannot be read.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// A move of an opening is not legal.
    #[error(transparent)]
    Move(#[from] PlayError),
    /// An opening in a file is no use.
    #[error("{file}:{line}: {message}")]
    Opening {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The plan makes no sense.
    #[error("{0}")]
    Plan(String),
    /// A process that plays games failed.
    #[error("{0}")]
    Worker(String),
    /// The journal cannot be read or written.
    #[error("journal {file}: {error}")]
    Journal {
        /// The file.
        file: String,
        /// What went wrong.
        error: std::io::Error,
    },
    /// The journal belongs to something else.
    #[error("journal {file}: {message}")]
    OtherJournal {
        /// The file.
        file: String,
        /// What is wrong, and what would be right.
        message: String,
    },
}
