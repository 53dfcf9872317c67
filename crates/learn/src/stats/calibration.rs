//! What scores mean: a curve from scores to expected results, fitted to games, and how well it holds.

use henge_core::Curve;

/// A score that the player to move had, and how the game ended for that player: 1, 1/2 or 0.
pub type ScoredResult = (f64, f64);

/// Places where the curve may begin to flatten, as multiples of the mean size of scores; the last one never does.
const BENDS: [f64; 7] = [0.05, 0.15, 0.4, 1.0, 2.5, 6.0, f64::INFINITY];
/// Newton's method has settled after fewer steps.
const STEPS: usize = 40;
/// Keeps the odds finite where scores tell winners from losers without a fault.
const RIDGE: f64 = 1e-3;

/// Fits the curve that makes the results most likely; `None` without a sample.
///
/// ```
/// use henge_learn::stats::fit_curve;
///
/// let games: Vec<(f64, f64)> = (0..1000).map(|i| (f64::from(i % 11) - 5.0, f64::from(i % 11 > i / 11 % 11))).collect();
/// let curve = fit_curve(&games).unwrap();
/// assert!(curve.expected(5.0) > 0.8 && curve.expected(-5.0) < 0.2);
/// assert!(fit_curve(&[]).is_none());
/// ```
pub fn fit_curve(samples: &[ScoredResult]) -> Option<Curve> {
    let size =
        samples.iter().map(|(score, _)| score.abs()).sum::<f64>() / samples.len().max(1) as f64;
    if samples.is_empty() || size == 0.0 {
        return None;
    }
    let fits = BENDS.iter().map(|bend| fit_at(samples, bend * size));
    fits.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, curve)| curve)
}

/// The best curve with this bend, and the logarithm of its likelihood.
fn fit_at(samples: &[ScoredResult], bend: f64) -> (f64, Curve) {
    // Scores of about 1, so that one ridge fits all games.
    let bent = |score: f64| if bend.is_finite() { (score / bend).asinh() } else { score };
    let unit =
        samples.iter().map(|(score, _)| bent(*score).abs()).sum::<f64>() / samples.len() as f64;
    let (mut shift, mut slope) = (0.0, 1.0);
    let chance = |x: f64, shift: f64, slope: f64| 1.0 / (1.0 + (-(shift + slope * x)).exp());
    for _ in 0..STEPS {
        let (mut g0, mut g1, mut h00, mut h01, mut h11) =
            (-RIDGE * shift, -RIDGE * slope, RIDGE, 0.0, RIDGE);
        for (score, result) in samples {
            let x = bent(*score) / unit;
            let p = chance(x, shift, slope);
            let (error, weight) = (result - p, p * (1.0 - p));
            g0 += error;
            g1 += error * x;
            h00 += weight;
            h01 += weight * x;
            h11 += weight * x * x;
        }
        let det = h00 * h11 - h01 * h01;
        if det <= 0.0 {
            break;
        }
        // Short steps at first: far away from the top Newton's are too long.
        shift += ((h11 * g0 - h01 * g1) / det).clamp(-1.0, 1.0);
        slope = (slope + ((h00 * g1 - h01 * g0) / det).clamp(-1.0, 1.0)).max(0.0);
    }
    let likelihood = |(score, result): &ScoredResult| {
        let p = chance(bent(*score) / unit, shift, slope).clamp(1e-9, 1.0 - 1e-9);
        result * p.ln() + (1.0 - result) * (1.0 - p).ln()
    };
    let total = samples.iter().map(likelihood).sum();
    // `slope · bend · asinh(score / bend)`: the slope of a small score.
    let slope = if bend.is_finite() { slope / unit / bend } else { slope / unit };
    (total, Curve::Logistic { shift, slope, bend })
}

/// One tenth of the scale of expected results.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tenth {
    /// How many positions were expected to end in it.
    pub n: usize,
    /// The mean of what was expected.
    pub expected: f64,
    /// The mean of what came.
    pub found: f64,
}

impl Tenth {
    /// What was found is off by so much; half the width of its 95 % interval is beside it.
    pub fn error(&self) -> (f64, f64) {
        let deviation = (self.found * (1.0 - self.found) / self.n.max(1) as f64).sqrt();
        (self.found - self.expected, super::Z_95 * deviation)
    }
}

/// How well a curve holds on samples that it was not fitted to.
pub fn reliability(curve: Curve, samples: &[ScoredResult]) -> [Tenth; 10] {
    let mut tenths = [Tenth::default(); 10];
    for (score, result) in samples {
        let expected = curve.expected(*score);
        let tenth = &mut tenths[((expected * 10.0) as usize).min(9)];
        tenth.n += 1;
        tenth.expected += expected;
        tenth.found += result;
    }
    for tenth in &mut tenths {
        let n = tenth.n.max(1) as f64;
        (tenth.expected, tenth.found) = (tenth.expected / n, tenth.found / n);
    }
    tenths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that follow a curve exactly, as many as there are steps between 0 and 1.
    fn following(curve: Curve) -> Vec<ScoredResult> {
        let steps = 200;
        let at = |score: f64| {
            let won = (curve.expected(score) * f64::from(steps)).round() as i32;
            (0..steps).map(move |i| (score, f64::from(i < won)))
        };
        (-20..=20).flat_map(|i| at(f64::from(i) * 20.0)).collect()
    }

    #[test]
    fn a_curve_is_found_again_by_its_results() {
        for bend in [f64::INFINITY, 100.0] {
            let curve = Curve::Logistic { shift: 0.2, slope: 0.01, bend };
            let samples = following(curve);
            let found = fit_curve(&samples).unwrap();
            for score in [-300.0, -100.0, 0.0, 50.0, 200.0] {
                let error = found.expected(score) - curve.expected(score);
                assert!(error.abs() < 0.01, "{found:?} at {score}: {error}");
            }
            for tenth in reliability(found, &samples).iter().filter(|tenth| tenth.n > 0) {
                assert!(tenth.error().0.abs() < 0.01, "{tenth:?}");
            }
        }
    }

    #[test]
    fn scores_that_tell_everything_give_a_finite_curve() {
        let samples: Vec<ScoredResult> =
            (1..100).flat_map(|i| [(f64::from(i), 1.0), (-f64::from(i), 0.0)]).collect();
        let curve = fit_curve(&samples).unwrap();
        assert!(curve.expected(50.0) > 0.9 && curve.expected(50.0) < 1.0, "{curve:?}");
    }
}
