use henge_core::{Game, Outcome, Player, Symmetric, Turn};
use thiserror::Error;

use super::lines::Lines;

/// The rules: discs fall in columns, and four in a row win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFour {
    pub(super) lines: Lines,
}

/// A board that is empty or too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "a board of {columns} columns and {rows} rows is not allowed; expected at least one of each, and \
     columns times (rows + 1) must not exceed 64"
)]
pub struct SizeError {
    /// The columns asked for.
    pub columns: u32,
    /// The rows asked for.
    pub rows: u32,
}

/// What changes in play: the discs of both, and whether the last one made four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The discs of the player to move.
    own: u64,
    /// All discs.
    mask: u64,
    pub(super) plies: u8,
    pub(super) won: bool,
}

/// A disc falls into a column and comes to rest on a cell; the cell is what is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(pub(super) u8);

impl Move {
    /// The number of the cell, less than 64; neighbours in a column follow each other.
    pub fn cell(self) -> u8 {
        self.0
    }
}

/// The columns that are not full, from the left.
#[derive(Clone, Debug)]
pub struct Moves {
    cells: u64,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.cells == 0 {
            return None;
        }
        let cell = self.cells.trailing_zeros() as u8;
        self.cells &= self.cells - 1;
        Some(Move(cell))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.cells.count_ones() as usize;
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl ExactSizeIterator for Moves {}

impl Default for ConnectFour {
    /// Seven columns and six rows.
    fn default() -> Self {
        ConnectFour { lines: Lines::new(7, 6) }
    }
}

impl ConnectFour {
    /// A board of any size whose columns, each with one spare bit, fit into 64 bits.
    pub fn new(columns: u32, rows: u32) -> Result<ConnectFour, SizeError> {
        let bits = rows.checked_add(1).and_then(|stride| stride.checked_mul(columns));
        if columns == 0 || rows == 0 || bits.is_none_or(|bits| bits > 64) {
            return Err(SizeError { columns, rows });
        }
        Ok(ConnectFour { lines: Lines::new(columns, rows) })
    }

    /// The measures of the board and the lines of four on it.
    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// How many columns there are.
    pub fn columns(&self) -> u32 {
        self.lines.columns
    }

    /// How many rows there are.
    pub fn rows(&self) -> u32 {
        self.lines.rows
    }

    /// The disc that falls into a column, counted from 0, if it has room and the game goes on.
    pub fn drop_in(&self, pos: &Position, column: u32) -> Option<Move> {
        self.moves(pos).find(|&mv| self.column(mv) == column)
    }

    /// The column of a move, counted from 0.
    pub fn column(&self, mv: Move) -> u32 {
        u32::from(mv.0) / self.lines.stride
    }

    /// The row a disc comes to rest in, counted from 0 at the bottom.
    pub fn row(&self, mv: Move) -> u32 {
        u32::from(mv.0) % self.lines.stride
    }

    /// What lies in a cell, counted from 0 at the bottom left; nothing outside the board.
    pub fn disc(&self, pos: &Position, column: u32, row: u32) -> Option<Player> {
        if column >= self.columns() || row >= self.rows() {
            return None;
        }
        let cell = 1 << (column * self.lines.stride + row);
        Player::BOTH.into_iter().find(|player| pos.discs()[player.index()] & cell != 0)
    }

    /// Are there four in a row? On the usual board the compiler knows the shifts.
    #[inline(always)]
    fn has_four(&self, discs: u64) -> bool {
        const USUAL: Lines = Lines::new(7, 6);
        if self.lines.stride == USUAL.stride {
            USUAL.has_four(discs)
        } else {
            self.lines.has_four(discs)
        }
    }

    /// A position with these discs; the caller answers for their number and for gravity.
    pub(super) fn set_up(&self, discs: [u64; 2]) -> Position {
        let mask = discs[0] | discs[1];
        let plies = mask.count_ones() as u8;
        let won = discs.iter().any(|&discs| self.lines.has_four(discs));
        Position { own: discs[usize::from(plies & 1)], mask, plies, won }
    }
}

impl Position {
    /// How many discs lie on the board.
    #[inline]
    pub fn plies(&self) -> u32 {
        self.plies.into()
    }

    /// Whose turn it is, or would be if the game went on.
    #[inline]
    pub fn to_move(&self) -> Player {
        if self.plies.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// The same discs as if the other player were to move. No game comes to it: its number of discs is wrong.
    pub(super) fn turned(self) -> Position {
        Position { own: self.own ^ self.mask, plies: self.plies + 1, ..self }
    }

    /// The discs of both players.
    #[inline]
    pub(super) fn discs(&self) -> [u64; 2] {
        let other = self.mask ^ self.own;
        match self.to_move() {
            Player::First => [self.own, other],
            Player::Second => [other, self.own],
        }
    }

    /// The discs of the player to move, and all discs, as bits in the layout of [`Lines`].
    #[inline]
    pub fn own_and_mask(&self) -> (u64, u64) {
        (self.own, self.mask)
    }
}

impl Game for ConnectFour {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    type Undo = ();

    /// The columns.
    fn n_actions(&self) -> usize {
        self.columns() as usize
    }

    #[inline]
    fn action(&self, mv: Move) -> Option<u32> {
        Some(self.column(mv))
    }

    fn start(&self) -> Position {
        Position { own: 0, mask: 0, plies: 0, won: false }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        if pos.won {
            Turn::Over(Outcome::win(!pos.to_move()))
        } else if pos.plies() == self.lines.cells() {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Player(pos.to_move())
        }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        let cells = self.lines.playable(pos.mask);
        Moves { cells: if pos.won { 0 } else { cells } }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        let cell = 1 << (mv.0 & 63);
        let moved = pos.own | cell;
        pos.own ^= pos.mask;
        pos.mask |= cell;
        pos.won = self.has_four(moved);
        pos.plies += 1;
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: Move, (): ()) {
        pos.plies = pos.plies.wrapping_sub(1);
        pos.mask &= !(1 << (mv.0 & 63));
        pos.own ^= pos.mask;
        // Nobody moves on after a win, so there was none before the move.
        pos.won = false;
    }

    /// All discs plus those of the player to move, as numbers: a column of `h` discs gives `2^h - 1`
    /// to `2^(h+1) - 2`, so no two positions share a key (Tromp).
    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let (own, mask) = pos.own_and_mask();
        own + mask
    }

    #[inline]
    fn canonical_key(&self, pos: &Position) -> u64 {
        // A key is written column by column, so its mirror image is the key of the mirror image.
        let key = self.key(pos);
        key.min(self.lines.mirror(key))
    }
}

impl Symmetric for ConnectFour {
    fn n_symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        match symmetry {
            0 => *pos,
            _ => {
                let [own, mask] = [pos.own, pos.mask].map(|discs| self.lines.mirror(discs));
                Position { own, mask, ..*pos }
            }
        }
    }

    fn image_move(&self, symmetry: usize, _pos: &Position, mv: Move) -> Move {
        match symmetry {
            0 => mv,
            _ => {
                let column = self.columns() - 1 - self.column(mv);
                Move((column * self.lines.stride + self.row(mv)) as u8)
            }
        }
    }
}
