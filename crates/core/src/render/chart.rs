//! Curves: as characters and as SVG.

use std::fmt::Write;

use super::theme::Theme;
use super::xml::{Element, number};

/// Numbers over numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// Across and up, from the left.
    pub points: Vec<(f64, f64)>,
}

/// Curves with one scale.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    /// What all of it shows.
    pub title: String,
    /// What the scale below counts.
    pub across: String,
    /// What the scale at the side counts.
    pub up: String,
    /// The curves; two can be told apart without colours.
    pub curves: Vec<Curve>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 52.0;
const BOTTOM: f64 = 48.0;

/// From where to where numbers go; never nothing.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (least, most) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
    if least > most {
        return None;
    }
    let room = if least == most { least.abs().max(1.0) * 0.1 } else { 0.0 };
    Some((least - room, most + room))
}

/// A step of 1, 2 or 5 times a power of ten that gives about so many marks.
fn step(from: f64, to: f64, marks: f64) -> f64 {
    let rough = (to - from) / marks;
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&s| s >= rough).unwrap_or(rough)
}

fn marks(from: f64, to: f64, n: f64) -> impl Iterator<Item = f64> {
    let step = step(from, to, n);
    let first = (from / step).ceil() as i64;
    (first..first + 2 * n as i64).map(move |i| i as f64 * step).take_while(move |&at| at <= to)
}

/// A number of a scale, as short as its step needs it.
fn label(value: f64) -> String {
    if value.abs() >= 10_000.0 { format!("{}k", number(value / 1000.0)) } else { short(value) }
}

fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

impl Chart {
    fn ranges(&self) -> Option<[(f64, f64); 2]> {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        Some([range(points().map(|point| point.0))?, range(points().map(|point| point.1))?])
    }

