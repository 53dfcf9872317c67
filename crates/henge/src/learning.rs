//! Evaluations that learn from games of an engine against itself.

use std::sync::atomic::AtomicBool;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lessons {
    /// Games a round.
    pub games: u32,
    /// Rounds; each is played with what was learned in the one before.
    pub rounds: u32,
    /// Plies that the players look ahead.
    pub depth: u32,
    /// Where random numbers start.
    pub seed: u64,
    /// Games at a time; what is learned does not depend on it.
    pub threads: usize,
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Lesson {
    /// A game was played.
    Played {
        /// Rounds begun.
        round: u32,
        /// Games of this round.
        games: u32,
    },
    /// All positions were gone through once.
    Learned {
        /// Rounds begun.
        round: u32,
        /// How often they were.
        epoch: u32,
        /// How many they are.
        positions: usize,
        /// The mean loss on them, and on those kept apart to measure by, in nats.
        losses: (f32, f32),
    },
}

/// An evaluation that can learn.
pub trait Pupil: Send + Sync {
    /// Plays, learns, and returns the weights as a file; nothing if it was stopped.
    fn learn(
        &self,
        lessons: Lessons,
        stop: &AtomicBool,
        progress: &(dyn Fn(Lesson) + Sync),
    ) -> Option<Vec<u8>>;
}
