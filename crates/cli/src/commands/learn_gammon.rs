//! Coefficients and tactics of the backgammon player of 1970, learned without a tutor.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use henge::bots::backgammon_match::{Chooser, PairMatch, Tally, by_chance, play_pairs};
use henge::erased::{DynBot, DynMatch};
use henge::games::backgammon::{Backgammon, Men, Move, Plays, position_id};
use henge::learn::data::Target;
use henge::learn::training::{Measure, Training};
use henge::spec::Spec;
use henge::{Limits, Match, Notation, Playable, Registry};
use henge_museum::gammon::{
    Composition, Seat, SelfPlay, SetTraining, StrategySet, Taught, TaughtBy, Teacher, drop_least,
    plain_teacher, with_all_tactics,
};
use serde_json::json;

use super::learn_games;
use super::learn_run::Course;
use crate::args::{LearnGammonArgs, MethodName};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::paths::Paths;
use crate::play::gammon::set;
use crate::setup;

/// Pairs of games to measure by.
const MEASURE: u32 = 1000;

/// How much of what is to be done.
struct Phases {
    /// Games of the teacher.
    games: u32,
    steps: u32,
    /// Does somebody else choose?
    is_taught: bool,
}

/// What the call asks for; a method says what is done where no number is given.
fn phases(args: &LearnGammonArgs) -> Result<Phases, Fault> {
    let (fits, has_data): (&[MethodName], bool) = match args.run.data {
        Some(_) => (&[MethodName::Teacher], true),
        None => (&[MethodName::Teacher, MethodName::Results], false),
    };
    let what = if has_data { "gammon from --data" } else { "gammon" };
    let method = learn_games::method(args.run.method, what, fits)?;
    let asked = |by: MethodName| args.run.method.is_some() && method == by && !has_data;
    let call = |why: &str| Err(Fault::Call(why.into()));
    match args.games {
        Some(1..) if has_data => {
            call("--data takes the place of a teacher's games; leave out --games")
        }
        Some(1..) if asked(MethodName::Results) => {
            call("--games counts the games of a teacher; with --method results give --steps")
        }
        games => {
            let usual = |wanted: bool, n: u32| if wanted { n } else { 0 };
            let games = games.unwrap_or(usual(asked(MethodName::Teacher), 400));
            let steps = args.steps.unwrap_or(usual(asked(MethodName::Results), 100));
            Ok(Phases { games, steps, is_taught: games > 0 || has_data })
        }
    }
}

pub fn run(args: &LearnGammonArgs, registry: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .reads("--data", args.run.data.as_deref())
        .writes("the strategies", args.file.as_deref())
        .writes("--checkpoint", args.run.checkpoint.as_deref())
        .writes("--curve", args.run.curve.as_deref())
        .check()?;
    let phases = phases(args)?;
    let start = set(&args.from)?;
    let mut learned =
        StrategySet { templates: args.templates.unwrap_or(start.templates), ..start.clone() };
    if let Some(delta) = args.delta {
        learned.delta = delta;
    }
    if let Some(enough) = args.enough {
        learned.enough = enough;
    }
    if phases.is_taught && args.all_tactics {
        learned = with_all_tactics(&learned, 0.05);
    }
    let say = |line: String| if args.run.json { Ok(()) } else { output.line(line) };
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
    if phases.is_taught || phases.steps + args.trials > 0 {
        let (lines, fault) = (Mutex::default(), Mutex::default());
        let against = other.as_ref().unwrap_or(&start);
        let mut training = training(args, learned, &phases, &lines);
        if let Some(path) = &args.run.data {
            let (examples, _) = learn_games::read(path, &game, Target::Result, registry)?;
            let read = training.learn_from(&**game.rules(), &examples);
            read.map_err(|error| Fault::Data(format!("{}: {error}", path.display())))?;
        } else if phases.is_taught {
            training = training.taught_by(teacher_name(args), teacher(args, &game, &fault)?);
        }
        let measure = set_match(args, against);
        let outcome = course.run(Box::new(&mut training), None, measure, output)?;
        let taught = training.taught().filter(|_| training.rounds() > 0);
        drop(training);
        if let Some(fault) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(fault);
        }
        let text = String::from_utf8_lossy(&outcome.weights);
        learned = StrategySet::read(&text).map_err(|error| Fault::Data(error.to_string()))?;
        if let Some(Taught { decisions, agreement: [before, after] }) = taught {
            say(format!(
                "{decisions} decisions; the teacher's play had the highest score in {:.1} % before \
                 and {:.1} % after.",
                before * 100.0,
                after * 100.0
            ))?;
        }
        if phases.steps > 0 {
            say(format!("{} steps of {} pairs were played.", phases.steps, args.pairs))?;
        }
        let lines = lines.into_inner().unwrap_or_else(PoisonError::into_inner);
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

fn training<'a>(
    args: &LearnGammonArgs,
    set: StrategySet,
    phases: &Phases,
    lines: &'a Mutex<Vec<String>>,
) -> SetTraining<'a> {
    let LearnGammonArgs { epochs, pairs, spread, rate, seed, trials, drop, .. } = *args;
    let lessons = TaughtBy { games: phases.games, rounds: epochs, rate: 0.3, seed };
    let play = SelfPlay { steps: phases.steps, pairs, spread, rate, seed };
    let composition = Composition { least: drop, trials, pairs, seed };
    SetTraining::new(set, lessons, play, composition).watched(move |trial| {
        let what = if trial.is_new { "with" } else { "without" };
        let stays = if trial.stays { "stays" } else { "does not help" };
        let (strategy, tactic) = (trial.strategy.key(), trial.tactic.key());
        let line = format!("{strategy} {what} {tactic}: {}; {stays}", trial.tally);
        lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    })
}

