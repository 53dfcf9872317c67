//! Ways around walls, for robots that want to get somewhere.

use crate::place::{Land, Place, Step};
use crate::robot::RobotId;
use crate::world::World;

/// Room for a search, kept between searches.
#[derive(Clone, Default)]
pub(crate) struct Scratch {
    /// By which of `Step::ALL` the way to a cell begins, for the cells around the robot; 0 for cells
    /// where the search has not been.
    begins: Vec<u8>,
    queue: Vec<(i32, i32)>,
}

impl World {
    /// The first step of a shortest way to a cell beside `goal`, if a robot that goes straight for it
    /// would run into a wall. None if there is no such wall, or no way among the cells that it sees.
    /// Robots in the way do not count, but for the first step: they will have moved.
    pub(crate) fn detour(&mut self, id: RobotId, goal: Place) -> Option<Step> {
        let from = self.place(id);
        if !self.has_walls || self.runs_straight(from, goal) {
            return None;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let step = self.search(from, goal, self.sight(id).into(), &mut scratch);
        self.scratch = scratch;
        step
    }

    /// Whether going nearer at every step leads beside the goal, if nobody is in the way.
    fn runs_straight(&self, from: Place, goal: Place) -> bool {
        let land = self.land();
        let mut place = from;
        while !is_beside(land, place, goal) {
            let next = Step::ALL
                .into_iter()
                .filter_map(|step| land.walk(place, step))
                .filter(|&to| !self.is_wall(to))
                .min_by_key(|&to| land.distance(to, goal))
                .expect("a robot can stay where it is");
            if next == place {
                return false;
            }
            place = next;
        }
        true
    }

    /// Breadth first, so that the first way found is a shortest one.
    fn search(&self, from: Place, goal: Place, sight: i32, scratch: &mut Scratch) -> Option<Step> {
        let land = self.land();
        let side = 2 * sight + 1;
        let index = |dx: i32, dy: i32| ((dy + sight) * side + dx + sight) as usize;
        scratch.begins.clear();
        scratch.begins.resize((side * side) as usize, 0);
        scratch.queue.clear();
        scratch.queue.push((0, 0));
        let mut next = 0;
        while let Some(&(x, y)) = scratch.queue.get(next) {
            next += 1;
            let begin = scratch.begins[index(x, y)];
            for (number, step) in Step::ALL.into_iter().enumerate().skip(1) {
                let (dx, dy) = (x + i32::from(step.dx()), y + i32::from(step.dy()));
                if (dx, dy) == (0, 0) || dx.abs() > sight || dy.abs() > sight {
                    continue;
                }
                let Some(to) = land.offset(from, dx, dy) else { continue };
                let is_open = if next == 1 { self.is_free(to) } else { !self.is_wall(to) };
                if !is_open || scratch.begins[index(dx, dy)] != 0 {
                    continue;
                }
                let begin = if next == 1 { number as u8 } else { begin };
                if is_beside(land, to, goal) {
                    return Some(Step::ALL[usize::from(begin)]);
                }
                scratch.begins[index(dx, dy)] = begin;
                scratch.queue.push((dx, dy));
            }
        }
        None
    }
}

fn is_beside(land: Land, place: Place, goal: Place) -> bool {
    land.distance(place, goal).0 <= 1
}
