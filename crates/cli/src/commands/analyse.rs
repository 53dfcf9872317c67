use std::sync::atomic::Ordering;
use std::time::Duration;

use henge::erased::{DynMatch, Line, Task, Thought};
use henge::{EndChances, Limits, Playable, Registry, Turn, Worth};
use serde_json::{Value, json};

use crate::args::AnalyseArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, state, thousands};
use crate::setup;

/// How long an analysis lasts by default.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub fn run(args: AnalyseArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (game, table) = setup::table(games, &args.table)?;
    if table.moves().is_empty() {
        return Err(Fault::Call(format!(
            "nothing to analyse: {}",
            state(&**game.rules(), &*table)
        )));
    }
    let mut bot = game.bot(args.bot.as_deref().unwrap_or(game.analyst().bot))?;
    let view = View { game: &game, table: &*table };
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
        if let Err(error) = view.print(thought, args.json, output) {
            fault = Some(error);
            setup::stop_flag().store(true, Ordering::SeqCst);
        }
    };
    let n_lines = args.lines as usize;
    let stop = setup::stop_flag();
    let task = Task::new(limits).lines(n_lines).stop(stop).progress(&mut show).worth();
    let mut thought = bot.think(&*table, task)?;
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
        let mut line = view.as_json(&thought, 0, best);
        line["why"] = json!(thought.why);
        output.json(&line)?;
    }
    Ok(if stop.load(Ordering::SeqCst) { Done::Interrupted } else { Done::Finished })
}

/// A position, and the words for what is found out about it.
struct View<'a> {
    game: &'a Playable,
    table: &'a dyn DynMatch,
}

impl View<'_> {
    /// What the line of that number, from 0, is worth.
    fn worth(&self, thought: &Thought, line: usize) -> Option<Worth> {
        let Turn::Player(mover) = self.table.turn() else { return None };
        thought.worth(line, mover)
    }

    fn as_json(&self, thought: &Thought, place: usize, Line { score, moves }: &Line) -> Value {
        let worth = self.worth(thought, place);
        let players = &self.game.rules().about().players;
        let mut line = json!({
            "depth": thought.depth,
            "score": score.map(|(score, _)| score.0),
            "text": worth.map(|worth| worth.in_words(players)),
            "kind": score.map_or("estimate", |(_, kind)| kind.word()),
            "expected": worth.map(|worth| round(worth.expected)),
            "rank": place + 1,
            "line": moves,
            "nodes": thought.nodes,
        });
        if let Some(amount) = worth.and_then(|worth| worth.amount) {
            line[amount.unit.name] = json!(round(amount.value));
        }
        if let Some(chances) = worth.and_then(|worth| worth.chances) {
            let two = |own: EndChances| {
                [own.win, own.win_gammon, own.win_backgammon].map(|chance| round(chance.into()))
            };
            line["chances"] = json!([two(chances), two(chances.swapped())]);
        }
        line
    }

    fn print(&self, thought: &Thought, json: bool, output: &Output) -> Result<(), Fault> {
        for (i, line) in thought.lines.iter().enumerate() {
            if json {
                output.json(&self.as_json(thought, i, line))?;
                continue;
            }
            let Line { score, moves } = line;
            let depth = if i == 0 { format!("{:>3}", thought.depth) } else { "   ".into() };
            let nodes = if i == 0 { thousands(thought.nodes) } else { String::new() };
            let worth = self.worth(thought, i);
            let text = worth.map(|worth| worth.in_words(&self.game.rules().about().players));
            let (score, kind) = match score {
                Some((score, kind)) => (score.to_string(), kind.word()),
                None => (String::new(), ""),
            };
            let text = text.unwrap_or(score);
            output
                .line(format!("{depth} {nodes:>12}  {text:<24} {kind:<8}  {}", moves.join(" ")))?;
        }
        Ok(())
    }
}

/// Four places are more than anybody knows.
pub fn round(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}
