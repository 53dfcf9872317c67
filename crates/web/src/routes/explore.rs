//! Positions without seats: navigation, variations, the editor.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge::depict::Piece;
use henge_api as api;

use crate::App;
use crate::extract::Body;
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
        return Err(Fault::unprocessable("no board has room for so many pieces"));
    }
    let pieces: Vec<Piece> = asked.pieces.iter().map(Piece::from).collect();
    let rules = game.playable.rules();
    let table = rules.compose(&pieces, asked.player.into())?;
    Ok(Json(api::View::of(&**rules, &*table)))
}
