use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use henge::erased::DynMatch;
use henge::search::{Extremes, Report, Solution, Task};
use henge::{
    Limits, Outcome, Playable, Player, ProofTask, Prove, Registry, ScoreKind, Solve, Turn,
};
use henge_files::Draft;
use serde_json::{Value, json};

use crate::args::SolveArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, counted, progress, state, thousands};
use crate::paths::Paths;
use crate::setup;

pub fn run(args: SolveArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .game(&args.table.game)
        .writes("--checkpoint", args.checkpoint.as_deref())
        .writes("--proof", args.proof.as_deref())
        .check()?;
    let (game, table) = setup::table(games, &args.table)?;
    let Some(solver) = game.solving() else {
        return Err(Fault::Call(format!("{} has no solver", game.rules().name())));
    };
    if let Turn::Over(outcome) = table.turn() {
        return already_over(&game, &*table, outcome, args.json, output);
    }
    if args.extremes {
        return extremes(solver, &*table, args.time, args.json, output);
    }
    let by_numbers = args.proof_numbers.then(|| {
        let threads = args.threads.map_or(1, setup::threads);
        let no_dice = || Fault::Call(format!("{} has no solver", game.rules().name()));
        solver.by_proof_numbers(threads).ok_or_else(no_dice)
    });
    let by_numbers = by_numbers.transpose()?;
    let elsewhere = args.processes.is_some() || args.far.is_asked_for();
    let in_parts = args.checkpoint.is_some() || elsewhere;
    if in_parts || args.threads.is_some() && by_numbers.is_none() {
        if args.proof.is_some() {
            let why = "--threads can be combined with --proof only together with --proof-numbers";
            return Err(Fault::Call(why.into()));
        }
        return super::solve_parts::run(&game, &*table, &args, output);
    }
    let (solver, prover) = match &by_numbers {
        Some((solver, prover)) => (&**solver, Some(&**prover)),
        None => (solver, game.proving()),
    };
    let limits = Limits { time: args.time, ..Limits::NONE };
    if args.each {
        return each(&game, solver, &*table, limits, args.json, output);
    }
    let solved = solve(solver, &*table, limits)?;
    if let Some(path) = &args.proof {
        if !solved.proved {
            return Err(Fault::Data(format!(
                "no proof is written to {}: the position was not solved",
                path.display()
            )));
        }
        let Some(prover) = prover else {
            return Err(Fault::Call(format!("there are no proofs about {}", game.rules().name())));
        };
        write_proof(&game, prover, &*table, args.plies, limits, path)?;
    }
    if args.json {
        output.json(&as_json(&solved))?;
    } else {
        output.line(in_words(&game, &*table, &solved))?;
        if solved.proved && !solved.line.is_empty() {
            output.line(format!("Best play: {}", solved.line.join(" ")))?;
        }
        let (nodes, seconds) = (counted(solved.nodes, "node"), solved.elapsed.as_secs_f64());
        output.line(format!("{nodes} in {seconds:.2} s"))?;
    }
    Ok(ended())
}

/// The shortest and the longest game, as far as they are known.
fn extremes(
    solver: &dyn Solve,
    table: &dyn DynMatch,
    time: Option<Duration>,
    as_json: bool,
    output: &Output,
) -> Result<Done, Fault> {
    let bar = progress("looking at all games");
    let limits = Limits { time, ..Limits::NONE };
    let found = solver.extremes(table, limits, setup::stop_flag())?;
    bar.finish_and_clear();
    let Extremes { shortest, least, longest, is_longest, nodes } = found;
    if as_json {
        output.json(&json!({
            "shortest": shortest, "least": least, "longest": longest, "is_longest": is_longest,
            "nodes": nodes,
        }))?;
        return Ok(ended());
    }
    output.line(match &shortest {
        Some(line) => format!("The shortest game has {least} plies: {}", line.join(" ")),
        None => format!("No game is shorter than {least} plies."),
    })?;
    let n = longest.len();
    output.line(match is_longest {
        true => format!("The longest game has {n} plies: {}", longest.join(" ")),
        false => format!("The longest game found has {n} plies: {}", longest.join(" ")),
    })?;
    output.line(format!("{} positions", thousands(nodes)))?;
    Ok(ended())
}

fn ended() -> Done {
    if setup::stop_flag().load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished }
}

fn solve(
    solver: &dyn Solve,
    table: &dyn DynMatch,
    limits: Limits,
) -> Result<Solution<String>, Fault> {
    let bar = progress("solving");
    let mut seen = 0;
    let mut tell = |&Report { depth, nodes, .. }: &Report<String>| {
        seen = seen.max(nodes);
        let nodes = thousands(nodes);
        bar.set_message(match depth {
            0 => format!("{nodes} nodes"),
            _ => format!("{depth} plies searched in full, {nodes} nodes"),
        });
    };
    let task = Task::new(limits).stop(setup::stop_flag()).progress(&mut tell);
    let mut solved = solver.solve(table, task)?;
    bar.finish_and_clear();
    if !solved.proved {
        // Some solvers hand back nothing when they are interrupted; they have told how far they were.
        solved.nodes = solved.nodes.max(seen);
    }
    Ok(solved)
}

