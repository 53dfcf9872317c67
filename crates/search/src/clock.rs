use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use henge_core::Limits;

/// The clock and the flags are looked at about this often.
const PERIOD: Duration = Duration::from_micros(500);
/// And once every so many nodes at least, whatever the last ones cost.
const MOST_NODES: u64 = 1 << 14;
/// As long as little is known of their cost.
const FIRST_NODES: u64 = 16;
/// A phase of dear nodes is remembered for some thousand looks: a line of positions known from the
/// table is cheap, and the next one may need an evaluation at every node.
const MEMORY: f64 = 0.999;
/// When this part of the time is gone, another iteration would hardly be finished.
const ENOUGH: f64 = 0.55;

/// What the threads of one search tell each other.
#[derive(Default)]
pub(crate) struct Shared {
    /// The main thread has its answer: the others may go home.
    pub done: AtomicBool,
    /// The nodes of the helpers, as of their last look.
    pub nodes: AtomicU64,
}

/// Watches what a search spends.
///
/// Counting a node costs one comparison. How many nodes pass between two looks at the clock is
/// measured, for a node may cost 20 nanoseconds or 50 microseconds; what a search limited by nodes
/// finds does not depend on it.
pub(crate) struct Clock<'a> {
    start: Instant,
    limits: Limits,
    stop: &'a AtomicBool,
    shared: &'a Shared,
    helper: bool,
    nodes: u64,
    /// The node at which to look again; never beyond the limit of nodes, so that a search limited
    /// by nodes ends at the same node every time.
    next: u64,
    stopped: bool,
    /// When and at which node we looked last.
    seen: (Duration, u64),
    /// The seconds a node costs in dear times.
    cost: f64,
    /// How much later than asked for we looked, at worst: other programs want the processor too.
    lag: Duration,
}

impl<'a> Clock<'a> {
    /// Starts now. `lag` is what [`Clock::lag`] said after the search before.
    pub fn new(limits: Limits, stop: &'a AtomicBool, shared: &'a Shared, lag: Duration) -> Self {
        Self::of(limits, stop, shared, lag, false)
    }

    /// The same clock on the desk of a helper, who also goes home when the main thread is done.
    pub fn helper(limits: Limits, stop: &'a AtomicBool, shared: &'a Shared) -> Self {
        Self::of(limits, stop, shared, Duration::ZERO, true)
    }

    fn of(
        limits: Limits,
        stop: &'a AtomicBool,
        shared: &'a Shared,
        lag: Duration,
        helper: bool,
    ) -> Self {
        // The share of a clock is fixed at the start.
        let limits = Limits { time: limits.time_for_move(), ..limits };
        let (start, seen) = (Instant::now(), (Duration::ZERO, 0));
        let (nodes, next, stopped, cost) = (0, 0, false, 0.0);
        let mut clock =
            Clock { start, limits, stop, shared, helper, nodes, next, stopped, seen, cost, lag };
        clock.look();
        clock
    }

