//! The ground: places, steps and the land they lie in.

use std::fmt;

/// A cell; x counts eastwards and y northwards, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Column, counted from the west.
    pub x: u16,
    /// Row, counted from the south.
    pub y: u16,
}

impl Place {
    /// The cell in column `x` and row `y`.
    pub fn new(x: u16, y: u16) -> Place {
        Place { x, y }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// At most one cell in each direction; nothing longer can be expressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Step {
    dx: i8,
    dy: i8,
}

impl Step {
    /// No step at all.
    pub const STAY: Step = Step { dx: 0, dy: 0 };
    /// y + 1.
    pub const NORTH: Step = Step { dx: 0, dy: 1 };
    /// x + 1.
    pub const EAST: Step = Step { dx: 1, dy: 0 };
    /// y − 1.
    pub const SOUTH: Step = Step { dx: 0, dy: -1 };
    /// x − 1.
    pub const WEST: Step = Step { dx: -1, dy: 0 };
    /// Every step and staying; straight ones come first, so that they win where steps are as good.
    pub const ALL: [Step; 9] = [
        Step::STAY,
        Step::NORTH,
        Step::EAST,
        Step::SOUTH,
        Step::WEST,
        Step { dx: 1, dy: 1 },
        Step { dx: 1, dy: -1 },
        Step { dx: -1, dy: -1 },
        Step { dx: -1, dy: 1 },
    ];
    const NAMES: [&str; 9] = [".", "n", "e", "s", "w", "ne", "se", "sw", "nw"];

    /// A step of `dx` and `dy`; none if it is longer than one cell in a direction.
    pub fn new(dx: i64, dy: i64) -> Option<Step> {
        let short = |d: i64| (-1..=1).contains(&d).then_some(d as i8);
        Some(Step { dx: short(dx)?, dy: short(dy)? })
    }

    /// Eastwards.
    pub fn dx(self) -> i8 {
        self.dx
    }

    /// Northwards.
    pub fn dy(self) -> i8 {
        self.dy
    }

    /// `n`, `se` and so on; `.` for staying.
    pub fn name(self) -> &'static str {
        let index = Step::ALL.iter().position(|&step| step == self);
        Step::NAMES[index.expect("all steps are in the list")]
    }

    /// The step with this name.
    pub fn from_name(name: &str) -> Option<Step> {
        Step::NAMES.iter().position(|&known| known == name).map(|index| Step::ALL[index])
    }

    /// What a key means to a robot that a person steers: 8 north, 2 south, 4 west, 6 east.
    /// Everything else means to stay.
    pub fn from_key(key: &str) -> Step {
        match key.trim() {
            "8" => Step::NORTH,
            "2" => Step::SOUTH,
            "4" => Step::WEST,
            "6" => Step::EAST,
            _ => Step::STAY,
        }
    }

    /// A quarter to the right: north, east, south, west, north.
    #[must_use]
    pub fn turned_right(self) -> Step {
        Step { dx: self.dy, dy: -self.dx }
    }
}

/// What happens at the rim of the land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edges {
    /// The land ends there.
    #[default]
    Closed,
    /// Who walks out comes in at the opposite side.
    Torus,
}

impl Edges {
    /// As scenarios and the protocol write it.
    pub fn name(self) -> &'static str {
        match self {
            Edges::Closed => "closed",
            Edges::Torus => "torus",
        }
    }
}

/// Size and shape of a world, without what stands in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Land {
    /// Cells from west to east.
    pub width: u16,
    /// Cells from south to north.
    pub height: u16,
    /// What happens at the rim.
    pub edges: Edges,
}

impl Land {
    /// The number of cells.
    pub fn n_cells(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Whether there is such a cell.
    pub fn contains(&self, place: Place) -> bool {
        place.x < self.width && place.y < self.height
    }

    /// The number of a cell in a flat array.
    #[inline]
    pub(crate) fn index(&self, place: Place) -> usize {
        usize::from(place.y) * usize::from(self.width) + usize::from(place.x)
    }

    /// Where a step of any length leads; none if that is outside.
    #[inline]
    pub(crate) fn offset(&self, from: Place, dx: i32, dy: i32) -> Option<Place> {
        let along = |from: u16, d: i32, size: u16| -> Option<u16> {
            let to = i32::from(from) + d;
            if to >= 0 && to < i32::from(size) {
                return Some(to as u16);
            }
            match self.edges {
                Edges::Closed => None,
                Edges::Torus => Some(to.rem_euclid(i32::from(size)) as u16),
            }
        };
        Some(Place { x: along(from.x, dx, self.width)?, y: along(from.y, dy, self.height)? })
    }

    /// Where a step leads; none if that is outside.
    #[inline]
    pub fn walk(&self, from: Place, step: Step) -> Option<Place> {
        self.offset(from, step.dx.into(), step.dy.into())
    }

    /// How far apart two cells are, in steps without obstacles and, to tell equals apart, squared
    /// as the crow flies.
    #[inline]
    pub fn distance(&self, a: Place, b: Place) -> (u32, u32) {
        let along = |a: u16, b: u16, size: u16| -> u32 {
            let d = a.abs_diff(b);
            match self.edges {
                Edges::Closed => d.into(),
                Edges::Torus => d.min(size - d).into(),
            }
        };
        let (dx, dy) = (along(a.x, b.x, self.width), along(a.y, b.y, self.height));
        (dx.max(dy), dx * dx + dy * dy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_right_goes_round() {
        let mut step = Step::NORTH;
        for next in [Step::EAST, Step::SOUTH, Step::WEST, Step::NORTH] {
            step = step.turned_right();
            assert_eq!(step, next);
        }
    }

    #[test]
    fn names_are_read_back() {
        for step in Step::ALL {
            assert_eq!(Step::from_name(step.name()), Some(step));
        }
        assert_eq!(Step::new(2, 0), None);
        assert_eq!(Step::new(0, -2), None);
        assert_eq!(Step::new(i64::MIN, 0), None);
    }

    #[test]
    fn a_torus_has_no_rim() {
        let mut land = Land { width: 5, height: 4, edges: Edges::Torus };
        assert_eq!(land.walk(Place::new(0, 3), Step::WEST), Some(Place::new(4, 3)));
        assert_eq!(land.walk(Place::new(0, 3), Step::NORTH), Some(Place::new(0, 0)));
        assert_eq!(land.distance(Place::new(0, 0), Place::new(4, 3)), (1, 2));
        land.edges = Edges::Closed;
        assert_eq!(land.walk(Place::new(0, 3), Step::WEST), None);
        assert_eq!(land.distance(Place::new(0, 0), Place::new(4, 3)), (4, 25));
    }
}
