//! How fast the engine is, with games as plain as they can be: `cargo run --release --example
//! nodes_per_second [threads]`. Node totals tell a change of behaviour from a change of speed.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::{ConnectFour, Hex, Noise, TicTacToe, ask, rng};
use henge_core::{Eval, Game, Limits, NoEval};
use henge_search::{AlphaBeta, Mode, Options, Task, playout, solve_with};

/// Seconds on the processor, where the system tells them: other programs then do not matter much.
fn seconds(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| start.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

/// Time by the clock on the wall, for threads.
fn together(threads: usize) {
    let options = Options {
        table_bytes: 256 << 20,
        mode: Mode::Prove,
        extension: 0,
        threads,
        ..Options::default()
    };
    let mut engine = AlphaBeta::with(options);
    let game = ConnectFour::new(6, 4);
    let pos = game.start();
    let solution = solve_with(&mut engine, &game, &pos, Task::new(Limits::NONE));
    let (n, spent) = (solution.nodes, solution.elapsed.as_secs_f64());
    let name = format!("connect four 6 by 4, {threads} threads: {}", solution.score);
    println!("{name:44} {n:12} {spent:9.4} s {:9.2} M/s", n as f64 / spent / 1e6);
}

/// Works for a second at least: systems may count in ticks of some milliseconds.
fn measure(name: &str, mut work: impl FnMut() -> (u64, String)) {
    let start = Instant::now();
    let before = seconds(start);
    for rounds in 1.. {
        let (n, found) = work();
        let spent = seconds(start) - before;
        if spent > 1.0 {
            let spent = spent / rounds as f64;
            let name = format!("{name}{found}");
            println!("{name:44} {n:12} {spent:9.4} s {:9.2} M/s", n as f64 / spent / 1e6);
            break;
        }
    }
}

fn search<G: Game>(name: &str, game: &G, depth: u32, eval: &impl Eval<G>) {
    let mut engine = AlphaBeta::new(64 << 20);
    measure(name, || {
        engine.clear();
        let report = ask(&mut engine, game, &game.start(), eval, Limits::depth(depth), 1);
        (report.nodes, format!(", depth {depth}"))
    });
}

fn solved<G: Game>(name: &str, game: &G) {
    let options = Options { table_bytes: 64 << 20, mode: Mode::Prove, ..Options::default() };
    let mut engine = AlphaBeta::with(options);
    measure(name, || {
        engine.clear();
        let pos = game.start();
        let solution = solve_with(&mut engine, game, &pos, Task::new(Limits::NONE));
        (solution.nodes, format!(" solved: {}", solution.score))
    });
}

fn main() {
    let four = ConnectFour::default();
    search("connect four without evaluation", &four, 16, &NoEval);
    search("connect four with noise", &four, 12, &Noise(1));
    search("hex 7 with noise", &Hex::new(7), 5, &Noise(1));
    solved("tic-tac-toe", &TicTacToe);
    solved("hex 3", &Hex::new(3));
    solved("hex 4", &Hex::new(4));
    solved("connect four 5 by 4", &ConnectFour::new(5, 4));
    if std::env::args().any(|arg| arg == "threads") {
        let most = std::thread::available_parallelism().map_or(1, |n| n.get());
        (0..).map(|i| 1 << i).take_while(|&n| n <= most).for_each(together);
    }

    let mut rng = rng(1);
    measure("connect four, random games", || {
        let n = 300_000;
        for _ in 0..n {
            playout(&four, &mut four.start(), &mut rng);
        }
        (n, String::new())
    });
}
