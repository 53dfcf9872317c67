//! Connect Four: discs fall into the columns of an upright board, and four in a row win.
//!
//! Seven columns and six rows are usual; any board fits whose columns, with a spare bit each, take no
//! more than 64 bits. The game was solved by Allen and by Allis in 1988: whoever begins wins, in the
//! middle column, with his twenty-first disc.
//!
//! | file | subject |
//! |---|---|
//! | `lines` | lines of four on bitboards |
//! | `rules`, `notation`, `board` | the traits of the core |
//! | `eval` | two evaluations |
//! | `claims` | what a disc does: threats, and whose they are in the end |
//! | `features` | what an evaluation that learns looks at |

mod board;
mod claims;
mod eval;
mod features;
mod lines;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use eval::{Source, Threats};
pub use features::{Cells, LinesAndThreats};
pub use lines::Lines;
pub use rules::{ConnectFour, Move, Moves, Position, SizeError};

use henge_core::About;

/// What the two sides are called.
const PLAYERS: [&str; 2] = ["Red", "Yellow"];

impl ConnectFour {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = PLAYERS;
        About::new("connect-four", "Connect Four")
            .players(first, second)
            .rules(
                "Players take turns to drop a disc into a column; it falls to the lowest free cell. \
                 Four discs in a row win: across, down or diagonally. A full board without such a \
                 row is a draw.",
            )
            .source("Wexler and Strongin 1974")
    }
}
