//! The board in characters.

use std::collections::HashSet;

use crate::depict::{Kind, Label, Outline, Point, Rim, Stack};
use crate::{Board, Player, Scene};

use super::canvas::{Canvas, Ink, LIMIT, write_line};
use super::layout::{Form, Layout, is_finite};
use super::lines::Spot;
use super::site::{SiteView, clean, clean_char, player_name, views};

/// Whether a drawing may use colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Colour {
    /// Characters alone, without a single escape sequence.
    #[default]
    Plain,
    /// The sixteen colours every terminal has, in the shades its owner likes to read.
    Ansi,
}

/// Which characters a drawing may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Charset {
    /// Stones, lines and dice as Unicode has them.
    #[default]
    Unicode,
    /// Nothing but ASCII; in names and notes a `?` stands for each other character.
    Ascii,
}

/// How a board is drawn in characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TextStyle {
    /// Whether it may use colours.
    pub colour: Colour,
    /// Which characters it may use.
    pub charset: Charset,
}

// Bright red and bright blue can be read on black and on white alike; yellow and cyan cannot.
const FIRST: u8 = 91;
const SECOND: u8 = 94;
pub(super) const HINT: u8 = 32;
pub(super) const NOTE: u8 = 35;

/// Draws the board and what stands on it, line by line, each with a newline at its end.
///
/// ```
/// use henge_core::{Board, Scene, render};
/// let drawing = render::text(&Board::default(), &Scene::default(), &render::TextStyle::default());
/// assert_eq!(drawing, "");
/// ```
pub fn text(board: &Board, scene: &Scene, style: &TextStyle) -> String {
    let mut lines = Vec::new();
    if let Some(layout) = Layout::new(board) {
        let mut pen = Pen { board, style, canvas: Canvas::new(style.charset), layout };
        pen.draw(&views(board, scene));
        let (first, last) = pen.layout.corners;
        lines = pen.canvas.rows(style.colour, first, last);
    }
    let below = below(board, scene, style);
    if !lines.is_empty() && !below.is_empty() {
        lines.push(String::new());
    }
    lines.extend(below);
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// The colour of a player; pieces that belong to nobody have the terminal's own.
pub(super) fn ink_of(owner: Option<Player>) -> Ink {
    match owner {
        Some(Player::First) => Ink::coloured(FIRST),
        Some(Player::Second) => Ink::coloured(SECOND),
        None => Ink::default(),
    }
}

/// Text that is safe to show in this style.
pub(super) fn shown(text: &str, charset: Charset) -> Vec<char> {
    let within = |c: char| if charset == Charset::Ascii && !c.is_ascii() { '?' } else { c };
    clean(text).trim().chars().map(within).take(LIMIT as usize).collect()
}

/// The lines under the board: whose the rims are, the dice, the notes.
fn below(board: &Board, scene: &Scene, style: &TextStyle) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rims = Vec::new();
    for player in Player::BOTH {
        // Colour must not tell alone whose a rim is.
        let names = board.rims.iter().filter(|rim| rim.owner == player && !rim.name.is_empty());
        let names: Vec<&str> = names.map(|rim| rim.name.as_str()).collect();
        if names.is_empty() {
            continue;
        }
        if !rims.is_empty() {
            rims.extend([' '; 3].map(|blank| (blank, Ink::default())));
        }
        let kind = board.kinds.iter().find(|kind| kind.owner == Some(player));
        let owner = match (kind, style.charset) {
            (Some(kind), Charset::Unicode) => clean_char(kind.glyph).to_string(),
            (Some(kind), Charset::Ascii) => clean_char(kind.ascii).to_string(),
            (None, _) => player_name(player).to_string(),
        };
        let text = shown(&format!("{owner} {}", names.join(", ")), style.charset);
        rims.extend(text.into_iter().map(|c| (c, ink_of(Some(player)))));
    }
    if !rims.is_empty() {
        rims.truncate(LIMIT as usize);
        lines.push(write_line(&rims, style.colour));
    }
    if !scene.dice.is_empty() {
        let numbers: Vec<String> = scene.dice.iter().map(u8::to_string).collect();
        let mut line = format!("dice: {}", numbers.join(" "));
        if style.charset == Charset::Unicode {
            let faces = scene.dice.iter().filter(|die| (1..=6).contains(*die));
            let faces = faces.filter_map(|&die| char::from_u32(0x267f + u32::from(die)));
            line.push_str("  ");
            line.extend(faces.flat_map(|face| [face, ' ']));
        }
        lines.push(shown(&line, style.charset).into_iter().collect());
    }
    for note in scene.notes.iter().flat_map(|note| note.lines()) {
        lines.push(shown(note, style.charset).into_iter().collect());
    }
    lines
}

