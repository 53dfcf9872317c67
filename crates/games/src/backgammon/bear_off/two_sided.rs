use std::io::{self, Read, Write};

use thiserror::Error;

use super::home::{Ranks, each_result, homes};
use crate::backgammon::{Men, ROLLS};

/// What a position is worth to the side on roll, in points for a stake of one; gammons cannot be any
/// more. Doubling is as for money: no score, no Jacoby rule, no beavers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// Without a cube.
    pub cubeless: f32,
    /// With the cube on the own side.
    pub owned: f32,
    /// With the cube in the middle.
    pub centred: f32,
    /// With the cube on the other side.
    pub theirs: f32,
}

impl Worth {
    const LOST: Worth = Worth { cubeless: -1.0, owned: -1.0, centred: -1.0, theirs: -1.0 };

    /// The chance to win when nobody can double.
    pub fn win(self) -> f32 {
        (self.cubeless + 1.0) / 2.0
    }

    fn to_array(self) -> [f32; 4] {
        [self.cubeless, self.owned, self.centred, self.theirs]
    }

    fn from_array([cubeless, owned, centred, theirs]: [f32; 4]) -> Self {
        Worth { cubeless, owned, centred, theirs }
    }
}

/// What every position of up to so many men a side, all of them home, is worth.
///
/// For six men a side there are 853,776 positions, for ten already 64 million. Once nobody can be
/// gammoned any more, that is with at most fourteen men, the values are exact.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSided {
    ranks: Ranks,
    /// By the home of the side on roll, then that of the other side.
    worth: Vec<Worth>,
}

/// The most men a side; more would take gigabytes.
pub const MOST_MEN: u8 = 10;

/// The file of the table: these bytes, the number of men a side as one more byte, then for each
/// position, by the home of the side on roll, then that of the other side, the four numbers of
/// [`Worth`] as little-endian `f32`.
const MAGIC: &[u8; 16] = b"henge-bear-off-1";

/// Why there is no table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TwoSidedError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else.
    #[error("not a table of bearing off: it begins with other bytes than \"henge-bear-off-1\"")]
    Magic,
    /// Too few or too many men.
    #[error("a table of bearing off has from 1 to {MOST_MEN} men a side, not {0}")]
    Men(u8),
    /// Too short or too long.
    #[error("the table should have {right} bytes after its first ones and has {found}")]
    Length {
        /// As it should be.
        right: usize,
        /// As it is.
        found: usize,
    },
    /// It was told to stop.
    #[error("stopped before the table was complete")]
    Stopped,
    /// A value is not what the values after it make it.
    #[error(
        "the table is wrong about {mine:?} on roll against {theirs:?} (men off, then by point)"
    )]
    Wrong {
        /// The side on roll.
        mine: [u8; 7],
        /// The other side.
        theirs: [u8; 7],
    },
}

impl TwoSided {
    /// Computes all of it for so many men a side.
    pub fn new(n_men: u8) -> Result<TwoSided, TwoSidedError> {
        TwoSided::watched(n_men, &mut |_, _| true)
    }

