//! The table as a heat map, choices across and centres down: as characters and as SVG. Neither
//! needs colours to be read: characters have a sign, and bars go up or down.

use std::fmt::Write;

use super::neighbourhoods::Counts;
use super::table::{CENTRES, CHOICES, Table};

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
pub fn text(table: &Table, paint: Paint) -> String {
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
const HIGH: u32 = 16;
const LEFT: u32 = 60;
const TOP: u32 = 56;

/// The table as SVG: a row for each number of centres, in it a bar for each value, up for good and
/// down for bad. Light or dark as the reader likes it.
pub fn svg(table: &Table, title: &str) -> String {
    let n_choices = CHOICES.end() - CHOICES.start() + 1;
    let n_centres = CENTRES.end() - CENTRES.start() + 1;
    let (width, height) = (LEFT + WIDE * n_choices + 20, TOP + HIGH * n_centres + 50);
    let (entries, most) = table
        .entries()
        .fold((0, 1), |(n, most), (_, value)| (n + 1, most.max(value.unsigned_abs())));
    let title = escape(title);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" class=\"k72\">\n  <title>{title}</title>\n  \
         <desc>{entries} values by choices (across, {} to {}) and centres (down, {} to {}). Bars go \
         up where it was good to leave such a position and down where it was bad; the longest \
         stands for {most}.</desc>\n  <style>{SHEET}</style>\n  \
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n  \
         <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>\n  \
         <text x=\"{LEFT}\" y=\"42\">up: good to leave, down: bad to leave; the longest bar is \
         {most}</text>\n",
        CHOICES.start(),
        CHOICES.end(),
        CENTRES.start(),
        CENTRES.end(),
    );
    let mut line = |text: String| {
        out += "  ";
        out += &text;
        out.push('\n');
    };
    for centres in CENTRES {
        let middle = TOP + HIGH * (centres - CENTRES.start()) + HIGH / 2;
        let right = LEFT + WIDE * n_choices;
        line(format!("<path class=\"rule\" d=\"M{LEFT} {middle}H{right}\"/>"));
        if centres % 2 == 0 {
            let (x, y) = (LEFT - 8, middle + 4);
            line(format!("<text class=\"end\" x=\"{x}\" y=\"{y}\">{centres}</text>"));
        }
    }
    let foot = TOP + HIGH * n_centres;
    for choices in CHOICES.filter(|choices| choices % 50 == 0) {
        let x = LEFT + WIDE * (choices - CHOICES.start());
        let y = foot + 16;
        line(format!("<path class=\"rule\" d=\"M{x} {TOP}V{foot}\"/>"));
        line(format!("<text class=\"mid\" x=\"{x}\" y=\"{y}\">{choices}</text>"));
    }
    let (x, y) = (LEFT + WIDE * n_choices / 2, foot + 36);
    line(format!("<text class=\"mid\" x=\"{x}\" y=\"{y}\">choices</text>"));
    line(format!("<text x=\"4\" y=\"{}\">centres</text>", TOP - 4));
    for (counts, value) in table.entries() {
        let x = LEFT + WIDE * (counts.choices - CHOICES.start());
        let middle = f64::from(TOP + HIGH * (counts.centres - CENTRES.start()) + HIGH / 2);
        // Roots let small values be seen beside large ones.
        let share = (f64::from(value.unsigned_abs()) / f64::from(most)).sqrt();
        let long = (share * f64::from(HIGH / 2)).max(1.0);
        let (class, y) = if value > 0 { ("good", middle - long) } else { ("bad", middle) };
        line(format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y:.1}\" width=\"{WIDE}\" height=\"{long:.1}\">\
             <title>{counts} {value:+}</title></rect>"
        ));
    }
    out + "</svg>\n"
}

const SHEET: &str = ".k72 text { font: 12px system-ui, 'DejaVu Sans', sans-serif; fill: #2b2a28 } \
    .k72 .title { font-size: 16px; font-weight: bold } .k72 .end { text-anchor: end } \
    .k72 .mid { text-anchor: middle } .k72 .ground { fill: #fdfcfa } \
    .k72 .rule { stroke: #d9d2c3; fill: none } .k72 .good { fill: #0072b2 } \
    .k72 .bad { fill: #d55e00 } @media (prefers-color-scheme: dark) { \
    .k72 text { fill: #e8e6e1 } .k72 .ground { fill: #17191c } .k72 .rule { stroke: #3a3f45 } \
    .k72 .good { fill: #3a9bdc } .k72 .bad { fill: #ef7d2d } }";

fn escape(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
