//! One world: its rounds, and what can be done in it.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use henge_api as api;
use henge_robots::{Kind, Moment, Recorder, Recording, RobotId, Scenario, Step, World};
use tokio::sync::watch;

use super::limits::most_rounds;
use crate::config::Rate;
use crate::fault::Fault;
use crate::rates::Bucket;
use crate::sse::Event;

/// Rounds a second, if nobody says how many.
const USUAL_PACE: f64 = 4.0;
const SLOWEST: f64 = 0.5;
const FASTEST: f64 = 20.0;
/// More lines of talk are not told.
const MOST_SAID: usize = 20;

/// How a world stands, and the same as an event: written when somebody first wants it, and shared by
/// all who do.
pub struct Shown {
    state: api::RobotState,
    event: OnceLock<Event>,
}

impl Shown {
    fn new(state: api::RobotState) -> Arc<Shown> {
        Arc::new(Shown { state, event: OnceLock::new() })
    }

    /// What is sent to those who watch.
    pub fn event(&self) -> Event {
        self.event.get_or_init(|| Event::state(self.state.version, &self.state)).clone()
    }
}

/// A world that runs on the server.
pub struct LiveWorld {
    /// Nobody can guess it.
    pub id: String,
    ground: api::RobotGround,
    toml: String,
    run: Mutex<Run>,
    /// When somebody last looked; apart from the run, so that nobody waits for a round to ask.
    looked: Mutex<Instant>,
    /// How it stands; whoever waits for changes waits here, and need not wait for a round to end.
    shown: watch::Sender<Arc<Shown>>,
}

struct Run {
    scenario: Scenario,
    seed: u64,
    world: World,
    recorder: Recorder,
    /// What those outside want of the next round.
    wishes: Vec<Option<Step>>,
    running: bool,
    pace: f64,
    /// When the next round is due.
    next: Instant,
    version: u64,
    /// How often something may be done here.
    bucket: Bucket,
    rate: Rate,
}

impl LiveWorld {
    /// A world before its first round.
    pub fn new(id: String, scenario: Scenario, toml: String, seed: u64, rate: Rate) -> LiveWorld {
        let ground = api::RobotGround::from(&scenario);
        let run = Run::new(scenario, seed, rate);
        let shown = watch::Sender::new(Shown::new(run.state()));
        let looked = Mutex::new(Instant::now());
        LiveWorld { id, ground, toml, run: Mutex::new(run), looked, shown }
    }

    /// A round is done as a whole or, if it panicked, the world shows what is left of it.
    fn run(&self) -> MutexGuard<'_, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The world for somebody who sees it for the first time.
    pub fn about(&self) -> api::RobotWorld {
        api::RobotWorld {
            id: self.id.clone(),
            ground: self.ground.clone(),
            toml: self.toml.clone(),
            state: self.shown.borrow().state.clone(),
        }
    }

    /// The state now, and after every change.
    pub fn watch(&self) -> watch::Receiver<Arc<Shown>> {
        self.shown.subscribe()
    }

    pub fn look(&self) {
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// How long nobody has looked.
    pub fn unseen(&self) -> Duration {
        match self.shown.receiver_count() {
            0 => self.looked.lock().unwrap_or_else(PoisonError::into_inner).elapsed(),
            _ => Duration::ZERO,
        }
    }

    /// Plays the round that is due; says when the next one will be, if the world runs.
    pub fn tick(&self, now: Instant) -> Option<Instant> {
        if self.shown.receiver_count() == 0 {
            // Nobody sees it; it goes on when somebody does.
            return None;
        }
        self.look();
        let mut run = self.run();
        if !run.running {
            return None;
        }
        if run.next <= now {
            run.round();
            run.running = run.ended().is_none();
            // A round that came late does not make the others come sooner.
            run.next = now + Duration::from_secs_f64(1.0 / run.pace);
            self.publish(&mut run);
        }
        run.running.then_some(run.next)
    }

    fn publish(&self, run: &mut Run) {
        run.version += 1;
        self.shown.send_replace(Shown::new(run.state()));
    }

    /// Does what somebody asks for.
    pub fn act(&self, action: &api::RobotAction) -> Result<api::RobotState, Fault> {
        let mut run = self.run();
        let rate = run.rate;
        run.bucket.take(rate).map_err(|seconds| {
            Fault::too_many(format!("too much at once; try again in {seconds} s"), seconds)
        })?;
        run.act(action)?;
        self.publish(&mut run);
        Ok(run.state())
    }

    /// The run so far.
    pub fn recording(&self) -> Recording {
        self.run().recorder.so_far().clone()
    }
}

impl Run {
    fn new(scenario: Scenario, seed: u64, rate: Rate) -> Run {
        let now = Instant::now();
        Run {
            world: World::new(&scenario, seed),
            recorder: Recorder::new(scenario.clone(), seed),
            wishes: vec![None; scenario.robots().len()],
            scenario,
            seed,
            running: false,
            pace: USUAL_PACE,
            next: now,
            version: 0,
            bucket: Bucket::full(rate),
            rate,
        }
    }

