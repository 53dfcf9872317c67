//! The first version: a centre by chance, then one of the orientations that fit there.
//!
//! The thesis points out that this is not the same as any move by chance: a square with one move is
//! taken as often as a square with fifty.

use henge_games::pentominoes::Move;
use rand::{Rng, RngExt};

use super::neighbourhoods::{Lens, Sight, bits};

/// A move by chance; none if there is none.
pub fn random_move(lens: &Lens<'_>, sight: &Sight<'_>, rng: &mut impl Rng) -> Option<Move> {
    let centres: Vec<(usize, u64)> = sight.centres().collect();
    if centres.is_empty() {
        return None;
    }
    let (square, moves) = centres[rng.random_range(0..centres.len())];
    let orientation = bits(moves).nth(rng.random_range(0..moves.count_ones() as usize))?;
    Some(lens.mv(orientation, square))
}
