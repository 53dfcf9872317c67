//! How strong a net is, against a player who never changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::mix64;
use henge_games::backgammon::{BAR, Men, Plays, generate};
use henge_learn::stats::{Hypotheses, Pentanomial, Verdict};
use henge_learn::training::{Measure, MeasureError, Measured};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::neural::evaluator::{Evaluator, Judge, Tables};

/// Games against another net, or against a player who goes by a simple rule.
pub struct Yardstick {
    /// The other net, and its name.
    pub against: Option<(Judge, String)>,
    /// What both know about bearing off.
    pub tables: Arc<Tables>,
    /// Games; they come in pairs with the same dice, sides changed.
    pub games: u32,
    /// Where the dice start.
    pub seed: u64,
}

impl Measure for Yardstick {
    fn opponent(&self) -> String {
        self.against.as_ref().map_or("a simple rule".into(), |(_, name)| name.clone())
    }

    fn measure(
        &mut self,
        weights: &[u8],
        test: Option<&Hypotheses>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Measured, MeasureError> {
        let judge = Judge::from_bytes(weights, Arc::clone(&self.tables))
            .map_err(|error| MeasureError(error.to_string()))?;
        let mut net = Evaluator::new(&judge);
        let mut other = self.against.as_ref().map(|(judge, _)| Evaluator::new(judge));
        let (mut pairs, mut sum, mut squares) = (Pentanomial::default(), 0.0, 0.0);
        let mut plays = Plays::new();
        for pair in 0..self.games.div_ceil(2).max(1) {
            if stop.load(Relaxed) {
                break;
            }
            let seed = mix64(self.seed ^ mix64(u64::from(pair)));
            let points =
                [true, false].map(|begins| game(&mut net, &mut other, begins, seed, &mut plays));
            pairs.add(points);
            let both = f64::from(points[0] + points[1]);
            sum += both / 2.0;
            squares += both * both / 4.0;
            progress(2 * pairs.pairs());
            if test.is_some_and(|test| test.test(&pairs.counts()).verdict != Verdict::Open) {
                break;
            }
        }
        let n = (pairs.pairs() as f64).max(1.0);
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.0);
        let error = (variance / (n - 1.0).max(1.0)).sqrt();
        Ok(Measured { pairs, points: Some((mean, error)) })
    }
}

/// One game; the points of the net.
fn game(
    net: &mut Evaluator,
    other: &mut Option<Evaluator>,
    net_begins: bool,
    seed: u64,
    plays: &mut Plays,
) -> i32 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut men, mut net_moves, mut first) = (Men::start(), net_begins, true);
    loop {
        let dice = [rng.random_range(1..=6), rng.random_range(1..=6)];
        if first && dice[0] == dice[1] {
            continue;
        }
        first = false;
        let after = match (&mut *other, net_moves) {
            (_, true) => net.best(&men, dice).after,
            (Some(other), false) => other.best(&men, dice).after,
            (None, false) => by_rule(&men, dice, plays),
        };
        if let Some(result) = after.points() {
            let result = i32::from(result);
            return if net_moves { result } else { -result };
        }
        (men, net_moves) = (after.swapped(), !net_moves);
    }
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
