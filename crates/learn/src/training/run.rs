//! A training from its first round to its last: measured, kept, and stopped when it is good enough.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use henge_core::erased::DynGame;
use thiserror::Error;

use super::PlanError;
use super::curve::{CurvePoint, LearningCurve};
use super::measure::{Measure, MeasureError, Strength};
use super::trainer::{ResumeError, Round};
use crate::data::Examples;
use crate::stats::Hypotheses;

/// Something that learns in rounds.
pub trait Training: Send {
    /// Plays and learns from one round; nothing if all is done, or if it was stopped: then the round
    /// counts as not begun.
    fn round(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Progress) + Sync)) -> Option<Round>;
    /// Rounds finished.
    fn rounds(&self) -> u32;
    /// Rounds in all.
    fn of(&self) -> u32;
    /// Learns from positions of a game that somebody else has played or graded, in place of games of
    /// its own.
    fn learn_from(&mut self, _rules: &dyn DynGame, _data: &Examples) -> Result<(), PlanError> {
        Err(PlanError { what: "this", why: "learned by play alone, and not from data".into() })
    }
    /// What was learned, as the bytes of a file that says where it comes from.
    fn to_bytes(&self, provenance: &str) -> Vec<u8>;
    /// All that is needed to go on another day.
    fn checkpoint(&self) -> Vec<u8>;
    /// Goes on from a checkpoint of the same training.
    fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError>;
    /// The number of games in the next round, if others can play them: whoever has resumed from the
    /// [checkpoint](Self::checkpoint).
    fn games_of_round(&self) -> Option<u64> {
        None
    }
    /// Plays those of these numbers, and returns them as bytes; nothing if it was stopped.
    fn play_games(&self, _numbers: Range<u64>, _stop: &AtomicBool) -> Option<Vec<u8>> {
        None
    }
    /// One round, as [`round`](Self::round) is, of games that others have played, in the order of their
    /// numbers.
    fn learn_from_games(
        &mut self,
        _games: &[Vec<u8>],
        _stop: &AtomicBool,
        _progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Round>, ResumeError> {
        Ok(None)
    }
}

/// Plays the games of a round somewhere else.
pub trait Players {
    /// Has so many games of a training played that has resumed from a checkpoint, each as
    /// [`Training::play_games`] plays it, and returns them in the order of their numbers; nothing if it was
    /// stopped. `done` hears how many are finished.
    fn play(
        &mut self,
        checkpoint: &[u8],
        games: u64,
        stop: &AtomicBool,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Vec<Vec<u8>>>, PlayersError>;
}

/// Why others cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PlayersError(pub String);

/// A training that somebody else owns is one too.
macro_rules! pass_on {
    ($($pointer:ty),*) => {$(
        impl<T: Training + ?Sized> Training for $pointer {
            fn round(
                &mut self,
                stop: &AtomicBool,
                progress: &(dyn Fn(Progress) + Sync),
            ) -> Option<Round> {
                (**self).round(stop, progress)
            }
            fn rounds(&self) -> u32 {
                (**self).rounds()
            }
            fn of(&self) -> u32 {
                (**self).of()
            }
            fn learn_from(
                &mut self,
                rules: &dyn DynGame,
                data: &Examples,
            ) -> Result<(), PlanError> {
                (**self).learn_from(rules, data)
            }
            fn to_bytes(&self, provenance: &str) -> Vec<u8> {
                (**self).to_bytes(provenance)
            }
            fn checkpoint(&self) -> Vec<u8> {
                (**self).checkpoint()
            }
            fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError> {
                (**self).resume(checkpoint)
            }
            fn games_of_round(&self) -> Option<u64> {
                (**self).games_of_round()
            }
            fn play_games(&self, numbers: Range<u64>, stop: &AtomicBool) -> Option<Vec<u8>> {
                (**self).play_games(numbers, stop)
            }
            fn learn_from_games(
                &mut self,
                games: &[Vec<u8>],
                stop: &AtomicBool,
                progress: &(dyn Fn(Progress) + Sync),
            ) -> Result<Option<Round>, ResumeError> {
                (**self).learn_from_games(games, stop, progress)
            }
        }
    )*};
}
pass_on!(Box<T>, &mut T);

/// What a run is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The number of games played in this round.
    Playing(u64),
    /// Positions were gone through for the n-th time.
    Learning(u32),
    /// The number of games played against the fixed opponent.
    Measuring(u64),
}

