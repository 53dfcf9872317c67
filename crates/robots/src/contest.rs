//! Contests: who catches, who is not caught, who stands in the way.

use crate::place::Step;
use crate::robot::RobotId;
use crate::world::{Cell, Event, Obstacle, Outcome, World};

/// What brings points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestKind {
    /// The team catches: at the end of a round, a robot of another team beside one of the team is
    /// caught and stays for good. The catcher gets a point. All are caught: the contest is over.
    Catch,
    /// The team avoids: each of its robots gets a point for every round at whose end no robot of
    /// another team is beside it.
    Avoid,
    /// The team blocks: a robot of the team gets a point whenever one of another team wants to go
    /// to the cell where it stands.
    Block,
}

impl ContestKind {
    /// All kinds.
    pub const ALL: [ContestKind; 3] = [ContestKind::Catch, ContestKind::Avoid, ContestKind::Block];

    /// As scenarios write it.
    pub fn name(self) -> &'static str {
        match self {
            ContestKind::Catch => "catch",
            ContestKind::Avoid => "avoid",
            ContestKind::Block => "block",
        }
    }
}

/// A contest as a scenario describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    /// What brings points.
    pub kind: ContestKind,
    /// The team that is to catch, to avoid or to block.
    pub team: String,
    /// The contest ends after this many rounds.
    pub steps: u64,
}

/// Counts the points of a contest.
#[derive(Clone)]
pub(crate) struct Judge {
    kind: ContestKind,
    team: u16,
    steps: u64,
    scores: Vec<u32>,
}

impl Judge {
    pub fn new(contest: &Contest, team: u16, n_robots: usize) -> Judge {
        Judge { kind: contest.kind, team, steps: contest.steps, scores: vec![0; n_robots] }
    }

    pub fn scores(&self) -> &[u32] {
        &self.scores
    }

    pub fn team(&self) -> u16 {
        self.team
    }

    fn is_in(&self, world: &World, id: RobotId) -> bool {
        world.robots[id.index()].team == self.team
    }

    /// Looks at a turn.
    #[inline]
    pub fn note(&mut self, world: &World, event: &Event) {
        if self.kind == ContestKind::Block
            && let Outcome::Refused(Obstacle::Robot(other)) = event.outcome
            && self.is_in(world, other)
            && !self.is_in(world, event.robot)
        {
            self.scores[other.index()] += 1;
        }
    }

    /// Looks at the world at the end of a round.
    pub fn end_round(&mut self, world: &mut World) {
        match self.kind {
            ContestKind::Block => {}
            ContestKind::Catch => {
                for id in world.robots() {
                    if self.is_in(world, id) || world.is_caught(id) {
                        continue;
                    }
                    let catcher = neighbours(world, id).find(|&n| self.is_in(world, n));
                    if let Some(catcher) = catcher {
                        self.scores[catcher.index()] += 1;
                        world.robots[id.index()].caught = true;
                    }
                }
            }
            ContestKind::Avoid => {
                for id in world.robots() {
                    if self.is_in(world, id) && neighbours(world, id).all(|n| self.is_in(world, n))
                    {
                        self.scores[id.index()] += 1;
                    }
                }
            }
        }
    }

    pub fn is_over(&self, world: &World) -> bool {
        let all_caught = || {
            let mut others = world.robots().filter(|&id| !self.is_in(world, id));
            others.all(|id| world.is_caught(id))
        };
        world.rounds() >= self.steps || (self.kind == ContestKind::Catch && all_caught())
    }
}

/// The robots on the eight cells around a robot.
fn neighbours(world: &World, id: RobotId) -> impl Iterator<Item = RobotId> {
    let (land, from) = (world.land(), world.place(id));
    Step::ALL.into_iter().skip(1).filter_map(move |step| {
        match world.cell(land.walk(from, step)?) {
            // On a narrow torus a robot is its own neighbour.
            Cell::Robot(other) if other != id => Some(other),
            _ => None,
        }
    })
}
