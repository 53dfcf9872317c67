//! Opponents with a character, one folder each, and the engines as bots.

mod engine;
pub mod mangolas1990;
mod random;

pub use engine::{AlphaBetaBot, MctsBot, PerfectBot};
pub use random::RandomBot;
