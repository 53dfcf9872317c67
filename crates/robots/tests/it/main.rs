//! The tests of this crate that use it from outside: one program, so that it is linked once.

#![allow(clippy::unwrap_used)]

mod faults;
mod laws;
mod minds;
mod pictures;
mod server;
