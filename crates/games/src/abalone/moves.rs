use super::cells::{BOARD, back, beside, step};

/// A row of marbles and where it goes: a cell, and one of the kinds of moves.
///
/// Kinds 0 to 5 are moves in line, by direction; the cell is that of the last marble. The others are moves broadside: two
/// marbles and then three, for each axis and each of the four directions across it; the cell is the first one on the axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    cell: u8,
    kind: u8,
}

/// How many kinds there are.
pub(super) const KINDS: usize = 6 + 24;

/// The directions across each axis; axis 0 goes to the right, 1 to the upper left, 2 to the upper right.
const ACROSS: [[usize; 4]; 3] = [[1, 2, 4, 5], [0, 2, 3, 5], [0, 1, 3, 4]];

/// A move taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Along itself, from the last marble on.
    Line { direction: usize },
    /// Sideways: a number of marbles along an axis.
    Broadside { axis: usize, marbles: u32, direction: usize },
}

impl Move {
    pub(super) fn new(cell: u32, shape: Shape) -> Option<Move> {
        let kind = match shape {
            Shape::Line { direction } => direction,
            Shape::Broadside { axis, marbles, direction } => {
                let side = ACROSS[axis].iter().position(|across| *across == direction)?;
                6 + axis * 8 + (marbles as usize - 2) * 4 + side
            }
        };
        Some(Move { cell: cell as u8, kind: kind as u8 })
    }

    /// The cell it begins with.
    #[inline]
    pub(super) fn cell(self) -> u32 {
        self.cell.into()
    }

    #[inline]
    pub(super) fn kind(self) -> usize {
        self.kind.into()
    }

    #[inline]
    pub(super) fn shape(self) -> Shape {
        shape(self.kind.into())
    }

    /// Does the row move along itself?
    #[inline]
    pub fn is_in_line(self) -> bool {
        self.kind < 6
    }
}

#[inline]
fn shape(kind: usize) -> Shape {
    match kind.checked_sub(6) {
        None => Shape::Line { direction: kind },
        Some(n) => {
            let (axis, marbles, side) = (n / 8, 2 + (n / 4 % 2) as u32, n % 4);
            Shape::Broadside { axis, marbles, direction: ACROSS[axis][side] }
        }
    }
}

/// The cells from which moves of a kind begin.
#[inline]
pub(super) fn cells_of(own: u128, other: u128, kind: usize) -> u128 {
    let taken = own | other;
    match shape(kind) {
        // Clause 3: the row from the last marble on ends with its own marbles, and what follows gives way.
        Shape::Line { direction } => {
            let back = |set: u128| back(set, direction);
            // Empty cells, and what lies beyond the edge: nobody pushes own marbles there.
            let (empty, room) = (BOARD & !taken, !taken);
            let one = other & back(room);
            let two = other & back(one);
            let pairs = own & back(own);
            let by_one = own & back(empty);
            let by_two = pairs & back(back(empty | one));
            let by_three = pairs & back(back(own & back(empty | one | two)));
            by_one | by_two | by_three
        }
        // Clause 4.
        Shape::Broadside { axis, marbles, direction } => {
            let free = own & back(BOARD & !taken, direction);
            let two = free & back(free, axis);
            if marbles == 2 { two } else { two & back(back(free, axis), axis) }
        }
    }
}

/// The legal moves, kind by kind.
#[derive(Clone, Debug)]
pub struct Moves {
    own: u128,
    other: u128,
    /// What is left of this kind.
    cells: u128,
    kind: u8,
}

impl Moves {
    pub(super) const NONE: Moves = Moves { own: 0, other: 0, cells: 0, kind: KINDS as u8 };

    #[inline]
    pub(super) fn of(own: u128, other: u128) -> Moves {
        Moves { own, other, cells: cells_of(own, other, 0), kind: 0 }
    }

    /// How many there are.
    #[inline]
    pub(super) fn total(own: u128, other: u128) -> usize {
        (0..KINDS).map(|kind| cells_of(own, other, kind).count_ones() as usize).sum()
    }

    /// Is there any?
    #[inline]
    pub(super) fn any(own: u128, other: u128) -> bool {
        (0..KINDS).any(|kind| cells_of(own, other, kind) != 0)
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.cells == 0 {
            if usize::from(self.kind) + 1 >= KINDS {
                return None;
            }
            self.kind += 1;
            self.cells = cells_of(self.own, self.other, self.kind.into());
        }
        let cell = self.cells.trailing_zeros() as u8;
        self.cells &= self.cells - 1;
        Some(Move { cell, kind: self.kind })
    }
}

/// What a move does: own marbles that leave and come, and marbles of the other player that leave and come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Change {
    pub own: u128,
    pub other: u128,
    /// A marble goes over the edge.
    pub out: bool,
}

#[inline]
pub(super) fn change(own: u128, other: u128, mv: Move) -> Change {
    let first = 1u128 << mv.cell();
    match mv.shape() {
        Shape::Broadside { axis, marbles, direction } => {
            let mut row = first | step(first, axis);
            if marbles == 3 {
                row |= step(step(first, axis), axis);
            }
            Change { own: row ^ step(row, direction), ..Change::default() }
        }
        Shape::Line { direction } => {
            // Only the ends of a row change: the last marble goes before the first one.
            let mut cell = beside(mv.cell(), direction);
            while own >> cell & 1 != 0 {
                cell = beside(cell, direction);
            }
            let front = 1u128 << cell;
            if other & front == 0 {
                return Change { own: first | front, ..Change::default() };
            }
            while other >> cell & 1 != 0 {
                cell = beside(cell, direction);
            }
            let behind = 1u128 << cell & BOARD;
            Change { own: first | front, other: front | behind, out: behind == 0 }
        }
    }
}
