//! Abalone: groups of marbles push smaller ones off the board.
//!
//! Michel Lalet and Laurent Lévi made the game in 1987. The clauses follow its leaflet, with the rest as options:
//!
//! 1. Each player has fourteen marbles on a board of 61 cells. Black moves first.
//! 2. A move takes one, two or three marbles of one colour that lie side by side in a row one cell further, all in one
//!    of the six directions.
//! 3. In line: the row moves along itself, into an empty cell or pushing.
//! 4. Broadside: the row moves sideways, and every marble of it into an empty cell.
//! 5. Two marbles push one, and three push one or two, where an empty cell or the edge lies right behind what is pushed.
//!    Only moves in line push, and nobody pushes marbles of their own.
//! 6. A marble that is pushed over the edge is out. A player who has pushed out six wins.
//! 7. The leaflet has no draws. Here the third time that the same position stands on the board with the same player to
//!    move is one, and a number of moves without a marble pushed out can be made one.
//!
//! The arrangements are the usual one and the Belgian daisy, with which tournaments are played. A player who cannot
//! move has lost; nobody has seen that happen.
//!
//! | file | subject |
//! |---|---|
//! | `cells` | sets of cells, and how they move |
//! | `rules`, `moves`, `notation`, `board` | the traits of the core |
//! | `eval`, `words` | evaluations; what a move does, in words |

mod board;
mod cells;
mod eval;
mod moves;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod words;

pub use eval::{Marbles, Middle};
pub use moves::{Move, Moves};
pub use rules::{Abalone, Arrangement, Position};
pub use words::explain;

use henge_core::About;

/// What the two sides are called.
const PLAYERS: [&str; 2] = ["Black", "White"];

impl Abalone {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = PLAYERS;
        let idle = match self.most_idle() {
            0 => String::new(),
            n => format!(", and so are {n} moves without a marble pushed out"),
        };
        About::new("abalone", "Abalone")
            .players(first, second)
            .rules(format!(
                "One, two or three marbles in a row move one cell in any direction: along the row, or sideways \
                 into empty cells. Along the row two push one marble of the other player, and three push \
                 one or two, if there is room behind. The first player to push six marbles over the edge wins. A \
                 position that stands there for the third time is a draw{idle}."
            ))
            .source("Michel Lalet and Laurent Lévi 1987")
    }
}
