//! The tests of this crate that use it from outside: one program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod cli;
mod docs;
mod engines;
mod experiments;
mod gammon;
mod gier;
mod htp;
mod hub;
mod learn;
mod old_files;
mod opened;
mod outputs;
mod piskvork;
mod problems;
mod programs;
mod robots;
mod robots_screen;
mod saved;
mod sources;
mod terminal;
mod tournament;
mod tune;
#[cfg(unix)]
mod workers;
