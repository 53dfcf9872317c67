//! Learning without a tutor: from another player's choices, from games against itself, and by trying
//! which tactics a strategy needs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::mix64;
use henge_games::backgammon::{Men, Plays, generate};
use henge_learn::LearnedError;
use henge_learn::stats::{Hypotheses, Verdict, Z_95};
use henge_learn::training::{
    Measure, MeasureError, Measured, Progress, ResumeError, Round, Training, read_checkpoint,
    write_checkpoint,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::award::award;
use super::change::{Change, Situation};
use super::seat::Seat;
use super::set::{LEAST_COEFFICIENT, LEVELS, StrategySet, Weighted};
use super::strategy::{Memory, Strategy, select};
use super::tactic::{FULL, Tactic};
use henge_bots::backgammon_match::{Dice, Tally, play_pairs};

/// How to learn from a teacher.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TaughtBy {
    /// Games that the teacher plays against himself.
    pub games: u32,
    /// How often all positions are gone through.
    pub rounds: u32,
    /// How far a coefficient moves at once.
    pub rate: f64,
    /// Where the dice start.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// The set that was learned.
    pub set: StrategySet,
    /// Decisions that were looked at.
    pub decisions: usize,
    /// In what part of them the full score was highest for the teacher's play: before and after.
    pub agreement: [f64; 2],
}

/// The legal plays of one decision, as the tactics of its strategy see them.
struct TaughtPlay {
    strategy: usize,
    /// For each play the awards of all entries of the strategy, as parts of a full success.
    awards: Vec<Vec<f64>>,
    wanted: usize,
}

/// Games without an end teach nothing.
const MOST_PLIES: usize = 1000;

/// Learns coefficients from a teacher: the score of his play shall be the highest. Every decision moves
/// the coefficients of its strategy by the difference between the awards of his play and those that
/// the scores expect, so that it becomes likelier that he is followed.
pub fn learn_from_teacher(
    set: &StrategySet,
    teacher: &mut dyn FnMut(&Men, [u8; 2], &Plays) -> usize,
    how: TaughtBy,
) -> Learned {
    let lessons = lessons(set, teacher, how);
    let mut coefficients: Vec<Vec<f64>> = set
        .levels
        .iter()
        .map(|levels| levels.iter().flatten().map(|entry| entry.coefficient).collect())
        .collect();
    let before = agreement(&lessons, &coefficients);
    // The steps become smaller where much has been learned already (Adagrad).
    let mut travelled: Vec<Vec<f64>> =
        coefficients.iter().map(|list| vec![1e-6; list.len()]).collect();
    for _ in 0..how.rounds {
        for lesson in &lessons {
            let own = &mut coefficients[lesson.strategy];
            let scores: Vec<f64> = lesson.awards.iter().map(|awards| dot(awards, own)).collect();
            let best = scores.iter().copied().fold(f64::MIN, f64::max);
            let weights: Vec<f64> = scores.iter().map(|score| (score - best).exp()).collect();
            let total: f64 = weights.iter().sum();
            for (i, coefficient) in own.iter_mut().enumerate() {
                let expected: f64 = weights
                    .iter()
                    .zip(&lesson.awards)
                    .map(|(w, awards)| w / total * awards[i])
                    .sum();
                let slope = lesson.awards[lesson.wanted][i] - expected;
                let road = &mut travelled[lesson.strategy][i];
                *road += slope * slope;
                *coefficient =
                    (*coefficient + how.rate * slope / road.sqrt()).max(LEAST_COEFFICIENT);
            }
        }
    }
    let agreement = [before, agreement(&lessons, &coefficients)];
    let mut learned = set.clone();
    for (levels, list) in learned.levels.iter_mut().zip(coefficients) {
        let entries = levels.iter_mut().flatten();
        entries.zip(list).for_each(|(entry, coefficient)| entry.coefficient = coefficient);
    }
    // What was learned are full scores of all plays.
    (learned.delta, learned.enough) = (1000.0, 1000);
    Learned { set: learned, decisions: lessons.len(), agreement }
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

/// The decisions of games that the teacher plays against himself.
fn lessons(
    set: &StrategySet,
    teacher: &mut dyn FnMut(&Men, [u8; 2], &Plays) -> usize,
    how: TaughtBy,
) -> Vec<TaughtPlay> {
    let (mut lessons, mut plays) = (Vec::new(), Plays::new());
    for game in 0..how.games {
        let mut dice = Dice::new(mix64(how.seed ^ mix64(u64::from(game) + 1)));
        let (mut men, mut memory) = (Men::start(), Memory::default());
        for _ in 0..MOST_PLIES {
            let roll = dice.throw();
            generate(&men, roll, &mut plays);
            let before = Situation::new(&men);
            memory.mine = select(&before.stats, roll, memory, &set.transitions);
            let wanted = teacher(&men, roll, &plays);
            if plays.len() > 1 {
                let strategy = memory.mine.index();
                let entries: Vec<Tactic> =
                    set.levels[strategy].iter().flatten().map(|entry| entry.tactic).collect();
                let awards = |entry| {
                    let change = Change::new(&before, entry);
                    entries.iter().map(|tactic| award(*tactic, &change) / FULL).collect()
                };
                let awards = plays.into_iter().map(awards).collect();
                lessons.push(TaughtPlay { strategy, awards, wanted });
            }
            men = plays.entries()[wanted].after;
            if men.points().is_some() {
                break;
            }
            men = men.swapped();
            memory = memory.swapped();
        }
    }
    lessons
}

/// How to learn from games against itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlay {
    /// Steps.
    pub steps: u32,
    /// Pairs of games in a step.
    pub pairs: u32,
    /// By what factor coefficients are changed to try them, as a logarithm.
    pub spread: f64,
    /// How far they move for a point a game won by one change over the opposite one.
    pub rate: f64,
    /// Where chance starts.
    pub seed: u64,
}

