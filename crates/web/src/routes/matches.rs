//! Games with seats.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use henge::record;
use henge::table::Refusal;
use henge_api as api;
use henge_store::{Clocks, SavedGame, SavedSeat, Source, StoreError, Summary, Wanted, now_ms};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::bounds::BotName;
use crate::extract::{Bearer, Body, Client, Path, Private, Query};
use crate::fault::Fault;
use crate::pool::Lane;
use crate::question;
use crate::rates::Class;
use crate::room::{Key, Play, Room, dice, fresh_id, seats_of, when};
use crate::sse::{self, Event};

use super::analyse::{self, Question};

const LONGEST_NAME: usize = 60;
/// More games are not listed at once.
const MOST_LISTED: usize = 50;
/// More words are not looked for.
const MOST_WORDS: usize = 8;

/// A name that can be shown: short, without control characters.
fn person(name: Option<String>, usual: &str) -> Result<String, Fault> {
    let name = name.unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    let name = name.trim();
    match name.chars().count() {
        0 => Ok(usual.into()),
        n if n > LONGEST_NAME => {
            Err(Fault::unprocessable(format!("a name has {LONGEST_NAME} characters at most")))
        }
        _ => Ok(name.into()),
    }
}

fn clocks(clock: Option<api::ClockRequest>) -> Result<Option<Clocks>, Fault> {
    let Some(clock) = clock else { return Ok(None) };
    let within =
        (1.0..=86_400.0).contains(&clock.seconds) && (0.0..=3600.0).contains(&clock.increment);
    if !within {
        return Err(Fault::unprocessable(
            "a clock has 1 to 86400 seconds and an increment of 0 to 3600",
        ));
    }
    let ms = |seconds: f64| (seconds * 1000.0) as u64;
    Ok(Some(Clocks::from_ms([ms(clock.seconds); 2], ms(clock.increment))))
}

