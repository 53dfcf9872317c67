//! Work in other processes: one that crashes takes nothing else with it.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use henge::Playable;

use crate::ArenaError;
use crate::executor::{Executor, GLANCE, Orders, Sink, no_thread, take};
use crate::order::{Done, Order};
use crate::worker::{Answer, Hello};

/// Works in this number of processes that speak as [`work`](crate::work) does. A process that ends in the
/// middle of a job is replaced and the job done again: it always gives the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Processes {
    /// How many at a time.
    pub n: usize,
    /// The program and its arguments, as in `henge work`.
    pub command: Vec<OsString>,
}

/// A job that has ended this many processes will end the next one too.
const TRIES: u32 = 3;

impl Executor for Processes {
    fn run(
        &self,
        _game: &Playable,
        orders: &mut Orders,
        stop: &AtomicBool,
        sink: &mut Sink,
    ) -> Result<(), ArenaError> {
        let orders = Mutex::new(orders);
        // All processes that run, so that they can be ended while others wait for their answers.
        let children: Vec<Mutex<Option<Child>>> =
            (0..self.n.max(1)).map(|_| Mutex::default()).collect();
        let (enough, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let ended = || enough.load(Ordering::SeqCst) || stop.load(Ordering::SeqCst);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for (n, child) in children.iter().enumerate() {
                let (sender, orders, ended) = (sender.clone(), &orders, &ended);
                let started = thread::Builder::new().spawn_scoped(scope, move || {
                    let mut worker = None;
                    while !ended() {
                        // Whoever panicked while holding it has ended the whole contest.
                        let next = orders.lock().map(|mut orders| orders.next());
                        let Ok(Some(next)) = next else { break };
                        let Some(order) = next else {
                            thread::sleep(GLANCE);
                            continue;
                        };
                        let done = self.carry_out(&order, &mut worker, child, ended);
                        // What was ended from outside has no result.
                        if ended() || sender.send(done).is_err() {
                            break;
                        }
                    }
                    end(child);
                });
                // Fewer processes take longer, and come to the same results.
                match started {
                    Ok(_) => {}
                    Err(_) if n > 0 => break,
                    Err(error) => return Err(no_thread(&error)),
                }
            }
            drop(sender);
            // Who waits for an answer hears of nothing else; ending the processes ends the waiting.
            let watch = thread::Builder::new().spawn_scoped(scope, || {
                while !done.load(Ordering::SeqCst) {
                    if ended() {
                        children.iter().for_each(end);
                    }
                    thread::sleep(GLANCE);
                }
            });
            let taken = match watch {
                Ok(_) => take(&receiver, sink),
                Err(error) => Err(no_thread(&error)),
            };
            enough.store(true, Ordering::SeqCst);
            children.iter().for_each(end);
            done.store(true, Ordering::SeqCst);
            taken
        })
    }
}

impl Processes {
    /// Has work done by the process of this place, or by another one in its stead.
    fn carry_out(
        &self,
        order: &Order,
        worker: &mut Option<Pipes>,
        child: &Mutex<Option<Child>>,
        ended: &dyn Fn() -> bool,
    ) -> Result<Done, ArenaError> {
        for _ in 0..TRIES {
            if ended() {
                break;
            }
            if worker.is_none() {
                *worker = Some(self.start(child)?);
            }
            let pipes = worker.as_mut().expect("it was just started");
            match pipes.ask(order) {
                Some(Ok(done)) => return Ok(done),
                Some(Err(error)) => {
                    return Err(ArenaError::Worker(format!("{}: {error}", order.title())));
                }
                None => {
                    *worker = None;
                    end(child);
                }
            }
        }
        Err(ArenaError::Worker(format!(
            "{TRIES} processes have ended that were at work on {}",
            order.described()
        )))
    }

    fn start(&self, place: &Mutex<Option<Child>>) -> Result<Pipes, ArenaError> {
        let fault = |message: String| ArenaError::Worker(message);
        let (program, arguments) =
            self.command.split_first().ok_or_else(|| fault("no program is named".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for us, who end the processes when we have heard it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            fault(format!("{} cannot be started: {error}", program.to_string_lossy()))
        })?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.expect("both were asked for");
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(child);
        let mut pipes = Pipes { input, output: BufReader::new(output) };
        let mut hello = String::new();
        // One that ends at once is asked in vain, and another one is started.
        if pipes.output.read_line(&mut hello).is_ok_and(|read| read > 0) {
            Hello::read(&hello).map_err(fault)?;
        }
        Ok(pipes)
    }
}

/// Ends the process of a place, if there is one.
fn end(place: &Mutex<Option<Child>>) {
    if let Some(mut child) = place.lock().unwrap_or_else(PoisonError::into_inner).take() {
        // It may be gone already, which is what is wanted.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The way to a process and back.
struct Pipes {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pipes {
    /// Sends work and waits for its result; nothing if the process has ended or talks nonsense.
    fn ask(&mut self, order: &Order) -> Option<Result<Done, String>> {
        writeln!(self.input, "{}", order.write()).and_then(|()| self.input.flush()).ok()?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).ok()?;
        Answer::read(&answer).filter(|answer| answer.number == order.number())?.result()
    }
}
