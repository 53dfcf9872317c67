//! Evaluations that learn from games of an engine against itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_bots::learning::{Doing, Plan};

use crate::laboratory::{Laboratory, Pattern};

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

/// Learns the coefficients of the usual features from results.
pub(crate) struct GeneralPupil(pub Arc<dyn Laboratory>);

impl Pupil for GeneralPupil {
    fn learn(
        &self,
        lessons: Lessons,
        stop: &AtomicBool,
        progress: &(dyn Fn(Lesson) + Sync),
    ) -> Option<Vec<u8>> {
        let Lessons { games, rounds, depth, seed, threads } = lessons;
        let plan = Plan { games, rounds, depth, seed, threads, ..Plan::default() };
        let mut training = self.0.begin(&Pattern::Weights, "", &plan).ok()?;
        let epochs = plan.epochs;
        loop {
            let round = training.rounds() + 1;
            let tell = |doing: Doing| {
                if let Doing::Playing(games) = doing {
                    progress(Lesson::Played { round, games });
                }
            };
            let Some(found) = training.round(stop, &tell) else { break };
            let losses = (found.loss, found.unseen.unwrap_or_default());
            progress(Lesson::Learned { round, epoch: epochs, positions: found.positions, losses });
        }
        (!stop.load(Relaxed)).then(|| training.to_bytes(&format!("{lessons:?}")))
    }
}
