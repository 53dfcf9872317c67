//! The net of the backgammon player, learned by play.

use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use henge::bots::file::{MOST_BYTES, read_file};
use henge::bots::neural::evaluator::{Judge, Tables};
use henge::bots::neural::training::{Lesson, Plan, Round, Stage, Trainer, measure};
use henge::learn::net::{Activation, Net};
use serde_json::json;

use crate::args::{BackgammonArgs, Hidden};
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands, write_bytes};
use crate::paths::Paths;
use crate::setup;

pub fn run(args: &BackgammonArgs, output: &Output) -> Result<Done, Fault> {
    let plan = plan(args)?;
    Paths::default()
        .reads("--begin", args.begin.as_deref())
        .reads("--against", args.against.as_deref())
        .writes("--checkpoint", args.checkpoint.as_deref())
        .writes("-o", Some(&args.output))
        .check()?;
    let tables = Arc::new(Tables::default());
    let begin = args.begin.as_deref().map(read_net).transpose()?;
    let against = match args.against.as_deref() {
        Some(path) => Some(judge(read_net(path)?, path, &tables)?),
        None => None,
    };
    if let (Some(net), Some(path)) = (&begin, &args.begin) {
        judge(net.clone(), path, &tables)?;
    }
    let mut trainer = Trainer::new(plan, Arc::clone(&tables), begin)
        .map_err(|error| Fault::Call(error.to_string()))?;
    if let Some(path) = &args.checkpoint
        && let Some(bytes) = setup::read_if_there(path)?
    {
        let wrong = |error| Fault::Data(format!("{}: {error}", path.display()));
        trainer.resume(&bytes).map_err(wrong)?;
    }
    let (stop, began) = (setup::stop_flag(), Instant::now());
    let bar = progress("learning");
    let mut last_report = Instant::now();
    while let Some(round) = trainer.round(stop) {
        bar.set_message(format!(
            "{} of {} games, loss {:.4}",
            thousands(round.games),
            thousands(round.of),
            round.loss
        ));
        let over = round.games == round.of;
        if over || last_report.elapsed().as_secs_f64() >= args.progress {
            if let Some(path) = &args.checkpoint {
                let bytes = trainer.to_bytes();
                write_bytes(path, &bytes).map_err(|error| Fault::file(path, &error))?;
            }
            report(args, &trainer, round, against.as_ref(), began, output)?;
            last_report = Instant::now();
        }
    }
    bar.finish_and_clear();
    if trainer.games() < trainer.of() {
        let Some(path) = &args.checkpoint else {
            output.line("Stopped; nothing was written.")?;
            return Ok(Done::Interrupted);
        };
        write_bytes(path, &trainer.to_bytes()).map_err(|error| Fault::file(path, &error))?;
        output.line(format!("Stopped; the same command goes on from {}.", path.display()))?;
        return Ok(Done::Interrupted);
    }
    let bytes = trainer.net().to_bytes(&provenance(args));
    write_bytes(&args.output, &bytes).map_err(|error| Fault::file(&args.output, &error))?;
    if !args.json {
        output.line(format!("The net is in {}.", args.output.display()))?;
    }
    Ok(Done::Finished)
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
        lesson: Lesson::Next { lambda: args.lambda },
        games: args.games,
        round: 50,
        passes: 1,
        batch: 64,
        rates: rates(&args.rates)?,
    };
    let slow = Stage {
        lesson: Lesson::AllRolls,
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

fn report(
    args: &BackgammonArgs,
    trainer: &Trainer,
    round: Round,
    against: Option<&Judge>,
    began: Instant,
    output: &Output,
) -> Result<(), Fault> {
    let strength =
        (args.measure > 0).then(|| measure(&trainer.judge(), against, args.measure, args.seed));
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        return output.json(&json!({
            "games": round.games, "of": round.of, "stage": round.stage,
            "positions": round.positions, "loss": round.loss, "rate": round.rate,
            "seconds": seconds, "points_per_game": strength.map(|found| found.points),
            "points_error": strength.map(|found| 1.96 * found.error),
        }));
    }
    let strength = strength.map_or(String::new(), |found| {
        format!(", {:+.3} ± {:.3} points a game", found.points, 1.96 * found.error)
    });
    output.line(format!(
        "{seconds:6.0} s: {} of {} games, loss {:.4}, rate {:.6}{strength}",
        thousands(round.games),
        thousands(round.of),
        round.loss,
        round.rate
    ))
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
