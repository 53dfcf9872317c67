//! Training: what was learned so far plays against itself, learns from these games, is measured, and
//! goes on until the plan is fulfilled or a test says that it is strong enough.
//!
//! A [`Training`] goes in rounds, and anything that learns is one. [`Trainer`] is that of all games
//! without dice, over any [`Learner`](crate::Learner). In each round games are played with what is
//! known, by any number of threads; then all of them are learned from, in the order of their numbers.
//! So the number of threads changes nothing.
//!
//! A [`TrainingRun`] drives a training: it measures by an opponent ([`Measure`]), stops by a
//! sequential test, keeps checkpoints, and yields a [`CurvePoint`] for each round.
//!
//! ```
//! use std::sync::Arc;
//! use henge_games::connect_four::{ConnectFour, LinesAndThreats};
//! use henge_learn::LinearLearner;
//! use henge_learn::training::{Plan, Trainer, TrainingRun};
//!
//! let game = Arc::new(ConnectFour::default());
//! let learner = LinearLearner::new(LinesAndThreats::new(&game));
//! let plan = Plan { rounds: 2, games: 5, depth: 1, ..Plan::td() };
//! let mut run = TrainingRun::new(Trainer::new(game, learner, plan));
//! for point in run.steps() {
//!     let point = point?;
//!     println!("round {} of {}", point.round.round, point.round.of);
//! }
//! assert_eq!(run.curve().points().len(), 2);
//! # Ok::<(), henge_learn::training::RunError>(())
//! ```
//!
//! - [`Method::Results`]: a position learns how its game ended, or with λ below 1 a mixture of that
//!   and of what the search thought on the way. Few rounds of many games, each fitted afresh.
//! - [`Method::Td`]: temporal differences. The position that learns is the one at the end of the
//!   line that the search thought best (Baxter, Tridgell and Weaver 1998, "TDLeaf"); at depth 1 that
//!   is the position after the move. Many rounds of few games, and one goes on from the other.

mod curve;
mod measure;
mod run;
mod self_play;
#[cfg(test)]
mod tests;
mod trainer;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use curve::{CurvePoint, LearningCurve};
pub use measure::{Measure, MeasureError, Measured, Strength};
pub use run::{Players, PlayersError, Progress, RunEnd, RunError, Training, TrainingRun};
pub use self_play::{SelfPlayGame, in_order, result, self_play};
pub use trainer::{ResumeError, Round, Trainer, position_of, read_checkpoint, write_checkpoint};

/// What a position learns from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// How the game ended.
    Results,
    /// What was thought of the positions after it.
    Td,
}

/// How to learn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plan {
    /// What a position learns from.
    pub method: Method,
    /// How often games are played and learned from.
    pub rounds: u32,
    /// Games a round.
    pub games: u32,
    /// Plies that the players look ahead.
    pub depth: u32,
    /// How much of a target comes from later than the next move, from 0 to 1.
    pub lambda: f32,
    /// The share of moves by chance after the opening.
    pub explore: f32,
    /// The most moves by chance at the beginning of a game.
    pub opening: u32,
    /// With results: how often a round's positions are gone through.
    pub epochs: u32,
    /// How fast it learns in the first round, and in the last; in between the rate falls evenly in
    /// logarithms.
    pub rates: [f32; 2],
    /// How strongly coefficients are drawn to zero.
    pub decay: f32,
    /// Where random numbers start.
    pub seed: u64,
    /// Games at a time; what is learned does not depend on it.
    #[serde(skip)]
    pub threads: usize,
}

impl Default for Plan {
    /// Coefficients from results.
    fn default() -> Plan {
        Plan {
            method: Method::Results,
            rounds: 3,
            games: 4000,
            depth: 4,
            lambda: 1.0,
            explore: 0.0,
            opening: 12,
            epochs: 12,
            rates: [0.05, 0.05],
            decay: 1e-5,
            seed: 1,
            threads: 1,
        }
    }
}

impl Plan {
    /// Temporal differences for coefficients.
    pub fn td() -> Plan {
        Plan {
            method: Method::Td,
            rounds: 200,
            games: 50,
            depth: 2,
            lambda: 0.7,
            explore: 0.05,
            opening: 8,
            epochs: 1,
            rates: [0.05, 0.01],
            ..Plan::default()
        }
    }

    /// Temporal differences for a table.
    pub fn table() -> Plan {
        Plan {
            rounds: 400,
            depth: 1,
            lambda: 0.5,
            explore: 0.1,
            opening: 8,
            rates: [0.2, 0.02],
            ..Plan::td()
        }
    }

    /// The same method for a net: its steps have another size.
    pub fn for_net(self) -> Plan {
        match self.method {
            Method::Results => Plan { rates: [0.002, 0.001], ..self },
            Method::Td => Plan { rates: [0.002, 0.0002], ..self },
        }
    }

    /// Can it be followed?
    pub fn check(&self) -> Result<(), PlanError> {
        let wrong = |what, why: String| Err(PlanError { what, why });
        let share = |what, x: f32| match (0.0..=1.0).contains(&x) {
            true => Ok(()),
            false => wrong(what, format!("a number from 0 to 1, not {x}")),
        };
        share("lambda", self.lambda)?;
        share("explore", self.explore)?;
        if !(1..=30).contains(&self.depth) {
            return wrong("depth", format!("from 1 to 30, not {}", self.depth));
        }
        for (what, n) in [("rounds", self.rounds), ("games", self.games), ("epochs", self.epochs)] {
            if n == 0 {
                return wrong(what, "at least 1".into());
            }
        }
        if !self.rates.iter().all(|rate| *rate > 0.0 && *rate <= 1.0) {
            return wrong("rates", "two numbers above 0, and 1 at most".into());
        }
        if !(0.0..1.0).contains(&self.decay) {
            return wrong("decay", format!("a number from 0 to 1, not {}", self.decay));
        }
        Ok(())
    }

    /// Everything that has an influence on what is learned.
    fn described(&self) -> String {
        format!("{:?}", Plan { threads: 0, ..self.clone() })
    }
}

/// A plan that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} is {why}")]
pub struct PlanError {
    /// Which number.
    pub what: &'static str,
    /// What it should be.
    pub why: String,
}
