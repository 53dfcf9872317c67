//! A logistic fit: coefficients of a linear evaluation such that it tells how likely a win is.

/// Positions as sparse rows of features, each with how its game ended.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Feature and value, row after row.
    entries: Vec<(u32, f32)>,
    /// Where each row ends in `entries`, and the result from 0 (lost) to 1 (won).
    rows: Vec<(usize, f32)>,
}

impl Samples {
    /// Adds a position.
    pub fn push(&mut self, features: impl IntoIterator<Item = (u32, f32)>, result: f32) {
        self.entries.extend(features);
        self.rows.push((self.entries.len(), result));
    }

    /// Adds a position whose features `write` puts behind what it is given.
    pub fn add(&mut self, result: f32, write: impl FnOnce(&mut Vec<(u32, f32)>)) {
        write(&mut self.entries);
        self.rows.push((self.entries.len(), result));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The numbers of all samples, each once, in an order that keeps those of one game apart.
    pub(crate) fn mixed(&self) -> impl Iterator<Item = usize> {
        let n = self.len();
        let stride = coprime_near(n, n as f64 * 0.618);
        let mut i = 0;
        (0..n).map(move |_| {
            let now = i;
            i = (i + stride) % n;
            now
        })
    }

    /// The features and the result of a sample.
    pub(crate) fn row(&self, i: usize) -> (&[(u32, f32)], f32) {
        let begin = if i == 0 { 0 } else { self.rows[i - 1].0 };
        let (end, result) = self.rows[i];
        (&self.entries[begin..end], result)
    }
}

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// How often all samples are gone through.
    pub epochs: u32,
    /// How far a coefficient moves at first.
    pub rate: f32,
    /// How strongly coefficients are drawn to zero: what is seldom seen stays small.
    pub decay: f32,
    /// One of so many samples is kept apart to measure by; 0 for none.
    pub hold_out: usize,
}

impl Default for Fit {
    fn default() -> Self {
        Fit { epochs: 12, rate: 0.05, decay: 1e-5, hold_out: 20 }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// A coefficient for each feature; their sum is the logarithm of the odds to win.
    pub weights: Vec<f32>,
    /// The mean loss (in nats) after each epoch: on the samples learned from, and on those kept
    /// apart.
    pub losses: Vec<(f32, f32)>,
}

/// What the squares of gradients begin with.
const FIRST_SQUARE: f32 = 1e-6;

/// Coefficients in the making. Gradient steps get smaller for each of them as it gets surer (Duchi,
/// Hazan and Singer 2011, "AdaGrad").
#[derive(Clone, PartialEq, Debug)]
pub struct Coefficients {
    /// The coefficients.
    pub weights: Vec<f32>,
    /// The squares of all gradients so far, summed up.
    pub squares: Vec<f32>,
}

impl Coefficients {
    /// So many, beginning with `begin` or with zeros.
    pub fn new(n_features: usize, begin: Option<&[f32]>) -> Coefficients {
        let mut weights = begin.map_or_else(Vec::new, <[f32]>::to_vec);
        weights.resize(n_features, 0.0);
        Coefficients { weights, squares: vec![FIRST_SQUARE; n_features] }
    }

    /// The chance to win that they give a row of features.
    pub fn chance(&self, row: &[(u32, f32)]) -> f32 {
        let logit: f32 = row.iter().map(|&(k, x)| self.weights[k as usize] * x).sum();
        1.0 / (1.0 + (-logit).exp())
    }

    /// Moves the coefficients so that the chance of a row comes nearer to what it should be; returns
    /// the loss before.
    pub fn step(&mut self, row: &[(u32, f32)], target: f32, rate: f32, decay: f32) -> f32 {
        let chance = self.chance(row);
        let error = chance - target;
        for &(k, x) in row {
            let k = k as usize;
            let slope = error * x + decay * self.weights[k];
            self.squares[k] += slope * slope;
            self.weights[k] -= rate * slope / self.squares[k].sqrt();
        }
        loss(chance, target)
    }

    /// Goes once through samples; returns the mean loss on them, and on those kept apart.
    pub(crate) fn pass(&mut self, samples: &Samples, how: Fit) -> (f32, f32) {
        let (mut learned, mut apart) = (Mean::default(), Mean::default());
        for i in samples.mixed() {
            let (row, result) = samples.row(i);
            if how.keeps_apart(i) {
                apart.add(loss(self.chance(row), result));
            } else {
                learned.add(self.step(row, result, how.rate, how.decay));
            }
        }
        (learned.value(), apart.value())
    }

