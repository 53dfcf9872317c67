//! How many simulations a second, with games as plain as they can be: `cargo run --release --example
//! mcts_speed`. Where the system tells the time that a thread has had on a processor, that is what
//! counts: other programs do not slow it down.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::{ConnectFour, Hex, Noise, rng};
use henge_core::{Eval, Game, Limits, NoEval};
use henge_search::{Mcts, MctsOptions, Rollouts, Selection, Task, playout};

fn search<G: Game>(name: &str, game: &G, nodes: u64, eval: &impl Eval<G>, options: MctsOptions) {
    let mut engine = Mcts::with(options);
    let mut best = f64::INFINITY;
    let mut report = Default::default();
    // The first search allocates the tree; the best of the others counts.
    for _ in 0..4 {
        engine.clear();
        let limits = Limits::nodes(nodes);
        let task = Task::new(limits);
        let before = processor_seconds();
        report = engine.search(game, &game.start(), &[], eval, task);
        // The main thread knows nothing of the others.
        let alone = before.filter(|_| options.threads == 1);
        let mine = alone.zip(processor_seconds()).map(|(before, after)| after - before);
        best = best.min(mine.unwrap_or(report.elapsed.as_secs_f64()));
    }
    let line = &report.lines[0];
    println!(
        "{name:44} {:9} {best:7.3} s {:6.3} M/s  {:4} MiB  depth {:3}  {:?} {}",
        report.nodes,
        report.nodes as f64 / best / 1e6,
        engine.tree_bytes() >> 20,
        report.depth,
        line.moves[0],
        line.score,
    );
}

fn main() {
    let plain = MctsOptions::default();
    let four = ConnectFour::default();
    let n = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000);

    let (mut rng, start, before) = (rng(1), Instant::now(), processor_seconds());
    for _ in 0..n {
        playout(&four, &mut four.start(), &mut rng);
    }
    let mine = before.zip(processor_seconds()).map(|(before, after)| after - before);
    let seconds = mine.unwrap_or(start.elapsed().as_secs_f64());
    println!("connect four, playouts alone: {:.3} M/s", n as f64 / seconds / 1e6);

    search("connect four", &four, n, &NoEval, plain);
    for expand_visits in [0, 1, 2, 8] {
        let name = format!("connect four, expanding after {expand_visits}");
        search(&name, &four, n, &NoEval, MctsOptions { expand_visits, ..plain });
    }
    let most = std::thread::available_parallelism().map_or(2, |n| n.get());
    for threads in [2, 4, 8, 16].into_iter().filter(|&n| n <= most) {
        let name = format!("connect four, {threads} threads");
        search(&name, &four, n, &NoEval, MctsOptions { threads, ..plain });
        let name = format!("hex 7, {threads} threads");
        search(&name, &Hex::new(7), n / 4, &NoEval, MctsOptions { threads, ..plain });
    }
    let puct = MctsOptions { selection: Selection::Puct, ..plain };
    search("connect four, PUCT without priors", &four, n, &NoEval, puct);
    search("connect four, RAVE", &four, n / 4, &NoEval, MctsOptions { rave: 300.0, ..plain });
    let decisive = MctsOptions { rollouts: Rollouts::Decisive, ..plain };
    search("connect four, decisive rollouts", &four, n / 4, &NoEval, decisive);
    let judged = MctsOptions { eval_weight: 1.0, ..plain };
    search("connect four, noise instead of rollouts", &four, n, &Noise(1), judged);
    search("hex 7", &Hex::new(7), n / 4, &NoEval, plain);
    search("hex 7, RAVE", &Hex::new(7), n / 4, &NoEval, MctsOptions { rave: 300.0, ..plain });
}

/// What this thread has had of a processor so far, on Linux.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