/// Learns coefficients by play: all of them are changed a little at random, up or down, and play
/// against the opposite change with the same dice; then they move towards the winner (simultaneous
/// perturbation). One step of these, by its number; the same number repeats it.
fn play_step(set: &mut StrategySet, how: SelfPlay, step: u32) -> Tally {
    // Each step draws as many numbers as there are coefficients, from one stream.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(how.seed);
    let n = set.entries_mut().count();
    let mut signs = Vec::new();
    for _ in 0..=step {
        signs = (0..n).map(|_| if rng.random_range(0..2) == 0 { 1.0 } else { -1.0 }).collect();
    }
    let moved = |by: f64| {
        let mut moved = set.clone();
        move_coefficients(&mut moved, &signs, by);
        Seat::new(Arc::new(moved))
    };
    let (mut up, mut down) = (moved(how.spread), moved(-how.spread));
    let seed = mix64(how.seed ^ mix64(u64::from(step) + 1));
    let tally = play_pairs(&mut up, &mut down, how.pairs, seed, |_| true);
    move_coefficients(set, &signs, how.rate * tally.mean());
    tally
}

fn move_coefficients(set: &mut StrategySet, signs: &[f64], by: f64) {
    for ((_, _, entry), sign) in set.entries_mut().zip(signs) {
        entry.coefficient = (entry.coefficient * (sign * by).exp()).clamp(LEAST_COEFFICIENT, 1e6);
    }
}

/// How to look for better sets of tactics.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Composition {
    /// A tactic is dropped whose coefficient is below this part of the largest of its strategy.
    pub least: f64,
    /// Changes that are tried.
    pub trials: u32,
    /// Pairs of games for each of them.
    pub pairs: u32,
    /// Where chance starts.
    pub seed: u64,
}

/// What was tried, and whether it stayed.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The strategy.
    pub strategy: Strategy,
    /// The tactic.
    pub tactic: Tactic,
    /// Was it put in, or taken out?
    pub is_new: bool,
    /// How the changed set did against the one before.
    pub tally: Tally,
    /// Did the change stay?
    pub stays: bool,
}

/// Tries another tactic: now one more, now one less, chosen by chance. A new tactic stays if it wins
/// points by more than the error; without an old one it goes on if that loses none. One trial of these,
/// by its number; the same number repeats it.
fn try_tactic(set: &mut StrategySet, how: Composition, trial: u32) -> Trial {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(how.seed);
    let all: Vec<Tactic> = Tactic::all().collect();
    let (mut strategy, mut tactic) = (Strategy::ALL[0], all[0]);
    for _ in 0..=trial {
        // Bearing off has few decisions and needs few tactics.
        strategy = Strategy::ALL[rng.random_range(0..5)];
        tactic = all[rng.random_range(0..all.len())];
    }
    let is_new = set.coefficient(strategy, tactic) == 0.0;
    let mut changed = set.clone();
    let levels = &mut changed.levels[strategy.index()];
    if is_new {
        let mean = levels.iter().flatten().map(|entry| entry.coefficient).sum::<f64>()
            / levels.iter().flatten().count().max(1) as f64;
        levels[LEVELS - 1].push(Weighted { tactic, coefficient: mean });
    } else if levels.iter().flatten().count() > 1 {
        levels.iter_mut().for_each(|list| list.retain(|entry| entry.tactic != tactic));
    }
    let (mut one, mut other) =
        (Seat::new(Arc::new(changed.clone())), Seat::new(Arc::new(set.clone())));
    let seed = mix64(how.seed ^ mix64(u64::from(trial) + 1));
    let tally = play_pairs(&mut one, &mut other, how.pairs, seed, |_| true);
    let stays = if is_new { tally.mean() > tally.error() } else { tally.mean() >= 0.0 };
    if stays {
        *set = changed;
    }
    Trial { strategy, tactic, is_new, tally, stays }
}

