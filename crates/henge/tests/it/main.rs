//! The tests of this crate that use it from outside: one program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod backgammon;
mod batches;
mod books;
mod dice;
mod facts;
mod go_moku;
mod parts;
mod problems;
mod review;
mod strangers;
