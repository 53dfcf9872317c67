//! The net of the backgammon player, learned by play or from games of others.

use std::path::Path;
use std::sync::Arc;

use henge::bots::backgammon_match::{Chooser, PairMatch, by_rule};
use henge::bots::file::{MOST_BYTES, read_file};
use henge::bots::neural::evaluator::{Evaluator, Judge, Tables};
use henge::bots::neural::training::{Plan, Stage, Trainer, TrainingTarget};
use henge::bots::neural::{self, NeuralBot};
use henge::learn::data::Target;
use henge::learn::net::{Activation, Net};
use henge::learn::training::{Measure, Training};
use henge::spec::Spec;
use henge::{Playable, Registry};
use henge_arena::{Contest, PlayersElsewhere};

use super::contest;
use super::learn_games;
use super::learn_run::Course;
use crate::args::{BackgammonArgs, Hidden, MethodName};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::paths::Paths;
use crate::setup;

pub fn run(args: &BackgammonArgs, registry: &Registry, output: &Output) -> Result<Done, Fault> {
    let plan = plan(args)?;
    Paths::default()
        .reads("--begin", args.begin.as_deref())
        .reads("--data", args.run.data.as_deref())
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
    let mut trainer = Trainer::new(plan.clone(), Arc::clone(&tables), begin)
        .map_err(|error| Fault::Call(error.to_string()))?;
    let game = registry.game("backgammon")?;
    if let Some(path) = &args.run.data {
        let (examples, _) = learn_games::read(path, &game, Target::Result, registry)?;
        let read = trainer.learn_from(&**game.rules(), &examples);
        read.map_err(|error| Fault::Data(format!("{}: {error}", path.display())))?;
    }
    let course = Course {
        args: &args.run,
        registry,
        game: &game,
        name: "backgammon",
        provenance: provenance(args, &plan),
        file: &args.output,
        bot: (Spec::new("neural"), "net"),
        games: None,
        seconds: Some(args.progress),
    };
    let executor = contest::players(&args.host, &args.run)?;
    let players = executor.as_deref().map(|executor| PlayersElsewhere {
        game: &game,
        course: henge_arena::Course::Own(plan.to_text()),
        executor,
    });
    let measure = measure(args, &game, &tables)?;
    let outcome = course.run(Box::new(trainer), players, measure, output)?;
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
    let (against, name): (Box<dyn Chooser + Send>, _) = match args.run.against.as_deref() {
        None => (Box::new(by_rule), "a simple rule"),
        Some(file) if Path::new(file).is_file() => {
            let path = Path::new(file);
            (Box::new(Evaluator::new(&judge(read_net(path)?, path, tables)?)), file)
        }
        Some(bot) => {
            let tables = Arc::clone(tables);
            let contest = Contest::new(game, bot, games)?
                .opening(0)
                .seed(args.seed)
                .threads(setup::threads(args.host.threads))
                .seat(move |game, weights| seated(game, weights, &tables));
            return Ok(Some(Box::new(contest)));
        }
    };
    let tables = Arc::clone(tables);
    let learned = move |net: &[u8]| -> Result<Box<dyn Chooser>, String> {
        let judge = Judge::from_bytes(net, Arc::clone(&tables));
        Ok(Box::new(Evaluator::new(&judge.map_err(|error| error.to_string())?)))
    };
    Ok(Some(Box::new(PairMatch {
        against,
        name: name.to_string(),
        learned: Box::new(learned),
        pairs: games.div_ceil(2),
        seed: args.seed,
    })))
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
    let fits = match args.run.data {
        Some(_) => &[MethodName::Results][..],
        None => &[MethodName::Td, MethodName::Results],
    };
    let method = learn_games::method(args.run.method, "the net of backgammon", fits)?;
    let is_td = method == MethodName::Td;
    let lambda = args.lambda.unwrap_or(if is_td { 0.5 } else { 1.0 });
    if !(0.0..=1.0).contains(&lambda) {
        return Err(Fault::Call(format!("lambda must be between 0 and 1, not {lambda}")));
    }
    let lookahead = args.lookahead.unwrap_or(if is_td { args.games / 11 } else { 0 });
    let Some(games) = args.games.checked_sub(lookahead) else {
        return Err(Fault::Call(format!(
            "--lookahead is a part of --games: at most {}, not {lookahead}",
            args.games
        )));
    };
    let rates = |rates: &[f32]| match *rates {
        [from, to] if from > 0.0 && to > 0.0 && from <= 1.0 && to <= 1.0 => Ok([from, to]),
        _ => Err(Fault::Call("rates are two numbers above 0, and 1 at most".into())),
    };
    let quick = Stage {
        lesson: TrainingTarget::Next { lambda },
        games,
        round: 50,
        passes: 1,
        batch: 64,
        rates: rates(&args.rates)?,
    };
    let slow = Stage {
        lesson: TrainingTarget::AllRolls,
        games: lookahead,
        round: 400,
        passes: 4,
        batch: 64,
        rates: rates(&args.lookahead_rates)?,
    };
    let stages = match args.run.data {
        Some(_) => vec![Stage { games: 0, passes: args.epochs, ..quick }],
        None => vec![quick, slow],
    };
    let hidden = args.hidden.iter().map(|&width| width as usize).collect();
    let activation = match args.activation {
        Hidden::Sigmoid => Activation::Sigmoid,
        Hidden::Relu => Activation::Relu,
    };
    let threads = setup::threads(args.host.threads);
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
fn provenance(args: &BackgammonArgs, plan: &Plan) -> String {
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
    let from = match (&args.run.data, &plan.stages[..]) {
        (Some(path), _) => format!("--data {} --epochs {}", path.display(), args.epochs),
        (None, [Stage { lesson: TrainingTarget::Next { lambda }, .. }, slow, ..]) => format!(
            "--games {} --lookahead {} --lambda {lambda} --lookahead-rates {} {}",
            args.games, slow.games, slow.rates[0], slow.rates[1]
        ),
        _ => String::new(),
    };
    format!(
        "henge {}: henge learn backgammon --hidden {hidden} --activation {activation} {from} \
         --rates {} {} --seed {}{begin}",
        env!("CARGO_PKG_VERSION"),
        args.rates[0],
        args.rates[1],
        args.seed
    )
}
