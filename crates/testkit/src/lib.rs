//! The laws every game obeys, files of counts and values, and three tiny games to try engines on.
//!
//! A dev-dependency: everything here panics when something is wrong, with a message that says what
//! and where, because its only reader is the person whose test just failed.
//!
//! ```
//! use henge_testkit::{games::Boxes, laws, symmetry_laws};
//!
//! let game = Boxes::default();
//! laws(&game);
//! symmetry_laws(&game);
//! ```

pub mod alloc;
mod census;
mod claims;
mod data;
mod erased;
pub mod games;
mod laws;
mod perft;
mod values;

pub use census::{Census, census};
pub use claims::{Holds, claims_hold, explained};
pub use erased::laws_of;
pub use laws::{
    LawsOptions, Walked, eval_laws, laws, laws_with, symmetry_laws, symmetry_laws_with,
};
pub use perft::{Counts, check_perft};
pub use values::{Value, check_scores, check_values};
