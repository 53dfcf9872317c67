//! Work in a process of its own: jobs come in as lines, results go out as lines.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use henge::search::KeepTables;
use henge::{Playable, Registry};
use serde::{Deserialize, Serialize};

use crate::ArenaError;
use crate::executor::no_thread;
use crate::job::Played;
use crate::order::{Done, JOBS, Order, PartDone, SelfPlayDone};
use crate::plan::SCHEDULE;

/// Whose jobs a worker takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Those of its own user: they may name files and programs of this machine.
    Own,
    /// Those of whoever can write to it: games and bots by name, with options that a stranger may give.
    Strangers,
}

/// What driver and worker must agree on: another version may play other games.
pub fn protocol() -> String {
    format!("henge {}, schedule {SCHEDULE}, jobs {JOBS}", env!("CARGO_PKG_VERSION"))
}

/// What a worker says before anything else.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// Its [`protocol`].
    pub protocol: String,
    /// How many jobs it does at a time.
    pub threads: usize,
    /// On what they run.
    pub processor: String,
    /// How many seconds of work it wants in advance, if not the usual number: one that serves many others needs more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead: Option<f64>,
}

impl Hello {
    /// Of a worker on this machine.
    fn here(threads: usize) -> Hello {
        Hello { protocol: protocol(), threads, processor: processor(), ahead: None }
    }

    /// Reads the first line of a worker, which must be of our version.
    pub(crate) fn read(line: &str) -> Result<Hello, String> {
        let hello: Hello = serde_json::from_str(line).map_err(|_| {
            let line: String = line.trim().chars().take(100).collect();
            format!("the worker should say which version it is, and says {line:?}")
        })?;
        match hello.protocol == protocol() {
            true => Ok(hello),
            false => Err(format!(
                "the worker is {}, and this is {}: install the same version on both sides",
                hello.protocol,
                protocol()
            )),
        }
    }
}

/// What the processor is called.
pub fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.trim().into())
}

/// What a worker answers to a job.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The number of the job.
    pub number: u64,
    /// The game of a contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    /// The part of a proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<PartDone>,
    /// Games to learn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<SelfPlayDone>,
    /// How long the work took, that is for a game how long the bots have thought, in microseconds.
    #[serde(default)]
    thinking: u64,
    /// What went wrong otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Answer {
    /// Reads a line; nothing if it is no answer.
    pub(crate) fn read(line: &str) -> Option<Answer> {
        serde_json::from_str(line).ok()
    }

    /// What was done, or what went wrong; nothing if it is neither.
    pub(crate) fn result(self) -> Option<Result<Done, String>> {
        if let Some(error) = self.error {
            return Some(Err(error));
        }
        let spent = Duration::from_micros(self.thinking);
        let done = match (self.part, self.games) {
            (Some(part), _) => Done::Part(PartDone { spent, ..part }),
            (_, Some(games)) => Done::SelfPlay(SelfPlayDone { spent, ..games }),
            _ => Done::Game(Played { thinking: spent, ..Played::read(&self.played?)? }),
        };
        (done.number() == self.number).then_some(Ok(done))
    }
}

/// Does jobs one after the other.
pub struct Worker {
    games: Registry,
    trust: Trust,
    /// The jobs of a run are all of one game.
    known: Option<(String, Playable)>,
}

impl Worker {
    /// A worker who knows these games.
    pub fn new(games: Registry, trust: Trust) -> Worker {
        Worker { games, trust, known: None }
    }

    /// Does a job, an [`Order`] as JSON, and answers with a line. A job that cannot be done is answered with
    /// an error; what is no job at all is one.
    pub fn answer(&mut self, line: &str) -> Result<String, ArenaError> {
        let order = Order::read(line)
            .map_err(|error| ArenaError::Worker(format!("this is no job: {error}")))?;
        let stop = AtomicBool::new(false);
        let result = self.game(&order).and_then(|game| order.carry_out(game, &stop));
        let mut answer = Answer { number: order.number(), ..Answer::default() };
        if let Ok(done) = &result {
            answer.thinking = done.spent().as_micros() as u64;
        }
        match result {
            Ok(Done::Game(played)) => answer.played = Some(played.write()),
            Ok(Done::Part(part)) => answer.part = Some(part),
            Ok(Done::SelfPlay(games)) => answer.games = Some(games),
            Err(error) => answer.error = Some(error.to_string()),
        }
        Ok(serde_json::to_string(&answer).expect("plain texts and numbers"))
    }

    /// The game of a job, whose bots may be made.
    fn game(&mut self, order: &Order) -> Result<&Playable, ArenaError> {
        let name = order.game();
        if self.known.as_ref().is_none_or(|(known, _)| known != name) {
            self.known = None;
        }
        let game = match self.known.take() {
            Some((_, game)) => game,
            None if self.trust == Trust::Own => self.games.game(name)?,
            None => self.games.game_of_stranger(name, None)?,
        };
        let (_, game) = self.known.insert((name.into(), game));
        if self.trust == Trust::Strangers
            && let Order::Game(job) = order
        {
            for bot in &job.bots {
                game.bot_of_stranger(bot)?;
            }
        }
        Ok(game)
    }
}

/// Says hello, and then does a job for every line of `input`, the given number at a time, each an [`Order`] as JSON, and
/// answers with a line each, until the input ends. With several threads the answers come in any order.
pub fn work(
    games: &Registry,
    trust: Trust,
    threads: usize,
    input: impl BufRead,
    output: impl Write + Send,
) -> Result<(), ArenaError> {
    let threads = threads.max(1);
    let output = Mutex::new(output);
    let write = |line: &str| {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{line}").and_then(|()| output.flush())
    };
    let hello = serde_json::to_string(&Hello::here(threads)).expect("plain texts and numbers");
    if write(&hello).is_err() {
        return Ok(());
    }
    // Jobs are read as they come, so that who sends them never waits.
    let (sender, jobs) = mpsc::channel::<(usize, String)>();
    let jobs = Mutex::new(jobs);
    let fault = Mutex::new(None::<ArenaError>);
    let failed = || fault.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        for n in 0..threads {
            let started = thread::Builder::new().spawn_scoped(scope, || {
                let _kept = KeepTables::new();
                let mut worker = Worker::new(games.clone(), trust);
                loop {
                    let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((n, line)) = next else { break };
                    let wrong = |error: String| ArenaError::Worker(format!("line {n}: {error}"));
                    let answered = worker.answer(&line).map_err(|error| wrong(error.to_string()));
                    let done = answered.and_then(|answer| match write(&answer) {
                        // Nobody waits for it any more.
                        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                        done => done.map_err(|error| wrong(error.to_string())),
                    });
                    if let Err(error) = done {
                        failed().get_or_insert(error);
                        break;
                    }
                }
            });
            match started {
                Ok(_) => {}
                Err(_) if n > 0 => break,
                Err(error) => return Err(no_thread(&error)),
            }
        }
        for (n, line) in (1..).zip(input.lines()) {
            let line = line.map_err(|error| ArenaError::Worker(format!("line {n}: {error}")))?;
            if !line.trim().is_empty() && sender.send((n, line)).is_err() || failed().is_some() {
                break;
            }
        }
        drop(sender);
        Ok(())
    })?;
    fault.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}
