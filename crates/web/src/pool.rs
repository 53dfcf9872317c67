//! The threads in which engines think: two lanes, so that a long analysis never keeps a bot from
//! moving.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What an engine works for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// The next move of a bot in a game.
    Moves,
    /// Somebody's question.
    Questions,
}

/// A piece of work. It sees the flag that asks it to come to an end.
pub struct Job {
    pub stop: Arc<AtomicBool>,
    /// After so long it is asked to come to an end, whatever it was told itself.
    pub budget: Duration,
    pub run: Box<dyn FnOnce(&AtomicBool) + Send>,
}

struct Queue {
    jobs: Mutex<VecDeque<Job>>,
    wakes: Condvar,
    most_waiting: usize,
}

impl Queue {
    fn new(most_waiting: usize) -> Queue {
        Queue { jobs: Mutex::default(), wakes: Condvar::new(), most_waiting }
    }

    fn jobs(&self) -> MutexGuard<'_, VecDeque<Job>> {
        // Nothing that could panic is done under the lock.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One game has at most one bot thinking about its move, so this is the number of games at once.
const MOST_MOVES_WAITING: usize = 20_000;
/// Nobody should have to wait for more questions than this.
const MOST_QUESTIONS_WAITING: usize = 16;

struct Shared {
    moves: Queue,
    questions: Queue,
    running: AtomicUsize,
    deadlines: Mutex<Vec<(Instant, Arc<AtomicBool>)>>,
    closed: AtomicBool,
}

/// The pool. It ends with its last handle; what runs then is stopped.
pub struct Pool {
    shared: Arc<Shared>,
    limit: usize,
}

/// Too much waits already.
pub struct Full;

impl Pool {
    /// So many threads for each lane; 0 for one a core.
    pub fn start(threads: usize) -> std::io::Result<Pool> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores } else { threads };
        let shared = Arc::new(Shared {
            moves: Queue::new(MOST_MOVES_WAITING),
            questions: Queue::new(MOST_QUESTIONS_WAITING),
            running: AtomicUsize::new(0),
            deadlines: Mutex::default(),
            closed: AtomicBool::new(false),
        });
        for lane in [Lane::Moves, Lane::Questions] {
            for _ in 0..threads {
                let shared = Arc::clone(&shared);
                // Searches recurse as deep as games are long.
                let thread = std::thread::Builder::new().stack_size(16 << 20);
                thread.name("henge-engine".into()).spawn(move || work(&shared, lane))?;
            }
        }
        let watched = Arc::clone(&shared);
        let watch = std::thread::Builder::new().name("henge-watch".into());
        watch.spawn(move || watch_deadlines(&watched))?;
        Ok(Pool { shared, limit: 2 * threads })
    }

    /// Puts work into a lane.
    pub fn submit(&self, lane: Lane, job: Job) -> Result<(), Full> {
        let queue = self.shared.queue(lane);
        let mut jobs = queue.jobs();
        if jobs.len() >= queue.most_waiting {
            // Perhaps nobody waits for some of them any more.
            jobs.retain(|job| !job.stop.load(Ordering::SeqCst));
            if jobs.len() >= queue.most_waiting {
                return Err(Full);
            }
        }
        jobs.push_back(job);
        queue.wakes.notify_one();
        Ok(())
    }

    /// Running, waiting, and the most that run at once.
    pub fn load(&self) -> (usize, usize, usize) {
        let waiting = self.shared.moves.jobs().len() + self.shared.questions.jobs().len();
        (self.shared.running.load(Ordering::Relaxed), waiting, self.limit)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::SeqCst);
        for queue in [&self.shared.moves, &self.shared.questions] {
            queue.jobs().clear();
            queue.wakes.notify_all();
        }
    }
}

impl Shared {
    fn queue(&self, lane: Lane) -> &Queue {
        match lane {
            Lane::Moves => &self.moves,
            Lane::Questions => &self.questions,
        }
    }

