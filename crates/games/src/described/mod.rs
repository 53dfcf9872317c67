//! Games that a file describes with more words than a [positional game](crate::positional) has: several
//! stones a turn, stones that fall or stay apart, captures, rings, chains between many sides, what loses,
//! changing sides, passing, and pieces that move.
//!
//! [`read_game`] reads a file and says which of the two it is. A [`Description`] is data; [`Described`], or
//! [`Moving`] if it has pieces, makes tables of it once and plays it. No file is recognised as a game that is built in.
//!
//! | file | subject |
//! |---|---|
//! | `file/` | the reader: the board, wins and losses, the other words |
//! | `description` | the game as data |
//! | `compass` | boards and their directions |
//! | `capture` | what is captured, and chains |
//! | `moving/` | the machine of pieces that move |
//! | `rules`, `position` | the machine: `Game` |
//! | `reach` | what stones have reached: lines, chains, rings, captures |
//! | `sense` | an evaluation for every file |
//! | `notation`, `board` | the other traits of the core |
//! | `doubts` | rules that can never apply |

mod board;
mod capture;
mod compass;
mod description;
mod doubts;
mod file;
pub mod moving;
mod notation;
mod position;
mod reach;
mod rules;
mod sense;
#[cfg(test)]
mod tests;

pub use compass::Compass;
pub use description::{
    Again, Aim, By, Capture, Description, Enclosed, End, Opening, PieceKind, Place, Repeat, Stuck,
    Swap, Verdict, Ways, Whose,
};
pub use file::{GameFile, read_game, read_game_within};
pub use henge_toml::FileError;
pub use moving::{Material, Moving, Worth};
pub use position::{Move, Moves, Position, Stage};
pub use rules::{Decided, Described};
pub use sense::{Sense, SenseState};

use henge_core::About;

impl Description {
    /// The game in words.
    pub fn about(&self) -> About {
        self.definition.about()
    }

    /// What may decide a game, as reports call it.
    pub fn ways_to_end(&self) -> Vec<String> {
        let mut ways: Vec<String> =
            self.aims.iter().map(|aim| aim.by.in_words(aim.verdict)).collect();
        ways.sort();
        ways.dedup();
        ways
    }
}
