use std::io::{self, Read, Write};

use super::home::{Home, Ranks, each_result, homes};
use crate::backgammon::{Men, OFF, ROLLS};

/// No side needs so many rolls or more.
pub const MOST_ROLLS: usize = 32;
/// No side needs so many rolls or more for its first man.
const MOST_FIRST: usize = 16;

/// How many rolls each home of up to fifteen men needs, if the mean number is made as small as can
/// be.
///
/// That is the fastest way for a side alone. Against an opponent who is far ahead or behind another
/// play may win more often, and the chances of two sides that each hurry are not quite those of two
/// that fight: with six men a side they are wrong by 0.014 at most, in tests.
#[derive(Clone, Debug, PartialEq)]
pub struct OneSided {
    ranks: Ranks,
    chances: Vec<[f32; MOST_ROLLS]>,
    means: Vec<f64>,
    /// For fifteen men of whom none is off: how many rolls the first one needs.
    first: Vec<[f32; MOST_FIRST]>,
}

impl Default for OneSided {
    fn default() -> Self {
        OneSided::new()
    }
}

impl OneSided {
    /// Computes all of it.
    pub fn new() -> OneSided {
        let ranks = Ranks::new(15);
        let mut chances = Vec::with_capacity(ranks.len());
        let mut means = Vec::with_capacity(ranks.len());
        let mut none = [0.0; MOST_ROLLS];
        none[0] = 1.0;
        chances.push(none);
        means.push(0.0);
        for rank in 1..ranks.len() {
            let (mut sums, mut mean) = ([0.0f64; MOST_ROLLS], 1.0);
            for roll in &ROLLS {
                let weight = f64::from(roll.weight) / 36.0;
                let mut best = (f64::INFINITY, 0);
                each_result(ranks.home(rank), roll.dice, &mut |home| {
                    let after = ranks.rank(home);
                    if means[after] < best.0 {
                        best = (means[after], after);
                    }
                });
                mean += weight * best.0;
                for (sum, chance) in sums[1..].iter_mut().zip(&chances[best.1]) {
                    *sum += weight * f64::from(*chance);
                }
            }
            chances.push(sums.map(|sum| sum as f32));
            means.push(mean);
        }
        let first = first_men(&ranks);
        OneSided { ranks, chances, means, first }
    }

    /// Writes the table: for each home the chances, as little-endian `f32`, and the mean, as `f64`; then the
    /// chances of the first man.
    pub fn write(&self, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
        for (chances, mean) in self.chances.iter().zip(&self.means) {
            write_chances(chances, to)?;
            to.write_all(&mean.to_le_bytes())?;
        }
        self.first.iter().try_for_each(|chances| write_chances(chances, to))
    }

    /// Reads what [`write`](OneSided::write) wrote. There is nothing in it that tells it from other numbers:
    /// what keeps it must look after that.
    pub fn read(mut from: impl Read) -> io::Result<OneSided> {
        let ranks = Ranks::new(15);
        let (mut chances, mut means) = (Vec::new(), Vec::new());
        for _ in 0..ranks.len() {
            chances.push(read_chances(&mut from)?);
            let mut mean = [0; 8];
            from.read_exact(&mut mean)?;
            means.push(f64::from_le_bytes(mean));
        }
        let n_first = (0..ranks.len()).take_while(|&rank| ranks.home(rank)[6] == 0).count();
        let first = (0..n_first).map(|_| read_chances(&mut from)).collect::<io::Result<_>>()?;
        Ok(OneSided { ranks, chances, means, first })
    }

    /// The numbers of the homes.
    pub fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// The chance to need exactly 0, 1, 2 … rolls.
    #[inline]
    pub fn chances(&self, home: &Home) -> &[f32; MOST_ROLLS] {
        &self.chances[self.ranks.rank(home)]
    }

    /// How many rolls it takes on the average.
    pub fn mean(&self, home: &Home) -> f64 {
        self.means[self.ranks.rank(home)]
    }

