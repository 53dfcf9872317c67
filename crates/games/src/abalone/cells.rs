//! Cells are bits of a word with nine to a row, so that a step in any direction is a shift. Row `a` is below; the number of
//! a cell grows to the right, and cells of the same number lie on a line from the lower right to the upper left.
//!
//! ```text
//!             i5 i6 i7 i8 i9
//!           h4 h5 h6 h7 h8 h9
//!         g3 g4 g5 g6 g7 g8 g9
//!       f2 f3 f4 f5 f6 f7 f8 f9
//!     e1 e2 e3 e4 e5 e6 e7 e8 e9
//!       d1 d2 d3 d4 d5 d6 d7 d8
//!         c1 c2 c3 c4 c5 c6 c7
//!           b1 b2 b3 b4 b5 b6
//!             a1 a2 a3 a4 a5
//! ```
//!
//! A step over the edge leads to a bit that is no cell, also from the end of one row to the begin of the next: the corners of
//! the nine by nine bits that are not in the hexagon lie there. Ten bits stay free below.

/// Bits to a row.
const STRIDE: u32 = 9;
/// The bit of `a1`.
const FIRST: u32 = 10;

/// The bit of a cell, by its row and its number, both from 0.
pub(super) const fn bit(row: u32, number: u32) -> u32 {
    FIRST + row * STRIDE + number
}

/// Row and number of a cell, both from 0.
pub(super) const fn place(cell: u32) -> (u32, u32) {
    ((cell - FIRST) / STRIDE, (cell - FIRST) % STRIDE)
}

/// Is there a cell?
pub(super) const fn exists(row: i32, number: i32) -> bool {
    let inside = 0 <= row && row < 9 && 0 <= number && number < 9;
    inside && (number - row).abs() <= 4
}

/// All cells.
pub(super) const BOARD: u128 = {
    let mut board = 0;
    let mut i = 0;
    while i < 81 {
        if exists(i / 9, i % 9) {
            board |= 1 << bit(i as u32 / 9, i as u32 % 9);
        }
        i += 1;
    }
    board
};

/// By how many bits a step goes: to the right, to the upper left, to the upper right, and the other way, so that
/// direction `d + 3` is opposite to `d`.
pub(super) const STEPS: [i32; 6] = [1, 9, 10, -1, -9, -10];

/// All marbles of a set one cell further.
#[inline(always)]
pub(super) fn step(set: u128, direction: usize) -> u128 {
    let by = STEPS[direction % 6];
    if by > 0 { set << by } else { set >> -by }
}

/// All marbles of a set one cell back.
#[inline(always)]
pub(super) fn back(set: u128, direction: usize) -> u128 {
    step(set, direction + 3)
}

/// The bit one step from a cell; it may be none of the board.
#[inline(always)]
pub(super) fn beside(cell: u32, direction: usize) -> u32 {
    cell.wrapping_add_signed(STEPS[direction % 6])
}

/// The cells of a set, from below and from the left.
pub(super) fn each(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros();
            set &= set - 1;
            cell
        })
    })
}

/// The cells that are at most the given number of steps from the middle.
pub(super) const RINGS: [u128; 5] = {
    let mut rings = [0; 5];
    let mut i: i32 = 0;
    while i < 81 {
        let (row, number) = (i / 9 - 4, i % 9 - 4);
        let far =
            if row * number > 0 { max(row.abs(), number.abs()) } else { row.abs() + number.abs() };
        if far <= 4 {
            let mut ring = far as usize;
            while ring < 5 {
                rings[ring] |= 1 << bit(i as u32 / 9, i as u32 % 9);
                ring += 1;
            }
        }
        i += 1;
    }
    rings
};

const fn max(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

/// The name of a cell.
pub(super) fn name(cell: u32) -> String {
    let (row, number) = place(cell);
    format!("{}{}", char::from(b'a' + row as u8), number + 1)
}

/// The cell at the start of `text`, in small or capital letters, and what follows it.
pub(super) fn named(text: &str) -> Option<(u32, &str)> {
    let mut chars = text.chars();
    let row = (chars.next()?.to_ascii_lowercase() as u32).checked_sub(u32::from('a'))?;
    let number = chars.next()?.to_digit(10)?.checked_sub(1)?;
    let there = row < 9 && exists(row as i32, number as i32);
    there.then(|| (bit(row, number), chars.as_str()))
}
