//! An engine as a process of its own: lines go in and come out, and nobody waits for it for ever.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use henge_core::Limits;
use henge_core::erased::BotError;
use henge_core::spec::{Options, Param, SpecError, Values};

use crate::Waiting;
use crate::engines::{DEPTH, NODES, TIME, own_limits};
use crate::family::{Family, Input};

/// A line that is longer is cut: nobody speaks so long.
const LONGEST: usize = 1 << 17;
/// How many lines may wait to be read; an engine that says more has to wait itself.
const MOST_WAITING: usize = 1024;
/// How long an engine has to leave after `quit`.
const TO_LEAVE: Duration = Duration::from_millis(500);

/// How long a program may take to get ready.
const START: Param = Param::new(
    "start",
    "30",
    Values::Int { min: 1, max: 3600 },
    "seconds the program may take to get ready",
);
/// How much longer than allowed it may take.
const GRACE: Param = Param::new(
    "grace",
    "5",
    Values::Int { min: 1, max: 3600 },
    "seconds it may take longer than its time before it is taken to have stalled",
);
/// How long a move may take that has no time.
const PATIENCE: Param = Param::new(
    "patience",
    "60",
    Values::Int { min: 1, max: 86_400 },
    "seconds a move may take that is limited by depth or nodes alone",
);

/// The options of a bot that is a program: its `own`, and then those that all of them have.
pub(crate) const fn with_terms<const N: usize, const ALL: usize>(own: [Param; N]) -> [Param; ALL] {
    let terms = [START, GRACE, PATIENCE, DEPTH, NODES, TIME];
    let (mut all, mut i) = ([START; ALL], 0);
    while i < ALL {
        all[i] = if i < N { own[i] } else { terms[i - N] };
        i += 1;
    }
    all
}

/// How long a program may take, and how far it may look.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub start: Duration,
    pub grace: Duration,
    pub patience: Duration,
    pub limits: Limits,
}

/// A bot that is a program: started when it is asked for its first move, kept for the next game, and ended when it
/// fails.
pub(crate) struct Outsider<K: PartialEq = Vec<String>> {
    pub name: String,
    pub command: Vec<String>,
    pub terms: Terms,
    /// What it was told when it was started, and taken with in another game if it is the same; none when the bot
    /// has gone.
    told: Option<K>,
    program: Program,
    waiting: Waiting<K, Process>,
}

impl<K: PartialEq> Outsider<K> {
    /// As the options say. Nothing is started yet.
    pub fn new(
        options: &Options,
        tell: impl FnOnce(&[String]) -> Result<K, SpecError>,
        waiting: &Waiting<K, Process>,
    ) -> Result<Outsider<K>, SpecError> {
        let command = words(options.text("command"))
            .ok_or_else(|| options.unexpected("command", "a program and its arguments"))?;
        let seconds = |key, usual| Duration::from_secs(options.int(key).unwrap_or(usual));
        let terms = Terms {
            start: seconds("start", 30),
            grace: seconds("grace", 5),
            patience: seconds("patience", 60),
            limits: own_limits(options),
        };
        let told = Some(tell(&command)?);
        let (name, program, waiting) = (options.name(), Program::Asleep, waiting.clone());
        Ok(Outsider { name, command, terms, told, program, waiting })
    }

    /// Asks it something, after starting it and getting it ready if need be; `kind` is what errors call it.
    pub fn ask<T>(
        &mut self,
        kind: &str,
        farewell: &'static str,
        get_ready: impl FnOnce(&mut Process, Instant) -> Result<(), String>,
        ask: impl FnOnce(&mut Process) -> Result<T, String>,
    ) -> Result<T, BotError> {
        let Outsider { command, terms, told, program, waiting, .. } = self;
        let wake = || {
            let waits = told.as_ref().and_then(|told| waiting.take(told, Process::is_running));
            if let Some(process) = waits {
                return Ok(process);
            }
            let mut process = Process::start(command, farewell)?;
            let ready = get_ready(&mut process, Instant::now() + terms.start);
            if ready.is_err() {
                process.kill();
            }
            ready.map(|()| process)
        };
        program.ask(&format!("{kind} {}", command[0]), wake, ask)
    }
}

