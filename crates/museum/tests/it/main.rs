//! The museum from outside: who plays which game, what strangers may ask for, and what is said.

mod conversations;
mod players;
