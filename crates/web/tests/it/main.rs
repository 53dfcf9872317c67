//! The tests of this crate that use it from outside: one program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod common;
mod conversations;
mod crowd;
mod engines;
mod matches;
mod museum;
mod network;
mod own_games;
mod problems;
mod proxy;
mod robots;
mod runs;
mod safety;
mod sharing;
mod tls;
