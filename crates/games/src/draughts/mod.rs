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
//! | `rules` | the trait of the core |

mod draws;
mod generate;
mod moves;
mod rules;
mod squares;
mod variant;
mod word;

pub use moves::{Move, Moves};
pub use rules::{Draughts, Position, WordError};
pub use squares::{Square, Squares};
pub use variant::{
    AboutTurn, Colour, Corner, Draws, Endings, King, Landing, Lifted, Lines, ManCaptures, ManTakes,
    Names, Priority, Promotion, Rules, Variant,
};
pub use word::Word;
