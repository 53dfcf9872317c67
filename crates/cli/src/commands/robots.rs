//! The world of robots in words, as a recording, as a picture and as a server.

use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use henge_files::Draft;
use henge_robots::server::{Options, Server};
use henge_robots::{
    Event, FileError, Kind, Outside, Pace, Recorder, Recording, RecordingError, RecordingWriter,
    RobotId, SCENARIOS, Scenario, Step, World, display, run_live, scenario_named, svg,
};

use crate::args::{RobotsArgs, RobotsCommand};
use crate::fault::{Done, Fault};
use crate::output::{Output, thousands};
use crate::paths::Paths;
use crate::play::input::{Got, Input};
use crate::setup;

use super::{robots_contest, robots_screen};

/// Rounds of a world without a contest, if nobody says how many.
const ROUNDS: u64 = 20;
/// A picture of more rounds would fill the memory, and nobody would watch it to its end.
const MOST_DRAWN: u64 = 100_000;

pub fn run(args: &RobotsArgs, output: &Output) -> Result<Done, Fault> {
    if let Some(RobotsCommand::Contest(args)) = &args.command {
        return robots_contest::run(args, output);
    }
    if args.list {
        return list(output);
    }
    Paths::default()
        .reads("--replay", args.replay.as_deref())
        .reads(
            "the scenario",
            args.scenario.as_deref().map(Path::new).filter(|path| path.is_file()),
        )
        .writes("--record", args.record.as_deref())
        .writes("--svg", args.svg.as_deref())
        .check()?;
    if let Some(path) = &args.replay {
        return replay(path, args, output);
    }
    let name = args.scenario.as_deref().expect("it is required without --list and --replay");
    let (scenario, text) = find(name)?;
    if args.toml {
        output.print(text)?;
        return Ok(Done::Finished);
    }
    if args.full {
        return robots_screen::run(scenario, args, output);
    }
    let steps = args.steps.or(scenario.contest().map(|contest| contest.steps)).unwrap_or(ROUNDS);
    if args.svg.is_some() && steps > MOST_DRAWN {
        return Err(Fault::Call(format!(
            "--svg: a picture shows {} rounds at the most, and not {}; --record keeps any number",
            thousands(MOST_DRAWN),
            thousands(steps)
        )));
    }
    let world = World::new(&scenario, args.seed);
    if let Some(end) = args.live {
        return live(&scenario, world, end, args, output);
    }
    let mut server = match &args.serve {
        Some(address) => Some(open(address, &world, args, output)?),
        None => None,
    };
    let record = match &args.record {
        Some(path) => Some(Record::new(path, &scenario, args.seed)?),
        None => None,
    };
    // A picture needs the whole run at once; a file does not.
    let recorder = args.svg.as_ref().map(|_| Recorder::new(scenario.clone(), args.seed));
    let keys = RefCell::new(Keys { input: None, state: At::Keys });
    let mut show = Run { scenario, record, recorder, args, output, keys: &keys, fault: None };
    let (world, done) = show.run(world, steps, server.as_mut())?;
    if let Some(server) = server {
        server.close(&world);
    }
    if let Some(record) = show.record {
        record.finish()?;
    }
    if let Some(recorder) = show.recorder {
        draw(&recorder.finish(), args, output)?;
    }
    Ok(done)
}

/// A recording that grows while the world runs, and is there as a file when the run is over.
struct Record<'a> {
    path: &'a Path,
    writer: RecordingWriter<Draft>,
}

