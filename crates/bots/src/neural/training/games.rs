//! Games to learn from.

use henge_games::backgammon::{Men, ROLLS};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::TrainingTarget;
use crate::neural::chances::{Chances, N_OUTPUTS};
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

/// The bytes of a sample that is sent: the men of both sides, and the target.
const SENT: usize = 52 + 4 * N_OUTPUTS;

/// Writes a game to be sent: the number of its samples (4 bytes), and these.
pub fn write(samples: &[Sample], bytes: &mut Vec<u8>) {
    bytes.extend((samples.len() as u32).to_le_bytes());
    for Sample { men, target } in samples {
        bytes.extend(men.mine.iter().chain(&men.theirs));
        bytes.extend(target.to_outputs().iter().flat_map(|number| number.to_le_bytes()));
    }
}

/// Games that were sent; nothing if they are none.
pub fn read(mut bytes: &[u8]) -> Option<Vec<Vec<Sample>>> {
    let mut games = Vec::new();
    while let Some((n, rest)) = bytes.split_first_chunk::<4>() {
        let n = usize::try_from(u32::from_le_bytes(*n)).ok()?;
        let (samples, rest) = rest.split_at_checked(n.checked_mul(SENT)?)?;
        games.push(samples.as_chunks::<SENT>().0.iter().map(read_sample).collect::<Option<_>>()?);
        bytes = rest;
    }
    bytes.is_empty().then_some(games)
}

fn read_sample(bytes: &[u8; SENT]) -> Option<Sample> {
    let (mut men, mut outputs) = (Men::NONE, [0.0; N_OUTPUTS]);
    men.mine.copy_from_slice(&bytes[..26]);
    men.theirs.copy_from_slice(&bytes[26..52]);
    let fits = |side: &[u8; 26]| side.iter().map(|&men| u32::from(men)).sum::<u32>() <= 15;
    for (output, four) in outputs.iter_mut().zip(bytes[52..].as_chunks::<4>().0) {
        *output = f32::from_le_bytes(*four);
    }
    let is_right = fits(&men.mine) && fits(&men.theirs) && outputs.iter().all(|x| x.is_finite());
    is_right.then_some(Sample { men, target: Chances::from_outputs(&outputs) })
}
