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
/// A letter of a name is about so wide.
const LETTER: f64 = 7.4;
/// A longer name in a legend loses its middle.
const LONGEST_NAME: usize = 80;
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

/// A title above a drawing: in one line or, smaller, in several.
struct Heading {
    lines: Vec<String>,
    size: f64,
}

/// Between the lines of a title, and of a legend.
const LEADING: f64 = 18.0;

impl Heading {
    fn new(title: &str) -> Heading {
        // A letter of the title is about this much wide, in its own height.
        let fit = |size: f64| ((WIDTH - LEFT - RIGHT) / (0.6 * size)) as usize;
        match title.chars().count() <= fit(17.0) {
            true => Heading { lines: vec![title.into()], size: 17.0 },
            false => Heading { lines: wrapped(title, fit(14.0)), size: 14.0 },
        }
    }

    /// How much further down everything below it is.
    fn more(&self) -> f64 {
        LEADING * (self.lines.len() - 1) as f64
    }
}

/// Broken into lines of this many letters: between words, or within those that are longer.
fn wrapped(title: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in title.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(most) {
            let line = lines.last_mut().expect("there is always one");
            let used = line.chars().count();
            if used > 0 && used + 1 + part.len() > most {
                lines.push(part.iter().collect());
            } else {
                if used > 0 {
                    line.push(' ');
                }
                line.extend(part);
            }
        }
    }
    lines
}

/// At most this many letters; where there are more, the middle is left out, as options of bots that
/// differ stand at the end.
fn shortened(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.into();
    }
    let (begin, end) = ((most - 1).div_ceil(2), (most - 1) / 2);
    let end = &letters[letters.len() - end..];
    letters[..begin].iter().chain(&['…']).chain(end).collect()
}

/// A name that may be shortened, with the whole of it for those who point at it.
fn label(at: (f64, f64), name: &str, most: usize) -> Element {
    let short = shortened(name, most);
    let element = text("ink begin", at, 13.0, &short);
    if short == name { element } else { element.child(Element::new("title").text(name)) }
}

