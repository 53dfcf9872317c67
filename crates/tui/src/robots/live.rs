//! A run as it happens.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};
use henge_robots::{
    Event, Kind, Moment, Place, Recorder, Recording, RobotId, Said, Scenario, Step, World,
};

use super::ground::Looks;
use super::view::{Progress, View, WAY, signs};
use super::{Help, Show};
use crate::app::{Stroke, stroke};
use crate::ui::{KeyHint, hint};

/// Plays a round: the world, what those at the keys want, and who is told of every turn.
pub type Round<'a> = Box<dyn FnMut(&mut World, &[Option<Step>], &mut dyn FnMut(&Event)) + 'a>;

/// Rounds a second, from slow to fast.
const PACES: [f64; 7] = [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0];
/// With this one it begins.
const USUAL: usize = 3;

/// What a robot has said, in a line.
pub(super) fn spoken(name: &str, said: &Said) -> String {
    match said {
        Said::Seen(place) => format!("{name}: seen {place}"),
        Said::Words(words) => format!("{name}: {words}"),
    }
}

/// A run as it happens.
pub struct Live<'a> {
    scenario: Scenario,
    looks: Looks,
    seed: u64,
    world: World,
    recorder: Recorder,
    round: Round<'a>,
    /// The round after which it ends, if there is a limit.
    steps: Option<u64>,
    /// What those at the keys want of the next round.
    wishes: Vec<Option<Step>>,
    /// The robot that keys steer, or that somebody looks at.
    chosen: Option<RobotId>,
    past: VecDeque<Vec<Place>>,
    moment: Moment,
    running: bool,
    pace: usize,
    next: Instant,
}

