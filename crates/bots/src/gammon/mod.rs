//! The backgammon player of W. E. Bushey's thesis of 1970: strategies made of tactics.

mod award;
mod change;
mod choose;
mod proposal;
mod risk;
#[cfg(test)]
mod sample;
mod seat;
mod set;
mod statistics;
mod strategy;
mod tables;
mod tactic;
mod template;
mod text;

pub use seat::Seat;
pub use set::StrategySet;
