use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use henge::core::Board;
use henge::core::depict::{Mark, MarkKind};
use henge::core::render::{SvgStyle, Theme, svg};
use henge_api as api;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::extract::Query;
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
        (status = 400, body = api::ErrorBody),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn picture(
    State(app): State<Arc<App>>,
    Query(asked): Query<Picture>,
) -> Result<Response, Fault> {
    let theme = match asked.theme.as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some("auto") | None => Theme::Auto,
        Some(_) => return Err(Fault::unprocessable("theme is light, dark or auto")),
    };
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
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "private, max-age=600"),
        // The drawing brings its own style sheet, and nothing else.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    Ok((headers, picture).into_response())
}

/// How far apart neighbours are in a picture of about that width.
fn unit(board: &Board, width: f32) -> f32 {
    let across =
        |x: fn(f32, f32) -> f32, start| board.sites.iter().map(|site| site.at.x).fold(start, x);
    let (left, right) = (across(f32::min, f32::MAX), across(f32::max, f32::MIN));
    let columns = if right >= left { right - left + 2.0 } else { 2.0 };
    width.clamp(16.0, 4000.0) / columns
}
