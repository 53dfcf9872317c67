//! What results say about strength: Elo with error bars, sequential tests, ratings of a pool.
//!
//! Nothing here knows a game or a bot; counts go in, numbers come out.
//!
//! Two games with the same opening and the same dice, sides changed, are one **pair**. What the
//! opening or the dice did for one side in the first game they did for the other in the second, so
//! pairs are independent of each other where games are not. Counts of single games are
//! [`Trinomial`], counts of pairs [`Pentanomial`].

mod calibration;
mod elo;
mod few;
mod normal;
mod rating;
mod sprt;

#[cfg(test)]
mod promises;
#[cfg(test)]
mod published;

pub use calibration::{ScoredResult, Tenth, fit_curve, reliability};
pub use elo::{Interval, elo_of_score, mean_of, score_of_elo};
pub use normal::{Z_95, normal_cdf};
pub use rating::{Rating, Unit, ratings};
pub use sprt::{Hypotheses, Scale, Sprt, SprtError, Verdict};

use serde::{Deserialize, Serialize};

/// Single games, from one side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Pairs of games, from one side's view: how many brought 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

/// How often each score came up. The values run from 0 (all lost) to 1 (all won).
#[derive(Clone, PartialEq, Debug)]
pub struct Counts {
    /// The score a game and how often it came up, lowest first.
    pub values: Vec<(f64, f64)>,
    /// How many games make one count.
    pub games: u32,
}

/// How many, their mean, and the variance around it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// How many counts there are.
    pub n: f64,
    /// The mean score a game.
    pub mean: f64,
    /// The variance of the score of one count.
    pub variance: f64,
}

impl Trinomial {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The score: a win counts one, a draw a half.
    pub fn score(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Counts a game: `points` above zero for a win, below for a loss.
    pub fn add(&mut self, points: i32) {
        match points.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The same from the other side's view.
    pub fn reversed(self) -> Trinomial {
        Trinomial { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// As counts.
    pub fn counts(&self) -> Counts {
        let counts = [self.losses, self.draws, self.wins];
        Counts { values: spread(&counts), games: 1 }
    }
}

impl Pentanomial {
    /// Pairs played.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair by the points of its games, above zero for a win.
    pub fn add(&mut self, points: [i32; 2]) {
        let half_points = 2 + points[0].signum() + points[1].signum();
        self.0[half_points as usize] += 1;
    }

    /// The same from the other side's view.
    pub fn reversed(mut self) -> Pentanomial {
        self.0.reverse();
        self
    }

    /// As counts.
    pub fn counts(&self) -> Counts {
        Counts { values: spread(&self.0), games: 2 }
    }
}

/// Counts with their scores, evenly from 0 to 1.
fn spread(counts: &[u64]) -> Vec<(f64, f64)> {
    let last = (counts.len() - 1) as f64;
    counts.iter().enumerate().map(|(i, &count)| (i as f64 / last, count as f64)).collect()
}

impl Counts {
    /// Number, mean and variance; `None` if nothing was counted.
    pub fn moments(&self) -> Option<Moments> {
        let n: f64 = self.values.iter().map(|(_, count)| count).sum();
        if n <= 0.0 {
            return None;
        }
        let mean = self.values.iter().map(|(value, count)| value * count).sum::<f64>() / n;
        let square = |(value, count): &(f64, f64)| count * (value - mean).powi(2);
        let variance = self.values.iter().map(square).sum::<f64>() / n;
        Some(Moments { n, mean, variance })
    }
}
