use henge_core::erased::{BotError, DynBot, DynMatch, MoveView, Task};
use henge_core::{Limits, Outcome, Turn};
use rand::{Rng, RngExt};
use std::sync::atomic::AtomicBool;

use crate::manners::{Manners, Mood};

/// A game that bots have not finished after so many plies is a draw.
pub const MOST_PLIES: usize = 1_000;

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

/// Lets two bots play the match to its end, or until their manners end it; `rng` throws the dice.
pub fn play_game(
    table: &mut dyn DynMatch,
    bots: [&mut dyn DynBot; 2],
    limits: Limits,
    manners: Manners,
    stop: &AtomicBool,
    rng: &mut impl Rng,
) -> Result<Outcome, BotError> {
    let [first, second] = bots;
    let mut mood = Mood::new(manners);
    loop {
        let mv = match table.turn() {
            Turn::Over(outcome) => return Ok(outcome),
            _ if table.history().len() >= MOST_PLIES => return Ok(Outcome::Draw),
            Turn::Chance => {
                let rolls = table.moves();
                roll(&rolls, rng).ok_or(BotError::NoDecision("no roll is possible"))?.text.clone()
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
}
