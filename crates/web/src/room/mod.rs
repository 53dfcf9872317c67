//! Rooms: one for each game in memory.
//!
//! | file | subject |
//! |---|---|
//! | `hall` | all rooms: loading, making, forgetting |
//! | `play` | the state of one game |
//! | `keys` | tokens and names that nobody can guess |
//! | `events` | what happens in a game: on disk, and for all to see |
//! | `actions` | everything a person can do |
//! | `bots` | bots that think in the pool |
//! | `chairs` | bots between two of their moves |
//! | `flag` | clocks that run out |

mod actions;
mod bots;
mod chairs;
mod events;
mod flag;
mod hall;
mod keys;
mod play;

pub use chairs::Chairs;
pub use hall::{Hall, Room, sweep};
pub use keys::{Key, dice, fresh_id, is_id};
pub use play::{Play, seats_of, when};
