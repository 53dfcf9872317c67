//! Many games at once of one client, or one after another.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Failure;
use crate::server::{Client, Rates, Server};

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

/// Games that are played at the same time, each over a connection of its own.
pub struct Load {
    pub n_games: usize,
    pub time: Duration,
    pub bots: bool,
    pub kill: bool,
}

/// What one game says it has played.
struct Played {
    id: String,
    moves: Vec<String>,
}

impl Load {
    pub fn run(&self, server: &mut Server, database: &Path) -> Result<(), Failure> {
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
            *server = Server::start(database, Rates::Unlimited, None)?;
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
pub fn many_games(server: &Server, total: usize, at_once: usize) -> Result<(), Failure> {
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
