//! Runs of learning.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The runs of this machine, the newest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Runs {
    /// Each with all that is known so far.
    pub runs: Vec<Run>,
}

/// A run of `henge learn`: what is learned, and how it goes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Run {
    /// Its name.
    pub name: String,
    /// The game with its options.
    pub game: String,
    /// The name of the game for people.
    pub title: String,
    /// The command that makes the same again.
    pub command: String,
    /// The opponent that strength is measured against.
    pub against: String,
    /// When it began, in UTC.
    pub began: String,
    /// A point for each round, from the first on.
    pub points: Vec<RunPoint>,
    /// Is it over?
    pub ended: bool,
    /// The command to play against what was learned; empty as long as nothing was.
    pub play: String,
}

/// What is known after a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RunPoint {
    /// Rounds, or times through a data set.
    pub round: u32,
    /// Games so far.
    pub games: u64,
    /// The mean loss in nats.
    pub loss: f64,
    /// The same on positions kept apart.
    pub unseen: Option<f64>,
    /// Seconds since it began.
    pub seconds: f64,
    /// What games against the fixed opponent have shown, if there were any.
    pub strength: Option<RunStrength>,
}

/// What games against the fixed opponent have shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RunStrength {
    /// Games.
    pub games: u64,
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// Half the width of its 95 % interval.
    pub score_error: f64,
}
