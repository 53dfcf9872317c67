use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::deviations_of_normalized;
use super::{Counts, score_of_elo};

/// In what a test measures strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Elo of the logistic curve.
    Logistic,
    /// Elo in standard deviations of a game; a test then takes about as long whatever share of the
    /// games is drawn.
    #[default]
    Normalized,
}

/// What a test tells apart: a difference of `low` or less from one of `high` or more.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hypotheses {
    /// The difference in Elo if the test fails.
    pub low: f64,
    /// The difference in Elo if it passes.
    pub high: f64,
    /// How often a difference of `low` may pass.
    pub alpha: f64,
    /// How often one of `high` may fail.
    pub beta: f64,
    /// What Elo means.
    pub scale: Scale,
}

/// Why there is no such test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The differences are not in order.
    #[error("a test needs two differences in Elo, the lower one first, as in 0 and 5")]
    Order,
    /// A chance of error is not one.
    #[error("the chances of error of a test lie between 0 and 0.5, as in 0.05")]
    Chance,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The difference is the higher one, or more.
    Accepted,
    /// The difference is the lower one, or less.
    Rejected,
}

/// A sequential test and what it has found.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The log of how much likelier the results are under the higher difference.
    pub llr: f64,
    /// At or below this the test fails.
    pub lower: f64,
    /// At or above this it passes.
    pub upper: f64,
    /// Where it stands.
    pub verdict: Verdict,
}

impl Hypotheses {
    /// Do they make sense?
    pub fn check(&self) -> Result<(), SprtError> {
        let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
        match () {
            () if !(self.low.is_finite() && self.high.is_finite() && self.low < self.high) => {
                Err(SprtError::Order)
            }
            () if !(is_chance(self.alpha) && is_chance(self.beta)) => Err(SprtError::Chance),
            () => Ok(()),
        }
    }

    /// Judges results by the generalised sequential probability ratio test, as Fishtest does: each
    /// hypothesis is represented by the distribution of results most likely under it.
    pub fn test(&self, counts: &Counts) -> Sprt {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = self.log_likelihood_ratio(counts);
        let verdict = match llr {
            llr if llr >= upper => Verdict::Accepted,
            llr if llr <= lower => Verdict::Rejected,
            _ => Verdict::Open,
        };
        Sprt { llr, lower, upper, verdict }
    }

    /// Where a test stands, in words.
    pub fn tell(&self, sprt: &Sprt) -> String {
        let verdict = match sprt.verdict {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        };
        let elo = match self.scale {
            Scale::Logistic => "Elo",
            Scale::Normalized => "normalized Elo",
        };
        let Sprt { llr, lower, upper, .. } = sprt;
        format!(
            "test of {} against {} {elo}: {verdict}, log-likelihood ratio {llr:.2} of {lower:.2} to {upper:.2}",
            self.low, self.high
        )
    }

    fn log_likelihood_ratio(&self, counts: &Counts) -> f64 {
        if counts.moments().is_none() {
            return 0.0;
        }
        // A result that has not come up yet is rare, not impossible.
        let filled = |&(value, count): &(f64, f64)| (value, if count > 0.0 { count } else { 1e-3 });
        let counted: Vec<(f64, f64)> = counts.values.iter().map(filled).collect();
        let n: f64 = counted.iter().map(|(_, count)| count).sum();
        let seen: Vec<(f64, f64)> =
            counted.iter().map(|(value, count)| (*value, count / n)).collect();
        let likeliest = |elo: f64| match self.scale {
            Scale::Logistic => with_mean(&seen, score_of_elo(elo)),
            Scale::Normalized => {
                with_distance(&seen, 0.5, deviations_of_normalized(elo, counts.games))
            }
        };
        let (low, high) = (likeliest(self.low), likeliest(self.high));
        let gain = |((&(_, seen), low), high): ((&(f64, f64), f64), f64)| seen * (high / low).ln();
        n * seen.iter().zip(low).zip(high).map(gain).sum::<f64>()
    }
}

/// The distribution that makes what was seen most likely, among those with that mean.
///
/// With a multiplier `x` for the mean it is `p / (1 + x (value - mean))`, and `x` is the only root of
/// a falling function between two poles (Owen, Empirical likelihood, 1988).
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let excess = |x: f64| {
        let term = |&(value, p): &(f64, f64)| p * (value - mean) / (1.0 + x * (value - mean));
        seen.iter().map(term).sum::<f64>()
    };
    let least = seen.iter().map(|(value, _)| value - mean).fold(f64::INFINITY, f64::min);
    let most = seen.iter().map(|(value, _)| value - mean).fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        if x <= low || x >= high {
            break; // No number lies between them any more.
        }
        if excess(x) > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = (low + high) / 2.0;
    seen.iter().map(|&(value, p)| p / (1.0 + x * (value - mean))).collect()
}

/// The same, among those whose mean lies `distance` of their own standard deviations above `middle`.
///
/// The condition is not linear in the chances, so it is replaced by its tangent at the last answer
/// until nothing changes (M. Van den Bergh, Comments on Normalized Elo, 2020).
fn with_distance(seen: &[(f64, f64)], middle: f64, distance: f64) -> Vec<f64> {
    let mut answer = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..100 {
        let parts = || seen.iter().zip(&answer).map(|(&(value, _), &p)| (value, p));
        let mean: f64 = parts().map(|(value, p)| value * p).sum();
        let deviation = parts().map(|(value, p)| p * (value - mean).powi(2)).sum::<f64>().sqrt();
        let tangent = |&(value, p): &(f64, f64)| {
            let square = ((value - mean) / deviation).powi(2);
            (value - middle - distance * deviation * (1.0 + square) / 2.0, p)
        };
        let tangents: Vec<(f64, f64)> = seen.iter().map(tangent).collect();
        let next = with_mean(&tangents, 0.0);
        let change = answer.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        answer = next;
        if change < 1e-12 {
            break;
        }
    }
    answer
}
