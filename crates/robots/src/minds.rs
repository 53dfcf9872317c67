//! How robots decide that are not steered from outside.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::place::{Place, Step};
use crate::robot::{Kind, NEAREST, Robot, RobotId};
use crate::world::{Cell, World};

impl World {
    /// The step a robot wishes, and what it tells its team: the place of a target that it sees.
    #[inline]
    pub(crate) fn decide(
        &mut self,
        id: RobotId,
        rng: &mut Xoshiro256PlusPlus,
    ) -> (Step, Option<Place>) {
        let robot = &mut self.robots[id.index()];
        match robot.kind {
            Kind::Fixed | Kind::Interactive | Kind::Client => (Step::STAY, None),
            Kind::Crazy => (random_step(rng), None),
            Kind::Obstinate => (obstinate(robot), None),
            Kind::Follower => self.towards_target(id, |world, target| world.place(target)),
            Kind::Blocker => self.towards_target(id, |world, target| {
                let target = &world.robots[target.index()];
                world.land().walk(target.place, target.last).unwrap_or(target.place)
            }),
            Kind::Avoider => {
                let threat = self.target(id).map(|threat| self.place(threat));
                (threat.map_or(Step::STAY, |threat| self.away_from(id, threat)), None)
            }
        }
    }

    /// Goes to what `aim` says of the target it sees; else to where a mate has seen one.
    fn towards_target(
        &mut self,
        id: RobotId,
        aim: impl Fn(&World, RobotId) -> Place,
    ) -> (Step, Option<Place>) {
        match self.target(id) {
            Some(target) => {
                let (goal, seen) = (aim(self, target), self.place(target));
                (self.towards(id, goal), Some(seen))
            }
            None => {
                let told = self.sighting(self.robots[id.index()].team);
                (told.map_or(Step::STAY, |place| self.towards(id, place)), None)
            }
        }
    }

    /// The free step that leads nearest to `goal`, or around a wall before it.
    fn towards(&mut self, id: RobotId, goal: Place) -> Step {
        if let Some(step) = self.detour(id, goal) {
            return step;
        }
        let distance = |place| self.land().distance(place, goal);
        self.free_steps(id).min_by_key(|&(_, place)| distance(place)).map_or(Step::STAY, first)
    }

    /// The free step that leads farthest from `threat`.
    fn away_from(&self, id: RobotId, threat: Place) -> Step {
        let distance = |place| std::cmp::Reverse(self.land().distance(place, threat));
        self.free_steps(id).min_by_key(|&(_, place)| distance(place)).map_or(Step::STAY, first)
    }

    /// Where a robot could go now, staying included.
    fn free_steps(&self, id: RobotId) -> impl Iterator<Item = (Step, Place)> {
        let from = self.place(id);
        Step::ALL.into_iter().filter_map(move |step| {
            let to = self.land().walk(from, step)?;
            (step == Step::STAY || matches!(self.cell(to), Cell::Free)).then_some((step, to))
        })
    }

    /// The robot that `id` is after, if it sees it.
    fn target(&self, id: RobotId) -> Option<RobotId> {
        let robot = &self.robots[id.index()];
        if robot.target == NEAREST {
            return self.nearest(id, robot);
        }
        let seen = self.land().distance(robot.place, self.place(robot.target)).0;
        (seen <= robot.sight.into() && !self.is_caught(robot.target)).then_some(robot.target)
    }

    /// The nearest robot of another team, looked for ring by ring: in a crowd the first rings are
    /// enough, however large the world is.
    fn nearest(&self, id: RobotId, robot: &Robot) -> Option<RobotId> {
        let land = self.land();
        let farthest = i32::from(robot.sight.min(land.width.max(land.height)));
        for ring in 1..=farthest {
            let mut best: Option<(u32, RobotId)> = None;
            let mut look = |dx: i32, dy: i32| {
                let Some(place) = land.offset(robot.place, dx, dy) else { return };
                let Cell::Robot(other) = self.cell(place) else { return };
                let seen = &self.robots[other.index()];
                if other == id || seen.caught || robot.is_mate(seen) {
                    return;
                }
                let found = (land.distance(robot.place, place).1, other);
                best = Some(best.map_or(found, |best| best.min(found)));
            };
            for along in -ring..=ring {
                look(along, ring);
                look(along, -ring);
            }
            for along in 1 - ring..ring {
                look(ring, along);
                look(-ring, along);
            }
            if let Some((_, other)) = best {
                return Some(other);
            }
        }
        None
    }
}

fn first((step, _): (Step, Place)) -> Step {
    step
}

/// Each of the nine steps is as likely as the others. One draw of 32 bits gives both directions;
/// it is scaled by hand, because the stream must not change with the version of a library.
fn random_step(rng: &mut Xoshiro256PlusPlus) -> Step {
    let k = ((rng.next_u64() >> 32) * 9) >> 32;
    Step::new(k as i64 % 3 - 1, k as i64 / 3 - 1).expect("both directions are from -1 to 1")
}

/// After a refusal the robot spends a turn on turning right.
fn obstinate(robot: &mut Robot) -> Step {
    if robot.refused {
        robot.heading = robot.heading.turned_right();
        return Step::STAY;
    }
    robot.heading
}