    /// Counts a node and says whether the search must end.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next && self.look()
    }

    /// Looks at all limits but that of depth.
    #[cold]
    #[inline(never)]
    pub fn look(&mut self) -> bool {
        let now = self.start.elapsed();
        let (then, node) = std::mem::replace(&mut self.seen, (now, self.nodes));
        let (passed, n) = (now.saturating_sub(then), self.nodes - node);
        if n > 0 {
            self.lag = self.lag.max(passed.saturating_sub(2 * PERIOD));
        }
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        // As many nodes as fit into a period, but not many more than last time.
        self.cost = (self.cost * MEMORY).max(passed.as_secs_f64() / n.max(1) as f64);
        let step = (PERIOD.as_secs_f64() / self.cost.max(1e-9)) as u64;
        let step = step.clamp(1, (4 * n).clamp(FIRST_NODES, MOST_NODES));
        self.next = (self.nodes + step).min(most);
        if self.helper {
            self.shared.nodes.fetch_add(n, Relaxed);
        }
        // A stopped search stays stopped: somebody may lower the flag before we have returned.
        self.stopped = self.stopped
            || self.nodes >= most
            || self.stop.load(Relaxed)
            || self.helper && self.shared.done.load(Relaxed)
            || self.limits.time.is_some_and(|time| now + self.margin(time) >= time);
        self.stopped
    }

    /// Where the processor was away for a while it may be away again just before the time is up.
    fn margin(&self, time: Duration) -> Duration {
        self.lag.min(time / 4)
    }

    /// Must the search end?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Is so much time gone that a deeper search would hardly be finished?
    pub fn is_late(&self) -> bool {
        self.limits.time.is_some_and(|time| self.start.elapsed() >= time.mul_f64(ENOUGH))
    }

    /// Is there a limit of time?
    pub fn is_running(&self) -> bool {
        self.limits.time.is_some()
    }

    /// Nodes so far, those of the helpers included.
    pub fn nodes(&self) -> u64 {
        self.nodes + if self.helper { 0 } else { self.shared.nodes.load(Relaxed) }
    }

    /// Time so far.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// What the next search should beware of. `ended` is when the answer was ready to be handed
    /// over. What lies back is forgotten by and by.
    pub fn lag(&self, ended: Duration) -> Duration {
        let late = self.limits.time.map_or(Duration::ZERO, |time| ended.saturating_sub(time));
        self.lag.max(late) * 7 / 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new<'a>(limits: Limits, stop: &'a AtomicBool, shared: &'a Shared) -> Clock<'a> {
        Clock::new(limits, stop, shared, Duration::ZERO)
    }

    #[test]
    fn nodes_are_counted_to_the_last() {
        let (stop, shared) = Default::default();
        for limit in [1, 63, 64, 65, 1023, 1024, 1025, 5000, 100_000] {
            let mut clock = new(Limits::nodes(limit), &stop, &shared);
            while !clock.is_stopped() {
                clock.tick();
            }
            assert_eq!(clock.nodes(), limit);
        }
    }

    #[test]
    fn no_time_and_a_raised_flag_stop_before_the_first_node() {
        let (stop, shared) = (AtomicBool::new(false), Shared::default());
        assert!(new(Limits::nodes(0), &stop, &shared).is_stopped());
        assert!(new(Limits::time(Duration::ZERO), &stop, &shared).is_stopped());
        assert!(!new(Limits::NONE, &stop, &shared).is_stopped());
        stop.store(true, Relaxed);
        assert!(new(Limits::NONE, &stop, &shared).is_stopped());
    }

    #[test]
    fn a_raised_flag_is_seen_soon() {
        let (stop, shared) = (AtomicBool::new(false), Shared::default());
        let mut clock = new(Limits::NONE, &stop, &shared);
        for _ in 0..1_000_000 {
            clock.tick();
        }
        stop.store(true, Relaxed);
        for _ in 0..MOST_NODES {
            clock.tick();
        }
        assert!(clock.is_stopped());
    }

    #[test]
    fn dear_nodes_are_watched_one_by_one() {
        let (stop, shared) = Default::default();
        let mut clock = new(Limits::NONE, &stop, &shared);
        let mut wait = |n| {
            for _ in 0..n {
                std::thread::sleep(PERIOD);
                clock.tick();
            }
            clock.next - clock.nodes
        };
        assert_eq!(wait(FIRST_NODES + 8), 1);
        (0..1000).for_each(|_| _ = clock.tick());
        assert!(clock.next - clock.nodes <= 3, "and are not forgotten at once");
    }

    #[test]
    fn helpers_go_home_and_their_nodes_count() {
        let (stop, shared) = (AtomicBool::new(false), Shared::default());
        let main = new(Limits::NONE, &stop, &shared);
        let mut helper = Clock::helper(Limits::NONE, &stop, &shared);
        for _ in 0..1000 {
            helper.tick();
        }
        shared.done.store(true, Relaxed);
        assert!(helper.look());
        assert_eq!(main.nodes(), 1000);
        assert!(!Clock::of(Limits::NONE, &stop, &shared, Duration::ZERO, false).look());
    }

    #[test]
    fn who_was_late_once_stops_earlier() {
        let (stop, shared) = Default::default();
        let limits = Limits::time(Duration::from_secs(100));
        let clock = Clock::new(limits, &stop, &shared, Duration::from_secs(1));
        assert_eq!(clock.margin(Duration::from_secs(100)), Duration::from_secs(1));
        assert_eq!(clock.margin(Duration::from_secs(2)), Duration::from_millis(500));
        let after = clock.lag(Duration::from_secs(1));
        assert!(after < Duration::from_secs(1), "{after:?} is forgotten by and by");
        assert_eq!(clock.lag(Duration::from_secs(108)), Duration::from_secs(7));
    }
}