/// Why a run is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// All rounds are done.
    Complete,
    /// It is stronger than its opponent, as the test says.
    Passed,
    /// Somebody stopped it.
    Stopped,
}

/// Why a run cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// A checkpoint cannot be kept.
    #[error("the checkpoint cannot be kept: {0}")]
    Checkpoint(#[from] io::Error),
    /// The opponent cannot play.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// Those who play the games cannot.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// What they have sent is no game of this training.
    #[error("the games of others: {0}")]
    Games(ResumeError),
}

type Keep<'a> = Box<dyn FnMut(&[u8]) -> io::Result<()> + 'a>;
type When<'a> = Box<dyn FnMut(&Round) -> bool + 'a>;

/// A training with everything around it.
pub struct TrainingRun<'a> {
    training: Box<dyn Training + 'a>,
    provenance: String,
    players: Option<Box<dyn Players + 'a>>,
    measure: Option<Box<dyn Measure + 'a>>,
    when: When<'a>,
    test: Option<Hypotheses>,
    keep: Option<Keep<'a>>,
    keeps_each: bool,
    is_kept: bool,
    stop: Option<&'a AtomicBool>,
    progress: Box<dyn Fn(Progress) + Sync + 'a>,
    curve: LearningCurve,
    began: Instant,
    end: Option<RunEnd>,
}

