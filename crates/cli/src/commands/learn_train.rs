//! Weights, nets and tables of any game that has features: learned by play or from data, measured on
//! the way, and ready to be played.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Instant;

use henge::bots::learning::{Doing, Method, Plan};
use henge::core::spec::Spec;
use henge::learn::data;
use henge::{Pattern, Playable, Training};
use serde_json::json;

use super::learn_curve::{Curves, Point, Run};
use super::learn_measure::{Gauge, Strength};
use crate::args::{MethodName, PlayArgs, TargetName, TrainArgs};
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, quoted, thousands, write_bytes};
use crate::paths::Paths;
use crate::setup;

/// A data set that is being read.
type DataFile = data::Reader<BufReader<File>>;

fn open(path: &Path) -> Result<DataFile, Fault> {
    let file = File::open(path).map_err(|error| Fault::file(path, &error))?;
    data::Reader::new(BufReader::with_capacity(1 << 20, file))
        .map_err(|error| Fault::Data(format!("{}: {error}", path.display())))
}

pub fn run(args: &TrainArgs, pattern: &Pattern, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .game(&args.game)
        .reads("--data", args.data.as_deref())
        .writes("--checkpoint", args.checkpoint.as_deref())
        .writes("--curve", args.curve.as_deref())
        .writes("-o", Some(&args.output))
        .check()?;
    let game = henge::game(&args.game)?;
    let Some(lab) = game.laboratory() else {
        return Err(Fault::Call(format!("{} has no features to learn from", game.rules().name())));
    };
    if args.data.is_some() && *pattern == Pattern::Table {
        let why = "a table is learned by play alone: data hold features, and no codes";
        return Err(Fault::Call(why.into()));
    }
    let plan = plan(args, pattern, game.rules().start().moves().len());
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
    let mut training = lab.begin(pattern, &features, &plan).map_err(call)?;
    if let Some(path) = &args.checkpoint
        && let Some(bytes) = setup::read_if_there(path)?
    {
        let wrong = |error| Fault::Data(format!("{}: {error}", path.display()));
        training.resume(&bytes).map_err(wrong)?;
    }
    let provenance = provenance(args, pattern, &plan);
    let course = Course {
        args,
        plan: &plan,
        gauge: Gauge::new(args, &game, &plan)?,
        began: Instant::now(),
        provenance: &provenance,
        output,
    };
    let mut curves = Curves::default();
    let mut run = Run::open(args, &game, &provenance, training.rounds() > 0);
    let stopped = match data {
        Some(data) => course.study(data, &mut *training, &mut curves, &mut run)?,
        None => course.play(&mut *training, &mut curves, &mut run)?,
    };
    if let Some(path) = &args.curve {
        curves.draw(path, &args.game)?;
    }
    if stopped {
        run.end("stopped", "");
        output.line(match (&args.checkpoint, training.rounds()) {
            (Some(path), 1..) => {
                format!("Stopped; the same command goes on from {}.", path.display())
            }
            _ => "Stopped; nothing was written.".into(),
        })?;
        return Ok(Done::Interrupted);
    }
    let bytes = training.to_bytes(&provenance);
    write_bytes(&args.output, &bytes).map_err(|error| Fault::file(&args.output, &error))?;
    course.finish(&game, &curves, &mut run)
}

fn call(error: henge::LabError) -> Fault {
    Fault::Call(error.to_string())
}

/// What was asked for, and what suits the method where nothing was said. In a game that begins with
/// so many moves to choose from, nobody can look far ahead in thousands of games.
fn plan(args: &TrainArgs, pattern: &Pattern, n_moves: usize) -> Plan {
    let usual = match (pattern, args.method) {
        (Pattern::Table, None | Some(MethodName::Td)) => Plan::table(),
        (Pattern::Table, Some(MethodName::Results)) => {
            Plan { method: Method::Results, lambda: 1.0, ..Plan::table() }
        }
        (_, None | Some(MethodName::Results)) => Plan::default(),
        (_, Some(MethodName::Td)) => Plan::td(),
    };
    let usual = if matches!(pattern, Pattern::Net(_)) { usual.for_net() } else { usual };
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

/// Everything that a call has brought together.
struct Course<'a> {
    args: &'a TrainArgs,
    plan: &'a Plan,
    gauge: Gauge,
    began: Instant,
    provenance: &'a str,
    output: &'a Output,
}

