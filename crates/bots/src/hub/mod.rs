//! Draughts engines that speak the Hub protocol, version 2 (Fabien Letouzey, for Scan), as bots.
//!
//! The engine is a program of its own. It is started when it is asked for its first move, and plays one
//! game after another. One that does not answer in time, plays what is not legal, or ends by itself is
//! ended, and the game with it: there is an error, and never a wait without an end.
//!
//! | file | subject |
//! |---|---|
//! | `line` | lines of the protocol |
//! | `board` | positions, moves and variants in them |
//! | `level` | limits in them |

pub mod board;
pub mod level;
pub mod line;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use henge_core::erased::{BotError, DynBot, DynMatch, Line as Moves, Task, Thought};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Score, ScoreKind, Turn};
use henge_games::draughts::Variant;

use crate::Waiting;
use crate::engines::stricter;
use crate::process::{Heard, Outsider, Process, Terms, with_terms};
use line::Line;

/// The options by which the bot is named: `hub:command=/opt/scan/scan hub`.
pub const PARAMS: &[Param] = &with_terms::<2, 8>([
    Param::new("command", "", Values::Command, "the engine and its arguments"),
    Param::new("set", "", Values::Command, "parameters of the engine, as in book=false;bb-size=0"),
]);

/// What an engine gets that nobody limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The way to the engine and back takes a moment; it is told to stop so much after its time.
const WAY: Duration = Duration::from_millis(200);

/// An engine as a bot.
pub struct HubBot {
    variant: Variant,
    set: Vec<(String, String)>,
    engine: Outsider<Setting>,
    /// The moves of the last match, to see when another one begins; nothing before the first question.
    seen: Option<Vec<String>>,
}

/// What a running engine was told when it was started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    command: Vec<String>,
    /// Parameters to set, with their values.
    set: Vec<(String, String)>,
}

impl HubBot {
    /// The bot as its options describe it, with the engines that wait to play this variant. Nothing is
    /// started yet.
    pub fn new(
        variant: Variant,
        options: &Options,
        waiting: &Waiting<Setting, Process>,
    ) -> Result<HubBot, SpecError> {
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=')?;
            Some((name.trim().to_string(), value.trim().to_string()))
        };
        let pairs = options.text("set").split(';').filter(|pair| !pair.trim().is_empty());
        let set: Option<Vec<_>> = pairs.map(pair).collect();
        let set =
            set.ok_or_else(|| options.unexpected("set", "name=value pairs with ; between them"))?;
        let tell = |command: &[String]| Ok(Setting { command: command.to_vec(), set: set.clone() });
        let engine = Outsider::new(options, tell, waiting)?;
        Ok(HubBot { variant, set, engine, seen: None })
    }
}

/// Brings an engine to the point where it can play.
fn shake_hands(
    process: &mut Process,
    until: Instant,
    variant: Variant,
    mut set: Vec<(String, String)>,
) -> Result<(), String> {
    process.say(Line::new("hub"));
    let mut declared: Vec<Line> = Vec::new();
    wait_for(process, "wait", until, &mut |line| {
        if line.command == "param" {
            declared.push(line);
        }
    })?;
    let param = |name: &str| declared.iter().find(|line| line.get("name") == Some(name));
    let wanted = board::variant_name(variant);
    match param("variant") {
        Some(param) if param.get("value") == Some(wanted) => {}
        Some(param) => {
            let values = param.get("values").unwrap_or_default();
            if !values.split_whitespace().any(|value| value == wanted) {
                return Err(format!("it does not play {wanted}, only {values}"));
            }
            set.insert(0, ("variant".into(), wanted.into()));
        }
        None if variant == Variant::International => {}
        None => return Err(format!("it does not play {wanted}: it has no variants")),
    }
    for (name, value) in set {
        if param(&name).is_none() {
            let names: Vec<&str> = declared.iter().filter_map(|line| line.get("name")).collect();
            return Err(format!("it has no parameter {name}; it has {}", names.join(", ")));
        }
        process.say(Line::new("set-param").with("name", name).with("value", value));
    }
    process.say(Line::new("init"));
    wait_for(process, "ready", until, &mut |_| {})
}

/// A question for a move.
struct Question<'a, 'b> {
    table: &'a dyn DynMatch,
    task: &'a mut Task<'b>,
    terms: Terms,
    seen: &'a mut Option<Vec<String>>,
}

