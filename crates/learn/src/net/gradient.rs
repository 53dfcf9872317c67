//! What samples say about the parameters of a net.

use super::{Activation, Active, Net, Scratch, Shape, kernel};

/// The sum over some samples of how the loss changes with each parameter.
///
/// The loss of an output that is a chance is the cross entropy with the chance it should have been;
/// that of a plain number is half the square of the difference.
#[derive(Clone, Debug)]
pub struct Gradient {
    pub(super) sums: Vec<f32>,
    pub(super) samples: u32,
    loss: f64,
}

impl Gradient {
    /// Of no samples yet, for nets of a shape.
    pub fn new(shape: &Shape) -> Self {
        Gradient { sums: vec![0.0; shape.n_parameters()], samples: 0, loss: 0.0 }
    }

    /// Samples since the last step.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// How the sum of the losses changes with each parameter.
    pub fn sums(&self) -> &[f32] {
        &self.sums
    }

    /// The sum of the losses of all samples added since it was last asked.
    pub fn take_loss(&mut self) -> f64 {
        std::mem::take(&mut self.loss)
    }

    /// Adds a sample: inputs of which all others are zero, and what the net should answer.
    pub fn add(&mut self, net: &Net, inputs: &[Active], targets: &[f32], scratch: &mut Scratch) {
        net.run(inputs, scratch);
        let last = net.shape.layers.len() - 1;
        let (_, activation) = net.shape.layers[last];
        let Scratch { layers, deltas } = scratch;
        assert_eq!(targets.len(), layers[last].len(), "a target for each output");
        for ((delta, &out), &target) in deltas[last].iter_mut().zip(&layers[last]).zip(targets) {
            self.loss += loss(activation, out, target);
            *delta = out - target;
        }
        for i in (1..=last).rev() {
            let (before, after) = deltas.split_at_mut(i);
            let (input, delta) = (&layers[i - 1], &mut before[i - 1]);
            let (biases, weights) = &net.places[i];
            kernel::add_scaled(&mut self.sums[biases.clone()], 1.0, &after[0]);
            delta.fill(0.0);
            let gradients = self.sums[weights.clone()].chunks_exact_mut(input.len());
            let rows = net.weights(i).chunks_exact(input.len());
            for ((gradient, row), &error) in gradients.zip(rows).zip(&after[0]) {
                kernel::add_scaled(gradient, error, input);
                kernel::add_scaled(delta, error, row);
            }
            kernel::slope(net.shape.layers[i - 1].1, input, delta);
        }
        let (biases, weights) = &net.places[0];
        kernel::add_scaled(&mut self.sums[biases.clone()], 1.0, &deltas[0]);
        let (gradients, width) = (&mut self.sums[weights.clone()], deltas[0].len());
        for &(input, value) in inputs {
            let row = input as usize * width;
            kernel::add_scaled(&mut gradients[row..row + width], value, &deltas[0]);
        }
        self.samples += 1;
    }

    /// Forgets all samples.
    pub fn clear(&mut self) {
        self.sums.fill(0.0);
        self.samples = 0;
    }
}

fn loss(activation: Activation, out: f32, target: f32) -> f64 {
    let (out, target) = (f64::from(out), f64::from(target));
    if activation != Activation::Sigmoid {
        return (out - target) * (out - target) / 2.0;
    }
    let part =
        |target: f64, out: f64| if target > 0.0 { -target * out.max(1e-30).ln() } else { 0.0 };
    part(target, out) + part(1.0 - target, 1.0 - out)
}
