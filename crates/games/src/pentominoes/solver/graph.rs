//! The end of the game, where at most 64 placements are left: sets of them as words.
//!
//! A move keeps those that go with it: one AND with a row of the table of what goes with what. Rows
//! that are alike belong to placements that are always there together and leave the same, so that
//! one of each is enough.

use super::lanes::{Lanes, SMALL};

/// What goes with what among at most 64 placements.
pub(super) struct Graph {
    rows: [u64; SMALL],
    /// Sets looked at.
    pub nodes: u64,
}

impl Graph {
    pub fn new() -> Graph {
        Graph { rows: [0; SMALL], nodes: 0 }
    }

    /// Whether the player to move wins with these placements.
    pub fn wins<L: Lanes>(&mut self, list: &[u64]) -> bool {
        if list.is_empty() {
            return false;
        }
        L::rows(list, &mut self.rows);
        self.search(u64::MAX >> (SMALL - list.len()))
    }

    fn search(&mut self, set: u64) -> bool {
        self.nodes += 1;
        let mut left = set;
        while left != 0 {
            if set & self.rows[left.trailing_zeros() as usize] == 0 {
                return true;
            }
            left &= left - 1;
        }
        left = set;
        while left != 0 {
            if !self.search(set & self.rows[left.trailing_zeros() as usize]) {
                return true;
            }
            left &= left - 1;
        }
        false
    }
}
