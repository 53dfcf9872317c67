//! A moment of a run: what a picture of the world shows after a round.

use crate::place::Place;
use crate::recording::Recording;
use crate::robot::RobotId;
use crate::world::World;

/// The world after a round, as far as it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The rounds that are over.
    pub round: u64,
    /// Where each robot stands.
    pub places: Vec<Place>,
    /// Who wanted to go somewhere in the last round and was not allowed to.
    pub refused: Vec<RobotId>,
    /// Who was caught.
    pub caught: Vec<RobotId>,
    /// The points of the standings, in their order.
    pub points: Vec<u64>,
}

impl Moment {
    /// How the world looks now.
    pub fn of(world: &World) -> Moment {
        Moment {
            round: world.rounds(),
            places: world.robots().map(|robot| world.place(robot)).collect(),
            refused: world.robots().filter(|&robot| world.is_refused(robot)).collect(),
            caught: world.robots().filter(|&robot| world.is_caught(robot)).collect(),
            points: world.standings().into_iter().map(|(_, points)| points).collect(),
        }
    }
}

impl Recording {
    /// The run moment by moment: before the first round, and after each.
    pub fn moments(&self) -> Vec<Moment> {
        let mut moments = vec![Moment::of(&World::new(self.scenario(), self.seed()))];
        self.replay(|_| {}, |world| moments.push(Moment::of(world)));
        moments
    }
}
