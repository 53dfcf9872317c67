use std::f64::consts::{LN_10, SQRT_2};

use serde::Serialize;

use super::{Counts, Moments, Z_95, normal_cdf};

/// A number and the two ends of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The most likely value.
    pub mid: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half its width.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The difference in Elo at which this score is expected; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The score that is expected with a difference in Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Moments {
    fn error_of_mean(&self) -> f64 {
        (self.variance / self.n).sqrt()
    }
}

impl Counts {
    /// The mean score with its interval.
    pub fn score(&self) -> Option<Interval> {
        let moments = self.moments()?;
        let (mid, error) = (moments.mean, Z_95 * moments.error_of_mean());
        Some(Interval { low: (mid - error).max(0.0), mid, high: (mid + error).min(1.0) })
    }

    /// The difference in Elo, by the logistic curve; its ends are the Elo of the ends of the score,
    /// so they may be infinite and need not lie alike far away.
    pub fn elo(&self) -> Option<Interval> {
        let score = self.score()?;
        let [low, mid, high] = [score.low, score.mid, score.high].map(elo_of_score);
        Some(Interval { low, mid, high })
    }

    /// The difference in Elo and half the width of its interval. Where an end of the interval is
    /// infinite, the slope of the curve at the score makes the width, so that there is one unless every
    /// game went the same way.
    pub fn elo_and_error(&self) -> Option<(f64, f64)> {
        let (elo, moments) = (self.elo()?, self.moments()?);
        if !elo.mid.is_finite() {
            return None;
        }
        let slope = 400.0 / LN_10 / (moments.mean * (1.0 - moments.mean));
        let error = match elo.error() {
            error if error.is_finite() => error,
            _ => Z_95 * moments.error_of_mean() * slope,
        };
        Some((elo.mid, error))
    }

    /// The difference in normalized Elo: the distance of the score from one half in standard
    /// deviations of one game (M. Van den Bergh, Normalized Elo, 2019), scaled such that small
    /// differences without draws are alike. `None` where all results were the same.
    pub fn normalized_elo(&self) -> Option<Interval> {
        let moments = self.moments()?;
        if moments.variance <= 0.0 {
            return None;
        }
        let deviation = (moments.variance * f64::from(self.games)).sqrt();
        let scale = |score: f64| (score - 0.5) / deviation * 800.0 / LN_10;
        let error = Z_95 * moments.error_of_mean();
        let [low, mid, high] = [-error, 0.0, error].map(|by| scale(moments.mean + by));
        Some(Interval { low, mid, high })
    }

    /// The likelihood of superiority: how sure the results are that the side is the better one.
    pub fn superiority(&self) -> Option<f64> {
        let moments = self.moments()?;
        let error = moments.error_of_mean();
        let above = moments.mean - 0.5;
        Some(match (error > 0.0, above) {
            (true, _) => normal_cdf(above / error),
            (false, 0.0) => 0.5,
            (false, _) => f64::from(above > 0.0),
        })
    }
}

/// How many normalized Elo one standard deviation of a unit of that many games makes.
pub(super) fn deviations_of_normalized(elo: f64, games: u32) -> f64 {
    let per_game = elo * LN_10 / 800.0;
    if games == 2 { per_game * SQRT_2 } else { per_game * f64::from(games).sqrt() }
}

#[cfg(test)]
mod tests {
    use crate::stats::Pentanomial;

    #[test]
    fn an_error_is_known_unless_all_went_one_way() {
        let error = |counts| Pentanomial(counts).counts().elo_and_error();
        assert_eq!(error([0, 0, 0, 0, 5]), None);
        assert_eq!(error([0; 5]), None);
        let (elo, wide) = error([0, 0, 1, 0, 4]).expect("some games were lost");
        assert!((elo - 381.7).abs() < 0.1 && wide.is_finite() && wide > 100.0, "{elo} {wide}");
        let narrow = Pentanomial([10, 0, 50, 0, 40]).counts();
        let by_ends = narrow.elo().expect("a mixed score").error();
        assert_eq!(narrow.elo_and_error().map(|(_, error)| error), Some(by_ends));
    }
}