/// Strategies in training, by steps of play against itself and then by trials of other tactics. A
/// round is a step or a trial.
pub struct SetTraining {
    set: StrategySet,
    play: SelfPlay,
    composition: Composition,
    rounds: u32,
    /// The trial of the last round, for somebody who watches.
    watch: Box<dyn FnMut(&Trial) + Send>,
}

impl SetTraining {
    /// Begins with a set.
    pub fn new(set: StrategySet, play: SelfPlay, composition: Composition) -> SetTraining {
        SetTraining { set, play, composition, rounds: 0, watch: Box::new(|_| {}) }
    }

    /// Tells somebody of every trial.
    pub fn watched(self, watch: impl FnMut(&Trial) + Send + 'static) -> SetTraining {
        SetTraining { watch: Box::new(watch), ..self }
    }

    fn described(&self) -> String {
        format!("strategies of 1970, {:?}, {:?}", self.play, self.composition)
    }

    /// The tactics of all levels in their order, which a file does not keep: chance goes by it.
    fn order(&self) -> String {
        let list = |list: &Vec<Weighted>| {
            list.iter().map(|entry| entry.tactic.key()).collect::<Vec<_>>().join(" ")
        };
        self.set.levels.iter().flatten().map(list).collect::<Vec<_>>().join(";")
    }
}

impl Training for SetTraining {
    fn round(&mut self, stop: &AtomicBool, _: &(dyn Fn(Progress) + Sync)) -> Option<Round> {
        if self.rounds >= self.of() || stop.load(Relaxed) {
            return None;
        }
        if let Some(trial) = self.rounds.checked_sub(self.play.steps) {
            // Tactics that count next to nothing go first.
            if trial == 0 {
                drop_least(&mut self.set, self.composition.least);
            }
            let tried = try_tactic(&mut self.set, self.composition, trial);
            (self.watch)(&tried);
        } else {
            play_step(&mut self.set, self.play, self.rounds);
        }
        self.rounds += 1;
        let steps = self.rounds.min(self.play.steps);
        let pairs = u64::from(steps) * u64::from(self.play.pairs)
            + u64::from(self.rounds - steps) * u64::from(self.composition.pairs);
        let (round, of) = (self.rounds, self.of());
        Some(Round { round, of, games: 2 * pairs, ..Round::default() })
    }

    fn rounds(&self) -> u32 {
        self.rounds
    }

    fn of(&self) -> u32 {
        self.play.steps + self.composition.trials
    }

    /// The text of the set, as its file has it.
    fn to_bytes(&self, _: &str) -> Vec<u8> {
        self.set.write().into_bytes()
    }

    fn checkpoint(&self) -> Vec<u8> {
        let memory = format!("{}\n{}", self.order(), self.set.write());
        write_checkpoint(self.rounds, &self.described(), memory.as_bytes())
    }

    fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError> {
        let (rounds, memory) = read_checkpoint(checkpoint, &self.described())?;
        let text = std::str::from_utf8(memory).map_err(|_| ResumeError::Damaged)?;
        let (order, text) = text.split_once('\n').ok_or(ResumeError::Damaged)?;
        let wrong = |error: super::SetError| LearnedError::Own(error.to_string());
        let mut set = StrategySet::read(text).map_err(wrong)?;
        for (list, order) in set.levels.iter_mut().flatten().zip(order.split(';')) {
            let order: Vec<&str> = order.split(' ').collect();
            list.sort_by_key(|entry| order.iter().position(|key| *key == entry.tactic.key()));
        }
        (self.set, self.rounds) = (set, rounds);
        Ok(())
    }
}

/// Games of what was learned against another set.
pub struct SetMatch {
    /// The other set, and its name.
    pub against: (StrategySet, String),
    /// Pairs of games.
    pub pairs: u32,
    /// Where the dice start.
    pub seed: u64,
}

impl Measure for SetMatch {
    fn opponent(&self) -> String {
        self.against.1.clone()
    }

