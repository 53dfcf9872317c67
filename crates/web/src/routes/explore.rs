//! Positions without seats: navigation, variations, the editor.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge::depict::Piece;
use henge_api as api;

use crate::App;
use crate::extract::{Body, Private};
use crate::fault::Fault;
use crate::question;

/// The position after some moves.
#[utoipa::path(
    post,
    path = "/explore",
    tag = "positions",
    request_body = api::TableRequest,
    responses(
        (status = 200, body = api::View),
        (status = 422, body = api::ErrorBody, description = "no such game, position or move")
    )
)]
pub async fn explore(
    State(app): State<Arc<App>>,
    Body(asked): Body<api::TableRequest>,
) -> Result<Json<api::View>, Fault> {
    let setup = asked.setup.as_deref();
    let (game, table) = question::table(&app, &asked.game, setup, &asked.moves).await?;
    Ok(Json(api::View::of(&**game.playable.rules(), &*table)))
}

/// How saved games went on from here, and what the book of the game says.
#[utoipa::path(
    post,
    path = "/openings",
    tag = "positions",
    request_body = api::TableRequest,
    responses(
        (status = 200, body = api::Openings),
        (status = 422, body = api::ErrorBody, description = "no such game, position or move")
    )
)]
pub async fn openings(
    State(app): State<Arc<App>>,
    private: Result<Private, Fault>,
    Body(asked): Body<api::TableRequest>,
) -> Result<Json<api::Openings>, Fault> {
    let setup = asked.setup.as_deref();
    let (game, table) = question::table(&app, &asked.game, setup, &asked.moves).await?;
    let name = game.playable.rules().name().to_string();
    let (setup, moves) = (table.setup(), table.history());
    let mut played = Vec::new();
    if private.is_ok() {
        let ask =
            move |store: &henge_store::Store| store.continuations(&name, setup.as_deref(), &moves);
        played = app.ask(ask).await?;
    }
    let opening = |henge_store::Continuation { mv, games, results: [first, drawn, second] }| {
        api::Opening { mv, games, first, drawn, second, book: None }
    };
    let played = played.into_iter().map(opening).collect();
    Ok(Json(api::Openings::of(&game.playable, &*table, private.is_ok(), played)))
}

/// More pieces stand on no board.
const MOST_PIECES: usize = 2000;

/// The position in which these pieces stand.
#[utoipa::path(
    post,
    path = "/compose",
    tag = "positions",
    request_body = api::ComposeRequest,
    responses(
        (status = 200, body = api::View),
        (status = 422, body = api::ErrorBody, description = "no position, and why")
    )
)]
pub async fn compose(
    State(app): State<Arc<App>>,
    Body(asked): Body<api::ComposeRequest>,
) -> Result<Json<api::View>, Fault> {
    let game = app.catalogue.game(&asked.game).await?;
    if asked.pieces.len() > MOST_PIECES {
        return Err(Fault::unprocessable("too many pieces; a board holds at most 2000"));
    }
    let pieces: Vec<Piece> = asked.pieces.iter().map(Piece::from).collect();
    let rules = game.playable.rules();
    let table = rules.compose(&pieces, asked.player.into())?;
    Ok(Json(api::View::of(&**rules, &*table)))
}