impl<'a> Record<'a> {
    fn new(path: &'a Path, scenario: &Scenario, seed: u64) -> Result<Record<'a>, Fault> {
        let writer = Draft::new(path).and_then(|draft| RecordingWriter::new(draft, scenario, seed));
        let writer = writer.map_err(|error| Fault::file(path, &error))?;
        Ok(Record { path, writer })
    }

    fn note(&mut self, event: &Event) -> Result<(), Fault> {
        self.writer.note(event).map_err(|error| Fault::file(self.path, &error))
    }

    fn hear(&mut self, world: &World) -> Result<(), Fault> {
        self.writer.hear(world).map_err(|error| Fault::file(self.path, &error))
    }

    fn finish(self) -> Result<(), Fault> {
        let written = self.writer.finish().and_then(Draft::commit);
        written.map_err(|error| Fault::file(self.path, &error))
    }
}

/// Writes the files that the arguments ask for.
pub fn keep(recording: &Recording, args: &RobotsArgs, output: &Output) -> Result<(), Fault> {
    if let Some(path) = &args.record {
        output.print_to(Some(path), &recording.to_text())?;
    }
    draw(recording, args, output)
}

fn draw(recording: &Recording, args: &RobotsArgs, output: &Output) -> Result<(), Fault> {
    if let Some(path) = &args.svg {
        output.print_to(Some(path), &svg::animate(recording))?;
    }
    Ok(())
}

fn list(output: &Output) -> Result<Done, Fault> {
    for shipped in SCENARIOS {
        let scenario = scenario_named(shipped.slug).expect("it is in the list");
        let land = scenario.land();
        let contest = scenario.contest();
        let contest = contest.map(|contest| format!(", a contest: {}", contest.kind.name()));
        output.line(format!(
            "{:<11} {}: {} robots, {} by {}, {}{}",
            shipped.slug,
            scenario.name(),
            scenario.robots().len(),
            land.width,
            land.height,
            land.edges.name(),
            contest.unwrap_or_default()
        ))?;
    }
    Ok(Done::Finished)
}

/// A scenario that comes with henge, or one in a file.
pub fn find(name: &str) -> Result<(Scenario, String), Fault> {
    if let Some(shipped) = SCENARIOS.iter().find(|shipped| shipped.slug == name) {
        let scenario = scenario_named(name).expect("it is in the list");
        return Ok((scenario, shipped.text.to_string()));
    }
    let path = Path::new(name);
    if !name.ends_with(".toml") && !path.exists() {
        let known: Vec<&str> = SCENARIOS.iter().map(|shipped| shipped.slug).collect();
        return Err(Fault::Call(format!(
            "there is no scenario \"{name}\"; there are {}, or the path of a TOML file",
            known.join(", ")
        )));
    }
    let text = std::fs::read_to_string(path).map_err(|error| Fault::file(path, &error))?;
    let place = |FileError { message, span, .. }| Fault::Place {
        name: name.to_string(),
        text: text.clone(),
        offset: span.start,
        length: span.len().max(1),
        message,
    };
    let scenario = Scenario::read(&text).map_err(place)?;
    Ok((scenario, text))
}

/// Opens the door and waits for the clients.
pub fn open(
    address: &str,
    world: &World,
    args: &RobotsArgs,
    output: &Output,
) -> Result<Server, Fault> {
    let clients: Vec<&str> = world
        .robots()
        .filter(|&robot| world.kind(robot) == Kind::Client)
        .map(|robot| world.name(robot))
        .collect();
    if clients.is_empty() {
        return Err(Fault::Call("--serve needs a scenario with robots of the kind client".into()));
    }
    let port = address.parse::<u16>().is_ok();
    let address = if port { format!("127.0.0.1:{address}") } else { address.to_string() };
    let options = Options { deadline: args.deadline };
    let cannot = |error| Fault::Call(format!("--serve {address}: {error}"));
    let server = Server::open(&address, world, options).map_err(cannot)?;
    output.line(format!("Waiting for {} at {}", clients.join(", "), server.address()))?;
    let (stop, begin) = (setup::stop_flag(), Instant::now());
    while server.n_joined() < clients.len()
        && begin.elapsed() < args.wait
        && !stop.load(Ordering::SeqCst)
    {
        server.gather(Duration::from_millis(100));
    }
    output.line(format!("{} of {} have come", server.n_joined(), clients.len()))?;
    Ok(server)
}

/// A run and those who watch it.
struct Run<'a> {
    scenario: Scenario,
    record: Option<Record<'a>>,
    recorder: Option<Recorder>,
    args: &'a RobotsArgs,
    output: &'a Output,
    keys: &'a RefCell<Keys>,
    /// What went wrong while a turn was told.
    fault: Option<Fault>,
}

