use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use henge_core::{Game, Player, Turn, mix64};
use henge_learn::net::file::crc32;
use henge_learn::{Fit, Label, Learner, td};
use henge_search::AlphaBeta;
use thiserror::Error;

use super::games::{Lived, live, result};
use super::{Method, Plan};

/// A learner at work on a game.
#[derive(Clone, Debug)]
pub struct Trainer<G, L> {
    game: Arc<G>,
    learner: L,
    plan: Plan,
    rounds: u32,
}

/// What a round has brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Rounds finished.
    pub round: u32,
    /// Rounds in all.
    pub of: u32,
    /// Games played so far.
    pub games: u64,
    /// Positions of this round that were learned from.
    pub positions: usize,
    /// The mean loss on them, in nats.
    pub loss: f32,
    /// The same on those kept apart to measure by, where some were.
    pub unseen: Option<f32>,
}

/// What a round is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// So many games of the round are played.
    Playing(u32),
    /// Positions are gone through for the n-th time.
    Learning(u32),
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
    Learned(#[from] henge_learn::LearnedError),
    /// The plan is another one.
    #[error("the checkpoint belongs to other lessons: it has {found}, and this command {right}")]
    OtherPlan {
        /// That of the file.
        found: String,
        /// That of the trainer.
        right: String,
    },
}

/// One of so many samples is kept apart to measure by.
const HOLD_OUT: usize = 20;

impl<G: Game, L: Learner<G>> Trainer<G, L> {
    /// Before the first round.
    pub fn new(game: Arc<G>, learner: L, plan: Plan) -> Self {
        Trainer { game, learner, plan, rounds: 0 }
    }

    /// What was learned.
    pub fn learner(&self) -> &L {
        &self.learner
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Rounds finished.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The file to play with.
    pub fn to_bytes(&self, label: &Label) -> Vec<u8> {
        self.learner.to_bytes(label)
    }

    /// Plays and learns from one round; nothing if all is done, or if it was stopped: then the round
    /// counts as not begun.
    pub fn round(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Doing) + Sync)) -> Option<Round> {
        if self.rounds >= self.plan.rounds {
            return None;
        }
        let lives = self.play(stop, progress)?;
        let lessons = self.lessons(&lives);
        let positions = lives.iter().flat_map(|lived| &lived.positions).flatten().count();
        drop(lives);
        let [from, to] = self.plan.rates;
        let way = self.rounds as f32 / self.plan.rounds.saturating_sub(1).max(1) as f32;
        let (rate, decay) = (from * (to / from).powf(way), self.plan.decay);
        let how = Fit { epochs: self.plan.epochs, rate, decay, hold_out: HOLD_OUT };
        let (mut loss, mut unseen) = (0.0, None);
        match self.plan.method {
            Method::Td => loss = self.learner.follow(&lessons, how),
            Method::Results => {
                let mut stopped = false;
                let before = self.learner.memory();
                self.learner.fit(&lessons, how, &mut |epoch, (on_these, apart)| {
                    progress(Doing::Learning(epoch));
                    (loss, unseen) = (on_these, Some(apart));
                    stopped = stop.load(Relaxed);
                    !stopped
                });
                if stopped {
                    self.learner.remember(&before).expect("it is what it was before");
                    return None;
                }
            }
        }
        self.rounds += 1;
        let games = u64::from(self.rounds) * u64::from(self.plan.games);
        Some(Round { round: self.rounds, of: self.plan.rounds, games, positions, loss, unseen })
    }

    /// Learns from lessons that somebody else has prepared, as often as the plan says.
    pub fn study(
        &mut self,
        lessons: &L::Lessons,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u32, (f32, f32)),
    ) {
        let Plan { epochs, decay, rates: [rate, _], .. } = self.plan;
        let how = Fit { epochs, rate, decay, hold_out: HOLD_OUT };
        self.learner.fit(lessons, how, &mut |epoch, losses| {
            progress(epoch, losses);
            !stop.load(Relaxed)
        });
    }

    /// What games teach.
    fn lessons(&self, lives: &[Lived<G::Position>]) -> L::Lessons {
        let (mut lessons, mut returns) = (L::Lessons::default(), Vec::new());
        for lived in lives {
            let end = result(lived.outcome, Player::First);
            td::lambda_returns(&lived.steps, end, self.plan.lambda, &mut returns);
            for (pos, &first) in lived.positions.iter().zip(&returns) {
                let Some(pos) = pos else { continue };
                let Turn::Player(mover) = self.game.turn(pos) else { continue };
                let target = if mover == Player::First { first } else { 1.0 - first };
                self.learner.note(&self.game, pos, target, &mut lessons);
            }
        }
        lessons
    }

    /// The games of a round, in the order of their numbers whoever plays them.
    fn play(
        &self,
        stop: &AtomicBool,
        progress: &(dyn Fn(Doing) + Sync),
    ) -> Option<Vec<Lived<G::Position>>> {
        let (eval, n_games) = (self.learner.eval(), self.plan.games);
        // Little is searched, and clearing a large table would take longer than that.
        let table_bytes = if self.plan.depth <= 2 { 1 << 14 } else { 1 << 20 };
        let (next, played) = (AtomicU32::new(0), Mutex::new(Vec::new()));
        henge_search::crew(self.plan.threads, || {
            let mut engine = AlphaBeta::new(table_bytes);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= n_games || stop.load(Relaxed) {
                    break;
                }
                let place = u64::from(self.rounds) << 32 | u64::from(number);
                let seed = mix64(self.plan.seed ^ mix64(place));
                let lived = live(&self.game, &mut engine, &eval, &self.plan, seed);
                let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                played.push((number, lived));
                progress(Doing::Playing(played.len() as u32));
            }
        });
        if stop.load(Relaxed) {
            return None;
        }
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_unstable_by_key(|(number, _)| *number);
        Some(played.into_iter().map(|(_, lived)| lived).collect())
    }

    /// All that is needed to go on: `henge-lc`, the rounds finished (4 bytes), the length of the plan
    /// as text (4), the plan, what the learner remembers, and the CRC-32 of all that (4).
    pub fn checkpoint(&self, what: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let plan = format!("{what}, {}", self.plan.described());
        bytes.extend(self.rounds.to_le_bytes());
        bytes.extend((plan.len() as u32).to_le_bytes());
        bytes.extend(plan.as_bytes());
        bytes.extend(self.learner.memory());
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint of the same lessons.
    pub fn resume(&mut self, what: &str, bytes: &[u8]) -> Result<(), ResumeError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ResumeError::Magic)?;
        let (rest, sum) = rest.split_last_chunk::<4>().ok_or(ResumeError::Damaged)?;
        if crc32(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*sum) {
            return Err(ResumeError::Damaged);
        }
        let (rounds, rest) = rest.split_first_chunk::<4>().ok_or(ResumeError::Damaged)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(ResumeError::Damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (plan, memory) = rest.split_at_checked(length).ok_or(ResumeError::Damaged)?;
        let (found, right) =
            (String::from_utf8_lossy(plan), format!("{what}, {}", self.plan.described()));
        if found != right {
            return Err(ResumeError::OtherPlan { found: found.into(), right });
        }
        self.learner.remember(memory)?;
        self.rounds = u32::from_le_bytes(*rounds);
        Ok(())
    }
}
