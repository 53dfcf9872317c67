use std::time::Instant;

use henge::{Limits, Registry};
use serde_json::json;

use crate::args::BenchArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands};
use crate::setup;

/// A position and the depth it is searched to. Every search is repeatable, so the sum of their nodes
/// tells a change of behaviour from a change of speed.
const POSITIONS: &[(&str, &str, u32)] = &[
    ("tic-tac-toe", "", 9),
    ("hex:size=4", "", 8),
    ("hex:size=5", "c3", 5),
    ("hex:size=11", "f6 e7", 2),
    ("go-moku:size=9", "e5 d4", 4),
    ("go-moku:size=15", "h8 i9 h9", 3),
    ("qubic", "a1/1 b2/2", 4),
    ("square-off", "c3", 4),
    ("connect-four", "4 4", 9),
    ("stonehenge", "", 3),
    ("pentominoes:size=5x4", "", 3),
    ("draughts:variant=danish", "", 7),
    ("draughts:variant=international", "", 6),
];

pub fn run(args: BenchArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let bar = progress("bench");
    let mut rows = Vec::new();
    let (mut total, began) = (0, Instant::now());
    for (name, moves, depth) in POSITIONS {
        bar.set_message(*name);
        let game = games.game(name)?;
        let table = setup::position(&game, None, Some(moves))?;
        let mut bot = game.bot("alphabeta")?;
        let start = Instant::now();
        let thought = henge::think(&mut *bot, &*table, Limits::depth(*depth))?;
        let seconds = start.elapsed().as_secs_f64();
        total += thought.nodes;
        let rate = (thought.nodes as f64 / seconds) as u64;
        rows.push(json!({ "game": name, "moves": moves, "depth": depth, "nodes": thought.nodes, "seconds": seconds }));
        if !args.json {
            let (nodes, rate) = (thousands(thought.nodes), thousands(rate));
            bar.suspend(|| {
                output.line(format!("{name:<18} depth {depth:>2} {nodes:>14} nodes {rate:>13}/s"))
            })?;
        }
    }
    bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        output.json(&json!({ "nodes": total, "seconds": seconds, "positions": rows }))?;
    } else {
        output.line(format!("Bench: {total}   ({seconds:.2} s)"))?;
    }
    Ok(Done::Finished)
}
