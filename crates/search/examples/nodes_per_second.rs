//! How fast the engine is, with games as plain as they can be: `cargo run --release --example
//! nodes_per_second`. Node totals tell a change of behaviour from a change of speed.

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use common::{ConnectFour, Hex, Noise, TicTacToe, ask, rng};
use henge_core::{Eval, Game, Limits, NoEval};
use henge_search::{AlphaBeta, playout, solve};

fn search<G: Game>(name: &str, game: &G, depth: u32, eval: &impl Eval<G>) {
    let mut engine = AlphaBeta::new(64 << 20);
    let report = ask(&mut engine, game, &game.start(), eval, Limits::depth(depth), 1);
    say(&format!("{name}, depth {depth}"), report.nodes, report.elapsed.as_secs_f64());
}

fn solved<G: Game>(name: &str, game: &G) {
    let stop = AtomicBool::new(false);
    let solution = solve(game, &game.start(), Limits::NONE, &stop, &mut |_| {});
    let name = format!("{name} solved: {}", solution.score);
    say(&name, solution.nodes, solution.elapsed.as_secs_f64());
}

fn say(name: &str, n: u64, seconds: f64) {
    println!("{name:44} {n:12} {seconds:9.3} s {:9.2} M/s", n as f64 / seconds / 1e6);
}

fn main() {
    let four = ConnectFour::default();
    search("connect four without evaluation", &four, 14, &NoEval);
    search("connect four with noise", &four, 12, &Noise(1));
    search("hex 7 with noise", &Hex::new(7), 5, &Noise(1));
    solved("tic-tac-toe", &TicTacToe);
    solved("hex 3", &Hex::new(3));
    solved("hex 4", &Hex::new(4));
    solved("connect four 5 by 4", &ConnectFour::new(5, 4));
    solved("connect four 6 by 4", &ConnectFour::new(6, 4));

    let (mut rng, start) = (rng(1), Instant::now());
    let n = 300_000;
    for _ in 0..n {
        playout(&four, &mut four.start(), &mut rng);
    }
    say("connect four, random games", n, start.elapsed().as_secs_f64());
}
