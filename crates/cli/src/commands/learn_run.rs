//! A run of learning as the command line shows it, whatever is learned: progress, reports, the log for
//! the page of the server, curves, checkpoints, and a game at the end.

use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use henge::learn::stats::{Hypotheses, Scale};
use henge::learn::training::{
    CurvePoint, LearningCurve, Measure, Progress, RunEnd, RunError, Training, TrainingRun,
};
use henge::spec::Spec;
use henge::{Playable, Registry};
use henge_arena::PlayersElsewhere;
use serde_json::{Value, json};

use crate::args::{PlayArgs, RunArgs};
use crate::fault::{Done, Fault};
use crate::output::{Output, aside, progress, quoted, thousands, write_bytes, write_file};
use crate::setup;

/// What a run of learning is about.
pub struct Course<'a> {
    pub args: &'a RunArgs,
    pub registry: &'a Registry,
    pub game: &'a Playable,
    /// The game as the user has named it.
    pub name: &'a str,
    /// What the file says about itself: the command that makes the same again.
    pub provenance: String,
    /// The file of what is learned.
    pub file: &'a Path,
    /// The bot that plays with the file, without the option that names it, and that option.
    pub bot: (Spec, &'static str),
    /// Games of a round, where that is known; for people who wait.
    pub games: Option<u64>,
    /// Measure, report and keep checkpoints at this interval in seconds, instead of by rounds.
    pub seconds: Option<f64>,
}

/// What came of it.
pub struct Outcome {
    pub weights: Vec<u8>,
    pub curve: LearningCurve,
    pub end: RunEnd,
    is_kept: bool,
    log: Log,
}

