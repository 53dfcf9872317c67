use henge_core::erased::{BotError, DynBot, DynMatch, MoveView, Task};
use henge_core::{Clock, EndedBy, Limits, Outcome, PlayError, Player, ScoreKind, Turn, mix64};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

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

/// What two bots play under.
pub struct Terms<'a> {
    /// What each may spend on a move.
    pub limits: Limits,
    /// What each has for the whole game; who needs more has lost. Nodes and time for a move still
    /// count.
    pub clock: Option<Clock>,
    /// When bots end the game themselves.
    pub manners: Manners,
    /// Who looks at every position, and ends the game as soon as its outcome is certain.
    pub referee: Option<&'a mut dyn DynBot>,
    /// Raised from outside; bots hurry then.
    pub stop: &'a AtomicBool,
    /// The dice of the game, if it has any.
    pub dice: Dice,
}

impl<'a> Terms<'a> {
    /// Without limits but those of the bots themselves.
    pub fn new(stop: &'a AtomicBool, dice: Dice) -> Terms<'a> {
        let (limits, manners) = (Limits::NONE, Manners::default());
        Terms { limits, clock: None, manners, referee: None, stop, dice }
    }
}

/// How a game of bots ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Who won.
    pub outcome: Outcome,
    /// Why it was over.
    pub by: EndedBy,
    /// How long the bots have thought.
    pub thinking: Duration,
}

/// Lets two bots play the match to its end, or until the terms end it.
pub fn play_game(
    table: &mut dyn DynMatch,
    bots: [&mut dyn DynBot; 2],
    mut terms: Terms<'_>,
) -> Result<Ended, BotError> {
    let [first, second] = bots;
    let mut mood = Mood::new(terms.manners);
    let mut clocks = [terms.clock; 2];
    let mut thinking = Duration::ZERO;
    let ended = |outcome, by, thinking| Ok(Ended { outcome, by, thinking });
    let mut most = MOST_PLIES;
    for ply in table.history().len().. {
        let mv = match table.turn() {
            Turn::Over(outcome) => return ended(outcome, EndedBy::Rules, thinking),
            _ if ply >= most => break,
            Turn::Chance => {
                most = MOST_PLIES_WITH_DICE;
                let rolls = table.moves();
                terms
                    .dice
                    .roll(&rolls, ply)
                    .ok_or(BotError::NoDecision("no roll is possible"))?
                    .text
                    .clone()
            }
            Turn::Player(player) => {
                if let Some(referee) = &mut terms.referee
                    && let Some(outcome) = certain(&mut **referee, table, player, terms.stop)?
                {
                    return ended(outcome, EndedBy::Adjudication, thinking);
                }
                let bot: &mut dyn DynBot = if player.index() == 0 { first } else { second };
                let clock = &mut clocks[player.index()];
                let limits = Limits { clock: *clock, ..terms.limits };
                let task = Task { limits, n_lines: 1, stop: terms.stop, progress: &mut |_| {} };
                let began = Instant::now();
                let thought = bot.think(table, task)?;
                let took = began.elapsed();
                thinking += took;
                if let Some(clock) = clock {
                    match clock.left.checked_sub(took) {
                        Some(left) => clock.left = left + clock.increment,
                        None => return ended(Outcome::win(!player), EndedBy::Time, thinking),
                    }
                }
                if let Some(outcome) = mood.hear(player, &thought) {
                    let by = match outcome {
                        Outcome::Draw => EndedBy::Agreement,
                        Outcome::Win { .. } => EndedBy::Resignation,
                    };
                    return ended(outcome, by, thinking);
                }
                let best = thought.best().ok_or(BotError::NoDecision("the bot has no move"))?;
                best.to_string()
            }
        };
        table.play(&mv).map_err(|error| BotError::Outside(error.to_string()))?;
    }
    ended(Outcome::Draw, EndedBy::MoveLimit, thinking)
}

/// How the game will end if nobody errs, where the referee has proved that.
fn certain(
    referee: &mut dyn DynBot,
    table: &dyn DynMatch,
    player: Player,
    stop: &AtomicBool,
) -> Result<Option<Outcome>, BotError> {
    let task = Task { limits: Limits::NONE, n_lines: 1, stop, progress: &mut |_| {} };
    let thought = referee.think(table, task)?;
    let Some((score, kind)) = thought.lines.first().and_then(|line| line.score) else {
        return Ok(None);
    };
    let points = score.decided().map_or(0, |(points, _)| points);
    // A bound is certain from one side only.
    let is_certain = match kind {
        ScoreKind::Proved | ScoreKind::Table => true,
        ScoreKind::AtLeast => points > 0,
        ScoreKind::AtMost => points < 0,
        _ => false,
    };
    if !is_certain {
        return Ok(None);
    }
    let winner = if points > 0 { player } else { !player };
    Ok(Some(match points.unsigned_abs().min(u32::from(u8::MAX)) as u8 {
        0 => Outcome::Draw,
        points => Outcome::Win { winner, points },
    }))
}
