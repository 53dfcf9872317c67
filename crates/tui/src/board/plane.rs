//! Where the sites of a board come to stand: the largest scale at which everything fits.

use std::collections::{BTreeMap, HashSet};

use henge::depict::{Outline, Point, Stack};
use henge::{Board, SiteId};

use super::fold::folded;

/// A rectangle of characters. It may lie outside of the sheet until everything is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Box2 {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Box2 {
    pub fn right(self) -> i32 {
        self.x + self.w
    }
    pub fn bottom(self) -> i32 {
        self.y + self.h
    }
    /// The character in the middle; left of it where there are two.
    pub fn middle(self) -> (i32, i32) {
        (self.x + (self.w - 1) / 2, self.y + (self.h - 1) / 2)
    }
    fn has(self, x: i32, y: i32) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }
}

/// A board on a sheet of characters.
pub struct Plane {
    /// As it is drawn: turned round or folded, if it had to be.
    pub board: Board,
    /// The rectangles of the sites; none for those that are not drawn.
    pub boxes: Vec<Option<Box2>>,
    /// The places of the pieces of a stack, the first piece first.
    pub slots: BTreeMap<usize, Vec<Box2>>,
    /// Where the text around the board begins.
    pub labels: Vec<(Box2, usize)>,
    /// The corners of areas.
    pub areas: Vec<Vec<(i32, i32)>>,
    /// How large the sheet is.
    pub size: (u16, u16),
    /// Are there lines between squares?
    pub ruled: bool,
    /// Rows from a site to the one below.
    pub pitch: i32,
}

/// What a board looks like from a distance.
struct Traits {
    gap: (f32, f32),
    /// Rows are moved against each other by half a site.
    halves: bool,
    squares: bool,
    /// Crossings of lines: sites touch each other.
    lattice: bool,
    /// Sites with lines between them, which need room.
    graph: bool,
}

impl Traits {
    fn of(board: &Board, skip: &HashSet<usize>) -> Traits {
        let sites: Vec<_> = shown(board, skip).map(|(_, site)| site).collect();
        let mut ys: Vec<f32> = sites.iter().map(|site| site.at.y).collect();
        ys.sort_by(f32::total_cmp);
        let steps = board.stacks.iter().map(|stack| stack.step.y.abs());
        let gaps = ys.windows(2).map(|pair| pair[1] - pair[0]).chain(steps);
        let gap_y = gaps.filter(|gap| *gap > 0.3).fold(1.0, f32::min);
        let mut gap_x: f32 = 1.0;
        let mut halves = 0;
        for (i, a) in sites.iter().enumerate() {
            let aside = (a.at.x - sites[0].at.x).rem_euclid(1.0);
            halves += usize::from((0.3..0.7).contains(&aside));
            for b in &sites[i + 1..] {
                let far = (a.at.x - b.at.x).abs();
                if (a.at.y - b.at.y).abs() < 0.1 && far > 0.3 {
                    gap_x = gap_x.min(far);
                }
            }
        }
        let squares = sites.iter().any(|site| site.outline == Outline::Square);
        let dots = sites.iter().filter(|site| site.outline == Outline::Dot).count();
        let lattice = !board.edges.is_empty() && dots == sites.len();
        let graph = !board.edges.is_empty() && !lattice;
        Traits { gap: (gap_x, gap_y), halves: 4 * halves > sites.len(), squares, lattice, graph }
    }
}

fn shown<'a>(
    board: &'a Board,
    skip: &'a HashSet<usize>,
) -> impl Iterator<Item = (usize, &'a henge::depict::Site)> {
    let finite = |point: Point| point.x.is_finite() && point.y.is_finite();
    let sites = board.sites.iter().enumerate();
    sites.filter(move |(i, site)| !skip.contains(i) && finite(site.at))
}

