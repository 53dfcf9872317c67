//! Coefficients and tactics of the backgammon player of 1970, learned without a tutor.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use henge::Playable;
use henge::bots::backgammon_match::{Chooser, Tally, by_chance, play_pairs};
use henge::core::erased::{DynBot, DynMatch};
use henge::core::{Limits, Match, Notation};
use henge::games::backgammon::{Backgammon, Men, Move, Plays, position_id};
use henge_museum::gammon::{
    Composition, Seat, SelfPlay, StrategySet, TaughtBy, compose, drop_least, learn_by_play,
    learn_from_teacher, plain_teacher, with_all_tactics,
};
use serde_json::json;

use crate::args::LearnGammonArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress};
use crate::play::gammon::set;
use crate::setup;

pub fn run(args: &LearnGammonArgs, output: &Output) -> Result<Done, Fault> {
    let start = set(&args.from)?;
    let mut learned =
        StrategySet { templates: args.templates.unwrap_or(start.templates), ..start.clone() };
    if let Some(delta) = args.delta {
        learned.delta = delta;
    }
    if let Some(enough) = args.enough {
        learned.enough = enough;
    }
    let say = |line: String| if args.json { Ok(()) } else { output.line(line) };
    if args.games > 0 {
        learned = taught(args, learned, &say)?;
    }
    if args.steps > 0 {
        let how = SelfPlay {
            steps: args.steps,
            pairs: args.pairs,
            spread: args.spread,
            rate: args.rate,
            seed: args.seed,
        };
        let bar = progress("playing");
        learned = learn_by_play(&learned, how, |step, tally| {
            bar.set_message(format!("step {step} of {}: {:+.3}", args.steps, tally.mean()));
            goes_on()
        });
        bar.finish_and_clear();
        say(format!("{} steps of {} pairs were played.", args.steps, args.pairs))?;
    }
    if args.trials > 0 {
        let how = Composition {
            least: args.drop,
            trials: args.trials,
            pairs: args.pairs,
            seed: args.seed,
        };
        let mut lines = Vec::new();
        learned = compose(&learned, how, |trial| {
            let what = if trial.is_new { "with" } else { "without" };
            let stays = if trial.stays { "stays" } else { "does not help" };
            let (strategy, tactic) = (trial.strategy.key(), trial.tactic.key());
            lines.push(format!("{strategy} {what} {tactic}: {}; {stays}", trial.tally));
            goes_on()
        });
        for line in lines {
            say(line)?;
        }
    } else if args.drop > 0.0 {
        let n = drop_least(&mut learned, args.drop);
        say(format!("{n} tactics that counted next to nothing are dropped."))?;
    }
    if args.sort {
        learned.sort();
    }
    if let Some(path) = &args.file {
        output.print_to(Some(path), &learned.write())?;
    }
    let other = args.against.as_deref().map(set).transpose()?;
    measure(args, other.as_ref().unwrap_or(&start), &learned, output)?;
    Ok(if goes_on() { Done::Finished } else { Done::Interrupted })
}

fn goes_on() -> bool {
    !setup::stop_flag().load(Ordering::SeqCst)
}

fn taught(
    args: &LearnGammonArgs,
    set: StrategySet,
    say: &dyn Fn(String) -> Result<(), Fault>,
) -> Result<StrategySet, Fault> {
    let set = if args.all_tactics { with_all_tactics(&set, 0.05) } else { set };
    let how = TaughtBy { games: args.games, rounds: 5, rate: 0.3, seed: args.seed };
    let mut fault = None;
    let learned = if args.teacher == "plain" {
        learn_from_teacher(&set, &mut plain_teacher, how)
    } else {
        let game = henge_museum::game("backgammon")?;
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
    if args.measure == 0 {
        return Ok(());
    }
    let mut seat = Seat::new(Arc::new(learned.clone()));
    // Other dice than those it has learned with.
    let seed = henge::core::mix64(args.seed ^ 0x6d65_6173_7572_6521);
    let mut against = |other: &mut dyn Chooser| -> Tally {
        play_pairs(&mut seat, other, args.measure, seed, |_| goes_on())
    };
    let sets = against(&mut Seat::new(Arc::new(other.clone())));
    let plain = against(&mut plain_teacher);
    let chance = against(&mut by_chance(args.seed));
    if args.json {
        let told = |tally: &Tally| json!({ "pairs": tally.pairs, "points": tally.mean(), "error": tally.error() });
        return output.json(&json!({
            "set": told(&sets), "plain": told(&plain), "random": told(&chance),
        }));
    }
    let name = args.against.as_deref().unwrap_or(&args.from);
    output.line(format!("against the set {name}: {sets}"))?;
    output.line(format!("against the plain teacher: {plain}"))?;
    output.line(format!("against chance: {chance}"))
}
