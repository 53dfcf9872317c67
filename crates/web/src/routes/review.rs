//! A whole game, move by move: what was lost, and where it turned.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use henge::erased::{DynMatch, Task};
use henge::{Chair, Limits, Player, ScoreKind, Turn};
use henge_api as api;
use tokio::sync::mpsc;

use crate::App;
use crate::bounds::BotName;
use crate::catalogue::Game;
use crate::extract::{Body, Client};
use crate::fault::Fault;
use crate::pool::{Job, Lane};
use crate::question;
use crate::sse::{self, Event, StopOnDrop};

use super::analyse::time_within;

const USUAL_TIME: Duration = Duration::from_millis(300);
const MOST_TIME: Duration = Duration::from_secs(5);
/// A review takes no longer than this, however long the game is.
const MOST_IN_ALL: Duration = Duration::from_secs(600);
/// Who has so much of the bar is ahead.
const AHEAD: f64 = 0.25;
/// Who loses so much has turned the game.
const TURNS: f64 = 0.8;

/// Looks through a game.
///
/// Events: `ply` (a ReviewPly) for every move, at last `done` (a Review), or `fault` (an error).
#[utoipa::path(
    post,
    path = "/review",
    tag = "engines",
    request_body = api::ReviewRequest,
    responses(
        (status = 200, description = "text/event-stream"),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn review(
    State(app): State<Arc<App>>,
    client: Client,
    Body(asked): Body<api::ReviewRequest>,
) -> Result<Response, Fault> {
    let time = time_within(asked.time_ms, USUAL_TIME, MOST_TIME)?;
    let setup = asked.setup.as_deref();
    let (game, table) = question::table(&app, &asked.game, setup, &asked.moves).await?;
    let (sender, receiver) = mpsc::channel(64);
    let stop = Arc::new(AtomicBool::new(false));
    let held = StopOnDrop(Arc::clone(&stop));
    let run = move |stop: &AtomicBool| {
        let say = |event| sender.blocking_send(event).is_ok();
        let last = match look_through(&game, table, time, stop, &say) {
            // Whoever has left does not hear it; so it is the pool that has stopped us.
            Ok(_) if stop.load(Ordering::SeqCst) => {
                let why = "others were waiting for the engines, so this review was cut short";
                sse::fault(&Fault::unavailable(why))
            }
            Ok(review) => sse::event("done", &review),
            Err(why) => sse::fault(&Fault::unprocessable(why)),
        };
        say(last);
    };
    let budget = MOST_IN_ALL.min(time * (asked.moves.len() as u32 + 2) + Duration::from_secs(5));
    let pass = app.gate.stream(client)?;
    let job = Job { client, stop, budget, gives_way: false, run: Box::new(run) };
    app.pool.submit(Lane::Questions, job)?;
    Ok(sse::answer(receiver, (held, pass)))
}

/// What an engine makes of one position.
struct Judged {
    best: Option<String>,
    score: Option<api::Score>,
}

/// So many forced moves in a row are followed to find out what they are worth.
const MOST_FORCED: usize = 12;

fn judge(
    game: &Game,
    bot: &str,
    table: &dyn DynMatch,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Judged, String> {
    let mut judged = Judged { best: None, score: None };
    let mut table = table.fork();
    for n_forced in 0..=MOST_FORCED {
        let player = match table.turn() {
            Turn::Over(outcome) if n_forced == 0 => {
                judged.score = Some(api::Score::at_end(outcome, Player::First));
                break;
            }
            Turn::Player(player) => player,
            // A forced move has ended the game: what was said before it stands.
            _ => break,
        };
        // With one line, engines play the only move without looking what it is worth.
        let limits = Limits::time(time);
        let task = Task::new(limits).lines(2).stop(stop);
        let thought = Chair::new(bot, 1).think(&game.playable, &*table, task)?;
        let best = thought.best().map(String::from);
        let score = thought.lines.first().and_then(|line| line.score);
        judged.score = score.map(|(score, kind)| {
            let score = score.earlier(n_forced as u32);
            api::Score::of(score, kind, player)
        });
        judged.best = judged.best.or(best.clone());
        // Where there is nothing to choose, some do not look further even so.
        let is_guess = score.is_none_or(|(_, kind)| kind == ScoreKind::Estimate);
        let Some(only) = best.filter(|_| is_guess && thought.lines.len() == 1) else { break };
        if table.play(&only).is_err() {
            break;
        }
    }
    Ok(judged)
}

fn look_through(
    game: &Game,
    mut table: Box<dyn DynMatch>,
    time: Duration,
    stop: &AtomicBool,
    say: &dyn Fn(Event) -> bool,
) -> Result<api::Review, String> {
    let bot = BotName::read(game, game.playable.default_bot()).map_err(|fault| fault.message)?;
    let bot = bot.full();
    let moves = table.history();
    while table.undo().is_some() {}
    let mut before = judge(game, &bot, &*table, time, stop)?;
    let mut turning_points = Vec::new();
    let mut leader = 0;
    for (ply, played) in (1..).zip(moves) {
        let mover = match table.turn() {
            Turn::Player(player) => Some(player),
            _ => None,
        };
        if table.redo().is_none() || stop.load(Ordering::SeqCst) {
            break;
        }
        let after = judge(game, &bot, &*table, time, stop)?;
        let is_best = before.best.as_ref() == Some(&played);
        let bar = |judged: &Judged| judged.score.as_ref().map(|score| score.bar);
        let loss = match (mover, bar(&before), bar(&after)) {
            (Some(player), Some(was), Some(is)) if !is_best => {
                let sign = if player == Player::First { 1.0 } else { -1.0 };
                (sign * (was - is)).clamp(0.0, 2.0)
            }
            _ => 0.0,
        };
        let leads = match bar(&after) {
            Some(bar) if bar > AHEAD => 1,
            Some(bar) if bar < -AHEAD => -1,
            Some(_) => 0,
            None => leader,
        };
        if loss >= TURNS || leads != 0 && leader != 0 && leads != leader {
            turning_points.push(ply);
        }
        leader = if leads == 0 { leader } else { leads };
        // A move as good as the engine's own is as good as the best.
        let mark = api::PlyMark::of(loss, is_best || mover.is_none());
        let best = before.best.take();
        let score = after.score.clone();
        let event = sse::event("ply", &api::ReviewPly { ply, played, best, score, loss, mark });
        if !say(event) {
            break;
        }
        before = after;
    }
    Ok(api::Review { turning_points })
}
