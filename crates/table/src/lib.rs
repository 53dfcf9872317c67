//! A game in progress, without a screen, a disk, a clock or a thread.
//!
//! A [`Sitting`] knows who sits where, whose clock runs, what is on offer and how the game ended. Whoever
//! drives it (the command line, the terminal app, a room of the server, the arena) brings [`Event`]s and
//! carries out [`Effects`]: asks a bot, writes a change to disk, shows what happened. So the rules of the
//! table are the same everywhere, and are tested without any of these.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use henge_core::{Match, Player};
//! use henge_table::{Dice, Event, Seat, Sitting};
//! use henge_testkit::games::Ring;
//!
//! let table = Box::new(Match::new(Arc::new(Ring::default())));
//! let mut sitting = Sitting::new(table, [Seat::human(), Seat::bot("random")], Dice::new(1));
//! let mv = sitting.table().moves()[0].text.clone();
//! let effects = sitting.handle(Event::Move { by: Player::First, text: &mv }, Duration::ZERO)?;
//! // The bot is to move: the driver lets it think, and comes back with what it has found.
//! let ask = effects.ask.expect("a question");
//! assert_eq!(ask.player, Player::Second);
//! # Ok::<(), henge_table::Refusal>(())
//! ```

mod adjudication;
mod clocks;
mod dice;
mod event;
mod seat;
mod sitting;
pub mod words;

pub use adjudication::{Adjudication, AdjudicationState, Threshold};
pub use clocks::Clocks;
pub use dice::{Dice, roll};
pub use event::{Ask, Effects, Event, Notice, Purpose, Refusal};
pub use seat::{Seat, Who};
pub use sitting::{MOST_PLIES, Sitting};