impl Plane {
    /// Lays a board out on at most `width` by `height` characters; what does not fit even at the
    /// smallest scale is larger. Sites in `skip` are drawn elsewhere.
    pub fn new(
        board: &Board,
        skip: &HashSet<usize>,
        (width, height): (u16, u16),
        flip: bool,
        ruled: bool,
    ) -> Plane {
        let board = if flip { board.flipped() } else { board.clone() };
        let straight = Plane::fitted(&board, skip, (width, height), ruled);
        match folded(&board).map(|board| Plane::fitted(&board, skip, (width, height), ruled)) {
            Some(folded) if folded.pitch > straight.pitch || straight.size.0 > width => folded,
            _ => straight,
        }
    }

    fn fitted(board: &Board, skip: &HashSet<usize>, most: (u16, u16), ruled: bool) -> Plane {
        let traits = Traits::of(board, skip);
        let mut smallest = None;
        for rows in (1..=7).rev() {
            // A character is twice as high as wide; a little wider pleases the eye.
            for columns in (2 * rows - 1..=2 * rows + 2).rev() {
                // Half a site to the side should be a whole number of columns, where it is seen.
                let uneven = traits.halves && columns % 2 == 1 && rows > 1;
                let wide = traits.lattice && columns > 2 * rows + 1;
                if columns < 2 || uneven || wide {
                    continue;
                }
                // With lines between them squares need a row more.
                let with_lines = ruled && traits.squares && rows > 1 && columns > 3;
                let plane = Plane::scaled(board, skip, &traits, (columns, rows), with_lines);
                if plane.size.0 <= most.0 && plane.size.1 <= most.1 {
                    return plane;
                }
                smallest = Some(plane);
            }
        }
        smallest.unwrap_or_else(|| Plane::scaled(board, skip, &traits, (2, 1), false))
    }

    fn scaled(
        board: &Board,
        skip: &HashSet<usize>,
        traits: &Traits,
        (columns, rows): (i32, i32),
        ruled: bool,
    ) -> Plane {
        let scale = (columns as f32 / traits.gap.0, rows as f32 / traits.gap.1);
        let place =
            // Halves go up on both sides of zero, or one gap would be wider than the others.
            |point: Point| ((point.x * scale.0 + 0.5).floor() as i32, (point.y * scale.1 + 0.5).floor() as i32);
        let mut plane = Plane {
            board: board.clone(),
            boxes: vec![None; board.sites.len()],
            slots: BTreeMap::new(),
            labels: Vec::new(),
            areas: Vec::new(),
            size: (0, 0),
            ruled,
            pitch: rows,
        };
        for (i, site) in shown(board, skip) {
            let (x, y) = place(site.at);
            let full = match site.outline {
                Outline::Square | Outline::Hexagon => true,
                Outline::Dot => traits.lattice,
                _ => !traits.graph && !matches!(site.outline, Outline::Polygon(_)),
            };
            let (w, h) = match (full, ruled && site.outline == Outline::Square) {
                (true, true) => (columns - 1, rows - 1),
                (true, false) => (columns, rows),
                // Lines need room beside what they join.
                (false, _) => ((columns - 1).min(if columns > 7 { 5 } else { 3 }).max(1), 1),
            };
            let (w, h) = (w.max(1), h.max(1));
            // All boxes of one size have their middle where the point is.
            plane.boxes[i] = Some(Box2 { x: x - (w - 1) / 2, y: y - (h - 1) / 2, w, h });
        }
        for stack in &board.stacks {
            plane.stack(stack, columns, rows, place);
        }
        plane.areas = (board.areas.iter())
            .map(|corners| corners.iter().map(|&corner| place(corner)).collect())
            .collect();
        plane.widen_areas();
        plane.place_labels(place);
        plane.settle();
        plane
    }

