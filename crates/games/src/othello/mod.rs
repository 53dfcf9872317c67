//! Othello: a disc that is placed turns over all discs it encloses, and whoever has more at the end wins.
//!
//! The numbers are those of the rules of the World Othello Federation, which are in all rule books:
//!
//! 1. Black moves first.
//! 2. A player who cannot outflank anything must pass; a player who can must move.
//! 3. A disc outflanks any number of discs in any number of rows at once, in all eight directions.
//! 4. It does not outflank across a disc of its own colour.
//! 5. Discs are outflanked by the disc that is placed, and not by discs that are turned over.
//! 6. All discs that are outflanked are turned over.
//! 10. The game ends when neither player can move, and the majority of discs wins.
//!
//! Goro Hasegawa made the game of Reversi (1883) into it by fixing the first four discs. A pass is a move
//! here, so that a record says what happened. Boards are even: 4×4, 6×6, 8×8 or 10×10. The small ones are
//! solved: White wins 11 to 3 on 4×4, and 20 to 16 on 6×6 (Feinstein 1993).
//!
//! | file | subject |
//! |---|---|
//! | `word` | sets of squares: who can move, what is turned over |
//! | `rules`, `notation`, `board` | the traits of the core |
//! | `eval`, `claims` | evaluations by hand; what a move does |
//! | `patterns` | an evaluation by what stands on edges, corners and lines, learned from games |
//! | `ggf`, `obf`, `transcript` | the forms in which others keep games and positions |

mod board;
mod claims;
mod eval;
pub mod ggf;
mod notation;
pub mod obf;
pub mod patterns;
mod rules;
#[cfg(test)]
mod tests;
pub mod transcript;
mod word;

pub use eval::{Discs, Mobility};
pub use rules::{Move, Moves, Othello, Position, SizeError};
pub use word::{Word, turned_over};

use henge_core::About;

/// What the two sides are called.
const PLAYERS: [&str; 2] = ["Black", "White"];

impl<W: Word> Othello<W> {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = PLAYERS;
        About::new("othello", "Othello")
            .players(first, second)
            .rules(
                "A disc is placed so that it encloses opposing discs in a row between itself and \
                 another disc of its colour: across, down or diagonally. All discs that it encloses \
                 are turned over. A player who cannot enclose anything passes; nobody else may. When \
                 neither player can move, the majority of discs wins.",
            )
            .source("Goro Hasegawa 1971; the rules of the World Othello Federation")
    }
}
