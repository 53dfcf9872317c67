//! A sheet of characters that grows where it is written on, and knows how lines meet.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::text::{Charset, Colour};

/// No drawing is wider or higher, whatever the board says.
pub(super) const LIMIT: i32 = 400;

/// Row and column of a character; rows grow downwards.
pub(super) type Spot = (i32, i32);

/// How a character is written. Colours are numbered as in the escape sequences; 0 is the terminal's
/// own, the only one that is sure to be readable.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ink {
    pub colour: u8,
    pub bold: bool,
    pub dim: bool,
    pub underline: bool,
    pub inverse: bool,
}

impl Ink {
    /// For what should stay in the background: lines, coordinates, empty places.
    pub const FAINT: Ink =
        Ink { colour: 0, bold: false, dim: true, underline: false, inverse: false };

    /// The terminal's own weight in a colour.
    pub fn coloured(colour: u8) -> Ink {
        Ink { colour, ..Ink::default() }
    }

    fn escape(self) -> String {
        let mut codes = Vec::new();
        let attributes = [(self.bold, 1), (self.dim, 2), (self.underline, 4), (self.inverse, 7)];
        codes.extend(attributes.iter().filter(|(on, _)| *on).map(|(_, code)| code.to_string()));
        if self.colour != 0 {
            codes.push(self.colour.to_string());
        }
        format!("\x1b[{}m", codes.join(";"))
    }
}

/// Parts of lines inside one character.
pub(super) mod arm {
    pub const UP: u8 = 1;
    pub const DOWN: u8 = 2;
    pub const LEFT: u8 = 4;
    pub const RIGHT: u8 = 8;
    /// From the upper left to the lower right.
    pub const FALL: u8 = 16;
    /// From the lower left to the upper right.
    pub const RISE: u8 = 32;
    /// Those that box-drawing characters can join.
    pub const BOX: u8 = UP | DOWN | LEFT | RIGHT;
}

#[derive(Clone, Copy, Default)]
struct Cell {
    glyph: Option<char>,
    ink: Ink,
    arms: u8,
    kept: bool,
}

/// The sheet. Characters hide lines, wherever both are.
pub(super) struct Canvas {
    cells: BTreeMap<Spot, Cell>,
    charset: Charset,
}

impl Canvas {
    pub fn new(charset: Charset) -> Canvas {
        Canvas { cells: BTreeMap::new(), charset }
    }

    fn cell(&mut self, spot: Spot) -> &mut Cell {
        self.cells.entry(spot).or_default()
    }

    pub fn put(&mut self, spot: Spot, glyph: char, ink: Ink) {
        let cell = self.cell(spot);
        (cell.glyph, cell.ink) = (Some(glyph), ink);
    }

    /// Keeps a spot free for a site: lines may pass, labels may not.
    pub fn keep(&mut self, spot: Spot) {
        self.cell(spot).kept = true;
    }

    pub fn is_free(&self, spot: Spot) -> bool {
        self.cells.get(&spot).is_none_or(|c| c.glyph.is_none() && !c.kept && c.arms == 0)
    }

    pub fn add_arms(&mut self, spot: Spot, arms: u8) {
        self.cell(spot).arms |= arms;
    }

    /// Whether a character other than that of a line stands here.
    pub fn has_glyph(&self, spot: Spot) -> bool {
        self.cells.get(&spot).is_some_and(|cell| cell.glyph.is_some())
    }

    /// Whether lines meet here, or pass: a single arm is the loose end of one.
    pub fn has_line(&self, spot: Spot) -> bool {
        self.cells.get(&spot).is_some_and(|cell| self.line_char(cell.arms).is_some())
    }

    /// A line from one spot to another, both excluded, but for the arms that reach into them.
    pub fn line(&mut self, from: Spot, to: Spot) {
        // Always drawn from the top, so that an edge looks the same whichever way it is given.
        let ((r0, c0), (r1, c1)) = if from <= to { (from, to) } else { (to, from) };
        let (rows, columns) = (r1 - r0, c1 - c0);
        if rows == 0 && columns == 0 {
            return;
        }
        if rows == 0 || columns == 0 {
            let (back, on) = if rows == 0 { (arm::LEFT, arm::RIGHT) } else { (arm::UP, arm::DOWN) };
            self.add_arms((r0, c0), on);
            self.add_arms((r1, c1), back);
            let (dr, dc) = (rows.signum(), columns.signum());
            for i in 1..rows.max(columns) {
                self.add_arms((r0 + i * dr, c0 + i * dc), back | on);
            }
            return;
        }
        let slope = if columns > 0 { arm::FALL } else { arm::RISE };
        let part = |i: i32, of: i32, whole: i32| {
            (f64::from(i) * f64::from(whole) / f64::from(of)).round() as i32
        };
        // A character is about twice as high as wide: up to 2 columns a row, one stroke a row.
        if columns.abs() <= 2 * rows {
            let column = |i| c0 + part(i, rows, columns);
            for i in 1..rows {
                let upright = column(i - 1) == column(i + 1);
                let arms = if upright { arm::UP | arm::DOWN } else { slope };
                self.add_arms((r0 + i, column(i)), arms);
            }
        } else {
            let row = |i| r0 + part(i, columns.abs(), rows);
            for i in 1..columns.abs() {
                let level = row(i) == row(i + 1);
                let arms = if level { arm::LEFT | arm::RIGHT } else { slope };
                self.add_arms((row(i), c0 + i * columns.signum()), arms);
            }
        }
    }