impl Run<'_> {
    fn run(
        &mut self,
        mut world: World,
        steps: u64,
        mut server: Option<&mut Server>,
    ) -> Result<(World, Done), Fault> {
        let mut person = Person { keys: self.keys, output: self.output, fault: None };
        begin(&world, self.args, self.output)?;
        // Whatever asks us to end, the recording ends with a whole round.
        let (stop, terminated) = (setup::stop_flag(), setup::termination());
        while world.rounds() < steps && !world.is_over() {
            let tell = |event: &Event| self.tell(event);
            match &mut server {
                Some(server) => server.step(&mut world, &mut person, tell),
                None => world.step(&mut person, tell),
            }
            if let Some(fault) = self.fault.take().or(person.fault.take()) {
                return Err(fault);
            }
            self.hear(&world)?;
            end_of_round(&world, self.args, self.output)?;
            let ends = stop.load(Ordering::SeqCst) || terminated.load(Ordering::SeqCst);
            if ends || matches!(self.keys.borrow().state, At::Interrupt) {
                return Ok((world, Done::Interrupted));
            }
            if matches!(self.keys.borrow().state, At::Quit) {
                break;
            }
        }
        end(&world, self.output)?;
        Ok((world, Done::Finished))
    }

    /// Keeps what was said in the round that has ended.
    fn hear(&mut self, world: &World) -> Result<(), Fault> {
        if let Some(recorder) = &mut self.recorder {
            recorder.hear(world);
        }
        self.record.as_mut().map_or(Ok(()), |record| record.hear(world))
    }

    fn tell(&mut self, event: &Event) {
        if let Some(recorder) = &mut self.recorder {
            recorder.note(event);
        }
        if let Some(record) = &mut self.record
            && self.fault.is_none()
        {
            self.fault = record.note(event).err();
        }
        if !self.args.quiet && self.fault.is_none() {
            let told = self.output.line(display::turn(&self.scenario, event));
            self.fault = told.err();
        }
        if self.args.next && self.fault.is_none() {
            let answer = self.keys.borrow_mut().ask("next - ", Vec::new(), self.output);
            match answer {
                Ok(Some(line)) if line.trim() == "q" => self.keys.borrow_mut().state = At::Quit,
                Ok(_) => {}
                Err(fault) => self.fault = Some(fault),
            }
        }
    }
}

/// About how long a robot thinks in real time.
const THOUGHT: Duration = Duration::from_millis(300);

/// A run in real time; every turn is told when it happens.
fn live(
    scenario: &Scenario,
    world: World,
    end: Duration,
    args: &RobotsArgs,
    output: &Output,
) -> Result<Done, Fault> {
    begin(&world, args, output)?;
    let (stop, told) = (setup::stop_flag(), Mutex::new(Ok(())));
    let pace = Pace { turn: THOUGHT, end, seed: args.seed };
    let mut tell = |world: &World, event: &Event| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_ok() && !args.quiet {
            *told = output.line(display::turn(scenario, event));
        }
        if told.is_ok() && args.board {
            *told = output.print(display::board(world));
        }
    };
    let world = run_live(world, pace, stop, &mut tell);
    told.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    self::end(&world, output)?;
    let interrupted = stop.load(Ordering::SeqCst);
    Ok(if interrupted { Done::Interrupted } else { Done::Finished })
}

fn begin(world: &World, args: &RobotsArgs, output: &Output) -> Result<(), Fault> {
    if args.board {
        output.print(display::board(world))?;
    }
    if !args.quiet {
        output.print(display::initial_state(world))?;
        output.line("Running:")?;
    }
    Ok(())
}

fn end_of_round(world: &World, args: &RobotsArgs, output: &Output) -> Result<(), Fault> {
    if args.board {
        output.line(format!("Round {}", world.rounds()))?;
        output.print(display::board(world))?;
    }
    Ok(())
}