    /// The same; `go_on` hears how many of how many positions are done, and may say no.
    pub fn watched(
        n_men: u8,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<TwoSided, TwoSidedError> {
        if !(1..=MOST_MEN).contains(&n_men) {
            return Err(TwoSidedError::Men(n_men));
        }
        let ranks = Ranks::new(n_men);
        let (results, homes) = (Results::new(&ranks), ranks.len());
        let mut worth = vec![Worth::LOST; homes * homes];
        let mut done = 0;
        // Whoever plays lowers the number of his home, so the sum of both numbers falls.
        for sum in 1..=2 * (homes - 1) {
            let begin = sum.saturating_sub(homes - 1);
            let end = sum.min(homes - 1);
            for mine in begin..=end {
                let theirs = sum - mine;
                if mine > 0 && theirs > 0 {
                    worth[mine * homes + theirs] = results.worth(&worth, mine, theirs);
                }
            }
            done += end + 1 - begin;
            if !go_on(done, homes * homes) {
                return Err(TwoSidedError::Stopped);
            }
        }
        Ok(TwoSided { ranks, worth })
    }

    /// How many men a side.
    pub fn n_men(&self) -> u8 {
        self.ranks.n_men()
    }

    /// How many positions it has in which both sides have men on the board.
    pub fn n_positions(&self) -> usize {
        (self.ranks.len() - 1).pow(2)
    }

    /// What a position is worth, if it is in the table: all men home, few enough on the board, and
    /// neither side has won.
    #[inline]
    pub fn worth(&self, men: &Men) -> Option<Worth> {
        let [mine, theirs] = homes(men)?;
        let on_board = |home: &[u8; 7]| home[1..].iter().sum::<u8>();
        let few = |home: &[u8; 7]| (1..=self.n_men()).contains(&on_board(home));
        (few(&mine) && few(&theirs)).then(|| {
            self.worth[self.ranks.rank(&mine) * self.ranks.len() + self.ranks.rank(&theirs)]
        })
    }

    /// Looks whether every position is worth what its plays make it.
    pub fn check(&self) -> Result<usize, TwoSidedError> {
        let (results, homes) = (Results::new(&self.ranks), self.ranks.len());
        for mine in 1..homes {
            for theirs in 1..homes {
                let right = results.worth(&self.worth, mine, theirs).to_array();
                let found = self.worth[mine * homes + theirs].to_array();
                // `!(… < …)` would let pass what is no number.
                if !right.iter().zip(found).all(|(right, found)| (right - found).abs() < 1e-6) {
                    let (mine, theirs) = (*self.ranks.home(mine), *self.ranks.home(theirs));
                    return Err(TwoSidedError::Wrong { mine, theirs });
                }
            }
        }
        Ok(self.n_positions())
    }

    /// Writes the table.
    pub fn write(&self, to: &mut (impl Write + ?Sized)) -> Result<(), TwoSidedError> {
        to.write_all(MAGIC)?;
        to.write_all(&[self.n_men()])?;
        for worth in &self.worth {
            for number in worth.to_array() {
                to.write_all(&number.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Reads the table.
    pub fn read(mut from: impl Read) -> Result<TwoSided, TwoSidedError> {
        let mut begin = [0; MAGIC.len() + 1];
        from.read_exact(&mut begin).map_err(|_| TwoSidedError::Magic)?;
        let (magic, n_men) = (&begin[..MAGIC.len()], begin[MAGIC.len()]);
        if magic != MAGIC {
            return Err(TwoSidedError::Magic);
        }
        if !(1..=MOST_MEN).contains(&n_men) {
            return Err(TwoSidedError::Men(n_men));
        }
        let ranks = Ranks::new(n_men);
        let mut bytes = Vec::new();
        let right = 16 * ranks.len() * ranks.len();
        from.take(right as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() != right {
            return Err(TwoSidedError::Length { right, found: bytes.len() });
        }
        let number = |four: &[u8]| f32::from_le_bytes(four.try_into().expect("chunks of four"));
        let worth = |bytes: &[u8]| {
            Worth::from_array(std::array::from_fn(|i| number(&bytes[4 * i..4 * i + 4])))
        };
        let worth = bytes.chunks_exact(16).map(worth).collect();
        Ok(TwoSided { ranks, worth })
    }
}

/// The homes that each home can become by each roll.
struct Results {
    /// How many homes there are.
    homes: usize,
    /// By home and roll: where in `list` they begin; and at last, where all end.
    begin: Vec<u32>,
    list: Vec<u16>,
}

impl Results {
    fn new(ranks: &Ranks) -> Results {
        let (mut begin, mut list) = (vec![0], Vec::new());
        let mut seen = Vec::new();
        for rank in 0..ranks.len() {
            for roll in &ROLLS {
                seen.clear();
                each_result(ranks.home(rank), roll.dice, &mut |home| {
                    seen.push(ranks.rank(home) as u16);
                });
                seen.sort_unstable();
                seen.dedup();
                list.extend_from_slice(&seen);
                begin.push(list.len() as u32);
            }
        }
        Results { homes: ranks.len(), begin, list }
    }

    /// What a position is worth by what its results are worth; both sides have men left.
    fn worth(&self, worth: &[Worth], mine: usize, theirs: usize) -> Worth {
        let after = &worth[theirs * self.homes..(theirs + 1) * self.homes];
        let mut mean = [0.0f64; 4];
        for (i, roll) in ROLLS.iter().enumerate() {
            let at = mine * ROLLS.len() + i;
            let results = &self.list[self.begin[at] as usize..self.begin[at + 1] as usize];
            let mut best = [f32::NEG_INFINITY; 4];
            for &result in results {
                // The other side sees the cube on the other side.
                let Worth { cubeless, owned, centred, theirs } = after[usize::from(result)];
                for (best, now) in best.iter_mut().zip([cubeless, theirs, centred, owned]) {
                    *best = best.max(-now);
                }
            }
            for (mean, best) in mean.iter_mut().zip(best) {
                *mean += f64::from(roll.weight) / 36.0 * f64::from(best);
            }
        }
        let [cubeless, owned, centred, theirs] = mean;
        // Doubled, the cube is on the other side for twice the stake; or he gives up the stake.
        let doubled = (2.0 * theirs).min(1.0);
        Worth {
            cubeless: cubeless as f32,
            owned: owned.max(doubled) as f32,
            centred: centred.max(doubled) as f32,
            theirs: theirs as f32,
        }
    }
}
