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

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Limits, Turn};
use henge_games::positional::column_name;

use crate::Waiting;
use crate::engines::{DEPTH, NODES, TIME, own_limits, stricter};
use crate::process::{GRACE, Heard, PATIENCE, Process, Program, START, words};

/// The options by which the bot is named: `piskvork:command=/opt/pbrain-rapfi`.
pub const PARAMS: &[Param] = &[
    Param::new("command", "", Values::Command, "the engine and its arguments"),
    START,
    GRACE,
    PATIENCE,
    DEPTH,
    NODES,
    TIME,
];

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
    name: String,
    board: Board,
    command: Vec<String>,
    start: Duration,
    grace: Duration,
    patience: Duration,
    limits: Limits,
    program: Program,
    waiting: Waiting<Vec<String>, Process>,
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
        let command = words(options.text("command"))
            .ok_or_else(|| options.unexpected("command", "a program and its arguments"))?;
        let seconds = |key, usual| Duration::from_secs(options.int(key).unwrap_or(usual));
        Ok(PiskvorkBot {
            name: options.name(),
            board,
            command,
            start: seconds("start", 30),
            grace: seconds("grace", 5),
            patience: seconds("patience", 60),
            limits: own_limits(options),
            program: Program::Asleep,
            waiting: waiting.clone(),
            is_new: true,
        })
    }

    fn wake(&self) -> Result<Process, String> {
        if let Some(process) = self.waiting.take(&self.command, Process::is_running) {
            return Ok(process);
        }
        let mut process = Process::start(&self.command, "END")?;
        process.say(format!("START {}", self.board.size));
        let until = Instant::now() + self.start;
        answer(&mut process, until, &|| false, "got ready", |line| (line == "OK").then_some(()))?;
        process.say(format!("INFO rule {}", u8::from(self.board.exact)));
        Ok(process)
    }

    fn ask(
        &self,
        table: &dyn DynMatch,
        task: &Task<'_>,
        process: &mut Process,
    ) -> Result<Thought, String> {
        let limits = stricter(self.limits, task.limits, DEFAULT_TIME);
        let time = limits.time_for_move();
        let stopped = || task.stop.load(Ordering::Relaxed);
        if self.is_new {
            process.say("RESTART");
            let until = Instant::now() + self.start;
            answer(process, until, &stopped, "begun", |line| (line == "OK").then_some(()))?;
        }
        // A limit that is not set would be that of an earlier game.
        let patience = self.patience.as_millis() as u64;
        let milliseconds = time.map_or(patience, |time| time.as_millis() as u64);
        process.say(format!("INFO timeout_turn {milliseconds}"));
        for (key, value) in [("max_node", limits.nodes), ("max_depth", limits.depth.map(u64::from))]
        {
            if let Some(value) = value {
                process.say(format!("INFO {key} {value}"));
            }
        }
        process.say("BOARD");
        for (x, y, whose) in stones(table, self.board.size)? {
            process.say(format!("{x},{y},{whose}"));
        }
        process.say("DONE");
        let until = Instant::now() + time.unwrap_or(self.patience) + self.grace;
        let (x, y) = answer(process, until, &stopped, "moved", crossing)?;
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

/// Waits for a line that means something. Messages are for people, and are passed over.
fn answer<T>(
    process: &mut Process,
    until: Instant,
    stopped: &dyn Fn() -> bool,
    done: &str,
    mut read: impl FnMut(&str) -> Option<T>,
) -> Result<T, String> {
    while Instant::now() < until {
        match process.hear(until) {
            Heard::Line(text) => {
                let text = text.trim();
                if let Some(found) = read(text) {
                    return Ok(found);
                }
                if text.starts_with("ERROR") || text.starts_with("UNKNOWN") {
                    return Err(format!("it said {text:?}"));
                }
            }
            Heard::Silence if stopped() => return Err("it was stopped".into()),
            Heard::Silence => {}
            Heard::Gone => {
                return Err(format!("it ended before it had {done}{}", process.last_words()));
            }
        }
    }
    Err(format!("it has not {done} in time{}", process.last_words()))
}

impl DynBot for PiskvorkBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        if !matches!(table.turn(), Turn::Player(_)) {
            return Err(BotError::NoDecision("it is nobody's turn"));
        }
        let mut program = std::mem::replace(&mut self.program, Program::Asleep);
        let who = format!("the engine {}", self.command[0]);
        let thought = program.ask(&who, || self.wake(), |process| self.ask(table, &task, process));
        self.program = program;
        self.is_new = false;
        thought
    }
}

impl Drop for PiskvorkBot {
    fn drop(&mut self) {
        if let Some(process) = self.program.leave() {
            self.waiting.put(std::mem::take(&mut self.command), process);
        }
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
