//! The twelve pieces and their 63 orientations, each as the cells around a centre.
//!
//! The centre of a piece is the cell with the smallest sum of rook's distances to the other cells.
//! Every piece then lies within the twelve cells at distance one or two from it that are drawn here
//! with the numbers of the thesis (tables MDNA and MDNB of its listing):
//!
//! ```text
//!         9
//!     8   4   5
//! 12  3   ·   1  10
//!     7   2   6
//!        11
//! ```

use std::fmt;

/// How many pieces there are.
pub const N_PIECES: usize = 12;
/// How many orientations all pieces have together.
pub const N_ORIENTATIONS: usize = 63;
/// How many cells around a centre any piece can touch.
pub const N_NEAR: usize = 12;

/// The cells around a centre, to the right and downwards; cell k of the drawing is at k - 1.
pub const NEAR: [(i8, i8); N_NEAR] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (0, -2),
    (2, 0),
    (0, 2),
    (-2, 0),
];

/// The letters of the pieces.
pub(super) const LETTERS: [char; N_PIECES] =
    ['F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'];

/// The first orientation of each piece, and one more entry (TFOPS of the listing, from 0).
pub(super) const FIRST: [u8; N_PIECES + 1] = [0, 8, 10, 18, 26, 34, 38, 42, 46, 50, 51, 59, 63];

/// The four cells besides the centre (SST of the listing). Within 1 to 4 and within 5 to 8 each is
/// the one before, turned clockwise.
pub(super) const SHAPES: [[u8; 4]; N_ORIENTATIONS] = [
    // F
    [2, 3, 4, 5],
    [1, 3, 4, 6],
    [1, 2, 4, 7],
    [1, 2, 3, 8],
    [1, 2, 3, 5],
    [2, 3, 4, 6],
    [1, 3, 4, 7],
    [1, 2, 4, 8],
    // I
    [2, 4, 9, 11],
    [1, 3, 10, 12],
    // L
    [2, 4, 6, 9],
    [1, 3, 7, 10],
    [2, 4, 8, 11],
    [1, 3, 5, 12],
    [1, 3, 8, 10],
    [2, 4, 5, 11],
    [1, 3, 6, 12],
    [2, 4, 7, 9],
    // N
    [2, 3, 8, 11],
    [3, 4, 5, 12],
    [1, 4, 6, 9],
    [1, 2, 7, 10],
    [2, 3, 6, 12],
    [3, 4, 7, 9],
    [1, 4, 8, 10],
    [1, 2, 5, 11],
    // P
    [1, 2, 4, 5],
    [1, 2, 3, 6],
    [2, 3, 4, 7],
    [1, 3, 4, 8],
    [1, 3, 4, 5],
    [1, 2, 4, 6],
    [1, 2, 3, 7],
    [2, 3, 4, 8],
    // T
    [1, 2, 3, 11],
    [2, 3, 4, 12],
    [1, 3, 4, 9],
    [1, 2, 4, 10],
    // U
    [1, 3, 5, 8],
    [2, 4, 5, 6],
    [1, 3, 6, 7],
    [2, 4, 7, 8],
    // V
    [1, 4, 9, 10],
    [1, 2, 10, 11],
    [2, 3, 11, 12],
    [3, 4, 9, 12],
    // W
    [2, 3, 6, 8],
    [3, 4, 5, 7],
    [1, 4, 6, 8],
    [1, 2, 5, 7],
    // X
    [1, 2, 3, 4],
    // Y
    [2, 3, 4, 11],
    [1, 3, 4, 12],
    [1, 2, 4, 9],
    [1, 2, 3, 10],
    [1, 2, 3, 12],
    [2, 3, 4, 9],
    [1, 3, 4, 10],
    [1, 2, 4, 11],
    // Z
    [2, 4, 6, 8],
    [1, 3, 5, 7],
    [2, 4, 5, 7],
    [1, 3, 6, 8],
];

