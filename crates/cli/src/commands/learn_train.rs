//! Weights, nets and tables of any game that has features: learned by play or from data, measured on
//! the way, and ready to be played.

use henge::learn::data::Target;
use henge::learn::training::{Measure, Method, Plan};
use henge::spec::Spec;
use henge::{Model, Playable, Registry, Trainable};
use henge_arena::{Contest, PlayersElsewhere};

use super::contest;
use super::learn_games;
use super::learn_run::Course;
use crate::args::{MethodName, TargetName, TrainArgs};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::paths::Paths;
use crate::setup;

pub fn run(
    args: &TrainArgs,
    model: &Model,
    registry: &Registry,
    output: &Output,
) -> Result<Done, Fault> {
    Paths::default()
        .game(&args.game)
        .reads("--data", args.run.data.as_deref())
        .writes("--checkpoint", args.run.checkpoint.as_deref())
        .writes("--curve", args.run.curve.as_deref())
        .writes("-o", Some(&args.output))
        .check()?;
    let game = registry.game(&args.game)?;
    let Some(trainable) = game.trainable() else {
        let name = game.rules().name();
        return Err(Fault::Call(format!("{name} has no features, and so no weights to learn")));
    };
    let plan = plan(args, model, game.rules().start().moves().len())?;
    let data = match &args.run.data {
        Some(path) => Some(learn_games::read(path, &game, target(args), registry)?),
        None => None,
    };
    let call = |error: &dyn std::fmt::Display| Fault::Call(error.to_string());
    let found = data.as_ref().and_then(|(_, features)| features.as_deref());
    let features = features(args, model, trainable, found);
    let mut training = trainable.begin(model, features, &plan).map_err(|error| call(&error))?;
    let measure = measure(args, &game, &plan)?;
    if let Some((examples, _)) = &data {
        training.learn_from(&**game.rules(), examples).map_err(|error| call(&error))?;
    }
    let executor = contest::players(&args.host, &args.run)?;
    let players = executor.as_deref().map(|executor| PlayersElsewhere {
        game: &game,
        course: henge_arena::Course::Features {
            model: model.clone(),
            features: features.into(),
            plan: plan.clone(),
        },
        executor,
    });
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
    let outcome = course.run(training, players, measure, output)?;
    course.finish(outcome, output)
}

/// What a position of a file teaches.
fn target(args: &TrainArgs) -> Target {
    match args.target {
        TargetName::Result => Target::Result,
        TargetName::Score => Target::Score,
        TargetName::Mixed => Target::Mixed(args.lambda.unwrap_or(0.5)),
    }
}

/// The features that were asked for, or those of the data if they suit what is learned; the usual ones
/// otherwise.
fn features<'a>(
    args: &'a TrainArgs,
    model: &Model,
    trainable: &dyn Trainable,
    found: Option<&'a str>,
) -> &'a str {
    let suits = |name: &&str| {
        let mut sets = trainable.feature_sets().into_iter();
        sets.any(|set| set.name == *name && set.n_features.is_some() == (*model != Model::Table))
    };
    match args.features.as_str() {
        "" => found.filter(suits).unwrap_or_default(),
        asked => asked,
    }
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
        .threads(setup::threads(args.host.threads));
    Ok(Some(Box::new(contest)))
}

/// What was asked for, and what suits the method where nothing was said. In a game that begins with
/// so many moves to choose from, nobody can look far ahead in thousands of games.
fn plan(args: &TrainArgs, model: &Model, n_moves: usize) -> Result<Plan, Fault> {
    let what = match model {
        Model::Weights => "weights",
        Model::Net(_) => "a net",
        Model::Table => "a table",
    };
    let method = match (&args.run.data, model) {
        (Some(_), _) => {
            let what = format!("{what} from --data");
            learn_games::method(args.run.method, &what, &[MethodName::Results])?
        }
        (None, Model::Table) => {
            learn_games::method(args.run.method, what, &[MethodName::Td, MethodName::Results])?
        }
        (None, _) => {
            learn_games::method(args.run.method, what, &[MethodName::Results, MethodName::Td])?
        }
    };
    let usual = match (model, method) {
        (Model::Table, MethodName::Results) if args.run.data.is_none() => {
            Plan { method: Method::Results, lambda: 1.0, ..Plan::table() }
        }
        (Model::Table, _) => Plan::table(),
        (_, MethodName::Td) => Plan::td(),
        _ => Plan::default(),
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
    Ok(Plan {
        rounds: args.rounds.unwrap_or(usual.rounds),
        games: args.games.unwrap_or(usual.games),
        depth: args.depth.unwrap_or(usual.depth.min(affordable)),
        lambda: args.lambda.unwrap_or(usual.lambda),
        explore: args.explore.unwrap_or(usual.explore),
        opening: args.opening.unwrap_or(usual.opening),
        epochs: args.epochs.unwrap_or(usual.epochs),
        rates,
        seed: args.seed,
        threads: setup::threads(args.host.threads),
        ..usual
    })
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
    let from = match &args.run.data {
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
