//! Stonehenge: eighteen cells, fifteen ley-lines, and nine pieces for each player.
//!
//! Every cell lies on three lines. A move puts one of the mover's pieces 6 5 4 3 3 2 2 1 1 on an
//! empty cell. A full line belongs to the larger sum, and on equal sums to the opponent of the
//! player who filled it. A line that is not full goes to a player as soon as the opponent could not
//! pass him even with his largest remaining pieces; all lines are looked at after every move. An
//! awarded line stays awarded, and eight of the fifteen win, so that there is no draw.
//!
//! The game is Reiner Knizia's. Cells, lines and arbitration follow the Stonehenge of Chailloux,
//! Manoury and Pagano, *Developing Applications with Objective Caml*, chapter 17. Its program tests
//! for the end on the mover's side only; here the game ends as soon as either player has eight.
//!
//! | file | subject |
//! |---|---|
//! | `tables` | cells, lines and their symmetries |
//! | `hand` | the pieces a player has left |
//! | `rules`, `notation`, `board` | the traits of the core |
//! | `eval`, `worth` | the book's evaluation and one learnt from solved positions |
//! | `claims` | what a piece does: lines taken, given and denied |
//! | `features` | what an evaluation that learns looks at |

mod board;
mod claims;
mod eval;
mod features;
mod hand;
mod notation;
mod rules;
mod tables;
#[cfg(test)]
mod tests;
pub mod worth;

pub use eval::{Lines, Source};
pub use features::LinesAndHands;
pub use hand::Hand;
pub use rules::{Move, Moves, Position, Stonehenge};
pub use tables::{CELL_IMAGE, LINES, LINES_OF, N_CELLS, N_LINES, N_SYMMETRIES, TURNS, rank};

use henge_core::About;

/// What the players are called, as in the book.
const PLAYERS: [&str; 2] = ["Black", "Red"];

impl Stonehenge {
    /// The game in words.
    pub fn about(&self) -> About {
        About::new("stonehenge", "Stonehenge")
            .players(PLAYERS[0], PLAYERS[1])
            .rules(
                "Place one of your pieces 6 5 4 3 3 2 2 1 1 on an empty cell, as in 12:5. A full \
                 line goes to the larger sum, and on equal sums to the opponent of the player who \
                 filled it. A line goes earlier to a player whom the opponent's largest remaining \
                 pieces could no longer beat there. Eight of the fifteen lines win.",
            )
            .source(
                "Reiner Knizia; Chailloux, Manoury, Pagano: Developing Applications with \
                 Objective Caml, chapter 17",
            )
    }
}
