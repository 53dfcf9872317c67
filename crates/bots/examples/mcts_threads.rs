//! How many simulations 1, 2, 4, 8 and 16 threads make in one tree, in Connect Four and Hex, as far
//! as there are processors for them: `cargo run --release -p henge-bots --example mcts_threads -- 3`
//! gives each search three seconds. A second number is the most threads to try.
//!
//! The last column counts simulations by the time that the processors gave, so that other programs
//! do not matter much; for one thread it is 1.

use std::sync::Arc;
use std::time::Duration;

use henge_core::{Game, Limits, NoEval};
use henge_games::connect_four::ConnectFour;
use henge_games::positional::{Positional, Swap, hex};
use henge_search::{Mcts, MctsOptions, Task};

struct Trial {
    seconds: f64,
    most_threads: usize,
}

impl Trial {
    fn run<G: Game>(&self, name: &str, game: &G, options: MctsOptions) {
        let (mut alone, mut worth_alone) = (0.0, 0.0);
        for threads in [1, 2, 4, 8, 16].into_iter().filter(|&n| n <= self.most_threads) {
            let mut engine = Mcts::with(MctsOptions { threads, ..options });
            let task = Task::new(Limits::time(Duration::from_secs_f64(self.seconds)));
            let before = processor_seconds();
            let report = engine.search(game, &game.start(), &[], &NoEval, task);
            let busy = processor_seconds() - before;
            let speed = report.nodes as f64 / report.elapsed.as_secs_f64() / 1e6;
            let worth = report.nodes as f64 / busy;
            if threads == 1 {
                (alone, worth_alone) = (speed, worth);
            }
            println!(
                "{name:14} {threads:2} threads {:10} {speed:7.3} M/s {:6.2} times  {:4} MiB  depth \
                 {:2}  {:.2}",
                report.nodes,
                speed / alone,
                engine.tree_bytes() >> 20,
                report.depth,
                worth / worth_alone,
            );
            assert_eq!(u64::from(engine.root_visits()), report.nodes, "no visit is lost");
        }
    }
}

/// The processor time that all threads have had so far, on Linux.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fourteenth and fifteenth field, in hundredths; the second is a name in parentheses.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = || args.next().and_then(|n| n.parse::<f64>().ok());
    let seconds = number().unwrap_or(3.0);
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let most_threads = number().map_or(cores, |n| n as usize);
    let trial = Trial { seconds, most_threads };
    let options = MctsOptions::default();
    trial.run("connect four", &ConnectFour::default(), options);
    let board = hex(11, 11, Swap::Off).expect("a board of eleven by eleven");
    let board = Positional::<2>::new(Arc::new(board));
    trial.run("hex 11", &board, options);
    trial.run("hex 11, RAVE", &board, MctsOptions { rave: 10_000.0, ..options });
}
