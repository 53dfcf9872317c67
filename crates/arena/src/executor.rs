use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use henge::Playable;
use henge::search::KeepTables;

use crate::ArenaError;
use crate::order::{Done, Order};

/// Takes a result and says whether more are wanted.
pub type Sink<'a> = dyn FnMut(Done) -> Result<ControlFlow<()>, ArenaError> + 'a;

/// What is to be done: nothing at the end, and nothing inside while results have to come in first.
pub type Orders<'a> = dyn Iterator<Item = Option<Order>> + Send + 'a;

/// Does work somewhere: plays games, solves parts of proofs.
pub trait Executor: Sync {
    /// Does the work and hands each result on as it comes, in any order: [`run_contest`](crate::run_contest) puts
    /// them in the order of the games before it counts them, so nothing depends on who was faster.
    ///
    /// It ends when all is done, when the sink breaks off, or when `stop` is raised; what was not finished by
    /// then is dropped.
    fn run(
        &self,
        game: &Playable,
        orders: &mut Orders,
        stop: &AtomicBool,
        sink: &mut Sink,
    ) -> Result<(), ArenaError>;

    /// The processors on which it has worked, each once, where those are not this machine's alone.
    fn processors(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Works on this number of threads of this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads(pub usize);

impl Executor for Threads {
    fn run(
        &self,
        game: &Playable,
        orders: &mut Orders,
        stop: &AtomicBool,
        sink: &mut Sink,
    ) -> Result<(), ArenaError> {
        let orders = Mutex::new(orders);
        // Games that run when the sink has enough are played to their end and dropped. Bots hear of
        // `stop` only.
        let enough = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for n in 0..self.0.max(1) {
                let sender = sender.clone();
                let (orders, enough) = (&orders, &enough);
                let started = thread::Builder::new().spawn_scoped(scope, move || {
                    let _kept = KeepTables::new();
                    while !enough.load(Ordering::SeqCst) {
                        // Whoever panicked while holding it has ended the whole contest.
                        let Ok(next) = orders.lock().map(|mut orders| orders.next()) else { break };
                        let Some(next) = next else { break };
                        let Some(order) = next else {
                            if stop.load(Ordering::SeqCst) {
                                break;
                            }
                            thread::sleep(GLANCE);
                            continue;
                        };
                        let done = order.carry_out(game, stop);
                        // Bots that were told to stop have hurried.
                        if stop.load(Ordering::SeqCst) || sender.send(done).is_err() {
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

/// How often somebody who has to wait looks again.
pub(crate) const GLANCE: Duration = Duration::from_millis(20);

pub(crate) fn no_thread(error: &std::io::Error) -> ArenaError {
    ArenaError::Worker(format!("no thread can be started: {error}"))
}

/// Hands on what comes until there is no more, or enough.
pub(crate) fn take(
    results: &mpsc::Receiver<Result<Done, ArenaError>>,
    sink: &mut Sink,
) -> Result<(), ArenaError> {
    for done in results {
        if sink(done?)?.is_break() {
            break;
        }
    }
    Ok(())
}
