//! One file for each command, or for a few that belong together.

pub mod analyse;
pub mod backward;
pub mod bench;
pub mod book;
pub mod check;
pub mod endings;
pub mod games;
pub mod groups;
pub mod hub;
pub mod learn;
pub mod learn_backgammon;
pub mod learn_gammon;
pub mod learn_weights;
pub mod matches;
pub mod moves;
pub mod perft;
pub mod random;
pub mod records;
pub mod rollout;
pub mod same;
pub mod saved;
pub mod serve;
pub mod shell;
pub mod show;
pub mod solve;
mod solve_parts;
pub mod verify;
