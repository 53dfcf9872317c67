//! A whole game, move by move: what was lost, and where it turned.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use henge::Limits;
use henge::erased::DynMatch;
use henge::review::{self, ReviewTask, Reviewed};
use henge_api as api;
use tokio::sync::{mpsc, oneshot};

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
        let last = match look_through(&game, &*table, time, stop, &say) {
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

/// Whether a move that somebody thinks of costs too much, and why.
#[utoipa::path(
    post,
    path = "/warn",
    tag = "engines",
    request_body = api::WarnRequest,
    responses(
        (status = 200, body = api::Warning),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn warn(
    State(app): State<Arc<App>>,
    client: Client,
    Body(asked): Body<api::WarnRequest>,
) -> Result<Json<api::Warning>, Fault> {
    let percent = asked.percent;
    if !(1..=100).contains(&percent) {
        return Err(Fault::unprocessable("percent may be 1 to 100"));
    }
    question::check_move(&asked.next)?;
    let setup = asked.setup.as_deref();
    let (game, table) = question::table(&app, &asked.game, setup, &asked.moves).await?;
    let bot = BotName::read(&game, game.playable.analyst().bot)?.full();
    let (sender, receiver) = oneshot::channel();
    let stop = Arc::new(AtomicBool::new(false));
    let _held = StopOnDrop(Arc::clone(&stop));
    let run = move |stop: &AtomicBool| {
        let how = (percent, Some(bot.as_str()));
        let _ = sender.send(review::warning(&game.playable, &*table, &asked.next, how, stop));
    };
    let job = Job { client, stop, budget: MOST_TIME, gives_way: false, run: Box::new(run) };
    app.pool.submit(Lane::Questions, job)?;
    let busy = |_| Fault::unavailable("others were waiting for the engines");
    let found = receiver.await.map_err(busy)?.map_err(Fault::unprocessable)?;
    Ok(Json(found.map(api::Warning::from).unwrap_or_default()))
}

fn look_through(
    game: &Game,
    table: &dyn DynMatch,
    time: Duration,
    stop: &AtomicBool,
    say: &dyn Fn(Event) -> bool,
) -> Result<api::Review, String> {
    let playable = &game.playable;
    let bot = BotName::read(game, playable.analyst().bot).map_err(|fault| fault.message)?.full();
    let players = &playable.rules().about().players;
    let mut tell = |seen: &Reviewed| {
        if !say(sse::event("ply", &api::ReviewPly::of(seen, players))) {
            stop.store(true, Ordering::SeqCst);
        }
    };
    let task =
        ReviewTask { limits: Limits::time(time), bot: Some(&bot), stop, progress: &mut tell };
    Ok(api::Review::of(playable, &review::review(playable, table, task)?))
}
