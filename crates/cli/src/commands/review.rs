//! Recorded games, looked through move by move.

use std::sync::atomic::Ordering;
use std::time::Duration;

use henge::review::{Review, ReviewTask, Reviewed, choice_word, html, review, text};
use henge::{Limits, Player, Registry, Worth};
use serde_json::{Value, json};

use super::analyse::round;
use super::records::{self, Recorded};
use crate::args::ReviewArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress};
use crate::paths::Paths;
use crate::setup;

/// By default a position takes this long.
const DEFAULT_TIME: Duration = Duration::from_millis(300);

pub fn run(args: ReviewArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .reads("FILE", Some(&args.file))
        .reads("--rules", args.rules.as_deref())
        .writes("--html", args.html.as_deref())
        .check()?;
    let recorded = records::chosen(&args.file, args.rules.as_deref(), args.game, games)?;
    if args.html.is_some() && recorded.len() != 1 {
        let n = recorded.len();
        return Err(Fault::Call(format!("a page shows one game; choose with --game 1 to {n}")));
    }
    let limits = match (args.nodes, args.time) {
        (None, None) => Limits::time(DEFAULT_TIME),
        (nodes, time) => Limits { nodes, time, ..Limits::NONE },
    };
    let stop = setup::stop_flag();
    let mut all = Vec::new();
    for (i, recorded) in recorded.into_iter().enumerate() {
        let number = args.game.unwrap_or(i + 1);
        let title = title(&recorded, number);
        let Recorded { record, game, table } = recorded;
        let bar = progress("review");
        let n = table.ply();
        let mut tell = |seen: &Reviewed| bar.set_message(format!("{} of {n}", seen.ply));
        let task = ReviewTask { limits, bot: args.bot.as_deref(), stop, progress: &mut tell };
        let found = review(&game, &*table, task);
        bar.finish_and_clear();
        let found = found.map_err(Fault::Data)?;
        if args.json {
            all.push(as_json(number, game.rules().name(), &found));
        } else if args.html.is_some() {
            let page = html(&game, &*table, &found, record.ending(), &title);
            output.print_to(args.html.as_deref(), &page)?;
        } else {
            output.line(output.bold(&title))?;
            output.print(text(&game, &found, record.ending()))?;
        }
        if stop.load(Ordering::SeqCst) {
            break;
        }
    }
    if args.json {
        output.json(&Value::Array(all))?;
    }
    Ok(if stop.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

fn title(recorded: &Recorded, number: usize) -> String {
    let tag = |name: &str| recorded.record.tag(name).unwrap_or("?").to_string();
    let title = &recorded.game.rules().about().title;
    format!("{title}, game {number}: {} – {}", tag("First"), tag("Second"))
}

fn as_json(number: usize, game: &str, review: &Review) -> Value {
    let expected = |worth: Option<Worth>| worth.map(|worth| round(worth.expected));
    let ply = |seen: &Reviewed| {
        json!({
            "ply": seen.ply,
            "number": seen.number,
            "player": seen.mover.map(side_word),
            "move": seen.played,
            "choice": choice_word(seen.choice),
            "expected": expected(seen.worth),
            "loss": seen.loss.map(|loss| round(loss.value())),
            "mark": seen.mark.map(|mark| mark.sign()),
            "better": seen.better,
            "better_expected": expected(seen.better_worth),
            "luck": seen.luck.map(|luck| round(luck.value())),
        })
    };
    let side = |player: Player| {
        let side = &review.sides[player.index()];
        json!({
            "decisions": side.n_decisions,
            "accuracy": side.accuracy.map(round),
            "only_moves": side.marks[0],
            "inaccuracies": side.marks[1],
            "mistakes": side.marks[2],
            "blunders": side.marks[3],
            "lost": round(side.lost),
            "error_rate": side.error_rate().map(round),
            "lost_by_stakes": round(side.lost_by_stakes.0),
            "stakes_decisions": side.lost_by_stakes.1,
            "luck": side.luck.map(round),
        })
    };
    json!({
        "game": game,
        "number": number,
        "expected": expected(review.start),
        "plies": review.plies.iter().map(ply).collect::<Vec<_>>(),
        "first": side(Player::First),
        "second": side(Player::Second),
        "turning_points": review.turning_points,
        "whole": review.is_whole,
    })
}

fn side_word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}
