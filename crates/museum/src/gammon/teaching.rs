//! Learning from the choices of another player: of a teacher who plays against itself, or of whoever
//! played the games of a data set.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::erased::DynGame;
use henge_core::mix64;
use henge_games::backgammon::{Backgammon, Entry, Men, Phase, Plays, generate};
use henge_learn::data::Examples;
use henge_learn::training::{PlanError, Progress, position_of};

use super::award::award;
use super::change::{Change, Situation};
use super::set::{LEAST_COEFFICIENT, StrategySet};
use super::strategy::{Memory, select};
use super::tactic::{FULL, Tactic};
use henge_bots::backgammon_match::Dice;

/// How to learn from a teacher.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TaughtBy {
    /// Games that the teacher plays against itself.
    pub games: u32,
    /// How often all decisions are gone through; each time is a round.
    pub rounds: u32,
    /// How far a coefficient moves at once.
    pub rate: f64,
    /// Where the dice start.
    pub seed: u64,
}

/// Somebody who chooses among plays; nothing if it cannot.
pub type Teacher<'a> = Box<dyn FnMut(&Men, [u8; 2], &Plays) -> Option<usize> + Send + 'a>;

/// What a teacher has brought.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Taught {
    /// Decisions that were looked at.
    pub decisions: usize,
    /// In what part of them the full score was highest for the teacher's play: before and after.
    pub agreement: [f64; 2],
}

/// Games without an end teach nothing.
const MOST_PLIES: usize = 1000;

/// The lessons of a teacher. The score of its play shall be the highest: every decision moves the
/// coefficients of its strategy by the difference between the awards of that play and those that the
/// scores expect, so that it becomes likelier that the teacher is followed.
pub(super) struct Teaching<'a> {
    how: TaughtBy,
    source: Source<'a>,
    /// Collected in the first round that needs them.
    lessons: Option<Vec<TaughtPlay>>,
    /// The squares of all slopes so far: the steps become smaller where much has been learned already
    /// (Adagrad).
    travelled: Vec<Vec<f64>>,
    pub taught: Taught,
}

/// Where decisions come from.
enum Source<'a> {
    /// Games of this teacher, who has a name.
    Teacher(String, Teacher<'a>),
    /// Decisions of this many games of others.
    Data(u64),
}

/// The legal plays of one decision, as the tactics of its strategy see them.
struct TaughtPlay {
    strategy: usize,
    /// For each play the awards of all entries of the strategy, as parts of a full success.
    awards: Vec<Vec<f64>>,
    wanted: usize,
}

impl<'a> Teaching<'a> {
    /// By games that a teacher plays.
    pub fn by(name: String, teacher: Teacher<'a>, how: TaughtBy) -> Teaching<'a> {
        let (source, taught) = (Source::Teacher(name, teacher), Taught::default());
        Teaching { how, source, lessons: None, travelled: Vec::new(), taught }
    }

    /// By games that others have played.
    pub fn from_data(
        set: &StrategySet,
        how: TaughtBy,
        rules: &dyn DynGame,
        data: &Examples,
    ) -> Result<Teaching<'static>, PlanError> {
        let lessons = Some(lessons_of_data(set, rules, data)?);
        let (source, taught) = (Source::Data(data.games), Taught::default());
        Ok(Teaching { how, source, lessons, travelled: Vec::new(), taught })
    }

    /// Games that the decisions are from.
    pub fn games(&self) -> u64 {
        match self.source {
            Source::Teacher(..) => self.how.games.into(),
            Source::Data(games) => games,
        }
    }

    /// What a checkpoint says it belongs to.
    pub fn described(&self) -> String {
        match &self.source {
            Source::Teacher(name, _) => format!("{:?} {name}", self.how),
            Source::Data(games) => {
                let n = self.lessons.as_ref().map_or(0, Vec::len);
                format!("{:?} {n} decisions of {games} games", self.how)
            }
        }
    }