impl Course<'_> {
    /// Learns until all is done, a test is passed, or somebody stops it.
    pub fn run<'t>(
        &'t self,
        mut training: Box<dyn Training + 't>,
        players: Option<PlayersElsewhere<'t>>,
        measure: Option<Box<dyn Measure + 't>>,
        output: &Output,
    ) -> Result<Outcome, Fault> {
        let args = self.args;
        if let Some(path) = &args.checkpoint
            && let Some(bytes) = setup::read_if_there(path)?
        {
            let wrong = |error| Fault::Data(format!("{}: {error}", path.display()));
            training.resume(&bytes).map_err(wrong)?;
        }
        let (begun, of) = (training.rounds(), training.of());
        let against = measure.as_ref().map(|measure| measure.opponent()).unwrap_or_default();
        let mut log = Log::open(self, &against, begun > 0);
        let bar = Bar::default();
        let mut round = begun + 1;
        let now = Mutex::new(round);
        let tell = |what: Progress| {
            let round = now.lock().map_or(0, |now| *now);
            let rounds = format!("round {round} of {of}");
            match what {
                Progress::Playing(n) => match self.games {
                    Some(games) => bar.tell("learning", format!("{rounds}: {n} of {games} games")),
                    None => bar.tell("learning", format!("{rounds}: {n} games")),
                },
                Progress::Learning(n) => bar.tell("learning", format!("{rounds}: pass {n}")),
                Progress::Measuring(games) => bar.tell("measuring", format!("{games} games")),
            }
        };
        let mut run = TrainingRun::new(training)
            .provenance(&self.provenance)
            .stop_flag(setup::stop_flag())
            .progress(tell);
        if let Some(players) = players {
            run = run.played_by(players);
        }
        if let Some(measure) = measure {
            run = run.measure(measure);
        }
        if let Some(rounds) = args.every {
            run = run.every(rounds);
        } else if let Some(seconds) = self.seconds {
            let mut last = Instant::now();
            run = run.when(move |_| {
                let due = last.elapsed().as_secs_f64() >= seconds;
                if due {
                    last = Instant::now();
                }
                due
            });
        }
        if let Some(test) = test(args)? {
            run = run.stop(test);
        }
        if let Some(path) = &args.checkpoint {
            let keep = move |bytes: &[u8]| write_bytes(path, bytes);
            run = match self.seconds {
                Some(_) => run.checkpoint_when_due(keep),
                None => run.checkpoint(keep),
            };
        }
        while let Some(point) = run.step().map_err(|error| self.fault(error))? {
            bar.clear();
            log.add(&point);
            round += 1;
            if let Ok(mut now) = now.lock() {
                *now = round;
            }
            if point.is_due {
                self.report(&point, run.curve(), &against, output)?;
            }
        }
        bar.clear();
        if let Some(path) = &args.curve {
            let svg = run.curve().svg(self.name);
            write_file(path, &svg).map_err(|error| Fault::file(path, &error))?;
        }
        let end = run.end().unwrap_or(RunEnd::Complete);
        if end == RunEnd::Passed && !args.json {
            output.line(format!("The test is passed: it is stronger than {against}."))?;
        }
        let is_kept = args.checkpoint.is_some() && run.training().rounds() > 0;
        let (weights, curve) = (run.weights(), run.curve().clone());
        drop(run);
        Ok(Outcome { weights, curve, end, is_kept, log })
    }

    /// Says that it was stopped, and whether it can go on.
    pub fn stopped(&self, mut outcome: Outcome, output: &Output) -> Result<Done, Fault> {
        outcome.log.end("stopped", "");
        output.line(match self.args.checkpoint.as_ref().filter(|_| outcome.is_kept) {
            Some(path) => format!("Stopped; the same command resumes from {}.", path.display()),
            None => "Stopped; nothing was written.".into(),
        })?;
        Ok(Done::Interrupted)
    }

    fn fault(&self, error: RunError) -> Fault {
        match (error, &self.args.checkpoint) {
            (RunError::Checkpoint(error), Some(path)) => Fault::file(path, &error),
            (error, _) => Fault::Data(error.to_string()),
        }
    }

    /// A line for people or machines, and the curve where somebody watches.
    fn report(
        &self,
        point: &CurvePoint,
        curve: &LearningCurve,
        against: &str,
        output: &Output,
    ) -> Result<(), Fault> {
        if self.args.json {
            return output.line(point.json());
        }
        let round = &point.round;
        // A game more says nothing by itself.
        if round.loss.is_none() && point.strength.is_none() {
            return Ok(());
        }
        let loss = round.loss.map_or(String::new(), |loss| format!(", loss {loss:.4}"));
        let unseen = round.unseen.map_or(String::new(), |loss| format!(", unseen {loss:.4}"));
        let strength = point
            .strength
            .map_or(String::new(), |found| format!(", {} against {against}", found.in_words()));
        // Without seconds, so that the same run prints the same; they stand in the log and in --json.
        output.line(format!(
            "round {:>3}: {} games{loss}{unseen}{strength}",
            round.round,
            thousands(round.games)
        ))?;
        show(curve);
        Ok(())
    }

    /// Writes what was learned, says how to play it, and does so if asked to; unless it was stopped.
    pub fn finish(&self, mut outcome: Outcome, output: &Output) -> Result<Done, Fault> {
        if outcome.end == RunEnd::Stopped {
            return self.stopped(outcome, output);
        }
        write_bytes(self.file, &outcome.weights).map_err(|error| Fault::file(self.file, &error))?;
        let file = self.file.display().to_string();
        let bot = self.second();
        let play = format!("henge play {} --second {}", quoted(self.name), quoted(&bot));
        outcome.log.end(&file, &play);
        if self.args.json {
            let strength = outcome.curve.last().and_then(|point| point.strength);
            output.json(&json!({
                "file": file, "play": play, "bot": bot,
                "score": strength.map(|strength| strength.score.mid),
            }))?;
            return Ok(Done::Finished);
        }
        output.line(format!("What was learned is in {file}; to play against it:"))?;
        output.line(format!("  {play}"))?;
        self.play(output)
    }

    /// The bot that plays with the file.
    fn second(&self) -> String {
        let (bot, option) = &self.bot;
        bot.clone().with(option, self.file.display()).to_string()
    }

    /// Plays with what was learned, if somebody has asked for it.
    pub fn play(&self, output: &Output) -> Result<Done, Fault> {
        if !self.args.play {
            return Ok(Done::Finished);
        }
        let (game, second) = (Some(self.game.rules().name().to_string()), Some(self.second()));
        crate::play::run(PlayArgs { game, second, ..PlayArgs::default() }, self.registry, output)
    }
}

