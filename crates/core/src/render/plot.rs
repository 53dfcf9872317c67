//! Curves and intervals as SVG, with the colours and the style sheet of the boards.

use super::Theme;
use super::xml::{Element, number};

/// Curves over a common axis. They are told apart by dashes as well as by colours.
///
/// ```
/// use henge_core::render::{Curve, Plot};
///
/// let loss = Curve::new("loss", vec![(0.0, 0.69), (1.0, 0.5), (2.0, 0.44)]);
/// let plot = Plot { title: "Learning".into(), curves: vec![loss], ..Plot::default() };
/// assert!(plot.svg().contains("<title>Learning</title>"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plot {
    /// What is shown, above the drawing.
    pub title: String,
    /// The same in a sentence or two, for those who hear it; the ends of the curves if it is empty.
    pub description: String,
    /// What lies across.
    pub across: String,
    /// What goes up.
    pub up: String,
    /// The curves.
    pub curves: Vec<Curve>,
    /// Lines across at a height, with their names: a bound, a goal, nothing at all.
    pub levels: Vec<(f64, String)>,
    /// The colours.
    pub theme: Theme,
}

/// One curve.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// Points from left to right.
    pub points: Vec<(f64, f64)>,
    /// How sure it is: place, lower end, upper end. Nothing is drawn where there are none.
    pub band: Vec<(f64, f64, f64)>,
}

/// Values with their intervals, one below the other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Intervals {
    /// What is shown.
    pub title: String,
    /// The same in a sentence or two, for those who hear it.
    pub description: String,
    /// What lies across.
    pub across: String,
    /// Name, value, lower and upper end.
    pub rows: Vec<(String, f64, f64, f64)>,
    /// The colours.
    pub theme: Theme,
}

impl Curve {
    /// A curve without a band.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
        Curve { name: name.into(), points, band: Vec::new() }
    }
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
/// Room beside the field.
const LEFT: f64 = 68.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 88.0;
const FOOT: f64 = 52.0;
/// More points than this cannot be seen.
const MOST_POINTS: usize = 600;
/// Stroke, fill and dashes of each curve; a seventh one looks like the first.
const PENS: [(&str, &str, &str); 6] = [
    ("first-rim", "first-ink", "none"),
    ("second-rim", "second-ink", "7 4"),
    ("hint-ring", "hint", "2 4"),
    ("last", "ink", "10 4 2 4"),
    ("halo", "yellow-ink", "4 2"),
    ("edge", "faint", "1 3"),
];

/// A range of numbers that lie on a range of pixels.
struct Axis {
    from: f64,
    to: f64,
    begin: f64,
    end: f64,
    step: f64,
}

impl Axis {
    /// Holds all numbers that are some, and ends at round ones.
    fn around(numbers: impl Iterator<Item = f64>, begin: f64, end: f64) -> Axis {
        let finite = numbers.filter(|number| number.is_finite());
        let ends = finite.fold(None, |ends: Option<(f64, f64)>, n| match ends {
            None => Some((n, n)),
            Some((low, high)) => Some((low.min(n), high.max(n))),
        });
        let (mut from, mut to) = ends.unwrap_or((0.0, 1.0));
        if to - from < 1e-9 * from.abs().max(1e-300) || to == from {
            (from, to) = (from - 0.5 * from.abs().max(1.0), to + 0.5 * to.abs().max(1.0));
        }
        let step = round_step((to - from) / 5.0);
        let axis = Axis {
            from: (from / step).floor() * step,
            to: (to / step).ceil() * step,
            begin,
            end,
            step,
        };
        debug_assert!(axis.to > axis.from);
        axis
    }

    fn place(&self, number: f64) -> f64 {
        let part = (number - self.from) / (self.to - self.from);
        self.begin + part.clamp(0.0, 1.0) * (self.end - self.begin)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let n = ((self.to - self.from) / self.step).round() as u32;
        (0..=n).map(|i| self.from + f64::from(i) * self.step)
    }

    fn label(&self, tick: f64) -> String {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 9.0) as usize;
        let text = format!("{tick:.decimals$}");
        // No sign before nothing.
        if text.trim_start_matches('-').chars().all(|c| "0.".contains(c)) {
            text.trim_start_matches('-').into()
        } else {
            text
        }
    }
}

/// One, two or five times a power of ten, not less than `wish`.
fn round_step(wish: f64) -> f64 {
    let power = 10f64.powf(wish.max(1e-12).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|n| n * power)
        .into_iter()
        .find(|&step| step >= wish * 0.999)
        .unwrap_or(10.0 * power)
}

