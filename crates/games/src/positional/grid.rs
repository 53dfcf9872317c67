//! Boards made of columns, rows and layers: names, places, neighbours, lines.

use henge_core::depict::{Label, Outline, Point};

use super::definition::{Definition, Goal, Group, Place};

/// A grid of two or three dimensions. Sites are numbered layer by layer, row by row, from the
/// north-west corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// How many columns, rows and layers.
    pub size: [usize; 3],
    /// Which of the three go round, as on a torus.
    pub wrap: [bool; 3],
    /// How it looks, and who touches whom.
    pub look: Look,
}

/// How a grid is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Square cells.
    Cells,
    /// Crossings of lines, as on a Go board.
    Crossings,
    /// Hexagons in a rhombus: cell (r, c) touches (r, c±1), (r±1, c), (r−1, c+1), (r+1, c−1).
    Hexagons,
}

/// `a` to `z`, then `aa`, `ab`, …
pub fn column_name(mut column: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(b'a' + (column % 26) as u8);
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    name.reverse();
    name.into_iter().map(char::from).collect()
}

impl Grid {
    /// A flat grid.
    pub fn flat(columns: usize, rows: usize, look: Look) -> Grid {
        Grid { size: [columns, rows, 1], wrap: [false; 3], look }
    }

    /// How many sites there are.
    pub fn n_sites(&self) -> usize {
        self.size.iter().product()
    }

    /// The number of a site.
    pub fn index(&self, at: [usize; 3]) -> u16 {
        let [columns, rows, _] = self.size;
        ((at[2] * rows + at[1]) * columns + at[0]) as u16
    }

    pub(crate) fn all(self) -> impl Iterator<Item = [usize; 3]> {
        let [columns, rows, _] = self.size;
        (0..self.n_sites()).map(move |i| [i % columns, i / columns % rows, i / columns / rows])
    }

    /// The site `steps` steps from `at`; `None` beyond the edge.
    pub(crate) fn step(
        &self,
        at: [usize; 3],
        direction: [isize; 3],
        steps: isize,
    ) -> Option<[usize; 3]> {
        let mut to = [0; 3];
        for axis in 0..3 {
            let size = self.size[axis] as isize;
            let mut place = at[axis] as isize + direction[axis] * steps;
            if self.wrap[axis] {
                place = place.rem_euclid(size);
            }
            if !(0..size).contains(&place) {
                return None;
            }
            to[axis] = place as usize;
        }
        Some(to)
    }

    fn name(&self, [c, r, l]: [usize; 3]) -> String {
        let flat = format!("{}{}", column_name(c), r + 1);
        if self.size[2] > 1 { format!("{flat}/{}", l + 1) } else { flat }
    }

    fn point(&self, [c, r, l]: [usize; 3]) -> Point {
        let (c, r, l) = (c as f32, r as f32, l as f32);
        match self.look {
            Look::Hexagons => Point::new(c + r / 2.0, r * 0.866),
            // Layers stand side by side.
            _ => Point::new(c + l * (self.size[0] as f32 + 1.0), r),
        }
    }

    /// The directions in which neighbours touch, one of each opposite pair.
    fn touching(&self) -> &'static [[isize; 3]] {
        match self.look {
            Look::Hexagons => &[[1, 0, 0], [0, 1, 0], [-1, 1, 0]],
            _ => &[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        }
    }

    /// A definition with this board, no name and no goals yet.
    pub fn definition(&self) -> Definition {
        let outline = match self.look {
            Look::Cells => Outline::Square,
            Look::Crossings => Outline::Dot,
            Look::Hexagons => Outline::Hexagon,
        };
        let place = |at| Place {
            name: self.name(at),
            at: self.point(at),
            outline: outline.clone(),
            blocked: false,
        };
        let touch = |at| {
            let next = self.touching().iter().filter_map(move |&d| self.step(at, d, 1));
            next.map(move |to| (self.index(at), self.index(to))).filter(|(a, b)| a != b)
        };
        let [columns, rows, layers] = self.size;
        Definition {
            slug: String::new(),
            title: String::new(),
            players: ["First".into(), "Second".into()],
            rules: String::new(),
            source: String::new(),
            letters: None,
            sites: self.all().map(place).collect(),
            rows: vec![columns; rows * layers],
            edges: self.all().flat_map(touch).collect(),
            draw_edges: self.look == Look::Crossings,
            labels: self.labels(),
            rims: Vec::new(),
            goals: [Goal::default(), Goal::default()],
            mirror: None,
        }
    }