    /// Goes once through all decisions; the mean loss, or nothing if it was stopped.
    pub fn round(
        &mut self,
        set: &mut StrategySet,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Option<f32> {
        if self.lessons.is_none()
            && let Source::Teacher(_, teacher) = &mut self.source
        {
            self.lessons = Some(lessons(set, teacher, self.how, stop, progress)?);
        }
        if stop.load(Relaxed) {
            return None;
        }
        let lessons = self.lessons.as_deref().unwrap_or_default();
        let mut coefficients: Vec<Vec<f64>> = set
            .levels
            .iter()
            .map(|levels| levels.iter().flatten().map(|entry| entry.coefficient).collect())
            .collect();
        if self.travelled.is_empty() {
            self.travelled = coefficients.iter().map(|list| vec![1e-6; list.len()]).collect();
            let before = agreement(lessons, &coefficients);
            self.taught = Taught { decisions: lessons.len(), agreement: [before; 2] };
            // What is learned are full scores of all plays.
            (set.delta, set.enough) = (1000.0, 1000);
        }
        let mut loss = 0.0;
        for lesson in lessons {
            let (own, travelled) =
                (&mut coefficients[lesson.strategy], &mut self.travelled[lesson.strategy]);
            loss += follow(lesson, own, travelled, self.how.rate);
        }
        self.taught.agreement[1] = agreement(lessons, &coefficients);
        for (levels, list) in set.levels.iter_mut().zip(coefficients) {
            let entries = levels.iter_mut().flatten();
            entries.zip(list).for_each(|(entry, coefficient)| entry.coefficient = coefficient);
        }
        Some((loss / lessons.len().max(1) as f64) as f32)
    }

    /// All that is needed to go on, as a line of text.
    pub fn memory(&self) -> String {
        let Taught { decisions, agreement: [before, after] } = self.taught;
        let list = |list: &Vec<f64>| {
            list.iter().map(|square| format!("{square:?}")).collect::<Vec<_>>().join(" ")
        };
        let travelled: Vec<String> = self.travelled.iter().map(list).collect();
        format!("{decisions} {before:?} {after:?};{}", travelled.join(";"))
    }

    /// Goes on with what was kept; nothing if that cannot be.
    pub fn remember(&mut self, memory: &str) -> Option<()> {
        let numbers = |text: &str| -> Option<Vec<f64>> {
            text.split(' ').filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
        };
        let mut parts = memory.split(';').map(numbers);
        let [decisions, before, after] = parts.next()??[..] else { return None };
        self.travelled = parts.collect::<Option<_>>()?;
        self.taught = Taught { decisions: decisions as usize, agreement: [before, after] };
        Some(())
    }
}

/// Moves the coefficients of a strategy towards the play that was wanted; the loss before, in nats.
fn follow(lesson: &TaughtPlay, own: &mut [f64], travelled: &mut [f64], rate: f64) -> f64 {
    let scores: Vec<f64> = lesson.awards.iter().map(|awards| dot(awards, own)).collect();
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let weights: Vec<f64> = scores.iter().map(|score| (score - best).exp()).collect();
    let total: f64 = weights.iter().sum();
    for (i, (coefficient, road)) in own.iter_mut().zip(travelled).enumerate() {
        let expected: f64 =
            weights.iter().zip(&lesson.awards).map(|(w, awards)| w / total * awards[i]).sum();
        let slope = lesson.awards[lesson.wanted][i] - expected;
        *road += slope * slope;
        *coefficient = (*coefficient + rate * slope / road.sqrt()).max(LEAST_COEFFICIENT);
    }
    (total / weights[lesson.wanted]).ln()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn agreement(lessons: &[TaughtPlay], coefficients: &[Vec<f64>]) -> f64 {
    let agrees = |lesson: &&TaughtPlay| {
        let score = |awards: &Vec<f64>| dot(awards, &coefficients[lesson.strategy]);
        let wanted = score(&lesson.awards[lesson.wanted]);
        lesson.awards.iter().all(|awards| score(awards) <= wanted)
    };
    lessons.iter().filter(agrees).count() as f64 / lessons.len().max(1) as f64
}

/// Decisions of games as they are met, one after the other.
struct Lessons<'a> {
    set: &'a StrategySet,
    memory: Memory,
    list: Vec<TaughtPlay>,
}

impl Lessons<'_> {
    /// A side meets these dice: its strategy is chosen, as it would be in a game.
    fn meet(&mut self, men: &Men, dice: [u8; 2]) -> Situation {
        let before = Situation::new(men, self.set.risk);
        self.memory.mine = select(&before.stats, dice, self.memory, &self.set.transitions);
        before
    }

    /// It decides on one of the plays, and the other side comes.
    fn decide(&mut self, before: &Situation, plays: &Plays, wanted: usize) {
        if plays.len() > 1 {
            let strategy = self.memory.mine.index();
            let entries: Vec<Tactic> =
                self.set.levels[strategy].iter().flatten().map(|entry| entry.tactic).collect();
            let awards = |entry| {
                let change = Change::new(before, entry);
                entries.iter().map(|tactic| award(*tactic, &change) / FULL).collect()
            };
            let awards = plays.into_iter().map(awards).collect();
            self.list.push(TaughtPlay { strategy, awards, wanted });
        }
        self.memory = self.memory.swapped();
    }
}

/// The decisions of games that the teacher plays against itself; nothing if it was stopped, or if the
/// teacher cannot choose.
fn lessons(
    set: &StrategySet,
    teacher: &mut Teacher<'_>,
    how: TaughtBy,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Option<Vec<TaughtPlay>> {
    let mut lessons = Lessons { set, memory: Memory::default(), list: Vec::new() };
    let mut plays = Plays::new();
    for game in 0..how.games {
        progress(Progress::Playing(game.into()));
        let mut dice = Dice::new(mix64(how.seed ^ mix64(u64::from(game) + 1)));
        let mut men = Men::start();
        lessons.memory = Memory::default();
        for _ in 0..MOST_PLIES {
            if stop.load(Relaxed) {
                return None;
            }
            let roll = dice.throw();
            generate(&men, roll, &mut plays);
            let before = lessons.meet(&men, roll);
            let wanted = teacher(&men, roll, &plays)?;
            lessons.decide(&before, &plays, wanted);
            men = plays.entries()[wanted].after;
            if men.points().is_some() {
                break;
            }
            men = men.swapped();
        }
    }
    Some(lessons.list)
}

/// The decisions of games of others: what was played is seen by the next position.
fn lessons_of_data(
    set: &StrategySet,
    rules: &dyn DynGame,
    data: &Examples,
) -> Result<Vec<TaughtPlay>, PlanError> {
    let mut lessons = Lessons { set, memory: Memory::default(), list: Vec::new() };
    let (mut plays, mut last, mut number) = (Plays::new(), None, None);
    for example in &data.list {
        let pos = position_of::<Backgammon>(rules, &example.position)?;
        let (Phase::Play, Some(dice)) = (pos.phase(), pos.dice()) else { continue };
        let wanted = last.take().filter(|_| number == Some(example.game)).and_then(|before| {
            let leads_here = |entry: &Entry| entry.after.swapped() == *pos.men();
            Some((before, plays.entries().iter().position(leads_here)?))
        });
        match wanted {
            Some((before, wanted)) => lessons.decide(&before, &plays, wanted),
            // Another game, or a gap in it.
            None => lessons.memory = Memory::default(),
        }
        generate(pos.men(), dice, &mut plays);
        (last, number) = (Some(lessons.meet(pos.men(), dice)), Some(example.game));
    }
    Ok(lessons.list)
}