    /// The chance to need exactly 0, 1, 2 … rolls until a man is off, of fifteen.
    #[inline]
    pub fn chances_of_first(&self, home: &Home) -> [f32; MOST_FIRST] {
        match home[OFF] {
            0 => self.first[self.ranks.rank(&lowered(home))],
            _ => AT_ONCE,
        }
    }

    /// The chances of the side on roll to win at all and to win a gammon, and of the other side to win
    /// a gammon, if all men are home.
    pub fn outcome(&self, men: &Men) -> Option<[f32; 3]> {
        let [mine, theirs] = homes(men)?;
        let (my_rolls, their_rolls) = (self.chances(&mine), self.chances(&theirs));
        // Who is on roll wins if the other side does not need fewer rolls.
        let win = faster(my_rolls, their_rolls, 0);
        let gammon = match theirs[OFF] {
            0 => faster(my_rolls, &self.chances_of_first(&theirs), 0),
            _ => 0.0,
        };
        let lost = match mine[OFF] {
            0 => faster(their_rolls, &self.chances_of_first(&mine), 1),
            _ => 0.0,
        };
        Some([win, gammon, lost])
    }
}

fn write_chances(chances: &[f32], to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    chances.iter().try_for_each(|chance| to.write_all(&chance.to_le_bytes()))
}

fn read_chances<const N: usize>(from: &mut impl Read) -> io::Result<[f32; N]> {
    let mut chances = [0.0; N];
    for chance in &mut chances {
        let mut bytes = [0; 4];
        from.read_exact(&mut bytes)?;
        *chance = f32::from_le_bytes(bytes);
    }
    Ok(chances)
}

/// No roll is needed.
const AT_ONCE: [f32; MOST_FIRST] = {
    let mut chances = [0.0; MOST_FIRST];
    chances[0] = 1.0;
    chances
};

/// The chance that one side needs so many rolls, and the other at least `lead` more.
fn faster(one: &[f32], other: &[f32], lead: usize) -> f32 {
    let mut left = 1.0;
    let mut sum = 0.0;
    // At `k` the other side still needs `k + lead` rolls or more.
    for &gone in other.iter().take(lead) {
        left -= gone;
    }
    for (k, chance) in one.iter().enumerate() {
        sum += chance * left;
        left -= other.get(k + lead).unwrap_or(&0.0);
    }
    sum
}

/// A home of which no man is off, with all points one lower: then it has a number among the lowest.
fn lowered(home: &Home) -> Home {
    let mut lower = [0; 7];
    lower[..6].copy_from_slice(&home[1..]);
    lower
}

/// How many rolls the first man needs, if that number is made as small as can be.
fn first_men(ranks: &Ranks) -> Vec<[f32; MOST_FIRST]> {
    let mut first: Vec<([f32; MOST_FIRST], f64)> = Vec::new();
    for rank in 0..ranks.len() {
        let lower = ranks.home(rank);
        if lower[6] > 0 {
            break;
        }
        let mut home = [0; 7];
        home[1..].copy_from_slice(&lower[..6]);
        let (mut sums, mut mean) = ([0.0f64; MOST_FIRST], 1.0);
        for roll in &ROLLS {
            let weight = f64::from(roll.weight) / 36.0;
            let mut best = (AT_ONCE, f64::INFINITY);
            each_result(&home, roll.dice, &mut |home| {
                let after = match home[OFF] {
                    0 => first[ranks.rank(&lowered(home))],
                    _ => (AT_ONCE, 0.0),
                };
                if after.1 < best.1 {
                    best = after;
                }
            });
            mean += weight * best.1;
            for (sum, chance) in sums[1..].iter_mut().zip(&best.0) {
                *sum += weight * f64::from(*chance);
            }
        }
        first.push((sums.map(|sum| sum as f32), mean));
    }
    first.into_iter().map(|(chances, _)| chances).collect()
}