/// Draws on the canvas what the layout has placed.
pub(super) struct Pen<'a> {
    pub board: &'a Board,
    pub style: &'a TextStyle,
    pub canvas: Canvas,
    pub layout: Layout,
}

impl Pen<'_> {
    /// Later things give way to earlier ones, except that sites hide lines.
    fn draw(&mut self, views: &[SiteView]) {
        self.rule();
        self.areas();
        self.edges();
        for (index, view) in views.iter().enumerate() {
            self.site(index, view);
        }
        for rim in &self.board.rims {
            self.rim(rim);
        }
        for label in &self.board.labels {
            self.label(label);
        }
        if self.style.colour == Colour::Plain {
            self.brackets(views);
        }
    }

    /// Without colours the last move stands between brackets, unless these would hide something.
    fn brackets(&mut self, views: &[SiteView]) {
        if self.layout.step < 2 {
            return;
        }
        let lasts = views.iter().zip(&self.layout.spots).filter(|(view, _)| view.last.is_some());
        for (row, column) in lasts.filter_map(|(_, &spot)| spot) {
            let sides = [((row, column - 1), '['), ((row, column + 1), ']')];
            if sides.iter().all(|&(spot, _)| !self.canvas.has_glyph(spot)) {
                for (spot, bracket) in sides {
                    self.canvas.put(spot, bracket, Ink::default());
                }
            }
        }
    }

    /// A character for each charset.
    pub fn pick(&self, unicode: char, ascii: char) -> char {
        if self.style.charset == Charset::Ascii { ascii } else { unicode }
    }

    /// Lines between square cells that touch, and none around the board.
    fn rule(&mut self) {
        if self.layout.form != Form::Ruled {
            return;
        }
        let sites = self.board.sites.iter().zip(&self.layout.spots);
        let squares = sites.filter(|(site, _)| site.outline == Outline::Square);
        let squares: HashSet<Spot> = squares.filter_map(|(_, &spot)| spot).collect();
        for &(row, column) in &squares {
            if squares.contains(&(row, column + 4)) {
                self.canvas.line((row - 1, column + 2), (row + 1, column + 2));
            }
            if squares.contains(&(row + 2, column)) {
                self.canvas.line((row + 1, column - 2), (row + 1, column + 2));
            }
        }
    }

    /// A line around each area.
    fn areas(&mut self) {
        for corners in &self.board.areas {
            let spots: Vec<Spot> =
                corners.iter().filter_map(|&corner| self.layout.spot(corner)).collect();
            for (i, &spot) in spots.iter().enumerate() {
                self.canvas.line(spot, spots[(i + 1) % spots.len()]);
            }
        }
    }

    fn edges(&mut self) {
        // Where nothing but a hyphen has room between two points, blanks look better.
        if self.layout.form == Form::Lattice && self.style.charset == Charset::Ascii {
            return;
        }
        for (a, b) in &self.board.edges {
            let spot = |site: usize| self.layout.spots.get(site).copied().flatten();
            if let (Some(from), Some(to)) = (spot(a.index()), spot(b.index())) {
                self.canvas.line(from, to);
            }
        }
    }

    fn site(&mut self, index: usize, view: &SiteView) {
        let Some(Some((row, column))) = self.layout.spots.get(index).copied() else { return };
        let around = i32::from(self.layout.room >= 3);
        for near in column - around..=column + around {
            self.canvas.keep((row, near));
        }
        if let (Some(stack), [(_, kind, count)]) = (view.stack, &view.pieces[..]) {
            self.stack(self.board.sites[index].at, stack, kind, *count, view);
            return;
        }
        let content = self.content(&self.board.sites[index], (row, column), view);
        for (i, &(glyph, ink)) in (0..).zip(&content.chars) {
            self.canvas.put((row, column - content.before + i), glyph, ink);
        }
    }

    /// Pieces in a row, each in a line of its own; if there are more than lines, the last one is
    /// their number.
    fn stack(&mut self, at: Point, stack: &Stack, kind: &Kind, count: u16, view: &SiteView) {
        let place = |i: u16| {
            let (x, y) = (stack.step.x * f32::from(i), stack.step.y * f32::from(i));
            self.layout.spot(Point::new(at.x + x, at.y + y))
        };
        let mut lines: Vec<Spot> = (0..stack.most.clamp(1, 100)).filter_map(place).collect();
        lines.dedup();
        // Pieces that lie closer than lines do take as many lines as they can.
        let n = usize::from(count).min(lines.len());
        let mut ink = ink_of(kind.owner);
        ink.underline = view.target.is_some() || view.last.is_some();
        ink.bold = view.last.is_some() || view.winning.is_some();
        let ascii = clean_char(kind.ascii);
        let ascii = if ascii.is_ascii() { ascii } else { '?' };
        let glyph = self.pick(clean_char(kind.glyph), ascii);
        for &spot in &lines[..n] {
            self.canvas.put(spot, glyph, ink);
        }
        if usize::from(count) > n
            && let Some(&(row, column)) = lines.last()
        {
            let number: Vec<char> = count.to_string().chars().collect();
            let before = number.len() as i32 / 2;
            for (i, &digit) in (0..).zip(&number) {
                self.canvas.put((row, column - before + i), digit, ink);
            }
        }
    }

    /// A stroke beside each site that the rim touches. The rim itself may run through the row of
    /// its sites, as the jagged side of a board of hexagons does.
    fn rim(&mut self, rim: &Rim) {
        let points: Vec<Point> = rim.points.iter().copied().filter(is_finite).collect();
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        let (dx, dy) = (last.x - first.x, last.y - first.y);
        let side = if dx.abs() < 0.2 * dy.abs() {
            self.pick('│', '|')
        } else if (dx < 0.0) == (dy < 0.0) {
            self.pick('╲', '\\')
        } else {
            self.pick('╱', '/')
        };
        let level = self.pick('═', '=');
        let ink = ink_of(Some(rim.owner));
        let half = (self.layout.step / 2).clamp(1, 2);
        for (site, spot) in self.board.sites.iter().zip(&self.layout.spots) {
            let &Some((row, column)) = spot else { continue };
            let Some((x, y)) = towards(site.at, &points) else { continue };
            let (row, columns, stroke) = if y.abs() >= x.abs() {
                let row = if y < 0.0 { row - 1 } else { row + 1 };
                (row, column - half..=column + half, level)
            } else {
                let column = if x < 0.0 { column - half } else { column + half };
                (row, column..=column, side)
            };
            for spot in columns.map(|column| (row, column)) {
                if self.canvas.is_free(spot) {
                    self.canvas.put(spot, stroke, ink);
                }
            }
        }
    }

    /// Puts a label where it belongs or, if something is there, farther out.
    fn label(&mut self, label: &Label) {
        let text = shown(&label.text, self.style.charset);
        let text = &text[..text.len().min(40)];
        let Some((row, column)) = self.layout.spot(label.at) else { return };
        let width = text.len() as i32;
        let beside = self.layout.row(row);
        // Numbers beside the rows end, or begin, in one column.
        let (start, step) = match beside {
            Some((first, _)) if column < first => (column + 1 - width, (0, -1)),
            Some((_, last)) if column > last => (column, (0, 1)),
            _ => {
                let (first, last) = self.layout.corners;
                let up = 2 * row < first.0 + last.0;
                (column - (width - 1) / 2, (if up { -1 } else { 1 }, 0))
            }
        };
        // Inside the board a label that finds no place would wander off.
        let tries = if beside.is_some() && step.0 != 0 { 1 } else { 6 };
        let place = (0..tries).map(|i| (row + i * step.0, start + i * step.1)).find(|&(r, c)| {
            // One blank on either side keeps labels apart.
            (c - 1..=c + width).all(|near| self.canvas.is_free((r, near)))
        });
        if let Some((row, start)) = place {
            for (i, &c) in (0..).zip(text) {
                self.canvas.put((row, start + i), c, Ink::FAINT);
            }
        }
    }
}

/// Which way the rim lies from a site that it touches; none for the other sites.
fn towards(at: Point, rim: &[Point]) -> Option<(f32, f32)> {
    let mut ways = Vec::new();
    for i in 0..rim.len() {
        let (a, b) = (rim[i], rim[(i + 1).min(rim.len() - 1)]);
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let along = ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy);
        let along = if along.is_finite() { along.clamp(0.0, 1.0) } else { 0.0 };
        let (x, y) = (a.x + along * dx - at.x, a.y + along * dy - at.y);
        ways.push((x, y, x.hypot(y)));
    }
    let nearest = ways.iter().map(|way| way.2).fold(f32::INFINITY, f32::min);
    // A jagged rim touches a hexagon with two sides at the same distance: it lies between them.
    let near = ways.iter().filter(|way| way.2 <= 1.1 * nearest);
    (nearest <= 1.0).then(|| near.fold((0.0, 0.0), |sum, way| (sum.0 + way.0, sum.1 + way.1)))
}
