//! What is known of positions that were searched before: proof and disproof numbers.

use henge_core::NoMemory;

use crate::cache_lines::CacheLines;

/// Beyond all numbers: a proof number of this is a disproof, and the other way round. Numbers are
/// kept in 28 bits.
pub(super) const INFINITE: u32 = (1 << 28) - 1;
/// Sums of numbers that are not infinite go no further.
pub(super) const MOST: u32 = INFINITE - 1;

/// How many leaves must be proved at least to prove a position, and how many disproved to disprove
/// it (Allis 1994).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    pub fn settled(is_true: bool) -> Numbers {
        if is_true { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    #[inline]
    pub fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same with the sides changed, so that one piece of code serves both players.
    #[inline]
    pub fn turned(self, turn: bool) -> Numbers {
        if turn { Numbers { proof: self.disproof, disproof: self.proof } } else { self }
    }
}

/// An entry that is older by one question may have cost this many times 2 more, and yet gives way.
const AGE_COST: i32 = 8;

/// ```text
/// bit  63..62  61..56  55..28    27..0
///      age     effort  disproof  proof
/// ```
/// The effort is the logarithm of the nodes that the entry cost. No entry is 0.
fn pack(numbers: Numbers, nodes: u64, age: u64) -> u64 {
    let effort = nodes.max(1).ilog2() as u64;
    age << 62 | effort << 56 | (numbers.disproof as u64) << 28 | numbers.proof as u64
}

fn unpack(data: u64) -> Numbers {
    let part = |shift: u32| (data >> shift) as u32 & INFINITE;
    Numbers { proof: part(0), disproof: part(28) }
}

/// A table of fixed size. In a bucket of four the entry that cost the least makes room: what lies
/// deep in the tree is quickly found again.
pub(super) struct ProofTable {
    lines: CacheLines,
    age: u64,
}

impl ProofTable {
    /// A table of at most `bytes`.
    pub fn new(bytes: usize) -> Result<ProofTable, NoMemory> {
        Ok(ProofTable { lines: CacheLines::new(bytes)?, age: 0 })
    }

    pub fn clear(&mut self) {
        self.lines.clear();
        self.age = 0;
    }

    /// A new question; the answers to older ones give way sooner.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 3;
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Numbers> {
        self.lines.get(key).map(unpack)
    }

    #[inline]
    pub fn store(&self, key: u64, numbers: Numbers, nodes: u64) {
        let place = self.lines.place(key, |data| {
            let years = (self.age.wrapping_sub(data >> 62) & 3) as i32;
            (data >> 56 & 63) as i32 - AGE_COST * years
        });
        // What is settled is settled for good.
        if !place.own.is_some_and(|data| unpack(data).is_settled()) {
            place.write(pack(numbers, nodes, self.age));
        }
    }

    /// How many of a thousand places are in use, from a sample.
    pub fn used_permille(&self) -> u32 {
        self.lines.permille(|_| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_written() {
        let memory = ProofTable::new(1 << 12).unwrap();
        let odd = Numbers { proof: MOST, disproof: 12_345 };
        for (key, numbers) in [(0, odd), (1, Numbers::PROVED), (2, Numbers::DISPROVED)] {
            assert_eq!(memory.probe(key), None);
            memory.store(key, numbers, u64::MAX);
            assert_eq!(memory.probe(key), Some(numbers));
        }
        memory.store(1, odd, 1);
        assert_eq!(memory.probe(1), Some(Numbers::PROVED), "a proof is not forgotten for a guess");
    }

    #[test]
    fn what_was_dear_is_kept_until_it_is_old() {
        let mut memory = ProofTable::new(0).unwrap();
        memory.store(1000, Numbers::PROVED, 1 << 20);
        (0..100).for_each(|key| memory.store(key, Numbers::PROVED, 1 << 10));
        assert_eq!(memory.probe(1000), Some(Numbers::PROVED));
        memory.grow_older();
        memory.grow_older();
        (100..200).for_each(|key| memory.store(key, Numbers::PROVED, 1 << 10));
        assert_eq!((memory.probe(1000), memory.used_permille()), (None, 1000));
        memory.clear();
        assert_eq!(memory.used_permille(), 0);
    }
}
