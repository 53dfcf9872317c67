use henge_core::{Features, Game};

use super::rules::{Pentominoes, Position};

/// Choices and centres, as the thesis of 1972 counts them, by steps, and the pieces that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChoicesAndCentres;

/// Choices grow by about two thirds from one step to the next.
const CHOICE_STEPS: [usize; 20] =
    [1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 45, 65, 100, 150, 220, 320, 480, 720, 1080, 1620];
const CHOICES: u32 = CHOICE_STEPS.len() as u32 + 1;
/// So many centres, or more, in steps of two.
const CENTRES: u32 = 28;
const PIECES: u32 = 12;
/// With an even number of pieces left the other player would place the last one.
const PARITY: u32 = CHOICES + CENTRES + PIECES;

impl Features<Pentominoes> for ChoicesAndCentres {
    fn name(&self) -> &'static str {
        "choices"
    }

    fn n_features(&self) -> usize {
        PARITY as usize + 2
    }

    fn each(&self, game: &Pentominoes, pos: &Position, found: &mut impl FnMut(u32, f32)) {
        let choices = game.n_moves(pos);
        found(CHOICE_STEPS.partition_point(|&step| step <= choices) as u32, 1.0);
        found(CHOICES + (game.centres(pos).count_ones() / 2).min(CENTRES - 1), 1.0);
        let left = u32::from(pos.left());
        for piece in (0..PIECES).filter(|piece| left >> piece & 1 == 1) {
            found(CHOICES + CENTRES + piece, 1.0);
        }
        found(PARITY + left.count_ones() % 2, 1.0);
    }
}

/// A code for tables: the same number of choices and of centres is the same situation.
pub fn choices_and_centres(game: &Pentominoes, pos: &Position) -> u64 {
    (game.n_moves(pos) as u64) << 32 | u64::from(game.centres(pos).count_ones())
}
