//! Weights, nets and tables of any game that has features: learned by play or from data, measured on
//! the way, and ready to be played.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use henge::learn::data;
use henge::learn::training::{Measure, Method, Plan};
use henge::spec::Spec;
use henge::{Model, Playable, Registry};
use henge_arena::Contest;

use super::learn_run::Course;
use crate::args::{MethodName, TargetName, TrainArgs};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::paths::Paths;
use crate::setup;

/// A data set that is being read.
type DataFile = data::Reader<BufReader<File>>;

fn open(path: &Path) -> Result<DataFile, Fault> {
    let file = File::open(path).map_err(|error| Fault::file(path, &error))?;
    data::Reader::new(BufReader::with_capacity(1 << 20, file))
        .map_err(|error| Fault::Data(format!("{}: {error}", path.display())))
}

pub fn run(
    args: &TrainArgs,
    model: &Model,
    registry: &Registry,
    output: &Output,
) -> Result<Done, Fault> {
    Paths::default()
        .game(&args.game)
        .reads("--data", args.data.as_deref())
        .writes("--checkpoint", args.run.checkpoint.as_deref())
        .writes("--curve", args.run.curve.as_deref())
        .writes("-o", Some(&args.output))
        .check()?;
    let game = registry.game(&args.game)?;
    let Some(trainable) = game.trainable() else {
        let name = game.rules().name();
        return Err(Fault::Call(format!("{name} has no features, and so no weights to learn")));
    };
    if args.data.is_some() && *model == Model::Table {
        let why = "a table is learned by play alone: data hold features, and no codes";
        return Err(Fault::Call(why.into()));
    }
    let plan = plan(args, model, game.rules().start().moves().len());
    let mut features = args.features.clone();
    let mut data = None;
    if let Some(path) = &args.data {
        let reader = open(path)?;
        // Data say themselves which features they have.
        let header = reader.header();
        let wanted = if features.is_empty() { &header.features } else { &features };
        if (header.game.as_str(), &header.features) != (game.rules().name(), wanted) {
            let (found, of) = (&header.features, &header.game);
            return Err(Fault::Data(format!(
                "{}: it has the features {found} of {of}; {wanted} of {} are needed",
                path.display(),
                game.rules().name()
            )));
        }
        features.clone_from(&header.features);
        data = Some((path.as_path(), reader));
    }
    let call = |error: henge::TrainError| Fault::Call(error.to_string());
    let mut training = trainable.begin(model, &features, &plan).map_err(call)?;
    let measure = measure(args, &game, &plan)?;
    if let Some((path, mut reader)) = data {
        let target = match args.target {
            TargetName::Result => data::Target::Result,
            TargetName::Score => data::Target::Score,
            TargetName::Mixed => data::Target::Mixed(args.lambda.unwrap_or(0.5)),
        };
        let wrong = |why: data::DataError| Fault::Data(format!("{}: {why}", path.display()));
        let samples = data::samples(&mut reader, target).map_err(wrong)?;
        let games = reader.games().unwrap_or_default();
        training.learn_from(samples, games).map_err(|error| Fault::Call(error.to_string()))?;
    }
    let course = Course {
        args: &args.run,
        registry,
        game: &game,
        name: &args.game,
        provenance: provenance(args, model, &plan),
        file: &args.output,
        bot: (Spec::new("trained"), "weights"),
        games: Some(plan.games.into()),
        seconds: None,
    };
    let outcome = course.run(training, measure, output)?;
    course.finish(outcome, output)
}

/// The games that show how strong it is, if somebody wants to know.
fn measure(
    args: &TrainArgs,
    game: &Playable,
    plan: &Plan,
) -> Result<Option<Box<dyn Measure>>, Fault> {
    let games = args.run.measure.unwrap_or(100);
    if games == 0 {
        return Ok(None);
    }
    let depth = args.measure_depth.unwrap_or(plan.depth);
    let against = match &args.run.against {
        Some(bot) => bot.clone(),
        None => Spec::new("alphabeta").with("depth", depth).to_string(),
    };
    let contest = Contest::new(game, &against, games)?
        .depth(depth)
        .opening(plan.opening.min(4))
        .seed(args.seed)
        .threads(setup::threads(args.threads));
    Ok(Some(Box::new(contest)))
}

/// What was asked for, and what suits the method where nothing was said. In a game that begins with
/// so many moves to choose from, nobody can look far ahead in thousands of games.
fn plan(args: &TrainArgs, model: &Model, n_moves: usize) -> Plan {
    let usual = match (model, args.method) {
        (Model::Table, None | Some(MethodName::Td)) => Plan::table(),
        (Model::Table, Some(MethodName::Results)) => {
            Plan { method: Method::Results, lambda: 1.0, ..Plan::table() }
        }
        (_, None | Some(MethodName::Results)) => Plan::default(),
        (_, Some(MethodName::Td)) => Plan::td(),
    };
    let usual = if matches!(model, Model::Net(_)) { usual.for_net() } else { usual };
    let affordable = match n_moves {
        0..=10 => 4,
        11..=20 => 3,
        21..=50 => 2,
        _ => 1,
    };
    let rates = match args.rates[..] {
        [from, to] => [from, to],
        _ => usual.rates,
    };
    Plan {
        rounds: args.rounds.unwrap_or(usual.rounds),
        games: args.games.unwrap_or(usual.games),
        depth: args.depth.unwrap_or(usual.depth.min(affordable)),
        lambda: args.lambda.unwrap_or(usual.lambda),
        explore: args.explore.unwrap_or(usual.explore),
        opening: args.opening.unwrap_or(usual.opening),
        epochs: args.epochs.unwrap_or(usual.epochs),
        rates,
        seed: args.seed,
        threads: setup::threads(args.threads),
        ..usual
    }
}

/// What the file says about itself: the command that makes the same again.
fn provenance(args: &TrainArgs, model: &Model, plan: &Plan) -> String {
    let (what, hidden) = match model {
        Model::Weights => ("weights", String::new()),
        Model::Net(hidden) => {
            let hidden: Vec<String> = hidden.iter().map(usize::to_string).collect();
            ("net", format!(" --hidden {}", hidden.join(",")))
        }
        Model::Table => ("table", String::new()),
    };
    let method = match plan.method {
        Method::Results => "results",
        Method::Td => "td",
    };
    let features = match args.features.as_str() {
        "" => String::new(),
        set => format!(" --features {set}"),
    };
    let Plan { rounds, games, depth, lambda, explore, opening, epochs, rates, seed, .. } = plan;
    let from = match &args.data {
        Some(path) => format!(" --data {}", path.display()),
        None => format!(
            " --method {method} --rounds {rounds} --games {games} --depth {depth} \
             --explore {explore} --opening {opening}"
        ),
    };
    format!(
        "henge {}: henge learn {what} {}{hidden}{features}{from} --lambda {lambda} \
         --epochs {epochs} --rates {} {} --seed {seed}",
        env!("CARGO_PKG_VERSION"),
        args.game,
        rates[0],
        rates[1]
    )
}
