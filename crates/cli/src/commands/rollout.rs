//! Backgammon positions, played out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::available_parallelism;

use henge::backgammon::{self, BearOff};
use henge::bots::neural::chances::Chances;
use henge::bots::neural::evaluator::{Evaluator, Judge};
use henge::bots::neural::in_words;
use henge::bots::neural::rollout::{Luck, Rollout, RolloutResult};
use henge::games::backgammon::{Backgammon, Men, Move, Phase, Position};
use henge::{Game, Match, Notation, Registry};
use serde_json::{Value, json};

use crate::args::RolloutArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands};
use crate::setup;

pub fn run(args: &RolloutArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (game, table) = setup::table(games, &args.table)?;
    let Some(table) = table.as_any().downcast_ref::<Match<Backgammon>>() else {
        let name = game.rules().name();
        return Err(Fault::Call(format!("only backgammon can be rolled out, not {name}")));
    };
    let (rules, pos) = (&**table.game(), table.position());
    if !rules.start_men().is_usual() {
        return Err(Fault::Call("rollouts are for games of fifteen men a side".into()));
    }
    let tables = BearOff::default().tables().map_err(|error| Fault::Data(error.to_string()))?;
    let judge = match &args.net {
        None => backgammon::shipped(tables),
        Some(path) => backgammon::read(path, Arc::clone(&tables))
            .map_err(|why| Fault::Data(format!("{}: {why}", path.display())))?,
    };
    let subjects = subjects(args, rules, pos, &judge)?;
    let rollout = Rollout {
        games: args.games,
        seed: args.seed,
        plies: args.plies,
        truncate: args.truncate,
        luck: if args.raw { Luck::Kept } else { Luck::TakenOff },
        threads: match args.threads {
            0 => available_parallelism().map_or(1, usize::from),
            n => n,
        },
    };
    let (bar, stop) = (progress("rolling out"), setup::stop_flag());
    let (played, all) = (AtomicU32::new(0), args.games.saturating_mul(subjects.len() as u32));
    let tell = || {
        let n = played.fetch_add(1, Ordering::Relaxed) + 1;
        bar.set_message(format!("{} of {} games", thousands(n.into()), thousands(all.into())));
    };
    let mut rows = Vec::new();
    for (text, men, side) in &subjects {
        let Some(mut found) = rollout.run(&judge, men, stop, &tell) else { break };
        // After a play the other side rolls first.
        if *side == Side::Other {
            found.chances = found.chances.swapped();
            found.equity = -found.equity;
        }
        rows.push((text.as_str(), found));
    }
    bar.finish_and_clear();
    rows.sort_by(|(_, a), (_, b)| b.equity.total_cmp(&a.equity));
    print(args, rules.write_position(pos), &rows, output)?;
    Ok(if stop.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

/// Whose roll comes first in the games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The one that is asked about.
    Own,
    /// The other one.
    Other,
}

/// What is rolled out: a text, the men as the side sees them that rolls first, and which that is.
fn subjects(
    args: &RolloutArgs,
    rules: &Backgammon,
    pos: &Position,
    judge: &Judge,
) -> Result<Vec<(String, Men, Side)>, Fault> {
    let dice = match (pos.phase(), pos.dice()) {
        (Phase::Play, Some(dice)) => dice,
        (Phase::Over { .. }, _) => return Err(Fault::Call("the game is over".into())),
        _ if args.plays.is_some() => {
            return Err(Fault::Call("there are no dice to play: give a roll in --moves".into()));
        }
        _ => return Ok(vec![("before the roll".into(), *pos.men(), Side::Own)]),
    };
    let legal: Vec<Move> = rules.moves(pos).collect();
    let mut judged = Vec::new();
    Evaluator::new(judge).judge_all(pos.men(), dice, |one| judged.push(one));
    judged.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    let wanted: Option<Vec<Move>> = match &args.plays {
        None => None,
        Some(plays) => {
            let read = |text| rules.read_move(pos, text);
            Some(plays.split_whitespace().map(read).collect::<Result<_, _>>()?)
        }
    };
    let subjects = judged.iter().filter_map(|one| {
        let mv = legal[one.index];
        let chosen = wanted.as_ref().is_none_or(|wanted| wanted.contains(&mv));
        chosen.then(|| (rules.write_move(pos, mv), one.after.swapped(), Side::Other))
    });
    let most = if wanted.is_some() { usize::MAX } else { args.candidates as usize };
    Ok(subjects.take(most).collect())
}

fn print(
    args: &RolloutArgs,
    position: String,
    rows: &[(&str, RolloutResult)],
    output: &Output,
) -> Result<(), Fault> {
    if args.json {
        let rows: Vec<Value> = rows.iter().map(|(text, found)| row(text, found)).collect();
        return output.json(&json!({
            "game": args.table.game, "position": position, "seed": args.seed,
            "plies": args.plies, "truncate": args.truncate, "results": rows,
        }));
    }
    for (text, found) in rows {
        output.line(format!(
            "{text}: {:+.4} ± {:.4} points (95 %, {} games)",
            found.equity,
            1.96 * found.error,
            thousands(found.games.into())
        ))?;
        output.line(format!("  {}", in_words(found.chances)))?;
    }
    Ok(())
}

fn row(text: &str, found: &RolloutResult) -> Value {
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = found.chances;
    json!({
        "play": text, "games": found.games, "equity": found.equity, "error": 1.96 * found.error,
        "win": win, "win_gammon": win_gammon, "win_backgammon": win_backgammon,
        "lose_gammon": lose_gammon, "lose_backgammon": lose_backgammon,
    })
}
