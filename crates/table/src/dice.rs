use henge_core::erased::{DynMatch, MoveView};
use henge_core::{PlayError, Turn, mix64};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The dice of one game. What falls depends on a seed and on how many plies were played before, and
/// on nothing else: a move that is taken back meets the same dice again, and so does another one in
/// its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice {
    seed: u64,
}

impl Dice {
    /// The dice of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice { seed }
    }

    /// What falls after that many plies, one of `rolls`.
    pub fn roll<'a>(&self, rolls: &'a [MoveView], ply: usize) -> Option<&'a MoveView> {
        let seed = mix64(self.seed ^ mix64(ply as u64));
        roll(rolls, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Lets them fall until somebody decides or the game is over.
    pub fn throw(&self, table: &mut dyn DynMatch) -> Result<(), PlayError> {
        while table.turn() == Turn::Chance {
            let rolls = table.moves();
            let Some(roll) = self.roll(&rolls, table.ply()) else { break };
            table.play(&roll.text)?;
        }
        Ok(())
    }
}

/// Picks a roll by its chance.
pub fn roll<'a>(rolls: &'a [MoveView], rng: &mut impl Rng) -> Option<&'a MoveView> {
    let mut left: f32 = rng.random();
    let falls = |roll: &&MoveView| {
        left -= roll.probability.unwrap_or(0.0);
        left < 0.0
    };
    // Rounding may leave a crumb; then it is the last one.
    rolls.iter().find(falls).or(rolls.last())
}
