//! One site as SVG: its outline, its pieces, its marks, and the tip that says all that in words.

use std::f64::consts::FRAC_PI_3;
use std::iter;

use crate::Player;
use crate::depict::{Hue, Kind, Outline, Shape, Site, Stack};

use super::site::{SiteView, clean, clean_char};
use super::svg::{Pen, class_of, place};
use super::xml::Element;

impl Pen<'_> {
    /// A site with all that stands on it; none if it is nowhere.
    pub fn site(&mut self, site: &Site, view: &SiteView) -> Option<Element> {
        let at = place(site.at)?;
        let group = Element::new("g").with("data-site", clean(&site.name));
        let group = group.child(Element::new("title").text(&tip(site, view)));
        let group = group.children(self.outline(site, at, view));
        let group = group.children(self.pieces(view, at));
        Some(group.children(self.marks(view, at)))
    }

    fn outline(&mut self, site: &Site, (x, y): (f64, f64), view: &SiteView) -> Vec<Element> {
        let class = match site.tint {
            0 => "cell",
            1 => "shade",
            _ => "block",
        };
        let corners: Vec<(f64, f64)> = match &site.outline {
            Outline::Dot => {
                let dot = if site.tint == 2 { 0.2 } else { 0.07 };
                // The title answers to the pointer all around.
                return vec![self.circle("dot", (x, y), dot), self.circle("hit", (x, y), 0.45)];
            }
            Outline::Circle => {
                self.reach(x, y, (0.4, 0.4));
                let circle = self.stroke(self.circle(class, (x, y), 0.4), 0.04);
                // Without labels nothing else would say what the place is called.
                let name = clean(&site.name);
                let named =
                    self.board.labels.is_empty() && view.is_bare() && name.chars().count() <= 3;
                let name = named.then(|| self.text("faint", (x, y), 0.3, &name));
                return iter::once(circle).chain(name).collect();
            }
            Outline::Square => {
                self.reach(x, y, (0.5, 0.5));
                let square = Element::new("rect").with("class", class);
                let square = square.at("x", (x - 0.5) * self.unit).at("y", (y - 0.5) * self.unit);
                let square = square.at("width", self.unit).at("height", self.unit);
                return vec![self.stroke(square, 0.03)];
            }
            Outline::Hexagon => (0..6)
                .map(|i| {
                    let (sin, cos) = (f64::from(i) * FRAC_PI_3).sin_cos();
                    (x + sin / 3f64.sqrt(), y - cos / 3f64.sqrt())
                })
                .collect(),
            Outline::Polygon(corners) => {
                let corners = corners.iter().copied().filter_map(place);
                corners.map(|(dx, dy)| (x + dx, y + dy)).collect()
            }
        };
        self.reach(x, y, (0.0, 0.0));
        for &(x, y) in &corners {
            self.reach(x, y, (0.0, 0.0));
        }
        let polygon = Element::new("polygon").with("class", class);
        vec![self.stroke(polygon.with("points", self.points(corners.into_iter())), 0.03)]
    }

    /// All pieces side by side; one alone has the whole site.
    fn pieces(&mut self, view: &SiteView, (x, y): (f64, f64)) -> Vec<Element> {
        if let (Some(stack), &[(index, kind, count)]) = (view.stack, &view.pieces[..]) {
            return self.stack(stack, (index, kind, count), (x, y));
        }
        let n = view.pieces.len();
        let size = 1.0 / (1.0 + 0.5 * n.saturating_sub(1) as f64);
        let mut parts = Vec::new();
        for (i, &(index, kind, count)) in view.pieces.iter().enumerate() {
            let shift = if n > 1 { 0.46 * (i as f64 / (n - 1) as f64 - 0.5) } else { 0.0 };
            let at = (x + shift, y);
            parts.extend(self.piece((index, kind, count), at, size));
        }
        parts
    }

    /// Pieces in a row; if there are more than have room, the last one shows their number.
    fn stack(
        &mut self,
        stack: &Stack,
        (index, kind, count): (usize, &Kind, u16),
        (x, y): (f64, f64),
    ) -> Vec<Element> {
        let Some((dx, dy)) = place(stack.step) else { return Vec::new() };
        let n = count.min(stack.most.clamp(1, 100));
        let mut parts = Vec::new();
        for i in 0..n {
            let at = (x + dx * f64::from(i), y + dy * f64::from(i));
            self.reach(at.0, at.1, (0.4, 0.4));
            let shown = if i + 1 == n { count - n + 1 } else { 1 };
            let shown = if shown > 1 { count } else { 1 };
            parts.extend(self.piece((index, kind, shown), at, 1.0));
        }
        parts
    }

    /// This many pieces of a kind in one place.
    fn piece(
        &self,
        (index, kind, count): (usize, &Kind, u16),
        at: (f64, f64),
        size: f64,
    ) -> Vec<Element> {
        let mut parts = Vec::new();
        let class = class_of(kind);
        let count = if count > 1 { count.to_string() } else { String::new() };
        match kind.shape {
            Shape::Stone => {
                let stone = self.circle(class, at, 0.38 * size);
                parts.push(self.stroke(stone, 0.04 * size));
                // Stones of a colour of their own differ in brightness.
                if kind.owner == Some(Player::Second) && kind.hue == Hue::Owner {
                    let ring = self.circle("open ring", at, 0.3 * size);
                    parts.push(self.stroke(ring, 0.035 * size));
                }
                // Kings are stones, too: the second kind of a player's stones shows its letter.
                let same = |other: &&Kind| other.owner == kind.owner && other.shape == Shape::Stone;
                let letter = self.board.kinds[..index].iter().find(same);
                let letter = letter.map(|_| clean_char(kind.ascii)).into_iter();
                let text: String = letter.chain(count.chars()).collect();
                if !text.is_empty() {
                    let wide = if text.chars().count() > 2 { 0.26 } else { 0.36 };
                    parts.push(self.text(&format!("strong on-{class}"), at, wide * size, &text));
                }
            }
            Shape::Letter => {
                let class = format!("strong {class}-ink");
                let glyph = clean_char(kind.glyph).to_string();
                parts.push(self.text(&class, at, 0.72 * size, &glyph));
                if !count.is_empty() {
                    let corner = (at.0 + 0.32 * size, at.1 + 0.32 * size);
                    parts.push(self.text("strong ink", corner, 0.28 * size, &count));
                }
            }
        }
        parts
    }

    fn marks(&self, view: &SiteView, (x, y): (f64, f64)) -> Vec<Element> {
        let mut parts = Vec::new();
        let vacant = view.pieces.is_empty();
        if view.winning.is_some() {
            parts.push(self.stroke(self.circle("open halo", (x, y), 0.43), 0.1));
        }
        if view.last.is_some() {
            // A stone by itself has a free middle.
            parts.push(match view.pieces[..] {
                [(_, kind, 1)] if kind.shape == Shape::Stone => {
                    self.circle(&format!("on-{}", class_of(kind)), (x, y), 0.1)
                }
                _ => self.stroke(self.circle("open last", (x, y), 0.44), 0.04),
            });
        }
        if view.target.is_some() {
            parts.push(if vacant {
                self.circle("hint", (x, y), 0.12).with("opacity", "0.5")
            } else {
                let ring = self.circle("open hint-ring", (x, y), 0.44).with("opacity", "0.6");
                self.stroke(ring, 0.06)
            });
        }
        if let Some((n, _)) = view.best {
            let (at, radius) = if vacant { ((x, y), 0.26) } else { ((x + 0.3, y - 0.3), 0.18) };
            parts.push(self.circle("hint", at, radius));
            parts.push(self.text("strong on-piece", at, 1.25 * radius, &n.to_string()));
        }
        let best = view.best.map(|(_, text)| text);
        let texts = [view.note, best, view.last, view.target, view.winning];
        let texts = texts.into_iter().flatten().map(clean).filter(|text| !text.trim().is_empty());
        if let Some(text) = texts.map(|text| text.chars().take(6).collect::<String>()).next() {
            let alone = vacant && view.best.is_none() && view.target.is_none();
            let (at, size) = if alone { ((x, y), 0.28) } else { ((x, y + 0.38), 0.2) };
            parts.push(self.text("ink", at, size, &text));
        }
        parts
    }
}

/// What the tip of a site says: `c3: red stone, last move`.
fn tip(site: &Site, view: &SiteView) -> String {
    let mut facts = Vec::new();
    for (_, kind, count) in &view.pieces {
        let name = if kind.name.is_empty() { "piece" } else { kind.name.as_str() };
        facts.push(if *count > 1 { format!("{count} × {name}") } else { name.to_string() });
    }
    if facts.is_empty() {
        facts.push(if site.tint == 2 { "blocked" } else { "empty" }.to_string());
    }
    let mut mark = |fact: String, text: &str| {
        facts.push(if text.is_empty() { fact } else { format!("{fact} ({text})") });
    };
    if let Some(text) = view.last {
        mark("last move".into(), text);
    }
    if let Some(text) = view.winning {
        mark("winning".into(), text);
    }
    if let Some((n, text)) = view.best {
        mark(
            if n == 1 { "best move".into() } else { format!("number {n} of the best moves") },
            text,
        );
    }
    if let Some(text) = view.target {
        mark("possible target".into(), text);
    }
    facts.extend(view.note.filter(|text| !text.is_empty()).map(str::to_string));
    format!("{}: {}", site.name, facts.join(", "))
}
