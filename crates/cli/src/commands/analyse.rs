use std::sync::atomic::Ordering;
use std::time::Duration;

use henge::erased::{Line, Task, Thought};
use henge::{Limits, Registry};
use serde_json::{Value, json};

use crate::args::AnalyseArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, state, thousands};
use crate::setup;

/// Without any limit an analysis lasts so long.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub fn run(args: AnalyseArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (game, table) = setup::table(games, &args.table)?;
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
        if shown.depth == thought.depth && shown.lines == thought.lines {
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
    } else if let Some(best) = thought.lines.first().filter(|_| !thought.why.is_empty()) {
        // The choice once more, with the reasons.
        let mut line = as_json(&thought, 1, best);
        line["why"] = json!(thought.why);
        output.json(&line)?;
    }
    Ok(if stop.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

fn as_json(thought: &Thought, rank: usize, Line { score, moves }: &Line) -> Value {
    json!({
        "depth": thought.depth,
        "score": score.map(|(score, _)| score.0),
        "text": score.map(|(score, _)| score.to_string()),
        "kind": score.map_or("estimate", |(_, kind)| kind.word()),
        "rank": rank,
        "line": moves,
        "nodes": thought.nodes,
    })
}

fn print(thought: &Thought, json: bool, output: &Output) -> Result<(), Fault> {
    for (i, line) in thought.lines.iter().enumerate() {
        if json {
            output.json(&as_json(thought, i + 1, line))?;
            continue;
        }
        let Line { score, moves } = line;
        let depth = if i == 0 { format!("{:>3}", thought.depth) } else { "   ".into() };
        let nodes = if i == 0 { thousands(thought.nodes) } else { String::new() };
        let (score, kind) = match score {
            Some((score, kind)) => (score.to_string(), kind.word()),
            None => (String::new(), ""),
        };
        output.line(format!("{depth} {nodes:>14} {score:>12} {kind:<8}  {}", moves.join(" ")))?;
    }
    Ok(())
}
