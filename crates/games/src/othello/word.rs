//! Sets of squares, and what happens on them: one word of 64 bits for boards up to 8×8, one of 128 for 10×10.
//!
//! Squares go row by row from a1 at the top left, and a row takes as many bits as the largest board that
//! fits. Smaller boards lie in the top left corner of it, and what is beside them is always empty.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// Bits of a row.
    const STRIDE: u32;
    /// No square.
    const NONE: Self;

    /// The set of one square.
    fn bit(square: u32) -> Self;
    /// How many squares there are.
    fn len(self) -> u32;
    /// Is there none?
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
    /// The first square.
    fn lowest(self) -> u32;
    /// All but the first square.
    fn without_lowest(self) -> Self;
    /// The squares where a player with the discs `own` encloses some of `other`; some of them may lie
    /// beside the board, or be taken by `own`.
    fn enclosing(own: Self, other: Self) -> Self;
    /// The discs of `other` that a disc of `own` on an empty square turns over.
    fn turned_over(own: Self, other: Self, square: u32) -> Self;
    /// The low and the high half.
    fn halves(self) -> [u64; 2];
}

/// The eight rows from each square: four towards higher bits, and four towards lower ones.
type Rays<T> = [[T; 8]; 64];

const fn rays() -> Rays<u64> {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = STEPS[direction];
            let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[square as usize][direction] |= 1 << (8 * y + x);
                (x, y) = (x + dx, y + dy);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// Towards higher bits first.
const STEPS: [(i32, i32); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

static RAYS: Rays<u64> = rays();

/// The discs of `other` that a disc of `own` on an empty square of the board of 64 bits turns over.
///
/// Towards higher bits a carry runs through the discs of the other player to the disc that encloses them;
/// towards lower bits the leading zeros lead there (Okuhara's way).
#[inline(always)]
pub fn turned_over(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[(square & 63) as usize];
    let mut turned = 0;
    for &ray in &rays[..4] {
        let end = (other | !ray).wrapping_add(1) & ray & own;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in &rays[4..] {
        let first = !other & ray;
        let end = (1 << 63 >> (first | 1).leading_zeros()) & ray & own;
        turned |= (end << 1).wrapping_neg() & ray;
    }
    turned
}

impl Word for u64 {
    const STRIDE: u32 = 8;
    const NONE: Self = 0;

    #[inline(always)]
    fn bit(square: u32) -> Self {
        1 << (square & 63)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    /// Rows are filled by doubling: after three steps a run of six discs is crossed (Kogge and Stone).
    #[inline(always)]
    fn enclosing(own: u64, other: u64) -> u64 {
        // A disc in an outer column encloses nothing across it.
        let inner = other & 0x7e7e_7e7e_7e7e_7e7e;
        let mut found = 0;
        for (step, inner) in [(1, inner), (7, inner), (8, other), (9, inner)] {
            let mut up = inner & own << step;
            let mut down = inner & own >> step;
            up |= inner & up << step;
            down |= inner & down >> step;
            let (pairs_up, pairs_down) = (inner & inner << step, inner & inner >> step);
            up |= pairs_up & up << (2 * step);
            down |= pairs_down & down >> (2 * step);
            up |= pairs_up & up << (2 * step);
            down |= pairs_down & down >> (2 * step);
            found |= up << step | down >> step;
        }
        found
    }

    #[inline(always)]
    fn turned_over(own: u64, other: u64, square: u32) -> u64 {
        turned_over(own, other, square)
    }

    #[inline(always)]
    fn halves(self) -> [u64; 2] {
        [self, 0]
    }
}

/// The first and the last column of ten rows.
const SIDES: u128 = {
    let (mut sides, mut row) = (0, 0);
    while row < 10 {
        sides |= (1 << 9 | 1) << (10 * row);
        row += 1;
    }
    sides
};

/// The eight steps between neighbours on the board of ten rows, with the discs that they may cross.
#[inline(always)]
fn wide_steps(other: u128) -> [(u32, u128); 4] {
    let inner = other & !SIDES;
    [(1, inner), (9, inner), (10, other), (11, inner)]
}

impl Word for u128 {
    const STRIDE: u32 = 10;
    const NONE: Self = 0;

    #[inline(always)]
    fn bit(square: u32) -> Self {
        1 << (square & 127)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn enclosing(own: u128, other: u128) -> u128 {
        let mut found = 0;
        for (step, inner) in wide_steps(other) {
            let (mut up, mut down) = (inner & own << step, inner & own >> step);
            // A run crosses eight discs at most.
            for _ in 0..7 {
                up |= inner & up << step;
                down |= inner & down >> step;
            }
            found |= up << step | down >> step;
        }
        found
    }

    #[inline]
    fn turned_over(own: u128, other: u128, square: u32) -> u128 {
        let (bit, mut turned) = (Self::bit(square), 0);
        for (step, inner) in wide_steps(other) {
            let (mut up, mut down) = (inner & bit << step, inner & bit >> step);
            for _ in 0..7 {
                up |= inner & up << step;
                down |= inner & down >> step;
            }
            turned |= if own & up << step != 0 { up } else { 0 };
            turned |= if own & down >> step != 0 { down } else { 0 };
        }
        turned
    }

    #[inline(always)]
    fn halves(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}
