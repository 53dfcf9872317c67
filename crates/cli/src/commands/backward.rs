//! A recorded game from its end backwards: what each position was worth, and the last move that
//! changed the outcome.

use std::sync::atomic::Ordering;
use std::time::Duration;

use henge::erased::DynMatch;
use henge::search::Task;
use henge::{EndedBy, Ending, Limits, Playable, Player, Registry, Solve, Turn};
use serde_json::{Value, json};

use super::records::{self, Recorded};
use crate::args::BackwardArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, ending, progress};
use crate::setup;

/// The most time for a position, by default.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// What a position was worth to the first player, if that was proved.
struct Judged {
    /// How many moves had been played.
    ply: usize,
    points: Option<i32>,
    nodes: u64,
}

pub fn run(args: BackwardArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let mut all = Vec::new();
    let games = records::chosen(&args.file, args.rules.as_deref(), args.game, games)?;
    for (i, recorded) in games.into_iter().enumerate() {
        let Recorded { record, game, mut table } = recorded;
        let Some(solver) = game.solving() else {
            return Err(Fault::Call(format!("{} has no solver", game.rules().name())));
        };
        let moves = table.history();
        let movers: Vec<Option<Player>> = (0..moves.len()).map(|ply| table.mover(ply)).collect();
        let judged = judge(solver, &mut *table, args.time.unwrap_or(DEFAULT_TIME))?;
        let number = args.game.unwrap_or(i + 1);
        let turns = turning_points(&judged, &movers);
        if args.json {
            all.push(as_json(number, &moves, &judged, &turns));
            continue;
        }
        let tag = |name: &str| record.tag(name).unwrap_or("?").to_string();
        let title = &game.rules().about().title;
        let title = format!("{title}, game {number}: {} – {}", tag("First"), tag("Second"));
        output.line(output.bold(&title))?;
        print(&game, &moves, &movers, &judged, &turns, output)?;
        if setup::stop_flag().load(Ordering::SeqCst) {
            break;
        }
    }
    if args.json {
        output.json(&Value::Array(all))?;
    }
    Ok(if setup::stop_flag().load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

/// Solves positions from the end on, until one takes too long. The last ones come first.
fn judge(
    solver: &dyn Solve,
    table: &mut dyn DynMatch,
    time: Duration,
) -> Result<Vec<Judged>, Fault> {
    let bar = progress("backwards");
    let mut judged = Vec::new();
    loop {
        let ply = table.history().len();
        bar.set_message(format!("after {ply} moves"));
        let (points, nodes) = match table.turn() {
            Turn::Over(outcome) => (Some(outcome.points_for(Player::First)), 0),
            Turn::Chance => (None, 0),
            Turn::Player(player) => {
                let task = Task::new(Limits::time(time)).stop(setup::stop_flag());
                let solved = solver.solve(table, task)?;
                let sign = if player == Player::First { 1 } else { -1 };
                (solved.proved.then_some(sign * solved.points), solved.nodes)
            }
        };
        judged.push(Judged { ply, points, nodes });
        if points.is_none() || table.undo().is_none() {
            bar.finish_and_clear();
            return Ok(judged);
        }
    }
}

/// The moves that changed the value, the last one first: number of the move (from 0), and the value
/// to its mover before and after it.
fn turning_points(judged: &[Judged], movers: &[Option<Player>]) -> Vec<(usize, i32, i32)> {
    let pair = |pair: &[Judged]| {
        let [after, before] = pair else { return None };
        let sign = if movers.get(before.ply).copied()?? == Player::First { 1 } else { -1 };
        let (before_points, after_points) = (sign * before.points?, sign * after.points?);
        (before_points != after_points).then_some((before.ply, before_points, after_points))
    };
    judged.windows(2).filter_map(pair).collect()
}

fn word(points: i32) -> &'static str {
    match points.signum() {
        1 => "won",
        0 => "drawn",
        _ => "lost",
    }
}

fn print(
    game: &Playable,
    moves: &[String],
    movers: &[Option<Player>],
    judged: &[Judged],
    turns: &[(usize, i32, i32)],
    output: &Output,
) -> Result<(), Fault> {
    let players = &game.rules().about().players;
    for Judged { ply, points, nodes } in judged {
        let last =
            ply.checked_sub(1).map_or("the start".into(), |i| format!("{}. {}", i + 1, moves[i]));
        let turned = turns.iter().any(|(turn, ..)| turn + 1 == *ply);
        let value = match points {
            None => "not solved in the time".into(),
            Some(0) => "a draw".into(),
            Some(points) => {
                let winner = if *points > 0 { Player::First } else { Player::Second };
                format!("{} wins", players[winner.index()])
            }
        };
        let mark = if turned { "  ← turned here" } else { "" };
        output.line(format!("after {last:<14} {value:<24} {nodes:>10} nodes{mark}"))?;
    }
    let name = |ply: usize| movers[ply].map_or("?", |player| &players[player.index()]);
    match (turns.first(), judged.last()) {
        (Some(&(ply, before, after)), _) => output.line(format!(
            "The last move that changed the outcome is {}. {}: {} had {} the game before it, and {} \
             it by it.",
            ply + 1,
            moves[ply],
            name(ply),
            if before > 0 { "won" } else { "drawn" },
            if after < 0 { "lost" } else { "drew" },
        ))?,
        (None, Some(Judged { ply, points: None, .. })) if judged.len() > 1 => output.line(format!(
            "The outcome was settled after {} moves at the latest; before that it was not solved.",
            ply + 1
        ))?,
        (None, Some(Judged { points: Some(_), .. })) => {
            output.line("No move changed the outcome: it was settled at the start.")?
        }
        _ => output.line("Not even the last position was solved in the time.")?,
    }
    if let Some(Judged { ply, points: Some(points), .. }) = judged.first()
        && *ply == moves.len()
    {
        let outcome = match points.signum() {
            0 => henge::Outcome::Draw,
            1 => henge::Outcome::win(Player::First),
            _ => henge::Outcome::win(Player::Second),
        };
        output.line(ending(players, Ending::new(outcome, EndedBy::Rules)))?;
    }
    output.line("")
}

fn as_json(
    number: usize,
    moves: &[String],
    judged: &[Judged],
    turns: &[(usize, i32, i32)],
) -> Value {
    let positions: Vec<Value> = judged
        .iter()
        .map(|Judged { ply, points, nodes }| {
            json!({ "plies": ply, "first": points.map(word), "nodes": nodes })
        })
        .collect();
    let turned = turns.first().map(|&(ply, before, after)| {
        json!({ "ply": ply + 1, "move": moves[ply], "before": word(before), "after": word(after) })
    });
    json!({ "game": number, "moves": moves, "positions": positions, "turned": turned })
}