    /// Keeps the coefficients, and moves them as fast as at first.
    pub(crate) fn begin_again(&mut self) {
        self.squares.fill(FIRST_SQUARE);
    }
}

/// Fits `n_features` coefficients, beginning with `begin` or with zeros.
pub fn fit(
    samples: &Samples,
    n_features: usize,
    begin: Option<&[f32]>,
    how: Fit,
    progress: &mut dyn FnMut(u32, (f32, f32)) -> bool,
) -> Fitted {
    let mut coefficients = Coefficients::new(n_features, begin);
    let mut losses = Vec::new();
    for epoch in 0..how.epochs {
        let (learned, apart) = coefficients.pass(samples, how);
        losses.push((learned, apart));
        if !progress(epoch + 1, (learned, apart)) {
            break;
        }
    }
    Fitted { weights: coefficients.weights, losses }
}

impl Fit {
    /// Is this sample there to measure by?
    pub(crate) fn keeps_apart(&self, i: usize) -> bool {
        self.hold_out > 0 && i.is_multiple_of(self.hold_out)
    }
}

pub(crate) fn loss(chance: f32, result: f32) -> f32 {
    let safe = |p: f32| p.max(1e-6).ln();
    -(result * safe(chance) + (1.0 - result) * safe(1.0 - chance))
}

#[derive(Default)]
pub(crate) struct Mean {
    sum: f64,
    n: u64,
}

impl Mean {
    pub fn add(&mut self, x: f32) {
        self.sum += f64::from(x);
        self.n += 1;
    }

    pub fn value(&self) -> f32 {
        if self.n == 0 { 0.0 } else { (self.sum / self.n as f64) as f32 }
    }
}

/// The first number from `wish` on that shares no factor with `n`.
fn coprime_near(n: usize, wish: f64) -> usize {
    fn common(a: usize, b: usize) -> usize {
        if b == 0 { a } else { common(b, a % b) }
    }
    ((wish as usize).max(1)..).find(|&k| common(k, n) == 1 || n == 0).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Features at random, results by known coefficients.
    fn known(weights: &[f32], n: usize) -> Samples {
        let mut samples = Samples::default();
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as f32 / (1 << 24) as f32
        };
        for _ in 0..n {
            let row: Vec<(u32, f32)> =
                (0..weights.len() as u32).map(|k| (k, 2.0 * random() - 1.0)).collect();
            let logit: f32 = row.iter().map(|&(k, x)| weights[k as usize] * x).sum();
            let won = random() < 1.0 / (1.0 + (-logit).exp());
            samples.push(row, if won { 1.0 } else { 0.0 });
        }
        samples
    }

    #[test]
    fn known_coefficients_are_found_again() {
        let weights = [2.0, -1.0, 0.0, 0.5];
        let samples = known(&weights, 40_000);
        let fitted = fit(&samples, 4, None, Fit::default(), &mut |_, _| true);
        for (found, right) in fitted.weights.iter().zip(weights) {
            assert!((found - right).abs() < 0.1, "{:?}", fitted.weights);
        }
        let (first, last) = (fitted.losses[0], fitted.losses[fitted.losses.len() - 1]);
        assert!(last.0 <= first.0 && last.1 < std::f32::consts::LN_2);
    }

    #[test]
    fn the_same_data_give_the_same_coefficients() {
        let samples = known(&[1.0, -2.0], 1000);
        let again = || fit(&samples, 2, None, Fit::default(), &mut |_, _| true);
        assert_eq!(again(), again());
    }

    #[test]
    fn no_samples_change_nothing_and_a_fit_can_be_stopped() {
        let none = fit(&Samples::default(), 2, Some(&[1.0, 2.0]), Fit::default(), &mut |_, _| true);
        assert_eq!(none.weights, [1.0, 2.0]);
        let samples = known(&[1.0], 100);
        let stopped = fit(&samples, 1, None, Fit::default(), &mut |epoch, _| epoch < 2);
        assert_eq!(stopped.losses.len(), 2);
    }

    #[test]
    fn what_is_never_seen_stays_zero() {
        let samples = known(&[1.0], 1000);
        assert_eq!(
            fit(&samples, 3, None, Fit::default(), &mut |_, _| true).weights[1..],
            [0.0, 0.0]
        );
    }
}
