use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use henge_core::Limits;

/// The clock and the flag are looked at once in so many nodes; counting nodes costs one comparison.
const INTERVAL: u64 = 1024;

/// Watches what a search spends.
pub(crate) struct Clock<'a> {
    start: Instant,
    limits: Limits,
    stop: &'a AtomicBool,
    nodes: u64,
    /// The node at which to look again; never beyond the limit of nodes, so that a search limited
    /// by nodes ends at the same node every time.
    next: u64,
    stopped: bool,
}

impl<'a> Clock<'a> {
    /// Starts now.
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Clock<'a> {
        // The share of a clock is fixed at the start.
        let limits = Limits { time: limits.time_for_move(), ..limits };
        let mut clock =
            Clock { start: Instant::now(), limits, stop, nodes: 0, next: 0, stopped: false };
        clock.look();
        clock
    }

    /// Counts a node.
    #[inline]
    pub fn tick(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next {
            self.look();
        }
    }

    /// Looks at all limits but that of depth.
    #[cold]
    pub fn look(&mut self) {
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        self.next = (self.nodes + INTERVAL).min(most);
        // A stopped search stays stopped: somebody may lower the flag before we have returned.
        self.stopped = self.stopped
            || self.nodes >= most
            || self.stop.load(Ordering::Relaxed)
            || self.limits.time.is_some_and(|time| self.start.elapsed() >= time);
    }

    /// Must the search end?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_to_the_last() {
        let stop = AtomicBool::new(false);
        for limit in [1, 1023, 1024, 1025, 5000] {
            let mut clock = Clock::new(Limits::nodes(limit), &stop);
            while !clock.is_stopped() {
                clock.tick();
            }
            assert_eq!(clock.nodes(), limit);
        }
    }

    #[test]
    fn no_time_and_a_raised_flag_stop_before_the_first_node() {
        let stop = AtomicBool::new(false);
        assert!(Clock::new(Limits::nodes(0), &stop).is_stopped());
        assert!(Clock::new(Limits::time(Duration::ZERO), &stop).is_stopped());
        assert!(!Clock::new(Limits::NONE, &stop).is_stopped());
        stop.store(true, Ordering::Relaxed);
        assert!(Clock::new(Limits::NONE, &stop).is_stopped());
    }

    #[test]
    fn a_raised_flag_is_seen_within_an_interval() {
        let stop = AtomicBool::new(false);
        let mut clock = Clock::new(Limits::NONE, &stop);
        clock.tick();
        stop.store(true, Ordering::Relaxed);
        for _ in 0..INTERVAL {
            clock.tick();
        }
        assert!(clock.is_stopped());
    }
}
