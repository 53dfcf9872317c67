//! A server for tests: requests without a network, and one that listens.

// Not every test needs all of it.
#![allow(dead_code, clippy::unwrap_used)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use henge_web::{App, Config, Rate, Rates, router};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

pub struct Server {
    pub app: Arc<App>,
    pub router: Router,
    pub home: TempDir,
}

/// Rates that no test meets by chance.
pub fn generous() -> Rates {
    let rate = Rate { per_second: 1e6, burst: 1e6 };
    Rates { page: rate, general: rate, create: rate, engine: rate, wrong: rate, moves: rate }
}

impl Server {
    pub fn new() -> Server {
        Server::with(generous())
    }

    pub fn with(rates: Rates) -> Server {
        Server::at(tempfile::tempdir().unwrap(), rates)
    }

    pub fn at(home: TempDir, rates: Rates) -> Server {
        let config = Config { rates, ..Config::new(home.path().join("henge.db")) };
        let app = App::new(config).unwrap();
        Server { router: router(&app), app, home }
    }

    /// Another server on the same file.
    pub fn beside(&self) -> Server {
        let config = Config { rates: generous(), ..Config::new(self.database()) };
        let app = App::new(config).unwrap();
        Server { router: router(&app), app, home: tempfile::tempdir().unwrap() }
    }

    /// The file of saved games.
    pub fn database(&self) -> std::path::PathBuf {
        self.home.path().join("henge.db")
    }

    /// The same games in a new server, as after a crash.
    pub fn restarted(self) -> Server {
        let Server { app, router, home } = self;
        drop((router, app));
        Server::at(home, generous())
    }

    pub async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::get(path).header(header::HOST, "localhost").body(Body::empty());
        read(self.send(request.unwrap()).await).await
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.post_as(path, None, body).await
    }

    pub async fn post_as(
        &self,
        path: &str,
        token: Option<&str>,
        body: Value,
    ) -> (StatusCode, Value) {
        read(self.send(post(path, token, &body)).await).await
    }

    /// Begins a game and gives its id and tokens.
    pub async fn begin(&self, body: Value) -> (String, Value) {
        let (status, created) = self.post("/api/v1/matches", body).await;
        assert_eq!(status, StatusCode::CREATED, "{created}");
        (created["state"]["id"].as_str().unwrap().into(), created["tokens"].clone())
    }

    pub async fn play(&self, id: &str, token: &Value, mv: &str, ply: usize) -> (StatusCode, Value) {
        let path = format!("/api/v1/matches/{id}/moves");
        self.post_as(&path, token.as_str(), json!({ "move": mv, "ply": ply })).await
    }

    pub async fn act(&self, id: &str, token: &Value, action: &str) -> (StatusCode, Value) {
        let path = format!("/api/v1/matches/{id}/actions");
        self.post_as(&path, token.as_str(), json!({ "action": action })).await
    }

    pub async fn state(&self, id: &str) -> Value {
        self.get(&format!("/api/v1/matches/{id}")).await.1
    }

    /// Waits until the state is as wanted.
    pub async fn until(&self, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let state = self.state(id).await;
            if wanted(&state) {
                return state;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "it never came: {state}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

pub fn post(path: &str, token: Option<&str>, body: &Value) -> Request<Body> {
    let mut request = Request::post(path)
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    request.body(Body::from(body.to_string())).unwrap()
}

pub async fn read(response: Response<Body>) -> (StatusCode, Value) {
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::String(text)))
}

/// The names and data of the events of a stream that ends.
pub fn events(text: &Value) -> Vec<(String, Value)> {
    let mut events = Vec::new();
    for block in text.as_str().unwrap().split("\n\n").filter(|block| !block.trim().is_empty()) {
        let field = |name: &str| {
            block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim()
        };
        let data = serde_json::from_str(field("data:")).unwrap_or(Value::Null);
        events.push((field("event:").to_string(), data));
    }
    events
}

pub fn human() -> Value {
    json!({ "kind": "human" })
}

pub fn bot(name: &str) -> Value {
    json!({ "kind": "bot", "bot": name })
}
