//! Rooms: one for each game in memory.
//!
//! | file | subject |
//! |---|---|
//! | `hall` | all rooms: loading, making, forgetting |
//! | `play` | the state of one game |
//! | `keys` | tokens and names that nobody can guess |
//! | `moves` | moving, and what follows from a move |
//! | `actions` | everything else a player can do |
//! | `bots` | whose move it is when it is a bot's |
//! | `flag` | clocks that run out |

mod actions;
mod bots;
mod flag;
mod hall;
mod keys;
mod moves;
mod play;

pub use hall::{Hall, Room, sweep};
pub use keys::{Key, dice, fresh_id};
pub use moves::throw_dice;
pub use play::{Play, seats_of, when};
