//! Draughts: one family, sixteen rule books.
//!
//! Two players move men forward over a board, capture by jumping, must capture if they can, and make
//! a king of a man who reaches the last row. Who cannot move has lost. In all else the variants
//! differ, and all of that is data: [`Rules`], one constant a variant.
//!
//! | file | subject |
//! |---|---|
//! | `variant` | the rule books as data |
//! | `squares` | names and numbers of squares, and the bits that stand for them |
//! | `word` | sets of squares |
//! | `generate` | captures, compiled for each variant |
//! | `moves` | moves and their iterator |
//! | `draws` | what is counted because games end by it |
//! | `rules`, `notation`, `fen`, `board` | the traits of the core |
//! | `endings` | tables of endings, solved backwards |
//! | `path` | the squares a capture touches |
//! | `eval` | material |
//! | `claims` | what a move does: shots, exchanges, losses, kings |
//! | `patterns` | an evaluation with learned weights |
//! | `pdn` | files of games |
//! | `words` | a rule book in sentences |

mod board;
mod claims;
mod draws;
pub mod endings;
mod eval;
mod fen;
mod generate;
mod moves;
mod notation;
mod path;
pub mod patterns;
pub mod pdn;
mod rules;
mod squares;
#[cfg(test)]
mod tests;
mod variant;
mod word;
mod words;

pub use eval::Material;
pub use moves::{Move, Moves};
pub use patterns::Patterns;
pub use rules::{Draughts, Position, Undo, WordError};
pub use squares::{Square, Squares};
pub use variant::{
    AboutTurn, Colour, Corner, Draws, Endings, King, Landing, Lifted, Lines, ManCaptures, ManTakes,
    Names, Priority, Promotion, Rules, Variant,
};
pub use word::Word;

use henge_core::About;

impl<W: Word> Draughts<W> {
    /// The game in words.
    pub fn about(&self) -> About {
        let rules = self.rules();
        let first = rules.first;
        About::new("draughts", rules.title)
            .numbered_in_pairs()
            .players(first.name(), first.other().name())
            .rules(words::rules(rules))
            .source(words::source(rules))
    }
}
