//! Engines in threads of their own. They are asked, and answer by messages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use henge::Playable;
use henge::core::erased::{DynBot, DynMatch, Task, Thought};
use henge::core::{Limits, Player, Turn};
use henge_api as api;

use crate::events::Event;
use crate::terminal::GUARDED_THREAD;

/// Thoughts come no faster than this; nobody reads faster.
const PAUSE: Duration = Duration::from_millis(80);

/// What engines say.
pub enum Message {
    /// What it thinks so far.
    Thought { job: u64, thought: Thought },
    /// Who is ahead after so many plies of a game.
    Judged { job: u64, ply: usize, bar: f64 },
    /// What it has found out. The bot comes back with all it remembers.
    Done { job: u64, found: Result<Thought, String>, bot: Option<Box<dyn DynBot>> },
}

/// What is asked.
pub struct Question {
    pub game: Playable,
    /// The name of the bot.
    pub name: String,
    /// The bot itself, if it has thought before.
    pub bot: Option<Box<dyn DynBot>>,
    pub seed: u64,
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

/// Lets an engine think.
pub fn ask(question: Question, to: &Sender<Event<Message>>) -> Job {
    let (job, stop) = job();
    let (id, sender) = (job.id, to.clone());
    let work = move || {
        let (found, bot) = think(question, &stop, |thought| {
            let message = Message::Thought { job: id, thought };
            let _ = sender.send(Event::Message(message));
        });
        let _ = sender.send(Event::Message(Message::Done { job: id, found, bot }));
    };
    if let Err(error) = thread::Builder::new().name(format!("{GUARDED_THREAD} {id}")).spawn(work) {
        let found = Err(format!("no engine can be started: {error}"));
        let _ = to.send(Event::Message(Message::Done { job: id, found, bot: None }));
    }
    job
}

fn think(
    question: Question,
    stop: &AtomicBool,
    mut say: impl FnMut(Thought),
) -> (Result<Thought, String>, Option<Box<dyn DynBot>>) {
    let Question { game, name, bot, seed, table, limits, n_lines } = question;
    let work = AssertUnwindSafe(|| {
        let mut bot = match bot {
            Some(bot) => bot,
            None => match game.seeded_bot(&name, seed) {
                Ok(bot) => bot,
                Err(error) => return (Err(error.to_string()), None),
            },
        };
        let mut told: Option<Instant> = None;
        let mut progress = |thought: &Thought| {
            // A solver at work has no lines yet; what an engine said before stands.
            if told.is_none_or(|told| told.elapsed() >= PAUSE) && !thought.lines.is_empty() {
                told = Some(Instant::now());
                say(thought.clone());
            }
        };
        let task = Task { limits, n_lines, stop, progress: &mut progress };
        let mut found = bot.think(&*table, task).map_err(|error| error.to_string());
        if let Ok(thought) = &mut found {
            game.comment(&*table, thought);
        }
        (found, Some(bot))
    });
    catch_unwind(work)
        .unwrap_or_else(|_| (Err(format!("{name} has failed; this is a fault of henge")), None))
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
        let mut bot = None;
        for ply in 0..=moves.len() {
            let bar = match table.turn() {
                Turn::Over(outcome) => Some(api::Score::at_end(outcome, Player::First).bar),
                Turn::Chance => None,
                Turn::Player(player) => {
                    // With one line engines play the only move without looking what it is worth.
                    let (name, limits) = (game.default_bot().to_string(), Limits::time(time));
                    let asked = table.fork();
                    let question = Question {
                        game: game.clone(),
                        name,
                        bot: bot.take(),
                        seed: 1,
                        table: asked,
                        limits,
                        n_lines: 2,
                    };
                    let (found, back) = think(question, &stop, |_| {});
                    bot = back;
                    let score = found.ok().and_then(|thought| thought.lines.first()?.score);
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
    let _ = thread::Builder::new().name(format!("{GUARDED_THREAD} {id}")).spawn(work);
    job
}
