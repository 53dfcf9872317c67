//! Who wins Pentominoes on small rectangles, with the positions searched and the time it took.
//!
//! ```text
//! cargo run --release -p henge-games --example pentominoes_table            # the whole table
//! cargo run --release -p henge-games --example pentominoes_table -- 6x10 2048   # one board, MB
//! cargo run --release -p henge-games --example pentominoes_table -- portable 7x7 1024
//! cargo run --release -p henge-games --example pentominoes_table -- 8x8 2048 N1@28  # after moves
//! ```

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use henge_core::{Game, Notation, Turn};
use henge_games::pentominoes::Pentominoes;
use henge_games::pentominoes::solver::{Instructions, Solver};
use henge_games::win_or_loss::WinOrLoss;

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
    let mut solver = Solver::new(megabytes << 20).instructions(instructions);
    let mut told = Instant::now();
    let solved = solver.solve_with(&game, &pos, &AtomicBool::new(false), u64::MAX, &mut |so_far| {
        if told.elapsed().as_secs() >= 5 {
            eprintln!("{:?} {so_far:?}", began.elapsed());
            told = Instant::now();
        }
    });
    let solved = solved.expect("there is no limit");
    let (who, best) = match solved.winner_is_mover {
        true => ("mover", game.write_move(&pos, solved.best)),
        false => ("opponent", String::new()),
    };
    let seconds = began.elapsed().as_secs_f64();
    println!("| {columns}x{rows}{before} | {who} | {best} | {} | {seconds:.3} |", solved.nodes);
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut instructions = Instructions::Best;
    if arguments.first().is_some_and(|word| word == "portable") {
        instructions = Instructions::Portable;
        arguments.remove(0);
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
