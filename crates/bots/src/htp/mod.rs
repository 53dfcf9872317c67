//! Hex programs of others, as processes: those that speak HTP, the dialect of the Go Text Protocol (Farnebäck 2002)
//! that MoHex, Wolve and HexGui have in common.
//!
//! ```text
//! > boardsize 11 11
//! < =
//! <
//! > play black f6
//! < =
//! <
//! > genmove white
//! < = e7
//! <
//! ```
//!
//! Black moves first and joins north and south. The swap is the move `swap-pieces`.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Score, ScoreKind, Turn};
use henge_games::positional::column_name;

use crate::Waiting;
use crate::engines::stricter;
use crate::process::{Outsider, Process, Terms, answer, with_terms};

/// The options by which the bot is named: `htp:command=/opt/mohex`.
pub const PARAMS: &[Param] = &with_terms::<2, 8>([
    Param::new("command", "", Values::Command, "the engine and its arguments"),
    Param::new(
        "set",
        "",
        Values::Command,
        "commands for the engine before it plays, with ; between them",
    ),
]);

/// What an engine gets that nobody limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// What the players are called.
const COLOURS: [&str; 2] = ["black", "white"];
/// The swap, as HTP and as the game writes it.
const SWAP: [&str; 2] = ["swap-pieces", "swap"];

/// An engine as a bot.
pub struct HtpBot {
    /// Columns and rows.
    size: (usize, usize),
    set: Vec<String>,
    engine: Outsider<Vec<String>>,
}

impl HtpBot {
    /// The bot as its options describe it, with the engines that wait to play on a board of this many columns and
    /// rows. Nothing is started yet.
    pub fn new(
        size: (usize, usize),
        options: &Options,
        waiting: &Waiting<Vec<String>, Process>,
    ) -> Result<HtpBot, SpecError> {
        let set = options.text("set").split(';').map(|line| line.trim().to_string());
        let set: Vec<String> = set.filter(|line| !line.is_empty()).collect();
        // Commands of one word each cannot be taken for parts of others.
        let tell = |command: &[String]| Ok([command, &[String::new()], &set[..]].concat());
        let engine = Outsider::new(options, tell, waiting)?;
        Ok(HtpBot { size, set, engine })
    }
}

/// Says something and waits for the answer, the lines of which are joined.
fn tell(
    process: &mut Process,
    command: &str,
    until: Instant,
    stopped: &dyn Fn() -> bool,
) -> Result<String, String> {
    process.say(command);
    let mut said: Option<String> = None;
    let done = format!("answered \"{command}\"");
    // An answer begins with = or ?, and ends with an empty line.
    let text = answer(process, until, stopped, &done, |line| match &mut said {
        None => {
            if line.starts_with(['=', '?']) {
                said = Some(line.to_string());
            }
            None
        }
        Some(text) if line.is_empty() => Some(Ok(std::mem::take(text))),
        Some(text) => {
            text.push('\n');
            text.push_str(line);
            None
        }
    })?;
    match text.strip_prefix('=') {
        Some(text) => Ok(text.trim().to_string()),
        None => Err(format!("it answered \"{command}\" with {text:?}")),
    }
}

/// A question for a move.
struct Question<'a, 'b> {
    table: &'a dyn DynMatch,
    task: &'a Task<'b>,
    terms: Terms,
}

impl Question<'_, '_> {
    fn ask(&self, process: &mut Process) -> Result<Thought, String> {
        let Question { table, task, terms } = self;
        let Turn::Player(me) = table.turn() else { return Err("it is nobody's turn".into()) };
        let limits = stricter(terms.limits, task.limits, DEFAULT_TIME);
        let time = limits.time_for_move();
        let stopped = || task.stop.load(Ordering::Relaxed);
        let until = Instant::now() + terms.start;
        tell(process, "clear_board", until, &stopped)?;
        for (colour, stone) in stones(*table)? {
            tell(process, &format!("play {} {stone}", COLOURS[colour]), until, &stopped)?;
        }
        if let Some(time) = time {
            // The protocol counts whole seconds. Engines without a clock are told by `set`.
            let seconds = time.as_secs().max(1);
            process.say(format!("time_settings 0 {seconds} 1"));
            let ended = |line: &str| line.is_empty().then_some(Ok(()));
            answer(process, until, &stopped, "answered \"time_settings\"", ended)?;
        }
        let until = Instant::now() + time.unwrap_or(terms.patience) + terms.grace;
        let said = tell(process, &format!("genmove {}", COLOURS[me.index()]), until, &stopped)?;
        let said = said.to_lowercase();
        let mut line = Line { score: None, moves: Vec::new() };
        if said == "resign" {
            // Who plays for it goes on; the score says what it thinks.
            let lost = Score::estimate(i64::from(-Score::ESTIMATE));
            line.score = Some((lost, ScoreKind::Estimate));
            line.moves.extend(table.moves().into_iter().next().map(|mv| mv.text));
        } else {
            let mv = if said == SWAP[0] { SWAP[1] } else { &said };
            let mut next = table.fork();
            next.play(mv).map_err(|error| format!("it played {said}: {error}"))?;
            line.moves.push(mv.into());
        }
        Ok(Thought { lines: vec![line], ..Thought::default() })
    }
}

/// What stands on the board, as colours and moves: in the order in which it was played, or by turns where that is not
/// known, as engines may insist on.
fn stones(table: &dyn DynMatch) -> Result<Vec<(usize, String)>, String> {
    let history = table.history();
    if table.setup().is_none() {
        let name = |mv: String| if mv == SWAP[1] { SWAP[0].into() } else { mv };
        return Ok(history.into_iter().enumerate().map(|(i, mv)| (i % 2, name(mv))).collect());
    }
    let text = table.position();
    let (rows, _) = text.split_once(' ').ok_or("the position names nobody to move")?;
    let mut stones = Vec::new();
    let mut n = [0, 0];
    for (y, row) in rows.split('/').enumerate() {
        for (x, sign) in row.chars().enumerate().filter(|&(_, sign)| sign != '.') {
            let colour = usize::from(sign != 'x');
            stones.push((n[colour], colour, format!("{}{}", column_name(x), y + 1)));
            n[colour] += 1;
        }
    }
    stones.sort();
    Ok(stones.into_iter().map(|(_, colour, site)| (colour, site)).collect())
}

impl DynBot for HtpBot {
    fn name(&self) -> &str {
        &self.engine.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        if !matches!(table.turn(), Turn::Player(_)) {
            return Err(BotError::NoDecision("it is nobody's turn"));
        }
        let ((columns, rows), set) = (self.size, &self.set);
        let question = Question { table, task: &task, terms: self.engine.terms };
        let get_ready = |process: &mut Process, until| {
            let size = format!("boardsize {columns} {rows}");
            let mut before = set.iter().chain(std::iter::once(&size));
            before.try_for_each(|line| tell(process, line, until, &|| false).map(drop))
        };
        self.engine.ask("the engine", "quit", get_ready, |process| question.ask(process))
    }
}
