//! Nuba: wrestlers clear the way for musicians.
//!
//! Reiner Knizia's game of 1995 (Amigo). The clauses follow the English translation of its rules by Julian Simpson:
//!
//! 1. Each player has ten tokens, numbered 1 to 9 and X, the champion. The board has five columns and six rows.
//! 2. Starting with Green, players take turns to put one of their tokens on any free square of the two rows nearest to
//!    them, until all are on the board.
//! 3. Then players take turns to move a token one square forward, straight or diagonally, never sideways or back.
//! 4. A token goes to an empty square, or to that of a token of the other player with the same or a higher number, which
//!    leaves the board. The champion takes every token, and every token takes the champion.
//! 5. A token that comes to the row farthest from its owner leaves the board and becomes the best musician, unless
//!    there is one with the same or a higher number, of either player.
//! 6. The game is over when no token on the board could better the best musician, and its owner wins. The champion
//!    cannot be bettered and wins at once.
//!
//! What the rules leave open is read like this: a token that comes to the far row and does not better the best musician
//! leaves the board all the same; a player who cannot move passes; when neither player can move, the owner of the best
//! musician wins, and without a musician nobody does.
//!
//! | file | subject |
//! |---|---|
//! | `rules`, `moves`, `notation`, `board` | the traits of the core |
//! | `eval`, `words` | evaluations; what a move does, in words |

mod board;
mod eval;
mod moves;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod words;

pub use eval::{Paths, Tokens};
pub use moves::{Move, Moves};
pub use rules::{Nuba, Position};
pub use words::explain;

use henge_core::About;

/// What the two sides are called.
const PLAYERS: [&str; 2] = ["Green", "Red"];

impl Nuba {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = PLAYERS;
        About::new("nuba", "Nuba")
            .players(first, second)
            .rules(
                "Players take turns to put tokens 1 to 9 and X on their two rows. Then a token moves one square \
                 forward, straight or diagonally. It takes tokens with the same or a higher number; X takes all \
                 and is taken by all. A token that reaches the far row leaves the board and becomes the best \
                 musician if its number is the highest so far. When no token on the board is higher, \
                 the owner of the best musician wins. An X that gets there wins at once.",
            )
            .source("Reiner Knizia 1995")
    }
}
