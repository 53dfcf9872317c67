//! Work on lists of placements: word by word here, eight words at a time in `avx512`.
//!
//! A placement is one word: a bit for each square and one more for its piece. Two placements can
//! both be made if and only if they have no bit in common.

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

/// The most placements of a [`Graph`](super::graph::Graph).
pub(super) const SMALL: usize = 64;

/// Two ways to do the same work; both give the same results in the same order.
pub(super) trait Lanes {
    /// What each placement of the list leaves.
    fn after_each(list: &[u64], out: &mut Vec<After>);
    /// Those of the list that share no bit with `taken`, in their order.
    fn filter(list: &[u64], taken: u64, out: &mut Vec<u64>);
    /// For each of at most 64 placements those that share no bit with it, one bit each.
    fn rows(list: &[u64], rows: &mut [u64; SMALL]);
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

    fn rows(list: &[u64], rows: &mut [u64; SMALL]) {
        for (row, &taken) in rows.iter_mut().zip(list) {
            let bit = |(i, &other): (usize, &u64)| u64::from(other & taken == 0) << i;
            *row = list.iter().enumerate().map(bit).fold(0, |all, bit| all | bit);
        }
    }
}
