use std::sync::atomic::Ordering;
use std::time::Duration;

use henge::core::Limits;
use henge::core::erased::{Line, Task, Thought};
use serde_json::json;

use crate::args::AnalyseArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, state, thousands};
use crate::setup;

/// Without any limit an analysis lasts so long.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub fn run(args: AnalyseArgs, output: &Output) -> Result<Done, Fault> {
    let (game, table) = setup::table(&args.table)?;
    if table.moves().is_empty() {
        return Err(Fault::Call(format!(
            "nothing to analyse: {}",
            state(&**game.rules(), &*table)
        )));
    }
    let mut bot = game.bot(args.bot.as_deref().unwrap_or(game.default_bot()))?;
    let mut limits = Limits { depth: args.depth, nodes: args.nodes, time: args.time, clock: None };
    if limits.is_none() {
        limits = Limits::time(DEFAULT_TIME);
    }
    let mut shown = Thought::default();
    let mut fault = None;
    let mut show = |thought: &Thought| {
        let same = shown.depth == thought.depth && shown.lines == thought.lines;
        // Reasons may come at the end.
        if same && (!args.json || shown.why == thought.why) {
            return;
        }
        shown = thought.clone();
        if let Err(error) = print(thought, args.json, output) {
            fault = Some(error);
            setup::stop_flag().store(true, Ordering::SeqCst);
        }
    };
    let n_lines = args.lines as usize;
    let stop = setup::stop_flag();
    let mut thought = bot.think(&*table, Task { limits, n_lines, stop, progress: &mut show })?;
    game.comment(&*table, &mut thought);
    show(&thought);
    if let Some(fault) = fault {
        return Err(fault);
    }
    if !args.json {
        for sentence in &thought.why {
            output.line(sentence)?;
        }
    }
    Ok(if stop.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

fn print(thought: &Thought, as_json: bool, output: &Output) -> Result<(), Fault> {
    for (i, Line { score, moves }) in thought.lines.iter().enumerate() {
        let (depth, nodes) = (thought.depth, thought.nodes);
        if as_json {
            let mut line = json!({
                "depth": depth,
                "score": score.map(|(score, _)| score.0),
                "text": score.map(|(score, _)| score.to_string()),
                "kind": score.map_or("estimate", |(_, kind)| kind.word()),
                "rank": i + 1,
                "line": moves,
                "nodes": nodes,
            });
            if i == 0 && !thought.why.is_empty() {
                line["why"] = json!(thought.why);
            }
            output.line(line)?;
        } else {
            let depth = if i == 0 { format!("{depth:>3}") } else { "   ".into() };
            let nodes = if i == 0 { thousands(nodes) } else { String::new() };
            let (score, kind) = match score {
                Some((score, kind)) => (score.to_string(), kind.word()),
                None => (String::new(), ""),
            };
            output
                .line(format!("{depth} {nodes:>14} {score:>12} {kind:<8}  {}", moves.join(" ")))?;
        }
    }
    Ok(())
}
