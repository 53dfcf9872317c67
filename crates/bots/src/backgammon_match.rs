//! Paired games of backgammon: every stream of dice is played twice, with the chairs exchanged, so
//! that luck counts for both alike and fewer games tell who is better.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::mix64;
use henge_games::backgammon::{BAR, Men, Plays, generate};
use henge_learn::stats::{Hypotheses, Pentanomial, Verdict, Z_95};
use henge_learn::training::{Measure, MeasureError, Measured};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Somebody who chooses among legal plays.
pub trait Chooser {
    /// A new game begins.
    fn begin(&mut self) {}
    /// The other side is about to play these dice; the men are as that side sees them.
    fn watch(&mut self, _men: &Men, _dice: [u8; 2]) {}
    /// The place of the chosen play in the list, which is never empty.
    fn choose(&mut self, men: &Men, dice: [u8; 2], plays: &Plays) -> usize;
}

impl<F: FnMut(&Men, [u8; 2], &Plays) -> usize> Chooser for F {
    fn choose(&mut self, men: &Men, dice: [u8; 2], plays: &Plays) -> usize {
        self(men, dice, plays)
    }
}

/// Chooses any play, by the numbers of a seed.
pub fn by_chance(seed: u64) -> impl Chooser {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    move |_: &Men, _: [u8; 2], plays: &Plays| rng.random_range(0..plays.len())
}

/// Chooses like somebody who has been told: get ahead in the race, hit, hold points, most of all near
/// your home, and leave no man alone where he can be hit.
pub fn by_rule(_: &Men, _: [u8; 2], plays: &Plays) -> usize {
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
    let places = plays.entries().iter().enumerate().rev();
    places.max_by_key(|(_, entry)| worth(&entry.after)).map_or(0, |(place, _)| place)
}

/// Dice as they fall at a table: the first throw decides who begins, so it is no doublet.
#[derive(Clone, Debug)]
pub struct Dice {
    rng: Xoshiro256PlusPlus,
    is_first: bool,
}

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice { rng: Xoshiro256PlusPlus::seed_from_u64(seed), is_first: true }
    }

    /// The next throw, the larger die first.
    pub fn throw(&mut self) -> [u8; 2] {
        loop {
            let [a, b]: [u8; 2] = [self.rng.random_range(1..=6), self.rng.random_range(1..=6)];
            if !(self.is_first && a == b) {
                self.is_first = false;
                return [a.max(b), a.min(b)];
            }
        }
    }
}

/// Plays a game for money without a cube; returns the points of the one who begins. A game that does
/// not end, which good players never see, counts nothing.
pub fn play_game<'a>(
    first: &'a mut dyn Chooser,
    second: &'a mut dyn Chooser,
    dice: &mut Dice,
) -> i32 {
    const MOST_PLIES: usize = 2000;
    let mut chairs = [first, second];
    chairs.iter_mut().for_each(|chooser| chooser.begin());
    let (mut men, mut plays) = (Men::start(), Plays::new());
    for ply in 0..MOST_PLIES {
        let roll = dice.throw();
        generate(&men, roll, &mut plays);
        chairs[1 - ply % 2].watch(&men, roll);
        let index = chairs[ply % 2].choose(&men, roll, &plays);
        men = plays.entries()[index].after;
        if let Some(points) = men.points() {
            return i32::from(points) * if ply % 2 == 0 { 1 } else { -1 };
        }
        men = men.swapped();
    }
    0
}

/// How a match of pairs ended, from the side of the one who is asked about.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Pairs of games.
    pub pairs: u32,
    /// Games won.
    pub wins: u32,
    /// Points won less points lost.
    pub points: i64,
    /// How the pairs ended by games won, whatever the points.
    pub by_pairs: Pentanomial,
    /// The sum over pairs of the squared points of a pair.
    squares: i64,
}

impl Tally {
    fn add(&mut self, points: [i32; 2]) {
        let pair = i64::from(points[0] + points[1]);
        self.pairs += 1;
        self.by_pairs.add(points);
        self.wins += points.iter().filter(|&&points| points > 0).count() as u32;
        self.points += pair;
        self.squares += pair * pair;
    }

