//! henge on the whole screen of a terminal: all games, saved games, analysis and conversations.
//!
//! The app knows no game. Boards come from the same data as every other drawing of henge, moves from
//! the legal ones of the match, and engines think in threads of their own, so that the screen never
//! waits for them.

mod app;
mod board;
mod conversation;
mod conversations;
mod engine;
pub mod events;
mod field;
mod game;
mod hand;
mod help;
mod home;
mod new_game;
mod play;
pub mod robots;
#[cfg(test)]
mod screens;
pub mod terminal;
pub mod theme;
pub mod ui;

pub use app::{End, run};
pub use conversation::hear_with_files;
pub use play::Habits;
