use std::time::Duration;

use henge_core::{Clock, Player};

/// What two clocks show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// What every move adds.
    pub increment: Duration,
    /// What each player has left.
    pub left: [Duration; 2],
}

impl Clocks {
    /// Two clocks that show the same.
    pub fn new(time: Duration, increment: Duration) -> Clocks {
        Clocks { increment, left: [time; 2] }
    }

    /// The same from milliseconds.
    pub fn from_ms(left: [u64; 2], increment: u64) -> Clocks {
        let increment = Duration::from_millis(increment);
        Clocks { increment, left: left.map(Duration::from_millis) }
    }

    /// What each player has left, in milliseconds.
    pub fn left_ms(&self) -> [u64; 2] {
        self.left.map(|left| left.as_millis() as u64)
    }

    /// What every move adds, in milliseconds.
    pub fn increment_ms(&self) -> u64 {
        self.increment.as_millis() as u64
    }

    /// The clock of one player, as engines see it.
    pub fn of(&self, player: Player) -> Clock {
        Clock { left: self.left[player.index()], increment: self.increment }
    }

    /// The clocks after one of them has run for that long.
    pub(crate) fn after(mut self, player: Player, spent: Duration) -> Clocks {
        let left = &mut self.left[player.index()];
        *left = left.saturating_sub(spent);
        self
    }
}
