//! Learning without a tutor: from [another player's choices](super::teaching), from games against
//! itself, and by trying which tactics a strategy needs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use henge_core::erased::DynGame;
use henge_core::mix64;
use henge_learn::LearnedError;
use henge_learn::data::Examples;
use henge_learn::training::{
    PlanError, Progress, ResumeError, Round, Training, read_checkpoint, write_checkpoint,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::seat::Seat;
use super::set::{LEAST_COEFFICIENT, LEVELS, StrategySet, Weighted};
use super::strategy::Strategy;
use super::tactic::Tactic;
use super::teaching::{Taught, TaughtBy, Teacher, Teaching};
use henge_bots::backgammon_match::{Tally, play_pairs};

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

/// Strategies in training: by a teacher, by steps of play against itself, and then by trials of other
/// tactics. A round is a pass through the teacher's decisions, a step, or a trial.
pub struct SetTraining<'a> {
    set: StrategySet,
    lessons: TaughtBy,
    teaching: Option<Teaching<'a>>,
    play: SelfPlay,
    composition: Composition,
    rounds: u32,
    /// The trial of the last round, for somebody who watches.
    watch: Box<dyn FnMut(&Trial) + Send + 'a>,
}

impl<'a> SetTraining<'a> {
    /// Begins with a set; `lessons` counts once there is a teacher, or games of others.
    pub fn new(
        set: StrategySet,
        lessons: TaughtBy,
        play: SelfPlay,
        composition: Composition,
    ) -> SetTraining<'a> {
        let (teaching, watch) = (None, Box::new(|_: &Trial| {}));
        SetTraining { set, lessons, teaching, play, composition, rounds: 0, watch }
    }

    /// Begins with the lessons of a teacher, whose name checkpoints keep.
    pub fn taught_by(self, name: impl Into<String>, teacher: Teacher<'a>) -> SetTraining<'a> {
        SetTraining { teaching: Some(Teaching::by(name.into(), teacher, self.lessons)), ..self }
    }

    /// Tells somebody of every trial.
    pub fn watched(self, watch: impl FnMut(&Trial) + Send + 'a) -> SetTraining<'a> {
        SetTraining { watch: Box::new(watch), ..self }
    }

    /// What the teacher has brought so far.
    pub fn taught(&self) -> Option<Taught> {
        self.teaching.as_ref().map(|teaching| teaching.taught)
    }

    /// Rounds with the teacher.
    fn n_lessons(&self) -> u32 {
        self.teaching.as_ref().map_or(0, |_| self.lessons.rounds)
    }

    fn described(&self) -> String {
        let taught = match &self.teaching {
            Some(teaching) => format!(", {}", teaching.described()),
            None => String::new(),
        };
        format!("strategies of 1970{taught}, {:?}, {:?}", self.play, self.composition)
    }

    /// The tactics of all levels in their order, which a file does not keep: chance goes by it.
    fn order(&self) -> String {
        let list = |list: &Vec<Weighted>| {
            list.iter().map(|entry| entry.tactic.key()).collect::<Vec<_>>().join(" ")
        };
        self.set.levels.iter().flatten().map(list).collect::<Vec<_>>().join(";")
    }
}

impl Training for SetTraining<'_> {
    fn round(&mut self, stop: &AtomicBool, progress: &(dyn Fn(Progress) + Sync)) -> Option<Round> {
        if self.rounds >= self.of() || stop.load(Relaxed) {
            return None;
        }
        let (lessons, mut round) = (self.n_lessons(), Round::default());
        if let Some(teaching) = self.teaching.as_mut().filter(|_| self.rounds < lessons) {
            round.loss = Some(teaching.round(&mut self.set, stop, progress)?);
            round.positions = teaching.taught.decisions;
        } else if let Some(trial) = self.rounds.checked_sub(lessons + self.play.steps) {
            // Tactics that count next to nothing go first.
            if trial == 0 {
                drop_least(&mut self.set, self.composition.least);
            }
            let tried = try_tactic(&mut self.set, self.composition, trial);
            (self.watch)(&tried);
        } else {
            play_step(&mut self.set, self.play, self.rounds - lessons);
        }
        self.rounds += 1;
        let played = self.rounds.saturating_sub(lessons);
        let steps = played.min(self.play.steps);
        let pairs = u64::from(steps) * u64::from(self.play.pairs)
            + u64::from(played - steps) * u64::from(self.composition.pairs);
        let games = self.teaching.as_ref().map_or(0, Teaching::games) + 2 * pairs;
        Some(Round { round: self.rounds, of: self.of(), games, ..round })
    }

    fn rounds(&self) -> u32 {
        self.rounds
    }

    fn of(&self) -> u32 {
        self.n_lessons() + self.play.steps + self.composition.trials
    }

    /// Whoever has played the games is the teacher.
    fn learn_from(&mut self, rules: &dyn DynGame, data: &Examples) -> Result<(), PlanError> {
        self.teaching = Some(Teaching::from_data(&self.set, self.lessons, rules, data)?);
        Ok(())
    }

    /// The text of the set, as its file has it.
    fn to_bytes(&self, _: &str) -> Vec<u8> {
        self.set.write().into_bytes()
    }

    fn checkpoint(&self) -> Vec<u8> {
        let taught = match &self.teaching {
            Some(teaching) => teaching.memory() + "\n",
            None => String::new(),
        };
        let memory = format!("{taught}{}\n{}", self.order(), self.set.write());
        write_checkpoint(self.rounds, &self.described(), memory.as_bytes())
    }

    fn resume(&mut self, checkpoint: &[u8]) -> Result<(), ResumeError> {
        let (rounds, memory) = read_checkpoint(checkpoint, &self.described())?;
        let mut text = std::str::from_utf8(memory).map_err(|_| ResumeError::Damaged)?;
        if let Some(teaching) = &mut self.teaching {
            let (taught, rest) = text.split_once('\n').ok_or(ResumeError::Damaged)?;
            teaching.remember(taught).ok_or(ResumeError::Damaged)?;
            text = rest;
        }
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
    use crate::gammon::strategy::Memory;
    use crate::gammon::teacher::plain_teacher;
    use henge_bots::backgammon_match::Dice;
    use henge_games::backgammon::{Backgammon, Men, Plays, generate, position_id};
    use henge_learn::data::Example;

    const HOW: TaughtBy = TaughtBy { games: 20, rounds: 4, rate: 0.3, seed: 1 };
    const NO_PLAY: SelfPlay = SelfPlay { steps: 0, pairs: 5, spread: 0.3, rate: 0.2, seed: 3 };
    const NO_TRIALS: Composition = Composition { least: 0.0, trials: 0, pairs: 5, seed: 3 };

    /// All rounds; the checkpoints after each of them.
    fn finish(training: &mut SetTraining<'_>) -> Vec<Vec<u8>> {
        let (stop, quiet) = (AtomicBool::new(false), |_: Progress| {});
        let mut kept = Vec::new();
        while training.round(&stop, &quiet).is_some() {
            kept.push(training.checkpoint());
        }
        kept
    }

    fn plain(men: &Men, dice: [u8; 2], plays: &Plays) -> Option<usize> {
        Some(plain_teacher(men, dice, plays))
    }

    #[test]
    fn a_pupil_agrees_with_its_teacher_more_often_afterwards() {
        let set = StrategySet::shipped();
        let begin = || {
            SetTraining::new((*set).clone(), HOW, NO_PLAY, NO_TRIALS)
                .taught_by("plain", Box::new(plain))
        };
        let mut whole = begin();
        let kept = finish(&mut whole);
        assert_eq!(kept.len(), 4, "a round is a pass");
        let taught = whole.taught().expect("there was a teacher");
        let [before, after] = taught.agreement;
        assert!(after > before, "{before} {after}");
        assert!(taught.decisions > 500);
        assert!(whole.set.entries_mut().all(|(_, _, entry)| entry.coefficient > 0.0));
        for kept in kept {
            let mut again = begin();
            again.resume(&kept).expect("its own checkpoint");
            finish(&mut again);
            assert!(whole.to_bytes("") == again.to_bytes(""), "the same goes on to the same");
            assert_eq!(again.taught(), whole.taught());
        }
    }

    #[test]
    fn a_teacher_who_plays_as_the_pupil_teaches_nothing_worse() {
        // The pupil's own full scores are the teacher: they agree with all from the beginning.
        let mut own = (*StrategySet::shipped()).clone();
        (own.delta, own.enough, own.openings) = (1000.0, 1000, Vec::new());
        let set = own.clone();
        let memory_free = move |men: &Men, dice: [u8; 2], plays: &Plays| {
            Some(crate::gammon::choose(&own, men, dice, Memory::default(), plays).index)
        };
        let mut training = SetTraining::new(set, HOW, NO_PLAY, NO_TRIALS)
            .taught_by("itself", Box::new(memory_free));
        finish(&mut training);
        let agreement = training.taught().expect("there was a teacher").agreement;
        assert!(agreement[0] > 0.6, "{agreement:?}");
    }

    #[test]
    fn games_of_the_teacher_teach_what_the_teacher_does() {
        let game = Arc::new(Backgammon::default());
        let rules = henge_core::erased::rules("backgammon", game.about(), game);
        let (mut data, mut plays) = (Examples { games: 2, list: Vec::new() }, Plays::new());
        for number in 0..2 {
            let mut dice = Dice::new(mix64(HOW.seed ^ mix64(number + 1)));
            let mut men = Men::start();
            while men.points().is_none() {
                let roll = dice.throw();
                let mut table = rules.read(&position_id(&men)).expect("a position");
                table.play(&format!("{}{}", roll[0], roll[1])).expect("a roll");
                let position = table.position();
                data.list.push(Example { game: number, position, target: None, points: None });
                generate(&men, roll, &mut plays);
                men = plays.entries()[plain_teacher(&men, roll, &plays)].after;
                if men.points().is_none() {
                    men = men.swapped();
                }
            }
        }
        let set = StrategySet::shipped();
        let how = TaughtBy { games: 2, ..HOW };
        let begin = || SetTraining::new((*set).clone(), how, NO_PLAY, NO_TRIALS);
        let mut by_data = begin();
        by_data.learn_from(&*rules, &data).expect("positions");
        let mut by_teacher = begin().taught_by("plain", Box::new(plain));
        finish(&mut by_data);
        finish(&mut by_teacher);
        let decisions =
            |training: &SetTraining<'_>| training.taught().map(|taught| taught.decisions);
        let (read, played) = (decisions(&by_data), decisions(&by_teacher));
        // The last play of a game is not seen by a position after it.
        let fewer = played.unwrap_or(0) - read.unwrap_or(0);
        assert!(read > Some(50) && fewer <= 2, "{read:?} {played:?}");
        let [before, after] = by_data.taught().expect("there were games").agreement;
        assert!(after > before, "{before} {after}");
    }

    #[test]
    fn play_and_composition_repeat_with_the_seed() {
        let set = StrategySet::shipped();
        let play = SelfPlay { steps: 2, pairs: 5, spread: 0.3, rate: 0.2, seed: 3 };
        let composition = Composition { least: 0.01, trials: 3, pairs: 5, seed: 3 };
        let begin = || SetTraining::new((*set).clone(), HOW, play, composition);
        let mut once = begin();
        let kept = finish(&mut once);
        assert_eq!(kept.len(), 5);
        assert_ne!(once.to_bytes(""), set.write().into_bytes());
        for kept in kept {
            let mut again = begin();
            again.resume(&kept).expect("its own checkpoint");
            finish(&mut again);
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
