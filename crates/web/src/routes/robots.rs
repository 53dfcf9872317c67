//! The world of robots: scenarios, worlds that run here, recordings.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use henge_api as api;
use henge_robots::{Recording, SCENARIOS, Scenario, World, svg};

use crate::App;
use crate::extract::{Body, Client, Path};
use crate::fault::Fault;
use crate::room::fresh_id;
use crate::sse;
use crate::worlds::{LiveWorld, Shown, read_recording, read_scenario};

use super::matches::count_wrong;

/// Does what takes a moment where nobody waits for anything else.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    let failed = |_| Fault::unavailable("the world of robots does not answer");
    tokio::task::spawn_blocking(work).await.map_err(failed)
}

/// The scenarios that come with henge.
#[utoipa::path(
    get,
    path = "/robots/scenarios",
    tag = "robots",
    responses((status = 200, body = api::RobotScenarios))
)]
pub async fn scenarios() -> Json<api::RobotScenarios> {
    let about = |shipped: &henge_robots::Shipped| {
        let scenario = Scenario::read(shipped.text).expect("the tests read all shipped scenarios");
        api::RobotScenario {
            slug: shipped.slug.into(),
            toml: shipped.text.into(),
            ground: api::RobotGround::from(&scenario),
        }
    };
    Json(api::RobotScenarios { scenarios: SCENARIOS.iter().map(about).collect() })
}

/// Looks at a scenario: what it describes, or where it is wrong and why.
#[utoipa::path(
    post,
    path = "/robots/check",
    tag = "robots",
    request_body = api::RobotCheckRequest,
    responses(
        (status = 200, body = api::RobotCheck),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn check(
    Body(asked): Body<api::RobotCheckRequest>,
) -> Result<Json<api::RobotCheck>, Fault> {
    let check = move || match read_scenario(&asked.toml) {
        Ok(scenario) => {
            api::RobotCheck { ground: Some(api::RobotGround::from(&scenario)), fault: None }
        }
        Err(error) => {
            let fault = Some(api::FileFault::of(&error, &asked.toml));
            api::RobotCheck { ground: None, fault }
        }
    };
    Ok(Json(aside(check).await?))
}

/// Makes a world.
#[utoipa::path(
    post,
    path = "/robots",
    tag = "robots",
    request_body = api::NewRobotWorld,
    responses(
        (status = 201, body = api::RobotWorld),
        (status = 422, body = api::ErrorBody, description = "no such scenario, or a faulty one")
    )
)]
pub async fn create(
    State(app): State<Arc<App>>,
    Body(asked): Body<api::NewRobotWorld>,
) -> Result<Response, Fault> {
    let toml = match (asked.scenario, asked.toml) {
        (Some(slug), None) => {
            let shipped = SCENARIOS.iter().find(|shipped| shipped.slug == slug);
            let shipped = shipped.ok_or_else(|| {
                let known: Vec<&str> = SCENARIOS.iter().map(|shipped| shipped.slug).collect();
                let known = known.join(", ");
                Fault::unprocessable(format!("there is no such scenario; there are {known}"))
            })?;
            shipped.text.to_string()
        }
        (None, Some(toml)) => toml,
        _ => return Err(Fault::unprocessable("either scenario or toml should be given")),
    };
    let (id, rate) = (fresh_id()?, app.config.rates.moves);
    let seed = asked.seed.unwrap_or(1);
    let made = aside(move || {
        let scenario = read_scenario(&toml)?;
        Ok(LiveWorld::new(id, scenario, toml, seed, rate))
    });
    let made = made
        .await?
        .map_err(|error: henge_robots::FileError| Fault::unprocessable(error.to_string()))?;
    let world = app.worlds.add(made)?;
    Ok((StatusCode::CREATED, Json(world.about())).into_response())
}

/// The world, with whoever asks for worlds that are not there counted.
fn world_of(app: &App, client: Client, id: &str) -> Result<Arc<LiveWorld>, Fault> {
    count_wrong(app, client, app.worlds.find(id))
}

