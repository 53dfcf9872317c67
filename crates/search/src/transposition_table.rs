use henge_core::{NoMemory, Score};

use crate::cache_lines::CacheLines;
use crate::value::{Bounds, Trust};

/// No best move is known; larger places than this are not written down either.
pub(crate) const NO_MOVE: u16 = (1 << 14) - 1;

/// What the table remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// To the player to move, with wins counted from this position and not from some root.
    pub score: Score,
    /// The place of the best move in `Game::moves`, or `NO_MOVE`.
    pub index: u16,
    /// Plies searched below; negative in extensions.
    pub depth: i32,
    /// The sides of the score that hold for a search of `depth` plies.
    pub bounds: Bounds,
    /// The sides of the score that hold for a search of any depth, or without heuristics.
    pub trust: Trust,
}

/// Depths are kept in a byte, moved up so that extensions fit. A deeper search is written down as
/// a shallower one, which wastes work but is never wrong.
const DEPTH_ZERO: i32 = 32;
/// An entry that is older by one search is as good as one that is shallower by this many plies.
const AGE_COST: i32 = 8;

/// ```text
/// bit  63..60  59..52  51..50  49..46  45..32  31..0
///      age     depth   bounds  trust   index   score
/// ```
#[inline]
fn pack(entry: &Entry, age: u64) -> u64 {
    let depth = (entry.depth + DEPTH_ZERO).clamp(0, 255) as u64;
    let flags = (entry.bounds.0 << 4 | entry.trust.0) as u64;
    let index = entry.index.min(NO_MOVE) as u64;
    age << 60 | depth << 52 | flags << 46 | index << 32 | entry.score.0 as u32 as u64
}

#[inline]
fn unpack(data: u64) -> Entry {
    Entry {
        score: Score(data as u32 as i32),
        index: (data >> 32) as u16 & NO_MOVE,
        depth: (data >> 52 & 0xff) as i32 - DEPTH_ZERO,
        bounds: Bounds((data >> 50 & 3) as u8),
        trust: Trust((data >> 46 & 15) as u8),
    }
}

/// A transposition table of fixed size: buckets of four, in which the entry that saves the least
/// work, the shallowest or oldest, makes room.
///
/// Positions are told apart by their 64-bit key alone. Two positions with the same key would be
/// taken for one, so what is proved is proved up to that accident: about n²/2⁶⁵ for n positions,
/// three in a hundred million for a million positions.
pub(crate) struct TranspositionTable {
    lines: CacheLines,
    age: u64,
}

impl TranspositionTable {
    /// A table of at most `bytes`.
    pub fn new(bytes: usize) -> Result<TranspositionTable, NoMemory> {
        Ok(TranspositionTable { lines: CacheLines::new(bytes)?, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = 0;
        self.lines.clear();
    }

    /// A new search begins; what older ones wrote stays useful but gives way first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 15;
    }

    /// Says that this key will be asked for soon.
    #[inline]
    pub fn fetch(&self, key: u64) {
        self.lines.fetch(key);
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.lines.get(key).map(unpack)
    }

    /// Remembers an entry, unless the same position is already settled for good.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        debug_assert!(entry.bounds != Bounds::NONE, "an entry that says nothing looks like none");
        let place = self.lines.place(key, |data| {
            let years = (self.age.wrapping_sub(data >> 60) & 15) as i32;
            (data >> 52 & 0xff) as i32 - AGE_COST * years
        });
        if let Some(old) = place.own.map(unpack) {
            if old.trust == Trust::ALL {
                return;
            }
            if entry.index == NO_MOVE {
                entry.index = old.index;
            }
        }
        place.write(pack(&entry, self.age));
    }

    /// How many of a thousand places hold something that this search wrote, from a sample.
    pub fn used_permille(&self) -> u32 {
        self.lines.permille(|data| data >> 60 == self.age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge_core::mix64;

    fn entry(depth: i32) -> Entry {
        let (bounds, trust) = (Bounds::BOTH, Trust::NONE);
        Entry { score: Score(-7), index: 3, depth, bounds, trust }
    }

    #[test]
    fn an_entry_comes_back_as_written() {
        for score in [Score::MAX, Score::MIN, Score::DRAW, Score(-1), Score::win_in(3)] {
            let (bounds, trust) = (Bounds::BOTH, Trust::UPPER);
            let entry = Entry { score, index: 16_000, depth: -32, bounds, trust };
            assert_eq!(unpack(pack(&entry, 15)), entry);
            let far = Entry { index: u16::MAX, ..entry };
            assert_eq!(unpack(pack(&far, 15)).index, NO_MOVE, "a place too large is no place");
        }
        assert_eq!(unpack(pack(&entry(1000), 0)).depth, 223, "too deep is kept as less deep");
    }

    #[test]
    fn the_key_decides_even_when_it_is_zero() {
        let table = TranspositionTable::new(1 << 12).unwrap();
        assert_eq!(table.probe(0), None);
        table.store(0, entry(1));
        assert_eq!(table.probe(0), Some(entry(1)));
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = TranspositionTable::new(0).unwrap();
        let deep = mix64(1000);
        table.store(deep, entry(9));
        for n in 0..100 {
            table.store(mix64(n), entry(1));
        }
        assert_eq!(table.probe(deep), Some(entry(9)));
        table.grow_older();
        table.grow_older();
        for n in 0..100 {
            table.store(mix64(n), entry(1));
        }
        assert_eq!(table.probe(deep), None);
        assert_eq!(table.used_permille(), 1000);
        table.clear();
        assert_eq!(table.used_permille(), 0);
    }

    #[test]
    fn a_known_move_and_a_proof_are_kept() {
        let table = TranspositionTable::new(0).unwrap();
        table.store(5, entry(2));
        table.store(5, Entry { index: NO_MOVE, ..entry(3) });
        assert_eq!(table.probe(5), Some(entry(3)));
        let proved = Entry { trust: Trust::ALL, ..entry(4) };
        table.store(5, proved);
        table.store(5, entry(20));
        assert_eq!(table.probe(5), Some(proved));
    }
}
