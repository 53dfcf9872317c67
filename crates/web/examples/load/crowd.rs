//! One load after another, and a player beside it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::Failure;
use crate::server::{Files, Rates, Server};

/// The crowd has so many addresses, 127.0.1.1 and on.
const ADDRESSES: usize = 200;
/// The player beside it has another.
const PLAYER: [u8; 4] = [127, 0, 2, 1];
/// The player asks this often; more than 20 times a second the server would not let it.
const PACE: Duration = Duration::from_millis(55);
/// What is not answered by then is not answered.
const PATIENCE: Duration = Duration::from_secs(30);
/// Loads that cost the server next to nothing may make its answers this many times slower.
const MOST: f64 = 5.0;

/// What the server bears meanwhile.
#[derive(Clone, Copy)]
struct Scene {
    name: &'static str,
    files: Option<Files>,
    /// Connections that say nothing, and from how many addresses.
    idle: (usize, usize),
    /// Streams of the player's game that nobody reads.
    silent: usize,
    /// Games against bots.
    games: usize,
}

const NOTHING: Scene = Scene { name: "", files: None, idle: (0, 1), silent: 0, games: 0 };

fn scenes() -> [Scene; 7] {
    let idle = |name, files, n_addresses| Scene {
        name,
        files: Some(files),
        idle: (4000, n_addresses),
        ..NOTHING
    };
    let play = |name, games| Scene { name, silent: 800, games, ..NOTHING };
    [
        idle("4,000 idle connections of 1 address, soft limit 1,024", Files::Soft, 1),
        idle("4,000 idle connections of 200 addresses, soft limit 1,024", Files::Soft, ADDRESSES),
        idle("4,000 idle connections of 1 address, hard limit 1,024", Files::Hard, 1),
        idle("4,000 idle connections of 200 addresses, hard limit 1,024", Files::Hard, ADDRESSES),
        Scene { name: "800 spectators that never read", silent: 800, ..NOTHING },
        play("200 games with bots, 800 spectators that never read", 200),
        play("1,000 games with bots, 800 spectators that never read", 1000),
    ]
}

/// Goes through all loads, for the given number of seconds each, and prints a table.
pub fn table(seconds: u64) -> Result<(), Failure> {
    allow_files()?;
    let time = Duration::from_secs(seconds);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    println!(
        "| beside the player | connections | alone: median, 99 % | beside: median, 99 % | ratio of the 99 % | \
         moves answered, bots' replies: median, 99 % | memory |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let mut faults = Vec::new();
    for scene in scenes() {
        let home = tempfile::tempdir()?;
        let server = Server::start(&home.path().join("henge.db"), Rates::Usual, scene.files)?;
        faults.extend(runtime.block_on(play(scene, &server, time))?);
    }
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("; ").into()),
    }
}

/// The crowd needs more open files than are usual.
fn allow_files() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit })?;
        if limit.maximum.is_some_and(|files| files < 6000) {
            return Err("the crowd needs 6,000 open files; raise the hard limit first".into());
        }
    }
    Ok(())
}

