//! The board as SVG: a whole document that stands alone, or inside a page.

use crate::depict::{Hue, Kind};
use crate::depict::{Outline, Point};
use crate::{Board, Player, Scene};

use super::layout::is_finite;
use super::site::{clean, player_name, views};
use super::theme::Theme;
use super::xml::{Element, number};

/// How a board is drawn as SVG.
#[derive(Clone, PartialEq, Debug)]
pub struct SvgStyle {
    /// What the picture is called, for those who cannot see it and for tips.
    pub title: String,
    /// What there is to see; empty if the title says enough.
    pub description: String,
    /// Its colours.
    pub theme: Theme,
    /// How many pixels lie between two neighbouring sites.
    pub unit: f32,
}

impl Default for SvgStyle {
    fn default() -> Self {
        SvgStyle {
            title: String::new(),
            description: String::new(),
            theme: Theme::default(),
            unit: 48.0,
        }
    }
}

/// Sites farther from the origin are moved to this distance, in units.
const FAR: f64 = 1000.0;
/// Blank space around the drawing, in units.
const MARGIN: f64 = 0.4;

/// Draws the board and what stands on it as an SVG document.
///
/// Every site is a group with its name in `data-site`, and says in its title what stands on it.
pub fn svg(board: &Board, scene: &Scene, style: &SvgStyle) -> String {
    let unit = if style.unit.is_finite() { f64::from(style.unit.clamp(4.0, 400.0)) } else { 48.0 };
    let mut pen = Pen { board, unit, frame: None };
    let mut parts = pen.panel();
    parts.extend(pen.edges());
    for (site, view) in board.sites.iter().zip(views(board, scene)) {
        parts.extend(pen.site(site, &view));
    }
    parts.extend(pen.rims());
    parts.extend(pen.labels());
    parts.extend(pen.below(scene));

    let frame = pen.frame.unwrap_or(Frame { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 });
    let (left, top) = ((frame.left - MARGIN) * unit, (frame.top - MARGIN) * unit);
    let width = (frame.right - frame.left + 2.0 * MARGIN) * unit;
    let height = (frame.bottom - frame.top + 2.0 * MARGIN) * unit;
    let sizes = [left, top, width, height].map(number);
    // A picture without a name is silence to a screen reader.
    let title = clean(&style.title);
    let title = if title.trim().is_empty() { "board" } else { title.as_str() };
    let mut root = Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", sizes.join(" "))
        .at("width", width)
        .at("height", height)
        .with("class", style.theme.class())
        .with("role", "img")
        .child(Element::new("title").text(title));
    if !clean(&style.description).trim().is_empty() {
        root = root.child(Element::new("desc").text(&style.description));
    }
    let ground = Element::new("rect").with("class", "ground").at("x", left).at("y", top);
    let ground = ground.at("width", width).at("height", height).at("rx", 0.2 * unit);
    root.child(Element::new("style").text(&style.theme.sheet()))
        .child(ground)
        .children(parts)
        .to_string()
}

/// The part of the plane that is drawn on, in units.
#[derive(Clone, Copy)]
struct Frame {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// A point in units, where it can be drawn.
pub(super) fn place(point: Point) -> Option<(f64, f64)> {
    let near = |value: f32| f64::from(value).clamp(-FAR, FAR);
    is_finite(&point).then(|| (near(point.x), near(point.y)))
}

/// The style class of what a player owns.
pub(super) fn class_of(kind: &Kind) -> &'static str {
    match (kind.hue, kind.owner) {
        (Hue::Black, _) => "black",
        (Hue::White, _) => "white",
        (Hue::Red, _) => "red",
        (Hue::Yellow, _) => "yellow",
        (Hue::Owner, Some(owner)) => player_class(owner),
        (Hue::Owner, None) => "nobody",
    }
}

fn player_class(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// Turns units into pixels, and remembers how far the drawing reaches.
pub(super) struct Pen<'a> {
    pub board: &'a Board,
    pub unit: f64,
    frame: Option<Frame>,
}

