//! Pieces that cover several places at once. No game says so: a move that takes a piece from beside
//! the board and then touches empty neighbouring places lays a shape on them. From the legal moves
//! alone we learn the shapes, turn them and find where they fit.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use henge::depict::{Outline, Point, Site};
use henge::erased::MoveView;
use henge::{Board, Scene, SiteId};

/// The places of a shape relative to the one it is held by, which comes first.
pub type Cells = Vec<Point>;

/// Fine enough for squares and hexagons, coarse enough for what rounding does.
fn grain(value: f32) -> i32 {
    (20.0 * value).round() as i32
}

fn corner(points: impl Iterator<Item = Point> + Clone) -> Point {
    let left = points.clone().map(|point| point.x).fold(f32::MAX, f32::min);
    Point::new(left, points.map(|point| point.y).fold(f32::MAX, f32::min))
}

/// The same for shapes that differ only in where they lie.
pub fn key_of(cells: &[Point]) -> BTreeSet<(i32, i32)> {
    let from = corner(cells.iter().copied());
    cells.iter().map(|cell| (grain(cell.x - from.x), grain(cell.y - from.y))).collect()
}

fn at(sites: &[Site], id: SiteId) -> Point {
    sites.get(id.index()).map_or(Point::default(), |site| site.at)
}

/// The shape that a move lays.
pub fn cells_of(sites: &[Site], mv: &MoveView) -> Cells {
    let Some(&held) = mv.path.get(1) else { return Vec::new() };
    let from = at(sites, held);
    let place = |&id: &SiteId| Point::new(at(sites, id).x - from.x, at(sites, id).y - from.y);
    mv.path[1..].iter().map(place).collect()
}

/// One step clockwise around the place it is held by: a sixth on hexagons, else a quarter.
pub fn turned(cells: &[Point], sites: &[Site]) -> Cells {
    let hexagons = sites.iter().any(|site| site.outline == Outline::Hexagon);
    let angle = std::f32::consts::PI / if hexagons { 3.0 } else { 2.0 };
    let (sin, cos) = angle.sin_cos();
    cells.iter().map(|c| Point::new(c.x * cos - c.y * sin, c.x * sin + c.y * cos)).collect()
}

/// Left for right.
pub fn flipped(cells: &[Point]) -> Cells {
    cells.iter().map(|cell| Point::new(-cell.x, cell.y)).collect()
}

/// Do these places hang together?
fn together(cells: &[Point]) -> bool {
    let mut seen = vec![0];
    let mut next = 0;
    while let Some(&i) = seen.get(next) {
        next += 1;
        for (j, cell) in cells.iter().enumerate() {
            let near = (cell.x - cells[i].x).hypot(cell.y - cells[i].y) < 1.05;
            if near && !seen.contains(&j) {
                seen.push(j);
            }
        }
    }
    seen.len() == cells.len()
}

/// The shapes that lie beside the board at the start, by the place where each lies; none if this game
/// is not played so. Long paths of other games lead from place to place and fail one of the tests. A
/// piece that fits nowhere shows no shape.
pub fn hand_of(
    board: &Board,
    legal: &[MoveView],
    scene: &Scene,
) -> Option<BTreeMap<SiteId, Option<Cells>>> {
    if legal.is_empty() {
        return None;
    }
    let filled: BTreeSet<SiteId> = scene.pieces.iter().map(|piece| piece.site).collect();
    let covered: HashSet<SiteId> =
        legal.iter().flat_map(|mv| mv.path.iter().skip(1).copied()).collect();
    let mut hand: BTreeMap<SiteId, Option<Cells>> =
        filled.iter().map(|&site| (site, None)).collect();
    for mv in legal {
        let (from, rest) = mv.path.split_first()?;
        let free = rest.iter().all(|site| !filled.contains(site));
        if rest.len() < 2 || !filled.contains(from) || covered.contains(from) || !free {
            return None;
        }
        let shape = hand.get_mut(from)?;
        if shape.is_none() {
            let cells = cells_of(&board.sites, mv);
            if !together(&cells) {
                return None;
            }
            *shape = Some(cells);
        }
    }
    Some(hand)
}

/// The moves that lay a piece down as it is held.
pub fn fitting(sites: &[Site], legal: &[MoveView], from: SiteId, cells: &[Point]) -> Vec<usize> {
    let key = key_of(cells);
    let fits =
        |mv: &MoveView| mv.path.first() == Some(&from) && key_of(&cells_of(sites, mv)) == key;
    (0..legal.len()).filter(|&i| fits(&legal[i])).collect()
}

/// The point under the hand when a piece that is held so is laid by a move.
pub fn grip_of(sites: &[Site], mv: &MoveView, cells: &[Point]) -> Point {
    let lies = corner(mv.path[1..].iter().map(|&id| at(sites, id)));
    let held = corner(cells.iter().copied());
    Point::new(lies.x - held.x, lies.y - held.y)
}

/// The move that is meant by pointing at a place: the one that lies nearest to the hand among those
/// that cover it, so that a piece slips into a corner although its middle cannot lie there.
pub fn nearest(
    sites: &[Site],
    legal: &[MoveView],
    fits: &[usize],
    cells: &[Point],
    site: SiteId,
) -> Option<usize> {
    let here = at(sites, site);
    let far = |i: usize| {
        let grip = grip_of(sites, &legal[i], cells);
        (grip.x - here.x).hypot(grip.y - here.y)
    };
    let covers = |&i: &usize| legal[i].path[1..].contains(&site);
    fits.iter().copied().filter(covers).min_by(|&a, &b| far(a).total_cmp(&far(b)))
}

/// The places on the board under a piece that is held over one of them.
pub fn under(
    sites: &[Site],
    beside: &HashSet<usize>,
    cells: &[Point],
    site: SiteId,
) -> Vec<SiteId> {
    let here = at(sites, site);
    let wanted: HashSet<(i32, i32)> =
        cells.iter().map(|cell| (grain(here.x + cell.x), grain(here.y + cell.y))).collect();
    let ids = sites.iter().enumerate().filter(|(i, _)| !beside.contains(i));
    ids.filter(|(_, each)| wanted.contains(&(grain(each.at.x), grain(each.at.y))))
        .map(|(i, _)| SiteId(i as u16))
        .collect()
}