/// A world and how it stands.
#[utoipa::path(
    get,
    path = "/robots/{id}",
    tag = "robots",
    params(("id" = String, Path)),
    responses((status = 200, body = api::RobotWorld), (status = 404, body = api::ErrorBody))
)]
pub async fn world(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<api::RobotWorld>, Fault> {
    Ok(Json(world_of(&app, client, &id)?.about()))
}

/// How a world stands, now and after every round.
#[utoipa::path(
    get,
    path = "/robots/{id}/events",
    tag = "robots",
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
    let world = world_of(&app, client, &id)?;
    let mut shown = world.watch();
    // A world that was left running goes on.
    app.worlds.ring();
    let first = shown.borrow_and_update().event();
    // Whoever follows it keeps it.
    let told = move |shown: &Arc<Shown>| {
        world.look();
        Some(shown.event())
    };
    sse::follow(&app, client, first, shown, told)
}

/// Lets a world run or rest, plays a round, steers a robot.
#[utoipa::path(
    post,
    path = "/robots/{id}/actions",
    tag = "robots",
    params(("id" = String, Path)),
    request_body = api::RobotAction,
    responses(
        (status = 200, body = api::RobotState),
        (status = 404, body = api::ErrorBody),
        (status = 409, body = api::ErrorBody, description = "the world has ended"),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn act(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(asked): Body<api::RobotAction>,
) -> Result<Json<api::RobotState>, Fault> {
    let world = world_of(&app, client, &id)?;
    let state = aside(move || world.act(&asked)).await??;
    app.worlds.ring();
    Ok(Json(state))
}

fn text(kind: &'static str, body: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        // A picture that moves needs neither scripts nor styles.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'"),
    ];
    (headers, body).into_response()
}

/// The run of a world so far, as a file.
#[utoipa::path(
    get,
    path = "/robots/{id}/recording",
    tag = "robots",
    params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "text/plain", body = String),
        (status = 404, body = api::ErrorBody)
    )
)]
pub async fn recording(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let world = world_of(&app, client, &id)?;
    let written = aside(move || world.recording().to_text()).await?;
    Ok(text("text/plain; charset=utf-8", written))
}

/// The run of a world so far, as a picture that moves.
#[utoipa::path(
    get,
    path = "/robots/{id}/picture.svg",
    tag = "robots",
    params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 404, body = api::ErrorBody)
    )
)]
pub async fn picture(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let world = world_of(&app, client, &id)?;
    let drawn = aside(move || svg::animate(&world.recording())).await?;
    Ok(text("image/svg+xml", drawn))
}

fn moments(recording: &Recording) -> api::RobotReplay {
    let world = World::new(recording.scenario(), recording.seed());
    api::RobotReplay {
        ground: api::RobotGround::from(recording.scenario()),
        seed: recording.seed(),
        names: world.standings().into_iter().map(|(name, _)| name.to_string()).collect(),
        moments: recording.moments().iter().map(api::RobotMoment::from).collect(),
    }
}

/// Checks a recording and gives it moment by moment.
#[utoipa::path(
    post,
    path = "/robots/replay",
    tag = "robots",
    request_body = api::RobotReplayRequest,
    responses(
        (status = 200, body = api::RobotReplay),
        (status = 422, body = api::ErrorBody, description = "a run that cannot have happened, and why")
    )
)]
pub async fn replay(
    Body(asked): Body<api::RobotReplayRequest>,
) -> Result<Json<api::RobotReplay>, Fault> {
    let read = aside(move || read_recording(&asked.text).map(|recording| moments(&recording)));
    Ok(Json(read.await??))
}

/// A recording as a picture that moves.
#[utoipa::path(
    post,
    path = "/robots/animate",
    tag = "robots",
    request_body = api::RobotReplayRequest,
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 422, body = api::ErrorBody)
    )
)]
pub async fn animate(Body(asked): Body<api::RobotReplayRequest>) -> Result<Response, Fault> {
    let read = aside(move || read_recording(&asked.text).map(|read| svg::animate(&read)));
    Ok(text("image/svg+xml", read.await??))
}