pub fn end(world: &World, output: &Output) -> Result<(), Fault> {
    if world.scores().is_some() {
        output.line(format!("Scores after {} rounds:", world.rounds()))?;
        output.print(display::scores(world))?;
    }
    Ok(())
}

/// Whether somebody is at the keys.
enum At {
    Keys,
    /// The input has ended: the robots of this person stay.
    Gone,
    Quit,
    Interrupt,
}

/// The keys, and whether somebody is there.
struct Keys {
    /// Made when somebody is asked for the first time: most worlds ask nobody.
    input: Option<Input>,
    state: At,
}

impl Keys {
    /// A line; none where nobody is at the keys any more.
    fn ask(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        output: &Output,
    ) -> Result<Option<String>, Fault> {
        if !matches!(self.state, At::Keys) {
            return Ok(None);
        }
        let input = self.input.get_or_insert_with(Input::new);
        match input.ask(prompt, words, output)? {
            Got::Line(line) => return Ok(Some(line)),
            // Ctrl-D at a keyboard; a pipe may end before the run does.
            Got::End if matches!(input, Input::Keyboard(_)) => self.state = At::Quit,
            Got::End => self.state = At::Gone,
            Got::Interrupt => self.state = At::Interrupt,
        }
        Ok(None)
    }
}

/// Whoever steers the interactive robots.
struct Person<'a> {
    keys: &'a RefCell<Keys>,
    output: &'a Output,
    fault: Option<Fault>,
}

impl Outside for Person<'_> {
    fn wish(&mut self, world: &World, robot: RobotId) -> Step {
        if world.kind(robot) != Kind::Interactive {
            return Step::STAY;
        }
        let words = ["8", "2", "4", "6", "q"].map(String::from).to_vec();
        let prompt = format!("{}> ", world.name(robot));
        let answer = self.keys.borrow_mut().ask(&prompt, words, self.output);
        match answer {
            Ok(Some(line)) if line.trim() == "q" => self.keys.borrow_mut().state = At::Quit,
            Ok(None) => {}
            Ok(Some(line)) => {
                let step = Step::from_key(&line);
                // Everything else means to stay, but whoever mistypes should learn of it.
                if step == Step::STAY && !matches!(line.trim(), "" | "5" | ".") {
                    let told = self.output.line(format!(
                        "\"{}\" is no direction: 8 is north, 2 south, 4 west, 6 east, and q ends the \
                         run; {} stays",
                        line.trim().escape_debug(),
                        world.name(robot)
                    ));
                    self.fault = told.err();
                }
                return step;
            }
            Err(fault) => self.fault = Some(fault),
        }
        Step::STAY
    }
}

fn replay(path: &Path, args: &RobotsArgs, output: &Output) -> Result<Done, Fault> {
    let text = std::fs::read_to_string(path).map_err(|error| Fault::file(path, &error))?;
    let place = |RecordingError { line, message }| {
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let length = text[start..].lines().next().map_or(0, str::len).max(1);
        let name = path.display().to_string();
        Fault::Place { name, text: text.clone(), offset: start, length, message }
    };
    let recording = Recording::read(&text).map_err(place)?;
    if args.full {
        let done = robots_screen::replay(recording.clone(), output)?;
        keep(&recording, args, output)?;
        return Ok(done);
    }
    begin(&World::new(recording.scenario(), recording.seed()), args, output)?;
    let told = RefCell::new(Ok(()));
    let tell = |write: &dyn Fn() -> Result<(), Fault>| {
        let mut told = told.borrow_mut();
        if told.is_ok() {
            *told = write();
        }
    };
    let turn = |event: &Event| {
        if !args.quiet {
            tell(&|| output.line(display::turn(recording.scenario(), event)));
        }
    };
    let world = recording.replay(turn, |world| tell(&|| end_of_round(world, args, output)));
    told.into_inner()?;
    end(&world, output)?;
    keep(&recording, args, output)?;
    Ok(Done::Finished)
}
