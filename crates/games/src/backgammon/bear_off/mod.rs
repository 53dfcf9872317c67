//! Bearing off: what is known for certain once all men are home.
//!
//! - [`OneSided`]: how many rolls a side of up to fifteen men needs, as a distribution
//! - [`TwoSided`]: what a position of few men a side is worth, without and with a doubling cube
//!
//! Both are computed from the rules alone, from the positions with few pips upwards, so that every
//! value rests on values that are already there.

mod home;
mod one_sided;
#[cfg(test)]
mod tests;
mod two_sided;

pub use home::{Home, Ranks};
pub use one_sided::{MOST_ROLLS, OneSided};
pub use two_sided::{MOST_MEN, TwoSided, TwoSidedError, Worth};
