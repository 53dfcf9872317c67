//! How strong a net is, against a player who never changes.

use henge_core::mix64;
use henge_games::backgammon::{BAR, Men, Plays, generate};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::neural::evaluator::{Evaluator, Judge};

/// Points a game, and their standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Games played.
    pub games: u32,
    /// Points a game.
    pub points: f64,
    /// One standard error of that.
    pub error: f64,
}

/// Games come in pairs with the same dice, sides changed; so half as many pairs as games.
pub fn measure(judge: &Judge, against: Option<&Judge>, games: u32, seed: u64) -> Strength {
    let mut net = Evaluator::new(judge);
    let mut other = against.map(Evaluator::new);
    let (mut sum, mut squares, mut plays) = (0.0, 0.0, Plays::new());
    let pairs = games.div_ceil(2).max(1);
    for pair in 0..pairs {
        let mut points = 0.0;
        for net_begins in [true, false] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ mix64(u64::from(pair))));
            let (mut men, mut net_moves, mut first) = (Men::start(), net_begins, true);
            let result = loop {
                let dice = [rng.random_range(1..=6), rng.random_range(1..=6)];
                if first && dice[0] == dice[1] {
                    continue;
                }
                first = false;
                let after = match (&mut other, net_moves) {
                    (_, true) => net.best(&men, dice).after,
                    (Some(other), false) => other.best(&men, dice).after,
                    (None, false) => by_rule(&men, dice, &mut plays),
                };
                if let Some(result) = after.points() {
                    break f64::from(if net_moves { result } else { -result });
                }
                (men, net_moves) = (after.swapped(), !net_moves);
            };
            points += result;
        }
        sum += points / 2.0;
        squares += points * points / 4.0;
    }
    let n = f64::from(pairs);
    let mean = sum / n;
    let variance = (squares / n - mean * mean).max(0.0);
    Strength { games: 2 * pairs, points: mean, error: (variance / (n - 1.0).max(1.0)).sqrt() }
}

/// The play of somebody who has been told: get ahead in the race, hit, hold points, most of all near
/// your home, and leave no man alone where he can be hit.
fn by_rule(men: &Men, dice: [u8; 2], plays: &mut Plays) -> Men {
    generate(men, dice, plays);
    let worth = |after: &Men| {
        let [mine, theirs] = after.pips();
        let mut worth = theirs as i32 - mine as i32;
        let reached = |point: usize| after.theirs[BAR - point..].iter().any(|&men| men > 0);
        for point in 1..=24 {
            match after.mine[point] {
                1 if reached(point) => worth -= 4 + (25 - point as i32) / 4,
                2.. if (4..=8).contains(&point) => worth += 8,
                2.. => worth += 3,
                _ => {}
            }
        }
        worth
    };
    // Of several the first one: `max_by_key` would take the last.
    let best = plays.entries().iter().rev().max_by_key(|entry| worth(&entry.after));
    best.expect("there is always a result").after
}
