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
#[cfg(test)]
mod picture;
mod play;
mod preview;
pub mod robots;
#[cfg(test)]
mod screens;
pub mod terminal;
pub mod theme;
pub mod ui;

pub use app::{End, Start, run};
pub use conversation::hear_with_files;
pub use play::Habits;

/// A time of a saved game as people read it where they are: the day and the minute.
pub fn minute(ms: i64) -> String {
    let zoned = jiff::Timestamp::from_millisecond(ms);
    let zoned = zoned.map(|time| time.to_zoned(jiff::tz::TimeZone::system()));
    zoned.map(|time| time.strftime("%Y-%m-%d %H:%M").to_string()).unwrap_or_default()
}
