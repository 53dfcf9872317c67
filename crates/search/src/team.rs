//! What the threads of one search are at.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The positions that some thread is searching at this moment, so that the others look at something else
/// first (after Kerrigan's simplification of ABDADA, Weill 1996).
///
/// It is a hint and no lock: a position may be missing or stay a little too long, which costs time and
/// never a result.
pub(crate) struct Team {
    lines: Vec<Line>,
}

const WAYS: usize = 8;
const LINES: usize = 1 << 10;

/// A cache line of keys; 0 is no position.
#[derive(Default)]
#[repr(align(64))]
struct Line([AtomicU64; WAYS]);

impl Team {
    pub fn new() -> Team {
        Team { lines: (0..LINES).map(|_| Line::default()).collect() }
    }

    /// Nobody is searching anything.
    pub fn clear(&self) {
        self.lines.iter().flat_map(|line| &line.0).for_each(|key| key.store(0, Relaxed));
    }

    #[inline]
    fn line(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.lines[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize].0
    }

    /// Is somebody at it?
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        self.line(key).iter().any(|seen| seen.load(Relaxed) == key)
    }

    /// This thread is at it now.
    #[inline]
    pub fn enter(&self, key: u64) {
        for place in self.line(key) {
            match place.load(Relaxed) {
                0 => return place.store(key, Relaxed),
                seen if seen == key => return,
                _ => {}
            }
        }
    }

    /// And no longer.
    #[inline]
    pub fn leave(&self, key: u64) {
        for place in self.line(key) {
            if place.load(Relaxed) == key {
                place.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_enters_is_seen_until_he_leaves() {
        let team = Team::new();
        assert!(!team.has(5));
        team.enter(5);
        team.enter(5);
        assert!(team.has(5) && !team.has(6));
        team.leave(5);
        assert!(!team.has(5), "entering twice is entering once");
        team.enter(7);
        team.clear();
        assert!(!team.has(7));
    }

    #[test]
    fn a_full_line_forgets_newcomers() {
        let team = Team::new();
        (1..=100_000).for_each(|key| team.enter(key));
        (1..=100_000).for_each(|key| team.leave(key));
        assert!((1..=100_000).all(|key| !team.has(key)));
    }
}
