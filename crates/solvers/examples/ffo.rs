//! Solves positions of Othello in a file (`.obf`) and says how long it took:
//! `cargo run --release -p henge-solvers --example ffo -- testdata/othello/ffo-40-44.obf`.

use std::error::Error;

use henge_core::{Limits, Notation};
use henge_games::othello::{Othello, obf};
use henge_search::{Solver, Task};
use henge_solvers::OthelloSolver;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("the name of a file of positions is expected")?;
    let game = Othello::default();
    let (mut nodes, mut seconds) = (0, 0.0);
    for (line, known) in obf::read(&std::fs::read_to_string(file)?)? {
        let mut solver = OthelloSolver::new(256 << 20);
        let found = solver.solve(&game, &known.position, Task::new(Limits::NONE));
        let score = found.conventional_score.ok_or("it was not solved")?;
        let best = found.line.first().map(|&mv| game.write_move(&known.position, mv));
        let (best, took) = (best.unwrap_or_default(), found.elapsed.as_secs_f64());
        let speed = found.nodes as f64 / took / 1e6;
        println!(
            "line {line}: {best} {score:+}, {} nodes, {took:.2} s, {speed:.1} M/s",
            found.nodes
        );
        (nodes, seconds) = (nodes + found.nodes, seconds + took);
        let right = known.moves.is_empty() || known.moves.iter().any(|&(_, worth)| worth == score);
        assert!(right, "the file has another score");
    }
    println!("all: {nodes} nodes, {seconds:.2} s, {:.1} M/s", nodes as f64 / seconds / 1e6);
    Ok(())
}
