//! Games that a file describes with more words than a [positional game](crate::positional) has: several
//! stones a turn, stones that fall or stay apart, captures, rings, chains between many sides, what loses,
//! changing sides, passing.
//!
//! [`read_game`] reads a file and says which of the two it is. A [`Description`] is data; [`Described`] makes
//! tables of it once and plays it. No file is recognised as a game that is built in.
//!
//! | file | subject |
//! |---|---|
//! | `file/` | the reader: the board, wins and losses, the other words |
//! | `description` | the game as data |
//! | `compass` | boards and their directions |
//! | `rules`, `position` | the machine: `Game` |
//! | `reach` | what stones have reached: lines, chains, rings, captures |
//! | `sense` | an evaluation for every file |
//! | `notation`, `board` | the other traits of the core |
//! | `doubts` | rules that can never apply |

mod board;
mod compass;
mod description;
mod doubts;
mod file;
mod notation;
mod position;
mod reach;
mod rules;
mod sense;
#[cfg(test)]
mod tests;

pub use compass::Compass;
pub use description::{
    Aim, By, Capture, Description, Enclosed, End, Opening, Place, Stuck, Swap, Verdict, Whose,
};
pub use file::{GameFile, read_game, read_game_within};
pub use henge_toml::FileError;
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