/// Begins a game.
#[utoipa::path(
    post,
    path = "/matches",
    tag = "matches",
    request_body = api::NewMatch,
    responses(
        (status = 201, body = api::Created),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn create(
    State(app): State<Arc<App>>,
    client: Client,
    Body(asked): Body<api::NewMatch>,
) -> Result<Response, Fault> {
    let game = app.catalogue.game(&asked.game).await?;
    let clocks = clocks(asked.clock)?;
    let people = |seat: &&api::NewSeat| matches!(seat, api::NewSeat::Human { .. });
    let named = |seat: &api::NewSeat| matches!(seat, api::NewSeat::Human { open: true, .. });
    // Unless a seat is named open, the caller sits on the first chair for a person, and whoever
    // joins on the second.
    let second_open = asked.invite
        && asked.seats.iter().filter(people).count() == 2
        && !asked.seats.iter().any(named);
    if asked.seats.iter().any(|seat| matches!(seat, api::NewSeat::Bot { .. })) {
        app.pool.room(Lane::Moves, client)?;
    }
    let mut tokens = [None, None];
    let mut seats = Vec::new();
    for (i, seat) in asked.seats.into_iter().enumerate() {
        seats.push(match seat {
            api::NewSeat::Bot { bot } => {
                BotName::read(&game, &bot)?;
                SavedSeat { is_bot: true, name: bot, owner: None }
            }
            api::NewSeat::Human { name, open } if open || second_open && i == 1 => {
                SavedSeat { is_bot: false, name: person(name, "Guest")?, owner: None }
            }
            api::NewSeat::Human { name, .. } => {
                let key = Key::fresh(0)?;
                tokens[i] = Some(key.token);
                let owner = Some(key.owner);
                SavedSeat { is_bot: false, name: person(name, "Player")?, owner }
            }
        });
    }
    let seats = <[SavedSeat; 2]>::try_from(seats).map_err(|_| Fault::unprocessable("two seats"))?;
    let mut table = question::set_up(&game, asked.setup.as_deref(), &asked.moves)?;
    let id = fresh_id()?;
    // A game may begin with a roll.
    dice(&id, &seats).throw(&mut *table)?;
    let now = now_ms();
    let ending = match table.turn() {
        henge::Turn::Over(_) => {
            return Err(Fault::unprocessable("this game is over before it begins"));
        }
        _ => None,
    };
    let saved = SavedGame {
        id,
        source: Source::Web,
        game: game.playable.rules().name().into(),
        setup: table.setup(),
        version: 0,
        created: now,
        updated: now,
        clocks,
        seats,
        moves: table.history(),
        ending,
    };
    let room = app.hall.create(&app, saved).await?;
    let mut play = room.play.lock().await;
    play.payer = Some(client);
    room.wake(&app, &mut play);
    let [first, second] = tokens;
    let created = api::Created { state: play.state(), tokens: api::Tokens { first, second } };
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

/// The room, with whoever asks for rooms that are not there counted.
async fn room_of(app: &Arc<App>, client: Client, id: &str) -> Result<Arc<Room>, Fault> {
    let room = app.hall.room(app, id).await;
    count_wrong(app, client, room)
}

/// Counts who asks for what is not there.
pub fn count_wrong<T>(app: &App, client: Client, result: Result<T, Fault>) -> Result<T, Fault> {
    if let Err(fault) = &result
        && matches!(fault.status, StatusCode::NOT_FOUND | StatusCode::UNAUTHORIZED)
    {
        app.limiter.take(client, Class::Wrong)?;
    }
    result
}

/// Takes the open seat of a game.
#[utoipa::path(
    post,
    path = "/matches/{id}/join",
    tag = "matches",
    params(("id" = String, Path)),
    request_body = api::JoinRequest,
    responses(
        (status = 200, body = api::Joined),
        (status = 404, body = api::ErrorBody),
        (status = 409, body = api::ErrorBody, description = "no seat is open"),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn join(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(asked): Body<api::JoinRequest>,
) -> Result<Json<api::Joined>, Fault> {
    let name = person(asked.name, "Guest")?;
    let room = room_of(&app, client, &id).await?;
    Ok(Json(room.join(&app, client, name).await?))
}

/// The state of a game.
#[utoipa::path(
    get,
    path = "/matches/{id}",
    tag = "matches",
    params(("id" = String, Path)),
    responses((status = 200, body = api::State), (status = 404, body = api::ErrorBody))
)]
pub async fn state(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<api::State>, Fault> {
    let room = room_of(&app, client, &id).await?;
    let mut play = room.play.lock().await;
    play.payer.get_or_insert(client);
    room.wake(&app, &mut play);
    Ok(Json(play.state()))
}

/// The state of a game, now and after every change.
#[utoipa::path(
    get,
    path = "/matches/{id}/events",
    tag = "matches",
    params(("id" = String, Path)),
    responses(
        (status = 200, description = "text/event-stream"),
        (status = 404, body = api::ErrorBody)
    )
)]
pub async fn events(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let room = room_of(&app, client, &id).await?;
    let mut changes = room.changes.subscribe();
    let first = {
        let mut play = room.play.lock().await;
        play.payer.get_or_insert(client);
        room.wake(&app, &mut play);
        changes.mark_unchanged();
        play.event()
    };
    let told = move |event: &Option<Event>| {
        room.look();
        event.clone()
    };
    sse::follow(&app, client, first, changes, told)
}

/// Plays a move.
#[utoipa::path(
    post,
    path = "/matches/{id}/moves",
    tag = "matches",
    params(("id" = String, Path)),
    request_body = api::MoveRequest,
    security(("seat" = [])),
    responses(
        (status = 200, body = api::State),
        (status = 401, body = api::ErrorBody, description = "no token of this game"),
        (status = 403, body = api::ErrorBody, description = "it is the other player's turn"),
        (status = 404, body = api::ErrorBody),
        (status = 409, body = api::ErrorBody, description = "another number of moves is played"),
        (status = 422, body = api::ErrorBody, description = "not a legal move")
    )
)]
pub async fn moves(
    State(app): State<Arc<App>>,
    client: Client,
    Bearer(token): Bearer,
    Path(id): Path<String>,
    Body(asked): Body<api::MoveRequest>,
) -> Result<Json<api::State>, Fault> {
    let room = room_of(&app, client, &id).await?;
    let moved = room.person_moves(&app, (client, token.as_deref()), &asked.mv, asked.ply).await;
    Ok(Json(count_wrong(&app, client, moved)?))
}

