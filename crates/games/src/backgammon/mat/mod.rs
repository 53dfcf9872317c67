//! Files of matches as Jellyfish began to write them and GNU Backgammon and others do (`.mat`), to
//! and from the records of the core.
//!
//! ```text
//! ; [Event "Club evening"]
//!
//!  3 point match
//!
//!  Game 1
//!  Ada : 0                        Grace : 0
//!   1)                             21: 13/11 24/23
//!   2) 52: 13/8 24/22              63: 8/5 11/5
//!   3)  Doubles => 2                Drops
//!       Wins 1 point
//! ```
//!
//! The player on the left is the first one. A match is one record; in a money session (`0 point
//! match`) every game is one. Lines that begin with `;` are tags before the first game, and comments
//! behind the last move afterwards.
//!
//! GNU Backgammon ends by a segmentation fault when it meets a tag `Game`, a colon in a name or a name of more
//! than 31 bytes. So the rules stand in a tag `Rules`, and names that it cannot read in tags `First` and
//! `Second`, with others in their places. Money games of the same players are one session, whoever sat in the
//! first seat: readers take the first session of a file only. Where the second player is on the left, a tag
//! `Seats` before the game says so.
//!
//! Players resign, which is no move of the rules here: a game that ends before the board ends it is
//! the end of its record, and the match goes on in another one that begins with the score.

mod read;
mod write;

pub use read::read;
pub use write::{WriteError, write};
