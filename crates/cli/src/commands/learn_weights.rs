//! Weights of an evaluation, learned by play.

use std::sync::Mutex;
use std::time::Instant;

use henge::{Lesson, Lessons, Pattern};
use serde_json::{Value, json};

use crate::args::{MethodName, TrainArgs};
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands, write_bytes};
use crate::paths::Paths;
use crate::setup::{self, threads};

pub fn run(args: &TrainArgs, output: &Output) -> Result<Done, Fault> {
    let game = henge::game(&args.game)?;
    if game.laboratory().is_some() {
        return super::learn_train::run(args, &Pattern::Weights, output);
    }
    Paths::default().game(&args.game).writes("-o", Some(&args.output)).check()?;
    let Some(pupil) = game.pupil() else {
        return Err(Fault::Call(format!("{} has no weights to learn", game.rules().name())));
    };
    if args.method == Some(MethodName::Td) || args.data.is_some() || args.checkpoint.is_some() {
        let name = game.rules().name();
        return Err(Fault::Call(format!(
            "{name} learns from results of its own games, without --method td, --data and --checkpoint"
        )));
    }
    let threads = threads(args.threads);
    let (games, rounds) = (args.games.unwrap_or(4000), args.rounds.unwrap_or(3));
    let (depth, seed) = (args.depth.unwrap_or(4), args.seed);
    let lessons = Lessons { games, rounds, depth, seed, threads };
    let began = Instant::now();
    let bar = Mutex::new((progress("learning"), Vec::<Value>::new()));
    let tell = |lesson: Lesson| {
        let Ok(mut bar) = bar.lock() else { return };
        match lesson {
            Lesson::Played { round, games: n } => {
                bar.0.set_message(format!("round {round} of {rounds}: {n} of {games} games"));
            }
            Lesson::Learned { round, epoch, positions, losses: (learned, apart) } => {
                bar.0.set_message(format!(
                    "round {round} of {rounds}: {} positions, loss {learned:.4}, unseen {apart:.4}",
                    thousands(positions as u64)
                ));
                bar.1.push(json!({
                    "round": round, "epoch": epoch, "positions": positions,
                    "loss": learned, "unseen": apart,
                }));
            }
            _ => {}
        }
    };
    let learned = pupil.learn(lessons, setup::stop_flag(), &tell);
    let (bar, curve) = bar.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    bar.finish_and_clear();
    if args.json {
        for row in &curve {
            output.line(row)?;
        }
    }
    let Some(bytes) = learned else {
        output.line("Stopped; nothing was written.")?;
        return Ok(Done::Interrupted);
    };
    write_bytes(&args.output, &bytes).map_err(|error| Fault::file(&args.output, &error))?;
    if !args.json {
        let last = |key: &str| curve.last().and_then(|row| row[key].as_f64()).unwrap_or_default();
        output.line(format!(
            "{} games in {:.0} s; the last round had {} positions, loss {:.4}, on unseen ones {:.4}. \
             The weights are in {}.",
            thousands(u64::from(games) * u64::from(rounds)),
            began.elapsed().as_secs_f64(),
            thousands(last("positions") as u64),
            last("loss"),
            last("unseen"),
            args.output.display()
        ))?;
    }
    Ok(Done::Finished)
}
