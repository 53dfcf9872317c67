//! The backgammon player of W. E. Bushey's thesis of 1970: strategies made of tactics.

mod award;
mod board;
mod change;
mod choose;
mod decision;
mod explain;
mod grade;
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
mod words;

pub use explain::{
    Danger, Difference, Explanation, Rival, Share, explain, explain_in, explain_with, hitting_rolls,
};
pub use seat::Seat;
pub use set::StrategySet;
