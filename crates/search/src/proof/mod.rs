//! Proofs that can be checked without trusting an engine.
//!
//! A proof of "this player gets at least so many points" is a strategy: for every position where he
//! is to move, as far as it can come about, one move. The checker plays the rest itself, every move
//! of the opponent and every roll of the dice, and looks whether all games end as claimed. It knows
//! the rules of the game and nothing else; [`check`] and what it needs are one short file.
//!
//! The exact value of a position is two claims: at least so much for the one, and at least the
//! opposite for the other.
//!
//! ```text
//! henge proof 1
//! game tic-tac-toe
//! position ... ... ...
//! claim first 0
//! : 0216<103>0
//! claim second 0
//! : 40012
//! sum 2cf24dba…
//! ```
//!
//! After a claim come the places of the moves in `Game::moves`, in the order in which the walk meets
//! the positions: 0 to 9, a to z and A to Z for 0 to 61, and larger ones in `<>`. The last line is
//! the BLAKE3 sum of everything before it: it finds accidents, the walk finds lies.
//!
//! A game too large for that may have a line such as `plies 5` after its position: the strategies end
//! there, and the walk collects the positions where they do. Whoever checks the proof draws some of
//! them by lot and solves them by other means.
//!
//! Only games without cycles: a strategy that goes round in circles would look like a proof.

mod check;
mod replay;
mod write;

pub use check::{Checked, Claim, DEFAULT_MOST_POSITIONS, ProofError, check};
pub use replay::holds;
pub use write::{Extent, Written, write, write_value};
