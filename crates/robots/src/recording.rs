//! A run as a text file: the scenario, the seed, and what every robot asked for in every round.
//!
//! ```text
//! henge-robots 1
//! seed 7
//! scenario 24          so many lines of TOML follow
//! name = "Four robots"
//! …
//! rounds 2             so many lines follow, one word a robot
//! . w ne .
//! n! w! . .            the ! says that the step was refused
//! end
//! ```
//!
//! Steps are `n`, `e`, `s`, `w`, `ne`, `se`, `sw`, `nw`, and `.` for staying. A reader plays them
//! again: a step that the world would not have allowed, or a refusal where it would have, is a fault
//! of the file. So a recording that was read is a run that can have happened.

use std::fmt::Write as _;

use crate::place::Step;
use crate::scenario::{Bounds, Scenario};
use crate::world::{Event, Outcome, World};
use henge_toml::FileError;

const FIRST_LINE: &str = "henge-robots 1";

/// A run that was read and checked, or has just happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    scenario: Scenario,
    seed: u64,
    /// What all robots wished, round by round.
    wishes: Vec<Vec<Step>>,
}

/// A fault in a recording: where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordingError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

/// Writes down a run while it happens.
pub struct Recorder {
    recording: Recording,
    round: Vec<Step>,
}

impl Recorder {
    /// Before the first round of a run.
    pub fn new(scenario: Scenario, seed: u64) -> Recorder {
        let recording = Recording { scenario, seed, wishes: Vec::new() };
        Recorder { recording, round: Vec::new() }
    }

    /// Takes down a turn; all turns of a run must come, in their order.
    pub fn note(&mut self, event: &Event) {
        self.round.push(event.wish);
        if self.round.len() == self.recording.scenario.robots.len() {
            self.recording.wishes.push(std::mem::take(&mut self.round));
        }
    }

    /// The run up to the last round that was finished, while it goes on.
    pub fn so_far(&self) -> &Recording {
        &self.recording
    }

    /// The run up to the last round that was finished.
    pub fn finish(self) -> Recording {
        self.recording
    }
}

impl Recording {
    /// The world in which it happened.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many rounds it has.
    pub fn rounds(&self) -> usize {
        self.wishes.len()
    }

    /// Plays the run again. `turn` gets every turn with the world after it; `round` gets the world
    /// after every round.
    pub fn replay(&self, mut turn: impl FnMut(&Event), mut round: impl FnMut(&World)) -> World {
        let mut world = World::new(&self.scenario, self.seed);
        for wishes in &self.wishes {
            world.step_as(wishes, &mut turn);
            round(&world);
        }
        world
    }

    /// The text file.
    pub fn to_text(&self) -> String {
        let toml = self.scenario.to_toml();
        let mut out = format!("{FIRST_LINE}\nseed {}\n", self.seed);
        let n_lines = toml.lines().count();
        write!(out, "scenario {n_lines}\n{toml}rounds {}\n", self.rounds()).expect(TAKES_TEXT);
        let n_robots = self.scenario.robots.len();
        let mut n_turns = 0;
        self.replay(
            |event| {
                let refused = if is_refused(event) { "!" } else { "" };
                n_turns += 1;
                let end = if n_turns % n_robots == 0 { '\n' } else { ' ' };
                write!(out, "{}{refused}{end}", event.wish.name()).expect(TAKES_TEXT);
            },
            |_| {},
        );
        out.push_str("end\n");
        out
    }

    /// Reads a text file and checks every step in it.
    pub fn read(text: &str) -> Result<Recording, RecordingError> {
        Recording::read_within(text, Bounds::default())
    }