impl<K: PartialEq> Drop for Outsider<K> {
    fn drop(&mut self) {
        if let (Some(process), Some(told)) = (self.program.leave(), self.told.take()) {
            self.waiting.put(told, process);
        }
    }
}

/// Waits for a line that means something to `read`. Others are for people, and are passed over.
pub(crate) fn answer<T>(
    process: &mut Process,
    until: Instant,
    stopped: &dyn Fn() -> bool,
    done: &str,
    mut read: impl FnMut(&str) -> Option<Result<T, String>>,
) -> Result<T, String> {
    while Instant::now() < until {
        match process.hear(until) {
            Heard::Line(text) => {
                if let Some(found) = read(text.trim()) {
                    return found;
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

/// A program that plays: started when it is first asked, ended when it fails.
enum Program {
    /// Nobody has asked it for a move yet.
    Asleep,
    Ready(Box<Process>),
    /// It has failed, and why.
    Failed(String),
}

impl Program {
    /// Asks it something, after waking it if need be. Whatever goes wrong is told of `who`, and it is
    /// not asked again.
    pub fn ask<T>(
        &mut self,
        who: &str,
        wake: impl FnOnce() -> Result<Process, String>,
        ask: impl FnOnce(&mut Process) -> Result<T, String>,
    ) -> Result<T, BotError> {
        let mut process = match std::mem::replace(self, Program::Asleep) {
            Program::Ready(process) => Ok(process),
            Program::Asleep => wake().map(Box::new),
            Program::Failed(why) => Err(why),
        };
        let asked = match &mut process {
            Ok(process) => ask(process),
            Err(why) => Err(why.clone()),
        };
        match (asked, process) {
            (Ok(answer), Ok(process)) => {
                *self = Program::Ready(process);
                Ok(answer)
            }
            (asked, process) => {
                if let Ok(mut process) = process {
                    process.kill();
                }
                let why = asked.err().unwrap_or_default();
                *self = Program::Failed(why.clone());
                Err(BotError::Outside(format!("{who}: {why}")))
            }
        }
    }

    /// It goes on without the bot, if it has been woken and has not failed.
    pub fn leave(&mut self) -> Option<Process> {
        match std::mem::replace(self, Program::Asleep) {
            Program::Ready(process) => Some(*process),
            Program::Asleep | Program::Failed(_) => None,
        }
    }
}

/// What came from the engine.
pub(crate) enum Heard {
    Line(String),
    /// Nothing yet.
    Silence,
    /// It has closed its output: nothing will come any more.
    Gone,
}

/// A running engine. It is ended when this is dropped.
pub struct Process {
    family: Family,
    /// Taken away when the engine is to see the end of its input.
    sender: Option<Sender<String>>,
    receiver: Receiver<String>,
    /// What is said to it in the end.
    farewell: &'static str,
    /// The last line it wrote to its error output.
    complaint: Arc<Mutex<String>>,
}

/// Splits a command into words; quotes hold words together.
pub fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

impl Process {
    /// Starts a program, to which `farewell` is said in the end.
    pub(crate) fn start(words: &[String], farewell: &'static str) -> Result<Process, String> {
        let program = words.first().ok_or("the command is empty")?;
        let words: Vec<_> = words.iter().map(Into::into).collect();
        let mut family = Family::start(&words, Input::Piped, |command| {
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
        })
        .map_err(|error| format!("{program} cannot be started: {error}"))?;
        let child = &mut family.child;
        // A thread for each pipe: an engine that neither reads nor writes holds up none but these.
        let (sender, to_write) = channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in to_write {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        let (read, receiver) = sync_channel(MOST_WAITING);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || each_line(stdout, |text| read.send(text).is_ok()));
        }
        let complaint = Arc::new(Mutex::new(String::new()));
        if let Some(stderr) = child.stderr.take() {
            let complaint = Arc::clone(&complaint);
            thread::spawn(move || {
                each_line(stderr, |text| {
                    if !text.is_empty()
                        && let Ok(mut last) = complaint.lock()
                    {
                        *last = text;
                    }
                    true
                });
            });
        }
        Ok(Process { family, sender: Some(sender), receiver, farewell, complaint })
    }

    /// Sends a line. If the engine has gone, that is seen when it is listened to.
    pub(crate) fn say(&self, line: impl std::fmt::Display) {
        if let Some(sender) = &self.sender {
            let _ = sender.send(format!("{line}\n"));
        }
    }

    /// Waits for a line until `until`, but no longer than a moment, so that others can be looked after.
    pub(crate) fn hear(&self, until: Instant) -> Heard {
        let left = until.saturating_duration_since(Instant::now());
        match self.receiver.recv_timeout(left.min(Duration::from_millis(10))) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::Gone,
        }
    }

    /// How it ended and what it complained of last, for a message.
    pub(crate) fn last_words(&mut self) -> String {
        // Its last words may still be on their way, and its end as well.
        thread::sleep(Duration::from_millis(20));
        let until = Instant::now() + TO_LEAVE;
        while self.family.ended().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        let how = self.family.ended().map_or(String::new(), |status| format!(" ({status})"));
        match self.complaint.lock() {
            Ok(text) if !text.is_empty() => format!("{how}; it said {:?}", *text),
            _ => how,
        }
    }

    /// Has it not ended yet?
    pub(crate) fn is_running(&mut self) -> bool {
        self.family.ended().is_none()
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        self.family.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say(self.farewell);
        self.sender = None;
        let until = Instant::now() + TO_LEAVE;
        while Instant::now() < until {
            if self.family.ended().is_some() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Hands out lines until there are no more or nobody wants them. One that has no end is cut.
fn each_line(from: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut from = BufReader::new(from);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let n = from.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes);
        if !matches!(n, Ok(1..)) || !take(String::from_utf8_lossy(&bytes).trim().to_string()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    /// Without a supervisor, as it is for those who use the library.
    #[test]
    #[cfg(target_os = "linux")]
    fn children_end_with_their_program() {
        use super::{Heard, Process};
        use std::time::{Duration, Instant};
        let is_running = |word: &str| {
            let entries = std::fs::read_dir("/proc").unwrap().flatten();
            let lines = entries.map(|entry| std::fs::read(entry.path().join("cmdline")));
            let sought = format!("sleep\0{word}\0").into_bytes();
            lines.flatten().any(|line| line == sought)
        };
        for (word, then) in [("77005", "read line"), ("77006", "exec cat >/dev/null")] {
            let script = format!("sleep {word} & echo begun; {then}");
            let all = ["sh", "-c", &script].map(String::from);
            let process = Process::start(&all, "quit").unwrap();
            let until = Instant::now() + Duration::from_secs(30);
            let mut has_begun = false;
            while !has_begun || !is_running(word) {
                has_begun |= matches!(process.hear(until), Heard::Line(line) if line == "begun");
                assert!(Instant::now() < until);
            }
            drop(process);
            let until = Instant::now() + Duration::from_secs(10);
            while is_running(word) {
                assert!(Instant::now() < until, "{then}");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    #[test]
    fn commands_are_split() {
        let split = |text| words(text).unwrap_or_default().join("|");
        assert_eq!(split("/usr/bin/scan hub"), "/usr/bin/scan|hub");
        assert_eq!(split("  \"my engine\"  'a b'c  "), "my engine|a bc");
        assert_eq!(split("x \"\""), "x|");
        for wrong in ["", "   ", "\"x", "x 'y"] {
            assert_eq!(words(wrong), None, "{wrong}");
        }
    }
}
