//! Opponents with a character, one folder each, and the engines as bots.
//!
//! - `backgammon_match`: paired games of backgammon, to tell who is better
//! - `file`: reading files that the user has named
//! - `engines`: alpha-beta, expectiminimax and Monte Carlo tree search in a chair
//! - `henge`: the one to take when nobody has chosen, with levels for people, and `perfect`
//! - `external`: players of others for any game, as processes
//! - `gammon`: the backgammon player of a thesis from 1970, its tutor and its explanations
//! - `gier`: the draughts player of the GIER computer
//! - `gnubg`: GNU Backgammon, as a process
//! - `hub`: draughts engines of others, as processes
//! - `kuttner1972`: the Pentominoes players of a thesis from 1972, and their table
//! - `mangolas1990`: the player of a library from 1990
//! - `neural`: the backgammon player with a net
//! - `random`: any legal move

pub mod backgammon_match;
mod choice;
pub mod engines;
pub mod external;
mod family;
pub mod file;
pub mod gammon;
pub mod gier;
pub mod gnubg;
pub mod henge;
pub mod hub;
pub mod kuttner1972;
pub mod mangolas1990;
pub mod neural;
mod process;
mod random;
mod trace_file;

pub use family::supervise_with;
pub use process::words;
pub use random::RandomBot;
