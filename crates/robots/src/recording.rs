//! A run as a text file: the scenario, the seed, and what every robot asked for in every round.
//!
//! ```text
//! henge-robots 2
//! seed 7
//! scenario 24          this many lines of TOML follow
//! name = "Four robots"
//! …
//! rounds               a line for each follows, one word a robot
//! . w ne .
//! said 1 seen 3 4      what robot 1, counted from 0, told its team in that round
//! n! w! . .            the ! says that the step was refused
//! end 2                the number of rounds
//! ```
//!
//! So a run can be written while it goes on, however long it is. In files that begin with
//! `henge-robots 1` the number of rounds stands behind `rounds` and not behind `end`; they are read
//! as well. Versions of henge that know no `said` read files in which nothing is said.
//!
//! Steps are `n`, `e`, `s`, `w`, `ne`, `se`, `sw`, `nw`, and `.` for staying. A reader plays them
//! again: a step that the world would not have allowed, or a refusal where it would have, is a fault
//! of the file. So a recording that was read is a run that can have happened.

use std::cell::RefCell;
use std::io::{self, Write};

use crate::place::Step;
use crate::robot::{Message, RobotId, Said};
use crate::scenario::{Bounds, Scenario};
use crate::world::{Event, Outcome, World};
use henge_toml::FileError;

const FIRST_LINE: &str = "henge-robots 2";
/// The first line of files whose rounds are counted before they come.
const COUNTED: &str = "henge-robots 1";