/// Takes back, gives up, offers a draw.
#[utoipa::path(
    post,
    path = "/matches/{id}/actions",
    tag = "matches",
    params(("id" = String, Path)),
    request_body = api::ActionRequest,
    security(("seat" = [])),
    responses(
        (status = 200, body = api::State),
        (status = 401, body = api::ErrorBody),
        (status = 403, body = api::ErrorBody),
        (status = 404, body = api::ErrorBody),
        (status = 409, body = api::ErrorBody, description = "not now"),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn actions(
    State(app): State<Arc<App>>,
    client: Client,
    Bearer(token): Bearer,
    Path(id): Path<String>,
    Body(asked): Body<api::ActionRequest>,
) -> Result<Json<api::State>, Fault> {
    let room = room_of(&app, client, &id).await?;
    let done = room.act(&app, (client, token.as_deref()), asked.action).await;
    Ok(Json(count_wrong(&app, client, done)?))
}

/// Advice for whoever holds a seat; events as of `/analyse`.
#[utoipa::path(
    post,
    path = "/matches/{id}/hint",
    tag = "matches",
    params(("id" = String, Path)),
    request_body = api::HintRequest,
    security(("seat" = [])),
    responses(
        (status = 200, description = "text/event-stream"),
        (status = 401, body = api::ErrorBody),
        (status = 404, body = api::ErrorBody),
        (status = 409, body = api::ErrorBody),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn hint(
    State(app): State<Arc<App>>,
    client: Client,
    Bearer(token): Bearer,
    Path(id): Path<String>,
    Body(asked): Body<api::HintRequest>,
) -> Result<Response, Fault> {
    let room = room_of(&app, client, &id).await?;
    let (game, table) = {
        let play = room.play.lock().await;
        count_wrong(&app, client, play.seat_of(token.as_deref()))?;
        if play.sitting.is_over() {
            return Err(Refusal::Over.into());
        }
        if play.clocks().is_some() && play.is_between_people() {
            let why = "there are no hints in a game with clocks between two people";
            return Err(Fault::conflict(why));
        }
        (Arc::clone(&play.game), play.sitting.table().fork())
    };
    let wanted = Question::new(None, Some(2), asked.time_ms.or(Some(1000)))?;
    analyse::answer(&app, client, (game, table), wanted).await
}

/// The game as a record.
#[utoipa::path(
    get,
    path = "/matches/{id}/record",
    tag = "matches",
    params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "text/plain", body = String),
        (status = 404, body = api::ErrorBody)
    )
)]
pub async fn record(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let room = room_of(&app, client, &id).await?;
    let text = record::write(&[room.play.lock().await.record()]);
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Plays again with the sides changed. Both players find the game in the state of this one, and their tokens hold
/// in it.
#[utoipa::path(
    post,
    path = "/matches/{id}/rematch",
    tag = "matches",
    params(("id" = String, Path)),
    request_body = api::RematchRequest,
    security(("seat" = [])),
    responses(
        (status = 200, body = api::State),
        (status = 401, body = api::ErrorBody),
        (status = 404, body = api::ErrorBody),
        (status = 409, body = api::ErrorBody, description = "not now, or not with a bot"),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn rematch(
    State(app): State<Arc<App>>,
    client: Client,
    Bearer(token): Bearer,
    Path(id): Path<String>,
    Body(asked): Body<api::RematchRequest>,
) -> Result<Json<api::State>, Fault> {
    let clocks = clocks(asked.clock)?;
    let room = room_of(&app, client, &id).await?;
    let done = room.rematch(&app, (client, token.as_deref()), clocks).await;
    Ok(Json(count_wrong(&app, client, done)?))
}

/// Deletes a game of this machine; not for others.
#[utoipa::path(
    delete,
    path = "/matches/{id}",
    tag = "matches",
    params(("id" = String, Path)),
    responses(
        (status = 204),
        (status = 403, body = api::ErrorBody, description = "the server is open to others"),
        (status = 404, body = api::ErrorBody)
    )
)]
pub async fn delete(
    State(app): State<Arc<App>>,
    client: Client,
    _: Private,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    room_of(&app, client, &id).await?.delete(&app).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How people have done against bots on this machine; not for others.
#[utoipa::path(
    get,
    path = "/matches/tallies",
    tag = "matches",
    responses(
        (status = 200, body = api::Tallies),
        (status = 403, body = api::ErrorBody, description = "the server is open to others")
    )
)]
pub async fn tallies(State(app): State<Arc<App>>, _: Private) -> Result<Json<api::Tallies>, Fault> {
    let tallies = app.ask(|store| store.tallies()).await?;
    let tallies = tallies.into_iter().map(|henge_store::Tally { game, bot, won, drawn, lost }| {
        api::Tally { game, bot, won, drawn, lost }
    });
    Ok(Json(api::Tallies { tallies: tallies.collect() }))
}

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Only those that are not over.
    #[serde(default)]
    open: bool,
    /// Only those that are over.
    #[serde(default)]
    over: bool,
    /// Only those in which a move was played.
    #[serde(default)]
    begun: bool,
    /// Words that the name of the game or of a player holds.
    #[serde(default)]
    words: String,
    /// How many of the newest to pass over.
    #[serde(default)]
    skip: usize,
    /// How many to list at most.
    #[serde(default = "most_listed")]
    most: usize,
}

