//! A server for tests: requests without a network, and one that listens.

// Not every test needs all of it.
#![allow(dead_code, clippy::unwrap_used)]

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use henge_web::{App, Config, Rate, Rates, router};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
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
        Server::open(home, |config| config.rates = rates)
    }

    /// A server with something changed.
    pub fn like(change: impl FnOnce(&mut Config)) -> Server {
        Server::open(tempfile::tempdir().unwrap(), change)
    }

    fn open(home: TempDir, change: impl FnOnce(&mut Config)) -> Server {
        let mut config = Config::new(home.path().join("henge.db"));
        config.games = henge_museum::games();
        config.rates = generous();
        change(&mut config);
        let app = App::new(config).unwrap();
        Server { router: router(&app), app, home }
    }

    /// Another server on the same file.
    pub fn beside(&self) -> Server {
        let games = henge_museum::games();
        let config = Config { rates: generous(), games, ..Config::new(self.database()) };
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

    /// Lets it listen on a port of its own.
    pub async fn listen(&self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = Arc::clone(&self.app);
        tokio::spawn(henge_web::run(app, listener, std::future::pending()));
        address
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

/// A connection, by hand.
pub struct Wire<S = TcpStream>(pub BufReader<S>);

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// In small letters.
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

impl Wire {
    /// Connects from 127.0.X.Y, which only Linux lets everybody have.
    pub async fn from(x: u8, y: u8, to: SocketAddr) -> std::io::Result<Wire> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, x, y), 0)))?;
        Ok(Wire(BufReader::new(socket.connect(to).await?)))
    }

    pub async fn open(to: SocketAddr) -> Wire {
        Wire(BufReader::new(TcpStream::connect(to).await.unwrap()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    pub async fn say(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).await.unwrap();
    }

    /// Has the other end gone by then?
    pub async fn is_closed_within(&mut self, time: Duration) -> bool {
        let mut bytes = [0; 4096];
        let gone = async {
            // What was said before counts for nothing.
            while self.0.read(&mut bytes).await.is_ok_and(|n| n > 0) {}
        };
        tokio::time::timeout(time, gone).await.is_ok()
    }

    pub async fn reply(&mut self) -> std::io::Result<Reply> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.0.read_line(&mut head).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        let head = head.to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        self.0.read_exact(&mut body).await?;
        Ok(Reply { status, head, body: String::from_utf8(body).unwrap() })
    }

    pub async fn ask(&mut self, method: &str, path: &str, lines: &str, body: &str) -> Reply {
        self.try_ask(method, path, lines, body).await.unwrap()
    }

    /// Asks with more lines in the header, each with its line break.
    pub async fn try_ask(
        &mut self,
        method: &str,
        path: &str,
        lines: &str,
        body: &str,
    ) -> std::io::Result<Reply> {
        let host = if lines.to_lowercase().contains("host:") { "" } else { "Host: localhost\r\n" };
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{host}{kind}{lines}Content-Length: {length}\r\n\r\n{body}"
        );
        self.0.get_mut().write_all(request.as_bytes()).await?;
        self.reply().await
    }

    /// The data of the next event.
    pub async fn event(&mut self) -> Value {
        let mut line = String::new();
        loop {
            line.clear();
            let read = tokio::time::timeout(Duration::from_secs(10), self.0.read_line(&mut line));
            assert!(read.await.expect("an event comes").unwrap() > 0, "the stream has ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}
