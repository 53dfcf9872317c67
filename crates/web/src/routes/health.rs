use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use henge_api as api;

use crate::App;

/// How the server is.
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, body = api::Health)))]
pub async fn health(State(app): State<Arc<App>>) -> Json<api::Health> {
    let (running, waiting, limit) = app.pool.load();
    let (open, most) = app.gate.load();
    Json(api::Health {
        status: "ok".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        games_open: app.hall.n_rooms(),
        engine: api::EngineLoad { running, waiting, limit },
        connections: api::ConnectionLoad { open, limit: most },
    })
}
