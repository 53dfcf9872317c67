//! Straight on: which site follows which in every direction of a board.

use std::collections::BTreeMap;

use henge_core::depict::{Label, Point};

use crate::positional::{Definition, Grid, Group, Look, column_name};

/// Beyond the edge.
pub(super) const NOWHERE: u16 = u16::MAX;

/// The directions of a board. Opposite ones are neighbours in number: `d ^ 1` is the way back from `d`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Compass {
    /// What directions are called; empty where they have no name.
    pub names: Vec<String>,
    /// For each direction the site after each site.
    pub next: Vec<Vec<u16>>,
}

/// A board, its directions, and the sets of sites that have a name.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Layout {
    /// Where the board is one of columns and rows.
    pub grid: Option<Grid>,
    pub compass: Compass,
    /// Sides, corners, and what the file names.
    pub regions: Vec<(String, Vec<u16>)>,
    /// Sets of regions, for "any three of the edges".
    pub families: Vec<(&'static str, Vec<Vec<u16>>)>,
}

const FLAT: [([isize; 3], &str, &str); 4] = [
    ([1, 0, 0], "east", "west"),
    ([0, 1, 0], "south", "north"),
    ([1, 1, 0], "south-east", "north-west"),
    ([-1, 1, 0], "south-west", "north-east"),
];
const HEXAGONS: [([isize; 3], &str, &str); 3] = [
    ([1, 0, 0], "east", "west"),
    ([0, 1, 0], "south-east", "north-west"),
    ([-1, 1, 0], "south-west", "north-east"),
];

impl Compass {
    /// The directions of a grid; those of space have no names but up and down.
    pub(super) fn of_grid(grid: &Grid) -> Compass {
        let mut compass = Compass::default();
        let named: Vec<_> = match grid.look {
            Look::Hexagons => HEXAGONS.to_vec(),
            _ => FLAT.to_vec(),
        };
        for (step, there, back) in named {
            compass.add_grid(grid, step, there, back);
        }
        if grid.size[2] > 1 {
            compass.add_grid(grid, [0, 0, 1], "up", "down");
            for i in 0..9 {
                let flat = [i % 3 - 1, i / 3 - 1];
                if flat != [0, 0] {
                    compass.add_grid(grid, [flat[0], flat[1], 1], "", "");
                }
            }
        }
        compass
    }

    fn add_grid(&mut self, grid: &Grid, step: [isize; 3], there: &str, back: &str) {
        for (sign, name) in [(1, there), (-1, back)] {
            let next = |at| {
                let to = grid.step(at, step, sign).map(|to| grid.index(to));
                to.filter(|&to| to != grid.index(at)).unwrap_or(NOWHERE)
            };
            self.names.push(name.into());
            self.next.push(grid.all().map(next).collect());
        }
    }

    /// Straight on along the edges of a drawn board: edges that point the same way are one direction.
    pub(super) fn of_edges(definition: &Definition) -> Compass {
        let n = definition.n_sites();
        let mut ways: BTreeMap<i32, [Vec<u16>; 2]> = BTreeMap::new();
        for &(a, b) in &definition.edges {
            let [p, q] = [a, b].map(|site| definition.sites[site as usize].at);
            // In half degrees, from -90 (excluded) to 90, so that there and back are one way.
            let angle = (f64::from(q.y - p.y)).atan2(f64::from(q.x - p.x)).to_degrees() * 2.0;
            let (mut angle, mut ends) = (angle.round() as i32, (a, b));
            if angle <= -180 || angle > 180 {
                angle -= 360 * angle.signum();
                ends = (b, a);
            }
            let [there, back] =
                ways.entry(angle).or_insert_with(|| [vec![NOWHERE; n], vec![NOWHERE; n]]);
            // Two edges that leave a site the same way cannot both be straight on.
            if there[ends.0 as usize] == NOWHERE && back[ends.1 as usize] == NOWHERE {
                there[ends.0 as usize] = ends.1;
                back[ends.1 as usize] = ends.0;
            }
        }
        let name = |angle: i32, back: bool| {
            let names = match angle {
                0 => ["east", "west"],
                180 => ["south", "north"],
                1..180 => ["south-east", "north-west"],
                _ => ["north-east", "south-west"],
            };
            names[usize::from(back)].to_string()
        };
        let mut compass = Compass::default();
        for (angle, [there, back]) in ways {
            for (next, is_back) in [(there, false), (back, true)] {
                let name = name(angle, is_back);
                let taken = compass.names.contains(&name);
                compass.names.push(if taken { String::new() } else { name });
                compass.next.push(next);
            }
        }
        compass
    }