    /// The same for a file that somebody else has sent, of a world within these bounds.
    pub fn read_within(text: &str, bounds: Bounds) -> Result<Recording, RecordingError> {
        let lines: Vec<&str> = text.lines().collect();
        let mut reader = Lines { lines: &lines, next: 0 };
        if reader.line("henge-robots 1, as recordings begin")? != FIRST_LINE {
            return reader.fault("this is no recording; it should begin with \"henge-robots 1\"");
        }
        let seed = reader.number("seed")?;
        let n_lines = reader.number("scenario")?;
        let begin = reader.next;
        let end = usize::try_from(n_lines).ok().and_then(|n| begin.checked_add(n));
        let Some(toml) = end.and_then(|end| lines.get(begin..end)) else {
            return reader.fault(format!(
                "{n_lines} lines of a scenario should follow, but the file has only {}",
                lines.len() - begin
            ));
        };
        let scenario = Scenario::read_within(&toml.join("\n"), bounds).map_err(|error| {
            let FileError { message, line, column, .. } = error;
            RecordingError { line: begin + line, message: format!("column {column}: {message}") }
        })?;
        reader.next += toml.len();
        let rounds = reader.number("rounds")?;
        let mut world = World::new(&scenario, seed);
        let mut wishes = Vec::new();
        for _ in 0..rounds {
            wishes.push(reader.round(&mut world)?);
        }
        if reader.line("\"end\"")? != "end" {
            return reader.fault(format!("after {rounds} rounds \"end\" should stand here"));
        }
        Ok(Recording { scenario, seed, wishes })
    }
}

const TAKES_TEXT: &str = "a string takes all text";

fn is_refused(event: &Event) -> bool {
    matches!(event.outcome, Outcome::Refused(_))
}

/// The lines of a file; the one that was taken last is where a fault is.
struct Lines<'a> {
    lines: &'a [&'a str],
    next: usize,
}

impl<'a> Lines<'a> {
    fn fault<T>(&self, message: impl Into<String>) -> Result<T, RecordingError> {
        Err(RecordingError { line: self.next, message: message.into() })
    }

    fn line(&mut self, expected: &str) -> Result<&'a str, RecordingError> {
        self.next += 1;
        match self.lines.get(self.next - 1) {
            Some(line) => Ok(line),
            None => self.fault(format!("the file ends here; {expected} should follow")),
        }
    }

    /// A line of a word and a number.
    fn number(&mut self, word: &str) -> Result<u64, RecordingError> {
        let line = self.line(&format!("\"{word}\" and a number"))?;
        let number = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        match number.and_then(|number| number.parse().ok()) {
            Some(number) => Ok(number),
            None => self.fault(format!("\"{word}\" and a number should stand here")),
        }
    }

    /// The wishes of a round, played in `world` to see whether they are what they say.
    fn round(&mut self, world: &mut World) -> Result<Vec<Step>, RecordingError> {
        let line = self.line("a round")?;
        let mut wishes = Vec::with_capacity(world.robots().len());
        for word in line.split(' ') {
            match Step::from_name(word.strip_suffix('!').unwrap_or(word)) {
                Some(step) => wishes.push(step),
                None => {
                    return self.fault(format!(
                        "\"{word}\" is no step; there are n, e, s, w, ne, se, sw, nw and ., and ! \
                         behind a step that was refused"
                    ));
                }
            }
        }
        if wishes.len() != world.robots().len() {
            let n = world.robots().len();
            return self.fault(format!("{} steps for {n} robots", wishes.len()));
        }
        let mut wrong = None;
        let mut words = line.split(' ');
        world.step_as(&wishes, |event| {
            let word = words.next().expect("there is a word for every robot");
            let is_right = event.wish == wishes[event.robot.index()]
                && word.ends_with('!') == is_refused(event);
            if !is_right && wrong.is_none() {
                wrong = Some((*event, word));
            }
        });
        match wrong {
            None => Ok(wishes),
            Some((event, word)) => {
                let verdict = match event.outcome {
                    Outcome::Moved => "the world would have allowed it",
                    Outcome::Refused(_) => "the world would have refused it",
                    Outcome::Stayed => "the robot could only have stayed",
                };
                let (name, from) = (world.name(event.robot), event.from);
                self.fault(format!("\"{word}\" of {name} at {from} cannot be: {verdict}"))
            }
        }
    }
}
