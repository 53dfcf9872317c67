//! The table as a heat map, choices across and centres down: as characters and as SVG. Neither
//! needs colours to be read: characters have a sign, and fields lie above or below a line.

use std::fmt::Write;

use henge_core::render::{Theme, escape};

use super::neighbourhoods::Counts;
use super::table::{CENTRES, CHOICES, ChoiceTable};

/// So many choices share a column of characters.
const STEP: u32 = 16;

/// Whether characters may be coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Red for bad and blue for good, besides the sign.
    Ansi,
    /// Signs alone.
    Plain,
}

/// The table as text: the mean of the values in each field, rounded away from 0.
pub fn text(table: &ChoiceTable, paint: Paint) -> String {
    let columns: Vec<u32> = CHOICES.step_by(STEP as usize).collect();
    let mut out = String::from("centres\n");
    for centres in CENTRES {
        write!(out, "{centres:>4} ").expect("strings can be written to");
        for &first in &columns {
            let field = first..(first + STEP).min(CHOICES.end() + 1);
            let values: Vec<i32> = field
                .map(|choices| table.value(Counts { choices, centres }))
                .filter(|&value| value != 0)
                .collect();
            out += &cell(&values, paint);
        }
        let end = out.trim_end_matches(' ').len();
        out.truncate(end);
        out.push('\n');
    }
    // Every third column has its first number of choices below it.
    out += "     ";
    for first in columns.iter().step_by(3) {
        write!(out, "{first:<6}").expect("strings can be written to");
    }
    let end = out.trim_end_matches(' ').len();
    out.truncate(end);
    out + " choices\n"
}

fn cell(values: &[i32], paint: Paint) -> String {
    if values.is_empty() {
        return "  ".into();
    }
    let (sum, n) = (values.iter().sum::<i32>(), values.len() as i32);
    let mean = (sum.abs() + n - 1) / n;
    let size = if mean > 9 { "#".into() } else { mean.to_string() };
    let (sign, colour) = match sum.signum() {
        1 => ('+', "34"),
        -1 => ('-', "31"),
        _ => (' ', "0"),
    };
    match paint {
        Paint::Plain => format!("{sign}{size}"),
        Paint::Ansi => format!("\x1b[{colour}m{sign}{size}\x1b[0m"),
    }
}

/// Pixels for one number of choices, and for one number of centres.
const WIDE: u32 = 2;
const HIGH: u32 = 18;
const LEFT: u32 = 64;
const TOP: u32 = 102;
/// A value has the shade of the last of these that is not larger. What one game teaches are 8, 4, 2
/// and 1, so that each step of a ripple has a shade of its own.
const SHADES: [u32; 4] = [1, 2, 4, 8];

/// The table as SVG: a row for each number of centres, in it a field for each value. Fields above
/// the line of their row are good and those below it bad, so that colour tells only how much.
pub fn svg(table: &ChoiceTable, title: &str, theme: Theme) -> String {
    let n_choices = CHOICES.end() - CHOICES.start() + 1;
    let n_centres = CENTRES.end() - CENTRES.start() + 1;
    let (width, height) = (LEFT + WIDE * n_choices + 24, TOP + HIGH * n_centres + 56);
    let title = escape(title);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" class=\"k72\">\n  <title>{title}</title>\n  \
         <desc>{} values by choices (across, {} to {}) and centres (down, {} to {}). A field above \
         the line of its row: it was good to leave such a position; below: it was bad. The darker \
         or brighter, the more.</desc>\n  <style>{}</style>\n  \
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\" rx=\"10\"/>\n  \
         <text class=\"title\" x=\"{LEFT}\" y=\"32\">{title}</text>\n",
        table.entries().count(),
        CHOICES.start(),
        CHOICES.end(),
        CENTRES.start(),
        CENTRES.end(),
        sheet(theme),
    );
    let mut line = |text: String| {
        out += "  ";
        out += &text;
        out.push('\n');
    };
    legend().into_iter().for_each(&mut line);
    let (foot, right) = (TOP + HIGH * n_centres, LEFT + WIDE * n_choices);
    for choices in CHOICES.filter(|choices| choices % 50 == 0) {
        let (x, y) = (LEFT + WIDE * (choices - CHOICES.start()), foot + 18);
        line(format!("<path class=\"rule\" d=\"M{x} {TOP}V{foot}\"/>"));
        line(format!("<text class=\"mid\" x=\"{x}\" y=\"{y}\">{choices}</text>"));
    }
    for centres in CENTRES {
        let middle = middle(centres);
        line(format!("<path class=\"rule\" d=\"M{LEFT} {middle}H{right}\"/>"));
        if centres % 2 == 0 {
            let (x, y) = (LEFT - 8, middle + 4);
            line(format!("<text class=\"end\" x=\"{x}\" y=\"{y}\">{centres}</text>"));
        }
    }
    let (x, y) = (LEFT + WIDE * n_choices / 2, foot + 42);
    line(format!("<text class=\"mid\" x=\"{x}\" y=\"{y}\">choices: moves that are left</text>"));
    let (x, y) = (22, (TOP + foot) / 2);
    line(format!(
        "<text class=\"mid\" transform=\"translate({x} {y}) rotate(-90)\">centres: squares on \
         which they have their middle</text>"
    ));
    for centres in CENTRES {
        let row: Vec<(u32, i32)> = CHOICES
            .map(|choices| (choices, table.value(Counts { choices, centres })))
            .filter(|&(_, value)| value != 0)
            .collect();
        for ripple in row.chunk_by(|a, b| b.0 == a.0 + 1 && a.1.signum() == b.1.signum()) {
            line(fields(centres, ripple));
        }
    }
    out + "</svg>\n"
}

