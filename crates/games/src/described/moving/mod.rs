//! Games of pieces that move: the machine behind every file with a `[[piece]]`.
//!
//! | file | subject |
//! |---|---|
//! | `kinds` | tables: where each kind of piece may go from each site |
//! | `position`, `generate` | the position, moves, and how they are found |
//! | `rules` | what a move does, and how a game ends: `Game` |
//! | `worth` | an evaluation for every file |
//! | `notation`, `board` | the other traits of the core |

mod board;
mod generate;
mod kinds;
mod notation;
mod position;
mod rules;
mod worth;

pub use position::{Move, Moves, Position};
pub use rules::Moving;
pub use worth::{Material, Worth};

/// The most sites a board of moving pieces may have.
pub(super) const MOST_SITES: usize = 256;
/// The most kinds of pieces.
pub(super) const MOST_KINDS: usize = 8;
