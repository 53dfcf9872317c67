//! The museum from outside: who plays which game, what strangers may ask for, and what is said.

#![allow(clippy::unwrap_used)]

mod conversations;
mod players;
mod status;
