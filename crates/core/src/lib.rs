//! What a game is: traits and plain types, with no input, output, clock, thread or chance of its own.
//!
//! A game is its rules ([`Game`]); everything else is written once, for all games. A game that can be
//! written down ([`Notation`]) and drawn ([`Depict`]) gets the [`erased`] face, through which every
//! front end plays it without knowing it.

mod about;
pub mod batch;
mod bits;
pub mod depict;
mod ending;
mod enumerate;
pub mod erased;
mod eval;
pub mod explain;
mod features;
mod game;
pub mod harmless;
mod limits;
mod matches;
mod memory;
mod notation;
mod numbering;
mod perft;
pub mod planes;
pub mod record;
pub mod render;
pub mod spec;
pub mod stranger;
pub mod words;
mod worth;

pub use about::About;
pub use bits::{Bits, BitsIter};
pub use depict::{Board, Depict, Scene, SiteId};
pub use ending::{EndedBy, EndedByError, Ending};
pub use enumerate::Enumerate;
pub use eval::{Eval, Margins, NoEval, Omitted, Score, ScoreKind};
pub use features::{Features, Judged, Judgement, SCORE_OF_LOGIT};
pub use game::{Game, Outcome, Player, Symmetric, Turn};
pub use limits::{Aim, Clock, Halt, Limits};
pub use matches::{Match, PlayError};
pub use memory::{NoMemory, zeros, zeros_of_some};
pub use notation::{Notation, NotationError};
pub use numbering::Numbering;
pub use perft::{mix64, perft};
pub use worth::{Amount, Curve, EndChances, How, Known, Scale, Unit, Worth};
