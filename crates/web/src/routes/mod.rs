//! The routes of `/api/v1`, and the document that describes them.

mod analyse;
mod conversations;
mod explore;
mod games;
mod health;
mod matches;
mod museum;
mod overlay;
mod picture;
mod problems;
mod reach;
mod records;
mod refusals;
mod review;
mod robots;
mod runs;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router, middleware};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::fault::Fault;
use crate::worlds::MOST_RECORDING_BYTES;
use crate::{App, guard, page, rates};

/// Bodies larger than this are not read.
const MOST_BYTES: usize = 256 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "henge",
        description = "Play, analyse and solve two-player board games.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(
        henge_api::ReviewPly,
        henge_api::Review,
        henge_api::Thought,
        henge_api::ErrorBody
    )),
    modifiers(&Keys)
)]
struct Document;

struct Keys;

impl utoipa::Modify for Keys {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("the token of a seat"))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("seat", SecurityScheme::Http(scheme));
    }
}

fn api() -> OpenApiRouter<Arc<App>> {
    // Recordings are longer than anything else that is sent here.
    let recordings = OpenApiRouter::new()
        .routes(routes!(robots::replay))
        .routes(routes!(robots::animate))
        .layer(DefaultBodyLimit::max(MOST_RECORDING_BYTES));
    let v1 = OpenApiRouter::new()
        .routes(routes!(games::list))
        .routes(routes!(games::about))
        .routes(routes!(games::own))
        .routes(routes!(picture::picture))
        .routes(routes!(picture::learned))
        .routes(routes!(explore::explore))
        .routes(routes!(explore::compose))
        .routes(routes!(explore::openings))
        .routes(routes!(analyse::analyse))
        .routes(routes!(review::review))
        .routes(routes!(review::warn))
        .routes(routes!(overlay::overlay))
        .routes(routes!(records::read))
        .routes(routes!(records::write))
        .routes(routes!(conversations::list, conversations::follow))
        .routes(routes!(runs::list))
        .routes(routes!(museum::show))
        .routes(routes!(problems::sets))
        .routes(routes!(problems::next))
        .routes(routes!(problems::answer))
        .routes(routes!(matches::create, matches::list))
        .routes(routes!(matches::join))
        .routes(routes!(matches::tallies))
        .routes(routes!(matches::state, matches::delete))
        .routes(routes!(matches::rematch))
        .routes(routes!(matches::events))
        .routes(routes!(matches::moves))
        .routes(routes!(matches::actions))
        .routes(routes!(matches::hint))
        .routes(routes!(matches::record))
        .routes(routes!(robots::scenarios))
        .routes(routes!(robots::check))
        .routes(routes!(robots::create))
        .routes(routes!(robots::world))
        .routes(routes!(robots::events))
        .routes(routes!(robots::act))
        .routes(routes!(robots::recording))
        .routes(routes!(robots::picture))
        .merge(recordings)
        .routes(routes!(reach::reach))
        .routes(routes!(health::health));
    OpenApiRouter::with_openapi(Document::openapi()).nest("/api/v1", v1)
}

/// Everything the server answers.
pub fn router(app: &Arc<App>) -> Router {
    let (api, mut document) = api().split_for_parts();
    refusals::describe(&mut document);
    let document = Arc::new(document);
    let document = get(move || {
        let document = Arc::clone(&document);
        async move { Json((*document).clone()) }
    });
    let compressed = SizeAbove::new(256).and(NotForContentType::SSE);
    Router::new()
        .merge(api)
        .route("/openapi.json", document.clone())
        .route("/api/v1/openapi.json", document)
        .fallback(get(page::page).fallback(nothing))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(app), rates::limit))
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::guard))
        .layer(CompressionLayer::new().compress_when(compressed))
        .with_state(Arc::clone(app))
}

async fn nothing() -> impl IntoResponse {
    Fault::not_found("there is nothing here")
}

async fn wrong_method() -> impl IntoResponse {
    let fault = Fault::bad_request("this path does not take this method; /openapi.json lists all");
    Fault { status: axum::http::StatusCode::METHOD_NOT_ALLOWED, ..fault }
}
