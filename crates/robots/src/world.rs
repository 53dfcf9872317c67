//! The world: it holds the places, asks the robots in turn and allows or refuses every step.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::contest::Judge;
use crate::detour::Scratch;
use crate::place::{Land, Place, Step};
use crate::robot::{ALONE, Kind, Message, NEAREST, Robot, RobotId, Said};
use crate::scenario::Scenario;

/// Whoever steers the interactive and the client robots.
pub trait Outside {
    /// The next step of `robot`.
    fn wish(&mut self, world: &World, robot: RobotId) -> Step;
}

/// Nobody steers: such robots stay.
pub struct Nobody;

impl Outside for Nobody {
    fn wish(&mut self, _world: &World, _robot: RobotId) -> Step {
        Step::STAY
    }
}

impl<F: FnMut(&World, RobotId) -> Step> Outside for F {
    fn wish(&mut self, world: &World, robot: RobotId) -> Step {
        self(world, robot)
    }
}

/// What was in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The land ends there.
    Edge,
    /// A wall stands there.
    Wall,
    /// That robot stands there.
    Robot(RobotId),
}

/// What became of a robot's wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It went there.
    Moved,
    /// It did not want to move.
    Stayed,
    /// It wanted to and was not allowed to.
    Refused(Obstacle),
}

/// The turn of one robot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Whose turn it was.
    pub robot: RobotId,
    /// Where it stood.
    pub from: Place,
    /// What it asked for.
    pub wish: Step,
    /// Where it stands now.
    pub to: Place,
    /// What the world said.
    pub outcome: Outcome,
}

impl Event {
    /// Whether the robot left its cell.
    pub fn has_moved(&self) -> bool {
        self.outcome == Outcome::Moved
    }
}

/// A cell of the grid without a robot; all smaller numbers are robots.
const FREE: u32 = u32::MAX;
const WALL: u32 = u32::MAX - 1;

/// What is in a cell.
pub(crate) enum Cell {
    Free,
    Wall,
    Robot(RobotId),
}

/// A run of a scenario. The same scenario and seed give the same run, as long as those who steer
/// from outside do the same.
#[derive(Clone)]
pub struct World {
    land: Land,
    /// One number a cell, row by row from the south: what stands there is known without a search.
    grid: Vec<u32>,
    pub(crate) robots: Vec<Robot>,
    names: Vec<String>,
    teams: Vec<String>,
    rng: Xoshiro256PlusPlus,
    rounds: u64,
    /// What the teams said in the last round, and for each team the freshest place of a target.
    messages: Vec<Message>,
    sightings: Vec<Option<Place>>,
    /// What will be heard in the next round.
    saying: Vec<Message>,
    judge: Option<Judge>,
    pub(crate) has_walls: bool,
    pub(crate) scratch: Scratch,
}