    fn labels(&self) -> Vec<Label> {
        let [columns, rows, layers] = self.size;
        let mut labels = Vec::new();
        for l in 0..layers {
            for c in 0..columns {
                let at = self.point([c, 0, l]);
                // Above a hexagon the row would begin half a cell to the left.
                let lean = if self.look == Look::Hexagons { 0.5 } else { 0.0 };
                labels
                    .push(Label { text: column_name(c), at: Point::new(at.x - lean, at.y - 1.0) });
            }
        }
        for l in 0..layers {
            for r in 0..rows {
                let at = self.point([0, r, l]);
                labels.push(Label { text: (r + 1).to_string(), at: Point::new(at.x - 1.0, at.y) });
            }
            if layers > 1 {
                // The layer as moves write it, in the corner of rows and columns.
                let at = self.point([0, 0, l]);
                let text = format!("/{}", l + 1);
                labels.push(Label { text, at: Point::new(at.x - 1.0, at.y - 1.0) });
            }
        }
        labels
    }

    /// All lines of `k` sites in every direction, diagonals of each plane and of space included.
    /// If they must be `exact`, a line does not win while the same player holds the site before or
    /// after it.
    pub fn lines(&self, k: usize, exact: bool) -> Vec<Group> {
        let mut groups = Vec::new();
        for direction in directions() {
            for at in self.all() {
                let sites: Option<Vec<u16>> = (0..k as isize)
                    .map(|i| Some(self.index(self.step(at, direction, i)?)))
                    .collect();
                let Some(sites) = sites else { continue };
                let mut group = Group::new(sites);
                if group.sites.len() < k {
                    continue; // Round a torus that is too small the line meets itself.
                }
                if exact {
                    let ends = [self.step(at, direction, -1), self.step(at, direction, k as isize)];
                    let ends = ends.into_iter().flatten().map(|end| self.index(end));
                    group.without = ends.filter(|end| !group.sites.contains(end)).collect();
                    group.without.sort_unstable();
                    group.without.dedup();
                }
                groups.push(group);
            }
        }
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// All blocks of `k` by `k` sites within a layer.
    pub fn blocks(&self, k: usize) -> Vec<Group> {
        let mut groups = Vec::new();
        for at in self.all() {
            let offsets = (0..k * k).map(|i| [(i % k) as isize, (i / k) as isize, 0]);
            let sites: Option<Vec<u16>> =
                offsets.map(|offset| Some(self.index(self.step(at, offset, 1)?))).collect();
            let group = Group::new(sites.unwrap_or_default());
            if group.sites.len() == k * k {
                groups.push(group);
            }
        }
        groups
    }

    /// The sites of a side: `north`, `south`, `west` or `east`.
    pub fn side(&self, name: &str) -> Option<Vec<u16>> {
        let [columns, rows, _] = self.size;
        let on = |[c, r, _]: &[usize; 3]| match name {
            "north" => *r == 0,
            "south" => *r + 1 == rows,
            "west" => *c == 0,
            _ => *c + 1 == columns,
        };
        let known = SIDES.contains(&name);
        known.then(|| self.all().filter(on).map(|at| self.index(at)).collect())
    }

    /// Columns become rows; `None` if the grid is not square.
    pub fn transposition(&self) -> Option<Vec<u16>> {
        let square = self.size[0] == self.size[1];
        square.then(|| self.all().map(|[c, r, l]| self.index([r, c, l])).collect())
    }
}

/// The names of the sides of a grid.
pub const SIDES: [&str; 4] = ["north", "south", "west", "east"];

/// One of each opposite pair of the 26 directions of space.
fn directions() -> impl Iterator<Item = [isize; 3]> {
    let all = (0..27).map(|i| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1]);
    all.filter(|d| d.iter().rev().find(|&&step| step != 0) == Some(&1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_like_those_of_a_spreadsheet() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(column_name), ["a", "z", "aa", "ab", "zz", "aaa"]);
    }

    #[test]
    fn a_line_in_every_direction() {
        let n_lines =
            |size, k| Grid { size, wrap: [false; 3], look: Look::Cells }.lines(k, false).len();
        assert_eq!(n_lines([3, 3, 1], 3), 8);
        assert_eq!(n_lines([4, 4, 4], 4), 76);
        assert_eq!(n_lines([3, 3, 3], 3), 49);
        let torus = Grid { size: [3, 3, 1], wrap: [true; 3], look: Look::Cells };
        assert_eq!(torus.lines(3, false).len(), 12);
        assert_eq!(torus.lines(4, false).len(), 0);
    }

    #[test]
    fn an_exact_line_names_its_two_ends() {
        let lines = Grid::flat(7, 1, Look::Crossings).lines(5, true);
        let ends: Vec<&[u16]> = lines.iter().map(|line| &line.without[..]).collect();
        assert_eq!(ends, [&[5][..], &[0, 6], &[1]]);
    }
}
