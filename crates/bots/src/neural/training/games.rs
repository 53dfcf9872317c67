//! Games to learn from.

use henge_games::backgammon::{Men, ROLLS};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::TrainingTarget;
use crate::neural::chances::Chances;
use crate::neural::evaluator::Evaluator;

/// A position of a game, and what the net should have thought of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    pub men: Men,
    pub target: Chances,
}

/// A game longer than this is given up: its last position is its own target.
const MOST_PLIES: usize = 1_000;

/// One game of an evaluator against itself.
pub fn play(evaluator: &mut Evaluator, lesson: TrainingTarget, seed: u64) -> Vec<Sample> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut men = Men::start();
    let mut samples = Vec::with_capacity(80);
    // What tables know need not be learned.
    while evaluator.known(&men).is_none() && samples.len() < MOST_PLIES {
        let dice = loop {
            let dice = [rng.random_range(1..=6), rng.random_range(1..=6)];
            // The dice that decide who begins are never alike.
            if !samples.is_empty() || dice[0] != dice[1] {
                break dice;
            }
        };
        let (next, target) = match lesson {
            TrainingTarget::Next { .. } => {
                let best = evaluator.best(&men, dice);
                (best.after, best.chances)
            }
            TrainingTarget::AllRolls => all_rolls(evaluator, &men, dice),
        };
        samples.push(Sample { men, target });
        men = next.swapped();
    }
    if let TrainingTarget::Next { lambda } = lesson
        && lambda > 0.0
    {
        look_back(&mut samples, lambda);
    }
    samples
}

/// The mean of the best results of all rolls, and the one of these dice.
fn all_rolls(evaluator: &mut Evaluator, men: &Men, dice: [u8; 2]) -> (Men, Chances) {
    let (mut mean, mut next) = (Chances::default(), *men);
    for roll in &ROLLS {
        let best = evaluator.best(men, roll.dice);
        mean += best.chances * roll.chance();
        if roll.dice == dice || roll.dice == [dice[1], dice[0]] {
            next = best.after;
        }
    }
    (next, mean)
}

/// Mixes into each target what was learned from the one after it.
fn look_back(samples: &mut [Sample], lambda: f32) {
    for i in (1..samples.len()).rev() {
        let later = samples[i].target.swapped();
        let target = &mut samples[i - 1].target;
        *target = *target * (1.0 - lambda) + later * lambda;
    }
}
