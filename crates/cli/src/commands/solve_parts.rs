//! Solving in parts: what takes hours, kept in a file while it grows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use henge::erased::DynMatch;
use henge::search::parts::{Extent, Goal, Grain};
use henge::{PartSolvers, PartsTask, Playable, SolvedParts, Turn};
use henge_arena::PartsElsewhere;
use indicatif::HumanDuration;
use serde_json::json;

use super::contest;
use super::solve::word;
use crate::args::SolveArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands, write_bytes};
use crate::setup::{self, threads};

/// How often the file is written.
const SAVE_EVERY: Duration = Duration::from_secs(10);

pub fn run(
    game: &Playable,
    table: &dyn DynMatch,
    args: &SolveArgs,
    output: &Output,
) -> Result<Done, Fault> {
    let began = Instant::now();
    let solved = solve(game, table, args)?;
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        let row =
            |(mv, points): &(String, Option<i32>)| json!({ "move": mv, "value": points.map(word) });
        let rows: Vec<_> = solved.moves.iter().map(row).collect();
        output.json(&json!({
            "value": solved.points.map(word), "proved": solved.points.is_some(),
            "nodes": solved.extent.nodes, "parts": solved.extent.parts,
            "solved": solved.extent.solved, "moves": rows, "seconds": seconds,
        }))?;
    } else {
        in_words(game, table, args, &solved, seconds, output)?;
    }
    Ok(if solved.done { Done::Finished } else { Done::Interrupted })
}

fn solve(game: &Playable, table: &dyn DynMatch, args: &SolveArgs) -> Result<SolvedParts, Fault> {
    let Some(solver) = game.solving() else {
        return Err(Fault::Call(format!("{} has no solver", game.rules().name())));
    };
    let begun = match &args.checkpoint {
        Some(path) => setup::read_if_there(path)?,
        None => None,
    };
    let executor = contest::elsewhere(args.processes, &args.far)?;
    let others = executor.as_deref().map(|executor| PartsElsewhere { game, executor });
    let elsewhere = others.as_ref().map(|others| others as &dyn PartSolvers);
    let threads = match elsewhere {
        Some(_) => args.at_once.into(),
        None => threads(args.threads.unwrap_or(0)),
    };
    let goal = if args.each { Goal::EveryMove } else { Goal::Value };
    let grain = if args.fine { Grain::Fine } else { Grain::Usual };
    let bar = progress("solving in parts");
    let (began, stop) = (Instant::now(), AtomicBool::new(false));
    let (mut saved, mut fault, mut done_before) = (Instant::now(), None, None);
    let progress = &mut |extent: Extent, bytes: &dyn Fn() -> Vec<u8>| {
        let before = *done_before.get_or_insert(extent.done);
        bar.set_message(so_far(&extent, before, began.elapsed(), args.each));
        let late = args.time.is_some_and(|time| began.elapsed() >= time);
        if late || setup::stop_flag().load(Ordering::SeqCst) {
            stop.store(true, Ordering::SeqCst);
        }
        let Some(path) = &args.checkpoint else { return };
        if saved.elapsed() >= SAVE_EVERY && fault.is_none() {
            saved = Instant::now();
            fault = write_bytes(path, &bytes()).err().map(|error| Fault::file(path, &error));
            if fault.is_some() {
                stop.store(true, Ordering::SeqCst);
            }
        }
    };
    let (name, begun) = (game.rules().name(), begun.as_deref());
    let task = PartsTask { name, goal, grain, begun, threads, elsewhere, stop: &stop, progress };
    let solved = solver.solve_in_parts(table, task);
    bar.finish_and_clear();
    if let Some(fault) = fault {
        return Err(fault);
    }
    let Some(path) = &args.checkpoint else {
        return solved.map_err(|error| Fault::Data(error.to_string()));
    };
    let solved = solved.map_err(|error| Fault::Data(format!("{}: {error}", path.display())))?;
    write_bytes(path, &solved.bytes).map_err(|error| Fault::file(path, &error))?;
    Ok(solved)
}

/// How far it has come, and how long it may take from here. One winning move ends it sooner, unless
/// all moves are asked for.
fn so_far(extent: &Extent, done_before: f64, elapsed: Duration, each: bool) -> String {
    let mut text = format!(
        "{} of {} moves known, {} of at most {} parts, {} nodes",
        extent.moves_known,
        extent.moves,
        thousands(extent.solved as u64),
        thousands(extent.parts as u64),
        thousands(extent.nodes)
    );
    let gained = extent.done - done_before;
    // Before that there is too little to go by.
    if gained > 0.001 && elapsed.as_secs() >= 5 {
        let left = elapsed.as_secs_f64() * (1.0 - extent.done) / gained;
        let words = if each { "about" } else { "at most about" };
        let left = HumanDuration(Duration::from_secs_f64(left.min(1e9)));
        text += &format!(", {words} {left} left");
    }
    text
}

fn in_words(
    game: &Playable,
    table: &dyn DynMatch,
    args: &SolveArgs,
    solved: &SolvedParts,
    seconds: f64,
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
        None if args.checkpoint.is_none() => output.line("Not solved.")?,
        None => output.line("Not solved yet; run the same command to resume.")?,
    }
    for (mv, points) in moves.iter().filter(|(_, points)| points.is_some()) {
        output.line(format!("  {mv:<8} {}", points.map_or("", word)))?;
    }
    let kept = args.checkpoint.as_ref().map(|path| format!(", kept in {}", path.display()));
    output.line(format!(
        "{} of at most {} parts solved, {} nodes in {seconds:.1} s{}",
        thousands(extent.solved as u64),
        thousands(extent.parts as u64),
        thousands(extent.nodes),
        kept.unwrap_or_default()
    ))
}
