//! Cells, lines and symmetries, computed when the program is compiled.
//!
//! Lines a to e are the rows, f to j fall to the left and k to o to the right; every cell lies on one
//! of each kind. A letter stands where the stone of the line is put.
//!
//! ```text
//!                 f   g
//!                /   /
//!           a---0---1   h
//!              / \ / \ /
//!         b---2---3---4   i
//!            / \ / \ / \ /
//!       c---5---6---7---8   j
//!          / \ / \ / \ / \ /
//!     d---9---10--11--12--13
//!          \ / \ / \ / \ / \
//!       e---14--15--16--17  o
//!            \   \   \   \
//!             k   l   m   n
//! ```

/// How many cells there are.
pub const N_CELLS: usize = 18;
/// How many lines there are.
pub const N_LINES: usize = 15;

/// The cells of every line: five rows, five lines that fall to the left, five that fall to the
/// right.
pub const LINES: [&[u8]; N_LINES] = [
    &[0, 1],
    &[2, 3, 4],
    &[5, 6, 7, 8],
    &[9, 10, 11, 12, 13],
    &[14, 15, 16, 17],
    &[0, 2, 5, 9],
    &[1, 3, 6, 10, 14],
    &[4, 7, 11, 15],
    &[8, 12, 16],
    &[13, 17],
    &[9, 14],
    &[5, 10, 15],
    &[2, 6, 11, 16],
    &[0, 3, 7, 12, 17],
    &[1, 4, 8, 13],
];

/// How many cells stand in each row, from the top.
pub(super) const ROWS: [usize; 5] = [2, 3, 4, 5, 4];

/// All cells, as bits.
pub(super) const ALL_CELLS: u32 = (1 << N_CELLS) - 1;
/// All lines, as bits.
pub(super) const ALL_LINES: u16 = (1 << N_LINES) - 1;

/// How many symmetries the board has, the identity included.
pub const N_SYMMETRIES: usize = 6;

/// The three lines through each cell: a row, one falling to the left, one falling to the right.
pub const LINES_OF: [[u8; 3]; N_CELLS] = lines_of();

/// Where each symmetry takes each cell.
pub const CELL_IMAGE: [[u8; N_CELLS]; N_SYMMETRIES] = images().0;
/// Where each symmetry takes each line.
pub(super) const LINE_IMAGE: [[u8; N_LINES]; N_SYMMETRIES] = images().1;

const fn lines_of() -> [[u8; 3]; N_CELLS] {
    let mut through = [[0; 3]; N_CELLS];
    let mut line = 0;
    while line < N_LINES {
        let mut i = 0;
        while i < LINES[line].len() {
            // Lines of one kind never meet, so that each kind has a place of its own.
            through[LINES[line][i] as usize][line / 5] = line as u8;
            i += 1;
        }
        line += 1;
    }
    through
}

/// Which of the three kinds of lines takes the place of which.
pub const TURNS: [[usize; 3]; N_SYMMETRIES] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The number of a line among those of its kind, counted so that in each kind the lines have 2, 3,
/// 4, 5 and 4 cells. The book counts those that fall to the left the other way round.
pub const fn rank(line: usize) -> usize {
    if line / 5 == 1 { 9 - line } else { line % 5 }
}

const fn line_at(kind: usize, rank: usize) -> usize {
    if kind == 1 { 9 - rank } else { 5 * kind + rank }
}

/// The three ranks of a cell always add up to 7, as coordinates on a triangular grid do, and every
/// way to exchange the three kinds of lines maps the board onto itself.
const fn images() -> ([[u8; N_CELLS]; N_SYMMETRIES], [[u8; N_LINES]; N_SYMMETRIES]) {
    let mut cells = [[0; N_CELLS]; N_SYMMETRIES];
    let mut lines = [[0; N_LINES]; N_SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < N_SYMMETRIES {
        let turn = TURNS[symmetry];
        let mut line = 0;
        while line < N_LINES {
            lines[symmetry][line] = line_at(turn[line / 5], rank(line)) as u8;
            line += 1;
        }
        let mut cell = 0;
        while cell < N_CELLS {
            cells[symmetry][cell] = image_of_cell(cell, &lines[symmetry]);
            cell += 1;
        }
        symmetry += 1;
    }
    (cells, lines)
}

/// The cell where the images of the lines through `cell` meet.
const fn image_of_cell(cell: usize, lines: &[u8; N_LINES]) -> u8 {
    let mut image = 0;
    while image < N_CELLS {
        let mut met = 0;
        let mut kind = 0;
        while kind < 3 {
            let line = lines[LINES_OF[cell][kind] as usize];
            if LINES_OF[image][line as usize / 5] == line {
                met += 1;
            }
            kind += 1;
        }
        if met == 3 {
            return image as u8;
        }
        image += 1;
    }
    panic!("a symmetry takes every cell to a cell")
}
