//! Learning, for any game: from positions as features and results as numbers to the coefficients of an
//! evaluation.
//!
//! Nothing here knows a game, throws dice or looks at a clock: the same data give the same
//! coefficients.

mod logistic;
pub mod net;

pub use logistic::{Fit, Fitted, Samples, fit};