fn most_listed() -> usize {
    MOST_LISTED
}

/// The games of this machine, those that changed last first; not for others.
#[utoipa::path(
    get,
    path = "/matches",
    tag = "matches",
    params(Which),
    responses(
        (status = 200, body = api::Matches),
        (status = 403, body = api::ErrorBody, description = "the server is open to others")
    )
)]
pub async fn list(
    State(app): State<Arc<App>>,
    _: Private,
    Query(which): Query<Which>,
) -> Result<Json<api::Matches>, Fault> {
    let wanted = Wanted {
        over: match (which.open, which.over) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            _ => None,
        },
        begun: which.begun,
        words: which.words.split_whitespace().take(MOST_WORDS).map(String::from).collect(),
        skip: which.skip,
        most: which.most.min(MOST_LISTED),
    };
    let saved = app.ask(move |store| {
        let total = store.count(&wanted)?;
        let mut listed = store.search(&wanted)?;
        let mut games: Vec<(Option<SavedGame>, Summary)> = Vec::new();
        for summary in listed.games {
            // Of a game that is over enough is known.
            if summary.ending.is_some() {
                games.push((None, summary));
                continue;
            }
            match store.game(&summary.id) {
                Ok(game) => games.extend(game.map(|game| (Some(game), summary))),
                Err(StoreError::DamagedGame { id, .. }) => listed.damaged.push(id),
                Err(error) => return Err(error),
            }
        }
        Ok((games, listed.damaged, total))
    });
    let (saved, damaged, total) = saved.await?;
    let matches = tokio::task::spawn_blocking(move || {
        let listed = saved.into_iter().filter_map(|(game, summary)| match (game, summary.ending) {
            (Some(game), _) => Some(summarise(&Play::load(&app, game).ok()?, summary)),
            (None, Some(ending)) => {
                let game = app.catalogue.game_now(&summary.game).ok()?;
                let title = game.playable.rules().about().title.clone();
                Some(summary_of(summary, title, api::Turn::over(ending)))
            }
            (None, None) => None,
        });
        listed.collect()
    });
    let matches = matches.await.map_err(|_| Fault::unavailable("the list cannot be made"))?;
    Ok(Json(api::Matches { matches, damaged, total }))
}

fn summarise(play: &Play, summary: Summary) -> api::MatchSummary {
    let state = play.state();
    summary_of(summary, state.title, state.view.turn)
}

fn summary_of(summary: Summary, title: String, turn: api::Turn) -> api::MatchSummary {
    api::MatchSummary {
        id: summary.id,
        game: summary.game,
        title,
        seats: seats_of(&summary.seats),
        ply: summary.n_moves,
        turn,
        updated: when(summary.updated),
    }
}
