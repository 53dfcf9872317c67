//! Engines that think aloud.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use henge::erased::{DynMatch, Task, Thought};
use henge::{Chair, Limits, Turn};
use henge_api as api;
use henge_store::Change;
use tokio::sync::mpsc;

use crate::App;
use crate::bounds::{BotName, MOST_TIME};
use crate::catalogue::Game;
use crate::extract::{Body, Client};
use crate::fault::Fault;
use crate::pool::{Job, Lane};
use crate::question::{self, OpenMatch};
use crate::sse::{self, StopOnDrop};

const USUAL_TIME: Duration = Duration::from_secs(5);
const MOST_LINES: u32 = 8;
/// Thoughts come no faster than this; nobody reads faster.
const PAUSE: Duration = Duration::from_millis(60);

/// What is asked about a position.
pub struct Question {
    pub bot: Option<String>,
    pub n_lines: usize,
    pub time: Duration,
}

impl Question {
    pub fn new(
        bot: Option<String>,
        lines: Option<u32>,
        time_ms: Option<u64>,
    ) -> Result<Question, Fault> {
        let lines = lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(Fault::unprocessable(format!("lines may be 1 to {MOST_LINES}")));
        }
        let time = time_within(time_ms, USUAL_TIME, MOST_TIME)?;
        Ok(Question { bot, n_lines: lines as usize, time })
    }
}

/// A time that is not too long.
pub fn time_within(ms: Option<u64>, usual: Duration, most: Duration) -> Result<Duration, Fault> {
    match ms.map(Duration::from_millis) {
        None => Ok(usual),
        Some(time) if !time.is_zero() && time <= most => Ok(time),
        Some(_) => Err(Fault::unprocessable(format!("time_ms may be 1 to {}", most.as_millis()))),
    }
}

/// The best lines, deeper and deeper.
///
/// Events: `thought` (a Thought), at last `done` (a Thought), or `fault` (an error). Whoever closes
/// the connection stops the engine.
#[utoipa::path(
    post,
    path = "/analyse",
    tag = "engines",
    request_body = api::AnalyseRequest,
    responses(
        (status = 200, description = "text/event-stream"),
        (status = 409, body = api::ErrorBody, description = "there is nothing to decide"),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn analyse(
    State(app): State<Arc<App>>,
    client: Client,
    Body(asked): Body<api::AnalyseRequest>,
) -> Result<Response, Fault> {
    let wanted = Question::new(asked.bot, asked.lines, asked.time_ms)?;
    let setup = asked.setup.as_deref();
    let table = question::table(&app, &asked.game, setup, &asked.moves).await?;
    answer(&app, client, table, wanted).await
}

/// Puts the question into the pool and streams what comes out.
pub async fn answer(
    app: &Arc<App>,
    client: Client,
    (game, table): OpenMatch,
    wanted: Question,
) -> Result<Response, Fault> {
    if !matches!(table.turn(), Turn::Player(_)) {
        return Err(Fault::conflict("there is nothing to decide here: the game is over"));
    }
    let analyst = game.playable.analyst().bot;
    let bot = wanted.bot.as_deref().unwrap_or(analyst);
    let bot = BotName::read(&game, bot)?.full();
    let (sender, receiver) = mpsc::channel(64);
    let stop = Arc::new(AtomicBool::new(false));
    let key = key(&game, &*table, &bot, wanted.n_lines);
    let time_ms = wanted.time.as_millis() as u64;
    if let Some(known) = app.ask(move |store| store.answer(&key, time_ms)).await?
        && let Ok(known) = serde_json::from_str::<api::Thought>(&known)
    {
        let _ = sender.try_send(sse::event("done", &known));
        return Ok(sse::answer(receiver, ()));
    }
    let held = StopOnDrop(Arc::clone(&stop));
    let store = Arc::clone(&app.store);
    let run = move |stop: &AtomicBool| {
        let began = Instant::now();
        let players = &game.playable.rules().about().players;
        let mut told = None;
        let mut progress = |thought: &Thought| {
            let pause_is_over = told.is_none_or(|told: Instant| told.elapsed() >= PAUSE);
            // A solver at work has no lines yet; what an engine said before stands.
            if pause_is_over && !thought.lines.is_empty() {
                told = Some(Instant::now());
                let seconds = began.elapsed().as_secs_f64();
                let thought = api::Thought::of(thought, &*table, players, seconds);
                // A reader that is too slow misses some.
                let _ = sender.try_send(sse::event("thought", &thought));
            }
        };
        let (limits, n_lines) = (Limits::time(wanted.time), wanted.n_lines);
        let task = Task::new(limits).lines(n_lines).stop(stop).progress(&mut progress).worth();
        let event = match Chair::new(bot, 1).think(&game.playable, &*table, task) {
            Ok(thought) => {
                let seconds = began.elapsed().as_secs_f64();
                let thought = api::Thought::of(&thought, &*table, players, seconds);
                let stopped = stop.load(std::sync::atomic::Ordering::SeqCst);
                if let (false, Ok(answer)) = (stopped, serde_json::to_string(&thought)) {
                    let question = key.to_vec();
                    // That it is not kept is no loss.
                    let _ = store.write(Change::Answer { question, time_ms, answer }, |_| {});
                }
                sse::event("done", &thought)
            }
            Err(why) => sse::fault(&Fault::unprocessable(why)),
        };
        let _ = sender.blocking_send(event);
    };
    let budget = wanted.time + Duration::from_secs(2);
    let pass = app.gate.stream(client)?;
    let job = Job { client, stop, budget, gives_way: false, run: Box::new(run) };
    app.pool.submit(Lane::Questions, job)?;
    Ok(sse::answer(receiver, (held, pass)))
}

/// A name for a question, by which its answer is found again.
fn key(game: &Game, table: &dyn DynMatch, bot: &str, n_lines: usize) -> [u8; 32] {
    let parts = [
        env!("CARGO_PKG_VERSION").to_string(),
        game.playable.rules().name().into(),
        table.setup().unwrap_or_default(),
        table.history().join(" "),
        bot.into(),
        n_lines.to_string(),
    ];
    *blake3::hash(parts.join("\n").as_bytes()).as_bytes()
}
