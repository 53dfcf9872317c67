use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use henge_core::Score;

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
/// An entry that is older by one search is as good as one that is shallower by so many plies.
const AGE_COST: i32 = 8;
const WAYS: usize = 4;

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

/// 16 bytes. The key is kept whole, xored with the data: threads may share a table without locks,
/// and half of one entry with half of another fits no key (Hyatt and Mann 2002).
#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// A transposition table of fixed size: buckets of four, in which the entry that saves the least
/// work, the shallowest or oldest, makes room.
///
/// Positions are told apart by their 64-bit key alone. Two positions with the same key would be
/// taken for one, so what is proved is proved up to that accident: about n²/2⁶⁵ for n positions,
/// three in a hundred million for a million positions.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
    age: u64,
}

impl Table {
    /// The largest power of two of buckets that fits into `bytes`, and two at least.
    pub fn new(bytes: usize) -> Table {
        let n = (bytes / size_of::<Bucket>()).max(2);
        let bits = n.ilog2();
        let buckets = (0..1usize << bits).map(|_| Bucket::default()).collect();
        Table { buckets, shift: 64 - bits, age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = 0;
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
    }

    /// A new search begins; what older ones wrote stays useful but gives way first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 15;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // A game's keys need not be random: a multiplication spreads keys that only count upwards.
        &self.buckets[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key.load(Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers an entry, unless the same position is already settled for good.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        debug_assert!(entry.bounds != Bounds::NONE, "an entry that says nothing looks like none");
        let (mut place, mut least) = (0, i32::MAX);
        let bucket = &self.bucket(key).0;
        for (i, slot) in bucket.iter().enumerate() {
            let data = slot.data.load(Relaxed);
            if slot.key.load(Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                if old.trust == Trust::ALL {
                    return;
                }
                if entry.index == NO_MOVE {
                    entry.index = old.index;
                }
                place = i;
                break;
            }
            let years = (self.age.wrapping_sub(data >> 60) & 15) as i32;
            let depth = (data >> 52 & 0xff) as i32;
            let worth = if data == 0 { i32::MIN } else { depth - AGE_COST * years };
            if worth < least {
                (place, least) = (i, worth);
            }
        }
        let data = pack(&entry, self.age);
        bucket[place].key.store(key ^ data, Relaxed);
        bucket[place].data.store(data, Relaxed);
    }

    /// How many of a thousand places hold something that this search wrote, from a sample.
    pub fn used_permille(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let mine = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && data >> 60 == self.age
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(mine).count();
        (used * 1000 / (sample.len() * WAYS)) as u32
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
    fn an_entry_takes_sixteen_bytes_and_comes_back_as_written() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
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
    fn memory_is_bounded() {
        for (bytes, n) in [(0, 2), (64 * 7, 4), (1 << 20, 1 << 14)] {
            assert_eq!(Table::new(bytes).buckets.len(), n);
        }
    }

    #[test]
    fn the_key_decides_even_when_it_is_zero() {
        let table = Table::new(1 << 12);
        assert_eq!(table.probe(0), None);
        table.store(0, entry(1));
        assert_eq!(table.probe(0), Some(entry(1)));
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = Table::new(0);
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
        let table = Table::new(0);
        table.store(5, entry(2));
        table.store(5, Entry { index: NO_MOVE, ..entry(3) });
        assert_eq!(table.probe(5), Some(entry(3)));
        let proved = Entry { trust: Trust::ALL, ..entry(4) };
        table.store(5, proved);
        table.store(5, entry(20));
        assert_eq!(table.probe(5), Some(proved));
    }
}
