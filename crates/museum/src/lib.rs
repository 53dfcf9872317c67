//! The museum: players of other times, rebuilt after the documents that describe them, and
//! conversations with them.
//!
//! - `caml2000`: the player of a chapter from 2000, for Connect Four and Stonehenge
//! - `gammon`: the backgammon player of a thesis from 1970, whom people teach, and its explanations
//! - `gier`: the draughts player of the GIER computer, and its dialogue
//! - `kuttner1972`: the Pentominoes players of a thesis from 1972, and their table
//! - `mangolas1990`: the player of a library from 1990, for all positional games
//!
//! henge does not know this crate. It adds itself to the games of a registry, as any crate can:
//!
//! ```
//! let games = henge_museum::exhibit(henge::Registry::standard());
//! assert!(games.game("hex")?.bot("mangolas1990").is_ok());
//! # Ok::<(), henge::GameError>(())
//! ```

pub mod caml2000;
mod exhibit;
mod exhibits;
pub mod gammon;
pub mod gier;
pub mod kuttner1972;
pub mod mangolas1990;
mod sources;
mod trace_file;

pub use exhibit::{exhibit, game, games};
pub use sources::sources;