    fn measure(
        &mut self,
        weights: &[u8],
        test: Option<&Hypotheses>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Measured, MeasureError> {
        let text = String::from_utf8_lossy(weights);
        let set = StrategySet::read(&text).map_err(|error| MeasureError(error.to_string()))?;
        let mut one = Seat::new(Arc::new(set));
        let mut other = Seat::new(Arc::new(self.against.0.clone()));
        let tally = play_pairs(&mut one, &mut other, self.pairs, self.seed, |tally| {
            progress(2 * u64::from(tally.pairs));
            let decided =
                |test: &Hypotheses| test.test(&tally.by_pairs.counts()).verdict != Verdict::Open;
            !stop.load(Relaxed) && !test.is_some_and(decided)
        });
        let points = (tally.mean(), tally.error() / Z_95);
        Ok(Measured { pairs: tally.by_pairs, points: Some(points) })
    }
}

/// Drops the tactics whose coefficients have become small beside the largest of their strategy.
pub fn drop_least(set: &mut StrategySet, least: f64) -> usize {
    let mut dropped = 0;
    for levels in &mut set.levels {
        let largest = levels.iter().flatten().map(|entry| entry.coefficient).fold(0.0, f64::max);
        for list in levels.iter_mut() {
            let before = list.len();
            list.retain(|entry| entry.coefficient >= least * largest);
            dropped += before - list.len();
        }
    }
    dropped
}

/// Gives every strategy all tactics, those it has not with this coefficient: what a teacher can then
/// tell apart is learned, and what stays small is dropped.
pub fn with_all_tactics(set: &StrategySet, coefficient: f64) -> StrategySet {
    let mut set = set.clone();
    for strategy in Strategy::ALL {
        for tactic in Tactic::all() {
            if set.coefficient(strategy, tactic) == 0.0 {
                let last = &mut set.levels[strategy.index()][LEVELS - 1];
                last.push(Weighted { tactic, coefficient });
            }
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::teacher::plain_teacher;

    const HOW: TaughtBy = TaughtBy { games: 20, rounds: 4, rate: 0.3, seed: 1 };

    #[test]
    fn a_pupil_agrees_with_his_teacher_more_often_afterwards() {
        let set = StrategySet::shipped();
        let learned = learn_from_teacher(&set, &mut plain_teacher, HOW);
        let [before, after] = learned.agreement;
        assert!(after > before, "{before} {after}");
        assert!(learned.decisions > 500);
        let again = learn_from_teacher(&set, &mut plain_teacher, HOW);
        assert!(learned == again, "the same seed teaches the same");
        let mut set = learned.set;
        assert!(set.entries_mut().all(|(_, _, entry)| entry.coefficient > 0.0));
    }

    #[test]
    fn a_teacher_who_plays_as_the_pupil_teaches_nothing_worse() {
        // The pupil's own full scores are the teacher: he agrees with all from the beginning.
        let mut own = (*StrategySet::shipped()).clone();
        (own.delta, own.enough, own.openings) = (1000.0, 1000, Vec::new());
        let set = own.clone();
        let mut memory_free = |men: &Men, dice: [u8; 2], plays: &Plays| {
            crate::gammon::choose(&own, men, dice, Memory::default(), plays).index
        };
        let learned = learn_from_teacher(&set, &mut memory_free, HOW);
        assert!(learned.agreement[0] > 0.6, "{:?}", learned.agreement);
    }

    #[test]
    fn play_and_composition_repeat_with_the_seed() {
        let set = StrategySet::shipped();
        let play = SelfPlay { steps: 2, pairs: 5, spread: 0.3, rate: 0.2, seed: 3 };
        let composition = Composition { least: 0.01, trials: 3, pairs: 5, seed: 3 };
        let begin = || SetTraining::new((*set).clone(), play, composition);
        let (stop, quiet) = (AtomicBool::new(false), |_: Progress| {});
        let mut once = begin();
        let mut kept = Vec::new();
        while once.round(&stop, &quiet).is_some() {
            kept.push(once.checkpoint());
        }
        assert_eq!(kept.len(), 5);
        assert_ne!(once.to_bytes(""), set.write().into_bytes());
        for kept in kept {
            let mut again = begin();
            again.resume(&kept).expect("its own checkpoint");
            while again.round(&stop, &quiet).is_some() {}
            assert!(once.to_bytes("") == again.to_bytes(""), "the same goes on to the same");
        }
    }

    #[test]
    fn small_coefficients_are_dropped() {
        let mut set = with_all_tactics(&StrategySet::shipped(), 0.01);
        assert_eq!(set.levels[0].iter().flatten().count(), 44, "one stands in two levels");
        drop_least(&mut set, 0.1);
        let shipped = StrategySet::shipped();
        assert_eq!(
            set.levels[0].iter().flatten().count(),
            shipped.levels[0].iter().flatten().count()
        );
    }
}
