//! Discs that can never be turned over again: those on full lines in every direction, at the border, and beside
//! such a disc of the same colour.

/// What is known of a board of a size.
#[derive(Clone, Copy)]
pub(super) struct Borders {
    /// Squares beside the board, in a word of eight by eight.
    outside: u64,
    /// For rows, columns and both diagonals: squares whose line ends there.
    ends: [u64; 4],
}

/// The squares whose `n`-th neighbour in a direction is beside the board of eight by eight.
const fn beyond(dx: i32, dy: i32, n: i32) -> u64 {
    let (mut set, mut square) = (0, 0);
    while square < 64 {
        let (x, y) = (square % 8 + n * dx, square / 8 + n * dy);
        if x < 0 || x > 7 || y < 0 || y > 7 {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}

/// The lines of the diagonals that step by `SHIFT`, `dx` to the side and one down, on which all squares are in `l`.
#[inline(always)]
fn full_diagonals<const SHIFT: u32>(all: u64, beyond: &[[u64; 3]; 2]) -> u64 {
    let (mut up, mut down) = (all, all);
    let mut step = SHIFT;
    for (above, below) in beyond[0].iter().zip(&beyond[1]) {
        up &= above | up >> step;
        down &= below | down << step;
        step *= 2;
    }
    up & down
}

const fn three(dx: i32, dy: i32) -> [u64; 3] {
    [beyond(dx, dy, 1), beyond(dx, dy, 2), beyond(dx, dy, 4)]
}

static FALLING: [[u64; 3]; 2] = [three(1, 1), three(-1, -1)];
static RISING: [[u64; 3]; 2] = [three(-1, 1), three(1, -1)];

impl Borders {
    /// Of a board in the top left corner of the word.
    pub fn new(size: u32) -> Borders {
        let last = size - 1;
        let (mut board, mut rows, mut columns) = (0, 0, 0);
        for square in 0..64u32 {
            let (column, row) = (square % 8, square / 8);
            let bit = 1u64 << square;
            board |= if column < size && row < size { bit } else { 0 };
            rows |= if column == 0 || column == last { bit } else { 0 };
            columns |= if row == 0 || row == last { bit } else { 0 };
        }
        let diagonals = rows | columns;
        Borders { outside: !board, ends: [rows, columns, diagonals, diagonals] }
    }

    /// How many discs of `own` nobody can turn over any more, at least.
    pub fn stable(&self, own: u64, other: u64) -> u32 {
        let all = own | other | self.outside;
        let mut rows = all & all >> 1;
        rows &= rows >> 2;
        rows &= rows >> 4;
        let rows = (rows & 0x0101_0101_0101_0101) * 0xff;
        let mut columns = all & all.rotate_right(8);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(32);
        let full = [
            rows | self.ends[0],
            columns | self.ends[1],
            full_diagonals::<9>(all, &FALLING) | self.ends[2],
            full_diagonals::<7>(all, &RISING) | self.ends[3],
        ];
        let mut stable = own & full[0] & full[1] & full[2] & full[3];
        loop {
            // At the border the end of the line says it already, so that no shift goes round the edge.
            let more = own
                & (full[0] | stable << 1 | stable >> 1)
                & (full[1] | stable << 8 | stable >> 8)
                & (full[2] | stable << 9 | stable >> 9)
                & (full[3] | stable << 7 | stable >> 7);
            if more | stable == stable {
                return stable.count_ones();
            }
            stable |= more;
        }
    }
}