    fn deadlines(&self) -> MutexGuard<'_, Vec<(Instant, Arc<AtomicBool>)>> {
        self.deadlines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts this thread behind all that answer requests. On Linux threads have priorities of their own.
pub fn be_modest() {
    #[cfg(target_os = "linux")]
    {
        let this = rustix::thread::gettid();
        // An engine that may not be modest thinks all the same.
        let _ = rustix::process::setpriority_process(Some(this), 10);
    }
}

fn work(shared: &Shared, lane: Lane) {
    be_modest();
    let queue = shared.queue(lane);
    loop {
        let mut jobs = queue.jobs();
        let job = loop {
            if shared.closed.load(Ordering::SeqCst) {
                return;
            }
            match jobs.pop_front() {
                Some(job) => break job,
                None => jobs = queue.wakes.wait(jobs).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(jobs);
        // Nobody waits for it any more.
        if job.stop.load(Ordering::SeqCst) {
            continue;
        }
        shared.running.fetch_add(1, Ordering::Relaxed);
        shared.deadlines().push((Instant::now() + job.budget, Arc::clone(&job.stop)));
        let (run, stop) = (job.run, job.stop);
        // Whoever waits for the answer sees that none came.
        let _ = catch_unwind(AssertUnwindSafe(|| run(&stop)));
        shared.deadlines().retain(|(_, other)| !Arc::ptr_eq(other, &stop));
        shared.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Engines keep their limits themselves. One that does not is told to stop.
fn watch_deadlines(shared: &Shared) {
    let mut closed = false;
    while !closed {
        std::thread::sleep(Duration::from_millis(50));
        closed = shared.closed.load(Ordering::SeqCst);
        let now = Instant::now();
        for (deadline, stop) in shared.deadlines().iter() {
            if closed || *deadline <= now {
                stop.store(true, Ordering::SeqCst);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn job(run: impl FnOnce(&AtomicBool) + Send + 'static, budget: Duration) -> Job {
        Job { stop: Arc::default(), budget, run: Box::new(run) }
    }

    #[test]
    fn a_panic_takes_nobody_along() {
        let pool = Pool::start(1).unwrap();
        let (sender, receiver) = channel();
        let fails = job(|_| panic!("a bot of this test fails"), MINUTE);
        assert!(pool.submit(Lane::Moves, fails).is_ok());
        let works = job(move |_| sender.send(()).unwrap(), MINUTE);
        assert!(pool.submit(Lane::Moves, works).is_ok());
        assert!(receiver.recv_timeout(MINUTE).is_ok());
    }

    #[test]
    fn who_forgets_the_time_is_told_to_stop() {
        let pool = Pool::start(1).unwrap();
        let (sender, receiver) = channel();
        let endless = move |stop: &AtomicBool| {
            while !stop.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            sender.send(()).unwrap();
        };
        assert!(pool.submit(Lane::Questions, job(endless, Duration::from_millis(30))).is_ok());
        assert!(receiver.recv_timeout(MINUTE).is_ok());
    }

    #[test]
    fn what_nobody_waits_for_makes_room() {
        let pool = Pool::start(1).unwrap();
        let (sender, receiver) = channel::<()>();
        let busy = move |_: &AtomicBool| receiver.recv().unwrap_or(());
        assert!(pool.submit(Lane::Questions, job(busy, MINUTE)).is_ok());
        let mut waiting = Vec::new();
        while waiting.len() < 3 * MOST_QUESTIONS_WAITING {
            let job = job(|_| {}, MINUTE);
            waiting.push(Arc::clone(&job.stop));
            if pool.submit(Lane::Questions, job).is_err() {
                break;
            }
        }
        assert!(waiting.len() <= MOST_QUESTIONS_WAITING + 2, "the queue has an end");
        waiting.iter().for_each(|stop| stop.store(true, Ordering::SeqCst));
        assert!(pool.submit(Lane::Questions, job(|_| {}, MINUTE)).is_ok());
        drop(sender);
    }

    const MINUTE: Duration = Duration::from_secs(60);
}
