//! What can be done with a game besides playing it: small abilities, each an object-safe trait that
//! [`Playable`](crate::Playable) hands out where the game has it.
//!
//! | ability | file | what it does |
//! |---|---|---|
//! | [`Solve`] | `solve.rs` | what a position is worth: at once, or in parts that can be put down |
//! | [`Prove`] | `prove.rs` | proofs that others can check, and the check |
//! | [`Books`] | `books.rs` | opening books: from search, repertoires, played games, solved parts |
//! | [`Analyst`] | `analyst.rs` | who judges positions in analysis, hints and reviews |
//! | [`Survey`] | `survey.rs` | what games by chance tell of a game |
//!
//! | [`Explain`], [`RandomPlay`], [`StatusLine`] | `map.rs` | words for moves; play by chance, where it has a meaning; what is shown after a machine's move |
//!
//! A game keeps them by their types ([`Abilities`]), so that a crate can bring abilities of its own. The first
//! three are one [`GameSolver`] behind the curtain: a game with its solver and its judgement.

mod analyst;
mod books;
mod game_solver;
mod map;
mod prove;
mod solve;
mod survey;

use std::sync::atomic::AtomicBool;

use henge_core::Game;
use henge_core::erased::BotError;
use henge_core::{Match, erased::DynMatch};

pub use analyst::Analyst;
pub use books::{BookTask, Books, RepertoireTask};
pub(crate) use game_solver::GameSolver;
pub use map::{Abilities, Explain, RandomPlay, StatusLine};
pub use prove::{Check, ProofTask, Prove, Proved, Sample, Verified, VerifyError};
pub use solve::{
    DynSolver, PartFound, PartOrder, PartSolvers, PartsFault, PartsProgress, PartsTask, Solve,
    SolvedParts,
};
pub(crate) use survey::GameSurvey;
pub use survey::{Survey, Surveyed};

/// The flag of a task that nobody can stop. It is never raised.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The match inside, for a game that may also be over.
fn open<G: Game>(table: &dyn DynMatch) -> Result<&Match<G>, BotError> {
    table.as_any().downcast_ref().ok_or(BotError::WrongGame)
}
