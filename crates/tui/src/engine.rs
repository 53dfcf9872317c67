//! Engines in threads of their own. They are asked, and answer by messages.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use henge::erased::{DynMatch, Task, Thought};
use henge::review::{self, Review, ReviewTask, Reviewed, Warning};
use henge::{Aim, Chair, Limits, Playable};
use henge_api::{Opening, Openings};
use henge_store::{Continuation, Store};

use crate::events::Event;
use crate::terminal::GUARDED_THREAD;

/// Thoughts come no faster than this; nobody reads faster.
const PAUSE: Duration = Duration::from_millis(80);

/// What engines say.
pub enum Message {
    /// What it thinks so far.
    Thought { job: u64, thought: Thought },
    /// What a move of a game was worth.
    Reviewed { job: u64, seen: Box<Reviewed> },
    /// The whole game was looked through.
    Review { job: u64, found: Result<Box<Review>, String> },
    /// How saved games went on.
    Openings { job: u64, found: Result<Openings, String> },
    /// What a tutor says of a move.
    Warned { job: u64, found: Result<Option<Box<Warning>>, String> },
    /// What it has found out.
    Done { job: u64, found: Result<Thought, String> },
}

/// A bot that thinks about one thing at a time: who asks it next waits until it has heard that nobody
/// waits for the last answer.
pub type SharedChair = Arc<Mutex<Chair>>;

/// The bot of that name.
pub fn chair(name: &str, seed: u64) -> SharedChair {
    Arc::new(Mutex::new(Chair::new(name, seed)))
}

/// What is asked.
pub struct Question {
    pub game: Playable,
    pub chair: SharedChair,
    pub table: Box<dyn DynMatch>,
    pub limits: Limits,
    pub n_lines: usize,
    pub aim: Aim,
}

/// A question that an engine thinks about. Dropped, it is not worth an answer any more.
pub struct Job {
    pub id: u64,
    stop: Arc<AtomicBool>,
}

impl Job {
    /// Asks for the best answer so far.
    pub fn hurry(&self) {
        self.stop.store(true, SeqCst);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.hurry();
    }
}

/// A question with a number that no other one has, and the flag that stops it.
fn job() -> (Job, Arc<AtomicBool>) {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let stop = Arc::new(AtomicBool::new(false));
    let id = LAST.fetch_add(1, Relaxed) + 1;
    (Job { id, stop: Arc::clone(&stop) }, stop)
}

/// Does something in a thread that may panic and leaves the screen as it is.
fn begin(id: u64, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name(format!("{GUARDED_THREAD} {id}")).spawn(work).map(drop)
}

/// Lets an engine think.
pub fn ask(question: Question, to: &Sender<Event<Message>>) -> Job {
    let (job, stop) = job();
    let (id, sender) = (job.id, to.clone());
    let work = move || {
        let found = think(&question, &stop, |thought| {
            let message = Message::Thought { job: id, thought };
            let _ = sender.send(Event::Message(message));
        });
        let _ = sender.send(Event::Message(Message::Done { job: id, found }));
    };
    if let Err(error) = begin(id, work) {
        let found = Err(format!("no engine can be started: {error}"));
        let _ = to.send(Event::Message(Message::Done { job: id, found }));
    }
    job
}

/// Lets a bot think on its opponent's time, until the job is dropped.
pub fn ponder(game: Playable, chair: SharedChair, table: Box<dyn DynMatch>) -> Job {
    let (job, stop) = job();
    let work = move || {
        let mut chair = chair.lock().unwrap_or_else(PoisonError::into_inner);
        if !stop.load(SeqCst) {
            chair.ponder(&game, &*table, &stop);
        }
    };
    // Without a thread nobody ponders, and nothing is lost.
    let _ = begin(job.id, work);
    job
}

fn think(
    question: &Question,
    stop: &AtomicBool,
    mut say: impl FnMut(Thought),
) -> Result<Thought, String> {
    let mut told: Option<Instant> = None;
    let mut progress = |thought: &Thought| {
        // A solver at work has no lines yet; what an engine said before stands.
        if told.is_none_or(|told| told.elapsed() >= PAUSE) && !thought.lines.is_empty() {
            told = Some(Instant::now());
            say(thought.clone());
        }
    };
    let task = Task { aim: question.aim, ..Task::new(question.limits) };
    let task = task.lines(question.n_lines).stop(stop).progress(&mut progress);
    let mut chair = question.chair.lock().unwrap_or_else(PoisonError::into_inner);
    chair.think(&question.game, &*question.table, task)
}

/// Looks how saved games went on from a position.
pub fn openings(
    game: Playable,
    table: Box<dyn DynMatch>,
    store: Arc<Store>,
    to: &Sender<Event<Message>>,
) -> Job {
    let (job, _) = job();
    let (id, sender) = (job.id, to.clone());
    let work = move || {
        let (name, setup) = (henge::name_to_save(game.rules().name()), table.setup());
        let played = store.continuations(&name, setup.as_deref(), &table.history());
        let opening = |Continuation { mv, games, results: [first, drawn, second] }| Opening {
            mv,
            games,
            first,
            drawn,
            second,
            book: None,
        };
        let found = played.map_err(|error| error.to_string()).map(|played| {
            let played = played.into_iter().map(opening).collect();
            Openings::of(&game, &*table, true, played)
        });
        let _ = sender.send(Event::Message(Message::Openings { job: id, found }));
    };
    // Without a thread there are no openings, and nothing is lost.
    let _ = begin(job.id, work);
    job
}

/// Asks a tutor whether a move costs too much.
pub fn check(
    game: Playable,
    table: Box<dyn DynMatch>,
    (mv, percent): (String, u32),
    to: &Sender<Event<Message>>,
) -> Job {
    let (job, stop) = job();
    let (id, sender) = (job.id, to.clone());
    let work = move || {
        let found = review::warning(&game, &*table, &mv, (percent, None), &stop);
        let found = found.map(|found| found.map(Box::new));
        let _ = sender.send(Event::Message(Message::Warned { job: id, found }));
    };
    if begin(id, work).is_err() {
        // Without a thread nobody warns.
        let _ = to.send(Event::Message(Message::Warned { job: id, found: Ok(None) }));
    }
    job
}

/// Looks through the game that was played at a table.
pub fn review(
    game: Playable,
    table: Box<dyn DynMatch>,
    time: Duration,
    to: &Sender<Event<Message>>,
) -> Job {
    let (job, stop) = job();
    let (id, sender) = (job.id, to.clone());
    let work = move || {
        let mut tell = |seen: &Reviewed| {
            let message = Message::Reviewed { job: id, seen: Box::new(seen.clone()) };
            let _ = sender.send(Event::Message(message));
        };
        let task =
            ReviewTask { limits: Limits::time(time), bot: None, stop: &stop, progress: &mut tell };
        let found = review::review(&game, &*table, task).map(Box::new);
        let _ = sender.send(Event::Message(Message::Review { job: id, found }));
    };
    // Without a thread there is no review, and nothing is lost.
    let _ = begin(id, work);
    job
}
