//! Weights as a file.

use thiserror::Error;

use super::super::rules::Draughts;
use super::super::word::Word;
use super::layout::{Layout, STATES};
use super::{PHASES, Patterns};
use crate::packed::{pack, unpack};

/// The first bytes of a file of weights.
pub const MAGIC: &[u8; 25] = b"henge draughts weights 2\n";
/// Those of files from before there were tall patterns.
const MAGIC_1: &[u8; 25] = b"henge draughts weights 1\n";

/// A weight of one is this many in a file: for patterns, which have a byte each, and for the others, which have two.
const PATTERN_UNIT: f32 = 64.0;
const UNIT: f32 = 256.0;

/// Why bytes are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// They begin with something else.
    #[error(
        "these are no weights of draughts: they do not begin with \"henge draughts weights 2\""
    )]
    Foreign,
    /// They are of another board.
    #[error("the weights are for a board of {found} rows and squares, not {expected}")]
    OtherBoard {
        /// What the file says.
        found: String,
        /// What the variant has.
        expected: String,
    },
    /// Some are missing, or there are more than there should be.
    #[error("the weights are damaged: {found} of them instead of {expected}")]
    Damaged {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

/// Do these bytes begin as a file of weights does?
pub fn is_weights(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(MAGIC_1)
}

/// Weights as a file.
///
/// ```text
/// "henge draughts weights 2\n", rows (1), squares of a row (1),
/// for both phases the weights of kings, men and the move: their 256-fold (2 each),
/// for both phases those of patterns: their 64-fold (1), or 0 (1) and how many zeros (1)
/// ```
pub fn write_weights<W: Word>(game: &Draughts<W>, weights: &[f32]) -> Vec<u8> {
    let layout = Layout::new(game);
    let (n, n_packed) = (layout.n_weights(), layout.kings());
    let mut bytes = MAGIC.to_vec();
    bytes.extend(layout.size());
    let phases = || weights.chunks_exact(n);
    for weight in phases().flat_map(|phase| &phase[n_packed..]) {
        bytes.extend(((weight * UNIT).round() as i16).to_le_bytes());
    }
    let packed: Vec<f32> = phases().flat_map(|phase| &phase[..n_packed]).copied().collect();
    pack(&packed, PATTERN_UNIT, &mut bytes);
    bytes
}

/// The weights of a file.
pub fn read_weights<W: Word>(game: &Draughts<W>, bytes: &[u8]) -> Result<Vec<f32>, WeightsError> {
    let layout = Layout::new(game);
    let old = bytes.strip_prefix(MAGIC_1);
    let rest = old.or_else(|| bytes.strip_prefix(MAGIC)).ok_or(WeightsError::Foreign)?;
    let [rows, width, rest @ ..] = rest else { return Err(WeightsError::Foreign) };
    if [*rows, *width] != layout.size() {
        let [my_rows, my_width] = layout.size();
        return Err(WeightsError::OtherBoard {
            found: format!("{rows} by {width}"),
            expected: format!("{my_rows} by {my_width}"),
        });
    }
    if old.is_some() {
        return read_old(&layout, rest);
    }
    let (n, n_packed) = (layout.n_weights(), layout.kings());
    let expected = PHASES * n;
    let damaged = |found| WeightsError::Damaged { found, expected };
    let n_plain = n - n_packed;
    let (plain, packed) =
        rest.split_at_checked(2 * PHASES * n_plain).ok_or_else(|| damaged(rest.len() / 2))?;
    let plain = shorts(plain);
    let packed = unpack(packed, PATTERN_UNIT, PHASES * n_packed);
    let packed = packed.map_err(|found| damaged(plain.len() + found))?;
    let phases = packed.chunks_exact(n_packed).zip(plain.chunks_exact(n_plain));
    Ok(phases.flat_map(|(packed, plain)| [packed, plain]).flatten().copied().collect())
}

fn shorts(bytes: &[u8]) -> Vec<f32> {
    let (twos, _) = bytes.as_chunks::<2>();
    twos.iter().map(|&two| f32::from(i16::from_le_bytes(two)) / UNIT).collect()
}

/// A file with wide patterns alone, each with weights of its own in both views: `kings`, men and the move follow
/// those of each phase, all of two bytes.
fn read_old(layout: &Layout, bytes: &[u8]) -> Result<Vec<f32>, WeightsError> {
    let (n, n_packed) = (layout.n_weights(), layout.kings());
    let n_old = layout.n_wide() * STATES;
    let expected = PHASES * (n_old + n - n_packed);
    if bytes.len() != 2 * expected {
        return Err(WeightsError::Damaged { found: bytes.len() / 2, expected });
    }
    let old = shorts(bytes);
    let mut weights = Vec::with_capacity(PHASES * n);
    for phase in old.chunks_exact(expected / PHASES) {
        let begin = weights.len();
        weights.resize(begin + n_packed, 0.0);
        for (i, &weight) in phase[..n_old].iter().enumerate() {
            if let Some((place, sign)) = layout.weight(i / STATES, i % STATES) {
                weights[begin + place] += sign * weight;
            }
        }
        weights.extend(&phase[n_old..]);
    }
    Ok(weights)
}

impl Patterns {
    /// The weights of a file.
    pub fn from_bytes<W: Word>(game: &Draughts<W>, bytes: &[u8]) -> Result<Patterns, WeightsError> {
        Ok(Patterns::new(game, &read_weights(game, bytes)?))
    }
}
