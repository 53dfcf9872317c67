//! Rollouts: a position is played out many times, and what came of it is the answer.
//!
//! Two things take out most of what is luck. The first two rolls are not left to chance: every 36
//! games have each first roll once, and every 1,296 each pair of rolls. And the luck of every later
//! roll is known, as the net can say before and after it what the position is worth; it is taken off
//! the result. On the average that changes nothing, however wrong the net may be, since the luck of
//! all rolls together is nothing.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use henge_core::mix64;
use henge_games::backgammon::{Men, ROLLS};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::chances::Chances;
use super::evaluator::{Evaluator, Judge};
use super::search::Leash;

/// How to roll out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rollout {
    /// How many games.
    pub games: u32,
    /// Where random numbers start; positions that are compared get the same dice.
    pub seed: u64,
    /// Plies that both sides look ahead for each play.
    pub plies: u32,
    /// After so many rolls the net judges what is left; 0 to play to the end.
    pub truncate: u32,
    /// What is done about luck.
    pub luck: Luck,
    /// Games at a time; the result does not depend on it.
    pub threads: usize,
}

/// What is done about luck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Luck {
    /// It is taken off the result.
    TakenOff,
    /// It stays.
    Kept,
}

/// What a rollout has found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RolloutResult {
    /// How many games were played.
    pub games: u32,
    /// The mean of how they ended.
    pub chances: Chances,
    /// Their mean worth.
    pub equity: f32,
    /// One standard error of it.
    pub error: f32,
}

/// A game longer than this is judged where it stands.
const MOST_ROLLS: u32 = 1_000;

impl Rollout {
    /// Rolls a position out for the side that is about to roll. `progress` hears of every game;
    /// nothing is found if it is stopped before the second one.
    pub fn run(
        &self,
        judge: &Judge,
        men: &Men,
        stop: &AtomicBool,
        progress: &(dyn Fn() + Sync),
    ) -> Option<RolloutResult> {
        let next = AtomicU32::new(0);
        let results = Mutex::new(Vec::new());
        henge_search::crew(self.threads, || {
            let mut evaluator = Evaluator::new(judge);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.games || stop.load(Relaxed) {
                    break;
                }
                let chances = self.game(&mut evaluator, men, number);
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.push((number, chances));
                progress();
            }
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Sums do not depend on who was first.
        results.sort_unstable_by_key(|(number, _)| *number);
        found(&results)
    }

    /// One game, from the view of the side that rolls first.
    fn game(&self, evaluator: &mut Evaluator, men: &Men, number: u32) -> Chances {
        let seed = mix64(self.seed ^ mix64(u64::from(number)));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut men, mut luck) = (*men, Chances::default());
        let limit = if self.truncate > 0 { self.truncate } else { MOST_ROLLS };
        for n in 0..limit {
            if let Some(known) = evaluator.known(&men) {
                return seen(known, n) + luck * -1.0;
            }
            let fair = self.fair(n, number);
            let dice = fair.unwrap_or_else(|| [rng.random_range(1..=6), rng.random_range(1..=6)]);
            let (after, chances) = self.choose(evaluator, &men, dice);
            if self.luck == Luck::TakenOff {
                let mut mean = Chances::default();
                for roll in &ROLLS {
                    mean += evaluator.best(&men, roll.dice).chances * roll.chance();
                }
                luck += seen(chances, n) + seen(mean, n) * -1.0;
            }
            men = after.swapped();
        }
        seen(evaluator.chances(&men), limit) + luck * -1.0
    }

    /// The first two rolls of a game: each pair once in every 1,296 games, in an order by the seed.
    fn fair(&self, n: u32, number: u32) -> Option<[u8; 2]> {
        let place = match n {
            0 => number % 36,
            1 => {
                // Shifted by the round, every first roll meets every second one.
                let round = number / 36;
                (number + round + mix64(self.seed) as u32 % 36) % 36
            }
            _ => return None,
        };
        Some([1 + (place / 6) as u8, 1 + (place % 6) as u8])
    }

    /// The play, and what the net thinks of it.
    fn choose(&self, evaluator: &mut Evaluator, men: &Men, dice: [u8; 2]) -> (Men, Chances) {
        if self.plies == 0 {
            let best = evaluator.best(men, dice);
            return (best.after, best.chances);
        }
        let never = AtomicBool::new(false);
        let leash = Leash { stop: &never, until: None };
        let best = evaluator.rank(men, dice, self.plies, &Chances::equity, &leash)[0].judged;
        // Luck is measured by the net alone, before the roll and after it.
        (best.after, evaluator.chances(&best.after.swapped()).swapped())
    }
}

/// As the side sees it that rolled first, after `n` rolls.
fn seen(chances: Chances, n: u32) -> Chances {
    if n.is_multiple_of(2) { chances } else { chances.swapped() }
}

fn found(results: &[(u32, Chances)]) -> Option<RolloutResult> {
    if results.len() < 2 {
        return None;
    }
    let n = results.len() as f64;
    let (mut sums, mut square) = ([0.0f64; 5], 0.0);
    let mut equities = 0.0;
    for (_, chances) in results {
        for (sum, part) in sums.iter_mut().zip(chances.to_outputs()) {
            *sum += f64::from(part);
        }
        let equity = f64::from(chances.equity());
        equities += equity;
        square += equity * equity;
    }
    let mean = equities / n;
    let variance = (square / n - mean * mean).max(0.0) / (n - 1.0);
    Some(RolloutResult {
        games: results.len() as u32,
        chances: Chances::from_outputs(&sums.map(|sum| (sum / n) as f32)),
        equity: mean as f32,
        error: variance.sqrt() as f32,
    })
}