    /// Why there will be no further round.
    fn ended(&self) -> Option<&'static str> {
        match () {
            () if self.world.is_over() => Some("contest"),
            () if self.world.rounds() >= most_rounds(self.wishes.len()) => Some("limit"),
            () => None,
        }
    }

    fn round(&mut self) {
        let Run { world, recorder, wishes, .. } = self;
        let mut steer = |_: &World, robot: RobotId| wishes[robot.index()].unwrap_or(Step::STAY);
        world.step(&mut steer, |event| recorder.note(event));
        recorder.hear(world);
        wishes.fill(None);
    }

    fn go_on(&self) -> Result<(), Fault> {
        match self.ended() {
            None => Ok(()),
            Some(_) => Err(Fault::conflict("this world has ended; begin it again")),
        }
    }

    fn act(&mut self, action: &api::RobotAction) -> Result<(), Fault> {
        match action {
            api::RobotAction::Run => {
                self.go_on()?;
                self.running = true;
                self.next = Instant::now();
            }
            api::RobotAction::Pause => self.running = false,
            api::RobotAction::Step => {
                self.go_on()?;
                self.running = false;
                self.round();
            }
            api::RobotAction::Pace { pace } => {
                if !(SLOWEST..=FASTEST).contains(pace) {
                    return Err(Fault::unprocessable(format!(
                        "a pace is {SLOWEST} to {FASTEST} rounds a second"
                    )));
                }
                self.pace = *pace;
                self.next = Instant::now() + Duration::from_secs_f64(1.0 / pace);
            }
            api::RobotAction::Steer { robot, step } => self.steer(RobotId(*robot), step)?,
            api::RobotAction::Restart { seed } => {
                let fresh = Run::new(self.scenario.clone(), seed.unwrap_or(self.seed), self.rate);
                *self =
                    Run { pace: self.pace, version: self.version, bucket: self.bucket, ..fresh };
            }
        }
        Ok(())
    }

    fn steer(&mut self, robot: RobotId, step: &str) -> Result<(), Fault> {
        self.go_on()?;
        if robot.index() >= self.wishes.len() {
            return Err(Fault::unprocessable(format!(
                "there is no robot {}; they are counted from 0 to {}",
                robot.0,
                self.wishes.len() - 1
            )));
        }
        if !is_steered(&self.world, robot) {
            let (name, kind) = (self.world.name(robot), self.world.kind(robot).name());
            return Err(Fault::unprocessable(format!(
                "{name} is {kind} and decides itself; interactive and client robots are steered"
            )));
        }
        if self.world.is_caught(robot) {
            return Err(Fault::conflict(format!("{} is caught", self.world.name(robot))));
        }
        let Some(step) = Step::from_name(step) else {
            return Err(Fault::unprocessable(
                "a step is n, e, s, w, ne, se, sw or nw, or . for staying",
            ));
        };
        self.wishes[robot.index()] = Some(step);
        let waits = |&robot: &RobotId| {
            is_steered(&self.world, robot)
                && !self.world.is_caught(robot)
                && self.wishes[robot.index()].is_none()
        };
        if !self.running && self.world.robots().find(waits).is_none() {
            self.round();
        }
        Ok(())
    }

    fn state(&self) -> api::RobotState {
        let ready = self.world.robots().filter(|robot| self.wishes[robot.index()].is_some());
        let names = self.world.standings().into_iter().map(|(name, _)| name.to_string());
        api::RobotState {
            version: self.version,
            seed: self.seed,
            running: self.running,
            pace: self.pace,
            ended: self.ended().map(String::from),
            ready: ready.map(|robot| robot.0).collect(),
            names: names.collect(),
            said: api::RobotSaid::all(&self.world, MOST_SAID),
            moment: api::RobotMoment::from(&Moment::of(&self.world)),
        }
    }
}

fn is_steered(world: &World, robot: RobotId) -> bool {
    matches!(world.kind(robot), Kind::Interactive | Kind::Client)
}
