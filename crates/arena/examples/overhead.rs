//! How much of the time of a contest is not the players': `cargo run --release -p henge-arena --example
//! overhead [GAME] [BOT] [MILLISECONDS] [GAMES]`, on one thread.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use henge::Registry;
use henge_arena::{Allowance, Journal, Openings, Plan, Threads, run_contest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, usual: &str| words.get(n).cloned().unwrap_or(usual.into());
    let (game, bot) = (word(0, "connect-four"), word(1, "alphabeta"));
    let (milliseconds, games) = (word(2, "1").parse()?, word(3, "200").parse()?);
    let plan = Plan {
        game,
        players: vec![bot.clone(), bot],
        games,
        openings: Openings::Random { plies: 2 },
        allowance: Allowance { milliseconds: Some(milliseconds), ..Allowance::default() },
        ..Plan::default()
    };
    let path = std::env::temp_dir().join(format!("henge-overhead-{}", std::process::id()));
    let mut journal = Journal::open(&path, &plan)?;
    let (stop, began) = (AtomicBool::new(false), Instant::now());
    let mut thinking = Duration::ZERO;
    let report = run_contest(
        &plan,
        &Registry::standard(),
        &Threads(1),
        Some(&mut journal),
        &stop,
        &mut |event| {
            thinking = event.thinking;
        },
    )?;
    let (all, thinking) = (began.elapsed().as_secs_f64(), thinking.as_secs_f64());
    std::fs::remove_file(&path)?;
    let moves: usize = report.records.iter().map(|record| record.main_line().count()).sum();
    println!(
        "{} games, {moves} moves in {all:.2} s; the players thought for {thinking:.2} s: {:.2} % was not theirs",
        report.table.games(),
        100.0 * (1.0 - thinking / all)
    );
    Ok(())
}
