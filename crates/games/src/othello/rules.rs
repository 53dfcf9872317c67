use henge_core::{Game, Outcome, Player, Symmetric, Turn, mix64};
use thiserror::Error;

use super::word::Word;

/// The rules on a board of a size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello<W> {
    size: u32,
    board: W,
}

/// A board that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("size must be an even number from 4 to {most}, not {size}")]
pub struct SizeError {
    /// The size asked for.
    pub size: u32,
    /// The largest one for this word.
    pub most: u32,
}

/// Who has a disc where, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W> {
    discs: [W; 2],
    /// Where the player to move encloses something: kept, since everybody asks for it.
    moves: W,
    to_move: Player,
    /// Neither player can move.
    over: bool,
}

/// A square to place a disc on, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// Nothing can be enclosed.
    pub const PASS: Move = Move(u8::MAX);

    /// The move to a square of the word.
    pub fn to(square: u32) -> Move {
        Move(square as u8)
    }

    /// The square, by its bit in the word; none for a pass.
    #[inline]
    pub fn square(self) -> Option<u32> {
        (self != Move::PASS).then_some(self.0.into())
    }
}

/// The legal moves by square from the top left; a pass if there is no other one.
#[derive(Clone, Debug)]
pub struct Moves<W> {
    squares: W,
    pass: bool,
}

impl<W: Word> Iterator for Moves<W> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.squares.is_empty() {
            return std::mem::take(&mut self.pass).then_some(Move::PASS);
        }
        let square = self.squares.lowest();
        self.squares = self.squares.without_lowest();
        Some(Move::to(square))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.squares.len() as usize + usize::from(self.pass);
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl<W: Word> ExactSizeIterator for Moves<W> {}

impl Default for Othello<u64> {
    /// Eight by eight.
    fn default() -> Self {
        Othello::new(8).expect("the usual board fits")
    }
}

impl<W: Word> Othello<W> {
    /// A board of an even size, from 4 to what fits into the word.
    pub fn new(size: u32) -> Result<Othello<W>, SizeError> {
        if !size.is_multiple_of(2) || !(4..=W::STRIDE).contains(&size) {
            return Err(SizeError { size, most: W::STRIDE });
        }
        let squares = (0..size * size).map(|i| W::bit(i / size * W::STRIDE + i % size));
        Ok(Othello { size, board: squares.fold(W::NONE, |all, square| all | square) })
    }

    /// Rows and columns.
    #[inline]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// All squares.
    #[inline]
    pub fn board_squares(&self) -> W {
        self.board
    }

    /// All squares with column and row, from the top left.
    pub(super) fn squares(&self) -> impl Iterator<Item = (u32, u32, u32)> + use<W> {
        let size = self.size;
        (0..size * size).map(move |i| (i / size * W::STRIDE + i % size, i % size, i / size))
    }

    /// The squares without a disc.
    #[inline]
    pub fn empty(&self, pos: &Position<W>) -> W {
        self.board & !(pos.discs[0] | pos.discs[1])
    }

    /// A position with these discs; whoever cannot move will have to pass.
    pub fn set_up(&self, discs: [W; 2], to_move: Player) -> Position<W> {
        let discs = discs.map(|discs| discs & self.board);
        let mut pos = Position { discs, moves: W::NONE, to_move, over: false };
        self.look(&mut pos);
        pos
    }

    /// Where the player to move encloses something, and whether the game goes on.
    #[inline]
    fn look(&self, pos: &mut Position<W>) {
        let (own, other) = pos.own_and_other();
        let empty = self.empty(pos);
        pos.moves = W::enclosing(own, other) & empty;
        // Rule 10: neither player can move.
        pos.over = pos.moves.is_empty() && (W::enclosing(other, own) & empty).is_empty();
    }

    /// Where the player who is not to move could place a disc.
    #[inline]
    pub fn moves_of_other(&self, pos: &Position<W>) -> W {
        let (own, other) = pos.own_and_other();
        W::enclosing(other, own) & self.empty(pos)
    }

    /// How the discs are counted at the end, as players of the game do: the empty squares go to the winner.
    pub fn margin(&self, pos: &Position<W>, player: Player) -> i32 {
        let [own, other] = [player, !player].map(|player| pos.count(player) as i32);
        let empty = self.empty(pos).len() as i32;
        own - other + (own - other).signum() * empty
    }
}

