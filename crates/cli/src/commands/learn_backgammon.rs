//! The net of the backgammon player, learned by play.

use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use henge::bots::file::{MOST_BYTES, read_file};
use henge::bots::neural::evaluator::{Judge, Tables};
use henge::bots::neural::training::{Plan, Stage, Trainer, TrainingTarget, Yardstick};
use henge::bots::neural::{self, NeuralBot};
use henge::learn::net::{Activation, Net};
use henge::learn::training::Measure;
use henge::spec::Spec;
use henge::{Playable, Registry};
use henge_arena::Contest;

use super::learn_run::Course;
use crate::args::{BackgammonArgs, Hidden};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::paths::Paths;
use crate::setup;

pub fn run(args: &BackgammonArgs, registry: &Registry, output: &Output) -> Result<Done, Fault> {
    let plan = plan(args)?;
    Paths::default()
        .reads("--begin", args.begin.as_deref())
        .reads(
            "--against",
            args.run.against.as_deref().map(Path::new).filter(|path| path.is_file()),
        )
        .writes("--checkpoint", args.run.checkpoint.as_deref())
        .writes("--curve", args.run.curve.as_deref())
        .writes("-o", Some(&args.output))
        .check()?;
    let tables = Arc::new(Tables::default());
    let begin = args.begin.as_deref().map(read_net).transpose()?;
    if let (Some(net), Some(path)) = (&begin, &args.begin) {
        judge(net.clone(), path, &tables)?;
    }
    let trainer = Trainer::new(plan, Arc::clone(&tables), begin)
        .map_err(|error| Fault::Call(error.to_string()))?;
    let game = registry.game("backgammon")?;
    let course = Course {
        args: &args.run,
        registry,
        game: &game,
        name: "backgammon",
        provenance: provenance(args),
        file: &args.output,
        bot: (Spec::new("neural"), "net"),
        games: None,
        seconds: Some(args.progress),
    };
    let measure = measure(args, &game, &tables)?;
    let outcome = course.run(Box::new(trainer), measure, output)?;
    course.finish(outcome, output)
}

/// Games against a simple rule, another net or any bot.
fn measure(
    args: &BackgammonArgs,
    game: &Playable,
    tables: &Arc<Tables>,
) -> Result<Option<Box<dyn Measure>>, Fault> {
    let games = args.run.measure.unwrap_or(1000);
    if games == 0 {
        return Ok(None);
    }
    let against = match args.run.against.as_deref() {
        None => None,
        Some(file) if Path::new(file).is_file() => {
            let path = Path::new(file);
            Some((judge(read_net(path)?, path, tables)?, file.to_string()))
        }
        Some(bot) => {
            let tables = Arc::clone(tables);
            let contest = Contest::new(game, bot, games)?
                .opening(0)
                .seed(args.seed)
                .threads(setup::threads(args.threads))
                .seat(move |game, weights| seated(game, weights, &tables));
            return Ok(Some(Box::new(contest)));
        }
    };
    let (tables, seed) = (Arc::clone(tables), args.seed);
    Ok(Some(Box::new(Yardstick { against, tables, games, seed })))
}

/// Backgammon with a bot that judges by this net.
fn seated(game: Playable, weights: &[u8], tables: &Arc<Tables>) -> Playable {
    let judge = Judge::from_bytes(weights, Arc::clone(tables));
    game.with_bot("learned", "judges by a net in memory", neural::PARAMS, move |options| {
        let wrong = |why: &dyn std::fmt::Display| options.wrong("net", why.to_string());
        Ok(Box::new(NeuralBot::new(judge.as_ref().map_err(|error| wrong(error))?, options)))
    })
}

fn plan(args: &BackgammonArgs) -> Result<Plan, Fault> {
    if !(0.0..=1.0).contains(&args.lambda) {
        return Err(Fault::Call(format!("lambda is from 0 to 1, not {}", args.lambda)));
    }
    let rates = |rates: &[f32]| match *rates {
        [from, to] if from > 0.0 && to > 0.0 && from <= 1.0 && to <= 1.0 => Ok([from, to]),
        _ => Err(Fault::Call("rates are two numbers above 0, and 1 at most".into())),
    };
    let quick = Stage {
        lesson: TrainingTarget::Next { lambda: args.lambda },
        games: args.games,
        round: 50,
        passes: 1,
        batch: 64,
        rates: rates(&args.rates)?,
    };
    let slow = Stage {
        lesson: TrainingTarget::AllRolls,
        games: args.lookahead,
        round: 400,
        passes: 4,
        batch: 64,
        rates: rates(&args.lookahead_rates)?,
    };
    let threads = match args.threads {
        0 => available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let stages = vec![quick, slow];
    let hidden = args.hidden.iter().map(|&width| width as usize).collect();
    let activation = match args.activation {
        Hidden::Sigmoid => Activation::Sigmoid,
        Hidden::Relu => Activation::Relu,
    };
    Ok(Plan { hidden, activation, seed: args.seed, threads, stages })
}

fn read_net(path: &Path) -> Result<Net, Fault> {
    let bytes = read_file(path, MOST_BYTES).map_err(|why| Fault::unread(path, &why))?;
    let net = Net::from_bytes(&bytes);
    Ok(net.map_err(|error| Fault::Data(format!("{}: {error}", path.display())))?.0)
}

fn judge(net: Net, path: &Path, tables: &Arc<Tables>) -> Result<Judge, Fault> {
    let judge = Judge::new(net, Arc::clone(tables));
    judge.map_err(|error| Fault::Data(format!("{}: {error}", path.display())))
}

/// What the file says about itself: the command that makes the same net again.
fn provenance(args: &BackgammonArgs) -> String {
    let BackgammonArgs { games, lookahead, lambda, rates, lookahead_rates, seed, .. } = args;
    let hidden: Vec<String> = args.hidden.iter().map(u32::to_string).collect();
    let hidden = hidden.join(",");
    let activation = match args.activation {
        Hidden::Sigmoid => "sigmoid",
        Hidden::Relu => "relu",
    };
    let begin = match &args.begin {
        Some(path) => format!(" --begin {}", path.display()),
        None => String::new(),
    };
    format!(
        "henge {}: henge learn backgammon --hidden {hidden} --activation {activation} \
         --games {games} --lookahead {lookahead} \
         --lambda {lambda} --rates {} {} --lookahead-rates {} {} --seed {seed}{begin}",
        env!("CARGO_PKG_VERSION"),
        rates[0],
        rates[1],
        lookahead_rates[0],
        lookahead_rates[1]
    )
}
