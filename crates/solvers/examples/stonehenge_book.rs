//! The opening book of Stonehenge: every position after two plies, of mirror images one, is judged by a search of so
//! many nodes with an empty table, and the positions before by their best moves.
//!
//! `stonehenge_book FILE [NODES]`

use henge_core::{Limits, ScoreKind};
use henge_games::stonehenge::{Lines, Position, Stonehenge};
use henge_search::book::Builder;
use henge_search::{AlphaBeta, Engine, Task};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or_else(|| "stonehenge.book".into());
    let nodes = args.next().and_then(|text| text.parse().ok()).unwrap_or(300_000);
    let mut engine = AlphaBeta::for_game(Stonehenge, Lines);
    let mut judge = |pos: &Position| {
        engine.engine().clear();
        let report = engine.search(pos, Task::new(Limits::nodes(nodes)));
        let line = report.lines.first()?;
        // What is proved to be at least so much may still be more: all of it is an estimate here.
        let proved = line.kind == ScoreKind::Proved;
        Some((line.score, if proved { line.kind } else { ScoreKind::Estimate }))
    };
    let mut builder = Builder::default();
    let start = henge_core::Game::start(&Stonehenge);
    builder.search(&Stonehenge, &start, 2, &mut judge, &mut |done, all| {
        if done % 100 == 0 {
            println!("{done} of {all}");
        }
        true
    });
    std::fs::write(file, builder.book("stonehenge").to_bytes())
}
