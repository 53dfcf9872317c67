//! Backgammon.
//!
//! | file | subject |
//! |---|---|
//! | `men` | where the men are |
//! | `play` | steps, and plays made of them |
//! | `generate` | all results of a roll |
//! | `bear_off` | tables of what is known once all men are home |

pub mod bear_off;
mod generate;
mod men;
mod play;
#[cfg(test)]
mod tests;

pub use generate::{Entry, Plays, ROLLS, Roll, generate};
pub use men::{BAR, Men, OFF, rearmost};
pub use play::{Play, Step};