    fn stack(
        &mut self,
        stack: &Stack,
        columns: i32,
        rows: i32,
        place: impl Fn(Point) -> (i32, i32),
    ) {
        let i = stack.site.index();
        let Some(at) = self.board.sites.get(i).map(|site| site.at) else { return };
        if self.boxes.get(i).is_none_or(Option::is_none) {
            return;
        }
        let h = if stack.step.y.abs() > 0.6 { rows } else { 1 };
        let w = (columns - 1).max(1);
        let mut slots: Vec<Box2> = Vec::new();
        for n in 0..stack.most.clamp(1, 100) {
            let (x, y) = (stack.step.x * f32::from(n), stack.step.y * f32::from(n));
            let (x, y) = place(Point::new(at.x + x, at.y + y));
            let slot = Box2 { x: x - (w - 1) / 2, y: y - (h - 1) / 2, w, h };
            if slots.last() != Some(&slot) {
                slots.push(slot);
            }
        }
        let (top, bottom) =
            (slots.iter().map(|s| s.y).min(), slots.iter().map(|s| s.bottom()).max());
        if let (Some(top), Some(bottom)) = (top, bottom) {
            self.boxes[i] = Some(Box2 { y: top, h: bottom - top, ..slots[0] });
        }
        self.slots.insert(i, slots);
    }

    /// Frames go around what they hold, not through it.
    fn widen_areas(&mut self) {
        for corners in &mut self.areas {
            let xs = |c: &[(i32, i32)]| (c.iter().map(|p| p.0).min(), c.iter().map(|p| p.0).max());
            let ys = |c: &[(i32, i32)]| (c.iter().map(|p| p.1).min(), c.iter().map(|p| p.1).max());
            let ((Some(left), Some(right)), (Some(top), Some(bottom))) = (xs(corners), ys(corners))
            else {
                continue;
            };
            let within = |b: &&Box2| {
                let (x, y) = b.middle();
                (left..=right).contains(&x) && (top - 1..=bottom + 1).contains(&y)
            };
            let held: Vec<Box2> = self.boxes.iter().flatten().filter(within).copied().collect();
            let left = held.iter().map(|b| b.x - 1).min().unwrap_or(left);
            let right = held.iter().map(|b| b.right()).max().unwrap_or(right);
            let top = held.iter().map(|b| b.y - 1).min().unwrap_or(top);
            let bottom = held.iter().map(|b| b.bottom()).max().unwrap_or(bottom);
            *corners = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        }
    }

    /// Labels stand beside their row, or above and below their column.
    fn place_labels(&mut self, place: impl Fn(Point) -> (i32, i32)) {
        let framed = self.ruled || !self.areas.is_empty() || !self.board.rims.is_empty();
        let margin = i32::from(framed);
        let all: Vec<Box2> = self.boxes.iter().flatten().copied().collect();
        let top = all.iter().map(|b| b.y).min().unwrap_or(0);
        let bottom = all.iter().map(|b| b.bottom()).max().unwrap_or(0);
        for (i, label) in self.board.labels.iter().enumerate() {
            let (x, y) = place(label.at);
            let w = label.text.chars().count().min(12) as i32;
            let row: Vec<&Box2> = all.iter().filter(|b| b.has(b.x, y)).collect();
            let first = row.iter().map(|b| b.x).min();
            let last = row.iter().map(|b| b.right()).max();
            let (x, y) = match (first, last) {
                (Some(first), _) if x < first => (first - 1 - margin - w, y),
                (_, Some(last)) if x >= last => (last + 1 + margin, y),
                _ if y < top => (x - (w - 1) / 2, top - 1 - margin),
                _ if y >= bottom => (x - (w - 1) / 2, bottom + margin),
                _ => (x - (w - 1) / 2, y),
            };
            self.labels.push((Box2 { x, y, w, h: 1 }, i));
        }
        // Above a block in the middle of the board there may be no row for it.
        let boxes = &self.boxes;
        self.labels.retain(|(label, _)| {
            let covers = |b: &Box2| (label.x..label.right()).any(|x| b.has(x, label.y));
            !boxes.iter().flatten().any(covers)
        });
    }

