//! Lines between characters, and the characters that show how they meet.

use std::collections::BTreeMap;

use super::text::Charset;

/// Row and column of a character; rows grow downwards.
pub type Spot = (i32, i32);

/// Parts of lines inside one character.
mod arm {
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

/// Lines on a sheet of characters. They grow together where they meet.
#[derive(Clone, Debug)]
pub struct Lines {
    arms: BTreeMap<Spot, u8>,
    charset: Charset,
}

impl Lines {
    /// None yet.
    pub fn new(charset: Charset) -> Lines {
        Lines { arms: BTreeMap::new(), charset }
    }

    fn add_arms(&mut self, spot: Spot, arms: u8) {
        *self.arms.entry(spot).or_default() |= arms;
    }

    /// Whether a line touches this spot, be it with a loose end.
    pub fn touches(&self, spot: Spot) -> bool {
        self.arms.get(&spot).is_some_and(|&arms| arms != 0)
    }

    /// The character that shows the lines here; none where there is only a loose end.
    pub fn glyph(&self, spot: Spot) -> Option<char> {
        self.arms.get(&spot).and_then(|&arms| self.line_char(arms))
    }

    /// All characters of all lines.
    pub fn glyphs(&self) -> impl Iterator<Item = (Spot, char)> {
        self.arms.iter().filter_map(|(&spot, &arms)| Some((spot, self.line_char(arms)?)))
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
}
