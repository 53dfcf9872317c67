//! Breakthrough: the first man on the far row wins.
//!
//! Dan Troyka's game of 2000, made for 7×7 and mostly played on 8×8:
//!
//! 1. White's men fill the two rows nearest to White, Black's the two rows nearest to Black; on boards of fewer than six
//!    rows one row each. White moves first.
//! 2. A man moves one square forward, straight or diagonally, to an empty square.
//! 3. Diagonally forward, and only so, it may also take a man of the other player, whose place it takes. Nobody has to
//!    take.
//! 4. A man on the row farthest from its owner wins at once. So does the player who takes the last man of
//!    the other one.
//!
//! There is always a move: nothing of its own stands before the foremost man, and diagonally forward it may go
//! whatever stands there. Nobody can draw, and no position comes back.
//!
//! | file | subject |
//! |---|---|
//! | `rules`, `notation`, `board` | the traits of the core |
//! | `eval`, `words` | evaluations; what a move does, in words |

mod board;
mod eval;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod words;

pub use eval::{Advance, Men};
pub use rules::{Breakthrough, Move, Moves, Position, SizeError};
pub use words::explain;

use henge_core::About;

/// What the two sides are called.
const PLAYERS: [&str; 2] = ["White", "Black"];

impl Breakthrough {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = PLAYERS;
        About::new("breakthrough", "Breakthrough")
            .players(first, second)
            .rules(
                "A man moves one square forward, straight or diagonally, to an empty square. \
                 Diagonally forward it may also take a man of the other player. The first player with a \
                 man on the far row wins, and so does a player who takes all men of the other one.",
            )
            .source("Dan Troyka 2000")
    }
}
