//! Where the sites of a board come to stand on a sheet of characters.

use std::collections::{HashMap, HashSet};

use crate::depict::{Outline, Point, Site};
use crate::{Board, SiteId};

use super::canvas::LIMIT;
use super::lines::Spot;

/// Terminals are at least this wide; a drawing stays within it as long as it can.
const SCREEN: f64 = 80.0;

/// What a board looks like as characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Square cells with ruled lines between them.
    Ruled,
    /// Crossings of lines a unit apart, without a row between two rows.
    Lattice,
    /// Sites with lines between them, and room to draw these.
    Graph,
    /// Sites alone.
    Loose,
}

/// A form, a scale, and the spots that follow from them.
pub(super) struct Layout {
    pub form: Form,
    /// Columns from a site to its neighbour.
    pub step: i32,
    /// How many characters of a site's own there are without touching the next.
    pub room: usize,
    /// The spots of the sites; none for a site that is nowhere on the plane.
    pub spots: Vec<Option<Spot>>,
    /// The first and the last row and column of the sites, with a column to spare on either side
    /// for brackets.
    pub corners: (Spot, Spot),
    rows: HashMap<i32, (i32, i32)>,
    origin: (f64, f64),
    scale: (f64, f64),
}

/// The plane in numbers that cannot overflow.
struct Extent {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Extent {
    fn of(points: impl Iterator<Item = Point>) -> Option<Extent> {
        let mut extent: Option<Extent> = None;
        for point in points.filter(is_finite) {
            let (x, y) = (f64::from(point.x), f64::from(point.y));
            let e = extent.get_or_insert(Extent { left: x, right: x, top: y, bottom: y });
            (e.left, e.right) = (e.left.min(x), e.right.max(x));
            (e.top, e.bottom) = (e.top.min(y), e.bottom.max(y));
        }
        extent
    }

    fn width(&self) -> f64 {
        self.right - self.left
    }

    fn height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// Whether a point is on the plane at all.
pub(super) fn is_finite(point: &Point) -> bool {
    point.x.is_finite() && point.y.is_finite()
}

impl Layout {
    /// None if no site is anywhere.
    pub fn new(board: &Board) -> Option<Layout> {
        let sites = Extent::of(board.sites.iter().map(|site| site.at))?;
        let labels = board.labels.iter().map(|label| label.at);
        let all = Extent::of(board.sites.iter().map(|site| site.at).chain(labels))?;
        // Half a cell on either side, or the longer half of a label.
        let fits = |(x, y): (f64, f64), rows: f64| {
            all.width() * x + 4.0 <= SCREEN && sites.height() * y < rows
        };
        let squares = has_neighbours(board);
        let (form, mut scale) = if squares && fits((4.0, 2.0), 26.0) {
            (Form::Ruled, (4.0, 2.0))
        } else if board.edges.is_empty() {
            let x = if !squares && fits((4.0, 1.0), f64::INFINITY) { 4.0 } else { 2.0 };
            (Form::Loose, (x, 1.0 / row_gap(&board.sites)))
        } else if is_lattice(board) {
            (Form::Lattice, (2.0, 1.0))
        } else {
            // Slanting lines want space; what stands on a grid looks well without.
            let big = [(8.0, 4.0), (6.0, 3.0)];
            let big = big.into_iter().find(|&scale| !is_grid(&board.sites) && fits(scale, 24.0));
            let small = if fits((4.0, 2.0), 60.0) { (4.0, 2.0) } else { (2.0, 1.0) };
            (Form::Graph, big.unwrap_or(small))
        };
        // Labels need some of the sheet, too.
        let most = f64::from(LIMIT) - 40.0;
        scale.0 = f64::min(scale.0, most / sites.width().max(1.0));
        scale.1 = f64::min(scale.1, most / sites.height().max(1.0));
        let mut origin = (sites.left, sites.top);
        if form == Form::Graph && !is_grid(&board.sites) {
            // Rounded from the middle, what is symmetrical stays so.
            let margin =
                |size: f64, scale: f64| (size / 2.0) - (size / 2.0 * scale).round() / scale;
            origin.0 += margin(sites.width(), scale.0);
            origin.1 += margin(sites.height(), scale.1);
        }
        let mut layout = Layout {
            form,
            step: 1,
            room: 1,
            spots: Vec::new(),
            corners: ((0, 0), (0, 0)),
            rows: HashMap::new(),
            origin,
            scale,
        };
        layout.spots = board.sites.iter().map(|site| layout.spot(site.at)).collect();
        for &(row, column) in layout.spots.iter().flatten() {
            let ends = layout.rows.entry(row).or_insert((column, column));
            *ends = (ends.0.min(column), ends.1.max(column));
        }
        let (rows, ends) = (|| layout.rows.keys().copied(), || layout.rows.values());
        let left = ends().map(|ends| ends.0).min().unwrap_or(0) - 1;
        let right = ends().map(|ends| ends.1).max().unwrap_or(0) + 1;
        layout.corners = ((rows().min().unwrap_or(0), left), (rows().max().unwrap_or(0), right));
        layout.step = i32::min(scale.0 as i32, narrowest(&layout.spots)).max(1);
        layout.room = (layout.step - 1).clamp(1, 5) as usize;
        Some(layout)
    }

