//! Coefficients and tactics of the backgammon player of 1970, learned without a tutor.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use henge::bots::backgammon_match::{Chooser, Tally, by_chance, play_pairs};
use henge::erased::{DynBot, DynMatch};
use henge::games::backgammon::{Backgammon, Men, Move, Plays, position_id};
use henge::learn::training::Measure;
use henge::spec::Spec;
use henge::{Limits, Match, Notation, Playable, Registry};
use henge_museum::gammon::{
    Composition, Seat, SelfPlay, SetMatch, SetTraining, StrategySet, TaughtBy, drop_least,
    learn_from_teacher, plain_teacher, with_all_tactics,
};
use serde_json::json;

use super::learn_run::Course;
use crate::args::LearnGammonArgs;
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::play::gammon::set;
use crate::setup;

/// Pairs of games to measure by.
const MEASURE: u32 = 1000;

pub fn run(args: &LearnGammonArgs, registry: &Registry, output: &Output) -> Result<Done, Fault> {
    let start = set(&args.from)?;
    let mut learned =
        StrategySet { templates: args.templates.unwrap_or(start.templates), ..start.clone() };
    if let Some(delta) = args.delta {
        learned.delta = delta;
    }
    if let Some(enough) = args.enough {
        learned.enough = enough;
    }
    let say = |line: String| if args.run.json { Ok(()) } else { output.line(line) };
    // A run that goes on has been taught already.
    let goes_on_from = args.run.checkpoint.as_ref().is_some_and(|path| path.exists());
    if args.games > 0 && !goes_on_from {
        learned = taught(args, registry, learned, &say)?;
    }
    let game = registry.game("backgammon")?;
    let unnamed = PathBuf::from("gammon.toml");
    let course = Course {
        args: &args.run,
        registry,
        game: &game,
        name: "backgammon",
        provenance: format!("henge {}", env!("CARGO_PKG_VERSION")),
        file: args.file.as_deref().unwrap_or(&unnamed),
        bot: (Spec::new("gammon"), "strategies"),
        games: None,
        seconds: None,
    };
    let other = args.run.against.as_deref().map(set).transpose()?;
    if args.steps + args.trials > 0 {
        let (lines, against) = (Arc::default(), other.as_ref().unwrap_or(&start));
        let training = training(args, learned, &lines);
        let measure = set_match(args, against).map(|found| Box::new(found) as Box<dyn Measure>);
        let outcome = course.run(Box::new(training), measure, output)?;
        let text = String::from_utf8_lossy(&outcome.weights);
        learned = StrategySet::read(&text).map_err(|error| Fault::Data(error.to_string()))?;
        if args.steps > 0 {
            say(format!("{} steps of {} pairs were played.", args.steps, args.pairs))?;
        }
        let lines = lines.lock().map(|mut lines| std::mem::take(&mut *lines)).unwrap_or_default();
        lines.into_iter().try_for_each(&say)?;
    }
    if args.trials == 0 && args.drop > 0.0 {
        let n = drop_least(&mut learned, args.drop);
        say(format!("{n} tactics that counted next to nothing are dropped."))?;
    }
    if args.sort {
        learned.sort();
    }
    if let Some(path) = &args.file {
        output.print_to(Some(path), &learned.write())?;
    }
    measure(args, other.as_ref().unwrap_or(&start), &learned, output)?;
    match goes_on() {
        true if args.file.is_some() => course.play(output),
        true => Ok(Done::Finished),
        false => Ok(Done::Interrupted),
    }
}

/// What is said at the end of trials.
type Lines = Arc<Mutex<Vec<String>>>;

fn training(args: &LearnGammonArgs, set: StrategySet, lines: &Lines) -> SetTraining {
    let LearnGammonArgs { steps, pairs, spread, rate, seed, trials, drop, .. } = *args;
    let play = SelfPlay { steps, pairs, spread, rate, seed };
    let composition = Composition { least: drop, trials, pairs, seed };
    let lines = Arc::clone(lines);
    SetTraining::new(set, play, composition).watched(move |trial| {
        let what = if trial.is_new { "with" } else { "without" };
        let stays = if trial.stays { "stays" } else { "does not help" };
        let (strategy, tactic) = (trial.strategy.key(), trial.tactic.key());
        let line = format!("{strategy} {what} {tactic}: {}; {stays}", trial.tally);
        lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    })
}

