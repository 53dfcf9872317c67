//! Work on lists of placements: word by word here, eight words at a time in `avx512`.
//!
//! A placement is one word: a bit for each square and one more for its piece. Two placements can
//! both be made if and only if they have no bit in common.

use super::graph::Set;

/// What is left after a placement: how many others can still be made, and all their bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct After {
    /// All bits of the placements left: live squares, and pieces that fit.
    pub bits: u64,
    /// How many placements are left.
    pub count: u32,
    /// Which of the list was made.
    pub index: u32,
}

/// Two ways to do the same work; both give the same results in the same order.
pub(super) trait Lanes {
    /// What each placement of the list leaves.
    fn after_each(list: &[u64], out: &mut Vec<After>);
    /// Those of the list that share no bit with `taken`, in their order.
    fn filter(list: &[u64], taken: u64, out: &mut Vec<u64>);
    /// For each placement the set of those that share no bit with it; all of them must fit.
    fn rows<S: Set>(list: &[u64], rows: &mut [S]);
}

/// Any processor.
pub(super) struct Portable;

impl Lanes for Portable {
    fn after_each(list: &[u64], out: &mut Vec<After>) {
        out.clear();
        for (index, &taken) in (0..).zip(list) {
            let (mut bits, mut count) = (0, 0);
            for &other in list {
                let free = other & taken == 0;
                count += u32::from(free);
                bits |= if free { other } else { 0 };
            }
            out.push(After { bits, count, index });
        }
    }

    fn filter(list: &[u64], taken: u64, out: &mut Vec<u64>) {
        out.clear();
        out.resize(list.len(), 0);
        let mut n = 0;
        for &other in list {
            out[n] = other;
            n += usize::from(other & taken == 0);
        }
        out.truncate(n);
    }

    fn rows<S: Set>(list: &[u64], rows: &mut [S]) {
        for (row, &taken) in rows.iter_mut().zip(list) {
            *row = S::EMPTY;
            for (at, &other) in list.iter().enumerate() {
                *row = row.with(u8::from(other & taken == 0), at);
            }
        }
    }
}
