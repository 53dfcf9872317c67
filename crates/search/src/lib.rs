//! Engines for any game: they know the rules through [`henge_core::Game`] and nothing else.
//!
//! - [`minimax`] is the referee: plain, slow, and right. Dice are averaged.
//! - [`AlphaBeta`] plays and analyses games without dice.
//! - [`solve`] searches to the end of the game and proves what it says.
//! - [`playout`] finishes a game at random.
//!
//! Every engine takes a [`Task`] and answers with a [`Report`]. A score is always the score to the
//! player who is to move at the root, and an answer contains a legal move whenever there is one,
//! even if there was no time at all to think.

mod alphabeta;
pub mod book;
mod clock;
pub mod minimax;
mod order;
mod random;
mod root;
mod solve;
mod table;
mod task;
mod tree;
mod value;

pub use alphabeta::{AlphaBeta, MAX_DEPTH, MAX_EXTENSION, Options};
pub use order::Prune;
pub use random::{MAX_PLAYOUT, playout};
pub use solve::{Solution, solve, solve_with};
pub use task::{Line, Report, Task};
