//! How parameters follow a gradient.

use super::{Gradient, Net};

/// Plain descent: every parameter moves against its mean gradient.
#[derive(Clone, Debug)]
pub struct Sgd {
    /// How far, for a gradient of one.
    pub rate: f32,
}

impl Sgd {
    /// Takes a step, and empties the gradient; nothing happens without samples.
    pub fn step(&self, net: &mut Net, gradient: &mut Gradient) {
        if gradient.samples == 0 {
            return;
        }
        let factor = self.rate / gradient.samples as f32;
        for (parameter, sum) in net.parameters.iter_mut().zip(&gradient.sums) {
            *parameter -= factor * sum;
        }
        gradient.clear();
    }
}

/// Descent in which every parameter has a pace of its own, by the mean and the mean square of its
/// gradients (Kingma and Ba 2015, "Adam").
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// How far a parameter moves whose gradient has always been the same.
    pub rate: f32,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u64,
}

/// How much of the past is kept at a step.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;
/// What is smaller is nothing; numbers near the end of the range would be slow to compute with.
const TINY: f32 = 1e-30;

impl Adam {
    /// Before the first step.
    pub fn new(net: &Net, rate: f32) -> Self {
        let none = vec![0.0; net.parameters.len()];
        Adam { rate, means: none.clone(), squares: none, steps: 0 }
    }

    /// Takes a step along the mean of the samples, and empties the gradient; nothing happens without
    /// samples.
    pub fn step(&mut self, net: &mut Net, gradient: &mut Gradient) {
        if gradient.samples == 0 {
            return;
        }
        self.steps += 1;
        let share = 1.0 / gradient.samples as f32;
        let so_far = |kept: f32| 1.0 - f64::from(kept).powi(self.steps.min(1 << 20) as i32);
        let rate = self.rate / so_far(MEAN) as f32;
        let root = 1.0 / so_far(SQUARE).sqrt() as f32;
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let parameters = net.parameters.iter_mut().zip(&mut gradient.sums);
        for ((parameter, sum), (mean, square)) in parameters.zip(moments) {
            let slope = *sum * share;
            *sum = 0.0;
            let now = MEAN.mul_add(*mean, (1.0 - MEAN) * slope);
            *mean = if now.abs() < TINY { 0.0 } else { now };
            let now = SQUARE.mul_add(*square, (1.0 - SQUARE) * slope * slope);
            *square = if now < TINY { 0.0 } else { now };
            *parameter -= rate * *mean / square.sqrt().mul_add(root, LEAST);
        }
        gradient.samples = 0;
    }

    /// What it remembers, to be kept with a net that is not finished: the steps, then the means, then
    /// the mean squares.
    pub fn memory(&self) -> (u64, &[f32], &[f32]) {
        (self.steps, &self.means, &self.squares)
    }

    /// Goes on with what was kept; the lists must be as long as the parameters of the net.
    pub fn remember(&mut self, steps: u64, means: &[f32], squares: &[f32]) {
        self.steps = steps;
        self.means.copy_from_slice(means);
        self.squares.copy_from_slice(squares);
    }
}
