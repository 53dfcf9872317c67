//! henge: write a game's rules once, and get opponents, exact solving and every front end.
//!
//! This is the library to import. A game is found by its name, and everything else hangs on it:
//!
//! ```
//! use henge::Limits;
//!
//! let hex = henge::game("hex:size=4")?;
//! let mut table = hex.rules().start();
//! table.play("b2")?;
//!
//! let mut bot = hex.bot("alphabeta:depth=3")?;
//! let thought = henge::think(&mut *bot, &*table, Limits::NONE)?;
//! table.play(thought.best().expect("the game is not over"))?;
//! assert_eq!(table.history().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod abilities;
mod chair;
mod conversation;
mod endings;
#[cfg(feature = "evaluators")]
mod evaluator;
mod exhibit;
mod game_loop;
mod hurried;
mod overlay;
mod place;
mod playable;
pub mod problems;
mod records;
mod registry;
pub mod review;
mod setup;
mod standard;
mod summary;
mod trainable;
mod typed;

pub use abilities::{
    Abilities, Analyst, BookTask, Books, Check, DynSolver, Explain, PartFound, PartOrder,
    PartSolvers, PartsFault, PartsProgress, PartsTask, ProofTask, Prove, Proved, RandomPlay,
    RepertoireTask, Sample, Solve, SolvedParts, StatusLine, Survey, Surveyed, Verified,
    VerifyError,
};
pub use chair::Chair;
pub use conversation::{Conversation, Converse, Heard, Opening, Reply, Saying, Talk, Way};
pub use endings::{EndingTables, EndingsCount, EndingsFault};
#[cfg(feature = "evaluators")]
pub use evaluator::{BatchEvaluator, OwnEvaluation};
pub use exhibit::Exhibit;
pub use game_loop::{Ended, Listener, Referee, Terms, play_game};
pub use henge_bots as bots;
pub use henge_core::*;
pub use henge_games as games;
pub use henge_learn as learn;
pub use henge_search as search;
pub use henge_solvers as solvers;
pub use henge_table as table;
pub use hurried::Hurried;
pub use overlay::{GroupSight, Overlay, Sighted, SiteSight};
pub use place::{home, own_games};
pub use playable::{BotKind, Guest, Learned, Playable};
pub use records::{RecordForm, Unwritable, is_record, read_records, read_text, write_records};
pub use registry::{Family, GameError, OwnGame, Registry, game, name_of_saved, name_to_save};
pub use setup::GameSetup;
pub use standard::backgammon;
pub use trainable::{FeatureSet, FeatureSets, Model, OwnTraining, TrainError, Trainable};

pub use typed::begins_a_move;

use henge_core::erased::{BotError, DynBot, DynMatch, Task, Thought};

/// Asks a bot for one answer, without progress and without a way to stop it.
pub fn think(
    bot: &mut dyn DynBot,
    table: &dyn DynMatch,
    limits: Limits,
) -> Result<Thought, BotError> {
    bot.think(table, Task::new(limits))
}
