//! Two settings of the tree search play Connect Four against each other from random openings, with
//! the same number of simulations: `cargo run --release --example mcts_match -- 2000 200
//! exploration=1.4 first_play=1`. The settings named are those of the challenger.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{ConnectFour, Hex, rng, wander};
use henge_core::{Game, Limits, NoEval, Outcome, Player, Turn};
use henge_search::{Mcts, MctsOptions, Rollouts, Selection, Task};

fn set(options: &mut MctsOptions, setting: &str) {
    let (name, value) = setting.split_once('=').expect("a setting is name=value");
    let number = || value.parse::<f32>().expect("a number");
    match name {
        "exploration" => options.exploration = number(),
        "first_play" => options.first_play = number(),
        "expand_visits" => options.expand_visits = number() as u32,
        "rave" => options.rave = number(),
        "threads" => options.threads = number() as usize,
        "virtual_loss" => options.virtual_loss = number(),
        "rollouts" if value == "decisive" => options.rollouts = Rollouts::Decisive,
        "selection" if value == "puct" => options.selection = Selection::Puct,
        _ => panic!("no setting {setting}"),
    }
}

/// The points of the challenger, 0 to 2, in two games from one opening with colours changed.
fn pair<G: Game>(game: &G, nodes: u64, engines: &mut [Mcts<G>; 2], seed: u64) -> i32 {
    let opening = wander(game, 4, &mut rng(seed));
    let mut points = 2;
    for challenger in Player::BOTH {
        let mut pos = opening.clone();
        engines.iter_mut().for_each(Mcts::clear);
        let outcome: Outcome = loop {
            let player = match game.turn(&pos) {
                Turn::Over(outcome) => break outcome,
                Turn::Player(player) => player,
                Turn::Chance => unreachable!("no dice here"),
            };
            let engine = &mut engines[(player != challenger) as usize];
            let limits = Limits::nodes(nodes);
            let task = Task::new(limits);
            let report = engine.search(game, &pos, &[], &NoEval, task);
            game.play(&mut pos, report.best().expect("the game goes on"));
        };
        points += outcome.points_for(challenger);
    }
    points
}

fn series<G: Game>(game: &G, nodes: u64, n_games: u64, challenger: MctsOptions) {
    let holder = MctsOptions { memory_bytes: 16 << 20, seed: 99, ..MctsOptions::default() };
    let mut engines = [Mcts::with(challenger), Mcts::with(holder)];
    let pairs: Vec<f64> = (0..n_games / 2)
        .map(|seed| f64::from(pair(game, nodes, &mut engines, seed)) / 4.0)
        .collect();
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let variance = pairs.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / (n - 1.0);
    println!("{:.1} % ± {:.1}", 100.0 * mean, 196.0 * (variance / n).sqrt());
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |default: u64| args.next().map_or(default, |n| n.parse().expect("a number"));
    let (nodes, n_games, hex) = (number(1000), number(100), number(0));
    let mut challenger = MctsOptions { memory_bytes: 16 << 20, ..MctsOptions::default() };
    args.for_each(|setting| set(&mut challenger, &setting));
    if hex > 0 {
        series(&Hex::new(hex as u32), nodes, n_games, challenger);
    } else {
        series(&ConnectFour::default(), nodes, n_games, challenger);
    }
}
