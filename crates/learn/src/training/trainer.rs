//! The training of all games without dice, over any learner.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::erased::DynGame;
use henge_core::{Game, Match, Notation, Player, Turn, mix64};
use henge_search::AlphaBeta;
use thiserror::Error;

use super::run::{Progress, Training};
use super::self_play::{SelfPlayGame, in_order, read_games, result, self_play, write_games};
use super::{Method, Plan, PlanError};
use crate::data::Examples;
use crate::net::file::crc32;
use crate::{Fit, Label, LearnedError, Learner, td};

/// A learner at work on a game.
#[derive(Clone, Debug)]
pub struct Trainer<G: Game, L: Learner<G>> {
    game: Arc<G>,
    learner: L,
    plan: Plan,
    rounds: u32,
    /// What it learns, for checkpoints: the same plan with other features would be something else.
    what: String,
    label: Label,
    /// Samples in place of games.
    data: Option<Data<L::Samples>>,
}

/// Positions that somebody else has played.
#[derive(Clone, Debug)]
struct Data<S> {
    samples: S,
    games: u64,
    positions: usize,
}

/// What a round has brought.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Round {
    /// Rounds finished.
    pub round: u32,
    /// Rounds in all.
    pub of: u32,
    /// Games played so far.
    pub games: u64,
    /// Positions of this round that were learned from.
    pub positions: usize,
    /// The mean loss on them, in nats, where what is learned has one.
    pub loss: Option<f32>,
    /// The same on those kept apart to measure by, where some were.
    pub unseen: Option<f32>,
    /// How fast it learned at the end of the round.
    pub rate: f32,
}

const MAGIC: &[u8; 8] = b"henge-lc";

/// Why training cannot go on.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// Something else.
    #[error("not a checkpoint of learning: it begins with other bytes than \"henge-lc\"")]
    Magic,
    /// Cut off, or damaged.
    #[error("the checkpoint is damaged or incomplete")]
    Damaged,
    /// What was learned is not right.
    #[error("what the checkpoint has learned: {0}")]
    Learned(#[from] LearnedError),
    /// The plan is another one.
    #[error("the checkpoint belongs to another training: it has {found}, and this command {right}")]
    OtherPlan {
        /// That of the file.
        found: String,
        /// That of the trainer.
        right: String,
    },
    /// A checkpoint of another form is not right.
    #[error("{0}")]
    Other(String),
}

/// One sample in this many is held out for validation.
const HOLD_OUT: usize = 20;

impl<G: Notation, L: Learner<G>> Trainer<G, L> {
    /// Before the first round.
    pub fn new(game: Arc<G>, learner: L, plan: Plan) -> Self {
        let (what, label) = (String::new(), Label::default());
        Trainer { game, learner, plan, rounds: 0, what, label, data: None }
    }

    /// Says what is learned: in a few words for checkpoints, and as the label of the file.
    pub fn labelled(self, what: impl Into<String>, label: Label) -> Self {
        Trainer { what: what.into(), label, ..self }
    }

