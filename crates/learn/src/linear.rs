//! Evaluations that are a sum: each feature of a position times its coefficient.

use henge_core::{Features, Game, Judgement};

use crate::file::{self, Label, LearnedError};

/// The first bytes of a file of coefficients.
pub const MAGIC: &[u8; 8] = b"henge-lw";

/// Coefficients for a set of features; their sum is the logarithm of the odds that the player to
/// move wins.
///
/// [`Judged`](henge_core::Judged) makes an evaluation of it that any search takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear<F> {
    features: F,
    weights: Vec<f32>,
}

impl<F> Linear<F> {
    /// With these coefficients, one for each feature; missing ones are zero.
    pub fn new<G: Game>(features: F, mut weights: Vec<f32>) -> Linear<F>
    where
        F: Features<G>,
    {
        weights.resize(features.n_features(), 0.0);
        Linear { features, weights }
    }

    /// The coefficients.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }
}

impl<G: Game, F: Features<G>> Judgement<G> for Linear<F> {
    #[inline]
    fn logit(&self, game: &G, pos: &G::Position) -> f32 {
        let mut sum = 0.0;
        self.features.each(game, pos, &mut |i, x| sum += self.weights[i as usize] * x);
        sum
    }
}

/// Coefficients as a file.
pub fn write_weights(label: &Label, weights: &[f32]) -> Vec<u8> {
    let mut bytes = file::head(MAGIC, label, weights.len());
    bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
    file::sealed(bytes)
}

/// The coefficients of a file, and what they are for.
pub fn read_weights(bytes: &[u8]) -> Result<(Label, Vec<f32>), LearnedError> {
    let (label, entries) = file::opened(MAGIC, bytes, 4)?;
    let (fours, _) = entries.as_chunks::<4>();
    let weights: Vec<f32> = fours.iter().map(|&four| f32::from_le_bytes(four)).collect();
    match weights.iter().position(|weight| !weight.is_finite()) {
        Some(at) => Err(LearnedError::Entry(at)),
        None => Ok((label, weights)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label() -> Label {
        let text = |text: &str| text.to_string();
        Label { game: text("ring"), features: text("größe"), provenance: text("a test") }
    }

    #[test]
    fn weights_are_read_as_they_were_written_or_refused() {
        let bytes = write_weights(&label(), &[1.5, -0.25, 0.0]);
        assert_eq!(read_weights(&bytes), Ok((label(), vec![1.5, -0.25, 0.0])));
        for n in 0..bytes.len() {
            assert!(read_weights(&bytes[..n]).is_err(), "cut after {n} bytes");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(read_weights(&damaged).is_err(), "damaged at {at}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(read_weights(&longer), Err(LearnedError::TooLong(1)));
        assert_eq!(read_weights(b"henge"), Err(LearnedError::Magic));
        let not_a_number = write_weights(&label(), &[0.0, f32::NAN]);
        assert_eq!(read_weights(&not_a_number), Err(LearnedError::Entry(1)));
    }
}
