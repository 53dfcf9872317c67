//! Looking ahead.
//!
//! With 0 plies every result of the dice is judged by the net. With more, the best few results are
//! looked at again: for each of the 21 rolls of the other side its best reply, chosen by the net, is
//! judged with one ply less, and the mean of these is what the result is worth. This is how most
//! backgammon programs search; only the replies are not searched themselves.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use henge_games::backgammon::{Men, ROLLS};

use super::chances::Chances;
use super::evaluator::{Evaluator, Judged};

/// Which results are worth a further ply: the best ones, no more than `most`, and none that is by
/// more than `margin` worse than the best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Filter {
    /// How many at most.
    pub most: usize,
    /// How much worse in points.
    pub margin: f32,
}

/// What is looked at with one ply, and then with two: about as wide as others have it.
pub const FILTERS: [Filter; 2] =
    [Filter { most: 8, margin: 0.16 }, Filter { most: 5, margin: 0.08 }];

/// The most plies; each further one costs several hundred times as much.
pub const MOST_PLIES: u32 = 2;

/// A result with how far it was looked into.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked {
    /// The result.
    pub judged: Judged,
    /// Plies looked ahead.
    pub plies: u32,
}

/// When to stop early.
pub struct Leash<'a> {
    /// Raised from outside.
    pub stop: &'a AtomicBool,
    /// No longer than this.
    pub until: Option<Instant>,
}

impl Leash<'_> {
    fn pulled(&self) -> bool {
        self.stop.load(Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

impl Evaluator {
    /// How the game may end for the side that is about to roll, looking `plies` plies ahead. `worth` says what
    /// chances are worth to that side.
    pub fn chances_at(&mut self, men: &Men, plies: u32, worth: &dyn Fn(Chances) -> f32) -> Chances {
        if let Some(known) = self.known(men) {
            return known;
        }
        if plies == 0 {
            return self.chances(men);
        }
        let mut mean = Chances::default();
        for roll in &ROLLS {
            let best = self.best_by(men, roll.dice, worth);
            let chances = match plies {
                // The net has just said what is left of the reply.
                1 => best.chances,
                _ => {
                    let theirs = |chances: Chances| -worth(chances.swapped());
                    self.chances_at(&best.after.swapped(), plies - 1, &theirs).swapped()
                }
            };
            mean += chances * roll.chance();
        }
        mean
    }

    /// All results of a roll, best first; those at the top were looked into furthest.
    ///
    /// `worth` says what a result is worth, from its chances: points, or chances of a match.
    pub fn rank(
        &mut self,
        men: &Men,
        dice: [u8; 2],
        plies: u32,
        worth: &dyn Fn(Chances) -> f32,
        leash: &Leash,
    ) -> Vec<Ranked> {
        let mut ranked = Vec::new();
        self.judge_all(men, dice, |mut judged| {
            judged.equity = worth(judged.chances);
            ranked.push(Ranked { judged, plies: 0 });
        });
        sort(&mut ranked);
        for (ply, filter) in (1..=plies.min(MOST_PLIES)).zip(FILTERS) {
            let best = ranked[0].judged.equity;
            let near = ranked.iter().take(filter.most);
            let n = near.take_while(|r| best - r.judged.equity <= filter.margin).count();
            // A choice of one needs no deeper look, and a position that is over none at all.
            if n < 2 {
                break;
            }
            let mut deeper = ranked[..n].to_vec();
            for one in &mut deeper {
                if leash.pulled() {
                    return ranked;
                }
                let theirs = |chances: Chances| -worth(chances.swapped());
                let after = one.judged.after.swapped();
                let chances = self.chances_at(&after, ply, &theirs).swapped();
                one.judged.chances = chances;
                one.judged.equity = worth(chances);
                one.plies = ply;
            }
            sort(&mut deeper);
            ranked[..n].copy_from_slice(&deeper);
        }
        ranked
    }
}

/// Best first; of equals the one that came first.
fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.judged.equity.total_cmp(&a.judged.equity));
}