    /// What was learned.
    pub fn learner(&self) -> &L {
        &self.learner
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// One round of games, and what was learned from them.
    fn play_and_learn(
        &mut self,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Option<Round> {
        let games = self.play(stop, progress)?;
        self.learn(games, stop, progress)
    }

    /// What is learned from the games of a round.
    fn learn(
        &mut self,
        games: Vec<SelfPlayGame<G::Position>>,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Option<Round> {
        let samples = self.samples(&games);
        let positions = games.iter().flat_map(|game| &game.positions).flatten().count();
        drop(games);
        let [from, to] = self.plan.rates;
        let way = self.rounds as f32 / self.plan.rounds.saturating_sub(1).max(1) as f32;
        let (rate, decay) = (from * (to / from).powf(way), self.plan.decay);
        let epochs = self.learner.epochs(self.plan.epochs);
        let how = Fit { epochs, rate, decay, hold_out: HOLD_OUT };
        let (mut loss, mut unseen) = (0.0, None);
        match self.plan.method {
            Method::Td => loss = self.learner.follow(&samples, how),
            Method::Results => {
                let before = self.learner.memory();
                for epoch in 0..how.epochs {
                    let (on_these, apart) = self.learner.epoch(&samples, how, epoch);
                    progress(Progress::Learning(epoch + 1));
                    (loss, unseen) = (on_these, Some(apart));
                    if stop.load(Relaxed) {
                        self.learner.remember(&before).expect("it is what it was before");
                        return None;
                    }
                }
            }
        }
        let games = u64::from(self.rounds + 1) * u64::from(self.plan.games);
        let loss = Some(loss);
        Some(Round { games, positions, loss, unseen, rate, ..Round::default() })
    }

    /// One pass through samples that somebody else has prepared.
    fn study(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Progress) + Sync)) -> Option<Round> {
        if stop.load(Relaxed) {
            return None;
        }
        let ([rate, _], decay, epochs) = (self.plan.rates, self.plan.decay, self.of());
        let data = self.data.as_ref()?;
        let how = Fit { epochs, rate, decay, hold_out: HOLD_OUT };
        let (loss, unseen) = self.learner.epoch(&data.samples, how, self.rounds);
        progress(Progress::Learning(self.rounds + 1));
        let (games, positions) = (data.games, data.positions);
        let (loss, unseen) = (Some(loss), Some(unseen));
        Some(Round { games, positions, loss, unseen, rate, ..Round::default() })
    }

    /// What games teach.
    fn samples(&self, games: &[SelfPlayGame<G::Position>]) -> L::Samples {
        let (mut samples, mut returns) = (L::Samples::default(), Vec::new());
        for game in games {
            let end = result(game.outcome, Player::First);
            td::lambda_returns(&game.steps, end, self.plan.lambda, &mut returns);
            for (pos, &first) in game.positions.iter().zip(&returns) {
                let Some(pos) = pos else { continue };
                let Turn::Player(mover) = self.game.turn(pos) else { continue };
                let target = if mover == Player::First { first } else { 1.0 - first };
                self.learner.note(&self.game, pos, target, &mut samples);
            }
        }
        samples
    }

    /// The games of a round, in the order of their numbers whoever plays them.
    fn play(
        &self,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Option<Vec<SelfPlayGame<G::Position>>> {
        let (eval, plan) = (self.learner.eval(), &self.plan);
        let job = |engine: &mut AlphaBeta<G>, number| self.play_one(engine, &eval, number);
        let done = |games| progress(Progress::Playing(games));
        in_order(plan.games.into(), plan.threads, stop, || self.engine(), job, done)
    }

    /// Who plays.
    fn engine(&self) -> AlphaBeta<G> {
        // Little is searched, and clearing a large table would take longer than that.
        AlphaBeta::new(if self.plan.depth <= 2 { 1 << 14 } else { 1 << 20 })
    }

    /// The game of a number, which is the same whoever plays it.
    fn play_one(
        &self,
        engine: &mut AlphaBeta<G>,
        eval: &L::Eval,
        number: u64,
    ) -> SelfPlayGame<G::Position> {
        let seed = mix64(self.plan.seed ^ mix64(u64::from(self.rounds) << 32 | number));
        self_play(&self.game, engine, eval, &self.plan, self.learner.most_plies(), seed)
    }

    /// Counts a round that was finished.
    fn count(&mut self, round: Round) -> Round {
        self.rounds += 1;
        Round { round: self.rounds, of: self.of(), ..round }
    }

    /// What a checkpoint says it belongs to.
    fn described(&self) -> String {
        let from = match &self.data {
            Some(data) => format!(" from {} positions of {} games", data.positions, data.games),
            None => String::new(),
        };
        format!("{}{from}, {}", self.what, self.plan.described())
    }
}

impl<G: Notation, L: Learner<G>> Training for Trainer<G, L> {
    fn round(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Progress) + Sync)) -> Option<Round> {
        if self.rounds >= self.of() {
            return None;
        }
        let round = match self.data {
            Some(_) => self.study(stop, progress),
            None => self.play_and_learn(stop, progress),
        }?;
        Some(self.count(round))
    }

    fn rounds(&self) -> u32 {
        self.rounds
    }

    fn of(&self) -> u32 {
        match self.data {
            Some(_) => self.learner.epochs(self.plan.epochs),
            None => self.plan.rounds,
        }
    }

