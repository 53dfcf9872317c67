//! A net that learns by playing against itself.
//!
//! Training goes in rounds. In each round the net, as it is, plays some games against itself; then it
//! learns from all positions of these games. So games can be played by several threads, and what is
//! learned does not depend on how many there are.
//!
//! At first the lesson of a position is what the net thinks of the next one, mixed with what was
//! learned from the rest of the game (Sutton 1988, "TD(λ)"; Tesauro 1992). That is quick, and noisy
//! by the roll that happened to fall. Later, all 21 rolls are looked at: the lesson is the mean of
//! what the best play of each is worth. That costs more than twenty times as much a position and has
//! no noise, so that the net can go through the same positions several times.

mod checkpoint;
mod games;
mod yardstick;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use henge_core::mix64;
use henge_learn::net::{Activation, Adam, Gradient, Net, Scratch};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

pub use checkpoint::CheckpointError;
use games::Lived;
pub use yardstick::{Strength, measure};

use super::evaluator::{Evaluator, Judge, Tables};
use super::inputs::inputs;

/// A part of the training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stage {
    /// What a position is compared with.
    pub lesson: Lesson,
    /// Games in this stage.
    pub games: u64,
    /// Games a round.
    pub round: u64,
    /// How often a round's positions are gone through.
    pub passes: u32,
    /// Positions a step.
    pub batch: u32,
    /// The rate of Adam at the beginning and at the end; in between it falls evenly in logarithms.
    pub rates: [f32; 2],
}

/// What a position is compared with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Lesson {
    /// The next position, and this share of what was learned from those after it.
    Next {
        /// From 0 to 1.
        lambda: f32,
    },
    /// The mean over all rolls.
    AllRolls,
}

/// How to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Units in the hidden layers.
    pub hidden: Vec<usize>,
    /// What hidden units make of their sums.
    pub activation: Activation,
    /// Where random numbers start.
    pub seed: u64,
    /// Games at a time; what is learned does not depend on it.
    pub threads: usize,
    /// One after the other.
    pub stages: Vec<Stage>,
}

/// What a round has brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Games played so far, in all stages.
    pub games: u64,
    /// Games in all.
    pub of: u64,
    /// The stage, from 1.
    pub stage: usize,
    /// Positions of the round.
    pub positions: usize,
    /// The mean loss of a position in the last pass, all outputs together, in nats.
    pub loss: f64,
    /// The rate of the last step.
    pub rate: f32,
}

/// A net in training.
#[derive(Clone, Debug)]
pub struct Trainer {
    plan: Plan,
    tables: Arc<Tables>,
    net: Net,
    adam: Adam,
    games: u64,
}

impl Trainer {
    /// A net that knows nothing, or the one to begin with.
    pub fn new(
        plan: Plan,
        tables: Arc<Tables>,
        begin: Option<Net>,
    ) -> Result<Self, henge_learn::net::ShapeError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(plan.seed));
        let net = match begin {
            Some(net) => net,
            None => Net::random(Judge::shape(&plan.hidden, plan.activation)?, &mut rng),
        };
        let adam = Adam::new(&net, 0.0);
        Ok(Trainer { plan, tables, net, adam, games: 0 })
    }

    /// The net as it is now.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// The net as it is now, ready to play.
    pub fn judge(&self) -> Judge {
        Judge::new(self.net.clone(), Arc::clone(&self.tables))
            .expect("the trainer's net is one of this game")
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Games that the plan has.
    pub fn of(&self) -> u64 {
        self.plan.stages.iter().map(|stage| stage.games).sum()
    }

    /// Plays and learns from one round; nothing if all is done, or if it was stopped: then the round
    /// counts as not begun.
    pub fn round(&mut self, stop: &AtomicBool) -> Option<Round> {
        let mut begun = 0;
        let at = self.plan.stages.iter().position(|stage| {
            begun += stage.games;
            self.games < begun
        })?;
        let stage = self.plan.stages[at];
        let done = self.games - (begun - stage.games);
        let n_games = stage.round.max(1).min(stage.games - done);
        let lives = self.play(stage.lesson, n_games, stop)?;
        let lessons: Vec<&Lived> = lives.iter().flatten().collect();
        let [from, to] = stage.rates;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(self.plan.seed ^ mix64(!self.games)));
        let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
        let mut scratch = Scratch::new(self.net.shape());
        let (mut gradient, mut active) = (Gradient::new(self.net.shape()), Vec::new());
        for pass in 0..stage.passes {
            let part = f64::from(pass) / f64::from(stage.passes);
            let way = (done as f64 + part * n_games as f64) / stage.games as f64;
            self.adam.rate = from * (to / from).powf(way as f32);
            shuffle(&mut order, &mut rng);
            gradient.take_loss();
            for batch in order.chunks(stage.batch.max(1) as usize) {
                for &i in batch {
                    let Lived { men, lesson } = lessons[i as usize];
                    inputs(men, &mut active);
                    gradient.add(&self.net, &active, &lesson.to_outputs(), &mut scratch);
                }
                self.adam.step(&mut self.net, &mut gradient);
            }
        }
        self.games += n_games;
        let positions = lessons.len();
        Some(Round {
            games: self.games,
            of: self.of(),
            stage: at + 1,
            positions,
            loss: gradient.take_loss() / positions.max(1) as f64,
            rate: self.adam.rate,
        })
    }

    /// Games of the net against itself, in the order of their numbers whoever plays them.
    fn play(&self, lesson: Lesson, n_games: u64, stop: &AtomicBool) -> Option<Vec<Vec<Lived>>> {
        let judge = self.judge();
        let (next, played) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        henge_search::crew(self.plan.threads, || {
            let mut evaluator = Evaluator::new(&judge);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= n_games || stop.load(Relaxed) {
                    break;
                }
                let seed = mix64(self.plan.seed ^ mix64(self.games + number));
                let lived = games::play(&mut evaluator, lesson, seed);
                let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                played.push((number, lived));
            }
        });
        if stop.load(Relaxed) {
            return None;
        }
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_unstable_by_key(|(number, _)| *number);
        Some(played.into_iter().map(|(_, lived)| lived).collect())
    }
}

/// Every order is as likely as the others (Fisher and Yates 1938).
fn shuffle(order: &mut [u32], rng: &mut Xoshiro256PlusPlus) {
    for i in (1..order.len()).rev() {
        order.swap(i, rng.random_range(0..=i));
    }
}
