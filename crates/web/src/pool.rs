//! The threads in which engines think: two lanes, so that a long analysis never keeps a bot from
//! moving.
//!
//! Within a lane addresses take turns: whoever asks for one thing does not wait for the sixty things
//! that somebody else has asked for. While somebody waits who has nothing running, long turns are cut
//! short: those of addresses that ask for more first, and those of everybody when many wait.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::extract::Client;
use crate::fault::Fault;

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
    /// For whom it is done.
    pub client: Client,
    pub stop: Arc<AtomicBool>,
    /// After this time it is asked to come to an end, whatever it was told itself.
    pub budget: Duration,
    /// It begins only if there is nothing else to do, and ends as soon as anything else waits.
    pub gives_way: bool,
    pub run: Box<dyn FnOnce(&AtomicBool) + Send>,
}

/// How much may wait in a lane: for all together, and for one address.
#[derive(Clone, Copy)]
struct Most {
    all: usize,
    each: usize,
}

/// One game has at most one bot thinking about its move, so these are numbers of games at once.
const MOST_MOVES: Most = Most { all: 20_000, each: 256 };
const MOST_QUESTIONS: Most = Most { all: 96, each: 8 };

/// Nobody's turn is cut shorter than this.
const SHORTEST_TURN: Duration = Duration::from_secs(2);
/// Everybody should have had a turn within this time, if turns need not be cut too short for it.
const ROUND: Duration = Duration::from_secs(60);
/// How often the clock of those that run is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// A job at work.
struct Running {
    client: Client,
    stop: Arc<AtomicBool>,
    began: Instant,
    deadline: Instant,
    gives_way: bool,
}

/// What waits and what runs in a lane.
#[derive(Default)]
struct Work {
    waiting: HashMap<Client, VecDeque<Job>>,
    /// Those who wait for something, in the order of their turns.
    turns: VecDeque<Client>,
    running: Vec<Running>,
}