    /// Points won a game.
    pub fn mean(&self) -> f64 {
        self.points as f64 / f64::from(2 * self.pairs.max(1))
    }

    /// Half the width of the interval that holds the true mean in 95 of 100 matches.
    pub fn error(&self) -> f64 {
        let n = f64::from(self.pairs);
        if self.pairs < 2 {
            return f64::INFINITY;
        }
        let mean = self.points as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean) * n / (n - 1.0);
        1.96 * (variance.max(0.0) / n).sqrt() / 2.0
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (mean, error) = (self.mean(), self.error());
        write!(f, "{mean:+.3} ± {error:.3} points a game ({} pairs)", self.pairs)
    }
}

/// Plays pairs of games between two choosers; the tally is that of `one`.
pub fn play_pairs(
    one: &mut dyn Chooser,
    other: &mut dyn Chooser,
    pairs: u32,
    seed: u64,
    mut go_on: impl FnMut(&Tally) -> bool,
) -> Tally {
    let mut tally = Tally::default();
    for pair in 0..pairs {
        let dice = Dice::new(mix64(seed ^ mix64(u64::from(pair) + 1)));
        let ahead = play_game(one, other, &mut dice.clone());
        let behind = -play_game(other, one, &mut dice.clone());
        tally.add([ahead, behind]);
        if !go_on(&tally) {
            break;
        }
    }
    tally
}

/// Makes a player of the bytes that were learned.
pub type MakeChooser<'a> = Box<dyn Fn(&[u8]) -> Result<Box<dyn Chooser>, String> + Send + 'a>;

/// Measures what is learned by pairs of games against somebody who never changes.
pub struct PairMatch<'a> {
    /// Who never changes.
    pub against: Box<dyn Chooser + Send + 'a>,
    /// What the opponent is called.
    pub name: String,
    /// Who plays with what was learned.
    pub learned: MakeChooser<'a>,
    /// Pairs of games.
    pub pairs: u32,
    /// Where the dice start.
    pub seed: u64,
}

impl Measure for PairMatch<'_> {
    fn opponent(&self) -> String {
        self.name.clone()
    }

    fn measure(
        &mut self,
        weights: &[u8],
        test: Option<&Hypotheses>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Measured, MeasureError> {
        let mut learned = (self.learned)(weights).map_err(MeasureError)?;
        let tally = play_pairs(&mut *learned, &mut *self.against, self.pairs, self.seed, |tally| {
            progress(2 * u64::from(tally.pairs));
            let decided =
                |test: &Hypotheses| test.test(&tally.by_pairs.counts()).verdict != Verdict::Open;
            !stop.load(Relaxed) && !test.is_some_and(decided)
        });
        let points = (tally.mean(), tally.error() / Z_95);
        Ok(Measured { pairs: tally.by_pairs, points: Some(points) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_player_on_both_sides_wins_nothing() {
        let mut first = |_: &Men, _: [u8; 2], _: &Plays| 0;
        let mut second = |_: &Men, _: [u8; 2], _: &Plays| 0;
        let tally = play_pairs(&mut first, &mut second, 20, 7, |_| true);
        assert_eq!((tally.points, tally.squares, tally.error()), (0, 0, 0.0));
        assert_eq!(tally.wins, 20);
    }

    #[test]
    fn a_seed_repeats_and_the_first_throw_is_no_doublet() {
        for seed in 0..100 {
            let (mut a, mut b) = (Dice::new(seed), Dice::new(seed));
            let first = a.throw();
            assert!(first[0] > first[1]);
            assert_eq!(first, b.throw());
            assert_eq!(a.throw(), b.throw());
        }
    }

    #[test]
    fn the_error_is_that_of_the_pairs() {
        let mut tally = Tally::default();
        for points in [[1, 1], [-1, 1], [2, 0], [-1, -1]] {
            tally.add(points);
        }
        // Pairs of 2, 0, 2, −2: mean ½, variance (2.25 + 0.25 + 2.25 + 6.25) / 3 = 11/3; a game is half.
        assert_eq!(tally.mean(), 0.25);
        let expected = 1.96 * (11.0 / 3.0 / 4.0_f64).sqrt() / 2.0;
        assert!((tally.error() - expected).abs() < 1e-12);
    }
}
