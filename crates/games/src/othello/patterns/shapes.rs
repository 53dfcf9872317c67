//! Which squares each pattern has, wherever it lies on the board.

/// A pattern in one of the places where it lies on the board.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// Its squares, the digits of a state, the lowest first.
    pub squares: &'static [u8],
    /// Where the mirror image has each digit; the same as the digits where there is none.
    mirror: &'static [u8],
    /// The symmetries of the board that lead to its other places.
    symmetries: &'static [u8],
}

const fn class(squares: &'static [u8], mirror: &'static [u8], symmetries: &'static [u8]) -> Class {
    assert!(squares.len() == mirror.len());
    Class { squares, mirror, symmetries }
}

/// To each of the four corners, or sides.
const FOUR: &[u8] = &[0, 1, 2, 3];
/// To each of the four sides, for what lies along one.
const SIDES: &[u8] = &[0, 2, 4, 6];
const ALL: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7];
const BACKWARD_8: &[u8] = &[7, 6, 5, 4, 3, 2, 1, 0];

/// All patterns.
pub(super) const CLASSES: [Class; 11] = [
    // A corner of three by three squares.
    class(&[0, 1, 2, 8, 9, 10, 16, 17, 18], &[0, 3, 6, 1, 4, 7, 2, 5, 8], FOUR),
    // An edge with the squares diagonally beside its corners.
    class(&[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8], SIDES),
    // A corner of two by five squares.
    class(&[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], ALL),
    // Lines from the edge inwards.
    class(&[8, 9, 10, 11, 12, 13, 14, 15], BACKWARD_8, SIDES),
    class(&[16, 17, 18, 19, 20, 21, 22, 23], BACKWARD_8, SIDES),
    class(&[24, 25, 26, 27, 28, 29, 30, 31], BACKWARD_8, SIDES),
    // Diagonals from the longest one outwards.
    class(&[0, 9, 18, 27, 36, 45, 54, 63], BACKWARD_8, &[0, 1]),
    class(&[1, 10, 19, 28, 37, 46, 55], &[6, 5, 4, 3, 2, 1, 0], FOUR),
    class(&[2, 11, 20, 29, 38, 47], &[5, 4, 3, 2, 1, 0], FOUR),
    class(&[3, 12, 21, 30, 39], &[4, 3, 2, 1, 0], FOUR),
    class(&[4, 13, 22, 31], &[3, 2, 1, 0], FOUR),
];

/// Patterns on the board, with two places that are always empty: so they fill three vectors.
pub(super) const INSTANCES: usize = 48;

/// States of all classes.
pub(super) const N_STATES: usize = {
    let (mut n, mut class) = (0, 0);
    while class < CLASSES.len() {
        n += 3usize.pow(CLASSES[class].squares.len() as u32);
        class += 1;
    }
    n
};

/// The square that a symmetry brings a square to, as the game numbers them.
const fn image(symmetry: u8, square: u8) -> usize {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    (8 * row + column) as usize
}

/// For each square how much a disc there adds to the state of each pattern.
pub(super) static POWERS: [[u16; INSTANCES]; 64] = {
    let mut powers = [[0; INSTANCES]; 64];
    let (mut class, mut instance) = (0, 0);
    while class < CLASSES.len() {
        let Class { squares, symmetries, .. } = CLASSES[class];
        let mut i = 0;
        while i < symmetries.len() {
            let (mut digit, mut power) = (0, 1u16);
            while digit < squares.len() {
                powers[image(symmetries[i], squares[digit])][instance] = power;
                power = power.wrapping_mul(3);
                digit += 1;
            }
            instance += 1;
            i += 1;
        }
        class += 1;
    }
    powers
};

/// Where the states of the class of each pattern begin.
pub(super) static BEGINS: [usize; INSTANCES] = {
    let mut begins = [0; INSTANCES];
    let (mut class, mut instance, mut begin) = (0, 0, 0);
    while class < CLASSES.len() {
        let mut i = 0;
        while i < CLASSES[class].symmetries.len() {
            begins[instance] = begin;
            instance += 1;
            i += 1;
        }
        begin += 3usize.pow(CLASSES[class].squares.len() as u32);
        class += 1;
    }
    begins
};

impl Class {
    /// A state and its mirror image.
    pub fn images(&self, state: usize) -> [usize; 2] {
        let (mut rest, mut mirrored) = (state, 0);
        for &digit in self.mirror {
            mirrored += rest % 3 * 3usize.pow(digit.into());
            rest /= 3;
        }
        [state, mirrored]
    }
}

/// A state with the colours exchanged.
pub(super) fn exchanged(state: usize, digits: usize) -> usize {
    let (mut rest, mut other, mut power) = (state, 0, 1);
    for _ in 0..digits {
        other += [0, 2, 1][rest % 3] * power;
        rest /= 3;
        power *= 3;
    }
    other
}
