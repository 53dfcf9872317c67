//! Weights as a file.

use super::n_weights;
use thiserror::Error;

/// The first bytes of a file of weights.
pub const MAGIC: &[u8; 24] = b"henge othello weights 1\n";

/// A weight of one in a file is this part of the logarithm of the odds.
const UNIT: f32 = 40.0;

/// Why bytes are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// They begin with something else.
    #[error("these are no weights of Othello: they do not begin with \"henge othello weights 1\"")]
    Foreign,
    /// Some are missing, or there are more than there should be.
    #[error("the weights are damaged: {found} of them instead of {expected}")]
    Damaged {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

/// Weights as a file: one byte each, and for zeros in a row, which most of them are, a zero and their number.
///
/// ```text
/// "henge othello weights 1\n", then weights: their 40-fold (1), or 0 (1) and how many zeros (1)
/// ```
pub fn write_weights(weights: &[f32]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let mut zeros = 0;
    for weight in weights {
        // The conversion keeps within the bounds of a byte.
        let byte = (weight * UNIT).round() as i8;
        if byte == 0 && zeros < u8::MAX {
            zeros += 1;
            continue;
        }
        if zeros > 0 {
            bytes.extend([0, zeros]);
        }
        zeros = u8::from(byte == 0);
        if byte != 0 {
            bytes.push(byte as u8);
        }
    }
    if zeros > 0 {
        bytes.extend([0, zeros]);
    }
    bytes
}

/// The weights of a file.
pub fn read_weights(bytes: &[u8]) -> Result<Vec<f32>, WeightsError> {
    let mut rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
    let expected = n_weights();
    let mut weights = Vec::with_capacity(expected);
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != 0 {
            weights.push(f32::from(byte as i8) / UNIT);
            continue;
        }
        match rest.split_first() {
            Some((&n, after)) if n > 0 => {
                weights.extend(std::iter::repeat_n(0.0, n.into()));
                rest = after;
            }
            _ => return Err(WeightsError::Damaged { found: weights.len(), expected }),
        }
        if weights.len() > expected {
            break;
        }
    }
    match weights.len() {
        found if found == expected => Ok(weights),
        found => Err(WeightsError::Damaged { found, expected }),
    }
}
