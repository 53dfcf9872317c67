use henge_core::erased::{BotError, DynBot, DynMatch, MoveView, Task};
use henge_core::{Limits, Outcome, PlayError, Turn, mix64};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::AtomicBool;

use crate::manners::{Manners, Mood};

/// A game that bots have not finished after so many plies is a draw.
pub const MOST_PLIES: usize = 1_000;
/// The same for games with dice, which always come to an end; a long match takes thousands of plies.
const MOST_PLIES_WITH_DICE: usize = 100_000;

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

    /// What falls after so many plies, one of `rolls`.
    pub fn roll<'a>(&self, rolls: &'a [MoveView], ply: usize) -> Option<&'a MoveView> {
        let seed = mix64(self.seed ^ mix64(ply as u64));
        roll(rolls, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Lets them fall until somebody decides or the game is over.
    pub fn throw(&self, table: &mut dyn DynMatch) -> Result<(), PlayError> {
        while table.turn() == Turn::Chance {
            let rolls = table.moves();
            let Some(roll) = self.roll(&rolls, table.history().len()) else { break };
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

/// Lets two bots play the match to its end, or until their manners end it.
pub fn play_game(
    table: &mut dyn DynMatch,
    bots: [&mut dyn DynBot; 2],
    limits: Limits,
    manners: Manners,
    stop: &AtomicBool,
    dice: Dice,
) -> Result<Outcome, BotError> {
    let [first, second] = bots;
    let mut mood = Mood::new(manners);
    let mut most = MOST_PLIES;
    for ply in table.history().len().. {
        let mv = match table.turn() {
            Turn::Over(outcome) => return Ok(outcome),
            _ if ply >= most => break,
            Turn::Chance => {
                most = MOST_PLIES_WITH_DICE;
                let rolls = table.moves();
                dice.roll(&rolls, ply)
                    .ok_or(BotError::NoDecision("no roll is possible"))?
                    .text
                    .clone()
            }
            Turn::Player(player) => {
                let bot: &mut dyn DynBot = if player.index() == 0 { first } else { second };
                let task = Task { limits, n_lines: 1, stop, progress: &mut |_| {} };
                let thought = bot.think(table, task)?;
                if let Some(outcome) = mood.hear(player, &thought) {
                    return Ok(outcome);
                }
                let best = thought.best().ok_or(BotError::NoDecision("the bot has no move"))?;
                best.to_string()
            }
        };
        table.play(&mv).map_err(|error| BotError::Outside(error.to_string()))?;
    }
    Ok(Outcome::Draw)
}