fn text(class: &'static str, (x, y): (f64, f64), size: f64, text: &str) -> Element {
    Element::new("text").with("class", class).at("x", x).at("y", y).at("font-size", size).text(text)
}

fn line(class: &'static str, from: (f64, f64), to: (f64, f64)) -> Element {
    let line = Element::new("line").with("class", class);
    line.at("x1", from.0).at("y1", from.1).at("x2", to.0).at("y2", to.1)
}

/// The ground with the title, to which the rest is added.
fn sheet(theme: Theme, (title, description): (&str, &str), height: f64) -> Element {
    let size = format!("0 0 {} {}", number(WIDTH), number(height));
    let ground =
        Element::new("rect").with("class", "ground").at("width", WIDTH).at("height", height);
    let svg = Element::new("svg").with("xmlns", "http://www.w3.org/2000/svg").with("viewBox", size);
    let svg = svg.at("width", WIDTH).at("height", height).with("role", "img");
    svg.with("class", theme.class())
        .child(Element::new("title").text(title))
        .child(Element::new("desc").text(description))
        .child(Element::new("style").text(&theme.sheet()))
        .child(ground.at("rx", 8.0))
        .child(text("ink strong begin", (LEFT, 30.0), 17.0, title))
}

/// As few points as can be seen, the first and the last among them.
fn thin<T: Copy>(points: &[T]) -> Vec<T> {
    let every = points.len().div_ceil(MOST_POINTS).max(1);
    let mut few: Vec<T> = points.iter().copied().step_by(every).collect();
    if let Some(&last) = points.last()
        && !(points.len() - 1).is_multiple_of(every)
    {
        few.push(last);
    }
    few
}

impl Plot {
    /// The drawing.
    pub fn svg(&self) -> String {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let band = || self.curves.iter().flat_map(|curve| &curve.band);
        let x = Axis::around(points().map(|p| p.0).chain(band().map(|b| b.0)), LEFT, WIDTH - RIGHT);
        let levels = self.levels.iter().map(|level| level.0);
        // Bands may be wide where little is known; they do not decide about the scale alone.
        let ends = points().map(|p| p.1).chain(levels).chain(self.tame_band());
        let y = Axis::around(ends, HEIGHT - FOOT, TOP);
        let mut svg = sheet(self.theme, (&self.title, &self.in_words()), HEIGHT);
        for tick in y.ticks() {
            let at = y.place(tick);
            svg = svg.child(line("edge", (LEFT, at), (WIDTH - RIGHT, at)).at("stroke-width", 0.5));
            svg = svg.child(text("faint", (LEFT - 26.0, at + 4.0), 12.0, &y.label(tick)));
        }
        for tick in x.ticks() {
            let at = x.place(tick);
            svg = svg.child(line("edge", (at, HEIGHT - FOOT), (at, HEIGHT - FOOT + 5.0)));
            svg = svg.child(text("faint", (at, HEIGHT - FOOT + 20.0), 12.0, &x.label(tick)));
        }
        svg = svg.child(text(
            "faint",
            ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10.0),
            13.0,
            &self.across,
        ));
        svg = svg.child(text("faint begin", (12.0, TOP - 12.0), 13.0, &self.up));
        for (height, name) in &self.levels {
            let at = y.place(*height);
            let rule = line("edge", (LEFT, at), (WIDTH - RIGHT, at)).at("stroke-width", 1.5);
            svg = svg.child(rule.with("stroke-dasharray", "3 3"));
            svg = svg.child(text("faint begin", (LEFT + 6.0, at - 5.0), 12.0, name));
        }
        let mut legend = LEFT;
        for (curve, (stroke, fill, dashes)) in self.curves.iter().zip(PENS.into_iter().cycle()) {
            let place =
                |(a, b): (f64, f64)| format!("{},{}", number(x.place(a)), number(y.place(b)));
            let known = |number: &(f64, f64)| number.0.is_finite() && number.1.is_finite();
            let band: Vec<_> = thin(&curve.band)
                .into_iter()
                .filter(|b| b.1.is_finite() && b.2.is_finite())
                .collect();
            if band.len() > 1 {
                let there = band.iter().map(|b| place((b.0, b.2)));
                let back = band.iter().rev().map(|b| place((b.0, b.1)));
                let outline: Vec<String> = there.chain(back).collect();
                let area = Element::new("polygon").with("class", fill).at("opacity", 0.16);
                svg = svg.child(area.with("points", outline.join(" ")));
            }
            let path: Vec<String> =
                thin(&curve.points).into_iter().filter(known).map(place).collect();
            let polyline = Element::new("polyline").with("class", stroke).at("stroke-width", 2.0);
            let drawn = polyline.with("stroke-dasharray", dashes).with("points", path.join(" "));
            svg = svg.child(drawn.child(Element::new("title").text(&curve.name)));
            if self.curves.len() > 1 && legend < WIDTH - 120.0 {
                let sample =
                    line(stroke, (legend, 50.0), (legend + 28.0, 50.0)).at("stroke-width", 2.0);
                svg = svg.child(sample.with("stroke-dasharray", dashes));
                svg = svg.child(text("ink begin", (legend + 34.0, 54.0), 13.0, &curve.name));
                legend += 60.0 + 7.2 * curve.name.chars().count() as f64;
            }
        }
        svg.to_string()
    }

    /// The ends of bands behind their first third, where they have become narrow.
    fn tame_band(&self) -> impl Iterator<Item = f64> {
        let late = |curve: &'_ Curve| curve.band.len() / 3;
        self.curves
            .iter()
            .flat_map(move |curve| curve.band[late(curve)..].iter().flat_map(|b| [b.1, b.2]))
    }
}

