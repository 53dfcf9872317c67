//! Opponents with a character, one folder each, and the engines as bots.
//!
//! - `backgammon_match`: paired games of backgammon, to tell who is better
//! - `file`: reading files that the user has named
//! - `engines`: alpha-beta, expectiminimax and Monte Carlo tree search in a chair
//! - `henge`: the one to take when nobody has chosen, with levels for people, and `perfect`
//! - `external`: players of others for any game, as processes
//! - `solvers`: the solvers of single games, for `perfect` and others
//! - `gnubg`: GNU Backgammon, as a process
//! - `hub`: draughts engines of others, as processes
//! - `learning`: training by play, for any game without dice
//! - `neural`: the backgammon player with a net
//! - `random`: any legal move
//! - `self_play`: games of an engine against itself, to learn from

pub mod backgammon_match;
mod choice;
pub mod engines;
pub mod external;
mod family;
pub mod file;
pub mod gnubg;
pub mod henge;
pub mod hub;
pub mod learning;
pub mod neural;
mod process;
mod random;
pub mod self_play;
pub mod solvers;

pub use family::supervise_with;
pub use process::words;
pub use random::RandomBot;
