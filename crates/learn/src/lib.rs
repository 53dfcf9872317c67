//! Learning, for any game: from positions as features and results as numbers to the coefficients of
//! an evaluation, to a table of values, or to a small net.
//!
//! [`training`] plays the games to learn from, measures and stops. Nothing here knows a game by name or
//! opens a file, and the same seed gives the same weights.
//!
//! | module | subject |
//! |---|---|
//! | `logistic` | coefficients by a fit to results |
//! | [`td`] | what positions learn from those after them |
//! | `linear` | sums of features as evaluations, and their file |
//! | [`table`] | a value for each situation |
//! | [`net`] | small dense nets |
//! | `net_judgement` | a net over the features of a game |
//! | `learner` | any of the three, as something that learns from samples |
//! | [`training`] | rounds of games and learning, measured, kept, and stopped when it is good enough |
//! | [`stats`] | what results say about strength |
//! | [`data`] | positions with results in a file, for henge and for others |
//! | [`mod@file`] | the files of coefficients and tables |

pub mod data;
pub mod file;
mod learner;
mod linear;
mod logistic;
pub mod net;
mod net_judgement;
pub mod stats;
pub mod table;
pub mod td;
pub mod training;

pub use file::{Label, LearnedError};
pub use learner::{Learner, LinearLearner, NetLearner, NoFeatures, TableLearner, label_of};
pub use linear::{Linear, MAGIC as LINEAR_MAGIC, read_weights, write_weights};
pub use logistic::{Coefficients, Fit, Fitted, Samples, fit};
pub use net_judgement::{Learned, NetJudgement, net_label, net_provenance};
