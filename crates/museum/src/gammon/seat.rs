//! A strategy set that plays whole games and remembers what both sides play for.

use std::sync::Arc;

use henge_games::backgammon::{Men, Plays};

use super::choose::choose;
use super::set::StrategySet;
use super::statistics::Statistics;
use super::strategy::{Memory, select};
use henge_bots::backgammon_match::Chooser;

/// Sits at a table for the length of a game.
#[derive(Clone, Debug)]
pub struct Seat {
    /// What it plays by.
    pub set: Arc<StrategySet>,
    memory: Memory,
}

impl Seat {
    /// A player with this set.
    pub fn new(set: Arc<StrategySet>) -> Seat {
        Seat { set, memory: Memory::default() }
    }
}

impl Chooser for Seat {
    fn begin(&mut self) {
        self.memory = Memory::default();
    }

    fn watch(&mut self, men: &Men, dice: [u8; 2]) {
        let theirs = self.memory.swapped();
        self.memory.theirs = select(&Statistics::new(men), dice, theirs, &self.set.transitions);
    }

    fn choose(&mut self, men: &Men, dice: [u8; 2], plays: &Plays) -> usize {
        let choice = choose(&self.set, men, dice, self.memory, plays);
        self.memory.mine = choice.strategy;
        choice.index
    }
}
