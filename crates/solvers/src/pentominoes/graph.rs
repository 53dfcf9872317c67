//! The end of the game, where few placements are left: sets of them as numbers.
//!
//! A move keeps those that go with it: one AND with a row of the table of what goes with what. To
//! remember positions here, or to sort the moves, costs more than it saves.

use super::lanes::Lanes;

/// A set of as many placements as the number has bits.
pub(super) trait Set: Copy + Eq + std::ops::BitAnd<Output = Self> {
    /// How many placements fit.
    const ROOM: usize;
    const EMPTY: Self;
    /// The first `n` placements; at least one.
    fn first_n(n: usize) -> Self;
    /// The number of the first.
    fn first(self) -> usize;
    /// All but the first.
    fn rest(self) -> Self;
    /// With eight more, the first of which has the number `at`.
    fn with(self, eight: u8, at: usize) -> Self;
}

macro_rules! set {
    ($word:ty) => {
        impl Set for $word {
            const ROOM: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            #[inline]
            fn first_n(n: usize) -> Self {
                <$word>::MAX >> (Self::ROOM - n)
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn rest(self) -> Self {
                self & (self - 1)
            }
            #[inline]
            fn with(self, eight: u8, at: usize) -> Self {
                self | <$word>::from(eight) << at
            }
        }
    };
}
set!(u64);
set!(u128);

/// The most placements that are looked at as a set.
pub(super) const SMALL: usize = 128;

/// What goes with what among a few placements.
pub(super) struct Graph {
    few: [u64; 64],
    more: [u128; SMALL],
    /// Sets looked at.
    pub nodes: u64,
}

impl Graph {
    pub fn new() -> Graph {
        Graph { few: [0; 64], more: [0; SMALL], nodes: 0 }
    }

    /// Whether the player to move wins with these placements, of which there are at most 128.
    pub fn wins<L: Lanes>(&mut self, list: &[u64]) -> bool {
        match list.len() {
            0 => false,
            n @ 1..=64 => {
                L::rows(list, &mut self.few);
                search(&self.few, u64::first_n(n), &mut self.nodes)
            }
            n => {
                L::rows(list, &mut self.more);
                search(&self.more, u128::first_n(n), &mut self.nodes)
            }
        }
    }
}

fn search<S: Set>(rows: &[S], set: S, nodes: &mut u64) -> bool {
    *nodes += 1;
    let mut left = set;
    while left != S::EMPTY {
        if set & rows[left.first()] == S::EMPTY {
            return true;
        }
        left = left.rest();
    }
    left = set;
    while left != S::EMPTY {
        if !search(rows, set & rows[left.first()], nodes) {
            return true;
        }
        left = left.rest();
    }
    false
}
