//! Where the squares are, what they are called, and which bit stands for each.

use super::variant::{Colour, Corner, Names, Rules};

/// The squares of a board that are played on, in the order of their numbers; where squares have
/// letters, row by row from the top as White sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares {
    all: Vec<Square>,
    /// For each bit the index into `all`, or `NONE` for a gap.
    by_bit: Vec<u8>,
    width: u8,
    height: u8,
}

const NONE: u8 = u8::MAX;

/// A square that is played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Square {
    /// Its name in this variant.
    pub name: String,
    /// Its name by column and row, `a1` at White's left hand.
    pub letters: String,
    /// Its bit.
    pub bit: u32,
    /// The column, counted from 0 at White's left hand.
    pub column: u32,
    /// The row, counted from 0 at White's side.
    pub row: u32,
}

/// A square by column and row.
pub(super) fn letters(column: u32, row: u32) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Squares {
    pub(super) fn new(rules: &Rules) -> Squares {
        let (width, height) = (u32::from(rules.width), u32::from(rules.height));
        let mut all = Vec::new();
        let mut squares: Vec<(u32, u32)> =
            (0..height).flat_map(|row| (0..width).map(move |column| (row, column))).collect();
        // Rows and columns here are as the player who begins sees them.
        match rules.names {
            Names::Numbers(Corner::BottomRight) => {
                squares.sort_by_key(|&(row, column)| (row, width - column));
            }
            Names::Numbers(Corner::TopLeft) => {
                squares.sort_by_key(|&(row, column)| (height - row, column));
            }
            Names::Algebraic => squares.sort_by_key(|&(row, column)| (height - row, column)),
        }
        for (row, column) in squares {
            let seen = if rules.mirrored { width - 1 - column } else { column };
            let Some(bit) = rules.bit_at(row, seen) else { continue };
            let (column, row) = match rules.first {
                Colour::White => (column, row),
                Colour::Black => (width - 1 - column, height - 1 - row),
            };
            let letters = letters(column, row);
            let name = match rules.names {
                Names::Algebraic => letters.clone(),
                Names::Numbers(_) => (all.len() + 1).to_string(),
            };
            all.push(Square { name, letters, bit, column, row });
        }
        let mut by_bit = vec![NONE; 128];
        for (i, square) in all.iter().enumerate() {
            by_bit[square.bit as usize] = i as u8;
        }
        Squares { all, by_bit, width: rules.width, height: rules.height }
    }

    /// All of them in order.
    pub fn all(&self) -> &[Square] {
        &self.all
    }

    /// The place of a bit in `all`; none for a gap.
    pub fn index(&self, bit: u32) -> Option<usize> {
        let index = *self.by_bit.get(bit as usize)?;
        (index != NONE).then_some(index.into())
    }

    /// The square of a bit.
    pub fn of(&self, bit: u32) -> Option<&Square> {
        self.all.get(self.index(bit)?)
    }

    /// The name of the square of a bit.
    pub fn name(&self, bit: u32) -> &str {
        self.of(bit).map_or("?", |square| &square.name)
    }

    /// The square with that name: the variant's own, or column and row.
    pub fn find(&self, name: &str) -> Option<&Square> {
        let number = |digits: &str| -> Option<usize> {
            let plain =
                digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
            digits.parse().ok().filter(|_| plain)
        };
        let first = *name.as_bytes().first()?;
        if first.is_ascii_digit() {
            let square = self.all.get(number(name)?.checked_sub(1)?)?;
            return Some(square).filter(|square| square.name == name);
        }
        let column = u32::from(first.to_ascii_lowercase()).checked_sub(u32::from(b'a'))?;
        let row = number(name.get(1..)?)?.checked_sub(1)? as u32;
        self.all.iter().find(|square| (square.column, square.row) == (column, row))
    }

    /// The names there are, for messages: `1 to 32`, `a1 to h8`.
    pub fn range(&self) -> String {
        let first = &self.all[0];
        if first.name == first.letters {
            let last = letters(u32::from(self.width) - 1, u32::from(self.height) - 1);
            format!("dark squares from a1 to {last}")
        } else {
            format!("1 to {}", self.all.len())
        }
    }
}