/// The games after rounds, where somebody wants them: all is measured at the end in any case.
fn set_match(args: &LearnGammonArgs, other: &StrategySet) -> Option<Box<dyn Measure>> {
    let run = &args.run;
    let wanted = run.every.is_some() || run.stop_sprt.is_some() || run.curve.is_some();
    let pairs = run.measure.unwrap_or(MEASURE);
    let name = run.against.as_deref().unwrap_or(&args.from);
    let learned = |text: &[u8]| -> Result<Box<dyn Chooser>, String> {
        let set = StrategySet::read(&String::from_utf8_lossy(text));
        Ok(Box::new(Seat::new(Arc::new(set.map_err(|error| error.to_string())?))))
    };
    (wanted && pairs > 0).then(|| -> Box<dyn Measure> {
        Box::new(PairMatch {
            against: Box::new(Seat::new(Arc::new(other.clone()))),
            name: format!("the set {name}"),
            learned: Box::new(learned),
            pairs,
            seed: measuring_seed(args),
        })
    })
}

/// Other dice than those it has learned with.
fn measuring_seed(args: &LearnGammonArgs) -> u64 {
    henge::mix64(args.seed ^ 0x6d65_6173_7572_6521)
}

fn goes_on() -> bool {
    !setup::stop_flag().load(Ordering::SeqCst)
}

/// What a checkpoint calls the teacher.
fn teacher_name(args: &LearnGammonArgs) -> String {
    match args.teacher.as_str() {
        "plain" => "plain".into(),
        bot => format!("{bot}, {} positions a move", args.nodes),
    }
}

/// The teacher; if it fails, the run ends, and `fault` says why.
fn teacher<'a>(
    args: &LearnGammonArgs,
    game: &Playable,
    fault: &'a Mutex<Option<Fault>>,
) -> Result<Teacher<'a>, Fault> {
    if args.teacher == "plain" {
        return Ok(Box::new(|men, dice, plays| Some(plain_teacher(men, dice, plays))));
    }
    let bot = game.seeded_bot(&args.teacher, args.seed)?;
    let mut teacher = BotTeacher { game: game.clone(), bot, nodes: args.nodes };
    Ok(Box::new(move |men, dice, plays| match teacher.choose(men, dice, plays) {
        Ok(chosen) => Some(chosen),
        Err(error) => {
            *fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            None
        }
    }))
}

/// Any bot as a teacher.
struct BotTeacher {
    game: Playable,
    bot: Box<dyn DynBot>,
    nodes: u64,
}

impl BotTeacher {
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
    let seed = measuring_seed(args);
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
