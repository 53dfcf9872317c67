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
//!
//! Positions of a data set take the place of games. Each pass through them is a round.

mod checkpoint;
mod games;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::erased::DynGame;
use henge_core::mix64;
use henge_games::backgammon::Backgammon;
use henge_learn::data::Examples;
use henge_learn::net::{Activation, Adam, Gradient, Net, Scratch};
use henge_learn::training::{
    PlanError, Progress, ResumeError, Round, Training, in_order, position_of,
};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

pub use checkpoint::CheckpointError;
use games::Sample;

use super::chances::Chances;
use super::evaluator::{Evaluator, Judge, Tables};
use super::inputs::inputs;

/// A part of the training.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// What a position is compared with.
    pub lesson: TrainingTarget,
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
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum TrainingTarget {
    /// The next position, and this share of what was learned from those after it.
    Next {
        /// From 0 to 1.
        lambda: f32,
    },
    /// The mean over all rolls.
    AllRolls,
}

/// How to train.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Units in the hidden layers.
    pub hidden: Vec<usize>,
    /// What hidden units make of their sums.
    pub activation: Activation,
    /// Where random numbers start.
    pub seed: u64,
    /// Games at a time; what is learned does not depend on it.
    #[serde(skip)]
    pub threads: usize,
    /// One after the other. With data there are no games: each pass follows the rates of the first
    /// stage.
    pub stages: Vec<Stage>,
}

impl Plan {
    /// As text, for others who play some of the games.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("plain texts and numbers")
    }

    /// Reads what `to_text` has written.
    pub fn from_text(text: &str) -> Result<Plan, PlanError> {
        let wrong = |why: String| PlanError { what: "the plan", why };
        let plan: Plan = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let fits = |rates: &[f32; 2]| rates.iter().all(|&rate| rate > 0.0 && rate <= 1.0);
        match plan.stages.iter().all(|stage| fits(&stage.rates)) {
            true => Ok(plan),
            false => Err(wrong("wrong: rates are above 0, and 1 at most".into())),
        }
    }
}

/// A net in training.
#[derive(Clone, Debug)]
pub struct Trainer {
    plan: Plan,
    tables: Arc<Tables>,
    net: Net,
    adam: Adam,
    /// Games played, or passes through the data.
    games: u64,
    data: Option<Data>,
}

/// What a round is made of.
struct Next {
    stage: Stage,
    /// Games of the stage that are played.
    done: u64,
    /// Games of the round.
    games: u64,
}

/// Positions that somebody else has played, and of how many games they are.
#[derive(Clone, Debug)]
struct Data {
    samples: Vec<Sample>,
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
        Ok(Trainer { plan, tables, net, adam, games: 0, data: None })
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

    /// The rounds that a number of games makes.
    fn rounds_in(&self, mut games: u64) -> u32 {
        let rounds = self.plan.stages.iter().map(|stage| {
            let here = games.min(stage.games);
            games -= here;
            here.div_ceil(stage.round.max(1))
        });
        rounds.sum::<u64>() as u32
    }