impl Pen<'_> {
    pub fn reach(&mut self, x: f64, y: f64, (half_width, half_height): (f64, f64)) {
        let (left, right) = (x - half_width, x + half_width);
        let (top, bottom) = (y - half_height, y + half_height);
        let frame = self.frame.get_or_insert(Frame { left, top, right, bottom });
        (frame.left, frame.right) = (frame.left.min(left), frame.right.max(right));
        (frame.top, frame.bottom) = (frame.top.min(top), frame.bottom.max(bottom));
    }

    pub fn circle(&self, class: &str, (x, y): (f64, f64), radius: f64) -> Element {
        let circle = Element::new("circle").with("class", class);
        circle.at("cx", x * self.unit).at("cy", y * self.unit).at("r", radius * self.unit)
    }

    pub fn stroke(&self, element: Element, width: f64) -> Element {
        element.at("stroke-width", width * self.unit)
    }

    /// Text with its middle at a point. Not every program knows `dominant-baseline`, hence the
    /// number: a capital is about 0.7 of the size high.
    pub fn text(&self, class: &str, (x, y): (f64, f64), size: f64, text: &str) -> Element {
        let element = Element::new("text").with("class", class).at("x", x * self.unit);
        let element = element.at("y", (y + 0.355 * size) * self.unit);
        element.at("font-size", size * self.unit).text(text)
    }

    pub fn points(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let pair = |(x, y)| number(x * self.unit) + "," + &number(y * self.unit);
        points.map(pair).collect::<Vec<_>>().join(" ")
    }

    /// What lies behind the sites: a board of crossings has no cells that could carry its colour.
    fn panel(&mut self) -> Vec<Element> {
        let crossings = self.board.sites.iter().any(|site| site.outline == Outline::Dot);
        for (x, y) in self.board.sites.iter().filter_map(|site| place(site.at)) {
            if crossings {
                self.reach(x, y, (0.55, 0.55));
            }
        }
        let mut parts = Vec::new();
        if let Some(Frame { left, top, right, bottom }) = self.frame {
            let rect = Element::new("rect").with("class", "panel");
            let rect = rect.at("x", left * self.unit).at("y", top * self.unit);
            let rect = rect.at("width", (right - left) * self.unit);
            let rect = rect.at("height", (bottom - top) * self.unit);
            parts.push(rect.at("rx", 0.12 * self.unit));
        }
        for area in &self.board.areas {
            let corners: Vec<_> = area.iter().copied().filter_map(place).collect();
            for &(x, y) in &corners {
                self.reach(x, y, (0.0, 0.0));
            }
            let polygon = Element::new("polygon").with("class", "panel");
            parts.push(polygon.with("points", self.points(corners.into_iter())));
        }
        parts
    }

    fn edges(&self) -> Vec<Element> {
        let at = |index: usize| self.board.sites.get(index).and_then(|site| place(site.at));
        let line = |((x1, y1), (x2, y2)): ((f64, f64), (f64, f64))| {
            let line = Element::new("line").with("class", "edge").at("x1", x1 * self.unit);
            let line = line.at("y1", y1 * self.unit).at("x2", x2 * self.unit);
            self.stroke(line.at("y2", y2 * self.unit), 0.04)
        };
        let edges = self.board.edges.iter();
        edges.filter_map(|(a, b)| Some(line((at(a.index())?, at(b.index())?)))).collect()
    }

    /// A line along each side, over the cells it touches.
    fn rims(&mut self) -> Vec<Element> {
        let mut lines = Vec::new();
        for rim in &self.board.rims {
            let points: Vec<_> = rim.points.iter().copied().filter_map(place).collect();
            for &(x, y) in &points {
                self.reach(x, y, (0.1, 0.1));
            }
            let points = self.points(points.into_iter());
            let line = |class: &str, width: f64| {
                let line = Element::new("polyline").with("class", class);
                self.stroke(line.with("points", &points), width)
            };
            let title = format!("{}: side of the {}", rim.name, player_name(rim.owner));
            let group = Element::new("g").child(Element::new("title").text(&title));
            let group = group.child(line(&format!("{}-rim", player_class(rim.owner)), 0.18));
            // As on stones, colour does not tell alone.
            let second = (rim.owner == Player::Second).then(|| line("ring", 0.05));
            lines.push(group.children(second));
        }
        lines
    }

    fn labels(&mut self) -> Vec<Element> {
        let mut labels = Vec::new();
        for label in &self.board.labels {
            let text: String = clean(&label.text).chars().take(60).collect();
            let Some((x, y)) = place(label.at).filter(|_| !text.trim().is_empty()) else {
                continue;
            };
            self.reach(x, y, (0.1 * text.chars().count() as f64, 0.2));
            labels.push(self.text("faint", (x, y), 0.36, &text));
        }
        labels
    }

    /// Dice, then notes, under everything else.
    fn below(&mut self, scene: &Scene) -> Vec<Element> {
        let frame = self.frame.unwrap_or(Frame { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 });
        let mut y = frame.bottom;
        let mut parts = Vec::new();
        for (i, &die) in scene.dice.iter().take(40).enumerate() {
            let at = (frame.left + 0.36 + 0.9 * i as f64, frame.bottom + 0.7);
            self.reach(at.0, at.1, (0.36, 0.4));
            y = frame.bottom + 1.1;
            parts.push(self.die(die, at));
        }
        let size = 0.34;
        // Lines are as long as the board is wide, but not too short to be read.
        let wide = (((frame.right - frame.left) / (0.55 * size)) as usize).clamp(32, 100);
        for line in scene.notes.iter().flat_map(|note| note.lines()).take(100) {
            for line in wrap(&clean(line), wide) {
                y += 0.5;
                let half = 0.275 * size * line.chars().count() as f64;
                self.reach(frame.left + half, y, (half, 0.2));
                parts.push(self.text("ink begin", (frame.left, y), size, &line));
            }
        }
        parts
    }

    fn die(&self, die: u8, (x, y): (f64, f64)) -> Element {
        let face = Element::new("rect").with("class", "die").at("x", (x - 0.36) * self.unit);
        let face = face.at("y", (y - 0.36) * self.unit).at("width", 0.72 * self.unit);
        let face = face.at("height", 0.72 * self.unit).at("rx", 0.14 * self.unit);
        let title = Element::new("title").text(&format!("die: {die}"));
        let group = Element::new("g").child(title).child(self.stroke(face, 0.04));
        // Nine places, row by row from the upper left.
        let places: &[u8] = match die {
            1 => &[4],
            2 => &[2, 6],
            3 => &[2, 4, 6],
            4 => &[0, 2, 6, 8],
            5 => &[0, 2, 4, 6, 8],
            6 => &[0, 2, 3, 5, 6, 8],
            _ => return group.child(self.text("strong ink", (x, y), 0.4, &die.to_string())),
        };
        let pip = |&place: &u8| {
            let (column, row) = (f64::from(place % 3) - 1.0, f64::from(place / 3) - 1.0);
            self.circle("ink", (x + 0.2 * column, y + 0.2 * row), 0.07)
        };
        group.children(places.iter().map(pip))
    }
}

/// Breaks a line between words; a word that is too long is broken anywhere.
fn wrap(text: &str, wide: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut n = wide;
    for word in text.split_whitespace() {
        let word: Vec<char> = word.chars().collect();
        for part in word.chunks(wide) {
            if n + 1 + part.len() > wide {
                lines.push(String::new());
                n = 0;
            } else {
                lines.last_mut().expect("a full line opens the first").push(' ');
                n += 1;
            }
            lines.last_mut().expect("pushed above").extend(part);
            n += part.len();
        }
    }
    lines
}
