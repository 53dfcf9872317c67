use henge_core::{Game, Outcome, Player, Symmetric, Turn, mix64};
use thiserror::Error;

/// From one row to the next in the word, whatever the size.
pub(super) const STRIDE: u32 = 8;

const LEFT_COLUMN: u64 = 0x0101_0101_0101_0101;
const RIGHT_COLUMN: u64 = LEFT_COLUMN << 7;

/// The rules on a board of a size. A square is a bit: its column, and its row times eight, from White's left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Breakthrough {
    columns: u32,
    rows: u32,
    board: u64,
    /// The far row of each player.
    goals: [u64; 2],
}

/// A board that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a board has 2 to 8 columns and 3 to 8 rows, not {columns} and {rows}")]
pub struct SizeError {
    /// Columns asked for.
    pub columns: u32,
    /// Rows asked for.
    pub rows: u32,
}

/// Where the men are, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) men: [u64; 2],
    pub(super) to_move: Player,
}

/// From a square to another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// From one bit to another.
    pub fn new(from: u32, to: u32) -> Move {
        Move { from: from as u8, to: to as u8 }
    }

    /// The bit of the square it comes from.
    #[inline]
    pub fn from(self) -> u32 {
        self.from.into()
    }

    /// The bit of the square it goes to.
    #[inline]
    pub fn to(self) -> u32 {
        self.to.into()
    }

    /// Does it change its column?
    #[inline]
    pub fn is_diagonal(self) -> bool {
        self.from % STRIDE as u8 != self.to % STRIDE as u8
    }
}

/// Moves to the left, straight on and to the right, as White sees it; each by its target.
#[derive(Clone, Debug)]
pub struct Moves {
    targets: [u64; 3],
    /// What to add to a target to come back to where the man stands.
    back: [i8; 3],
    at: usize,
}

impl Moves {
    const NONE: Moves = Moves { targets: [0; 3], back: [0; 3], at: 0 };
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.targets[self.at] == 0 {
            if self.at == 2 {
                return None;
            }
            self.at += 1;
        }
        let to = self.targets[self.at].trailing_zeros() as u8;
        self.targets[self.at] &= self.targets[self.at] - 1;
        Some(Move { from: to.wrapping_add_signed(self.back[self.at]), to })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.targets.iter().map(|set| set.count_ones() as usize).sum();
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl ExactSizeIterator for Moves {}

/// One row forward for a player.
#[inline(always)]
pub(super) fn ahead(men: u64, player: Player) -> u64 {
    match player {
        Player::First => men << STRIDE,
        Player::Second => men >> STRIDE,
    }
}

/// Diagonally forward, to the left and to the right as White sees it.
#[inline(always)]
pub(super) fn diagonals(men: u64, player: Player) -> [u64; 2] {
    let next = ahead(men, player);
    [(next & !LEFT_COLUMN) >> 1, (next & !RIGHT_COLUMN) << 1]
}

impl Default for Breakthrough {
    /// Eight by eight.
    fn default() -> Self {
        Breakthrough::new(8, 8).expect("the usual board fits")
    }
}

impl Breakthrough {
    /// A board of a size.
    pub fn new(columns: u32, rows: u32) -> Result<Breakthrough, SizeError> {
        if !(2..=8).contains(&columns) || !(3..=8).contains(&rows) {
            return Err(SizeError { columns, rows });
        }
        let row = (1 << columns) - 1;
        let board = (0..rows).fold(0, |all, i| all | row << (STRIDE * i));
        let goals = [row << (STRIDE * (rows - 1)), row];
        Ok(Breakthrough { columns, rows, board, goals })
    }

    /// How many columns there are.
    #[inline]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The row that a player wants to reach.
    #[inline]
    pub(super) fn goal(&self, player: Player) -> u64 {
        self.goals[player.index()]
    }

