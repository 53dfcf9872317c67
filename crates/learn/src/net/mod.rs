//! Small dense nets: sparse inputs, a few layers, numbers between 0 and 1 (or any numbers) out.
//!
//! A net is a [`Shape`] and its parameters, and nothing else: which input means what is known by
//! those who use it. All arithmetic is in `f32`, in a fixed order and without a mathematical library
//! of the system, so that the same parameters give the same answers everywhere.
//!
//! - [`Net`] answers: [`Net::run`] from nothing, [`Net::sums`] and [`Net::run_from`] for many
//!   positions that differ in few inputs. Neither allocates; a [`Scratch`] is made once.
//! - [`Gradient`] adds up what samples say about the parameters, and [`Sgd`] or [`Adam`] takes the
//!   step.
//! - [`Net::to_bytes`] and [`Net::from_bytes`] are the file; [`mod@file`] describes it.
//!
//! Parameters lie in one list, layer after layer. A layer has its biases first, then its weights. The
//! weights of the first layer lie input after input, as a sparse input wants them: an input of zero
//! costs nothing. Those of the other layers lie output after output, each a row to multiply with.
//!
//! ```
//! use henge_learn::net::{Activation, Adam, Gradient, Net, Scratch, Shape};
//! use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
//!
//! let shape = Shape::new(2, [(4, Activation::Sigmoid), (1, Activation::Sigmoid)])?;
//! let mut net = Net::random(shape, &mut Xoshiro256PlusPlus::seed_from_u64(1));
//! let (mut scratch, mut gradient) = (Scratch::new(net.shape()), Gradient::new(net.shape()));
//! let mut adam = Adam::new(&net, 0.05);
//! for _ in 0..400 {
//!     for (a, b) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)] {
//!         let exclusive_or = if a != b { 1.0 } else { 0.0 };
//!         gradient.add(&net, &[(0, a), (1, b)], &[exclusive_or], &mut scratch);
//!     }
//!     adam.step(&mut net, &mut gradient);
//! }
//! assert!(net.run(&[(0, 1.0)], &mut scratch)[0] > 0.9);
//! # Ok::<(), henge_learn::net::ShapeError>(())
//! ```

pub mod file;
mod gradient;
mod kernel;
mod step;
#[cfg(test)]
mod tests;

use std::ops::Range;

use rand::{Rng, RngExt};
use thiserror::Error;

pub use file::FileError;
pub use gradient::Gradient;
pub use kernel::sigmoid;
pub use step::{Adam, Sgd};

/// An input that is not zero: its number and its value.
pub type Active = (u32, f32);

/// What a layer makes of its sums.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Activation {
    /// The sum itself.
    Identity,
    /// The sum, or zero if it is negative.
    Relu,
    /// From 0 to 1: a chance.
    Sigmoid,
}

/// A layer: how many numbers come out, and what is made of the sums.
pub type Layer = (usize, Activation);

/// How large a net is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    inputs: usize,
    layers: Vec<Layer>,
}

/// A layer is at most so wide, and so are the inputs.
pub const MOST_WIDTH: usize = 1 << 16;
/// A net has at most so many layers.
pub const MOST_LAYERS: usize = 16;

/// Why there is no such net.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// Too few or too many layers.
    #[error("a net has from 1 to {MOST_LAYERS} layers, not {0}")]
    Layers(usize),
    /// A layer, or the input, of no size or too large.
    #[error("{what} has from 1 to {MOST_WIDTH} numbers, not {width}")]
    Width {
        /// Which.
        what: String,
        /// How wide it would be.
        width: usize,
    },
    /// The last layer has no loss that belongs to it.
    #[error("the last layer is sigmoid or identity, not ReLU")]
    LastLayer,
    /// The parameters do not fit.
    #[error("a net of this shape has {right} parameters, not {found}")]
    Parameters {
        /// How many it has.
        right: usize,
        /// How many there were.
        found: usize,
    },
}

impl Shape {
    /// So many inputs, and the layers in order; the last one is the output.
    pub fn new(inputs: usize, layers: impl Into<Vec<Layer>>) -> Result<Shape, ShapeError> {
        let layers = layers.into();
        if layers.is_empty() || layers.len() > MOST_LAYERS {
            return Err(ShapeError::Layers(layers.len()));
        }
        let widths = layers.iter().enumerate().map(|(i, l)| (format!("layer {}", i + 1), l.0));
        for (what, width) in std::iter::once(("the input".into(), inputs)).chain(widths) {
            if !(1..=MOST_WIDTH).contains(&width) {
                return Err(ShapeError::Width { what, width });
            }
        }
        if layers.last().is_some_and(|layer| layer.1 == Activation::Relu) {
            return Err(ShapeError::LastLayer);
        }
        Ok(Shape { inputs, layers })
    }

