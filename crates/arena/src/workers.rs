//! Work by workers that somebody else launches: over ssh, by a scheduler, on a cluster.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use henge::Playable;

use crate::ArenaError;
use crate::executor::{Executor, GLANCE, Orders, Sink, no_thread, take};
use crate::order::{Done, Order};
use crate::worker::{Answer, Hello};

/// Works by workers, each started by a command line whose program speaks as [`work`](crate::work) does: one
/// that does several jobs at a time gets as many, and more to go on with. Jobs of a worker that is lost are
/// done again by others, and the worker is started anew: a job always gives the same.
#[derive(Debug, Default)]
pub struct Workers {
    /// The command lines, as a shell takes them.
    pub commands: Vec<String>,
    /// The processors on which workers have worked, each once.
    processors: Mutex<Vec<String>>,
    /// Those that wait for the next contest, by the number of their command line.
    waiting: Mutex<HashMap<usize, Link>>,
}

/// A worker that runs.
#[derive(Debug)]
struct Link {
    child: Child,
    input: ChildStdin,
    /// Its lines come through a channel, so that it never waits for a reader.
    lines: mpsc::Receiver<String>,
    /// How many jobs it does at a time.
    threads: usize,
    /// For how many seconds it has work in advance.
    ahead: f64,
}

impl Drop for Link {
    fn drop(&mut self) {
        // It may be gone already, which is what is wanted.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// A job that has lost this many workers will lose the next one too, and so will a worker that has been
/// started so often without an answer.
const TRIES: u32 = 3;
/// How many seconds of work a worker has in advance, so that it never waits for a message.
const AHEAD: f64 = 0.3;
/// But no more jobs a second than this for each that it does at a time.
const MOST_A_SECOND: f64 = 200.0;
/// And no worker holds more jobs than this, if they are two for each that it does at a time.
const MOST_HELD: usize = 1 << 16;
/// No worker has work for longer than this.
const MOST_AHEAD: f64 = 3600.0;

/// What is to be done, and what came of it.
struct Desk<'a, 'b> {
    orders: &'a mut Orders<'b>,
    /// Jobs whose worker was lost.
    again: VecDeque<Order>,
    /// Jobs that some worker has.
    out: usize,
    /// How many workers each job has lost.
    lost: HashMap<u64, u32>,
    /// What the last worker that gave up has said.
    fault: Option<String>,
}

impl Desk<'_, '_> {
    /// The next job: nothing at the end, and nothing inside while others have to be done first.
    fn next(&mut self) -> Option<Option<Order>> {
        let next = match self.again.pop_front() {
            Some(order) => Some(order),
            None => self.orders.next()?,
        };
        self.out += usize::from(next.is_some());
        Some(next)
    }

    /// Takes the jobs of a lost worker back. It worked on the given number at a time; the others were only waiting.
    fn take_back(&mut self, mut orders: Vec<Order>, threads: usize) -> Result<(), ArenaError> {
        orders.sort_by_key(Order::number);
        for (n, order) in orders.into_iter().enumerate() {
            self.out -= 1;
            if n >= threads {
                self.again.push_back(order);
                continue;
            }
            let lost = self.lost.entry(order.number()).or_default();
            *lost += 1;
            if *lost == TRIES {
                return Err(ArenaError::Worker(format!(
                    "{TRIES} workers were lost that were at work on {}",
                    order.described()
                )));
            }
            self.again.push_back(order);
        }
        Ok(())
    }
}

impl Workers {
    /// Workers by these command lines, all at once.
    pub fn new(commands: Vec<String>) -> Workers {
        Workers { commands, ..Workers::default() }
    }

    fn note(&self, processor: String) {
        let mut known = self.processors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(place) = known.binary_search(&processor) {
            known.insert(place, processor);
        }
    }
}

impl Executor for Workers {
    fn processors(&self) -> Vec<String> {
        self.processors.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn run(
        &self,
        _game: &Playable,
        orders: &mut Orders,
        stop: &AtomicBool,
        sink: &mut Sink,
    ) -> Result<(), ArenaError> {
        let (again, lost) = Default::default();
        let desk = Mutex::new(Desk { orders, again, out: 0, lost, fault: None });
        let enough = AtomicBool::new(false);
        let ended = || enough.load(Ordering::SeqCst) || stop.load(Ordering::SeqCst);
        let (sender, receiver) = mpsc::channel();
        let mut broken_off = false;
        thread::scope(|scope| {
            for (n, command) in self.commands.iter().enumerate() {
                let (sender, desk, ended) = (sender.clone(), &desk, &ended);
                let started = thread::Builder::new().spawn_scoped(scope, move || {
                    let place = Place { workers: self, number: n, command, desk, ended };
                    let done = place.run(&sender);
                    if let Err(error) = done {
                        _ = sender.send(Err(error));
                    }
                });
                match started {
                    Ok(_) => {}
                    Err(_) if n > 0 => break,
                    Err(error) => return Err(no_thread(&error)),
                }
            }
            drop(sender);
            let taken = take(&receiver, &mut |done| {
                let next = sink(done)?;
                broken_off = next.is_break();
                Ok(next)
            });
            enough.store(true, Ordering::SeqCst);
            taken
        })?;
        broken_off |= stop.load(Ordering::SeqCst);
        let mut desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Whoever gave up has left the rest to the others.
        match desk.fault.take() {
            Some(fault) if !broken_off && desk.next().is_some() => Err(ArenaError::Worker(fault)),
            _ => Ok(()),
        }
    }
}

/// The place of one worker: whoever is lost is followed by another one.
struct Place<'a, 'j, 'b> {
    workers: &'a Workers,
    number: usize,
    command: &'a str,
    desk: &'a Mutex<Desk<'j, 'b>>,
    ended: &'a (dyn Fn() -> bool + Sync),
}

/// How the run of one worker ended.
enum End {
    /// There is nothing left to do.
    Done,
    /// The process is gone, after answering the given number of jobs.
    Lost(usize),
}

impl<'j, 'b> Place<'_, 'j, 'b> {
    fn desk(&self) -> MutexGuard<'_, Desk<'j, 'b>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, results: &mpsc::Sender<Result<Done, ArenaError>>) -> Result<(), ArenaError> {
        let waiting = || self.workers.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept = waiting().remove(&self.number);
        let mut idle = 0;
        while !(self.ended)() {
            let link = match kept.take() {
                Some(link) => Some(link),
                None => self.start()?,
            };
            let mut held = HashMap::new();
            let threads = link.as_ref().map_or(1, |link| link.threads);
            let end = match link {
                None => Ok(End::Lost(0)),
                Some(mut link) => {
                    let end = self.serve(&mut link, &mut held, results);
                    if matches!(end, Ok(End::Done)) && held.is_empty() {
                        waiting().insert(self.number, link);
                    }
                    end
                }
            };
            self.desk().take_back(held.into_values().collect(), threads)?;
            match end? {
                End::Done => break,
                End::Lost(0) => idle += 1,
                End::Lost(_) => idle = 0,
            }
            if idle == TRIES {
                let fault = format!("{:?} has ended {TRIES} times without an answer", self.command);
                self.desk().fault = Some(fault);
                break;
            }
        }
        Ok(())
    }

