//! How strong what was learned is, by games against a fixed opponent.

use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use thiserror::Error;

use crate::stats::{Hypotheses, Interval, Pentanomial, Verdict, elo_of_score};

/// Plays what was learned against somebody.
pub trait Measure {
    /// The opponent, by name.
    fn opponent(&self) -> String;

    /// Plays the weights, as the bytes of their file, in pairs of games with the seats changed. Where
    /// there is a test, it ends as soon as this is decided. `progress` hears how many games are
    /// finished.
    fn measure(
        &mut self,
        weights: &[u8],
        test: Option<&Hypotheses>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Measured, MeasureError>;
}

impl<M: Measure + ?Sized> Measure for Box<M> {
    fn opponent(&self) -> String {
        (**self).opponent()
    }

    fn measure(
        &mut self,
        weights: &[u8],
        test: Option<&Hypotheses>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Measured, MeasureError> {
        (**self).measure(weights, test, stop, progress)
    }
}

/// What the games brought.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measured {
    /// How the pairs of games ended, as what was learned sees it.
    pub pairs: Pentanomial,
    /// Points a game with their standard error, in games that are not just won or lost.
    pub points: Option<(f64, f64)>,
}

/// Why nothing can be measured.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct MeasureError(pub String);

/// How strong it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Games played.
    pub games: u64,
    /// The share of the points, with its interval.
    pub score: Interval,
    /// Points a game with their standard error, in games that are not just won or lost.
    pub points: Option<(f64, f64)>,
    /// What a sequential test says, where there is one and it has come to an end.
    pub passed: Option<bool>,
}

impl Strength {
    /// What games say; nothing if there were none.
    pub fn of(measured: &Measured, test: Option<&Hypotheses>) -> Option<Strength> {
        let counts = measured.pairs.counts();
        let passed = test.and_then(|test| match test.test(&counts).verdict {
            Verdict::Open => None,
            verdict => Some(verdict == Verdict::Accepted),
        });
        let (games, points) = (2 * measured.pairs.pairs(), measured.points);
        Some(Strength { games, score: counts.score()?, points, passed })
    }

    /// For people.
    pub fn in_words(self) -> String {
        if let Some((points, error)) = self.points {
            return format!("{points:+.3} ± {:.3} points a game", 1.96 * error);
        }
        let elo = match elo_of_score(self.score.mid) {
            elo if elo.is_finite() => format!(" ({:+.0} Elo)", elo.round() + 0.0),
            _ => String::new(),
        };
        let (score, error) = (100.0 * self.score.mid, 100.0 * self.score.error());
        format!("{score:.1} % ± {error:.1}{elo}")
    }

    /// For machines.
    pub fn json(self) -> Value {
        let mut value = json!({
            "games": self.games, "score": self.score.mid, "score_error": self.score.error(),
            "elo": Some(elo_of_score(self.score.mid)).filter(|elo| elo.is_finite()),
            "passed": self.passed,
        });
        if let Some((points, error)) = self.points {
            value["points"] = json!(points);
            value["points_error"] = json!(1.96 * error);
        }
        value
    }
}