    /// All squares, by their bits, from White's left, row by row.
    pub(super) fn squares(&self) -> impl Iterator<Item = u32> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| row * STRIDE + column))
    }

    /// How many rows of men each player begins with.
    fn filled(&self) -> u32 {
        if self.rows < 6 { 1 } else { 2 }
    }

    /// The position with these men, if there can be one: nobody can have won twice, and somebody has a man.
    pub(super) fn checked(&self, men: [u64; 2], to_move: Player) -> Result<Position, &'static str> {
        if men == [0, 0] {
            return Err("somebody has a man");
        }
        let reached = |player: Player| men[player.index()] & self.goal(player) != 0;
        let won = |player: Player| reached(player) || men[(!player).index()] == 0;
        // Whoever has won has made the last move.
        if won(to_move) {
            return Err("the player to move cannot have won already");
        }
        let starting = self.filled() * self.columns;
        if men.iter().any(|men| men.count_ones() > starting) {
            return Err("nobody has more men than at the start");
        }
        Ok(Position { men, to_move })
    }
}

impl Position {
    /// The men of a player.
    #[inline]
    pub fn men(&self, player: Player) -> u64 {
        self.men[player.index()]
    }

    /// Whose turn it is, or would be.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    /// The bit of the man that was taken.
    type Undo = u64;

    fn start(&self) -> Position {
        let rows = |first: u32, n: u32| {
            (first..first + n).fold(0, |all, row| all | self.goals[1] << (STRIDE * row))
        };
        let n = self.filled();
        // Clause 1.
        Position { men: [rows(0, n), rows(self.rows - n, n)], to_move: Player::First }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        // Clause 4, by the last move alone.
        let last = !pos.to_move;
        if pos.men(last) & self.goal(last) != 0 || pos.men(pos.to_move) == 0 {
            return Turn::Over(Outcome::win(last));
        }
        Turn::Player(pos.to_move)
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        if let Turn::Over(_) = self.turn(pos) {
            return Moves::NONE;
        }
        let player = pos.to_move;
        let own = pos.men(player);
        let empty = self.board & !(own | pos.men(!player));
        // Clauses 2 and 3.
        let [left, right] = diagonals(own, player).map(|set| set & self.board & !own);
        let back = match player {
            Player::First => [-7, -8, -9],
            Player::Second => [9, 8, 7],
        };
        Moves { targets: [left, ahead(own, player) & empty, right], back, at: 0 }
    }

    fn n_actions(&self) -> usize {
        64 * 3
    }

    /// The square it comes from, three numbers each: to the left, straight on, to the right as White sees it.
    #[inline]
    fn action(&self, mv: Move) -> Option<u32> {
        let (from, to) = (mv.from % STRIDE as u8, mv.to % STRIDE as u8);
        Some(u32::from(mv.from) * 3 + u32::from(to + 1 - from))
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> u64 {
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        let player = pos.to_move;
        pos.men[player.index()] ^= from | to;
        let taken = pos.men[(!player).index()] & to;
        pos.men[(!player).index()] ^= taken;
        pos.to_move = !player;
        taken
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: Move, taken: u64) {
        pos.to_move = !pos.to_move;
        pos.men[pos.to_move.index()] ^= 1u64 << mv.from | 1u64 << mv.to;
        pos.men[(!pos.to_move).index()] ^= taken;
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        mix64(pos.men[0] ^ mix64(pos.men[1] ^ mix64(pos.to_move.index() as u64)))
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        self.key(pos).min(self.key(&self.image(1, pos)))
    }
}

impl Symmetric for Breakthrough {
    /// The mirror image.
    fn n_symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        if symmetry == 0 {
            return *pos;
        }
        // The order of the bits of each byte turned around, then moved to the left end.
        let shift = STRIDE - self.columns;
        let mirror =
            |men: u64| u64::from_le_bytes(men.to_le_bytes().map(|row| row.reverse_bits() >> shift));
        Position { men: pos.men.map(mirror), ..*pos }
    }

    fn image_move(&self, symmetry: usize, _: &Position, mv: Move) -> Move {
        let mirror = |square: u8| {
            let column = u32::from(square) % STRIDE;
            (u32::from(square) + self.columns - 1 - 2 * column) as u8
        };
        if symmetry == 0 { mv } else { Move { from: mirror(mv.from), to: mirror(mv.to) } }
    }
}
