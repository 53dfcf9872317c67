use std::sync::Arc;

use henge_core::{Game, Outcome, Player, Symmetric, Turn, mix64};
use thiserror::Error;

use super::pieces::{
    FIRST, N_NEAR, N_ORIENTATIONS, N_PIECES, NEAR, Orientation, PIECE_OF, PieceName, SHAPES,
};

/// The rules: a rectangle, the squares that are blocked, and the pieces there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pentominoes {
    columns: u8,
    rows: u8,
    /// The squares that can be played on, square s (from 0) as bit s.
    open: u64,
    /// The pieces of this game, piece p as bit p.
    pieces: u16,
    /// For each cell around a centre how far away it is, and the centres that have such a cell.
    near: [(i8, u64); N_NEAR],
    /// The squares of every move by its number; none where the board is too small for it.
    placements: Arc<[u64]>,
    /// The mirror images that keep the board.
    symmetries: Arc<[Image]>,
}

/// Where squares and orientations go in a mirror image.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Image {
    squares: Vec<u8>,
    orientations: Vec<u8>,
}

/// A board that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// No square, or too many.
    #[error("a board has 1 to 64 squares, and {columns}x{rows} has {}", *columns as u64 * *rows as u64)]
    Size {
        /// The columns asked for.
        columns: u32,
        /// The rows asked for.
        rows: u32,
    },
    /// A blocked square outside the board.
    #[error("there is no square {square}; they go from 1 to {last}")]
    Square {
        /// The square asked for, counted from 1.
        square: u32,
        /// The last square there is.
        last: u32,
    },
}

/// What changes in play.
///
/// Free squares, pieces left and whose turn it is decide everything that is to come. Which piece
/// lies where is kept for those who look at the board; keys leave it out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    free: u64,
    left: u16,
    /// The pieces that the second player has placed.
    by_second: u16,
    to_move: Player,
    /// Where each piece lies.
    placed: [Move; N_PIECES],
}

/// An orientation with its centre on a square: 64 × orientation + square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(pub(super) u16);

/// How many numbers of moves there are.
const N_MOVES: usize = 64 * N_ORIENTATIONS;

impl Move {
    const NONE: Move = Move(u16::MAX);

    /// The move that puts an orientation with its centre on a square, counted from 0, whether the
    /// board has room for it or not; none for squares beyond 63.
    pub fn new(orientation: Orientation, centre: usize) -> Option<Move> {
        (centre < 64).then_some(Move((64 * orientation.index() + centre) as u16))
    }

    /// The number of the move, less than 4032.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The piece as it lies.
    #[inline]
    pub fn orientation(self) -> Orientation {
        Orientation((self.0 >> 6) as u8)
    }

    /// The piece.
    #[inline]
    pub fn piece(self) -> PieceName {
        self.orientation().piece()
    }

    /// The square of its centre, counted from 0.
    #[inline]
    pub fn centre(self) -> usize {
        usize::from(self.0 & 63)
    }
}

/// The moves by orientation, then by centre.
///
/// An orientation fits wherever the centre and four squares around it are free. With the free
/// squares shifted by each of twelve steps, that is four ANDs for all centres at once.
#[derive(Clone, Debug)]
pub struct Moves {
    /// Free squares; then, for each cell around a centre, the centres for which it is free.
    free: [u64; N_NEAR + 1],
    left: u16,
    /// The orientation to look at next.
    next: u8,
    /// The centres on which the one before fits and which have not been handed out.
    centres: u64,
}

impl Moves {
    const NONE: Moves = Moves { free: [0; N_NEAR + 1], left: 0, next: 0, centres: 0 };

    #[inline]
    fn centres(&self, orientation: usize) -> u64 {
        let [a, b, c, d] = SHAPES[orientation];
        let at = |cell: u8| self.free[usize::from(cell)];
        self.free[0] & at(a) & at(b) & at(c) & at(d)
    }

    /// Goes on to the next orientation that fits somewhere.
    #[inline]
    fn advance(&mut self) -> bool {
        while usize::from(self.next) < N_ORIENTATIONS {
            let piece = usize::from(PIECE_OF[usize::from(self.next)]);
            if self.left >> piece & 1 == 0 {
                self.next = FIRST[piece + 1];
                continue;
            }
            self.centres = self.centres(self.next.into());
            self.next += 1;
            if self.centres != 0 {
                return true;
            }
        }
        false
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.centres == 0 && !self.advance() {
            return None;
        }
        let centre = self.centres.trailing_zeros() as u16;
        self.centres &= self.centres - 1;
        Some(Move(64 * (u16::from(self.next) - 1) + centre))
    }

    #[inline]
    fn count(mut self) -> usize {
        let mut n = self.centres.count_ones();
        while self.advance() {
            n += self.centres.count_ones();
        }
        n as usize
    }
}

impl Default for Pentominoes {
    /// Six columns and ten rows, all twelve pieces.
    fn default() -> Self {
        Pentominoes::new(6, 10).expect("60 squares fit")
    }
}