    /// How many inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The layers.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// How many outputs.
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.0)
    }

    /// How many numbers come into a layer.
    fn width_before(&self, layer: usize) -> usize {
        if layer == 0 { self.inputs } else { self.layers[layer - 1].0 }
    }

    /// How many parameters a net of this shape has.
    pub fn n_parameters(&self) -> usize {
        (0..self.layers.len()).map(|i| self.layers[i].0 * (self.width_before(i) + 1)).sum()
    }

    /// Where the biases and the weights of each layer lie.
    fn places(&self) -> Vec<(Range<usize>, Range<usize>)> {
        let mut at = 0;
        let place = |i: usize| {
            let (biases, weights) = (self.layers[i].0, self.layers[i].0 * self.width_before(i));
            let begin = at;
            at += biases + weights;
            (begin..begin + biases, begin + biases..at)
        };
        (0..self.layers.len()).map(place).collect()
    }
}

/// A net: its shape and its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    shape: Shape,
    places: Vec<(Range<usize>, Range<usize>)>,
    parameters: Vec<f32>,
}

impl Net {
    /// Takes parameters over.
    pub fn new(shape: Shape, parameters: Vec<f32>) -> Result<Net, ShapeError> {
        let (right, found) = (shape.n_parameters(), parameters.len());
        if right != found {
            return Err(ShapeError::Parameters { right, found });
        }
        let places = shape.places();
        Ok(Net { shape, places, parameters })
    }

    /// Small weights by chance, none of them zero, so that no two units learn the same
    /// (Glorot and Bengio 2010); no biases.
    pub fn random(shape: Shape, rng: &mut impl Rng) -> Net {
        let places = shape.places();
        let mut parameters = vec![0.0; shape.n_parameters()];
        for (i, (_, weights)) in places.iter().enumerate() {
            let width = (6.0 / (shape.width_before(i) + shape.layers[i].0) as f32).sqrt();
            for weight in &mut parameters[weights.clone()] {
                *weight = (2.0 * rng.random::<f32>() - 1.0) * width;
            }
        }
        Net { shape, places, parameters }
    }

    /// How large it is.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its parameters, in the order that this module describes.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    fn biases(&self, layer: usize) -> &[f32] {
        &self.parameters[self.places[layer].0.clone()]
    }

    fn weights(&self, layer: usize) -> &[f32] {
        &self.parameters[self.places[layer].1.clone()]
    }

    /// The sums of the first layer, to begin with in [`run_from`](Net::run_from). `sums` is as wide as
    /// the first layer.
    pub fn sums(&self, inputs: &[Active], sums: &mut [f32]) {
        kernel::add_rows(self.biases(0), inputs, self.weights(0), sums);
    }

    /// The answer to inputs of which all others are zero.
    pub fn run<'s>(&self, inputs: &[Active], scratch: &'s mut Scratch) -> &'s [f32] {
        kernel::add_rows(self.biases(0), inputs, self.weights(0), &mut scratch.layers[0]);
        self.finish(scratch)
    }

    /// The answer to inputs that differ from those of `sums` by `changes`, each an input and how much
    /// is added to it.
    pub fn run_from<'s>(
        &self,
        sums: &[f32],
        changes: &[Active],
        scratch: &'s mut Scratch,
    ) -> &'s [f32] {
        kernel::add_rows(sums, changes, self.weights(0), &mut scratch.layers[0]);
        self.finish(scratch)
    }

    /// From the sums of the first layer to the answer.
    fn finish<'s>(&self, scratch: &'s mut Scratch) -> &'s [f32] {
        kernel::activate(self.shape.layers[0].1, &mut scratch.layers[0]);
        for i in 1..self.shape.layers.len() {
            let (before, after) = scratch.layers.split_at_mut(i);
            kernel::multiply(self.biases(i), self.weights(i), &before[i - 1], &mut after[0]);
            kernel::activate(self.shape.layers[i].1, &mut after[0]);
        }
        scratch.layers.last().expect("a shape has a layer")
    }
}

/// What the layers hold while a net runs.
#[derive(Clone, Debug)]
pub struct Scratch {
    layers: Vec<Vec<f32>>,
    /// What the loss says about the sums of each layer; for learning.
    deltas: Vec<Vec<f32>>,
}

impl Scratch {
    /// For nets of a shape.
    pub fn new(shape: &Shape) -> Self {
        let layers: Vec<Vec<f32>> = shape.layers.iter().map(|layer| vec![0.0; layer.0]).collect();
        Scratch { deltas: layers.clone(), layers }
    }
}
