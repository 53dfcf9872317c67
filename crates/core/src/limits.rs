use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Says to long work that it must end: a flag, or a closure that looks at a clock.
pub trait Halt: Sync {
    /// Is it time to end? Asked now and then, not at every node.
    fn is_raised(&self) -> bool;
}

impl Halt for AtomicBool {
    fn is_raised(&self) -> bool {
        self.load(Relaxed)
    }
}

impl<F: Fn() -> bool + Sync> Halt for F {
    fn is_raised(&self) -> bool {
        self()
    }
}

/// What an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aim {
    /// A move to play: when it is clear which, the answer comes at once.
    #[default]
    Move,
    /// What the position is worth: the only move is searched like any other, and all of the time may be used.
    Worth,
}

/// How much an engine may spend on one answer. What is `None` is unlimited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies below the root.
    pub depth: Option<u32>,
    /// Positions visited. A search limited by nodes alone repeats exactly.
    pub nodes: Option<u64>,
    /// Wall-clock time for this answer.
    pub time: Option<Duration>,
    /// Wall-clock time for the rest of the game.
    pub clock: Option<Clock>,
}

/// A player's clock in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left for all moves to come.
    pub left: Duration,
    /// What is added after every move.
    pub increment: Duration,
}

impl Clock {
    /// What to spend on this move: a thirtieth of what is left and most of the increment, but never
    /// so much that the flag could fall.
    pub fn share(&self) -> Duration {
        let safe = self.left.saturating_sub(Duration::from_millis(20)).mul_f64(0.8);
        (self.left / 30 + self.increment.mul_f64(0.8)).min(safe)
    }
}

impl Limits {
    /// Until the answer is final, or somebody says stop.
    pub const NONE: Limits = Limits { depth: None, nodes: None, time: None, clock: None };

    /// Only this many plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    /// Only this many nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// Only this long.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::NONE }
    }

    /// Only for the given number of seconds.
    ///
    /// # Panics
    ///
    /// If it is negative, not a number, or longer than a `Duration` can be.
    pub fn seconds(seconds: f64) -> Limits {
        Limits::time(Duration::from_secs_f64(seconds))
    }

    /// The time for this answer: what is given, or a share of what the clock has left.
    pub fn time_for_move(&self) -> Option<Duration> {
        self.time.into_iter().chain(self.clock.map(|clock| clock.share())).min()
    }

    /// Is there no limit at all?
    pub fn is_none(&self) -> bool {
        *self == Limits::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_spent_on_one_move() {
        for left in [0, 1, 10, 19, 21, 100, 60_000] {
            for increment in [0, 50, 10_000] {
                let [left, increment] = [left, increment].map(Duration::from_millis);
                let share = Clock { left, increment }.share();
                assert!(share <= left.mul_f64(0.8), "{share:?} of {left:?}");
            }
        }
        let clock = Some(Clock { left: Duration::from_secs(60), increment: Duration::ZERO });
        let limits = Limits { clock, ..Limits::time(Duration::from_secs(1)) };
        assert_eq!(limits.time_for_move(), Some(Duration::from_secs(1)));
    }
}