    /// Plays and learns from one round; nothing if all is done, or if it was stopped.
    fn play_and_learn(
        &mut self,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Option<Round> {
        let next = self.next()?;
        let games = self.play(next.stage.lesson, next.games, stop, progress)?;
        Some(self.learn(next, &games))
    }

    /// The next round; none if all games are played.
    fn next(&self) -> Option<Next> {
        let mut begun = 0;
        let at = self.plan.stages.iter().position(|stage| {
            begun += stage.games;
            self.games < begun
        })?;
        let stage = self.plan.stages[at];
        let done = self.games - (begun - stage.games);
        Some(Next { stage, done, games: stage.round.max(1).min(stage.games - done) })
    }

    /// What is learned from the games of a round.
    fn learn(&mut self, next: Next, games: &[Vec<Sample>]) -> Round {
        let Next { stage, done, games: n_games } = next;
        let samples: Vec<&Sample> = games.iter().flatten().collect();
        let mut rng = self.order_of_samples();
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        let mut loss = 0.0;
        for pass in 0..stage.passes {
            let part = f64::from(pass) / f64::from(stage.passes);
            let way = (done as f64 + part * n_games as f64) / stage.games as f64;
            shuffle(&mut order, &mut rng);
            loss = self.pass(&order, |i| samples[i], &stage, way);
        }
        self.games += n_games;
        self.point(self.games, samples.len(), loss)
    }

    /// Goes once through the data.
    fn study(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Progress) + Sync)) -> Option<Round> {
        let (stage, of) = (*self.plan.stages.first()?, self.of());
        if self.rounds() >= of || stop.load(Relaxed) {
            return None;
        }
        let Data { samples, games } = self.data.take()?;
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        shuffle(&mut order, &mut self.order_of_samples());
        let way = self.games as f64 / f64::from(of.saturating_sub(1).max(1));
        let loss = self.pass(&order, |i| &samples[i], &stage, way);
        let positions = samples.len();
        self.data = Some(Data { samples, games });
        self.games += 1;
        progress(Progress::Learning(self.rounds()));
        Some(self.point(games, positions, loss))
    }

    /// Random numbers for the order in which samples are gone through in this round.
    fn order_of_samples(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(mix64(self.plan.seed ^ mix64(!self.games)))
    }

    /// Learns once from samples in an order; `way` is the part of the stage that is done. Returns the
    /// mean loss.
    fn pass<'s>(
        &mut self,
        order: &[u32],
        sample: impl Fn(usize) -> &'s Sample,
        stage: &Stage,
        way: f64,
    ) -> f32 {
        let [from, to] = stage.rates;
        self.adam.rate = from * (to / from).powf(way as f32);
        let mut scratch = Scratch::new(self.net.shape());
        let (mut gradient, mut active) = (Gradient::new(self.net.shape()), Vec::new());
        for batch in order.chunks(stage.batch.max(1) as usize) {
            for &i in batch {
                let Sample { men, target } = sample(i as usize);
                inputs(men, &mut active);
                gradient.add(&self.net, &active, &target.to_outputs(), &mut scratch);
            }
            self.adam.step(&mut self.net, &mut gradient);
        }
        (gradient.take_loss() / order.len().max(1) as f64) as f32
    }

    fn point(&self, games: u64, positions: usize, loss: f32) -> Round {
        Round {
            round: self.rounds(),
            of: self.of(),
            games,
            positions,
            loss: Some(loss),
            unseen: None,
            rate: self.adam.rate,
        }
    }

    /// Games of the net against itself, in the order of their numbers whoever plays them.
    fn play(
        &self,
        lesson: TrainingTarget,
        n_games: u64,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Option<Vec<Vec<Sample>>> {
        let judge = self.judge();
        let game = |evaluator: &mut Evaluator, number| self.play_one(evaluator, lesson, number);
        let tell = |games| progress(Progress::Playing(games));
        in_order(n_games, self.plan.threads, stop, || Evaluator::new(&judge), game, tell)
    }

    /// The game of a number, which is the same whoever plays it.
    fn play_one(
        &self,
        evaluator: &mut Evaluator,
        lesson: TrainingTarget,
        number: u64,
    ) -> Vec<Sample> {
        games::play(evaluator, lesson, mix64(self.plan.seed ^ mix64(self.games + number)))
    }
}

impl Training for Trainer {
    fn round(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Progress) + Sync)) -> Option<Round> {
        match self.data {
            Some(_) => self.study(stop, progress),
            None => self.play_and_learn(stop, progress),
        }
    }

    fn rounds(&self) -> u32 {
        match self.data {
            Some(_) => self.games as u32,
            None => self.rounds_in(self.games),
        }
    }

    fn of(&self) -> u32 {
        match self.data {
            Some(_) => self.plan.stages.first().map_or(0, |stage| stage.passes),
            None => self.rounds_in(u64::MAX),
        }
    }

    /// The men of the side to move learn how the game ended, whatever the dice: these fell by chance.
    fn learn_from(&mut self, rules: &dyn DynGame, data: &Examples) -> Result<(), PlanError> {
        let mut samples = Vec::with_capacity(data.list.len());
        for example in &data.list {
            let Some(win) = example.target else { continue };
            let pos = position_of::<Backgammon>(rules, &example.position)?;
            let target = match example.points {
                Some(points) => Chances::of_points(points.clamp(-3, 3) as i8),
                None => Chances { win, ..Chances::default() },
            };
            samples.push(Sample { men: *pos.men(), target });
        }
        self.data = Some(Data { samples, games: data.games });
        Ok(())
    }

    fn to_bytes(&self, provenance: &str) -> Vec<u8> {
        self.net.to_bytes(provenance)
    }

    fn checkpoint(&self) -> Vec<u8> {
        self.written()
    }

    fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError> {
        self.read(checkpoint).map_err(|error| ResumeError::Other(error.to_string()))
    }

    fn games_of_round(&self) -> Option<u64> {
        self.next().filter(|_| self.data.is_none()).map(|next| next.games)
    }

    fn play_games(&self, numbers: Range<u64>, stop: &AtomicBool) -> Option<Vec<u8>> {
        let lesson = self.next()?.stage.lesson;
        let mut evaluator = Evaluator::new(&self.judge());
        let mut bytes = Vec::new();
        for number in numbers {
            if stop.load(Relaxed) {
                return None;
            }
            games::write(&self.play_one(&mut evaluator, lesson, number), &mut bytes);
        }
        Some(bytes)
    }

    fn learn_from_games(
        &mut self,
        games: &[Vec<u8>],
        _: &AtomicBool,
        _: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Round>, ResumeError> {
        let Some(next) = self.next() else { return Ok(None) };
        let mut read = Vec::new();
        for bytes in games {
            read.extend(games::read(bytes).ok_or(ResumeError::Damaged)?);
        }
        match read.len() as u64 == next.games {
            true => Ok(Some(self.learn(next, &read))),
            false => Err(ResumeError::Damaged),
        }
    }
}

/// Every order is as likely as the others (Fisher and Yates 1938).
fn shuffle(order: &mut [u32], rng: &mut Xoshiro256PlusPlus) {
    for i in (1..order.len()).rev() {
        order.swap(i, rng.random_range(0..=i));
    }
}