    /// Moves everything to where the sheet begins.
    fn settle(&mut self) {
        let margin = i32::from(self.ruled);
        let rim = i32::from(!self.board.rims.is_empty());
        let boxes = self.boxes.iter().flatten().chain(self.slots.values().flatten());
        let boxes = boxes.map(|b| Box2 {
            x: b.x - margin - rim,
            y: b.y - margin - rim,
            w: b.w + 2 * (margin + rim),
            h: b.h + 2 * (margin + rim),
        });
        let labels = self.labels.iter().map(|(b, _)| *b);
        let corners = self.areas.iter().flatten().map(|&(x, y)| Box2 { x, y, w: 1, h: 1 });
        let all: Vec<Box2> = boxes.chain(labels).chain(corners).collect();
        let left = all.iter().map(|b| b.x).min().unwrap_or(0);
        let top = all.iter().map(|b| b.y).min().unwrap_or(0);
        let right = all.iter().map(|b| b.right()).max().unwrap_or(0);
        let bottom = all.iter().map(|b| b.bottom()).max().unwrap_or(0);
        let shift = |b: &mut Box2| (b.x, b.y) = (b.x - left, b.y - top);
        self.boxes.iter_mut().flatten().for_each(shift);
        self.slots.values_mut().flatten().for_each(shift);
        self.labels.iter_mut().for_each(|(b, _)| shift(b));
        self.areas.iter_mut().flatten().for_each(|(x, y)| (*x, *y) = (*x - left, *y - top));
        let limit = |n: i32| n.clamp(1, 1000) as u16;
        self.size = (limit(right - left), limit(bottom - top));
    }

    /// The site under a character, or next to it.
    pub fn site_at(&self, x: i32, y: i32) -> Option<SiteId> {
        let found = |b: &Option<Box2>, near: i32| {
            b.is_some_and(|b| Box2 { x: b.x - near, w: b.w + 2 * near, ..b }.has(x, y))
        };
        let at = |near: i32| self.boxes.iter().position(|b| found(b, near));
        at(0).or_else(|| at(1)).map(|i| SiteId(i as u16))
    }

    /// The site in the middle of the board: where the cursor begins.
    pub fn centre(&self) -> SiteId {
        let (x, y) = (i32::from(self.size.0) / 2, i32::from(self.size.1) / 2);
        let far = |b: &Box2| {
            let (a, c) = b.middle();
            (a - x).pow(2) + 4 * (c - y).pow(2)
        };
        let boxes = self.boxes.iter().enumerate().filter_map(|(i, b)| Some((i, far(b.as_ref()?))));
        SiteId(boxes.min_by_key(|(_, far)| *far).map_or(0, |(i, _)| i as u16))
    }
}

/// Where an arrow key leads: the nearest site that lies rather that way than sideways; the same one if
/// there is none.
pub fn toward(plane: &Plane, from: SiteId, (ux, uy): (f32, f32)) -> SiteId {
    let sites = &plane.board.sites;
    let Some(here) = sites.get(from.index()).map(|site| site.at) else { return from };
    let mut best = (f32::INFINITY, from);
    for (i, site) in sites.iter().enumerate() {
        if i == from.index() || plane.boxes[i].is_none() {
            continue;
        }
        let (dx, dy) = (site.at.x - here.x, site.at.y - here.y);
        let along = dx * ux + dy * uy;
        let aside = (dx * uy).abs() + (dy * ux).abs();
        if along < 0.05 || aside > 1.75 * along {
            continue;
        }
        // The tiny leaning keeps ways back and forth the same on boards of hexagons.
        let cost = along + 2.2 * aside + if dx + dy < 0.0 { 0.0 } else { 1e-3 };
        if cost < best.0 {
            best = (cost, SiteId(i as u16));
        }
    }
    best.1
}