impl Work {
    fn n_waiting(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    fn n_running(&self, client: Client) -> usize {
        self.running.iter().filter(|running| running.client == client).count()
    }

    /// What somebody has asked for, whether it runs or waits.
    fn in_hand(&self, client: Client) -> usize {
        self.n_running(client) + self.waiting.get(&client).map_or(0, VecDeque::len)
    }

    /// Is there room for a job of this client? What nobody waits for any more makes room.
    fn room(&mut self, client: Client, most: Most) -> Result<(), Full> {
        let full = |work: &Work| match work.waiting.get(&client).map_or(0, VecDeque::len) {
            own if own >= most.each => Some(Full::Own(own)),
            _ if work.n_waiting() >= most.all => Some(Full::All),
            _ => None,
        };
        if full(self).is_some() {
            self.waiting.retain(|_, jobs| {
                jobs.retain(|job| !job.stop.load(Ordering::SeqCst));
                !jobs.is_empty()
            });
            self.turns.retain(|client| self.waiting.contains_key(client));
        }
        full(self).map_or(Ok(()), Err)
    }

    fn put(&mut self, job: Job) {
        let jobs = self.waiting.entry(job.client).or_default();
        if jobs.is_empty() {
            self.turns.push_back(job.client);
        }
        jobs.push_back(job);
    }

    /// The next job: of whoever has the fewest running, and has waited longest among them.
    fn take(&mut self) -> Option<Job> {
        let turns = self.turns.iter().enumerate();
        let (i, _) = turns.min_by_key(|(i, client)| (self.n_running(**client), *i))?;
        let client = self.turns.remove(i)?;
        let jobs = self.waiting.get_mut(&client)?;
        let job = jobs.pop_front()?;
        match jobs.is_empty() {
            true => _ = self.waiting.remove(&client),
            false => self.turns.push_back(client),
        }
        Some(job)
    }

    /// Tells those to stop that have begun for want of anything better to do.
    fn give_way(&self) {
        for running in self.running.iter().filter(|running| running.gives_way) {
            running.stop.store(true, Ordering::SeqCst);
        }
    }

    /// Tells those to stop whose time is over, and those who take more than their share while
    /// others have nothing.
    fn hurry(&mut self, now: Instant, n_threads: usize) {
        let stopped = |running: &Running| running.stop.load(Ordering::SeqCst);
        for running in self.running.iter().filter(|running| running.deadline <= now) {
            running.stop.store(true, Ordering::SeqCst);
        }
        let starved: Vec<Client> =
            self.turns.iter().copied().filter(|client| self.n_running(*client) == 0).collect();
        let Some(least) = starved.iter().map(|client| self.in_hand(*client)).min() else { return };
        let fair = ROUND * n_threads as u32 / (starved.len() + n_threads) as u32;
        let fair = fair.max(SHORTEST_TURN);
        let mut longest: Vec<&Running> =
            self.running.iter().filter(|running| !stopped(running)).collect();
        longest.sort_by_key(|running| running.began);
        let on_their_way = self.running.len() - longest.len();
        let is_too_long = |running: &&&Running| {
            let has_more = self.in_hand(running.client) > least;
            let turn = if has_more { SHORTEST_TURN } else { fair };
            now.saturating_duration_since(running.began) >= turn
        };
        let cut = longest.iter().filter(is_too_long);
        for running in cut.take(starved.len().saturating_sub(on_their_way)) {
            running.stop.store(true, Ordering::SeqCst);
        }
    }
}

struct Queue {
    work: Mutex<Work>,
    wakes: Condvar,
    most: Most,
}

impl Queue {
    fn new(most: Most) -> Queue {
        Queue { work: Mutex::default(), wakes: Condvar::new(), most }
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        // Nothing that could panic is done under the lock.
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Shared {
    moves: Queue,
    questions: Queue,
    closed: AtomicBool,
}

/// The pool. It ends with its last handle; what runs then is stopped.
pub struct Pool {
    shared: Arc<Shared>,
    threads: usize,
}

/// Too much waits already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// For this client, and how much it is.
    Own(usize),
    /// For all together.
    All,
}

impl From<Full> for Fault {
    fn from(full: Full) -> Fault {
        let why = match full {
            Full::Own(n) => format!("{n} engines are waiting for your address already"),
            Full::All => "too many engines are waiting already".into(),
        };
        Fault::too_many(format!("{why}; try again in 5 s"), 5)
    }
}

impl Pool {
    /// The given number of threads for each lane; 0 for one a core.
    pub fn start(threads: usize) -> std::io::Result<Pool> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores } else { threads };
        let shared = Arc::new(Shared {
            moves: Queue::new(MOST_MOVES),
            questions: Queue::new(MOST_QUESTIONS),
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
        watch.spawn(move || watch_turns(&watched, threads))?;
        Ok(Pool { shared, threads })
    }

    /// Puts work into a lane.
    pub fn submit(&self, lane: Lane, job: Job) -> Result<(), Full> {
        if job.gives_way && !self.is_idle(lane) {
            return Err(Full::All);
        }
        let queue = self.shared.queue(lane);
        let mut work = queue.work();
        work.room(job.client, queue.most)?;
        work.put(job);
        let waits = work.running.len() + work.n_waiting() > self.threads;
        drop(work);
        queue.wakes.notify_one();
        if waits {
            self.shared.queues().into_iter().for_each(|queue| queue.work().give_way());
        }
        Ok(())
    }

    /// Whether nothing waits, and a thread of this lane has nothing to do.
    fn is_idle(&self, lane: Lane) -> bool {
        let nothing_waits = |queue: &Queue| queue.work().waiting.is_empty();
        self.shared.queues().into_iter().all(nothing_waits)
            && self.shared.queue(lane).work().running.len() < self.threads
    }

    /// How many engines think at once in each lane.
    pub fn n_threads(&self) -> usize {
        self.threads
    }

    /// Would there be room for work of this client?
    pub fn room(&self, lane: Lane, client: Client) -> Result<(), Full> {
        let queue = self.shared.queue(lane);
        queue.work().room(client, queue.most)
    }

    /// Running, waiting, and the most that run at once.
    pub fn load(&self) -> (usize, usize, usize) {
        let counts = self.shared.queues().map(|queue| {
            let work = queue.work();
            (work.running.len(), work.n_waiting())
        });
        let [(moves, moves_waiting), (questions, questions_waiting)] = counts;
        (moves + questions, moves_waiting + questions_waiting, 2 * self.threads)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::SeqCst);
        for queue in self.shared.queues() {
            let mut work = queue.work();
            work.waiting.clear();
            work.turns.clear();
            drop(work);
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

    fn queues(&self) -> [&Queue; 2] {
        [&self.moves, &self.questions]
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
        let mut work = queue.work();
        let job = loop {
            if shared.closed.load(Ordering::SeqCst) {
                return;
            }
            match work.take() {
                // Nobody waits for it any more.
                Some(job) if job.stop.load(Ordering::SeqCst) => {}
                Some(job) if job.gives_way && !work.waiting.is_empty() => {}
                Some(job) => break job,
                None => work = queue.wakes.wait(work).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let Job { client, stop, budget, gives_way, run } = job;
        let began = Instant::now();
        let deadline = began + budget;
        let running = Running { client, stop: Arc::clone(&stop), began, deadline, gives_way };
        work.running.push(running);
        drop(work);
        // Whoever waits for the answer sees that none came.
        let _ = catch_unwind(AssertUnwindSafe(|| run(&stop)));
        queue.work().running.retain(|running| !Arc::ptr_eq(&running.stop, &stop));
    }
}

/// Engines keep their limits themselves. One that does not is told to stop, and so is one that
/// others have waited for long enough.
fn watch_turns(shared: &Shared, n_threads: usize) {
    loop {
        std::thread::sleep(GLANCE);
        let closed = shared.closed.load(Ordering::SeqCst);
        for queue in shared.queues() {
            let mut work = queue.work();
            work.hurry(Instant::now(), n_threads);
            if closed {
                work.running.iter().for_each(|running| running.stop.store(true, Ordering::SeqCst));
            }
        }
        if closed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn job(run: impl FnOnce(&AtomicBool) + Send + 'static, budget: Duration) -> Job {
        job_of(1, run, budget)
    }

    fn job_of(n: u8, run: impl FnOnce(&AtomicBool) + Send + 'static, budget: Duration) -> Job {
        let client = Client::at(std::net::Ipv4Addr::new(10, 0, 0, n).into());
        Job { client, stop: Arc::default(), budget, gives_way: false, run: Box::new(run) }
    }

    /// Works until it is told to stop.
    fn endless(stop: &AtomicBool) {
        while !stop.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
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
        let forgets = move |stop: &AtomicBool| {
            endless(stop);
            sender.send(()).unwrap();
        };
        assert!(pool.submit(Lane::Questions, job(forgets, Duration::from_millis(30))).is_ok());
        assert!(receiver.recv_timeout(MINUTE).is_ok());
    }

    #[test]
    fn what_nobody_waits_for_makes_room() {
        let pool = Pool::start(1).unwrap();
        let (sender, receiver) = channel::<()>();
        let busy = move |_: &AtomicBool| receiver.recv().unwrap_or(());
        assert!(pool.submit(Lane::Questions, job(busy, MINUTE)).is_ok());
        let mut waiting = Vec::new();
        while waiting.len() < 3 * MOST_QUESTIONS.each {
            let job = job(|_| {}, MINUTE);
            waiting.push(Arc::clone(&job.stop));
            if pool.submit(Lane::Questions, job).is_err() {
                break;
            }
        }
        assert!(waiting.len() <= MOST_QUESTIONS.each + 2, "the queue has an end");
        waiting.iter().for_each(|stop| stop.store(true, Ordering::SeqCst));
        assert!(pool.submit(Lane::Questions, job(|_| {}, MINUTE)).is_ok());
        drop(sender);
    }

    #[test]
    fn addresses_take_turns() {
        let mut work = Work::default();
        for n in [1, 1, 1, 1, 2, 3, 3] {
            work.put(job_of(n, |_| {}, MINUTE));
        }
        let order: Vec<_> = std::iter::from_fn(|| work.take()).map(|job| job.client).collect();
        let client = |n: u8| job_of(n, |_| {}, MINUTE).client;
        assert_eq!(order, [1, 2, 3, 1, 3, 1, 1].map(client));
        assert!(work.waiting.is_empty() && work.turns.is_empty());
    }

    #[test]
    fn sixty_long_jobs_do_not_keep_another_address_waiting() {
        for threads in [1, 2] {
            let pool = Pool::start(threads).unwrap();
            for _ in 0..60 {
                assert!(pool.submit(Lane::Moves, job_of(1, endless, MINUTE)).is_ok());
            }
            let (sender, receiver) = channel();
            let quick = job_of(2, move |_| sender.send(()).unwrap(), MINUTE);
            assert!(pool.submit(Lane::Moves, quick).is_ok());
            // About one shortest turn; the rest is for a machine that is busy.
            assert!(receiver.recv_timeout(3 * SHORTEST_TURN).is_ok(), "{threads} threads");
        }
    }

    #[test]
    fn one_address_cannot_fill_the_queue() {
        let pool = Pool::start(1).unwrap();
        let fill = |n: u8| {
            let submit = || pool.submit(Lane::Moves, job_of(n, endless, MINUTE));
            std::iter::repeat_with(submit).take(2 * MOST_MOVES.each).find_map(Result::err)
        };
        assert_eq!(fill(1), Some(Full::Own(MOST_MOVES.each)));
        assert!(pool.submit(Lane::Moves, job_of(2, |_| {}, MINUTE)).is_ok());
    }

    #[test]
    fn who_thinks_in_the_idle_time_gives_way() {
        let idler = |done: std::sync::mpsc::Sender<()>| {
            let run = move |stop: &AtomicBool| {
                endless(stop);
                done.send(()).unwrap();
            };
            Job { gives_way: true, ..job(run, MINUTE) }
        };
        for lane in [Lane::Moves, Lane::Questions] {
            let pool = Pool::start(1).unwrap();
            let (done, is_done) = channel();
            assert!(pool.submit(Lane::Moves, idler(done.clone())).is_ok());
            while pool.load().0 == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert!(pool.submit(Lane::Moves, idler(done.clone())).is_err(), "one is at work");
            // A thread for questions is free: that one need not wait for anybody.
            assert!(pool.submit(Lane::Questions, job(endless, MINUTE)).is_ok());
            assert!(is_done.recv_timeout(Duration::from_millis(50)).is_err());
            assert!(pool.submit(lane, job(endless, MINUTE)).is_ok());
            assert!(is_done.recv_timeout(MINUTE).is_ok(), "{lane:?}");
            assert!(pool.submit(Lane::Moves, idler(done)).is_err(), "{lane:?}");
        }
    }

    #[test]
    fn a_single_long_job_is_left_in_peace() {
        let mut work = Work::default();
        let running = |n: u8, age: Duration| {
            let Job { client, stop, .. } = job_of(n, |_| {}, MINUTE);
            let began = Instant::now() - age;
            Running { client, stop, began, deadline: began + MINUTE, gives_way: false }
        };
        work.running = vec![running(1, 5 * SHORTEST_TURN), running(2, SHORTEST_TURN / 2)];
        let told = |work: &Work| {
            let stops = work.running.iter().map(|running| running.stop.load(Ordering::SeqCst));
            stops.collect::<Vec<bool>>()
        };
        work.put(job_of(3, |_| {}, MINUTE));
        work.hurry(Instant::now(), 2);
        assert_eq!(told(&work), [false, false], "each has one job; the third waits for its turn");
        work.put(job_of(1, |_| {}, MINUTE));
        work.hurry(Instant::now(), 2);
        assert_eq!(told(&work), [true, false], "the first one has more in hand than the third");
        work.hurry(Instant::now(), 2);
        assert_eq!(told(&work), [true, false], "one is enough for the one who waits");
    }

    const MINUTE: Duration = Duration::from_secs(60);
}
