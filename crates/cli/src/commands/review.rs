//! Recorded games, looked through move by move.

use std::sync::atomic::Ordering;

use henge::review::{DEFAULT_TIME, ReviewTask, Reviewed, html, json, review, text};
use henge::{Limits, Registry};
use serde_json::Value;

use super::records::{self, Recorded};
use crate::args::ReviewArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress};
use crate::paths::Paths;
use crate::setup;

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
            all.push(json(game.rules().name(), number, &found));
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
