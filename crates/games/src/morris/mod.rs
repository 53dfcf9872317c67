//! Nine Men's Morris: three in a row take a man.
//!
//! The game is hundreds of years old, and rule books differ in details. The clauses are the usual ones, with flying as
//! an option:
//!
//! 1. Each player has nine men in hand. White moves first.
//! 2. While a player has men in hand, a move places one on any free point.
//! 3. Then a move takes a man along a line to the next point, if that is free.
//! 4. A player with three men left may go to any free point (*flying*), unless that was excluded.
//! 5. Whoever closes a mill, three men of one colour on a line, takes a man of the other player off the board: one, even if two
//!    mills are closed at once.
//! 6. A man that stands in a mill is taken only if all men of that player do.
//! 7. A player who is left with fewer than three men has lost, and so has a player who cannot move.
//! 8. The third time that the same position stands on the board with the same player to move is a draw.
//! 9. So are a number of moves without a mill after all men have been placed, by default fifty by each player.
//!
//! Ralph Gasser ("Solving Nine Men's Morris", 1993) proved that the game with flying is a draw.
//!
//! | file | subject |
//! |---|---|
//! | `points` | the points, their neighbours, the lines |
//! | `rules`, `moves`, `notation`, `board` | the traits of the core |
//! | `eval`, `words` | evaluations; what a move does, in words |

mod board;
mod eval;
mod moves;
mod notation;
mod points;
mod rules;
#[cfg(test)]
mod tests;
mod words;

pub use eval::{Men, Mills};
pub use moves::{Move, Moves};
pub use rules::{Flying, Morris, Position};
pub use words::explain;

use henge_core::About;

/// What the two sides are called.
const PLAYERS: [&str; 2] = ["White", "Black"];

impl Morris {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = PLAYERS;
        let flying = match self.flying() {
            Flying::Allowed => " With three men left, a man may go to any free point.",
            Flying::Excluded => "",
        };
        About::new("nine-mens-morris", "Nine Men's Morris")
            .players(first, second)
            .rules(format!(
                "First nine men of each player are placed on free points, then men move along the lines to the \
                 next point.{flying} Three men in a line are a mill: closing one takes a man of the other player, \
                 one outside of mills if there is any. A player with fewer than three men, or without a \
                 move, has lost. A position that stands there for the third time is a draw{}.",
                match self.most_idle() {
                    0 => String::new(),
                    n => format!(", and so are {n} moves without a mill once all men have been placed"),
                }
            ))
            .source("traditional; Ralph Gasser, Solving Nine Men's Morris, 1993")
    }
}
