//! Engines in threads of their own. They are asked, and answer by messages.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use henge::erased::{DynMatch, Task, Thought};
use henge::{Chair, Limits, Playable, Player, Turn};
use henge_api as api;

use crate::events::Event;
use crate::terminal::GUARDED_THREAD;

/// Thoughts come no faster than this; nobody reads faster.
const PAUSE: Duration = Duration::from_millis(80);

/// What engines say.
pub enum Message {
    /// What it thinks so far.
    Thought { job: u64, thought: Thought },
    /// Who is ahead after this many plies of a game.
    Judged { job: u64, ply: usize, bar: f64 },
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
    let (limits, n_lines) = (question.limits, question.n_lines);
    let task = Task { limits, n_lines, stop, progress: &mut progress };
    let mut chair = question.chair.lock().unwrap_or_else(PoisonError::into_inner);
    chair.think(&question.game, &*question.table, task)
}

/// Judges every position of a game, from its beginning on.
pub fn review(
    game: Playable,
    mut table: Box<dyn DynMatch>,
    moves: Vec<String>,
    time: Duration,
    to: &Sender<Event<Message>>,
) -> Job {
    let (job, stop) = job();
    let (id, sender) = (job.id, to.clone());
    let work = move || {
        let chair = chair(game.default_bot(), 1);
        for ply in 0..=moves.len() {
            let bar = match table.turn() {
                Turn::Over(outcome) => Some(api::Score::at_end(outcome, Player::First).bar),
                Turn::Chance => None,
                Turn::Player(player) => {
                    // With one line engines play the only move without looking what it is worth.
                    let question = Question {
                        game: game.clone(),
                        chair: SharedChair::clone(&chair),
                        table: table.fork(),
                        limits: Limits::time(time),
                        n_lines: 2,
                    };
                    let thought = think(&question, &stop, |_| {}).ok();
                    let score = thought.and_then(|thought| thought.lines.first()?.score);
                    score.map(|(score, kind)| api::Score::of(score, kind, player).bar)
                }
            };
            if stop.load(SeqCst) {
                return;
            }
            if let Some(bar) = bar {
                let _ = sender.send(Event::Message(Message::Judged { job: id, ply, bar }));
            }
            if moves.get(ply).is_none_or(|mv| table.play(mv).is_err()) {
                return;
            }
        }
    };
    // Without a thread there is no graph, and nothing is lost.
    let _ = begin(id, work);
    job
}