/// The test that ends a run.
fn test(args: &RunArgs) -> Result<Option<Hypotheses>, Fault> {
    let Some((low, high)) = args.stop_sprt else { return Ok(None) };
    let test = Hypotheses { low, high, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    test.check().map_err(|error| Fault::Call(error.to_string()))?;
    Ok(Some(test))
}

/// Draws into the terminal, where somebody watches.
fn show(curve: &LearningCurve) {
    if !std::io::stderr().is_terminal() || curve.points().len() < 3 {
        return;
    }
    aside(curve.loss("").text(60, 8));
    if curve.n_measured() > 1 {
        aside(curve.strength("").text(60, 6));
    }
}

/// A line that says what is going on, until there is something to print.
#[derive(Default)]
struct Bar(Mutex<Option<(&'static str, crate::output::Progress)>>);

impl Bar {
    fn tell(&self, what: &'static str, message: String) {
        let Ok(mut bar) = self.0.lock() else { return };
        if bar.as_ref().is_none_or(|(of, _)| *of != what)
            && let Some((_, old)) = bar.replace((what, progress(what)))
        {
            old.finish_and_clear();
        }
        if let Some((_, bar)) = &*bar {
            bar.set_message(message);
        }
    }

    fn clear(&self) {
        if let Some((_, bar)) = self.0.lock().ok().and_then(|mut bar| bar.take()) {
            bar.finish_and_clear();
        }
    }
}

/// The log of a run, a line for each point, in the folder `runs` of the user's place. It is there for
/// those who look on: where it cannot be written, learning goes on without it.
struct Log {
    file: Option<File>,
}

/// Ends a line that a killed run has left unfinished, so that the next one is a line of its own.
fn end_the_line(file: &mut File) -> std::io::Result<()> {
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != [b'\n'] { file.write_all(b"\n") } else { Ok(()) }
}

impl Log {
    /// Begins a log, or goes on with it.
    fn open(course: &Course<'_>, against: &str, go_on: bool) -> Log {
        let stem = course.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = course.args.name.clone().or(stem).unwrap_or_else(|| "run".into());
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' };
        let name: String = name.chars().map(plain).take(80).collect();
        let open = || {
            let folder = henge::home()?.join("runs");
            std::fs::create_dir_all(&folder).ok()?;
            let path = folder.join(format!("{name}.jsonl"));
            let mut options = OpenOptions::new();
            options.create(true).read(go_on).write(true).append(go_on).truncate(!go_on);
            let mut file = options.open(path).ok()?;
            if go_on {
                end_the_line(&mut file).ok()?;
            }
            Some(file)
        };
        let mut log = Log { file: open() };
        if !go_on {
            let began = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
            log.line(&json!({
                "run": 1, "game": course.game.rules().name(),
                "title": course.game.rules().about().title,
                "command": course.provenance, "against": against, "began": began,
            }));
        }
        log
    }

    fn add(&mut self, point: &CurvePoint) {
        self.line(&point.json());
    }

    /// Says that it is over, and where the result is.
    fn end(&mut self, file: &str, play: &str) {
        self.line(&json!({ "end": file, "play": play }));
    }

    fn line(&mut self, value: &Value) {
        if let Some(file) = &mut self.file
            && writeln!(file, "{value}").is_err()
        {
            self.file = None;
        }
    }
}
