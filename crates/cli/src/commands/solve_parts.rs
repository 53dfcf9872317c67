//! Solving in parts: what takes hours, kept in a file while it grows.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use henge::core::Turn;
use henge::core::erased::DynMatch;
use henge::{Playable, SolvedParts};
use serde_json::json;

use super::solve::word;
use crate::args::SolveArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands, write_bytes};
use crate::setup;

/// How often the file is written.
const SAVE_EVERY: Duration = Duration::from_secs(10);

pub fn run(
    game: &Playable,
    table: &dyn DynMatch,
    path: &Path,
    args: &SolveArgs,
    output: &Output,
) -> Result<Done, Fault> {
    let began = Instant::now();
    let solved = solve(game, table, path, args)?;
    let seconds = began.elapsed().as_secs_f64();
    let proved = solved.points.is_some();
    if args.json {
        let row =
            |(mv, points): &(String, Option<i32>)| json!({ "move": mv, "value": points.map(word) });
        let rows: Vec<_> = solved.moves.iter().map(row).collect();
        output.line(json!({
            "value": solved.points.map(word), "proved": proved, "nodes": solved.extent.nodes,
            "parts": solved.extent.parts, "solved": solved.extent.solved,
            "moves": rows, "seconds": seconds,
        }))?;
    } else {
        in_words(game, table, path, &solved, output)?;
    }
    Ok(if proved { Done::Finished } else { Done::Interrupted })
}

fn solve(
    game: &Playable,
    table: &dyn DynMatch,
    path: &Path,
    args: &SolveArgs,
) -> Result<SolvedParts, Fault> {
    let Some(engines) = game.engines() else {
        return Err(Fault::Call(format!("{} has no solver", game.rules().name())));
    };
    let at_path = |message: String| Fault::Data(format!("{}: {message}", path.display()));
    let begun = match std::fs::read(path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(Fault::file(path, &error)),
    };
    let threads = match args.threads {
        0 => available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let bar = progress("solving in parts");
    let (began, stop) = (Instant::now(), AtomicBool::new(false));
    let (mut saved, mut fault) = (Instant::now(), None);
    let solved = engines.solve_in_parts(
        table,
        game.rules().name(),
        begun.as_deref(),
        threads,
        &stop,
        &mut |extent, bytes| {
            bar.set_message(format!(
                "{} of at most {} parts, {} nodes",
                thousands(extent.solved as u64),
                thousands(extent.parts as u64),
                thousands(extent.nodes)
            ));
            let late = args.time.is_some_and(|time| began.elapsed() >= time);
            if late || setup::stop_flag().load(Ordering::SeqCst) {
                stop.store(true, Ordering::SeqCst);
            }
            if saved.elapsed() >= SAVE_EVERY && fault.is_none() {
                saved = Instant::now();
                fault = write_bytes(path, &bytes()).err();
                if fault.is_some() {
                    stop.store(true, Ordering::SeqCst);
                }
            }
        },
    );
    bar.finish_and_clear();
    if let Some(error) = fault {
        return Err(Fault::file(path, &error));
    }
    let solved = solved.map_err(|error| at_path(error.to_string()))?;
    write_bytes(path, &solved.bytes).map_err(|error| Fault::file(path, &error))?;
    Ok(solved)
}

fn in_words(
    game: &Playable,
    table: &dyn DynMatch,
    path: &Path,
    solved: &SolvedParts,
    output: &Output,
) -> Result<(), Fault> {
    let SolvedParts { points, moves, extent, .. } = solved;
    let name = match table.turn() {
        Turn::Player(player) => game.rules().about().players[player.index()].as_str(),
        _ => "the player to move",
    };
    match points.map(i32::signum) {
        Some(1) => output.line(format!("Proved: {name}, to move, wins."))?,
        Some(0) => output.line(format!("Proved: with {name} to move the game is a draw."))?,
        Some(_) => output.line(format!("Proved: {name}, to move, loses."))?,
        None => output.line("Not solved yet; the same command goes on.")?,
    }
    for (mv, points) in moves.iter().filter(|(_, points)| points.is_some()) {
        output.line(format!("  {mv:<8} {}", points.map_or("", word)))?;
    }
    output.line(format!(
        "{} of at most {} parts solved, {} nodes, kept in {}",
        thousands(extent.solved as u64),
        thousands(extent.parts as u64),
        thousands(extent.nodes),
        path.display()
    ))
}
