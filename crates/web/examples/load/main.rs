//! What the server bears.
//!
//! ```text
//! cargo run --release -p henge-web --example load
//! ```
//!
//! puts it under one load after another and prints a table: connections that say nothing, spectators
//! that never read, and many games against bots, from 200 addresses of the loopback. Beside each load
//! a player at yet another address plays moves and takes them back; what the answers take is compared
//! with the same player alone on the same server just before. The command fails if a move is not
//! answered, or if idle connections or silent spectators make 99 % of the answers take more than five
//! times as long as before.
//!
//! ```text
//! cargo run --release -p henge-web --example load -- --games 200 --seconds 10
//! cargo run --release -p henge-web --example load -- --games 200 --seconds 10 --bots
//! cargo run --release -p henge-web --example load -- --total 10000
//! ```
//!
//! The first of these prints how long answers to moves took, and whether a move is missing afterwards;
//! the second seats a bot in every other chair; the third prints the server's memory before, between
//! and after. `--kill` kills the server in the middle and counts after a restart.
//!
//! The server runs as another process, so that its memory can be told from that of the players.

mod crowd;
mod games;
mod server;

use std::path::Path;
use std::time::Duration;

use server::{Rates, Server, serve_here};

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse::<usize>().ok()
    };
    let has = |name: &str| args.iter().any(|arg| arg == name);
    if let [serve, database, rates] = args.as_slice()
        && serve == "serve"
    {
        let rates = if rates == "usual" { Rates::Usual } else { Rates::Unlimited };
        return serve_here(Path::new(database), rates);
    }
    if !has("--games") && !has("--total") {
        return crowd::table(number("--seconds").unwrap_or(15) as u64);
    }
    let home = tempfile::tempdir()?;
    let database = home.path().join("henge.db");
    let mut server = Server::start(&database, Rates::Unlimited, None)?;
    let n_games = number("--games").unwrap_or(200);
    match number("--total") {
        Some(total) => games::many_games(&server, total, n_games.min(50)),
        None => {
            let time = Duration::from_secs(number("--seconds").unwrap_or(10) as u64);
            let (bots, kill) = (has("--bots"), has("--kill"));
            games::Load { n_games, time, bots, kill }.run(&mut server, &database)
        }
    }
}
