//! Files of games in the Portable Draughts Notation, to and from the records of the core.
//!
//! ```text
//! [Event "Club evening"]
//! [White "Ada"]
//! [Black "Grace"]
//! [GameType "20,W,10,10,N2,0"]
//! [Result "2-0"]
//!
//! 1. 32-28 {a comment} 19-23 $1 2. 28x19 14x23 (2... 13x24 3. 37-32) 2-0
//! ```
//!
//! - `White` and `Black` become `First` and `Second` as the variant has it, `FEN` becomes `Position`,
//!   and `GameType` says which `Game` it is; all other tags are kept. Without a `GameType` the
//!   squares tell: letters are Russian draughts, numbers above 32 international, others English.
//!   Variants that the standard has no number for have a tag `Variant`.
//! - A result says what White got: `1-0` or `2-0`, `0-1` or `0-2`, `1/2-1/2` or `1-1`. In records it
//!   says what the first player got.
//! - What a move is worth (`!`, `?`, `$1`) stands in front of its comment: `{$1 a comment}`.
//!
//! Moves are kept as they are written. Whether they are legal is found out when the record is played.

mod read;
mod write;

pub use read::read;
pub use write::write;

use super::variant::{Colour, Corner, Names, Rules};

/// What `!`, `?` and so on are called by number.
const STRENGTHS: [(&str, &str); 6] =
    [("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6"), ("!", "$1"), ("?", "$2")];

/// The whole `GameType` of a variant: number, who begins, size, names of squares, whether the square
/// at the bottom left is played on. None for variants that have no number.
pub fn game_type(rules: &Rules) -> Option<String> {
    let Rules { width, height, mirrored, .. } = rules;
    let names = match rules.names {
        Names::Algebraic => "A0",
        Names::Numbers(Corner::BottomRight) => "N1",
        Names::Numbers(Corner::TopLeft) => "N2",
    };
    let (number, first, mirrored) = (rules.game_type?, rules.first.letter(), u8::from(*mirrored));
    Some(format!("{number},{first},{width},{height},{names},{mirrored}"))
}

/// What the tags of the players are called, the player who begins first.
fn player_tags(rules: &Rules) -> [&'static str; 2] {
    match rules.first {
        Colour::White => ["White", "Black"],
        Colour::Black => ["Black", "White"],
    }
}