    /// The site after `site`.
    pub fn step(&self, direction: usize, site: u16) -> Option<u16> {
        Some(self.next[direction][site as usize]).filter(|&to| to != NOWHERE)
    }

    /// The direction of that name.
    pub fn direction(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name && !name.is_empty())
    }

    /// All lines of `k` sites; `exact` as in [`Grid::lines`].
    pub(super) fn lines(&self, k: usize, exact: bool) -> Vec<Group> {
        let n = self.next.first().map_or(0, Vec::len) as u16;
        let mut groups = Vec::new();
        for way in (0..self.next.len()).step_by(2) {
            for first in 0..n {
                let mut sites = vec![first];
                while let Some(to) = self.step(way, sites[sites.len() - 1])
                    && sites.len() < k
                    && !sites.contains(&to)
                {
                    sites.push(to);
                }
                if sites.len() < k {
                    continue;
                }
                let last = sites[sites.len() - 1];
                let mut group = Group::new(sites);
                if exact {
                    let ends = [self.step(way ^ 1, first), self.step(way, last)];
                    let ends = ends.into_iter().flatten();
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
}

impl Layout {
    /// Columns and rows.
    pub(super) fn of_grid(grid: Grid) -> Layout {
        let [columns, rows, _] = grid.size.map(|n| n - 1);
        let regions: Vec<(String, Vec<u16>)> = (crate::positional::SIDES.into_iter())
            .map(|name| (name.to_string(), grid.side(name).expect("a grid has these sides")))
            .collect();
        let corner = |c, r| {
            let on = grid.all().filter(|at| at[0] == c && at[1] == r);
            on.map(|at| grid.index(at)).collect::<Vec<u16>>()
        };
        let corners: Vec<Vec<u16>> =
            [(0, 0), (columns, 0), (0, rows), (columns, rows)].map(|(c, r)| corner(c, r)).into();
        let mut layout = Layout {
            grid: Some(grid),
            compass: Compass::of_grid(&grid),
            regions,
            families: Vec::new(),
        };
        layout.add_families(corners);
        layout
    }

    /// A board of hexagons with `size` cells a side: a hexagon or a triangle cut out of a rhombus.
    pub(super) fn of_hexagons(size: usize, triangle: bool) -> (Definition, Layout) {
        let n = size - 1;
        let width = if triangle { size } else { 2 * size - 1 };
        let grid = Grid::flat(width, width, Look::Hexagons);
        let inside = |[c, r, _]: [usize; 3]| c + r >= n && (triangle || c + r <= 3 * n);
        type On = fn([usize; 3], usize) -> bool;
        let sides: Vec<(&str, On)> = if triangle {
            vec![
                ("west", |[c, r, _], n| c + r == n),
                ("east", |[c, _, _], n| c == n),
                ("south", |[_, r, _], n| r == n),
            ]
        } else {
            vec![
                ("north", |[_, r, _], _| r == 0),
                ("north-east", |[c, _, _], n| c == 2 * n),
                ("south-east", |[c, r, _], n| c + r == 3 * n),
                ("south", |[_, r, _], n| r == 2 * n),
                ("south-west", |[c, _, _], _| c == 0),
                ("north-west", |[c, r, _], n| c + r == n),
            ]
        };
        let kept: Vec<[usize; 3]> = grid.all().filter(|&at| inside(at)).collect();
        let mut number = vec![NOWHERE; grid.n_sites()];
        for (i, &at) in kept.iter().enumerate() {
            number[grid.index(at) as usize] = i as u16;
        }
        let mut definition = grid.definition();
        let places = std::mem::take(&mut definition.sites);
        definition.sites = (places.into_iter().zip(&number))
            .filter_map(|(place, &new)| (new != NOWHERE).then_some(place))
            .collect();
        let renumbered = |&(a, b): &(u16, u16)| {
            let (a, b) = (number[a as usize], number[b as usize]);
            (a != NOWHERE && b != NOWHERE).then_some((a, b))
        };
        definition.edges = definition.edges.iter().filter_map(renumbered).collect();
        definition.rows =
            (0..width).map(|row| kept.iter().filter(|at| at[1] == row).count()).collect();
        definition.labels = labels(&kept, width);
        let whole = Compass::of_grid(&grid);
        let next = whole.next.iter().map(|next| {
            let to = |&at: &[usize; 3]| {
                let to = next[grid.index(at) as usize];
                if to == NOWHERE { NOWHERE } else { number[to as usize] }
            };
            kept.iter().map(to).collect()
        });
        let compass = Compass { next: next.collect(), names: whole.names };
        let side = |on: On| {
            let sites = kept.iter().enumerate().filter(|&(_, &at)| on(at, n));
            sites.map(|(i, _)| i as u16).collect::<Vec<u16>>()
        };
        let regions: Vec<(String, Vec<u16>)> =
            sides.into_iter().map(|(name, on)| (name.to_string(), side(on))).collect();
        let meeting = |site: &u16| regions.iter().filter(|(_, side)| side.contains(site)).count();
        let corners =
            (0..kept.len() as u16).filter(|site| meeting(site) > 1).map(|site| vec![site]);
        let corners = corners.collect();
        let mut layout = Layout { grid: None, compass, regions, families: Vec::new() };
        layout.add_families(corners);
        (definition, layout)
    }

    /// The sides with their corners, the same without, and the corners, each as one set of regions.
    fn add_families(&mut self, corners: Vec<Vec<u16>>) {
        let sides: Vec<Vec<u16>> = self.regions.iter().map(|(_, sites)| sites.clone()).collect();
        let is_corner = |site: &u16| corners.iter().any(|corner| corner.contains(site));
        let bare = |side: &Vec<u16>| side.iter().copied().filter(|site| !is_corner(site)).collect();
        let edges = sides.iter().map(bare).collect();
        let all: Vec<u16> = corners.concat();
        self.regions.push(("corners".into(), all));
        self.families = vec![("sides", sides), ("edges", edges), ("corners", corners)];
    }

    /// All lines of `k` sites; `exact` as in [`Grid::lines`].
    pub(super) fn lines(&self, k: usize, exact: bool) -> Vec<Group> {
        match &self.grid {
            Some(grid) => grid.lines(k, exact),
            None => self.compass.lines(k, exact),
        }
    }

    /// Leaves diagonals only between sites whose column and row are both even or both odd, counted from the
    /// corner, and draws them: the board of Alquerque.
    pub(super) fn thin_diagonals(&mut self, definition: &mut Definition) {
        let Some(grid) = self.grid.take() else { return };
        for (name, next) in self.compass.names.iter().zip(&mut self.compass.next) {
            if !name.contains('-') {
                continue;
            }
            for (at, to) in grid.all().zip(next) {
                if (at[0] + at[1]) % 2 == 1 {
                    *to = NOWHERE;
                } else if *to != NOWHERE && name.starts_with("south") {
                    definition.edges.push((grid.index(at), *to));
                }
            }
        }
    }

    /// The sites of a region.
    pub(super) fn region(&self, name: &str) -> Option<&Vec<u16>> {
        self.regions.iter().find(|(known, _)| known == name).map(|(_, sites)| sites)
    }
}

/// The letters of the columns above them, the numbers of the rows at their ends.
fn labels(kept: &[[usize; 3]], width: usize) -> Vec<Label> {
    let point = |c: f32, r: f32| Point::new(c + r / 2.0, r * 0.866);
    let mut labels = Vec::new();
    for i in 0..width {
        let (column, row) = (kept.iter().find(|at| at[0] == i), kept.iter().rfind(|at| at[1] == i));
        if let Some(top) = column {
            let at = point(i as f32, top[1] as f32 - 1.0);
            labels.push(Label { text: column_name(i), at });
        }
        if let Some(last) = row {
            let at = point(last[0] as f32 + 1.0, i as f32);
            labels.push(Label { text: (i + 1).to_string(), at });
        }
    }
    labels
}
