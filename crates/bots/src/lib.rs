//! Opponents with a character, one folder each, and the engines as bots.
//!
//! - `backgammon_match`: paired games of backgammon, to tell who is better
//! - `file`: reading files that the user has named
//! - `engines`: alpha-beta, expectiminimax and Monte Carlo tree search in a chair
//! - `henge`: the one to take when nobody has chosen, with levels for people, and `perfect`
//! - `external`: players of others for any game, as processes
//! - `gnubg`: GNU Backgammon, as a process
//! - `htp`: Hex programs of others, as processes
//! - `hub`: draughts engines of others, as processes
//! - `piskvork`: Go-Moku engines of others, as processes
//! - `neural`: the backgammon player with a net
//! - `random`: any legal move
//! - `waiting`: programs of others between two games

pub mod backgammon_match;
mod choice;
pub mod engines;
pub mod external;
mod family;
pub mod file;
pub mod gnubg;
pub mod henge;
pub mod htp;
pub mod hub;
pub mod neural;
pub mod piskvork;
mod process;
mod random;
mod waiting;

pub use family::supervise_with;
pub use process::{Process, words};
pub use random::RandomBot;
pub use waiting::Waiting;
