//! Fixed work for counting instructions: `cargo build --release -p henge-solvers --example
//! instructions`, then `valgrind --tool=callgrind target/release/examples/instructions ROW`. It uses
//! core, games and search alone, so that the same file can be built in an older checkout and both
//! counts compared.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::{Eval, Game, Limits, NoEval, perft};
use henge_games::connect_four::{ConnectFour, Threats};
use henge_games::draughts::{Draughts, Material, Variant};
use henge_games::positional::{Positional, Promise, Swap, hex};
use henge_search::{AlphaBeta, Mcts, MctsOptions, Task, playout};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn playouts<G: Game>(game: &G, n: u32) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..n {
        black_box(playout(game, &mut game.start(), &mut rng));
    }
    n.into()
}

fn alpha_beta<G: Game>(game: &G, eval: &impl Eval<G>, nodes: u64) -> u64 {
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let task = Task::new(limits).stop(&stop);
    AlphaBeta::new(1 << 20).search(game, &game.start(), &[], eval, task).nodes
}

/// Solves without an evaluation, to the end of the game.
fn solve<G: Game>(game: &G, pos: &G::Position) -> u64 {
    let stop = AtomicBool::new(false);
    let task = Task::new(Limits::NONE).stop(&stop);
    henge_search::solve(game, pos, task).nodes
}

fn mcts<G: Game>(game: &G, nodes: u64) -> u64 {
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let task = Task::new(limits).stop(&stop);
    let options = MctsOptions { memory_bytes: 16 << 20, ..MctsOptions::default() };
    Mcts::with(options).search(game, &game.start(), &[], &NoEval, task).nodes
}

fn main() {
    let row = std::env::args().nth(1).unwrap_or_default();
    let four = ConnectFour::default();
    let hex_of = |size| hex(size, size, Swap::Off).expect("it is not too large");
    let hex = Positional::<1>::new(Arc::new(hex_of(7)));
    let tiny = Positional::<1>::new(Arc::new(hex_of(4)));
    let small = ConnectFour::new(5, 4).expect("a board that fits");
    let draughts = Draughts::<u64>::new(Variant::default()).expect("the board fits");
    let n = match row.as_str() {
        "nothing" => 0,
        "perft connect-four" => perft(&four, &mut four.start(), 8),
        "perft hex" => perft(&hex, &mut hex.start(), 4),
        "perft draughts" => perft(&draughts, &mut draughts.start(), 8),
        "playouts connect-four" => playouts(&four, 5_000),
        "playouts hex" => playouts(&hex, 2_000),
        "playouts draughts" => playouts(&draughts, 500),
        "alphabeta connect-four" => alpha_beta(&four, &Threats, 200_000),
        "alphabeta hex" => alpha_beta(&hex, &Promise::new(&hex), 20_000),
        "alphabeta draughts" => alpha_beta(&draughts, &Material, 100_000),
        "search connect-four" => alpha_beta(&four, &NoEval, 400_000),
        "search hex" => alpha_beta(&hex, &NoEval, 200_000),
        "search draughts" => alpha_beta(&draughts, &NoEval, 200_000),
        "solve connect-four" => solve(&small, &small.start()),
        "solve hex" => solve(&tiny, &tiny.start()),
        "mcts connect-four" => mcts(&four, 5_000),
        "mcts hex" => mcts(&hex, 2_000),
        _ => {
            eprintln!("name a row: perft, playouts, alphabeta, search, solve or mcts, and a game");
            return;
        }
    };
    println!("{row}: {n}");
}