/// For runs that nobody stops.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> TrainingRun<'a> {
    /// All rounds of a training, about ten of which are measured if there is a [`Measure`].
    pub fn new(training: impl Training + 'a) -> Self {
        let every = (training.of() / 10).max(1);
        TrainingRun {
            training: Box::new(training),
            provenance: String::new(),
            players: None,
            measure: None,
            when: Box::new(move |round| round.round.is_multiple_of(every)),
            test: None,
            keep: None,
            keeps_each: true,
            is_kept: true,
            stop: None,
            progress: Box::new(|_| {}),
            curve: LearningCurve::default(),
            began: Instant::now(),
            end: None,
        }
    }

    /// Says where what is learned comes from, for its file.
    pub fn provenance(self, text: impl Into<String>) -> Self {
        TrainingRun { provenance: text.into(), ..self }
    }

    /// Has the games of a round played by others, where the training lets them; what is learned is the same.
    pub fn played_by(self, players: impl Players + 'a) -> Self {
        TrainingRun { players: Some(Box::new(players)), ..self }
    }

    /// Measures now and then, and after the last round.
    pub fn measure(self, measure: impl Measure + 'a) -> Self {
        TrainingRun { measure: Some(Box::new(measure)), ..self }
    }

    /// Measures each time this many rounds are done.
    pub fn every(self, rounds: u32) -> Self {
        self.when(move |round| round.round.is_multiple_of(rounds.max(1)))
    }

    /// Measures after the rounds of which this says so.
    pub fn when(self, when: impl FnMut(&Round) -> bool + 'a) -> Self {
        TrainingRun { when: Box::new(when), ..self }
    }

    /// Ends as soon as a measurement passes this test.
    pub fn stop(self, test: Hypotheses) -> Self {
        TrainingRun { test: Some(test), ..self }
    }

    /// Hands the state of the training after each round to somebody who keeps it.
    pub fn checkpoint(self, keep: impl FnMut(&[u8]) -> io::Result<()> + 'a) -> Self {
        TrainingRun { keep: Some(Box::new(keep)), keeps_each: true, ..self }
    }

    /// The same, for short rounds: only when there is a report, and at the end.
    pub fn checkpoint_when_due(self, keep: impl FnMut(&[u8]) -> io::Result<()> + 'a) -> Self {
        TrainingRun { keep: Some(Box::new(keep)), keeps_each: false, ..self }
    }

    /// Ends early when this flag is raised.
    pub fn stop_flag(self, stop: &'a AtomicBool) -> Self {
        TrainingRun { stop: Some(stop), ..self }
    }

    /// Tells what it is doing.
    pub fn progress(self, progress: impl Fn(Progress) + Sync + 'a) -> Self {
        TrainingRun { progress: Box::new(progress), ..self }
    }

    /// Goes on from a checkpoint of the same training.
    pub fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError> {
        self.training.resume(checkpoint)
    }

    /// The training.
    pub fn training(&self) -> &dyn Training {
        &*self.training
    }

    /// The points of all rounds so far.
    pub fn curve(&self) -> &LearningCurve {
        &self.curve
    }

    /// What was learned so far, as the bytes of its file.
    pub fn weights(&self) -> Vec<u8> {
        self.training.to_bytes(&self.provenance)
    }

    /// How it ended, once it has.
    pub fn end(&self) -> Option<RunEnd> {
        self.end
    }

    /// The rounds, one after the other, each as a point of the curve.
    pub fn steps(&mut self) -> impl Iterator<Item = Result<CurvePoint, RunError>> + use<'_, 'a> {
        std::iter::from_fn(|| self.step().transpose())
    }

    /// All rounds at once.
    pub fn finish(&mut self) -> Result<RunEnd, RunError> {
        self.steps().try_for_each(|step| step.map(|_| ()))?;
        Ok(self.end.unwrap_or(RunEnd::Complete))
    }

    /// The next round; nothing if it is over.
    pub fn step(&mut self) -> Result<Option<CurvePoint>, RunError> {
        if self.end.is_some() {
            return Ok(None);
        }
        let stop = self.stop.unwrap_or(&NEVER);
        let Some(round) = self.round(stop)? else {
            let is_over = self.training.rounds() >= self.training.of();
            self.end = Some(if is_over { RunEnd::Complete } else { RunEnd::Stopped });
            self.keep()?;
            return Ok(None);
        };
        self.is_kept = false;
        let is_last = round.round == round.of;
        // Asked in every round: it may count.
        let is_due = (self.when)(&round) || is_last;
        if self.keeps_each || is_due {
            self.keep()?;
        }
        let mut strength = None;
        if let Some(measure) = self.measure.as_mut().filter(|_| is_due) {
            let weights = self.training.to_bytes(&self.provenance);
            let test = self.test.as_ref();
            let mut tell = |games| (self.progress)(Progress::Measuring(games));
            let measured = measure.measure(&weights, test, stop, &mut tell)?;
            strength = Strength::of(&measured, test);
        }
        let seconds = self.began.elapsed().as_secs_f64();
        let point = CurvePoint { round, strength, is_due, seconds };
        self.curve.push(point);
        if strength.is_some_and(|strength| strength.passed == Some(true)) {
            self.end = Some(RunEnd::Passed);
        } else if is_last {
            self.end = Some(RunEnd::Complete);
        } else if stop.load(Relaxed) {
            self.end = Some(RunEnd::Stopped);
        }
        if self.end.is_some() {
            self.keep()?;
        }
        Ok(Some(point))
    }

    /// The next round of the training, whoever plays its games.
    fn round(&mut self, stop: &AtomicBool) -> Result<Option<Round>, RunError> {
        let Some((players, n)) = self.players.as_mut().zip(self.training.games_of_round()) else {
            return Ok(self.training.round(stop, &*self.progress));
        };
        let done = |games| (self.progress)(Progress::Playing(games));
        let Some(games) = players.play(&self.training.checkpoint(), n, stop, &done)? else {
            return Ok(None);
        };
        let round = self.training.learn_from_games(&games, stop, &*self.progress);
        round.map_err(RunError::Games)
    }

    fn keep(&mut self) -> io::Result<()> {
        if let Some(keep) = self.keep.as_mut().filter(|_| !self.is_kept) {
            keep(&self.training.checkpoint())?;
        }
        self.is_kept = true;
        Ok(())
    }
}
