//! Who wins Pentominoes on small rectangles, with the positions searched and the time it took.
//!
//! ```text
//! cargo run --release -p henge-solvers --example pentominoes_table            # the whole table
//! cargo run --release -p henge-solvers --example pentominoes_table -- 6x10 2048   # one board, MB
//! cargo run --release -p henge-solvers --example pentominoes_table -- portable 7x7 1024
//! cargo run --release -p henge-solvers --example pentominoes_table -- 8x8 2048 N1@28  # after moves
//! cargo run --release -p henge-solvers --example pentominoes_table -- chance 6x10 256 2 100
//! ```
//!
//! The last one solves 100 positions after two moves by chance, each from nothing.

use std::time::Instant;

use henge_core::{Game, Limits, Notation, Turn, mix64};
use henge_games::pentominoes::{Move, Pentominoes};
use henge_search::{Report, Solver, Task};
use henge_solvers::PentominoesSolver;
use henge_solvers::pentominoes::Instructions;

/// Prints one row, after moves that are given.
fn row(columns: u32, rows: u32, moves: &[String], megabytes: usize, instructions: Instructions) {
    let game = Pentominoes::new(columns, rows).expect("a board of at most 64 squares");
    let mut pos = game.start();
    for text in moves {
        let mv = game.read_move(&pos, text).expect("a legal move");
        game.play(&mut pos, mv);
    }
    let before = if moves.is_empty() { String::new() } else { format!(" {}", moves.join(" ")) };
    if let Turn::Over(_) = game.turn(&pos) {
        println!("| {columns}x{rows}{before} | no move | | 0 | 0.000 |");
        return;
    }
    let began = Instant::now();
    let mut solver = PentominoesSolver::new(megabytes << 20).instructions(instructions);
    let mut told = Instant::now();
    let mut tell = |so_far: &Report<Move>| {
        if told.elapsed().as_secs() >= 5 {
            eprintln!("{:?} {} positions", began.elapsed(), so_far.nodes);
            told = Instant::now();
        }
    };
    let solved = solver.solve(&game, &pos, Task::new(Limits::NONE).progress(&mut tell));
    let (who, best) = match solved.points > 0 {
        true => ("mover", game.write_move(&pos, solved.line[0])),
        false => ("opponent", String::new()),
    };
    let seconds = began.elapsed().as_secs_f64();
    println!("| {columns}x{rows}{before} | {who} | {best} | {} | {seconds:.3} |", solved.nodes);
}

/// Solves positions after some moves by chance and prints how long that takes.
fn by_chance(columns: u32, rows: u32, megabytes: usize, plies: usize, count: u64) {
    let game = Pentominoes::new(columns, rows).expect("a board of at most 64 squares");
    let mut solver = PentominoesSolver::new(megabytes << 20);
    let mut seconds = [Vec::new(), Vec::new()];
    for seed in 0..count {
        let mut pos = game.start();
        for ply in 0..plies {
            let moves: Vec<_> = game.moves(&pos).collect();
            let chosen = mix64(mix64(seed) ^ ply as u64) as usize % moves.len();
            game.play(&mut pos, moves[chosen]);
        }
        solver.clear();
        let began = Instant::now();
        let solved = solver.solve(&game, &pos, Task::new(Limits::NONE));
        seconds[usize::from(solved.points > 0)].push(began.elapsed().as_secs_f64());
    }
    for (name, mut seconds) in ["lost", "won"].into_iter().zip(seconds) {
        seconds.sort_by(f64::total_cmp);
        let n = seconds.len();
        let Some(longest) = seconds.last() else { continue };
        let (mean, median) = (seconds.iter().sum::<f64>() / n as f64, seconds[n / 2]);
        println!("{columns}x{rows} after {plies} moves by chance: {n} {name} for the mover,");
        println!("  mean {mean:.3} s, median {median:.3} s, longest {longest:.3} s");
    }
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut instructions = Instructions::Best;
    if arguments.first().is_some_and(|word| word == "portable") {
        instructions = Instructions::Portable;
        arguments.remove(0);
    }
    if arguments.first().is_some_and(|word| word == "chance") {
        let number = |i: usize| arguments.get(i).map_or(2, |text| text.parse().expect("a number"));
        let size = arguments.get(1).and_then(|size| size.split_once('x')).expect("a size");
        let (columns, rows) = (size.0.parse().expect("columns"), size.1.parse().expect("rows"));
        return by_chance(columns, rows, number(2), number(3), number(4) as u64);
    }
    println!("| board | winner | winning move | positions | seconds |");
    println!("|---|---|---|---|---|");
    if let Some(size) = arguments.first() {
        let (columns, rows) = size.split_once('x').expect("a size such as 6x10");
        let number = |text: &str| text.parse().expect("a number");
        let megabytes = arguments.get(1).map_or(2048, |text| number(text) as usize);
        let moves = arguments.get(2..).unwrap_or_default();
        return row(number(columns), number(rows), moves, megabytes, instructions);
    }
    for columns in 1..=6 {
        for rows in columns..=40 / columns {
            row(columns, rows, &[], 512, instructions);
        }
    }
    for (columns, rows) in [(6, 7), (7, 7), (6, 8)] {
        row(columns, rows, &[], 2048, instructions);
    }
}
