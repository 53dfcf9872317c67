//! Simultaneous perturbation: a best set of numbers, found by comparing two sets at a time (J. C. Spall,
//! Multivariate stochastic approximation using a simultaneous perturbation gradient approximation, 1992).
//!
//! All parameters are moved at once, each up or down by chance, and the outcome of one comparison says in
//! which direction all of them go. That takes two sets for an estimate of the gradient, however many
//! parameters there are.

use std::fmt;
use std::str::FromStr;

use henge::mix64;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use thiserror::Error;

/// The gains fall as Spall recommends (Implementation of the simultaneous perturbation algorithm, 1998):
/// how far a result moves the values by the first, how far apart two sets are by the second.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// His A: this share of the iterations passes before moves get notably smaller.
const STABILITY: f64 = 0.1;
/// By default luck alone moves a parameter about this many steps in all iterations together.
const LUCK: f64 = 4.0;
/// Two whole numbers differ if they lie so far on either side of their middle.
const LEAST_STEP: f64 = 0.5;
/// A step is this share of the range by default.
const USUAL_SHARE: f64 = 0.05;

/// A number to be fitted, and where it may lie.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Parameter {
    /// The option of the bot.
    pub name: String,
    /// Its value at the start.
    pub start: i64,
    /// The lowest value.
    pub low: i64,
    /// The highest value.
    pub high: i64,
    /// How far above and below the current value the first iteration looks.
    pub step: f64,
}

/// Why something is no parameter.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// Not of the right form.
    #[error(
        "\"{0}\" is not of the form KEY=START:LOW..HIGH or KEY=START:LOW..HIGH/STEP, as in width=6:1..20"
    )]
    Form(String),
    /// The range is empty.
    #[error("{name}: the range must go from a lower to a higher value, not from {low} to {high}")]
    Range {
        /// The parameter.
        name: String,
        /// The lowest value.
        low: i64,
        /// The highest value.
        high: i64,
    },
    /// It does not start where it may be.
    #[error("{name}: the start must be between {low} and {high}, not {start}")]
    Start {
        /// The parameter.
        name: String,
        /// Its value at the start.
        start: i64,
        /// The lowest value.
        low: i64,
        /// The highest value.
        high: i64,
    },
    /// The step is too small for whole numbers, or too large for the range.
    #[error("{name}: the step must be between 0.5 and half the range, {most}, not {step}")]
    Step {
        /// The parameter.
        name: String,
        /// Its step.
        step: f64,
        /// The largest step.
        most: f64,
    },
}

impl Parameter {
    /// A parameter with the usual step: a twentieth of the range, at least 1 where there is room.
    pub fn new(name: impl Into<String>, start: i64, low: i64, high: i64) -> Parameter {
        let range = high as f64 - low as f64;
        let step = (USUAL_SHARE * range).max(1.0).min(range / 2.0);
        Parameter { name: name.into(), start, low, high, step }
    }

    /// Does it make sense?
    pub fn check(&self) -> Result<(), ParameterError> {
        let &Parameter { start, low, high, step, .. } = self;
        let (name, most) = (self.name.clone(), (high as f64 - low as f64) / 2.0);
        match () {
            () if low >= high => Err(ParameterError::Range { name, low, high }),
            () if !(low..=high).contains(&start) => {
                Err(ParameterError::Start { name, start, low, high })
            }
            () if !(LEAST_STEP..=most).contains(&step) => {
                Err(ParameterError::Step { name, step, most })
            }
            () => Ok(()),
        }
    }

    /// The value as a share of the range, in percent.
    pub fn percent(&self, value: f64) -> f64 {
        let low = self.low as f64;
        100.0 * (value - low) / (self.high as f64 - low)
    }

    fn clamp(&self, value: f64, margin: f64) -> f64 {
        value.max(self.low as f64 + margin).min(self.high as f64 - margin)
    }

    fn round(&self, value: f64) -> i64 {
        (value.round() as i64).clamp(self.low, self.high)
    }
}

