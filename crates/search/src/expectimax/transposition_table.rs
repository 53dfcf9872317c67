//! What a search with dice returns, and a table that remembers it.

use std::ops::{BitAnd, BitOr, Neg};

use henge_core::{NoMemory, Score};

use crate::cache_lines::CacheLines;

/// Sides of a score: that the value is at least so much, at most so much, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sides(u8);

impl Sides {
    pub const NONE: Sides = Sides(0);
    /// The value is at least the score.
    pub const LOWER: Sides = Sides(1);
    /// The value is at most the score.
    pub const UPPER: Sides = Sides(2);
    pub const BOTH: Sides = Sides(3);

    #[inline]
    pub fn has(self, sides: Sides) -> bool {
        self.0 & sides.0 == sides.0
    }
}

impl BitOr for Sides {
    type Output = Sides;
    #[inline]
    fn bitor(self, other: Sides) -> Sides {
        Sides(self.0 | other.0)
    }
}

impl BitAnd for Sides {
    type Output = Sides;
    #[inline]
    fn bitand(self, other: Sides) -> Sides {
        Sides(self.0 & other.0)
    }
}

impl Neg for Sides {
    type Output = Sides;
    /// As the opponent sees them: what was at least is at most.
    #[inline]
    fn neg(self) -> Sides {
        Sides((self.0 & 1) << 1 | self.0 >> 1)
    }
}

/// A score, and which of its sides hold whatever lies beyond the horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub score: Score,
    pub proof: Sides,
}

impl Value {
    #[inline]
    pub fn guess(score: Score) -> Value {
        Value { score, proof: Sides::NONE }
    }

    /// A score that is proved beats the same score as an estimate.
    #[inline]
    pub fn beats(self, best: Value) -> bool {
        let rank = |value: Value| (value.score, value.proof.has(Sides::LOWER));
        rank(self) > rank(best)
    }
}

impl Neg for Value {
    type Output = Value;
    #[inline]
    fn neg(self) -> Value {
        Value { score: -self.score, proof: -self.proof }
    }
}

/// No best move is known.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub value: Value,
    /// The sides of the score that hold for a search of `depth` plies.
    pub sides: Sides,
    /// Plies searched below, 1 to 255.
    pub depth: i32,
    /// The place of the best move in `Game::moves`, or `NO_MOVE`.
    pub index: u16,
}

impl Entry {
    /// What this says of a search of `depth` plies. What was proved within fewer plies is found by a
    /// deeper search too; a shallower one might miss it, and must not know more than it sees.
    #[inline]
    pub fn known(&self, depth: i32) -> Sides {
        match self.depth.cmp(&depth) {
            std::cmp::Ordering::Equal => self.sides | self.value.proof,
            std::cmp::Ordering::Less => self.value.proof,
            std::cmp::Ordering::Greater => Sides::NONE,
        }
    }

    /// Can this stand for a search of `depth` plies with this window?
    #[inline]
    pub fn answers(&self, depth: i32, (alpha, beta): (Score, Score)) -> bool {
        let (known, score) = (self.known(depth), self.value.score);
        known == Sides::BOTH
            || known.has(Sides::LOWER) && score >= beta
            || known.has(Sides::UPPER) && score <= alpha
    }

    /// ```text
    /// bit  63..60  59..58  57..56  55..48  47..32  31..0
    ///      age     proof   sides   depth   index   score
    /// ```
    #[inline]
    fn pack(&self, age: u64) -> u64 {
        let flags = (self.value.proof.0 << 2 | self.sides.0) as u64;
        let depth = self.depth.clamp(1, 255) as u64;
        let score = self.value.score.0 as u32 as u64;
        age << 60 | flags << 56 | depth << 48 | (self.index as u64) << 32 | score
    }

    #[inline]
    fn unpack(data: u64) -> Entry {
        let sides = |shift: u32| Sides((data >> shift & 3) as u8);
        Entry {
            value: Value { score: Score(data as u32 as i32), proof: sides(58) },
            sides: sides(56),
            depth: (data >> 48 & 0xff) as i32,
            index: (data >> 32) as u16,
        }
    }
}

/// An entry that is older by one search is as good as one that is shallower by this many plies.
const AGE_COST: i32 = 4;

/// A transposition table of fixed size, in which the shallowest or oldest entry of a bucket makes
/// room. Positions are told apart by their 64-bit key alone.
pub(super) struct TranspositionTable {
    lines: CacheLines,
    age: u64,
}

impl TranspositionTable {
    /// A table of at most `bytes`.
    pub fn new(bytes: usize) -> Result<TranspositionTable, NoMemory> {
        Ok(TranspositionTable { lines: CacheLines::new(bytes)?, age: 0 })
    }

    pub fn clear(&mut self) {
        self.lines.clear();
        self.age = 0;
    }

    /// A new search begins; what older ones wrote gives way first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 15;
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.lines.get(key).map(Entry::unpack)
    }

    #[inline]
    pub fn store(&mut self, key: u64, mut entry: Entry) {
        let place = self.lines.place(key, |data| {
            let years = (self.age.wrapping_sub(data >> 60) & 15) as i32;
            Entry::unpack(data).depth - AGE_COST * years
        });
        if let (Some(old), NO_MOVE) = (place.own, entry.index) {
            entry.index = Entry::unpack(old).index;
        }
        place.write(entry.pack(self.age));
    }

    /// How many of a thousand places hold something that this search wrote, from a sample.
    pub fn used_permille(&self) -> u32 {
        self.lines.permille(|data| data >> 60 == self.age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        let value = Value { score: Score(-7), proof: Sides::UPPER };
        Entry { value, sides: Sides::BOTH, depth, index: 3 }
    }

    #[test]
    fn entries_come_back_as_written() {
        let mut memory = TranspositionTable::new(1 << 12).unwrap();
        assert_eq!(memory.probe(0), None);
        memory.store(0, entry(255));
        assert_eq!(memory.probe(0), Some(entry(255)));
        assert_eq!(memory.probe(1), None);
        memory.store(0, Entry { index: NO_MOVE, ..entry(1) });
        assert_eq!(memory.probe(0), Some(entry(1)), "a known move is kept");
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut memory = TranspositionTable::new(0).unwrap();
        memory.store(1000, entry(4));
        (0..100).for_each(|key| memory.store(key, entry(1)));
        assert_eq!(memory.probe(1000), Some(entry(4)));
        memory.grow_older();
        memory.grow_older();
        (0..100).for_each(|key| memory.store(key, entry(1)));
        assert_eq!((memory.probe(1000), memory.used_permille()), (None, 1000));
        memory.clear();
        assert_eq!(memory.used_permille(), 0);
    }

    #[test]
    fn an_entry_answers_for_its_depth_and_a_proof_for_deeper_ones() {
        let window = (Score(-5), Score(5));
        assert!(entry(3).answers(3, window) && entry(3).answers(4, window));
        assert!(!entry(3).answers(2, window), "a shallow search sees less");
        assert!(!entry(3).answers(4, (Score(-20), Score(5))), "only one side is proved");
    }
}