    /// The spot nearest to a point. Far away is not farther than labels may stand.
    pub fn spot(&self, point: Point) -> Option<Spot> {
        let place = |value: f32, origin: f64, scale: f64| {
            let most = f64::from(LIMIT);
            ((f64::from(value) - origin) * scale).round().clamp(-20.0, most) as i32
        };
        is_finite(&point).then(|| {
            let row = place(point.y, self.origin.1, self.scale.1);
            (row, place(point.x, self.origin.0, self.scale.0))
        })
    }

    /// The first and the last column with a site in that row.
    pub fn row(&self, row: i32) -> Option<(i32, i32)> {
        self.rows.get(&row).copied()
    }
}

/// Whether square cells share a side, so that there is something to rule.
fn has_neighbours(board: &Board) -> bool {
    let squares = board.sites.iter().filter(|site| site.outline == Outline::Square);
    // Half units tell cells apart that stand in rows moved against each other.
    let place = |site: &Site| {
        let half = |value: f32| (f64::from(value) * 2.0).round() as i64;
        (half(site.at.x), half(site.at.y))
    };
    let squares: HashSet<(i64, i64)> =
        squares.filter(|site| is_finite(&site.at)).map(place).collect();
    let has = |x: i64, y: i64| squares.contains(&(x, y));
    squares.iter().any(|&(x, y)| has(x.saturating_add(2), y) || has(x, y.saturating_add(2)))
}

fn ends(board: &Board) -> impl Iterator<Item = (Point, Point)> {
    let at = |site: SiteId| board.sites.get(site.index()).map(|site| site.at);
    board.edges.iter().filter_map(move |&(a, b)| Some((at(a)?, at(b)?)))
}

fn is_whole(value: f32) -> bool {
    (value - value.round()).abs() < 0.05
}

fn is_grid(sites: &[Site]) -> bool {
    sites.iter().all(|site| is_whole(site.at.x) && is_whole(site.at.y))
}

/// Whether crossings and lines are those of squared paper, but for a few long lines such as those
/// that go round a torus.
fn is_lattice(board: &Board) -> bool {
    let dots = board.sites.iter().all(|site| site.outline == Outline::Dot);
    let upright = |(a, b): &(Point, Point)| (a.x - b.x).abs() < 0.05 || (a.y - b.y).abs() < 0.05;
    let short = |(a, b): &(Point, Point)| (a.x - b.x).abs() + (a.y - b.y).abs() < 1.05;
    let n_short = ends(board).filter(short).count();
    dots && is_grid(&board.sites)
        && ends(board).all(|edge| upright(&edge))
        && 4 * n_short >= 3 * board.edges.len()
}

/// The least distance between rows, within reason: the height that one line of text stands for.
fn row_gap(sites: &[Site]) -> f64 {
    let finite = sites.iter().map(|site| site.at).filter(is_finite);
    let mut ys: Vec<f64> = finite.map(|at| f64::from(at.y)).collect();
    ys.sort_by(f64::total_cmp);
    let gaps = ys.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.3);
    gaps.fold(1.0, f64::min)
}

/// The least distance between two sites in one row.
fn narrowest(spots: &[Option<Spot>]) -> i32 {
    let mut spots: Vec<Spot> = spots.iter().flatten().copied().collect();
    spots.sort_unstable();
    spots.dedup();
    let pairs = spots.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    pairs.map(|pair| pair[1].1 - pair[0].1).min().unwrap_or(i32::MAX)
}
