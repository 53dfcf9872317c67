//! Learning, for any game: from positions as features and results as numbers to the coefficients of
//! an evaluation, to a table of values, or to a small net.
//!
//! Nothing here knows a game, throws dice or looks at a clock: the same data give the same
//! coefficients. Who plays the games to learn from is the business of `henge-bots`.
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
//! | [`data`] | positions with results in a file, for henge and for others |
//! | [`mod@file`] | the files of coefficients and tables |

pub mod data;
pub mod file;
mod learner;
mod linear;
mod logistic;
pub mod net;
mod net_judgement;
pub mod table;
pub mod td;

pub use file::{Label, LearnedError};
pub use learner::{Learner, LinearLearner, NetLearner, NoFeatures, TableLearner, label_of};
pub use linear::{Linear, MAGIC as LINEAR_MAGIC, read_weights, write_weights};
pub use logistic::{Coefficients, Fit, Fitted, Samples, fit};
pub use net_judgement::{Learned, NetJudgement, net_label, net_provenance};
