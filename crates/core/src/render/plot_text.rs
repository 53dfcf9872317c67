//! Curves as characters.

use std::fmt::Write;

use super::plot::{Curve, Plot};

/// One sign for each curve, and again from the first.
const SIGNS: [char; 4] = ['*', 'o', '+', 'x'];

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

/// A number of a scale, as short as it can be.
pub(super) fn label(value: f64) -> String {
    let (value, thousands) =
        if value.abs() >= 10_000.0 { (value / 1000.0, "k") } else { (value, "") };
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { format!("{text}{thousands}") }
}

impl Plot {
    fn ranges(&self) -> Option<[(f64, f64); 2]> {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        Some([range(points().map(|point| point.0))?, range(points().map(|point| point.1))?])
    }

    /// The curves as characters, this many across and this many lines high, with a sign for each.
    pub fn text(&self, width: usize, height: usize) -> String {
        let (width, height) = (width.clamp(10, 400), height.clamp(2, 100));
        let Some([(x0, x1), (y0, y1)]) = self.ranges() else { return String::new() };
        let place = |at: f64, (from, to): (f64, f64), n: usize| {
            (((at - from) / (to - from) * (n - 1) as f64).round() as usize).min(n - 1)
        };
        let mut grid = vec![vec![' '; width]; height];
        for (curve, sign) in self.curves.iter().zip(SIGNS.into_iter().cycle()) {
            let known = curve.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
            for &(x, y) in known {
                grid[height - 1 - place(y, (y0, y1), height)][place(x, (x0, x1), width)] = sign;
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
        let named = self.curves.iter().zip(SIGNS.into_iter().cycle());
        let names: Vec<String> =
            named.map(|(curve, sign)| format!("{sign} {}", curve.name)).collect();
        let (from, to) = (label(x0), label(x1));
        let _ = writeln!(out, "{:>8} └{}", "", "─".repeat(width));
        let _ = writeln!(out, "{:>9} {from} to {to} {}; {}", "", self.across, names.join(", "));
        out
    }

    /// What a reader who does not see the drawing is told, if nobody has said it better.
    pub(super) fn in_words(&self) -> String {
        if !self.description.is_empty() {
            return self.description.clone();
        }
        let curve = |curve: &Curve| {
            let mut known = curve.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
            let Some(first) = known.next() else { return format!("{}: nothing yet.", curve.name) };
            let last = known.next_back().unwrap_or(first);
            let [a, b, c, d] = [first.1, first.0, last.1, last.0].map(label);
            format!("{}: from {a} at {b} to {c} at {d}.", curve.name)
        };
        let curves: Vec<String> = self.curves.iter().map(curve).collect();
        format!("{} over {}. {}", self.up, self.across, curves.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> Plot {
        Plot {
            title: "loss & <strength>".into(),
            across: "games".into(),
            up: "nats".into(),
            curves: vec![
                Curve::new("loss", vec![(0.0, 0.7), (50_000.0, 0.5), (100_000.0, 0.4)]),
                Curve::new("unseen", vec![(0.0, 0.7), (100_000.0, 0.45)]),
            ],
            ..Plot::default()
        }
    }

    #[test]
    fn a_drawing_says_what_it_shows_and_stays_well_formed() {
        let svg = plot().svg();
        assert!(svg.contains("<title>loss &amp; &lt;strength&gt;</title>"), "{svg}");
        assert!(svg.contains("loss: from 0.7 at 0 to 0.4 at 100k."), "{svg}");
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("stroke-dasharray=\"7 4\""), "curves differ without colours");
    }

    #[test]
    fn characters_show_the_ends_of_the_scale() {
        let text = plot().text(40, 5);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 7, "{text}");
        assert!(lines[0].starts_with("     0.7 │o"), "{text}");
        assert!(lines[4].ends_with('*'), "{text}");
        assert!(lines[6].contains("0 to 100k games; * loss, o unseen"), "{text}");
    }

    #[test]
    fn nothing_and_strange_numbers_are_drawn_too() {
        assert_eq!(Plot::default().text(40, 5), "");
        let points = vec![(1.0, 2.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)];
        let strange = Plot { curves: vec![Curve::new("one", points)], ..Plot::default() };
        assert!(strange.text(20, 4).contains('*'));
    }
}