impl Course<'_> {
    /// Learns by play; true if it was stopped.
    fn play(
        &self,
        training: &mut dyn Training,
        curves: &mut Curves,
        run: &mut Run,
    ) -> Result<bool, Fault> {
        let (args, plan, stop) = (self.args, self.plan, setup::stop_flag());
        let every = args.every.unwrap_or_else(|| (plan.rounds / 10).max(1));
        loop {
            let bar = Mutex::new(progress("learning"));
            let number = training.rounds() + 1;
            let tell = |doing: Doing| {
                let Ok(bar) = bar.lock() else { return };
                let what = match doing {
                    Doing::Playing(games) => format!("{games} of {} games", plan.games),
                    Doing::Learning(epoch) => format!("learning, {epoch} of {}", plan.epochs),
                };
                bar.set_message(format!("round {number} of {}: {what}", plan.rounds));
            };
            let round = training.round(stop, &tell);
            if let Ok(bar) = bar.lock() {
                bar.finish_and_clear();
            }
            let Some(round) = round else { return Ok(training.rounds() < plan.rounds) };
            if let Some(path) = &args.checkpoint {
                let bytes = training.checkpoint();
                write_bytes(path, &bytes).map_err(|error| Fault::file(path, &error))?;
            }
            let last = round.round == round.of;
            let due = last || round.round.is_multiple_of(every);
            let strength = match due {
                true => self.gauge.measure(&training.to_bytes(self.provenance))?,
                false => None,
            };
            let point = Point {
                round: round.round,
                games: round.games,
                positions: round.positions as u64,
                loss: round.loss,
                unseen: round.unseen,
                strength,
                seconds: self.began.elapsed().as_secs_f64(),
            };
            curves.push(point);
            run.add(&point);
            if due {
                self.report(&point, curves)?;
            }
            if strength.is_some_and(|strength| strength.passed == Some(true)) {
                if !args.json {
                    let than = self.gauge.against();
                    self.output.line(format!("The test is passed: it is stronger than {than}."))?;
                }
                return Ok(false);
            }
            if stop.load(SeqCst) && !last {
                return Ok(true);
            }
        }
    }

    /// Learns from a file; true if it was stopped.
    fn study(
        &self,
        (path, mut reader): (&Path, DataFile),
        training: &mut dyn Training,
        curves: &mut Curves,
        run: &mut Run,
    ) -> Result<bool, Fault> {
        let wrong = |why: String| Fault::Data(format!("{}: {why}", path.display()));
        let target = match self.args.target {
            TargetName::Result => data::Target::Result,
            TargetName::Score => data::Target::Score,
            TargetName::Mixed => data::Target::Mixed(self.args.lambda.unwrap_or(0.5)),
        };
        let samples =
            data::samples(&mut reader, target).map_err(|error| wrong(error.to_string()))?;
        let games = reader.games().unwrap_or_default();
        let stop = setup::stop_flag();
        let bar = progress("learning");
        let studied = training.study(&samples, stop, &mut |epoch, (loss, unseen)| {
            bar.set_message(format!("{epoch} of {} times, loss {loss:.4}", self.plan.epochs));
            let point = Point {
                round: epoch,
                games,
                positions: samples.len() as u64,
                loss,
                unseen: Some(unseen),
                strength: None,
                seconds: self.began.elapsed().as_secs_f64(),
            };
            curves.push(point);
            run.add(&point);
        });
        bar.finish_and_clear();
        studied.map_err(call)?;
        if stop.load(SeqCst) {
            return Ok(true);
        }
        let strength = self.gauge.measure(&training.to_bytes(self.provenance))?;
        if let Some(last) = curves.last_mut() {
            last.strength = strength;
            last.seconds = self.began.elapsed().as_secs_f64();
            let last = *last;
            run.add(&last);
            self.report(&last, curves)?;
        }
        Ok(false)
    }

    /// A line for people or machines, and the curve where somebody watches.
    fn report(&self, point: &Point, curves: &Curves) -> Result<(), Fault> {
        if self.args.json {
            return self.output.line(point.json());
        }
        let unseen = point.unseen.map_or(String::new(), |loss| format!(", unseen {loss:.4}"));
        let strength = point.strength.map_or(String::new(), |strength| {
            let against = self.gauge.against();
            format!(", {} against {against}", strength.in_words())
        });
        self.output.line(format!(
            "{:6.0} s: {} games, loss {:.4}{unseen}{strength}",
            point.seconds,
            thousands(point.games),
            point.loss
        ))?;
        curves.show();
        Ok(())
    }

    /// Says how to play it, and does so if asked to.
    fn finish(&self, game: &Playable, curves: &Curves, run: &mut Run) -> Result<Done, Fault> {
        let file = self.args.output.display().to_string();
        let bot = Spec::new("trained").with("weights", &file).to_string();
        let play = format!("henge play {} --second {}", quoted(&self.args.game), quoted(&bot));
        run.end(&file, &play);
        if self.args.json {
            let strength = curves.last().and_then(|point| point.strength);
            self.output.json(&json!({
                "file": file, "play": play, "bot": bot,
                "score": strength.map(Strength::score),
            }))?;
            return Ok(Done::Finished);
        }
        self.output.line(format!("What was learned is in {file}; to play against it:"))?;
        self.output.line(format!("  {play}"))?;
        if !self.args.play {
            return Ok(Done::Finished);
        }
        let name = Some(game.rules().name().to_string());
        let seats = PlayArgs { game: name, second: Some(bot), ..PlayArgs::default() };
        crate::play::run(seats, &henge::Registry::standard(), self.output)
    }
}

/// What the file says about itself: the command that makes the same again.
fn provenance(args: &TrainArgs, pattern: &Pattern, plan: &Plan) -> String {
    let (what, hidden) = match pattern {
        Pattern::Weights => ("weights", String::new()),
        Pattern::Net(hidden) => {
            let hidden: Vec<String> = hidden.iter().map(usize::to_string).collect();
            ("net", format!(" --hidden {}", hidden.join(",")))
        }
        Pattern::Table => ("table", String::new()),
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
