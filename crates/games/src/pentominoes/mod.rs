//! Pentominoes: two players put the twelve pentominoes on a board, and who cannot move loses.
//!
//! The board is a rectangle of at most 64 squares, of which some may be blocked. The players take
//! turns to place one of the pieces that are left, in any orientation, on free squares. Solomon
//! Golomb's game is played on the chessboard; Kuttner's thesis of 1972 plays on 6×10.
//!
//! | file | subject |
//! |---|---|
//! | `pieces` | the twelve pieces and their 63 orientations around a centre |
//! | `rules`, `notation`, `board` | the traits of the core |
//! | `eval` | few choices are bad for those who have them |
//! | `claims` | what a piece does: the room it leaves |
//! | `features` | what an evaluation that learns looks at |

mod board;
mod claims;
mod eval;
mod features;
mod notation;
mod pieces;
mod rules;
#[cfg(test)]
mod tests;
mod words;

pub use eval::Choices;
pub use features::{ChoicesAndCentres, choices_and_centres};
pub use pieces::{N_NEAR, N_ORIENTATIONS, N_PIECES, NEAR, Orientation, PieceName, fitting};
pub use rules::{BoardError, Move, Moves, Pentominoes, Position};

use henge_core::About;

/// What the two sides are called.
const PLAYERS: [&str; 2] = ["Red", "Blue"];

impl Pentominoes {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = PLAYERS;
        About::new("pentominoes", "Pentominoes")
            .players(first, second)
            .rules(
                "Players take turns to place one of the twelve pieces F I L N P T U V W X Y Z, each \
                 of which exists once, in any orientation on free squares. A player who cannot move \
                 loses. A move names the piece, its orientation and the square of its centre, as \
                 in T 3 45 or T3@45; squares are numbered row by row.",
            )
            .source(
                "Solomon W. Golomb: Polyominoes, 1965; the notation and the board of 6×10 are those \
                 of Kuttner 1972",
            )
    }
}
