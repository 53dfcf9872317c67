//! Many games at once over real HTTP, or many games one after another.
//!
//! ```text
//! cargo run --release -p henge-web --example load -- --games 200 --seconds 10
//! cargo run --release -p henge-web --example load -- --games 200 --seconds 10 --bots
//! cargo run --release -p henge-web --example load -- --total 10000
//! ```
//!
//! The server runs as another process, so that its memory can be told from that of the players. The
//! first form prints how long answers to moves took, and whether a move is missing afterwards; the
//! second seats a bot in every other chair; the third prints the server's memory before, between and
//! after. `--kill` kills the server in the middle and counts after a restart.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use henge_web::{Config, Rate, Rates, serve};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse::<usize>().ok()
    };
    let has = |name: &str| args.iter().any(|arg| arg == name);
    if let Some(at) = args.iter().position(|arg| arg == "serve") {
        return run_server(Path::new(args.get(at + 1).ok_or("the file of saved games")?));
    }
    let home = tempfile::tempdir()?;
    let mut server = Server::start(&home.path().join("henge.db"))?;
    let n_games = number("--games").unwrap_or(200);
    match number("--total") {
        Some(total) => many_games(&server, total, n_games.min(50)),
        None => {
            let time = Duration::from_secs(number("--seconds").unwrap_or(10) as u64);
            let load = Load { n_games, time, bots: has("--bots"), kill: has("--kill") };
            load.run(&mut server, &home.path().join("henge.db"))
        }
    }
}

/// The other process: a server that lets one client ask as often as it likes.
fn run_server(database: &Path) -> Result<(), Failure> {
    let rate = Rate { per_second: 1e9, burst: 1e9 };
    let rates =
        Rates { page: rate, general: rate, create: rate, engine: rate, wrong: rate, moves: rate };
    let config = Config { port: 0, rates, ..Config::new(database.into()) };
    serve(config, |address| println!("{address}"))?;
    Ok(())
}

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(database: &Path) -> Result<Server, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().ok_or("no output")?;
        BufReader::new(output).read_line(&mut line)?;
        Ok(Server { child, address: line.trim().parse()? })
    }

    /// The memory of the process in kB, where the system tells.
    fn memory(&self) -> usize {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept open.
struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(address: SocketAddr) -> Result<Client, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client { stream: BufReader::new(stream) })
    }

    fn call(
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
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).ok_or("no status")?.parse()?;
        let mut length = 0;
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? <= 2 {
                break;
            }
            let (name, value) = line.split_once(':').unwrap_or_default();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        Ok((status, serde_json::from_slice(&bytes)?))
    }
}

fn n_moves(state: &Value) -> usize {
    state["moves"].as_array().map_or(0, Vec::len)
}

fn begin(client: &mut Client, game: &str, bot: Option<&str>) -> Result<Value, Failure> {
    let human = json!({ "kind": "human" });
    let other = bot.map_or(human.clone(), |bot| json!({ "kind": "bot", "bot": bot }));
    let body = json!({ "game": game, "seats": [human, other] });
    let (status, created) = client.call("POST", "/matches", "", &body)?;
    if status != 201 {
        return Err(format!("no game: {created}").into());
    }
    Ok(created)
}

struct Load {
    n_games: usize,
    time: Duration,
    bots: bool,
    kill: bool,
}

/// What one game says it has played.
struct Played {
    id: String,
    moves: Vec<String>,
}