/// The ground with the title, to which the rest is added.
fn sheet(
    theme: Theme,
    (title, heading): (&str, &Heading),
    description: &str,
    height: f64,
) -> Element {
    let size = format!("0 0 {} {}", number(WIDTH), number(height));
    let ground =
        Element::new("rect").with("class", "ground").at("width", WIDTH).at("height", height);
    let svg = Element::new("svg").with("xmlns", "http://www.w3.org/2000/svg").with("viewBox", size);
    let svg = svg.at("width", WIDTH).at("height", height).with("role", "img");
    let svg = svg
        .with("class", theme.class())
        .child(Element::new("title").text(title))
        .child(Element::new("desc").text(description))
        .child(Element::new("style").text(&theme.sheet()))
        .child(ground.at("rx", 8.0));
    heading.lines.iter().zip(0u32..).fold(svg, |svg, (line, i)| {
        let at = (LEFT, 30.0 + LEADING * f64::from(i));
        svg.child(text("ink strong begin", at, heading.size, line))
    })
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
        let heading = Heading::new(&self.title);
        let (legend, rows) = self.legend();
        // What stands above the field may need more than the usual room.
        let more = heading.more() + LEADING * rows.saturating_sub(1) as f64;
        let (top, height) = (TOP + more, HEIGHT + more);
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let band = || self.curves.iter().flat_map(|curve| &curve.band);
        let x = Axis::around(points().map(|p| p.0).chain(band().map(|b| b.0)), LEFT, WIDTH - RIGHT);
        let levels = self.levels.iter().map(|level| level.0);
        // Bands may be wide where little is known; they do not decide about the scale alone.
        let ends = points().map(|p| p.1).chain(levels).chain(self.tame_band());
        let y = Axis::around(ends, height - FOOT, top);
        let mut svg = sheet(self.theme, (&self.title, &heading), &self.in_words(), height);
        for tick in y.ticks() {
            let at = y.place(tick);
            svg = svg.child(line("edge", (LEFT, at), (WIDTH - RIGHT, at)).at("stroke-width", 0.5));
            svg = svg.child(text("faint", (LEFT - 26.0, at + 4.0), 12.0, &y.label(tick)));
        }
        for tick in x.ticks() {
            let at = x.place(tick);
            svg = svg.child(line("edge", (at, height - FOOT), (at, height - FOOT + 5.0)));
            svg = svg.child(text("faint", (at, height - FOOT + 20.0), 12.0, &x.label(tick)));
        }
        svg = svg.child(text(
            "faint",
            ((LEFT + WIDTH - RIGHT) / 2.0, height - 10.0),
            13.0,
            &self.across,
        ));
        svg = svg.child(text("faint begin", (12.0, top - 12.0), 13.0, &self.up));
        for (height, name) in &self.levels {
            let at = y.place(*height);
            let rule = line("edge", (LEFT, at), (WIDTH - RIGHT, at)).at("stroke-width", 1.5);
            svg = svg.child(rule.with("stroke-dasharray", "3 3"));
            svg = svg.child(text("faint begin", (LEFT + 6.0, at - 5.0), 12.0, name));
        }
        for (n, (curve, (stroke, fill, dashes))) in
            self.curves.iter().zip(PENS.into_iter().cycle()).enumerate()
        {
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
            if let Some(&(left, row)) = legend.get(n) {
                let down = 50.0 + heading.more() + LEADING * row as f64;
                let sample = line(stroke, (left, down), (left + 28.0, down));
                let sample = sample.at("stroke-width", 2.0).with("stroke-dasharray", dashes);
                let name = label((left + 34.0, down + 4.0), &curve.name, LONGEST_NAME);
                svg = svg.child(sample).child(name);
            }
        }
        svg.to_string()
    }

    /// Where the names of the curves stand, from the left and in which row, and how many rows there are;
    /// one curve needs no name.
    fn legend(&self) -> (Vec<(f64, usize)>, usize) {
        if self.curves.len() < 2 {
            return (Vec::new(), 0);
        }
        let (mut left, mut row) = (LEFT, 0);
        let place = |curve: &Curve| {
            let wide = 34.0 + LETTER * curve.name.chars().count().min(LONGEST_NAME) as f64;
            if left > LEFT && left + wide > WIDTH - RIGHT {
                (left, row) = (LEFT, row + 1);
            }
            let place = (left, row);
            left += wide + 26.0;
            place
        };
        let places: Vec<(f64, usize)> = self.curves.iter().map(place).collect();
        (places, row + 1)
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
        const LEFT_MOST: f64 = WIDTH / 2.0;
        let longest = ((LEFT_MOST - 24.0) / LETTER) as usize;
        let wide = self.rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
        let left = (24.0 + LETTER * wide.min(longest) as f64).clamp(LEFT, LEFT_MOST);
        let heading = Heading::new(&self.title);
        let top = TOP + heading.more();
        let height = top + ROW * self.rows.len() as f64 + FOOT;
        let ends = self.rows.iter().flat_map(|row| [row.1, row.2, row.3]);
        let x = Axis::around(ends, left, WIDTH - RIGHT);
        let foot = height - FOOT;
        let mut svg = sheet(self.theme, (&self.title, &heading), &self.description, height);
        for tick in x.ticks() {
            let at = x.place(tick);
            svg = svg.child(line("edge", (at, top - 16.0), (at, foot)).at("stroke-width", 0.5));
            svg = svg.child(text("faint", (at, foot + 18.0), 12.0, &x.label(tick)));
        }
        svg = svg.child(text(
            "faint",
            ((left + WIDTH - RIGHT) / 2.0, height - 12.0),
            13.0,
            &self.across,
        ));
        for ((name, mid, low, high), i) in self.rows.iter().zip(0u32..) {
            let at = top + ROW * f64::from(i);
            svg = svg.child(label((14.0, at + 4.0), name, longest));
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
    fn long_titles_and_many_names_are_seen_as_a_whole() {
        let name = |n: usize| format!("trained:weights=four.weights,depth={n}");
        let curves = (2..8).map(|n| Curve::new(name(n), vec![(0.0, 0.0), (1.0, n as f64)]));
        let title = format!("{} against {}", name(2), name(3));
        let plot = Plot { title, curves: curves.collect(), ..Plot::default() };
        let (places, rows) = plot.legend();
        assert_eq!((places.len(), rows), (6, 3));
        let ends = |left: f64| left + 34.0 + LETTER * name(2).len() as f64;
        assert!(places.iter().all(|(left, _)| ends(*left) <= WIDTH), "{places:?}");
        let svg = plot.svg();
        assert!((2..8).all(|n| svg.contains(&format!(">{}</text>", name(n)))), "{svg}");
        let lines = Heading::new(&plot.title).lines;
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines.iter().all(|line| svg.contains(&format!(">{line}</text>"))));
        assert!(
            svg.contains("viewBox=\"0 0 720 414\""),
            "there is room for two and one lines more"
        );
        assert_eq!(Heading::new(&"x".repeat(200)).lines.len(), 3, "a word may be broken");
        assert_eq!(shortened("alphabeta:depth=12", 11), "alpha…th=12");
        let rows = vec![("y".repeat(60), 1.0, 0.0, 2.0)];
        let svg = Intervals { rows, ..Intervals::default() }.svg();
        assert!(svg.contains("…") && svg.contains(&"y".repeat(60)), "{svg}");
    }

    #[test]
    fn many_points_are_thinned_and_keep_their_ends() {
        let points: Vec<(f64, f64)> = (0..100_000).map(|i| (f64::from(i), 0.0)).collect();
        let few = thin(&points);
        assert!(few.len() <= MOST_POINTS + 1);
        assert_eq!((few[0], few[few.len() - 1]), (points[0], points[99_999]));
    }
}