/// `KEY=START:LOW..HIGH` with an optional `/STEP`.
impl FromStr for Parameter {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Parameter, ParameterError> {
        let read = || {
            let (name, rest) = text.split_once('=')?;
            let (start, rest) = rest.split_once(':')?;
            let (low, rest) = rest.split_once("..")?;
            let (high, step) = match rest.split_once('/') {
                Some((high, step)) => (high, Some(step.trim().parse().ok()?)),
                None => (rest, None),
            };
            let name = Some(name.trim()).filter(|name| !name.is_empty())?;
            let number = |text: &str| text.trim().parse().ok();
            let usual = Parameter::new(name, number(start)?, number(low)?, number(high)?);
            Some(Parameter { step: step.unwrap_or(usual.step), ..usual })
        };
        let parameter = read().ok_or_else(|| ParameterError::Form(text.into()))?;
        parameter.check()?;
        Ok(parameter)
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { name, start, low, high, step } = self;
        write!(f, "{name}={start}:{low}..{high}/{step}")
    }
}

/// Two sets of values to be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// One set.
    pub plus: Vec<i64>,
    /// The other one, on the opposite side of the current values.
    pub minus: Vec<i64>,
}

/// The search for the best values.
///
/// ```
/// use henge_arena::{Parameter, Spsa};
///
/// let mut spsa = Spsa::new(vec!["width=2:0..20".parse()?], 1, 200, 0.5);
/// // 12 is best: whoever is nearer to it wins.
/// let far = |values: &[i64]| (values[0] - 12).abs();
/// for k in 1..=200 {
///     let probe = spsa.probe(k);
///     let lead = (far(&probe.minus) - far(&probe.plus)).signum();
///     spsa.learn(k, &probe, lead as f64);
/// }
/// assert!(far(&spsa.values()) <= 1);
/// # Ok::<(), henge_arena::ParameterError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    seed: u64,
    iterations: u32,
    rate: f64,
    theta: Vec<f64>,
}

impl Spsa {
    /// Begins at the start values. In the first iteration a full success moves each value by `rate` steps.
    pub fn new(parameters: Vec<Parameter>, seed: u64, iterations: u32, rate: f64) -> Spsa {
        let theta = parameters.iter().map(|parameter| parameter.start as f64).collect();
        Spsa { parameters, seed, iterations, rate, theta }
    }

    /// A rate at which luck alone moves a value about four steps in all iterations together, if each
    /// has the given number of games; at most 1.
    pub fn usual_rate(iterations: u32, games: u32) -> f64 {
        let moves = (1..=iterations).map(|k| fall(iterations, k) * f64::from(k).powf(GAMMA));
        let sum: f64 = moves.map(|by| by * by).sum();
        (LUCK * (f64::from(games) / sum).sqrt()).min(1.0)
    }

    /// The two sets of iteration `k`, counted from 1. They lie within the ranges, on either side of the
    /// current values as far as whole numbers can.
    pub fn probe(&self, k: u32) -> Probe {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(self.seed ^ mix64(k.into())));
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for (parameter, &theta) in self.parameters.iter().zip(&self.theta) {
            let size = (parameter.step / f64::from(k).powf(GAMMA)).max(LEAST_STEP);
            // Sadegh 1997: the middle keeps away from the bounds, so that neither side is cut off.
            let middle = parameter.clamp(theta, size);
            let by = if rng.random::<bool>() { size } else { -size };
            plus.push(parameter.round(middle + by));
            minus.push(parameter.round(middle - by));
        }
        Probe { plus, minus }
    }

    /// Moves the values towards `plus` if the lead is positive, towards `minus` if it is negative; 1 is a
    /// full success.
    pub fn learn(&mut self, k: u32, probe: &Probe, lead: f64) {
        let gain = 2.0 * self.rate * fall(self.iterations, k) * lead;
        let sets = probe.plus.iter().zip(&probe.minus);
        for ((parameter, theta), (&plus, &minus)) in
            self.parameters.iter().zip(&mut self.theta).zip(sets)
        {
            let apart = plus as f64 - minus as f64;
            if apart != 0.0 {
                let by = gain * parameter.step * parameter.step / apart;
                *theta = parameter.clamp(*theta + by, 0.0);
            }
        }
    }

    /// The current values, unrounded.
    pub fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// The current values.
    pub fn values(&self) -> Vec<i64> {
        let values = self.parameters.iter().zip(&self.theta);
        values.map(|(parameter, &theta)| parameter.round(theta)).collect()
    }
}