impl Load {
    fn run(&self, server: &mut Server, database: &Path) -> Result<(), Failure> {
        let times = Mutex::new(Vec::new());
        let played = Mutex::new(Vec::new());
        let ready = AtomicUsize::new(0);
        let end = AtomicBool::new(false);
        let address = server.address;
        let memory = server.memory();
        std::thread::scope(|scope| {
            for _ in 0..self.n_games {
                let player = || self.player(address, &times, &played, &ready, &end);
                let thread = std::thread::Builder::new().stack_size(256 << 10);
                // A player whose server was killed has lost the connection and nothing else.
                let _ = thread.spawn_scoped(scope, move || player().is_ok());
            }
            while ready.load(Ordering::SeqCst) < self.n_games {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(self.time);
            if self.kill {
                let _ = server.child.kill();
            }
            end.store(true, Ordering::SeqCst);
        });
        let mut times = times.into_inner().unwrap_or_default();
        times.sort_unstable();
        let at = |part: f64| {
            let i = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
            times.get(i).map_or(0.0, |time: &Duration| time.as_secs_f64() * 1e3)
        };
        println!("{} games, {} moves answered in {:?}", self.n_games, times.len(), self.time);
        println!(
            "answers: median {:.2} ms, 90 % {:.2} ms, 99 % {:.2} ms, 99.9 % {:.2} ms, longest {:.2} ms",
            at(0.5),
            at(0.9),
            at(0.99),
            at(0.999),
            at(1.0)
        );
        println!("memory of the server: {} kB before, {} kB after", memory, server.memory());
        if self.kill {
            *server = Server::start(database)?;
            println!("the server was killed and started again");
        }
        let mut client = Client::new(server.address)?;
        let (mut lost, mut sure) = (0, 0);
        for game in played.into_inner().unwrap_or_default() {
            let (_, state) =
                client.call("GET", &format!("/matches/{}", game.id), "", &Value::Null)?;
            for (ply, mv) in game.moves.iter().enumerate() {
                sure += 1;
                lost += usize::from(state["moves"][ply]["text"] != mv.as_str());
            }
        }
        println!("moves that were answered: {sure}; lost: {lost}");
        Ok(())
    }

    fn player(
        &self,
        address: SocketAddr,
        times: &Mutex<Vec<Duration>>,
        played: &Mutex<Vec<Played>>,
        ready: &AtomicUsize,
        end: &AtomicBool,
    ) -> Result<(), Failure> {
        let mut client = Client::new(address)?;
        let bot = self.bots.then_some("henge:level=easy");
        let mut own_times = Vec::new();
        let mut first = true;
        while !end.load(Ordering::SeqCst) {
            let created = begin(&mut client, "go-moku:size=15", bot);
            if std::mem::take(&mut first) {
                ready.fetch_add(1, Ordering::SeqCst);
                while ready.load(Ordering::SeqCst) < self.n_games {
                    std::thread::sleep(Duration::from_millis(2));
                }
            }
            let created = created?;
            let mut game =
                Played { id: created["state"]["id"].as_str().unwrap_or("").into(), moves: vec![] };
            let done = self.one_game(&mut client, created, &mut game, &mut own_times, end);
            if let Ok(mut played) = played.lock() {
                played.push(game);
            }
            if done.is_err() {
                break;
            }
        }
        if let Ok(mut times) = times.lock() {
            times.append(&mut own_times);
        }
        Ok(())
    }

    fn one_game(
        &self,
        client: &mut Client,
        created: Value,
        game: &mut Played,
        times: &mut Vec<Duration>,
        end: &AtomicBool,
    ) -> Result<(), Failure> {
        let mut state = created["state"].clone();
        while !end.load(Ordering::SeqCst) && state["turn"]["kind"] == "player" {
            let ply = n_moves(&state);
            let player = state["turn"]["player"].as_str().unwrap_or_default().to_string();
            if self.bots && player == "second" {
                std::thread::sleep(Duration::from_millis(200));
                let path = format!("/matches/{}", game.id);
                state = client.call("GET", &path, "", &Value::Null)?.1;
                continue;
            }
            let legal = state["legal"].as_array().ok_or("no moves")?;
            let mv = legal[ply * 31 % legal.len()]["text"].as_str().unwrap_or_default().to_string();
            let token = created["tokens"][&player].as_str().unwrap_or_default();
            let path = format!("/matches/{}/moves", game.id);
            let asked = Instant::now();
            let (status, after) =
                client.call("POST", &path, token, &json!({ "move": mv, "ply": ply }))?;
            times.push(asked.elapsed());
            if status != 200 {
                return Err(format!("{status}: {after}").into());
            }
            state = after;
            game.moves = (state["moves"].as_array().into_iter().flatten())
                .filter_map(|mv| mv["text"].as_str().map(String::from))
                .collect();
            // People think; 200 games move about four times a second each.
            std::thread::sleep(Duration::from_millis(250));
        }
        Ok(())
    }
}

/// Plays games to their end, some at a time.
fn many_games(server: &Server, total: usize, at_once: usize) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    println!("memory before: {} kB", server.memory());
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                let Ok(mut client) = Client::new(server.address) else { return };
                loop {
                    let n = next.fetch_add(1, Ordering::SeqCst);
                    if n >= total {
                        return;
                    }
                    if n.is_multiple_of((total / 10).max(1)) {
                        println!("after {n} games: {} kB", server.memory());
                    }
                    if let Err(error) = to_the_end(&mut client) {
                        println!("a game failed: {error}");
                        return;
                    }
                }
            });
        }
    });
    println!("after {total} games in {:.0?}: {} kB", began.elapsed(), server.memory());
    std::thread::sleep(Duration::from_secs(10));
    println!("ten seconds later: {} kB", server.memory());
    let (_, health) = Client::new(server.address)?.call("GET", "/health", "", &Value::Null)?;
    println!("{health}");
    Ok(())
}

fn to_the_end(client: &mut Client) -> Result<(), Failure> {
    let created = begin(client, "tic-tac-toe", None)?;
    let mut state = created["state"].clone();
    let id = state["id"].as_str().ok_or("no id")?.to_string();
    while state["turn"]["kind"] == "player" {
        let ply = n_moves(&state);
        let legal = state["legal"].as_array().ok_or("no moves")?;
        let mv = &legal[ply * 5 % legal.len()]["text"];
        let player = state["turn"]["player"].as_str().unwrap_or_default();
        let token = created["tokens"][player].as_str().unwrap_or_default();
        let body = json!({ "move": mv, "ply": ply });
        let (status, after) = client.call("POST", &format!("/matches/{id}/moves"), token, &body)?;
        if status != 200 {
            return Err(format!("{status}: {after}").into());
        }
        state = after;
    }
    Ok(())
}