impl<W: Word> Position<W> {
    /// The discs of a player.
    #[inline]
    pub fn discs(&self, player: Player) -> W {
        self.discs[player.index()]
    }

    /// How many discs a player has.
    #[inline]
    pub fn count(&self, player: Player) -> u32 {
        self.discs[player.index()].len()
    }

    /// The discs of the player to move, and those of the other.
    #[inline]
    pub fn own_and_other(&self) -> (W, W) {
        (self.discs(self.to_move), self.discs(!self.to_move))
    }

    /// Where the player to move can place a disc.
    #[inline]
    pub fn targets(&self) -> W {
        self.moves
    }

    /// Whose turn it is, or would be.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }
}

impl<W: Word> Game for Othello<W> {
    type Position = Position<W>;
    type Move = Move;
    type Moves = Moves<W>;
    type Undo = Position<W>;

    fn start(&self) -> Position<W> {
        let (low, high) = (self.size / 2 - 1, self.size / 2);
        let at = |column: u32, row: u32| W::bit(row * W::STRIDE + column);
        let black = at(high, low) | at(low, high);
        let white = at(low, low) | at(high, high);
        // Rule 1: Black moves first.
        self.set_up([black, white], Player::First)
    }

    #[inline]
    fn turn(&self, pos: &Position<W>) -> Turn {
        if !pos.over {
            return Turn::Player(pos.to_move);
        }
        let [black, white] = Player::BOTH.map(|player| pos.count(player));
        Turn::Over(match black.cmp(&white) {
            std::cmp::Ordering::Greater => Outcome::win(Player::First),
            std::cmp::Ordering::Less => Outcome::win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    #[inline]
    fn moves(&self, pos: &Position<W>) -> Moves<W> {
        // Rule 2: nobody passes who can move.
        Moves { squares: pos.moves, pass: pos.moves.is_empty() && !pos.over }
    }

    #[inline]
    fn play(&self, pos: &mut Position<W>, mv: Move) -> Position<W> {
        let before = *pos;
        if let Some(square) = mv.square() {
            let (own, other) = pos.own_and_other();
            // Rules 3 to 6.
            let turned = W::turned_over(own, other, square);
            pos.discs[pos.to_move.index()] = own | turned | W::bit(square);
            pos.discs[(!pos.to_move).index()] = other & !turned;
        }
        pos.to_move = !pos.to_move;
        self.look(pos);
        before
    }

    #[inline]
    fn undo(&self, pos: &mut Position<W>, _: Move, before: Position<W>) {
        *pos = before;
    }

    #[inline]
    fn key(&self, pos: &Position<W>) -> u64 {
        let (own, other) = pos.own_and_other();
        let ([a, b], [c, d]) = (own.halves(), other.halves());
        let mut key = mix64(a ^ mix64(c ^ pos.to_move.index() as u64));
        if W::STRIDE > 8 {
            key = mix64(b ^ mix64(d ^ key));
        }
        key
    }

    fn canonical_key(&self, pos: &Position<W>) -> u64 {
        let images = (0..8).map(|symmetry| self.key(&self.image(symmetry, pos)));
        images.min().expect("there are eight images")
    }
}

/// The square that a symmetry of the board brings a square to: mirrored left to right, top to bottom, and
/// along the diagonal, as the bits of its number say.
fn image_square<W: Word>(size: u32, symmetry: usize, square: u32) -> u32 {
    let (mut column, mut row) = (square % W::STRIDE, square / W::STRIDE);
    if symmetry & 1 != 0 {
        column = size - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = size - 1 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * W::STRIDE + column
}

impl<W: Word> Symmetric for Othello<W> {
    fn n_symmetries(&self) -> usize {
        8
    }

    fn image(&self, symmetry: usize, pos: &Position<W>) -> Position<W> {
        let image = |mut set: W| {
            let mut found = W::NONE;
            while !set.is_empty() {
                found = found | W::bit(image_square::<W>(self.size, symmetry, set.lowest()));
                set = set.without_lowest();
            }
            found
        };
        Position { discs: pos.discs.map(image), moves: image(pos.moves), ..*pos }
    }

    fn image_move(&self, symmetry: usize, _: &Position<W>, mv: Move) -> Move {
        match mv.square() {
            Some(square) => Move::to(image_square::<W>(self.size, symmetry, square)),
            None => mv,
        }
    }
}