    /// Starts the worker; nothing if it ends before it has said which version it is.
    fn start(&self) -> Result<Option<Link>, ArenaError> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut command = Command::new(shell);
        command.arg(flag).arg(self.command).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for us, who end the processes when we have heard it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let fault = |error| ArenaError::Worker(format!("{shell} cannot be started: {error}"));
        let mut child = command.spawn().map_err(fault)?;
        let output = child.stdout.take().expect("it was asked for");
        let (sender, lines) = mpsc::channel();
        let reader = thread::Builder::new().spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take().expect("it was asked for");
        let mut link = Link { child, input, lines, threads: 1, ahead: AHEAD };
        reader.map_err(|error| no_thread(&error))?;
        let Some(hello) = self.listen(&link.lines) else { return Ok(None) };
        let hello = Hello::read(&hello)
            .map_err(|error| ArenaError::Worker(format!("{:?}: {error}", self.command)))?;
        self.workers.note(hello.processor);
        link.threads = hello.threads.max(1);
        link.ahead = hello.ahead.filter(|ahead| *ahead >= 0.0).unwrap_or(AHEAD).min(MOST_AHEAD);
        Ok(Some(link))
    }

    fn serve(
        &self,
        link: &mut Link,
        held: &mut HashMap<u64, Order>,
        results: &mpsc::Sender<Result<Done, ArenaError>>,
    ) -> Result<End, ArenaError> {
        let (mut answered, mut spent) = (0, Duration::ZERO);
        loop {
            if (self.ended)() {
                return Ok(End::Done);
            }
            let each = match answered {
                0 => link.ahead,
                _ => spent.as_secs_f64() / answered as f64,
            };
            let ahead = link.ahead / each.max(1.0 / MOST_A_SECOND);
            let window = link.threads * (1 + (ahead.ceil() as usize).max(1));
            let window = window.min(MOST_HELD.max(2 * link.threads));
            let (mut lines, mut more) = (String::new(), true);
            while held.len() < window {
                let Some(next) = self.desk().next() else {
                    more = false;
                    break;
                };
                let Some(order) = next else { break };
                lines += &order.write();
                lines.push('\n');
                held.insert(order.number(), order);
            }
            if !lines.is_empty()
                && link.input.write_all(lines.as_bytes()).and_then(|()| link.input.flush()).is_err()
            {
                return Ok(End::Lost(answered));
            }
            if held.is_empty() {
                if !more && self.desk().out == 0 {
                    return Ok(End::Done);
                }
                // Others may be lost, and their jobs are to be done again.
                thread::sleep(GLANCE);
                continue;
            }
            let Some(line) = self.listen(&link.lines) else { return Ok(End::Lost(answered)) };
            let answer = Answer::read(&line);
            let known = answer.as_ref().and_then(|answer| held.remove(&answer.number));
            let Some((answer, order)) = answer.zip(known) else { return Ok(End::Lost(answered)) };
            self.desk().out -= 1;
            let fault = |error| ArenaError::Worker(format!("{}: {error}", order.title()));
            let done = match answer.result() {
                Some(result) => result.map_err(fault)?,
                None => return Err(fault("the answer holds no result".into())),
            };
            answered += 1;
            spent += done.spent();
            if results.send(Ok(done)).is_err() {
                return Ok(End::Done);
            }
        }
    }

    /// The next line; nothing if the worker is gone, or nobody wants to know.
    fn listen(&self, lines: &mpsc::Receiver<String>) -> Option<String> {
        loop {
            match lines.recv_timeout(GLANCE) {
                Ok(line) => return Some(line),
                Err(mpsc::RecvTimeoutError::Disconnected) => return None,
                Err(mpsc::RecvTimeoutError::Timeout) if (self.ended)() => return None,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