    /// A round is then one pass through the positions.
    fn learn_from(&mut self, rules: &dyn DynGame, data: &Examples) -> Result<(), PlanError> {
        let (mut samples, mut positions) = (L::Samples::default(), 0);
        for example in &data.list {
            let Some(target) = example.target else { continue };
            let pos = position_of::<G>(rules, &example.position)?;
            if matches!(self.game.turn(&pos), Turn::Player(_)) {
                self.learner.note(&self.game, &pos, target, &mut samples);
                positions += 1;
            }
        }
        self.data = Some(Data { samples, games: data.games, positions });
        Ok(())
    }

    fn to_bytes(&self, provenance: &str) -> Vec<u8> {
        self.learner.to_bytes(&Label { provenance: provenance.into(), ..self.label.clone() })
    }

    fn checkpoint(&self) -> Vec<u8> {
        write_checkpoint(self.rounds, &self.described(), &self.learner.memory())
    }

    fn resume(&mut self, bytes: &[u8]) -> Result<(), ResumeError> {
        let (rounds, memory) = read_checkpoint(bytes, &self.described())?;
        self.learner.remember(memory)?;
        self.rounds = rounds;
        Ok(())
    }

    fn games_of_round(&self) -> Option<u64> {
        (self.data.is_none() && self.rounds < self.plan.rounds).then_some(self.plan.games.into())
    }

    fn play_games(&self, numbers: Range<u64>, stop: &AtomicBool) -> Option<Vec<u8>> {
        let (eval, mut engine) = (self.learner.eval(), self.engine());
        let mut games = Vec::new();
        for number in numbers {
            if stop.load(Relaxed) {
                return None;
            }
            games.push(self.play_one(&mut engine, &eval, number));
        }
        Some(write_games(&*self.game, &games))
    }

    fn learn_from_games(
        &mut self,
        games: &[Vec<u8>],
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Round>, ResumeError> {
        let mut read = Vec::new();
        for bytes in games {
            read.extend(read_games(&*self.game, bytes).ok_or(ResumeError::Damaged)?);
        }
        if Some(read.len() as u64) != self.games_of_round() {
            return Err(ResumeError::Damaged);
        }
        Ok(self.learn(read, stop, progress).map(|round| self.count(round)))
    }
}

/// A position of a data set as the game knows it.
pub fn position_of<G: Game>(rules: &dyn DynGame, text: &str) -> Result<G::Position, PlanError> {
    let wrong = |why: String| PlanError { what: "a position of the data", why };
    let table = rules.read(text).map_err(|error| wrong(format!("wrong: {error}")))?;
    match table.as_any().downcast_ref::<Match<G>>() {
        Some(table) => Ok(table.position().clone()),
        None => Err(wrong(format!("of {}, which this does not learn", rules.name()))),
    }
}

/// A checkpoint: `henge-lc`, the rounds finished (4 bytes), the length of the plan as text (4), the
/// plan, what the learner remembers, and the CRC-32 of all that (4).
pub fn write_checkpoint(rounds: u32, plan: &str, memory: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(rounds.to_le_bytes());
    bytes.extend((plan.len() as u32).to_le_bytes());
    bytes.extend(plan.as_bytes());
    bytes.extend(memory);
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes
}

/// The rounds and the memory of a checkpoint, if it belongs to this plan.
pub fn read_checkpoint<'a>(bytes: &'a [u8], plan: &str) -> Result<(u32, &'a [u8]), ResumeError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ResumeError::Magic)?;
    let (rest, sum) = rest.split_last_chunk::<4>().ok_or(ResumeError::Damaged)?;
    if crc32(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*sum) {
        return Err(ResumeError::Damaged);
    }
    let (rounds, rest) = rest.split_first_chunk::<4>().ok_or(ResumeError::Damaged)?;
    let (length, rest) = rest.split_first_chunk::<4>().ok_or(ResumeError::Damaged)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (found, memory) = rest.split_at_checked(length).ok_or(ResumeError::Damaged)?;
    if found != plan.as_bytes() {
        let found = String::from_utf8_lossy(found).into_owned();
        return Err(ResumeError::OtherPlan { found, right: plan.into() });
    }
    Ok((u32::from_le_bytes(*rounds), memory))
}
