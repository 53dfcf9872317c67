use std::f64::consts::{LN_10, SQRT_2};

use serde::Serialize;

use super::few::{few, unseen};
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

    /// Half its width, if both ends are numbers.
    pub fn finite_error(&self) -> Option<f64> {
        Some(self.error()).filter(|error| error.is_finite())
    }

    /// A difference in Elo for people: `+147 ± 90`; only a bound where all games went one way or the
    /// interval is open.
    pub fn elo_in_words(&self) -> String {
        let signed = |elo: f64| format!("{:+.0}", elo.round() + 0.0); // No sign before nothing.
        let (low, mid, high) = (signed(self.low), signed(self.mid), signed(self.high));
        match [self.low, self.mid, self.high].map(f64::is_finite) {
            [true, _, true] => format!("{mid} ± {:.0}", self.error()),
            [true, true, false] => format!("{mid}, above {low}"),
            [true, false, false] => format!("above {low}"),
            [false, true, true] => format!("{mid}, below {high}"),
            [false, false, true] => format!("below {high}"),
            [false, _, false] => "unknown, as there are too few games".into(),
        }
    }
}

/// The mean of numbers with its interval. There is none where all are alike: numbers without bounds say
/// nothing of what has gone unseen.
pub fn mean_of(numbers: &[f64]) -> Option<Interval> {
    let n = numbers.len() as f64;
    let mid = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|number| (number - mid).powi(2)).sum::<f64>() / n;
    let error = few(n, 1.0) * Z_95 * (variance / n).sqrt();
    (error > 0.0).then_some(Interval { low: mid - error, mid, high: mid + error })
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

    /// How far the interval of the mean reaches below it and above.
    fn spread(&self) -> [f64; 2] {
        let error = few(self.n, 1.0) * Z_95 * self.error_of_mean();
        // In the worst case what was not seen is all lost, or all won.
        [self.mean, 1.0 - self.mean].map(|room| error.max(room * unseen(self.n)))
    }
}

impl Counts {
    /// The mean score with its interval: that of the normal distribution, wider where there are few
    /// counts, and never narrower than what may have gone unseen. If all went one way, the other end
    /// is a bound with 95 % on one side.
    pub fn score(&self) -> Option<Interval> {
        let moments = self.moments()?;
        let (mid, [below, above]) = (moments.mean, moments.spread());
        Some(Interval { low: (mid - below).max(0.0), mid, high: (mid + above).min(1.0) })
    }

    /// The difference in Elo, by the logistic curve; its ends are the Elo of the ends of the score,
    /// so they may be infinite and need not lie alike far away.
    pub fn elo(&self) -> Option<Interval> {
        let score = self.score()?;
        let [low, mid, high] = [score.low, score.mid, score.high].map(elo_of_score);
        Some(Interval { low, mid, high })
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
        let error = few(moments.n, 1.0) * Z_95 * moments.error_of_mean();
        let [low, mid, high] = [-error, 0.0, error].map(|by| scale(moments.mean + by));
        Some(Interval { low, mid, high })
    }

    /// The likelihood of superiority: how sure the results are that the side is the better one.
    pub fn superiority(&self) -> Option<f64> {
        let moments = self.moments()?;
        let lead = moments.mean - 0.5;
        // The end of the interval that lies towards an even score counts.
        let [below, above] = moments.spread();
        Some(normal_cdf(lead / (if lead > 0.0 { below } else { above } / Z_95)))
    }
}

/// How many normalized Elo one standard deviation of a unit of that many games makes.
pub(super) fn deviations_of_normalized(elo: f64, games: u32) -> f64 {
    let per_game = elo * LN_10 / 800.0;
    if games == 2 { per_game * SQRT_2 } else { per_game * f64::from(games).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::mean_of;
    use crate::stats::Pentanomial;

    fn elo(pairs: [u64; 5]) -> String {
        Pentanomial(pairs).counts().elo().expect("some pairs").elo_in_words()
    }

    #[test]
    fn a_difference_has_an_error_that_is_not_nothing() {
        assert_eq!(elo([10, 0, 50, 0, 40]), "+108 ± 48");
        // All pairs alike: what may have gone unseen.
        assert_eq!(elo([0, 0, 20, 0, 0]), "+0 ± 49");
        assert_eq!(elo([0, 0, 200, 0, 0]), "+0 ± 5");
        assert_eq!(elo([0, 0, 1, 0, 0]), "+0 ± 636");
        assert_eq!(elo([0, 0, 0, 10, 0]), "+191 ± 109");
    }

    #[test]
    fn numbers_that_are_alike_have_no_error() {
        assert_eq!([mean_of(&[]), mean_of(&[1.0]), mean_of(&[2.0; 9])], [None; 3]);
        // 12.706 times the standard error of two numbers is 0.5.
        let mean = mean_of(&[0.0, 1.0]).expect("they differ");
        assert!((mean.mid - 0.5).abs() < 1e-12 && (mean.error() - 6.353).abs() < 1e-3, "{mean:?}");
    }

    #[test]
    fn a_whitewash_has_a_bound_on_one_side() {
        // 0.05 to the power of 1/50 is 94.2 %.
        assert_eq!(elo([0, 0, 0, 0, 50]), "above +484");
        assert_eq!(elo([50, 0, 0, 0, 0]), "below -484");
        assert_eq!(elo([0, 0, 0, 0, 1]), "above -512");
        assert_eq!(elo([0, 0, 1, 0, 4]), "+382, above -4");
        assert_eq!(elo([1, 0, 0, 0, 1]), "unknown, as there are too few games");
        let won = Pentanomial([0, 0, 0, 0, 5]).counts();
        let superiority = won.superiority().expect("five pairs");
        assert!((0.97..0.99).contains(&superiority), "{superiority}");
    }
}