impl World {
    /// The state before the first round.
    pub fn new(scenario: &Scenario, seed: u64) -> World {
        let land = scenario.land;
        let mut grid = vec![FREE; land.n_cells()];
        for &wall in &scenario.walls {
            grid[land.index(wall)] = WALL;
        }
        let mut teams: Vec<String> = Vec::new();
        let mut robots = Vec::with_capacity(scenario.robots.len());
        for (id, setup) in scenario.robots.iter().enumerate() {
            grid[land.index(setup.at)] = id as u32;
            let team = setup.team.as_ref().map_or(ALONE, |name| {
                let known = teams.iter().position(|team| team == name);
                known.unwrap_or_else(|| {
                    teams.push(name.clone());
                    teams.len() - 1
                }) as u16
            });
            let target = setup.target.as_ref().and_then(|name| scenario.robot_named(name));
            robots.push(Robot {
                place: setup.at,
                kind: setup.kind,
                refused: false,
                caught: false,
                heading: Step::WEST,
                last: Step::STAY,
                sight: setup.sight,
                team,
                target: target.unwrap_or(NEAREST),
            });
        }
        let judge = scenario.contest.as_ref().map(|contest| {
            let team = teams.iter().position(|team| *team == contest.team);
            let team = team.expect("the contest of a scenario names one of its teams");
            Judge::new(contest, team as u16, robots.len())
        });
        World {
            land,
            grid,
            robots,
            names: scenario.robots.iter().map(|setup| setup.name.clone()).collect(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            rounds: 0,
            messages: Vec::new(),
            sightings: vec![None; teams.len()],
            saying: Vec::new(),
            teams,
            judge,
            has_walls: !scenario.walls.is_empty(),
            scratch: Scratch::default(),
        }
    }

    /// Size and shape.
    pub fn land(&self) -> Land {
        self.land
    }

    /// All robots, in the order in which they are asked.
    pub fn robots(&self) -> impl ExactSizeIterator<Item = RobotId> + use<> {
        (0..self.robots.len() as u32).map(RobotId)
    }

    /// The rounds that are over; in each of them every robot had its turn.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Where a robot stands.
    pub fn place(&self, robot: RobotId) -> Place {
        self.robots[robot.index()].place
    }

    /// What kind of robot it is.
    pub fn kind(&self, robot: RobotId) -> Kind {
        self.robots[robot.index()].kind
    }

    /// How far it sees.
    pub fn sight(&self, robot: RobotId) -> u16 {
        self.robots[robot.index()].sight
    }

    /// Its name.
    pub fn name(&self, robot: RobotId) -> &str {
        &self.names[robot.index()]
    }

    /// Its team, if it has one.
    pub fn team(&self, robot: RobotId) -> Option<&str> {
        self.teams.get(usize::from(self.robots[robot.index()].team)).map(String::as_str)
    }

    /// Whether it was caught and stays for the rest of the run.
    pub fn is_caught(&self, robot: RobotId) -> bool {
        self.robots[robot.index()].caught
    }

    /// Whether it wanted to go somewhere in the last round and was not allowed to.
    pub fn is_refused(&self, robot: RobotId) -> bool {
        self.robots[robot.index()].refused
    }

    /// The robot with this name.
    pub fn robot_named(&self, name: &str) -> Option<RobotId> {
        self.names.iter().position(|known| known == name).map(|id| RobotId(id as u32))
    }

    #[inline]
    pub(crate) fn cell(&self, place: Place) -> Cell {
        match self.grid[self.land.index(place)] {
            FREE => Cell::Free,
            WALL => Cell::Wall,
            id => Cell::Robot(RobotId(id)),
        }
    }

    /// Whether a robot may go there: the cell exists, has no wall and nobody stands on it.
    pub fn is_free(&self, place: Place) -> bool {
        self.land.contains(place) && matches!(self.cell(place), Cell::Free)
    }

    /// Whether a wall is there.
    pub fn is_wall(&self, place: Place) -> bool {
        self.land.contains(place) && matches!(self.cell(place), Cell::Wall)
    }

    /// Who stands there.
    pub fn robot_at(&self, place: Place) -> Option<RobotId> {
        match self.land.contains(place).then(|| self.cell(place)) {
            Some(Cell::Robot(id)) => Some(id),
            _ => None,
        }
    }

    /// Everything that was said in the last round, by whichever team.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// What the team of `robot` said in the last round; a robot does not hear itself.
    pub fn heard(&self, robot: RobotId) -> impl Iterator<Item = &Message> {
        let listener = &self.robots[robot.index()];
        self.messages.iter().filter(move |message| {
            message.from != robot && listener.is_mate(&self.robots[message.from.index()])
        })
    }

    /// The last place of a target that the team spoke of in the last round.
    #[inline]
    pub(crate) fn sighting(&self, team: u16) -> Option<Place> {
        self.sightings.get(usize::from(team)).copied().flatten()
    }

    /// A robot speaks to its team; nobody hears a robot without one.
    pub fn say(&mut self, from: RobotId, said: Said) {
        if self.robots[from.index()].team != ALONE {
            self.saying.push(Message { from, said });
        }
    }

    /// Asks every robot once and reports each turn.
    pub fn step(&mut self, outside: &mut impl Outside, report: impl FnMut(&Event)) {
        // The generator steps aside, so that minds can look at the world while they draw.
        let mut rng = self.rng.clone();
        self.round(
            |world, id| {
                if matches!(world.kind(id), Kind::Interactive | Kind::Client) {
                    return outside.wish(world, id);
                }
                let (wish, seen) = world.decide(id, &mut rng);
                if let Some(place) = seen {
                    world.say(id, Said::Seen(place));
                }
                wish
            },
            report,
        );
        self.rng = rng;
    }

    /// A round in which all wishes are known; used to replay.
    pub(crate) fn step_as(&mut self, wishes: &[Step], report: impl FnMut(&Event)) {
        self.round(|_, id| wishes[id.index()], report);
    }

    /// One turn of one robot in real time; it draws from its own generator.
    pub(crate) fn live_turn(&mut self, id: RobotId, rng: &mut Xoshiro256PlusPlus) -> Event {
        let (wish, seen) = self.decide(id, rng);
        if let Some(place) = seen {
            self.say(id, Said::Seen(place));
        }
        let mut judge = self.judge.take();
        let event = self.authorise(id, wish);
        if let Some(judge) = &mut judge {
            judge.note(self, &event);
        }
        self.judge = judge;
        event
    }

    /// As many turns as there are robots have passed in real time.
    pub(crate) fn end_live_round(&mut self) {
        let judge = self.judge.take();
        self.end_round(judge);
    }

    #[inline]
    fn round(
        &mut self,
        mut wish: impl FnMut(&mut World, RobotId) -> Step,
        mut report: impl FnMut(&Event),
    ) {
        let mut judge = self.judge.take();
        for id in self.robots() {
            // Who is caught is not even asked.
            let wish = if self.is_caught(id) { Step::STAY } else { wish(self, id) };
            let event = self.authorise(id, wish);
            if let Some(judge) = &mut judge {
                judge.note(self, &event);
            }
            report(&event);
        }
        self.end_round(judge);
    }

    /// Counts the round, and lets the teams hear what was said in it.
    fn end_round(&mut self, mut judge: Option<Judge>) {
        self.rounds += 1;
        if let Some(judge) = &mut judge {
            judge.end_round(self);
        }
        self.judge = judge;
        std::mem::swap(&mut self.messages, &mut self.saying);
        self.saying.clear();
        self.sightings.fill(None);
        for message in &self.messages {
            if let Said::Seen(place) = message.said {
                let team = self.robots[message.from.index()].team;
                self.sightings[usize::from(team)] = Some(place);
            }
        }
    }

    /// Does what the robot wishes, if the cell is legal and free.
    #[inline]
    fn authorise(&mut self, id: RobotId, wish: Step) -> Event {
        let from = self.robots[id.index()].place;
        let mut event = Event { robot: id, from, wish, to: from, outcome: Outcome::Stayed };
        if wish != Step::STAY {
            event.outcome = match self.land.walk(from, wish) {
                None => Outcome::Refused(Obstacle::Edge),
                Some(to) => match self.cell(to) {
                    Cell::Wall => Outcome::Refused(Obstacle::Wall),
                    Cell::Robot(other) => Outcome::Refused(Obstacle::Robot(other)),
                    Cell::Free => {
                        self.grid[self.land.index(from)] = FREE;
                        self.grid[self.land.index(to)] = id.0;
                        event.to = to;
                        Outcome::Moved
                    }
                },
            };
        }
        let robot = &mut self.robots[id.index()];
        robot.place = event.to;
        robot.refused = matches!(event.outcome, Outcome::Refused(_));
        robot.last = if event.has_moved() { wish } else { Step::STAY };
        event
    }

    /// Whether the contest has ended; a world without one never ends.
    pub fn is_over(&self) -> bool {
        self.judge.as_ref().is_some_and(|judge| judge.is_over(self))
    }

    /// The points of every robot; none without a contest.
    pub fn scores(&self) -> Option<&[u32]> {
        self.judge.as_ref().map(Judge::scores)
    }

    /// The team of the contest with all its points, then its robots with theirs.
    pub fn standings(&self) -> Vec<(&str, u64)> {
        let Some(judge) = &self.judge else { return Vec::new() };
        let members = self.robots().filter(|id| self.robots[id.index()].team == judge.team());
        let members: Vec<(&str, u64)> =
            members.map(|id| (self.name(id), judge.scores()[id.index()].into())).collect();
        let team = self.teams[usize::from(judge.team())].as_str();
        let sum = members.iter().map(|(_, points)| points).sum();
        [vec![(team, sum)], members].concat()
    }
}
