//! A sheet of characters that grows where it is written on, and knows how lines meet.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::lines::{Lines, Spot};
use super::text::{Charset, Colour};

/// No drawing is wider or higher, whatever the board says.
pub(super) const LIMIT: i32 = 400;

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

#[derive(Clone, Copy, Default)]
struct Cell {
    glyph: Option<char>,
    ink: Ink,
    kept: bool,
}

/// The sheet. Characters hide lines, wherever both are.
pub(super) struct Canvas {
    cells: BTreeMap<Spot, Cell>,
    lines: Lines,
}

impl Canvas {
    pub fn new(charset: Charset) -> Canvas {
        Canvas { cells: BTreeMap::new(), lines: Lines::new(charset) }
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
        let taken = |cell: &Cell| cell.glyph.is_some() || cell.kept;
        !self.cells.get(&spot).is_some_and(taken) && !self.lines.touches(spot)
    }

    /// Whether a character other than that of a line stands here.
    pub fn has_glyph(&self, spot: Spot) -> bool {
        self.cells.get(&spot).is_some_and(|cell| cell.glyph.is_some())
    }

    /// Whether lines meet here, or pass: a single arm is the loose end of one.
    pub fn has_line(&self, spot: Spot) -> bool {
        self.lines.glyph(spot).is_some()
    }

    /// A line from one spot to another, both excluded, but for the arms that reach into them.
    pub fn line(&mut self, from: Spot, to: Spot) {
        self.lines.line(from, to);
    }

    /// The rows of the drawing, without blanks at their ends. `first` and `last` are the corners of
    /// what the sites take up: rows within may be blank, other blank rows go.
    pub fn rows(&self, colour: Colour, first: Spot, last: Spot) -> Vec<String> {
        let lines = self.lines.glyphs().map(|(spot, line)| (spot, (line, Ink::FAINT)));
        // Rows and columns of lines' loose ends count for nothing.
        let mut used: BTreeMap<Spot, (char, Ink)> = lines.collect();
        for (&spot, cell) in &self.cells {
            match cell.glyph {
                Some(glyph) => _ = used.insert(spot, (glyph, cell.ink)),
                None if cell.kept => _ = used.entry(spot).or_insert((' ', Ink::default())),
                None => {}
            }
        }
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