/// The piece of each orientation.
pub(super) const PIECE_OF: [u8; N_ORIENTATIONS] = piece_of();

const fn piece_of() -> [u8; N_ORIENTATIONS] {
    let mut of = [0; N_ORIENTATIONS];
    let mut piece = 0;
    while piece < N_PIECES {
        let mut orientation = FIRST[piece] as usize;
        while orientation < FIRST[piece + 1] as usize {
            of[orientation] = piece as u8;
            orientation += 1;
        }
        piece += 1;
    }
    of
}

/// One of the twelve pieces: 0 for F to 11 for Z.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PieceName(pub(super) u8);

impl PieceName {
    /// All pieces, in the order of their letters.
    pub fn all() -> impl Iterator<Item = PieceName> {
        (0..N_PIECES as u8).map(PieceName)
    }

    /// The piece with this letter, large or small.
    pub fn from_letter(letter: char) -> Option<PieceName> {
        let upper = letter.to_ascii_uppercase();
        LETTERS.iter().position(|&other| other == upper).map(|i| PieceName(i as u8))
    }

    /// Its letter.
    pub fn letter(self) -> char {
        LETTERS[self.index()]
    }

    /// 0 for F to 11 for Z.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its orientations.
    pub fn orientations(self) -> impl ExactSizeIterator<Item = Orientation> {
        (FIRST[self.index()]..FIRST[self.index() + 1]).map(Orientation)
    }
}

impl fmt::Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A piece, turned and flipped: 0 for F1 to 62 for Z4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Orientation(pub(super) u8);

impl Orientation {
    /// All orientations of all pieces.
    pub fn all() -> impl Iterator<Item = Orientation> {
        (0..N_ORIENTATIONS as u8).map(Orientation)
    }

    /// The orientation of a piece with this number, counted from 1.
    pub fn new(piece: PieceName, number: usize) -> Option<Orientation> {
        number.checked_sub(1).and_then(|i| piece.orientations().nth(i))
    }

    /// 0 for F1 to 62 for Z4.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The piece.
    pub fn piece(self) -> PieceName {
        PieceName(PIECE_OF[self.index()])
    }

    /// The number among the orientations of the piece, counted from 1.
    pub fn number(self) -> usize {
        self.index() - usize::from(FIRST[self.piece().index()]) + 1
    }

    /// The four cells besides the centre: numbers 1 to 12 of the cells around it.
    pub fn cells(self) -> [u8; 4] {
        SHAPES[self.index()]
    }

    /// The cells besides the centre, to the right and downwards.
    pub(super) fn offsets(self) -> [(i8, i8); 4] {
        self.cells().map(|cell| NEAR[usize::from(cell) - 1])
    }

    /// What it looks like after a change of coordinates that keeps distances.
    pub(super) fn image(self, map: impl Fn((i8, i8)) -> (i8, i8)) -> Orientation {
        let mut image = self.offsets().map(map);
        image.sort_unstable();
        let same = |other: &Orientation| {
            let mut offsets = other.offsets();
            offsets.sort_unstable();
            offsets == image
        };
        self.piece().orientations().find(same).expect("a piece has all its images")
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece(), self.number())
    }
}

/// The orientations that fit on a free centre among these free cells around it: cell k of the
/// drawing is bit k - 1, orientation i is bit i.
///
/// ```
/// use henge_games::pentominoes::fitting;
/// // Every orientation fits where all is free, and nothing where nothing is.
/// assert_eq!(fitting(0xfff).count_ones(), 63);
/// assert_eq!(fitting(0), 0);
/// ```
pub fn fitting(free: u16) -> u64 {
    let fits = |orientation: &Orientation| {
        orientation.cells().iter().all(|cell| free >> (cell - 1) & 1 != 0)
    };
    Orientation::all().filter(fits).fold(0, |all, orientation| all | 1 << orientation.index())
}