    /// The chart as SVG, with a title and a description for readers who do not see it.
    pub fn svg(&self, theme: Theme) -> String {
        let root = Element::new("svg")
            .with("xmlns", "http://www.w3.org/2000/svg")
            .with("viewBox", format!("0 0 {WIDTH} {HEIGHT}"))
            .at("width", WIDTH)
            .at("height", HEIGHT)
            .with("role", "img")
            .with("class", theme.class())
            .child(Element::new("title").text(&self.title))
            .child(Element::new("desc").text(&self.in_words()))
            .child(Element::new("style").text(&theme.sheet()))
            .child(
                Element::new("rect")
                    .with("class", "ground")
                    .at("width", WIDTH)
                    .at("height", HEIGHT)
                    .with("rx", 10),
            );
        let mut parts = vec![word(LEFT, 24.0, 16.0, "ink strong begin", &self.title)];
        if let Some([(x0, x1), (y0, y1)]) = self.ranges() {
            let x = |at: f64| LEFT + (at - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT);
            let y = |at: f64| HEIGHT - BOTTOM - (at - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM);
            for at in marks(x0, x1, 8.0) {
                parts.push(rule(x(at), TOP, x(at), HEIGHT - BOTTOM));
                parts.push(word(x(at), HEIGHT - BOTTOM + 17.0, 12.0, "faint", &label(at)));
            }
            for at in marks(y0, y1, 5.0) {
                parts.push(rule(LEFT, y(at), WIDTH - RIGHT, y(at)));
                parts.push(word(LEFT - 26.0, y(at) + 4.0, 12.0, "faint", &label(at)));
            }
            for (i, curve) in self.curves.iter().enumerate() {
                parts.push(drawn(curve, i, &x, &y));
                parts.push(word(
                    LEFT + 150.0 * i as f64,
                    42.0,
                    12.0,
                    if i % 2 == 0 { "first-ink begin" } else { "second-ink begin" },
                    &format!("{} {}", if i % 2 == 0 { "──" } else { "- -" }, curve.name),
                ));
            }
        }
        parts.push(word((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10.0, 12.0, "ink", &self.across));
        let up = word(0.0, 0.0, 12.0, "ink", &self.up);
        let middle = (TOP + HEIGHT - BOTTOM) / 2.0;
        parts.push(up.with("transform", format!("translate(16 {middle}) rotate(-90)")));
        root.children(parts).to_string()
    }

    /// What a reader who does not see the drawing is told.
    fn in_words(&self) -> String {
        let curve = |curve: &Curve| match (curve.points.first(), curve.points.last()) {
            (Some(first), Some(last)) => format!(
                "{}: from {} at {} to {} at {}.",
                curve.name,
                short(first.1),
                label(first.0),
                short(last.1),
                label(last.0)
            ),
            _ => format!("{}: nothing yet.", curve.name),
        };
        let curves: Vec<String> = self.curves.iter().map(curve).collect();
        format!("{} over {}. {}", self.up, self.across, curves.join(" "))
    }

    /// The chart as characters, so many across and so many lines high, with a letter for each curve.
    pub fn text(&self, width: usize, height: usize) -> String {
        let (width, height) = (width.clamp(10, 400), height.clamp(2, 100));
        let Some([(x0, x1), (y0, y1)]) = self.ranges() else { return String::new() };
        let mut grid = vec![vec![' '; width]; height];
        for (curve, sign) in self.curves.iter().zip(['*', 'o', '+', 'x'].into_iter().cycle()) {
            for &(x, y) in &curve.points {
                let place = |at: f64, from: f64, to: f64, n: usize| {
                    ((at - from) / (to - from) * (n - 1) as f64).round() as usize
                };
                let row = height - 1 - place(y, y0, y1, height).min(height - 1);
                grid[row][place(x, x0, x1, width).min(width - 1)] = sign;
            }
        }
        let mut out = String::new();
        for (i, row) in grid.iter().enumerate() {
            let side = match i {
                0 => label(y1),
                i if i + 1 == height => label(y0),
                _ => String::new(),
            };
            let row: String = row.iter().collect();
            let _ = writeln!(out, "{side:>8} │{}", row.trim_end());
        }
        let names: Vec<String> = self
            .curves
            .iter()
            .zip(['*', 'o', '+', 'x'].into_iter().cycle())
            .map(|(curve, sign)| format!("{sign} {}", curve.name))
            .collect();
        let (from, to) = (label(x0), label(x1));
        let _ = writeln!(out, "{:>8} └{}", "", "─".repeat(width));
        let _ = writeln!(out, "{:>9} {from} to {to} {}; {}", "", self.across, names.join(", "));
        out
    }
}

fn drawn(curve: &Curve, i: usize, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) -> Element {
    let place = |&(a, b): &(f64, f64)| format!("{},{}", number(x(a)), number(y(b)));
    let finite = curve.points.iter().filter(|(a, b)| a.is_finite() && b.is_finite());
    let points: Vec<String> = finite.map(place).collect();
    let line = Element::new("polyline")
        .with("class", if i.is_multiple_of(2) { "first-rim" } else { "second-rim" })
        .with("points", points.join(" "))
        .at("stroke-width", 2.0);
    if i.is_multiple_of(2) { line } else { line.with("stroke-dasharray", "6 5") }
}

fn word(x: f64, y: f64, size: f64, class: &str, text: &str) -> Element {
    Element::new("text").with("class", class).at("x", x).at("y", y).at("font-size", size).text(text)
}

fn rule(x1: f64, y1: f64, x2: f64, y2: f64) -> Element {
    let ends = [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)];
    let line = Element::new("line").with("class", "edge").with("stroke-opacity", "0.4");
    ends.into_iter().fold(line, |line, (name, at)| line.at(name, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let curve = |name: &str, points: &[(f64, f64)]| Curve {
            name: name.into(),
            points: points.to_vec(),
        };
        Chart {
            title: "loss & <strength>".into(),
            across: "games".into(),
            up: "nats".into(),
            curves: vec![
                curve("loss", &[(0.0, 0.7), (50_000.0, 0.5), (100_000.0, 0.4)]),
                curve("unseen", &[(0.0, 0.7), (100_000.0, 0.45)]),
            ],
        }
    }

    #[test]
    fn a_drawing_says_what_it_shows_and_stays_well_formed() {
        let svg = chart().svg(Theme::Auto);
        assert!(svg.contains("<title>loss &amp; &lt;strength&gt;</title>"), "{svg}");
        assert!(svg.contains("loss: from 0.7 at 0 to 0.4 at 100k."), "{svg}");
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("stroke-dasharray"), "curves differ without colours");
    }

    #[test]
    fn characters_show_the_ends_of_the_scale() {
        let text = chart().text(40, 5);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 7, "{text}");
        assert!(lines[0].starts_with("     0.7 │o"), "{text}");
        assert!(lines[4].ends_with('*'), "{text}");
        assert!(lines[6].contains("0 to 100k games; * loss, o unseen"), "{text}");
    }

    #[test]
    fn nothing_and_strange_numbers_are_drawn_too() {
        assert_eq!(Chart::default().text(40, 5), "");
        let points = vec![(1.0, 2.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)];
        let strange =
            Chart { curves: vec![Curve { name: "one".into(), points }], ..Chart::default() };
        assert!(!strange.svg(Theme::Dark).contains("NaN"));
        assert!(Chart::default().svg(Theme::Light).ends_with("</svg>\n"));
    }
}