impl<'a> Live<'a> {
    /// Before the first round. A world that waits for somebody's keys rests; others run at once.
    pub fn new(scenario: Scenario, seed: u64, steps: Option<u64>, round: Round<'a>) -> Live<'a> {
        let world = World::new(&scenario, seed);
        let steered = world.robots().find(|&robot| world.kind(robot) == Kind::Interactive);
        let moment = Moment::of(&world);
        Live {
            recorder: Recorder::new(scenario.clone(), seed),
            wishes: vec![None; scenario.robots().len()],
            looks: Looks::of(&scenario),
            scenario,
            seed,
            world,
            round,
            steps,
            chosen: steered,
            past: VecDeque::from([moment.places.clone()]),
            moment,
            running: steered.is_none(),
            pace: USUAL,
            next: Instant::now() + Duration::from_secs_f64(1.0 / PACES[USUAL]),
        }
    }

    /// The run up to here.
    pub fn finish(self) -> Recording {
        self.recorder.finish()
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.world
    }

    fn is_over(&self) -> bool {
        self.world.is_over() || self.steps.is_some_and(|steps| self.world.rounds() >= steps)
    }

    fn is_steered(&self, robot: RobotId) -> bool {
        self.world.kind(robot) == Kind::Interactive && !self.world.is_caught(robot)
    }

    fn play(&mut self) {
        if self.is_over() {
            self.running = false;
            return;
        }
        let recorder = &mut self.recorder;
        (self.round)(&mut self.world, &self.wishes, &mut |event| recorder.note(event));
        recorder.hear(&self.world);
        self.wishes.fill(None);
        self.moment = Moment::of(&self.world);
        self.past.push_back(self.moment.places.clone());
        if self.past.len() > WAY {
            self.past.pop_front();
        }
        self.running &= !self.is_over();
    }

    /// In a world that rests, the round follows as soon as everybody at the keys has chosen.
    fn steer(&mut self, step: Step) {
        let Some(robot) = self.chosen.filter(|&robot| self.is_steered(robot)) else { return };
        self.wishes[robot.index()] = Some(step);
        if self.running {
            return;
        }
        let waits =
            |robot: &RobotId| self.is_steered(*robot) && self.wishes[robot.index()].is_none();
        match self.world.robots().find(waits) {
            Some(next) => self.chosen = Some(next),
            None => {
                self.play();
                // The first one is asked first again.
                let first = self.world.robots().find(|&robot| self.is_steered(robot));
                self.chosen = first.or(self.chosen);
            }
        }
    }

    /// The next robot that is steered; where none is, the next one to look at.
    fn choose_next(&mut self) {
        let any = self.world.robots().any(|robot| self.is_steered(robot));
        let all: Vec<RobotId> =
            self.world.robots().filter(|&robot| !any || self.is_steered(robot)).collect();
        let now = self.chosen.and_then(|chosen| all.iter().position(|&robot| robot == chosen));
        self.chosen = all.get(now.map_or(0, |now| (now + 1) % all.len())).copied();
    }

    fn restart(&mut self) {
        self.world = World::new(&self.scenario, self.seed);
        self.recorder = Recorder::new(self.scenario.clone(), self.seed);
        self.wishes.fill(None);
        self.moment = Moment::of(&self.world);
        self.past = VecDeque::from([self.moment.places.clone()]);
        self.running = false;
    }

    fn set_pace(&mut self, pace: usize) {
        self.pace = pace.min(PACES.len() - 1);
        self.next = Instant::now() + self.period();
    }

    fn period(&self) -> Duration {
        Duration::from_secs_f64(1.0 / PACES[self.pace])
    }

    fn status(&self) -> String {
        match () {
            () if self.world.is_over() => "the contest is over".into(),
            () if self.is_over() => "the run is over".into(),
            () if self.running => format!("{} rounds/s", PACES[self.pace]),
            () => "resting".into(),
        }
    }
}

impl Show for Live<'_> {
    fn view(&self) -> View<'_> {
        let said = self.world.messages().iter();
        let said = said.map(|message| spoken(self.world.name(message.from), &message.said));
        View {
            scenario: &self.scenario,
            looks: &self.looks,
            moment: &self.moment,
            past: self.past.iter().map(Vec::as_slice).collect(),
            chosen: self.chosen,
            ready: self
                .world
                .robots()
                .filter(|robot| self.wishes[robot.index()].is_some())
                .collect(),
            names: self.world.standings().into_iter().map(|(name, _)| name.to_string()).collect(),
            said: self.looks.has_teams().then(|| said.collect()),
            status: self.status(),
            seed: self.seed,
            progress: Progress::Live,
        }
    }

    fn key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Up | KeyCode::Char('k' | '8') => self.steer(Step::NORTH),
            KeyCode::Down | KeyCode::Char('j' | '2') => self.steer(Step::SOUTH),
            KeyCode::Left | KeyCode::Char('h' | '4') => self.steer(Step::WEST),
            KeyCode::Right | KeyCode::Char('l' | '6') => self.steer(Step::EAST),
            KeyCode::Char('5' | '.') => self.steer(Step::STAY),
            KeyCode::Char(' ') if !self.is_over() => {
                self.running = !self.running;
                self.next = Instant::now();
            }
            KeyCode::Char('n') | KeyCode::Enter => {
                self.running = false;
                self.play();
            }
            KeyCode::Char('+' | '=') => self.set_pace(self.pace + 1),
            KeyCode::Char('-') => self.set_pace(self.pace.saturating_sub(1)),
            KeyCode::Tab => self.choose_next(),
            KeyCode::Char('r') => self.restart(),
            _ => {}
        }
    }

    fn tick(&mut self, now: Instant) {
        while self.running && self.next <= now {
            self.play();
            self.next += self.period();
            // Whoever was stopped for long does not hurry to catch up.
            if self.next + Duration::from_secs(1) < now {
                self.next = now;
            }
        }
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        let mut keys = Vec::new();
        let steered = self.world.robots().filter(|&robot| self.is_steered(robot)).count();
        if steered > 0 {
            keys.push(hint("←↑↓→", "steer", stroke(KeyCode::Char('.'))));
        }
        let run = if self.running { "pause" } else { "run" };
        keys.push(hint("Space", run, stroke(KeyCode::Char(' '))));
        keys.push(hint("n", "round", stroke(KeyCode::Char('n'))));
        keys.push(hint("+", "faster", stroke(KeyCode::Char('+'))));
        keys.push(hint("-", "slower", stroke(KeyCode::Char('-'))));
        keys.push(hint("q", "leave", stroke(KeyCode::Char('q'))));
        keys.push(hint("?", "help", stroke(KeyCode::Char('?'))));
        if steered != 1 {
            keys.push(hint("Tab", "next", stroke(KeyCode::Tab)));
        }
        keys.push(hint("r", "again", stroke(KeyCode::Char('r'))));
        keys
    }

    fn help(&self) -> Help {
        let section = |title: &str, rows: &[(&str, &str)]| {
            let rows = rows.iter().map(|(key, does)| (key.to_string(), does.to_string()));
            (title.to_string(), rows.collect())
        };
        vec![
            section(
                "Steering",
                &[
                    ("← ↑ ↓ →", "the chosen robot goes there; h j k l and 4 2 8 6 do the same"),
                    (".", "it stays"),
                    ("Tab", "the next robot that is steered; where none is, one to look at"),
                    ("", "While the world rests, a round follows when all have chosen."),
                ],
            ),
            section(
                "The run",
                &[
                    ("Space", "let the world run, or rest"),
                    ("n, Enter", "one round; who has not chosen stays"),
                    ("+ -", "faster, slower"),
                    ("r", "from the beginning, with the same seed"),
                    ("q, Esc", "leave; the recording is kept if --record says so"),
                ],
            ),
            signs(),
        ]
    }
}