/// A proof that fails half-way leaves no file behind.
fn write_proof(
    game: &Playable,
    prover: &dyn Prove,
    table: &dyn DynMatch,
    plies: Option<u32>,
    limits: Limits,
    path: &Path,
) -> Result<(), Fault> {
    let bar = progress("writing the proof");
    let mut draft = Draft::new(path).map_err(|error| Fault::file(path, &error))?;
    let (name, stop) = (game.rules().name(), setup::stop_flag());
    let progress = &mut |n: u64| bar.set_message(format!("moves for {} positions", thousands(n)));
    let task = ProofTask { name, plies, limits, stop, progress };
    let written = prover.prove(table, task, &mut draft);
    bar.finish_and_clear();
    let wrong =
        |why: String| Fault::Data(format!("no proof is written to {}: {why}", path.display()));
    written.map_err(|error| wrong(error.to_string()))?;
    draft.commit().map_err(|error| Fault::file(path, &error))
}

/// Nothing is left to solve; the value is that to the player who would be to move.
fn already_over(
    game: &Playable,
    table: &dyn DynMatch,
    outcome: Outcome,
    as_json: bool,
    output: &Output,
) -> Result<Done, Fault> {
    let last = table.history().len().checked_sub(1).and_then(|ply| table.mover(ply));
    let points = outcome.points_for(last.map_or(Player::First, |player| !player));
    if as_json {
        output.json(&json!({
            "value": word(points), "score": 0, "proved": true, "line": [], "nodes": 0, "seconds": 0.0,
        }))?;
    } else {
        output.line(state(&**game.rules(), table))?;
    }
    Ok(Done::Finished)
}

/// A bound that is further off says nothing about the plies.
const MOST_PLIES: u32 = 10_000;

/// What one side of a value is called.
fn half(points: i32) -> &'static str {
    match points.signum() {
        1 => "a win",
        0 => "a draw",
        _ => "a loss",
    }
}

pub(super) fn word(points: i32) -> &'static str {
    match points.signum() {
        1 => "win",
        0 => "draw",
        _ => "loss",
    }
}

fn as_json(solved: &Solution<String>) -> Value {
    // What players of the game count; else the plies to the end, as far as they are certain.
    let certain = solved.kind.word() == "proved";
    let plies = solved.score.decided().filter(|_| certain).map(|(_, plies)| plies as i32);
    let score = solved.conventional_score.or(plies);
    json!({
        "value": solved.proved.then(|| word(solved.points)),
        "score": score,
        "proved": solved.proved,
        "line": if solved.proved { &solved.line[..] } else { &[] },
        "nodes": solved.nodes,
        "seconds": solved.elapsed.as_secs_f64(),
    })
}

fn in_words(game: &Playable, table: &dyn DynMatch, solved: &Solution<String>) -> String {
    let name = match table.turn() {
        Turn::Player(player) => game.rules().about().players[player.index()].clone(),
        _ => "The player to move".into(),
    };
    let value = match solved.score.decided() {
        Some((points, plies)) if points > 0 => format!("{name}, to move, wins in {plies} plies"),
        Some((_, plies)) => format!("{name}, to move, loses in {plies} plies"),
        None => format!("with {name} to move the game is a draw"),
    };
    match solved.kind {
        ScoreKind::Proved | ScoreKind::Table => match solved.conventional_score {
            Some(score) => format!("Proved: {value}. Score {score:+}."),
            None => format!("Proved: {value}."),
        },
        // Who wins is certain, how soon is not.
        ScoreKind::AtLeast | ScoreKind::AtMost if solved.proved => {
            let does = if solved.points > 0 { "wins" } else { "loses" };
            match solved.score.decided() {
                Some((_, plies)) if plies < MOST_PLIES => {
                    format!("Proved: {name}, to move, {does} in at most {plies} plies.")
                }
                _ => format!("Proved: {name}, to move, {does}."),
            }
        }
        ScoreKind::AtLeast if solved.points >= 0 => {
            format!("Not solved, but {name} gets at least {}.", half(solved.points))
        }
        ScoreKind::AtMost if solved.points <= 0 => {
            format!("Not solved, but {name} gets at most {}.", half(solved.points))
        }
        _ => "Not solved: the search ended before it could prove anything.".into(),
    }
}

fn each(
    game: &Playable,
    solver: &dyn Solve,
    table: &dyn DynMatch,
    limits: Limits,
    as_json: bool,
    output: &Output,
) -> Result<Done, Fault> {
    let Turn::Player(player) = table.turn() else {
        return Err(Fault::Call("--each needs a player to move".into()));
    };
    let mut rows = Vec::new();
    for mv in table.moves() {
        let mut next = table.fork();
        next.play(&mv.text)?;
        // What a move is worth to the one who makes it.
        let (points, proved) = match next.turn() {
            Turn::Over(outcome) => (outcome.points_for(player), true),
            turn => {
                let solved = solve(solver, &*next, limits)?;
                let points =
                    if turn == Turn::Player(player) { solved.points } else { -solved.points };
                (points, solved.proved)
            }
        };
        let value = proved.then(|| word(points));
        if as_json {
            rows.push(json!({ "move": mv.text, "value": value, "proved": proved }));
        } else {
            output.line(format!("{:<8} {}", mv.text, value.unwrap_or("not solved")))?;
        }
        if setup::stop_flag().load(Ordering::SeqCst) {
            break;
        }
    }
    if as_json {
        output.json(&json!({ "game": game.rules().name(), "moves": rows }))?;
    }
    Ok(ended())
}