impl Question<'_, '_> {
    /// Asks for a move, in Hub's notation and in that of the game.
    fn ask(self, process: &mut Process) -> Result<Thought, String> {
        let Question { table, task, terms, seen } = self;
        let setup = board::setup(table).ok_or("this is not a game of draughts")?;
        let history = table.history();
        let goes_on = |seen: &Vec<String>| history.starts_with(seen) && history.len() > seen.len();
        if !seen.as_ref().is_some_and(goes_on) {
            process.say(Line::new("new-game"));
        }
        *seen = Some(history);
        let mut pos = Line::new("pos").with("pos", setup.position);
        if !setup.moves.is_empty() {
            pos = pos.with("moves", setup.moves.join(" "));
        }
        process.say(pos);
        let limits = stricter(terms.limits, task.limits, DEFAULT_TIME);
        process.say(level::write(&limits, DEFAULT_TIME));
        process.say(Line::new("go").with("think", ""));
        // When it is told to stop, and when it is given up.
        let time = limits.time_for_move().map(|time| time + WAY).unwrap_or(terms.patience);
        let mut soft = Instant::now() + time;
        let mut hard = soft + terms.grace;
        let mut told = false;
        // The best of what it says on the way comes along with its move.
        let mut last = Thought::default();
        loop {
            let now = Instant::now();
            if task.stop.load(Ordering::Relaxed) && !told {
                soft = now;
                hard = now + terms.grace;
            }
            if now >= soft && !told {
                process.say(Line::new("stop"));
                told = true;
            }
            if now >= hard {
                return Err(format!("it has not moved in time{}", process.last_words()));
            }
            match process.hear(if told { hard } else { soft }) {
                Heard::Silence => {}
                Heard::Gone => {
                    return Err(format!("it ended while it was thinking{}", process.last_words()));
                }
                Heard::Line(text) => match Line::parse(&text) {
                    // What is no line of the protocol is for people, and is passed over.
                    Err(_) => {}
                    Ok(line) => match line.command.as_str() {
                        "info" => {
                            last = thought(table, &line);
                            (task.progress)(&last);
                        }
                        "error" => return Err(complaint(&line)),
                        "done" => return answer(table, &line, last),
                        _ => {}
                    },
                },
            }
        }
    }
}

/// The move of a `done` and the reply it expects, with what was said about it before.
pub fn answer(table: &dyn DynMatch, line: &Line, last: Thought) -> Result<Thought, String> {
    let text = line.get("move").ok_or("it was done and had no move")?;
    let mv = board::read_move(table, text)
        .ok_or_else(|| format!("it played {text}, which is not a legal move"))?;
    let mut moves = vec![mv];
    moves.extend(line.get("ponder").and_then(|reply| {
        let mut next = table.fork();
        next.play(&moves[0]).ok()?;
        board::read_move(&*next, reply)
    }));
    let told = last.lines.iter().find(|told| told.moves.first() == moves.first());
    let line = told.cloned().unwrap_or(Moves { score: None, moves });
    Ok(Thought { lines: vec![line], why: Vec::new(), ..last })
}

/// What an `info` says. What it does not say, or says wrongly, is left out: it is for people to see.
pub fn thought(table: &dyn DynMatch, line: &Line) -> Thought {
    let number = |name: &str| line.get(name).and_then(|text| text.parse::<f64>().ok());
    let mut next = table.fork();
    let mut moves = Vec::new();
    for text in line.get("pv").unwrap_or_default().split_whitespace() {
        let Some(mv) = board::read_move(&*next, text) else { break };
        if next.play(&mv).is_err() {
            break;
        }
        moves.push(mv);
    }
    let score = number("score").filter(|score| score.is_finite());
    let score = score.map(|men| (Score::estimate((men * 100.0) as i64), ScoreKind::Estimate));
    Thought {
        lines: vec![Moves { score, moves }],
        depth: number("depth").map_or(0, |n| n as u32),
        nodes: number("nodes").map_or(0, |n| n as u64),
        ..Thought::default()
    }
}

fn complaint(line: &Line) -> String {
    format!("it complained: {}", line.get("message").unwrap_or("nobody knows of what"))
}

/// Waits for an answer; all other lines go to `other`.
fn wait_for(
    process: &mut Process,
    command: &str,
    until: Instant,
    other: &mut dyn FnMut(Line),
) -> Result<(), String> {
    loop {
        match process.hear(until) {
            Heard::Line(text) => match Line::parse(&text) {
                Ok(line) if line.command == command => return Ok(()),
                Ok(line) if line.command == "error" => return Err(complaint(&line)),
                Ok(line) => other(line),
                Err(_) => {}
            },
            Heard::Gone => {
                return Err(format!("it ended before it said {command}{}", process.last_words()));
            }
            Heard::Silence if Instant::now() < until => {}
            Heard::Silence => {
                return Err(format!("it did not say {command} in time{}", process.last_words()));
            }
        }
        if Instant::now() >= until {
            return Err(format!("it did not say {command} in time"));
        }
    }
}

impl DynBot for HubBot {
    fn name(&self) -> &str {
        &self.engine.name
    }

    fn think(&mut self, table: &dyn DynMatch, mut task: Task<'_>) -> Result<Thought, BotError> {
        if let Turn::Over(_) = table.turn() {
            return Err(BotError::NoDecision("the game is over"));
        }
        let (variant, set, terms) = (self.variant, self.set.clone(), self.engine.terms);
        let question = Question { table, task: &mut task, terms, seen: &mut self.seen };
        let get_ready = |process: &mut Process, until| shake_hands(process, until, variant, set);
        self.engine.ask("the engine", "quit", get_ready, |process| question.ask(process))
    }
}
