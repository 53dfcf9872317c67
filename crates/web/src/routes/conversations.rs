//! Conversations with programs about a game. Every question brings the whole conversation along, so
//! that nothing is lost with the server.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use henge::Converse;
use henge::spec::SpecError;
use henge_api as api;
use tokio::sync::oneshot;

use crate::App;
use crate::bounds::MOST_MOVE_TIME;
use crate::extract::{Body, Client};
use crate::fault::Fault;
use crate::pool::{Job, Lane};

/// Nobody says more in one conversation.
const MOST_LINES: usize = 1000;

/// All programs that can be talked to.
#[utoipa::path(
    get,
    path = "/conversations",
    tag = "conversations",
    responses((status = 200, body = api::Conversations))
)]
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<api::Conversations>, Fault> {
    let catalogue = Arc::clone(&app.catalogue);
    let list = tokio::task::spawn_blocking(move || {
        catalogue.conversations().iter().filter_map(api::ConversationAbout::of).collect()
    });
    let conversations = list.await.map_err(|_| Fault::unavailable("the list cannot be made"))?;
    Ok(Json(api::Conversations { conversations }))
}

/// Follows a conversation and answers its last line.
#[utoipa::path(
    post,
    path = "/conversations",
    tag = "conversations",
    request_body = api::ConversationRequest,
    responses(
        (status = 200, body = api::Conversation),
        (status = 422, body = api::ErrorBody, description = "a line that cannot be followed, and why")
    )
)]
pub async fn follow(
    State(app): State<Arc<App>>,
    client: Client,
    Body(asked): Body<api::ConversationRequest>,
) -> Result<Json<api::Conversation>, Fault> {
    if asked.lines.len() > MOST_LINES {
        let most = format!("a conversation has at most {MOST_LINES} lines; begin another");
        return Err(Fault::unprocessable(most));
    }
    let (sender, receiver) = oneshot::channel();
    let for_job = Arc::clone(&app);
    let job = Job {
        client,
        stop: Arc::default(),
        budget: MOST_MOVE_TIME,
        gives_way: false,
        run: Box::new(move |stop| {
            let _ = sender.send(answer(&for_job, &asked, stop));
        }),
    };
    app.pool.submit(Lane::Questions, job)?;
    let answer = receiver.await.map_err(|_| Fault::unprocessable("this cannot be followed"))?;
    Ok(Json(answer.map_err(Fault::unprocessable)?))
}

fn answer(
    app: &App,
    asked: &api::ConversationRequest,
    stop: &AtomicBool,
) -> Result<api::Conversation, String> {
    let all = app.catalogue.conversations().iter();
    let all: Vec<&dyn Converse> = all.filter_map(|game| game.ability()).collect();
    let named = all.iter().find(|converse| converse.about().name == asked.name);
    let converse = named.ok_or_else(|| {
        let names = all.iter().map(|converse| converse.about().name);
        SpecError::unknown("conversation", &asked.name, names).to_string()
    })?;
    app.talks.follow(*converse, asked, stop)
}