async fn play(scene: Scene, server: &Server, time: Duration) -> Result<Vec<String>, Failure> {
    let mut player = Player::new(server.address).await?;
    let alone = player.measure(time).await?;
    let mut crowd = Vec::new();
    for i in 0..scene.idle.0 {
        // A server that is full closes some, and may refuse others.
        crowd.extend(connect(server.address, crowd_address(i % scene.idle.1)).await);
    }
    let path = format!("/matches/{}/events", player.id);
    for i in 0..scene.silent {
        let mut stream = connect(server.address, crowd_address(i % ADDRESSES)).await?;
        let request = format!("GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        crowd.push(stream);
    }
    let counts = Arc::new(Counts::default());
    let mut games = JoinSet::new();
    for i in 0..scene.games {
        let from = crowd_address(i % ADDRESSES);
        games.spawn(play_bot(server.address, from, Arc::clone(&counts)));
        // They do not all come in the same moment.
        sleep(Duration::from_millis(5)).await;
    }
    sleep(Duration::from_secs(1)).await;
    let beside = player.measure(time).await?;
    let mut wire = Wire::new(server.address, PLAYER).await?;
    let health = wire.call("GET", "/health", "", &Value::Null).await?.1;
    let memory = server.memory() / 1024;
    counts.end.store(true, Ordering::SeqCst);
    let mut faults = Vec::new();
    let mut replies = Vec::new();
    while let Some(done) = games.join_next().await {
        match done? {
            Ok(times) => replies.extend(times),
            Err(error) => faults.push(format!("{}: {error}", scene.name)),
        }
    }
    replies.sort_unstable();
    let answered = match (counts.asked.load(Ordering::SeqCst), replies.len()) {
        (0, _) => String::new(),
        (asked, n) => {
            let answered = counts.answered.load(Ordering::SeqCst);
            if answered != asked {
                faults.push(format!("{}: {answered} of {asked} moves were answered", scene.name));
            }
            let (half, most) = (at(&replies, 0.5), at(&replies, 0.99));
            format!("{answered} of {asked}, {n} replies: {half:.0} ms, {most:.0} ms")
        }
    };
    let ratio = at(&beside, 0.99) / at(&alone, 0.99);
    if scene.games == 0 && ratio > MOST {
        faults.push(format!("{}: answers take {ratio:.1} times as long", scene.name));
    }
    println!(
        "| {} | {} | {:.1} ms, {:.1} ms | {:.1} ms, {:.1} ms | {ratio:.1} | {answered} | {memory} MB |",
        scene.name,
        health["connections"]["open"],
        at(&alone, 0.5),
        at(&alone, 0.99),
        at(&beside, 0.5),
        at(&beside, 0.99),
    );
    drop(crowd);
    Ok(faults)
}

/// The time in milliseconds within which this part of the answers came.
fn at(sorted: &[Duration], part: f64) -> f64 {
    let i = ((sorted.len() as f64 * part) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(i).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

fn crowd_address(i: usize) -> [u8; 4] {
    [127, 0, 1, i as u8 + 1]
}

async fn connect(to: SocketAddr, from: [u8; 4]) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((Ipv4Addr::from(from), 0)))?;
    let stream = timeout(PATIENCE, socket.connect(to)).await??;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// A connection that asks one thing after another, and connects again when it was closed between.
struct Wire {
    to: SocketAddr,
    from: [u8; 4],
    stream: BufReader<TcpStream>,
}

impl Wire {
    async fn new(to: SocketAddr, from: [u8; 4]) -> Result<Wire, Failure> {
        Ok(Wire { to, from, stream: BufReader::new(connect(to, from).await?) })
    }

    async fn call(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<(u16, Value), Failure> {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        match timeout(PATIENCE, self.exchange(&request)).await? {
            Ok(answer) => Ok(answer),
            // The server closes what has waited for long. A move that was played all the same is
            // not played twice: its number is another by now.
            Err(_) => {
                self.stream = BufReader::new(connect(self.to, self.from).await?);
                timeout(PATIENCE, self.exchange(&request)).await?
            }
        }
    }

    async fn exchange(&mut self, request: &str) -> Result<(u16, Value), Failure> {
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head).await? == 0 {
                return Err("the connection was closed".into());
            }
        }
        let head = head.to_lowercase();
        let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
        let mut bytes = vec![0; length.ok_or("no length")?.trim().parse()?];
        self.stream.read_exact(&mut bytes).await?;
        Ok((status, serde_json::from_slice(&bytes)?))
    }
}

/// Plays a move and takes it back, for ever.
struct Player {
    wire: Wire,
    id: String,
    token: String,
    moved: bool,
}

impl Player {
    async fn new(to: SocketAddr) -> Result<Player, Failure> {
        let mut wire = Wire::new(to, PLAYER).await?;
        let human = json!({ "kind": "human" });
        let body = json!({ "game": "go-moku:size=15", "seats": [human, human] });
        let (_, created) = wire.call("POST", "/matches", "", &body).await?;
        let text = |value: &Value| value.as_str().map(String::from).ok_or("no game");
        let (id, token) = (text(&created["state"]["id"])?, text(&created["tokens"]["first"])?);
        Ok(Player { wire, id, token, moved: false })
    }

    /// How long answers take, the shortest first.
    async fn measure(&mut self, time: Duration) -> Result<Vec<Duration>, Failure> {
        let began = Instant::now();
        let mut times = Vec::new();
        while began.elapsed() < time {
            let (path, body) = match self.moved {
                false => ("moves", json!({ "move": "h8", "ply": 0 })),
                true => ("actions", json!({ "action": "undo" })),
            };
            let path = format!("/matches/{}/{path}", self.id);
            let asked = Instant::now();
            let (status, answer) = self.wire.call("POST", &path, &self.token, &body).await?;
            if status != 200 {
                return Err(format!("the player was refused: {answer}").into());
            }
            times.push(asked.elapsed());
            self.moved = !self.moved;
            sleep(PACE.saturating_sub(asked.elapsed())).await;
        }
        times.sort_unstable();
        Ok(times)
    }
}

/// What was played against bots.
#[derive(Default)]
struct Counts {
    asked: AtomicUsize,
    answered: AtomicUsize,
    end: AtomicBool,
}

/// Plays against a bot until the end; says how long it waited for the bot's replies.
async fn play_bot(
    to: SocketAddr,
    from: [u8; 4],
    counts: Arc<Counts>,
) -> Result<Vec<Duration>, Failure> {
    let ends = || counts.end.load(Ordering::SeqCst);
    let mut wire = Wire::new(to, from).await?;
    let seats = [json!({ "kind": "human" }), json!({ "kind": "bot", "bot": "henge:level=easy" })];
    let mut times = Vec::new();
    while !ends() {
        let body = json!({ "game": "go-moku:size=15", "seats": seats });
        let (status, created) = wire.call("POST", "/matches", "", &body).await?;
        if status != 201 {
            return Err(format!("no game: {created}").into());
        }
        let token = created["tokens"]["first"].as_str().ok_or("no token")?.to_string();
        let path = format!("/matches/{}", created["state"]["id"].as_str().ok_or("no id")?);
        let mut state = created["state"].clone();
        while !ends() && state["turn"]["kind"] == "player" {
            let legal = state["legal"].as_array().ok_or("no moves")?;
            let ply = state["moves"].as_array().map_or(0, Vec::len);
            let body = json!({ "move": legal[ply * 31 % legal.len()]["text"], "ply": ply });
            counts.asked.fetch_add(1, Ordering::SeqCst);
            let moved = Instant::now();
            let (status, answer) =
                wire.call("POST", &format!("{path}/moves"), &token, &body).await?;
            if status != 200 {
                return Err(format!("a move was refused: {answer}").into());
            }
            counts.answered.fetch_add(1, Ordering::SeqCst);
            state = answer;
            while !ends() && state["turn"]["player"] == "second" {
                sleep(Duration::from_millis(500)).await;
                state = wire.call("GET", &path, "", &Value::Null).await?.1;
                if let Some(fault) = state["fault"].as_str() {
                    return Err(format!("a bot has failed: {fault}").into());
                }
            }
            if state["turn"]["player"] == "first" {
                times.push(moved.elapsed());
            }
            // People think.
            sleep(Duration::from_secs(1)).await;
        }
    }
    Ok(times)
}