/// Where the line of a row is.
fn middle(centres: u32) -> u32 {
    TOP + HIGH * (centres - CENTRES.start()) + HIGH / 2
}

/// The style class of a value: `g` or `b` for good or bad, and its shade.
fn class(value: i32) -> String {
    let shade = SHADES.iter().rposition(|&least| least <= value.unsigned_abs()).unwrap_or(0);
    format!("{}{shade}", if value > 0 { 'g' } else { 'b' })
}

/// Neighbouring values of one sign. Those of one shade are one field, which keeps the file small.
fn fields(centres: u32, ripple: &[(u32, i32)]) -> String {
    let values = || ripple.iter().map(|&(_, value)| value);
    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let told = if least == most { format!("{least:+}") } else { format!("{least:+} to {most:+}") };
    let (first, last) = (ripple[0].0, ripple[ripple.len() - 1].0);
    let told_choices = if first == last { first.to_string() } else { format!("{first}–{last}") };
    let mut out = format!("<g><title>{told_choices} choices, {centres} centres: {told}</title>");
    for run in ripple.chunk_by(|a, b| class(a.1) == class(b.1)) {
        let x = LEFT + WIDE * (run[0].0 - CHOICES.start());
        let half = HIGH / 2 - 1;
        let y = if run[0].1 > 0 { middle(centres) - half } else { middle(centres) };
        let (class, wide) = (class(run[0].1), WIDE * run.len() as u32);
        write!(out, "<path class=\"{class}\" d=\"M{x} {y}h{wide}v{half}h-{wide}z\"/>")
            .expect("strings can be written to");
    }
    out + "</g>"
}

/// What the shades stand for: bad on the left and below the line, good on the right and above it.
fn legend() -> Vec<String> {
    const STEP: u32 = 58;
    const THICK: u32 = 10;
    let (line, left) = (62, LEFT + 94);
    // From the worst to the best.
    let names = ["≤ −8", "−7 … −4", "−3, −2", "−1", "+1", "+2, +3", "+4 … +7", "≥ +8"];
    let shades = SHADES.iter().rev().map(|&least| -(least as i32));
    let values = shades.chain(SHADES.map(|least| least as i32));
    let right = left + STEP * names.len() as u32;
    let mut parts = vec![
        format!("<text class=\"end\" x=\"{}\" y=\"{}\">bad to leave</text>", left - 10, line + 4),
        format!("<text x=\"{}\" y=\"{}\">good to leave</text>", right + 8, line + 4),
        format!("<path class=\"rule\" d=\"M{left} {line}H{right}\"/>"),
    ];
    for ((i, value), name) in (0..).zip(values).zip(names) {
        let (x, wide) = (left + STEP * i, STEP - 2);
        let top = if value > 0 { line - THICK } else { line };
        let (class, middle, under) = (class(value), x + wide / 2, line + 25);
        parts.push(format!("<path class=\"{class}\" d=\"M{x} {top}h{wide}v{THICK}h-{wide}z\"/>"));
        parts.push(format!("<text class=\"mid small\" x=\"{middle}\" y=\"{under}\">{name}</text>"));
    }
    parts
}

/// Blue and vermilion are told apart by practically every eye; more is farther from the ground.
const LIGHT: &str = ".k72 text { fill: #2b2a28 } .k72 .ground { fill: #fdfcfa } \
    .k72 .rule { stroke: #ddd6c8 } .k72 .b0 { fill: #f3bb88 } .k72 .b1 { fill: #e8904a } \
    .k72 .b2 { fill: #c75300 } .k72 .b3 { fill: #752d00 } .k72 .g0 { fill: #9ccbe8 } \
    .k72 .g1 { fill: #55a3d6 } .k72 .g2 { fill: #006aa6 } .k72 .g3 { fill: #00324f }";
const DARK: &str = ".k72 text { fill: #e8e6e1 } .k72 .ground { fill: #17191c } \
    .k72 .rule { stroke: #363b41 } .k72 .b0 { fill: #7d4415 } .k72 .b1 { fill: #bb651f } \
    .k72 .b2 { fill: #f58a3e } .k72 .b3 { fill: #ffd3b0 } .k72 .g0 { fill: #1c5a82 } \
    .k72 .g1 { fill: #2b80b9 } .k72 .g2 { fill: #4fb0ee } .k72 .g3 { fill: #c9e8fc }";

fn sheet(theme: Theme) -> String {
    let form = ".k72 text { font: 13px system-ui, 'DejaVu Sans', sans-serif } \
        .k72 .title { font-size: 17px; font-weight: bold } .k72 .small { font-size: 12px } \
        .k72 .end { text-anchor: end } .k72 .mid { text-anchor: middle } .k72 .rule { fill: none }";
    match theme {
        Theme::Light => format!("{form} {LIGHT}"),
        Theme::Dark => format!("{form} {DARK}"),
        Theme::Auto => {
            format!("{form} {LIGHT} @media (prefers-color-scheme: dark) {{ {DARK} }}")
        }
    }
}
