//! Go-Moku engines of others, as processes: programs that speak the protocol of the Gomocup.
//!
//! ```text
//! > START 15
//! < OK
//! > INFO timeout_turn 1000
//! > BOARD
//! > 7,7,2
//! > DONE
//! < MESSAGE whatever it thinks
//! < 8,8
//! ```

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use henge_core::Turn;
use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_games::positional::column_name;

use crate::Waiting;
use crate::engines::stricter;
use crate::process::{Outsider, Process, Terms, answer, with_terms};

/// The options by which the bot is named: `piskvork:command=/opt/pbrain-rapfi`.
pub const PARAMS: &[Param] = &with_terms::<1, 7>([Param::new(
    "command",
    "",
    Values::Command,
    "the engine and its arguments",
)]);

/// What an engine gets that nobody limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The board that is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Columns and rows.
    pub size: usize,
    /// Six in a row do not win.
    pub exact: bool,
}

/// An engine as a bot.
pub struct PiskvorkBot {
    board: Board,
    engine: Outsider,
    /// Nothing has been asked in this game.
    is_new: bool,
}

impl PiskvorkBot {
    /// The bot as its options describe it, with the engines that wait to play on this board. Nothing is started
    /// yet.
    pub fn new(
        board: Board,
        options: &Options,
        waiting: &Waiting<Vec<String>, Process>,
    ) -> Result<PiskvorkBot, SpecError> {
        let engine = Outsider::new(options, |command| Ok(command.to_vec()), waiting)?;
        Ok(PiskvorkBot { board, engine, is_new: true })
    }
}

/// A question for a move.
struct Question<'a, 'b> {
    board: Board,
    table: &'a dyn DynMatch,
    task: &'a Task<'b>,
    terms: Terms,
    is_new: bool,
}

impl Question<'_, '_> {
    fn ask(&self, process: &mut Process) -> Result<Thought, String> {
        let Question { table, task, terms, .. } = self;
        let limits = stricter(terms.limits, task.limits, DEFAULT_TIME);
        let time = limits.time_for_move();
        let stopped = || task.stop.load(Ordering::Relaxed);
        if self.is_new {
            process.say("RESTART");
            answer(process, Instant::now() + terms.start, &stopped, "begun", ok)?;
        }
        // A limit that is not set would be that of an earlier game.
        let patience = terms.patience.as_millis() as u64;
        let milliseconds = time.map_or(patience, |time| time.as_millis() as u64);
        process.say(format!("INFO timeout_turn {milliseconds}"));
        for (key, value) in [("max_node", limits.nodes), ("max_depth", limits.depth.map(u64::from))]
        {
            if let Some(value) = value {
                process.say(format!("INFO {key} {value}"));
            }
        }
        process.say("BOARD");
        for (x, y, whose) in stones(*table, self.board.size)? {
            process.say(format!("{x},{y},{whose}"));
        }
        process.say("DONE");
        let until = Instant::now() + time.unwrap_or(terms.patience) + terms.grace;
        let (x, y) = answer(process, until, &stopped, "moved", |line| {
            crossing(line).map(Ok).or_else(|| refusal(line))
        })?;
        let mv = format!("{}{}", column_name(x), y + 1);
        let mut next = table.fork();
        next.play(&mv).map_err(|error| format!("it played {x},{y}: {error}"))?;
        let line = Line { score: None, moves: vec![mv] };
        Ok(Thought { lines: vec![line], ..Thought::default() })
    }
}

/// The stones on the board, from the north-west corner: 1 for those of the player to move, 2 for the other's. In the
/// order in which they were played, where that is known.
fn stones(table: &dyn DynMatch, size: usize) -> Result<Vec<(usize, usize, u8)>, String> {
    let history = table.history();
    if table.setup().is_none() {
        let n = history.len();
        let stone = |(i, mv): (usize, &String)| {
            let (x, y) = place(mv, size)?;
            Some((x, y, if (n - i).is_multiple_of(2) { 1 } else { 2 }))
        };
        let stones: Option<Vec<_>> = history.iter().enumerate().map(stone).collect();
        return stones.ok_or_else(|| "a move is on no crossing".into());
    }
    let text = table.position();
    let (rows, me) = text.split_once(' ').ok_or("the position names nobody to move")?;
    let mut stones = Vec::new();
    for (y, row) in rows.split('/').enumerate() {
        for (x, sign) in row.chars().enumerate().filter(|&(_, sign)| sign != '.') {
            stones.push((x, y, if me.starts_with(sign) { 1 } else { 2 }));
        }
    }
    Ok(stones)
}

/// Column and row of a crossing, both from 0.
fn place(mv: &str, size: usize) -> Option<(usize, usize)> {
    let split = mv.find(|c: char| c.is_ascii_digit())?;
    let x = (0..size).find(|&x| column_name(x) == mv[..split])?;
    let y = mv[split..].parse::<usize>().ok()?.checked_sub(1)?;
    Some((x, y))
}

/// `x,y`.
fn crossing(line: &str) -> Option<(usize, usize)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Is the line an OK?
fn ok(line: &str) -> Option<Result<(), String>> {
    if line == "OK" { Some(Ok(())) } else { refusal(line) }
}

/// An error of the engine.
fn refusal<T>(line: &str) -> Option<Result<T, String>> {
    let refuses = line.starts_with("ERROR") || line.starts_with("UNKNOWN");
    refuses.then(|| Err(format!("it said {line:?}")))
}

impl DynBot for PiskvorkBot {
    fn name(&self) -> &str {
        &self.engine.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        if !matches!(table.turn(), Turn::Player(_)) {
            return Err(BotError::NoDecision("it is nobody's turn"));
        }
        let (board, terms, is_new) = (self.board, self.engine.terms, self.is_new);
        self.is_new = false;
        let question = Question { board, table, task: &task, terms, is_new };
        let get_ready = |process: &mut Process, until| {
            process.say(format!("START {}", board.size));
            answer(process, until, &|| false, "got ready", ok)?;
            process.say(format!("INFO rule {}", u8::from(board.exact)));
            Ok(())
        };
        self.engine.ask("the engine", "END", get_ready, |process| question.ask(process))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_are_counted_from_the_north_west_corner() {
        assert_eq!(place("a1", 15), Some((0, 0)));
        assert_eq!(place("h10", 15), Some((7, 9)));
        assert_eq!(place("z1", 15), None);
        assert_eq!(place("a0", 15), None);
        assert_eq!(crossing("7, 9"), Some((7, 9)));
        assert_eq!(crossing("OK"), None);
    }
}