/// The games after rounds, where somebody wants them: all is measured at the end in any case.
fn set_match(args: &LearnGammonArgs, other: &StrategySet) -> Option<SetMatch> {
    let run = &args.run;
    let wanted = run.every.is_some() || run.stop_sprt.is_some() || run.curve.is_some();
    let pairs = run.measure.unwrap_or(MEASURE);
    let name = run.against.as_deref().unwrap_or(&args.from).to_string();
    let seed = henge::mix64(args.seed ^ 0x6d65_6173_7572_6521);
    let against = (other.clone(), format!("the set {name}"));
    (wanted && pairs > 0).then_some(SetMatch { against, pairs, seed })
}

fn goes_on() -> bool {
    !setup::stop_flag().load(Ordering::SeqCst)
}

fn taught(
    args: &LearnGammonArgs,
    registry: &Registry,
    set: StrategySet,
    say: &dyn Fn(String) -> Result<(), Fault>,
) -> Result<StrategySet, Fault> {
    let set = if args.all_tactics { with_all_tactics(&set, 0.05) } else { set };
    let how = TaughtBy { games: args.games, rounds: 5, rate: 0.3, seed: args.seed };
    let mut fault = None;
    let learned = if args.teacher == "plain" {
        learn_from_teacher(&set, &mut plain_teacher, how)
    } else {
        let game = registry.game("backgammon")?;
        let bot = game.seeded_bot(&args.teacher, args.seed)?;
        let mut teacher = Teacher { game, bot, nodes: args.nodes };
        let mut ask = |men: &Men, dice: [u8; 2], plays: &Plays| {
            teacher.choose(men, dice, plays).unwrap_or_else(|error| {
                fault.get_or_insert(error);
                0
            })
        };
        learn_from_teacher(&set, &mut ask, how)
    };
    if let Some(fault) = fault {
        return Err(fault);
    }
    let [before, after] = learned.agreement;
    say(format!(
        "{} decisions of {} games; the teacher's play had the highest score in {:.1} % before and \
         {:.1} % after.",
        learned.decisions,
        args.games,
        before * 100.0,
        after * 100.0
    ))?;
    Ok(learned.set)
}

/// Any bot as a teacher.
struct Teacher {
    game: Playable,
    bot: Box<dyn DynBot>,
    nodes: u64,
}

impl Teacher {
    fn choose(&mut self, men: &Men, dice: [u8; 2], plays: &Plays) -> Result<usize, Fault> {
        let mut table = self.game.rules().read(&position_id(men))?;
        table.play(&format!("{}{}", dice[0], dice[1]))?;
        let thought = henge::think(&mut *self.bot, &*table, Limits::nodes(self.nodes))?;
        let chosen = thought.best().unwrap_or_default();
        Ok(place(&*table, chosen, plays).unwrap_or(0))
    }
}

/// Where the play that a text means stands in a list.
fn place(table: &dyn DynMatch, text: &str, plays: &Plays) -> Option<usize> {
    let table = table.as_any().downcast_ref::<Match<Backgammon>>()?;
    match table.game().read_move(table.position(), text).ok()? {
        Move::Play(play) => plays.entries().iter().position(|entry| entry.play == play),
        _ => None,
    }
}

/// What it is worth, in points a game against another set, the plain teacher and chance.
fn measure(
    args: &LearnGammonArgs,
    other: &StrategySet,
    learned: &StrategySet,
    output: &Output,
) -> Result<(), Fault> {
    let pairs = args.run.measure.unwrap_or(MEASURE);
    if pairs == 0 {
        return Ok(());
    }
    let mut seat = Seat::new(Arc::new(learned.clone()));
    // Other dice than those it has learned with.
    let seed = henge::mix64(args.seed ^ 0x6d65_6173_7572_6521);
    let mut against = |other: &mut dyn Chooser| -> Tally {
        play_pairs(&mut seat, other, pairs, seed, |_| goes_on())
    };
    let sets = against(&mut Seat::new(Arc::new(other.clone())));
    let plain = against(&mut plain_teacher);
    let chance = against(&mut by_chance(args.seed));
    if args.run.json {
        let told = |tally: &Tally| json!({ "pairs": tally.pairs, "points": tally.mean(), "error": tally.error() });
        return output.json(&json!({
            "set": told(&sets), "plain": told(&plain), "random": told(&chance),
        }));
    }
    let name = args.run.against.as_deref().unwrap_or(&args.from);
    output.line(format!("against the set {name}: {sets}"))?;
    output.line(format!("against the plain teacher: {plain}"))?;
    output.line(format!("against chance: {chance}"))
}