impl Pentominoes {
    /// A rectangle without blocked squares, and all pieces.
    pub fn new(columns: u32, rows: u32) -> Result<Pentominoes, BoardError> {
        Pentominoes::with(columns, rows, &[], &[])
    }

    /// A rectangle with blocked squares, counted from 1, and without some of the pieces.
    pub fn with(
        columns: u32,
        rows: u32,
        blocked: &[u32],
        without: &[PieceName],
    ) -> Result<Pentominoes, BoardError> {
        let n_squares = columns.checked_mul(rows).filter(|n| (1..=64).contains(n));
        let Some(n_squares) = n_squares else {
            return Err(BoardError::Size { columns, rows });
        };
        let mut open = u64::MAX >> (64 - n_squares);
        for &square in blocked {
            if !(1..=n_squares).contains(&square) {
                return Err(BoardError::Square { square, last: n_squares });
            }
            open &= !(1 << (square - 1));
        }
        let pieces = without.iter().fold(0xfff, |pieces, piece| pieces & !(1 << piece.index()));
        let size = (columns as i8, rows as i8);
        Ok(Pentominoes {
            columns: columns as u8,
            rows: rows as u8,
            open,
            pieces,
            near: NEAR.map(|step| near(size, step)),
            placements: (0..N_MOVES).map(|index| placement(size, open, index)).collect(),
            symmetries: images(size, open).into(),
        })
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// How many squares there are, blocked ones included.
    pub fn n_squares(&self) -> usize {
        self.columns() * self.rows()
    }

    /// The squares that are not blocked, square s (from 0) as bit s.
    pub fn open(&self) -> u64 {
        self.open
    }

    /// The pieces of this game.
    pub fn pieces(&self) -> impl Iterator<Item = PieceName> {
        let pieces = self.pieces;
        PieceName::all().filter(move |piece| pieces >> piece.index() & 1 != 0)
    }

    /// The squares that a move covers; none if the board has no room for it.
    #[inline]
    pub fn squares(&self, mv: Move) -> u64 {
        self.placements[mv.index()]
    }

    /// The centres on which some piece that is left fits in some orientation.
    pub fn centres(&self, pos: &Position) -> u64 {
        let mut moves = self.every_move(pos);
        let mut centres = 0;
        while moves.advance() {
            centres |= moves.centres;
        }
        centres
    }

    /// The cells around a square that are free: cell k as bit k - 1, as [`fitting`] takes them.
    ///
    /// [`fitting`]: super::fitting
    pub fn neighbourhood(&self, pos: &Position, square: usize) -> u16 {
        let free = self.every_move(pos).free;
        (1..=N_NEAR).fold(0, |all, cell| all | ((free[cell] >> square & 1) as u16) << (cell - 1))
    }

    /// A position with these pieces on the board; the caller answers for their not overlapping.
    pub(super) fn set_up(&self, pieces: impl IntoIterator<Item = (Player, Move)>) -> Position {
        let mut pos = self.start();
        for (player, mv) in pieces {
            pos.to_move = player;
            self.play(&mut pos, mv);
        }
        let [first, second] = pos.n_placed();
        pos.to_move = if first > second { Player::Second } else { Player::First };
        pos
    }

    #[inline]
    fn every_move(&self, pos: &Position) -> Moves {
        let mut moves = Moves { left: pos.left, ..Moves::NONE };
        moves.free[0] = pos.free;
        for (i, &(shift, centres)) in self.near.iter().enumerate() {
            let distance = u32::from(shift.unsigned_abs()) & 63;
            let shifted = if shift > 0 { pos.free >> distance } else { pos.free << distance };
            moves.free[i + 1] = shifted & centres;
        }
        moves
    }

    fn image_of_squares(&self, symmetry: usize, squares: u64) -> u64 {
        let to = &self.symmetries[symmetry].squares;
        let (mut left, mut image) = (squares, 0);
        while left != 0 {
            image |= 1 << to[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        image
    }
}

/// How far a step goes, and from which squares it stays on the board. A step that is longer than
/// the board starts nowhere, so that its distance does not matter.
fn near((columns, rows): (i8, i8), (right, down): (i8, i8)) -> (i8, u64) {
    let mut from = 0;
    for y in 0..rows {
        for x in 0..columns {
            if (0..columns).contains(&(x + right)) && (0..rows).contains(&(y + down)) {
                from |= 1 << (i32::from(y) * i32::from(columns) + i32::from(x));
            }
        }
    }
    let distance = i32::from(down) * i32::from(columns) + i32::from(right);
    (if from == 0 { 0 } else { distance as i8 }, from)
}

fn placement((columns, rows): (i8, i8), open: u64, index: usize) -> u64 {
    let mv = Move(index as u16);
    let centre = mv.centre() as i32;
    let (x, y) = (centre % i32::from(columns), centre / i32::from(columns));
    let mut squares = 0u64;
    for (right, down) in mv.orientation().offsets().into_iter().chain([(0, 0)]) {
        let (x, y) = (x + i32::from(right), y + i32::from(down));
        if !(0..i32::from(columns)).contains(&x) || !(0..i32::from(rows)).contains(&y) {
            return 0;
        }
        squares |= 1 << (y * i32::from(columns) + x);
    }
    if squares & !open == 0 { squares } else { 0 }
}

/// The symmetries of a rectangle or a square that keep the open squares; the identity first.
fn images((columns, rows): (i8, i8), open: u64) -> Vec<Image> {
    let mut all = Vec::new();
    for number in 0..if columns == rows { 8 } else { 4 } {
        // Around the middle of the board, in half squares.
        let turn = |(x, y): (i8, i8)| {
            let (x, y) = if number & 4 != 0 { (y, x) } else { (x, y) };
            (if number & 1 != 0 { -x } else { x }, if number & 2 != 0 { -y } else { y })
        };
        let to = |square: u8| {
            let (x, y) = (square as i8 % columns, square as i8 / columns);
            let (x, y) = turn((2 * x - (columns - 1), 2 * y - (rows - 1)));
            ((y + rows - 1) / 2 * columns + (x + columns - 1) / 2) as u8
        };
        let squares: Vec<u8> = (0..(columns as u8) * (rows as u8)).map(to).collect();
        let keeps = |(from, &to): (usize, &u8)| (open >> from & 1) == (open >> to & 1);
        if squares.iter().enumerate().all(keeps) {
            let orientations = Orientation::all().map(|o| o.image(turn).0).collect();
            all.push(Image { squares, orientations });
        }
    }
    all
}

impl Position {
    /// The free squares, square s (from 0) as bit s.
    #[inline]
    pub fn free(&self) -> u64 {
        self.free
    }

    /// The pieces that are left, piece p as bit p.
    #[inline]
    pub fn left(&self) -> u16 {
        self.left
    }

    /// The pieces that are left.
    pub fn pieces_left(&self) -> impl Iterator<Item = PieceName> {
        let left = self.left;
        PieceName::all().filter(move |piece| left >> piece.index() & 1 != 0)
    }

    /// Whose turn it is, or would be if the game went on.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Who has placed a piece, and where.
    pub fn placed(&self, piece: PieceName) -> Option<(Player, Move)> {
        let mv = self.placed[piece.index()];
        let second = self.by_second >> piece.index() & 1 != 0;
        (mv != Move::NONE).then_some((if second { Player::Second } else { Player::First }, mv))
    }

    /// How many pieces each player has placed.
    pub(super) fn n_placed(&self) -> [u32; 2] {
        let all = self.placed.iter().filter(|&&mv| mv != Move::NONE).count() as u32;
        let second = self.by_second.count_ones();
        [all - second, second]
    }
}

/// Free squares, pieces left and whose turn it is, scattered over all bits.
#[inline]
fn key_of(free: u64, left: u16, to_move: Player) -> u64 {
    mix64(free ^ mix64(u64::from(left) << 1 | to_move.index() as u64))
}

impl Game for Pentominoes {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    type Undo = ();

    /// Every orientation on every square of the largest board.
    fn n_actions(&self) -> usize {
        N_MOVES
    }

    #[inline]
    fn action(&self, mv: Move) -> Option<u32> {
        Some(mv.0.into())
    }

    fn start(&self) -> Position {
        Position {
            free: self.open,
            left: self.pieces,
            by_second: 0,
            to_move: Player::First,
            placed: [Move::NONE; N_PIECES],
        }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        if self.every_move(pos).advance() {
            Turn::Player(pos.to_move)
        } else {
            Turn::Over(Outcome::win(!pos.to_move))
        }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        self.every_move(pos)
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        let piece = mv.piece().index();
        pos.free &= !self.squares(mv);
        pos.left &= !(1 << piece);
        pos.by_second |= (pos.to_move.index() as u16) << piece;
        pos.placed[piece] = mv;
        pos.to_move = !pos.to_move;
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: Move, (): ()) {
        let piece = mv.piece().index();
        pos.free |= self.squares(mv);
        pos.left |= 1 << piece;
        pos.by_second &= !(1 << piece);
        pos.placed[piece] = Move::NONE;
        pos.to_move = !pos.to_move;
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        key_of(pos.free, pos.left, pos.to_move)
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        let images = (0..self.symmetries.len()).map(|i| self.image_of_squares(i, pos.free));
        key_of(images.min().unwrap_or(pos.free), pos.left, pos.to_move)
    }
}

impl Symmetric for Pentominoes {
    fn n_symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        let mut image = *pos;
        image.free = self.image_of_squares(symmetry, pos.free);
        for mv in image.placed.iter_mut().filter(|mv| **mv != Move::NONE) {
            *mv = self.image_move(symmetry, pos, *mv);
        }
        image
    }

    fn image_move(&self, symmetry: usize, _pos: &Position, mv: Move) -> Move {
        let Image { squares, orientations } = &self.symmetries[symmetry];
        let orientation = orientations[mv.orientation().index()];
        Move(64 * u16::from(orientation) + u16::from(squares[mv.centre()]))
    }
}