/// How much smaller moves are in iteration `k` than in the first.
fn fall(iterations: u32, k: u32) -> f64 {
    let stability = STABILITY * f64::from(iterations);
    ((stability + 1.0) / (stability + f64::from(k))).powf(ALPHA)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Vec<Parameter> {
        vec![Parameter::new("a", 10, 0, 100), Parameter::new("b", 900, 0, 1000)]
    }

    /// The lead in games whose chances follow from the difference of two strengths.
    fn noisy_lead(rng: &mut Xoshiro256PlusPlus, games: u32, strength: f64) -> f64 {
        let chance = 1.0 / (1.0 + (-strength).exp());
        let wins = (0..games).filter(|_| rng.random::<f64>() < chance).count();
        2.0 * wins as f64 / f64::from(games) - 1.0
    }

    #[test]
    fn the_top_of_a_noisy_hill_is_found() {
        // At most 2 in the logistic scale where the search begins: about 350 Elo.
        let hill = |values: &[i64]| {
            let [a, b] = [(values[0] - 70) as f64 / 60.0, (values[1] - 300) as f64 / 600.0];
            -(a * a + b * b)
        };
        for seed in 0..8 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let n = 4000;
            let mut spsa = Spsa::new(two(), seed, n, Spsa::usual_rate(n, 8));
            for k in 1..=n {
                let probe = spsa.probe(k);
                let lead = noisy_lead(&mut rng, 8, hill(&probe.plus) - hill(&probe.minus));
                spsa.learn(k, &probe, lead);
            }
            let found = spsa.values();
            assert!((found[0] - 70).abs() <= 15 && (found[1] - 300).abs() <= 150, "{found:?}");
        }
    }

    #[test]
    fn luck_alone_does_not_carry_a_value_far() {
        for (n, games) in [(20, 8), (500, 2), (5000, 8)] {
            let rate = Spsa::usual_rate(n, games);
            let mut far = 0.0;
            for seed in 0..40 {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let parameter = Parameter::new("a", 50, 0, 100);
                let mut spsa = Spsa::new(vec![parameter], seed, n, rate);
                for k in 1..=n {
                    let probe = spsa.probe(k);
                    spsa.learn(k, &probe, noisy_lead(&mut rng, games, 0.0));
                }
                far += (spsa.theta()[0] - 50.0).powi(2) / 40.0;
            }
            // A step is 5 here.
            assert!(far.sqrt() < 25.0, "{n} iterations: {}", far.sqrt());
        }
    }

    #[test]
    fn sets_lie_within_the_range_and_differ() {
        let parameters: Vec<Parameter> =
            ["a=0:0..1", "b=9:0..9/0.5", "c=-5:-5..5", "d=3:0..6/3", "e=0:0..1000000"]
                .map(|text| text.parse().unwrap())
                .into();
        let mut spsa = Spsa::new(parameters.clone(), 3, 500, 1.0);
        for k in 1..=500 {
            let probe = spsa.probe(k);
            for ((parameter, plus), minus) in parameters.iter().zip(&probe.plus).zip(&probe.minus) {
                let range = parameter.low..=parameter.high;
                assert!(range.contains(plus) && range.contains(minus) && plus != minus, "{k}");
            }
            spsa.learn(k, &probe, if k % 3 == 0 { -1.0 } else { 1.0 });
        }
        assert_eq!(spsa.probe(7), spsa.probe(7), "chance is that of the seed and the iteration");
    }

    #[test]
    fn a_parameter_is_read_as_it_is_written() {
        let read = |text: &str| text.parse::<Parameter>();
        let parameter = read("reduction=50:0..200").unwrap();
        assert_eq!(parameter, Parameter::new("reduction", 50, 0, 200));
        assert_eq!(parameter.step, 10.0);
        assert_eq!(read("width=6:1..9").unwrap().step, 1.0, "at least one");
        assert_eq!(read(" x = -3 : -8 .. 8 / 2.5 ").unwrap().to_string(), "x=-3:-8..8/2.5");
        for text in ["", "x", "x=3", "x=3:1", "x=3:1..", "=3:1..5", "x=3:1..5/", "x=a:1..5"] {
            assert_eq!(read(text), Err(ParameterError::Form(text.into())));
        }
        let say = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            say("x=3:5..5"),
            "x: the range must go from a lower to a higher value, not from 5 to 5"
        );
        assert_eq!(say("x=3:5..9"), "x: the start must be between 5 and 9, not 3");
        for step in ["4", "0.2", "-1", "NaN"] {
            let said = say(&format!("x=6:5..9/{step}"));
            assert_eq!(
                said,
                format!("x: the step must be between 0.5 and half the range, 2, not {step}")
            );
        }
    }
}
