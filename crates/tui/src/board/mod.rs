//! Boards on a screen of characters: where every site comes to stand, and what it looks like.

mod fold;
mod ground;
mod paint;
mod piece;
mod plane;

pub use paint::{Marks, paint};
pub use piece::{sign_of, tone_of};
pub use plane::{Plane, toward};

#[cfg(test)]
mod tests;
