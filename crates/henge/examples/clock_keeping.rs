//! Do the bots keep their clock on a machine that is busy with other things?
//!
//! Every bot that takes a limit of time makes moves of 100 ms while other threads burn all cores.
//!
//! ```text
//! cargo run --release -p henge --example clock_keeping [MOVES]
//! ```

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};

use henge::{Limits, Turn};

const LIMIT: Duration = Duration::from_millis(100);
const TABLES: [(&str, &str); 7] = [
    ("connect-four", "alphabeta"),
    ("connect-four", "perfect:book=none"),
    ("go-moku:size=9", "alphabeta:threads=2"),
    ("hex:size=7", "mcts"),
    ("hex:size=11", "henge"),
    ("stonehenge", "henge"),
    ("go-moku", "alphabeta"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n_moves: usize = std::env::args().nth(1).map_or(Ok(1000), |text| text.parse())?;
    let stop = AtomicBool::new(false);
    scope(|threads| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            threads.spawn(|| {
                let mut n = 1_u64;
                while !stop.load(Relaxed) {
                    n = std::hint::black_box(n.wrapping_mul(6_364_136_223_846_793_005));
                }
            });
        }
        let result = measure(n_moves);
        stop.store(true, Relaxed);
        result
    })
}

fn measure(n_moves: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut all = Vec::new();
    for (name, bot_name) in TABLES {
        let overruns = overruns(name, bot_name, n_moves.div_ceil(TABLES.len()))?;
        report(&format!("{bot_name} in {name}"), overruns.clone());
        all.extend(overruns);
    }
    report("all", all);
    Ok(())
}

/// How much longer than allowed each of the moves took.
fn overruns(
    name: &str,
    bot_name: &str,
    n_moves: usize,
) -> Result<Vec<Duration>, Box<dyn std::error::Error>> {
    let game = henge::game(name)?;
    let mut bot = game.bot(bot_name)?;
    let mut opponent = game.bot("random")?;
    let mut table = game.rules().start();
    let mut overruns = Vec::new();
    for _ in 0..n_moves {
        if let Turn::Over(_) = table.turn() {
            table = game.rules().start();
        }
        let began = Instant::now();
        let thought = henge::think(&mut *bot, &*table, Limits::time(LIMIT))?;
        overruns.push(began.elapsed().saturating_sub(LIMIT));
        table.play(thought.best().ok_or("a bot gave no move")?)?;
        if let Turn::Player(_) = table.turn() {
            let thought = henge::think(&mut *opponent, &*table, Limits::NONE)?;
            table.play(thought.best().ok_or("a bot gave no move")?)?;
        }
    }
    Ok(overruns)
}

fn report(what: &str, mut overruns: Vec<Duration>) {
    overruns.sort();
    let late = overruns.iter().filter(|&&over| over > Duration::from_millis(10)).count();
    let part = |percent: usize| overruns[(overruns.len() - 1) * percent / 100];
    println!(
        "{what}: {} moves, 99 % late by at most {:.1?}, all by at most {:.1?}, {late} by over 10 ms",
        overruns.len(),
        part(99),
        part(100)
    );
}
