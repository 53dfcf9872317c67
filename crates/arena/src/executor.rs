use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use henge::Playable;
use henge::search::KeepTables;

use crate::ArenaError;
use crate::job::{Job, Played};

/// Takes a finished game and says whether more are wanted.
pub type Sink<'a> = dyn FnMut(Played) -> Result<ControlFlow<()>, ArenaError> + 'a;

/// Plays games somewhere.
pub trait Executor {
    /// Plays the jobs and hands each result on as it comes, in any order: [`run_contest`](crate::run_contest) puts
    /// them in the order of the jobs before it counts them, so nothing depends on who was faster.
    ///
    /// It ends when all are done, when the sink breaks off, or when `stop` is raised; games that
    /// were not finished by then are dropped.
    fn run(
        &self,
        game: &Playable,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        stop: &AtomicBool,
        sink: &mut Sink,
    ) -> Result<(), ArenaError>;

    /// The processors on which it has played, each once, where those are not this machine's alone.
    fn processors(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Plays on so many threads of this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads(pub usize);

impl Executor for Threads {
    fn run(
        &self,
        game: &Playable,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        stop: &AtomicBool,
        sink: &mut Sink,
    ) -> Result<(), ArenaError> {
        let jobs = Mutex::new(jobs);
        // Games that run when the sink has enough are played to their end and dropped. Bots hear of
        // `stop` only.
        let enough = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for n in 0..self.0.max(1) {
                let sender = sender.clone();
                let (jobs, enough) = (&jobs, &enough);
                let started = thread::Builder::new().spawn_scoped(scope, move || {
                    let _kept = KeepTables::new();
                    while !enough.load(Ordering::SeqCst) {
                        // Whoever panicked while holding it has ended the whole contest.
                        let Ok(job) = jobs.lock().map(|mut jobs| jobs.next()) else { break };
                        let Some(job) = job else { break };
                        let played = job.play(game, stop);
                        // Bots that were told to stop have hurried.
                        if stop.load(Ordering::SeqCst) || sender.send(played).is_err() {
                            break;
                        }
                    }
                });
                // Fewer threads take longer, and come to the same results.
                match started {
                    Ok(_) => {}
                    Err(_) if n > 0 => break,
                    Err(error) => return Err(no_thread(&error)),
                }
            }
            // Each thread has its own, and with the last of them the results end.
            drop(sender);
            let taken = take(&receiver, sink);
            enough.store(true, Ordering::SeqCst);
            taken
        })
    }
}

pub(crate) fn no_thread(error: &std::io::Error) -> ArenaError {
    ArenaError::Worker(format!("no thread can be started: {error}"))
}

/// Hands on what comes until there is no more, or enough.
pub(crate) fn take(
    results: &mpsc::Receiver<Result<Played, ArenaError>>,
    sink: &mut Sink,
) -> Result<(), ArenaError> {
    for played in results {
        if sink(played?)?.is_break() {
            break;
        }
    }
    Ok(())
}