/// A run that was read and checked, or has just happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    scenario: Scenario,
    seed: u64,
    /// What all robots wished, round by round.
    wishes: Vec<Vec<Step>>,
    /// What was said, with the number of the round, counted from 1.
    said: Vec<(usize, Message)>,
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
        let recording = Recording { scenario, seed, wishes: Vec::new(), said: Vec::new() };
        Recorder { recording, round: Vec::new() }
    }

    /// Takes down a turn; all turns of a run must come, in their order.
    pub fn note(&mut self, event: &Event) {
        self.round.push(event.wish);
        if self.round.len() == self.recording.scenario.robots.len() {
            self.recording.wishes.push(std::mem::take(&mut self.round));
        }
    }

    /// Takes down what was said in the round that has just ended.
    pub fn hear(&mut self, world: &World) {
        let round = self.recording.wishes.len();
        self.recording.said.extend(world.messages().iter().map(|message| (round, message.clone())));
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

/// Writes a run to a file while it happens; no more than a round is held in memory.
pub struct RecordingWriter<W> {
    to: W,
    n_robots: usize,
    /// The turns of this round, so that nothing but whole rounds is written.
    round: String,
    n_turns: usize,
    rounds: u64,
}

impl<W: Write> RecordingWriter<W> {
    /// Before the first round of a run.
    pub fn new(mut to: W, scenario: &Scenario, seed: u64) -> io::Result<RecordingWriter<W>> {
        let toml = scenario.to_toml();
        let n_lines = toml.lines().count();
        write!(to, "{FIRST_LINE}\nseed {seed}\nscenario {n_lines}\n{toml}rounds\n")?;
        let n_robots = scenario.robots().len();
        Ok(RecordingWriter { to, n_robots, round: String::new(), n_turns: 0, rounds: 0 })
    }

    /// Takes down a turn; all turns of a run must come, in their order.
    pub fn note(&mut self, event: &Event) -> io::Result<()> {
        self.round.push_str(event.wish.name());
        if is_refused(event) {
            self.round.push('!');
        }
        self.n_turns += 1;
        if self.n_turns < self.n_robots {
            self.round.push(' ');
            return Ok(());
        }
        self.round.push('\n');
        self.to.write_all(self.round.as_bytes())?;
        self.round.clear();
        (self.n_turns, self.rounds) = (0, self.rounds + 1);
        Ok(())
    }

    /// Takes down what was said in the round that has just ended.
    pub fn hear(&mut self, world: &World) -> io::Result<()> {
        world.messages().iter().try_for_each(|message| self.said(message))
    }

    fn said(&mut self, Message { from, said }: &Message) -> io::Result<()> {
        match said {
            Said::Seen(place) => writeln!(self.to, "said {} seen {} {}", from.0, place.x, place.y),
            Said::Words(words) => writeln!(self.to, "said {} {words}", from.0),
        }
    }

    /// Ends the file behind the last round that was finished.
    pub fn finish(mut self) -> io::Result<W> {
        writeln!(self.to, "end {}", self.rounds)?;
        self.to.flush()?;
        Ok(self.to)
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
        for (i, wishes) in self.wishes.iter().enumerate() {
            for message in self.said_in(i + 1) {
                world.say(message.from, message.said.clone());
            }
            world.step_as(wishes, &mut turn);
            round(&world);
        }
        world
    }

    /// What was said in a round, counted from 1.
    pub fn said_in(&self, round: usize) -> impl Iterator<Item = &Message> {
        let from = self.said.partition_point(|(said_in, _)| *said_in < round);
        let said = self.said[from..].iter().take_while(move |(said_in, _)| *said_in == round);
        said.map(|(_, message)| message)
    }

    /// The text file.
    pub fn to_text(&self) -> String {
        let writer = RecordingWriter::new(Vec::new(), &self.scenario, self.seed);
        let writer = RefCell::new(writer.expect(TAKES_ALL));
        self.replay(
            |event| writer.borrow_mut().note(event).expect(TAKES_ALL),
            |world| writer.borrow_mut().hear(world).expect(TAKES_ALL),
        );
        let writer = writer.into_inner();
        String::from_utf8(writer.finish().expect(TAKES_ALL)).expect("it is made of texts")
    }

    /// Reads a text file and checks every step in it.
    pub fn read(text: &str) -> Result<Recording, RecordingError> {
        Recording::read_within(text, Bounds::default())
    }

    /// The same for a file that somebody else has sent, of a world within these bounds.
    pub fn read_within(text: &str, bounds: Bounds) -> Result<Recording, RecordingError> {
        let lines: Vec<&str> = text.lines().collect();
        let mut reader = Lines { lines: &lines, next: 0 };
        let first = reader.line("\"henge-robots 2\"")?;
        if first != FIRST_LINE && first != COUNTED {
            return reader
                .fault("this is not a recording; it should begin with \"henge-robots 2\"");
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
        let mut world = World::new(&scenario, seed);
        let (mut wishes, mut said) = (Vec::new(), Vec::new());
        if first == COUNTED {
            let rounds = reader.number("rounds")?;
            for _ in 0..rounds {
                let line = reader.line("a round")?;
                wishes.push(reader.round(line, &mut world)?);
            }
            if reader.line("\"end\"")? != "end" {
                return reader.fault(format!("after {rounds} rounds \"end\" should stand here"));
            }
        } else {
            if reader.line("\"rounds\"")? != "rounds" {
                return reader.fault("\"rounds\" should stand here");
            }
            loop {
                let line = reader.line("a round or \"end\"")?;
                if let Some(rounds) = line.strip_prefix("end ") {
                    if rounds.parse() != Ok(wishes.len()) {
                        let n = wishes.len();
                        return reader.fault(format!("{n} rounds stand here: \"end {n}\""));
                    }
                    break;
                }
                if let Some(words) = line.strip_prefix("said ") {
                    said.push((wishes.len(), reader.said(words, &world, wishes.len())?));
                    continue;
                }
                wishes.push(reader.round(line, &mut world)?);
            }
        }
        Ok(Recording { scenario, seed, wishes, said })
    }
}

const TAKES_ALL: &str = "memory takes all that is written";

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

    /// What a robot has said in the round before this line.
    fn said(&self, text: &str, world: &World, rounds: usize) -> Result<Message, RecordingError> {
        if rounds == 0 {
            return self.fault("nothing can be said before the first round");
        }
        let (number, words) = text.split_once(' ').unwrap_or((text, ""));
        let robots = world.robots().len();
        let from = number.parse::<u32>().ok().filter(|&n| (n as usize) < robots).map(RobotId);
        let Some(from) = from else {
            return self.fault(format!(
                "\"{number}\" is no robot; they have numbers from 0 to {}",
                robots - 1
            ));
        };
        if world.team(from).is_none() {
            let name = world.name(from);
            return self.fault(format!("{name} has no team, and speaks to nobody"));
        }
        match Said::read(words) {
            Ok(said) => Ok(Message { from, said }),
            Err(why) => self.fault(why),
        }
    }

    /// The wishes of a round, played in `world` to see whether they are what they say.
    fn round(&self, line: &str, world: &mut World) -> Result<Vec<Step>, RecordingError> {
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
