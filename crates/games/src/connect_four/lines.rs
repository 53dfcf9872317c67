//! Lines of four on bitboards.
//!
//! A column takes `rows + 1` bits, the cells from the bottom up and one bit that stays empty, so that
//! a shift never carries a line from one column into the next (Tromp's layout, Fhourstones). On the
//! usual board:
//!
//! ```text
//!  6 13 20 27 34 41 48   always empty
//!  5 12 19 26 33 40 47   top row
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42   bottom row
//! ```

/// The measures of a board, its sets of cells, and the lines of four on it: what rules, evaluations
/// and solvers ask for again and again. Bits are laid out as drawn in the source of this type:
/// `rows + 1` bits a column, from the bottom up, the highest of which stays empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lines {
    /// How many columns there are.
    pub columns: u32,
    /// How many rows there are.
    pub rows: u32,
    /// Bits a column takes.
    pub stride: u32,
    /// All cells.
    pub board: u64,
    /// The lowest cell of every column.
    pub bottom: u64,
    /// The highest cell of every column.
    pub top: u64,
    /// Every second row, the top row among them: the cells of whoever answers in the same column.
    pub upper: u64,
}

/// Lines of one direction, each at its first cell.
pub(super) struct Counted {
    /// Those that a player may still fill.
    pub open: u64,
    /// `ones + 2 * twos` discs of the player lie in a line, unless it has all four.
    pub ones: u64,
    pub twos: u64,
    pub fours: u64,
}

impl Lines {
    /// Counts the discs of `own` in the lines along a step, all cells at once, with two half adders
    /// and a full one; nothing if the board is too narrow for that direction.
    #[inline(always)]
    pub(super) const fn counted(&self, own: u64, other: u64, step: u32) -> Option<Counted> {
        if 3 * step >= 64 {
            return None;
        }
        let free = self.board & !other;
        let open = free & free >> step & free >> (2 * step) & free >> (3 * step);
        let (a, b, c, d) = (own, own >> step, own >> (2 * step), own >> (3 * step));
        let (low, low_carry) = (a ^ b, a & b);
        let (high, high_carry) = (c ^ d, c & d);
        let (ones, carry) = (low ^ high, low & high);
        let twos = low_carry ^ high_carry ^ carry;
        Some(Counted { open, ones, twos, fours: low_carry & high_carry })
    }

    /// A board of `columns` by `rows`; the caller has seen to it that it fits.
    pub const fn new(columns: u32, rows: u32) -> Lines {
        let stride = rows + 1;
        let (mut bottom, mut column, mut upper) = (0, 0, 0);
        let mut i = 0;
        while i < columns {
            bottom |= 1 << (i * stride);
            i += 1;
        }
        i = 0;
        while i < rows {
            column |= 1 << i;
            if (rows - 1 - i).is_multiple_of(2) {
                upper |= 1 << i;
            }
            i += 1;
        }
        // The factors have no bits in common, so that the products are shifted copies.
        let (board, upper) = (bottom * column, bottom * upper);
        Lines { columns, rows, stride, board, bottom, top: bottom << (rows - 1), upper }
    }

    /// How many cells there are.
    #[inline]
    pub const fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    /// The steps to the next cell: up, to the right, and along both diagonals.
    #[inline(always)]
    pub const fn steps(&self) -> [u32; 4] {
        [1, self.stride, self.stride - 1, self.stride + 1]
    }

    /// The cells of a column.
    #[inline]
    pub const fn column(&self, column: u32) -> u64 {
        (self.board & (!0 >> (64 - self.stride))) << (column * self.stride)
    }

    /// Where the next disc of each column lands.
    #[inline(always)]
    pub const fn playable(&self, mask: u64) -> u64 {
        mask.wrapping_add(self.bottom) & self.board
    }

    /// Are there four in a row?
    #[inline(always)]
    pub fn has_four(&self, discs: u64) -> bool {
        self.fours(discs) != 0
    }

    /// The lowest cell of some four in a row, for each direction that has one.
    #[inline(always)]
    fn fours(&self, discs: u64) -> u64 {
        let mut found = 0;
        for step in self.steps() {
            let pairs = discs & right(discs, step);
            found |= pairs & right(pairs, 2 * step);
        }
        found
    }

    /// All cells that belong to a line of four within `cells`.
    #[inline(always)]
    pub fn in_fours(&self, cells: u64) -> u64 {
        let mut found = 0;
        for step in self.steps() {
            let pairs = cells & right(cells, step);
            let first = pairs & right(pairs, 2 * step);
            let two = first | left(first, step);
            found |= two | left(two, 2 * step);
        }
        found
    }

    /// The empty cells that would complete four of `discs`, whether or not a disc can fall there yet.
    #[inline(always)]
    pub fn winning(&self, discs: u64, mask: u64) -> u64 {
        let mut found = (discs << 1) & (discs << 2) & (discs << 3);
        let [_, steps @ ..] = self.steps();
        for step in steps {
            let above = left(discs, step) & left(discs, 2 * step);
            let below = right(discs, step) & right(discs, 2 * step);
            found |= above & (left(discs, 3 * step) | right(discs, step));
            found |= below & (right(discs, 3 * step) | left(discs, step));
        }
        found & (self.board ^ mask)
    }

    /// The same discs seen in a mirror: the first column becomes the last.
    #[inline]
    pub const fn mirror(&self, cells: u64) -> u64 {
        let column = !0 >> (64 - self.stride);
        let (mut rest, mut image, mut i) = (cells, 0, 0);
        while i < self.columns {
            image = left(image, self.stride) | (rest & column);
            rest = right(rest, self.stride);
            i += 1;
        }
        image
    }
}

/// On high and narrow boards a step can be wider than the word. Bit 63 is never a cell, so that a
/// shift by 63 does as well: what it leaves is nothing, or outside the board.
#[inline(always)]
const fn left(cells: u64, by: u32) -> u64 {
    cells << if by < 63 { by } else { 63 }
}

#[inline(always)]
const fn right(cells: u64, by: u32) -> u64 {
    cells >> if by < 63 { by } else { 63 }
}
