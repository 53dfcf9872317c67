//! Weights as a file.

use thiserror::Error;

use super::n_weights;
use crate::packed::{pack, unpack};

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
    pack(weights, UNIT, &mut bytes);
    bytes
}

/// The weights of a file.
pub fn read_weights(bytes: &[u8]) -> Result<Vec<f32>, WeightsError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
    let expected = n_weights();
    unpack(rest, UNIT, expected).map_err(|found| WeightsError::Damaged { found, expected })
}