impl Intervals {
    /// The drawing.
    pub fn svg(&self) -> String {
        const ROW: f64 = 30.0;
        let wide = self.rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0) as f64;
        let left = (24.0 + 7.4 * wide).clamp(LEFT, WIDTH / 2.0);
        let height = TOP + ROW * self.rows.len() as f64 + FOOT;
        let ends = self.rows.iter().flat_map(|row| [row.1, row.2, row.3]);
        let x = Axis::around(ends, left, WIDTH - RIGHT);
        let foot = height - FOOT;
        let mut svg = sheet(self.theme, (&self.title, &self.description), height);
        for tick in x.ticks() {
            let at = x.place(tick);
            svg = svg.child(line("edge", (at, TOP - 16.0), (at, foot)).at("stroke-width", 0.5));
            svg = svg.child(text("faint", (at, foot + 18.0), 12.0, &x.label(tick)));
        }
        svg = svg.child(text(
            "faint",
            ((left + WIDTH - RIGHT) / 2.0, height - 12.0),
            13.0,
            &self.across,
        ));
        for ((name, mid, low, high), i) in self.rows.iter().zip(0u32..) {
            let at = TOP + ROW * f64::from(i);
            svg = svg.child(text("ink begin", (14.0, at + 4.0), 13.0, name));
            if !mid.is_finite() {
                continue;
            }
            if low.is_finite() && high.is_finite() {
                let (low, high) = (x.place(*low), x.place(*high));
                svg = svg.child(line("second-rim", (low, at), (high, at)).at("stroke-width", 2.0));
                for end in [low, high] {
                    svg = svg.child(
                        line("second-rim", (end, at - 5.0), (end, at + 5.0))
                            .at("stroke-width", 2.0),
                    );
                }
            }
            let dot = Element::new("circle").with("class", "second-ink").at("r", 5.0);
            svg = svg.child(dot.at("cx", x.place(*mid)).at("cy", at));
        }
        svg.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_all() {
        let axis = Axis::around([3.0, 97.0].into_iter(), 0.0, 100.0);
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        let small = Axis::around([0.41, 0.69].into_iter(), 0.0, 1.0);
        assert_eq!(small.ticks().map(|tick| small.label(tick)).next().as_deref(), Some("0.4"));
        assert_eq!(Axis::around([-1.0, 1.0].into_iter(), 0.0, 1.0).label(-0.0), "0.0");
    }

    #[test]
    fn nothing_one_point_and_no_numbers_are_drawn_too() {
        for points in [
            vec![],
            vec![(1.0, 2.0)],
            vec![(f64::NAN, 1.0), (2.0, f64::INFINITY)],
            vec![(0.0, 0.0); 3],
        ] {
            let plot = Plot { curves: vec![Curve::new("a", points)], ..Plot::default() };
            let svg = plot.svg();
            assert!(
                svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"),
                "{svg}"
            );
        }
        let rows =
            vec![("x".into(), f64::NAN, 0.0, 1.0), ("<y>".into(), 1.0, f64::NEG_INFINITY, 2.0)];
        let svg = Intervals { rows, ..Intervals::default() }.svg();
        assert!(svg.contains("&lt;y&gt;") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn many_points_are_thinned_and_keep_their_ends() {
        let points: Vec<(f64, f64)> = (0..100_000).map(|i| (f64::from(i), 0.0)).collect();
        let few = thin(&points);
        assert!(few.len() <= MOST_POINTS + 1);
        assert_eq!((few[0], few[few.len() - 1]), (points[0], points[99_999]));
    }
}