    fn line_char(&self, arms: u8) -> Option<char> {
        use arm::{DOWN, FALL, LEFT, RIGHT, RISE, UP};
        let straight = arms & arm::BOX;
        if straight.count_ones() >= 2 {
            const UPRIGHT: u8 = UP | DOWN;
            const LEVEL: u8 = LEFT | RIGHT;
            if self.charset == Charset::Ascii {
                return Some(match straight {
                    UPRIGHT => '|',
                    LEVEL => '-',
                    _ => '+',
                });
            }
            const BOXES: [char; 16] =
                [' ', ' ', ' ', '│', ' ', '┘', '┐', '┤', ' ', '└', '┌', '├', '─', '┴', '┬', '┼'];
            return Some(BOXES[usize::from(straight)]);
        }
        let ascii = self.charset == Charset::Ascii;
        match (arms & FALL != 0, arms & RISE != 0) {
            (true, true) => Some(if ascii { 'x' } else { '╳' }),
            (true, false) => Some(if ascii { '\\' } else { '╲' }),
            (false, true) => Some(if ascii { '/' } else { '╱' }),
            (false, false) => None,
        }
    }

    /// The rows of the drawing, without blanks at their ends. `first` and `last` are the corners of
    /// what the sites take up: rows within may be blank, other blank rows go.
    pub fn rows(&self, colour: Colour, first: Spot, last: Spot) -> Vec<String> {
        let drawn = |cell: &Cell| match cell.glyph {
            Some(glyph) => Some((glyph, cell.ink)),
            None => self.line_char(cell.arms).map(|line| (line, Ink::FAINT)),
        };
        // Rows and columns of lines' loose ends count for nothing.
        let used: BTreeMap<Spot, (char, Ink)> = self
            .cells
            .iter()
            .filter_map(|(&spot, cell)| match drawn(cell) {
                None => cell.kept.then_some((spot, (' ', Ink::default()))),
                Some(drawn) => Some((spot, drawn)),
            })
            .collect();
        let Some((&(top, _), _)) = used.first_key_value() else { return Vec::new() };
        let bottom = used.last_key_value().map_or(top, |(&(row, _), _)| row);
        let left = used.keys().map(|&(_, column)| column).min().unwrap_or(0).min(first.1);
        let mut rows = Vec::new();
        for row in top..=bottom.min(top + LIMIT - 1) {
            let mut line = Vec::new();
            for (&(_, column), &drawn) in used.range((row, left)..(row, left + LIMIT)) {
                line.resize((column - left) as usize, (' ', Ink::default()));
                line.push(drawn);
            }
            let text = write_line(&line, colour);
            if !text.is_empty() || (first.0..=last.0).contains(&row) {
                rows.push(text);
            }
        }
        rows
    }
}

/// Characters with their ink as one line of text, without blanks at the end.
pub(super) fn write_line(line: &[(char, Ink)], colour: Colour) -> String {
    let end = line.iter().rposition(|(glyph, _)| *glyph != ' ').map_or(0, |last| last + 1);
    let mut line = line[..end].to_vec();
    for i in 1..end {
        // A blank looks the same in most inks, and needs no change of ink then.
        let before = line[i - 1].1;
        if line[i].0 == ' ' && !before.underline && !before.inverse {
            line[i].1 = before;
        }
    }
    let mut text = String::new();
    for run in line.chunk_by(|a, b| a.1 == b.1) {
        let ink = run[0].1;
        let run: String = run.iter().map(|(glyph, _)| glyph).collect();
        if colour == Colour::Plain || ink == Ink::default() {
            text.push_str(&run);
        } else {
            write!(text, "{}{run}\x1b[0m", ink.escape()).expect("a string takes all text");
        }
    }
    text
}
