use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use henge::Board;
use henge::depict::{Mark, MarkKind};
use henge::render::{SvgStyle, Theme, svg};
use henge_api as api;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::question;

/// What to draw.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Picture {
    /// The name of the game.
    #[param(example = "tic-tac-toe", max_length = 120)]
    game: String,
    /// The moves, separated by blanks.
    #[serde(default)]
    moves: String,
    /// A position as text.
    position: Option<String>,
    /// `light`, `dark` or `auto`.
    theme: Option<String>,
    /// In pixels, about.
    width: Option<f32>,
}

/// A position as SVG.
#[utoipa::path(
    get,
    path = "/picture",
    tag = "games",
    params(Picture),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn picture(
    State(app): State<Arc<App>>,
    Query(asked): Query<Picture>,
) -> Result<Response, Fault> {
    let theme = read_theme(asked.theme.as_deref())?;
    let moves: Vec<String> = asked.moves.split_whitespace().map(String::from).collect();
    let position = asked.position.as_deref().filter(|text| !text.is_empty());
    let (game, table) = question::table(&app, &asked.game, position, &moves).await?;
    let rules = game.playable.rules();
    let mut scene = table.scene();
    let last = |site| Mark { site, kind: MarkKind::Last, text: None };
    scene.marks.extend(table.last_path().into_iter().map(last));
    let style = SvgStyle {
        title: rules.about().title.clone(),
        theme,
        unit: asked.width.map_or(48.0, |width| unit(rules.board(), width)),
        ..SvgStyle::default()
    };
    let picture = svg(rules.board(), &scene, &style);
    Ok(answer(picture))
}

/// In which colours to draw what a bot has learned.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Colours {
    /// `light`, `dark` or `auto`.
    theme: Option<String>,
}

/// What a bot has learned, as SVG.
#[utoipa::path(
    get,
    path = "/games/{name}/bots/{bot}/learned.svg",
    tag = "games",
    params(
        ("name" = String, Path, description = "as in hex:size=11", example = "pentominoes"),
        ("bot" = String, Path, description = "one that has `learned`", example = "kuttner1972"),
        Colours
    ),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 404, body = api::ErrorBody, description = "nothing of this bot can be seen"),
        (status = 422, body = api::ErrorBody, description = "no such game, bot or theme")
    )
)]
pub async fn learned(
    State(app): State<Arc<App>>,
    Path((name, bot)): Path<(String, String)>,
    Query(asked): Query<Colours>,
) -> Result<Response, Fault> {
    let theme = read_theme(asked.theme.as_deref())?;
    let game = app.catalogue.game(&name).await?;
    let learned =
        game.playable.bot_kind(&bot)?.learned.ok_or_else(|| {
            Fault::not_found(format!("{bot} has no picture of what it has learned"))
        })?;
    Ok(answer((learned.draw)(theme)))
}

fn read_theme(text: Option<&str>) -> Result<Theme, Fault> {
    match text {
        Some("light") => Ok(Theme::Light),
        Some("dark") => Ok(Theme::Dark),
        Some("auto") | None => Ok(Theme::Auto),
        Some(_) => Err(Fault::unprocessable("theme is light, dark or auto")),
    }
}

fn answer(picture: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "private, max-age=600"),
        // The drawing brings its own style sheet, and nothing else.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    (headers, picture).into_response()
}

/// How far apart neighbours are in a picture of about that width.
fn unit(board: &Board, width: f32) -> f32 {
    let across =
        |x: fn(f32, f32) -> f32, start| board.sites.iter().map(|site| site.at.x).fold(start, x);
    let (left, right) = (across(f32::min, f32::MAX), across(f32::max, f32::MIN));
    let columns = if right >= left { right - left + 2.0 } else { 2.0 };
    width.clamp(16.0, 4000.0) / columns
}
