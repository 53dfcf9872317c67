use henge_core::{Game, Outcome, Player, Symmetric, Turn, mix64};

use super::hand::Hand;
use super::tables::{
    ALL_CELLS, ALL_LINES, CELL_IMAGE, LINE_IMAGE, LINES, LINES_OF, N_CELLS, N_LINES, N_SYMMETRIES,
};

/// The rules of Stonehenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stonehenge;

/// So many lines win.
pub(super) const MAJORITY: u32 = 8;

/// What changes in play.
///
/// Which lines are awarded would follow from the pieces, but for full lines with equal sums: these
/// depend on who filled them. So the awards are part of the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    key: u64,
    empty: u32,
    pub(super) awarded: [u16; 2],
    /// 0 for an empty cell, the piece of the first player, or 8 more than that of the second.
    cells: [u8; N_CELLS],
    /// On each line the sum of the first player less that of the second.
    pub(super) lead: [i8; N_LINES],
    /// On each line the number of empty cells.
    pub(super) holes: [u8; N_LINES],
    hands: [Hand; 2],
    to_move: Player,
}

/// A piece on a cell: 6 × cell + piece - 1, so that there are 108 moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(pub(super) u8);

impl Move {
    /// The move that puts a piece, 1 to 6, on a cell, 0 to 17; none for other numbers.
    pub fn new(cell: u8, piece: u8) -> Option<Move> {
        let exists = usize::from(cell) < N_CELLS && (1..=Hand::LARGEST).contains(&piece);
        exists.then(|| Move(6 * cell + piece - 1))
    }

    /// The cell.
    #[inline]
    pub const fn cell(self) -> u8 {
        self.0 / 6
    }

    /// The piece.
    #[inline]
    pub const fn piece(self) -> u8 {
        self.0 % 6 + 1
    }
}

/// Every piece of another value on every empty cell: cells in rising, pieces in falling order.
#[derive(Clone, Debug)]
pub struct Moves {
    cells: u32,
    /// The values of the hand, and those not yet used on the first of `cells`.
    values: u8,
    left: u8,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.cells == 0 || self.left == 0 {
            return None;
        }
        let cell = self.cells.trailing_zeros() as u8;
        let value = 7 - self.left.leading_zeros() as u8;
        self.left &= !(1 << value);
        if self.left == 0 {
            self.cells &= self.cells - 1;
            self.left = self.values;
        }
        Some(Move(6 * cell + value))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let used = self.values.count_ones() - self.left.count_ones();
        let n = (self.cells.count_ones() * self.values.count_ones() - used) as usize;
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl ExactSizeIterator for Moves {}

const fn key_of(player: Player, mv: Move) -> u64 {
    mix64(((player as u64) << 8 | mv.0 as u64) ^ 0x5354_4f4e_4500)
}

static KEYS: [[u64; 108]; 2] = keys();

const fn keys() -> [[u64; 108]; 2] {
    let mut keys = [[0; 108]; 2];
    let mut i = 0;
    while i < 108 {
        keys[0][i] = key_of(Player::First, Move(i as u8));
        keys[1][i] = key_of(Player::Second, Move(i as u8));
        i += 1;
    }
    keys
}

/// The awards and, through the number of pieces, whose turn it is: the pieces alone tell that.
#[inline]
fn key_of_awards(awarded: [u16; 2]) -> u64 {
    mix64(u64::from(awarded[0]) << 16 | u64::from(awarded[1]))
}

impl Position {
    /// The board before the first move.
    pub(super) fn empty_board() -> Position {
        Position {
            key: 0,
            empty: ALL_CELLS,
            awarded: [0; 2],
            cells: [0; N_CELLS],
            lead: [0; N_LINES],
            holes: LINES.map(|line| line.len() as u8),
            hands: [Hand::FULL; 2],
            to_move: Player::First,
        }
    }

    /// Who has which piece on a cell.
    pub fn at(&self, cell: u8) -> Option<(Player, u8)> {
        match *self.cells.get(usize::from(cell))? {
            0 => None,
            piece @ 1..=6 => Some((Player::First, piece)),
            piece => Some((Player::Second, piece - 8)),
        }
    }

    /// The empty cells, cell c as bit c.
    #[inline]
    pub fn empty(&self) -> u32 {
        self.empty
    }

    /// The pieces a player has left.
    #[inline]
    pub fn hand(&self, player: Player) -> Hand {
        self.hands[player.index()]
    }

    /// The lines a player has been awarded, line l as bit l.
    #[inline]
    pub fn awarded(&self, player: Player) -> u16 {
        self.awarded[player.index()]
    }

    /// The lines nobody has been awarded.
    #[inline]
    pub fn open_lines(&self) -> u16 {
        ALL_LINES & !(self.awarded[0] | self.awarded[1])
    }

    /// On a line, the sum of the first player less that of the second.
    #[inline]
    pub fn lead(&self, line: usize) -> i8 {
        self.lead[line]
    }

    /// How many cells of a line are empty.
    #[inline]
    pub fn holes(&self, line: usize) -> u8 {
        self.holes[line]
    }

    /// The player whose turn it is or, when the game is over, would be.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Who has eight lines.
    #[inline]
    pub fn winner(&self) -> Option<Player> {
        let [first, second] = self.awarded.map(u16::count_ones);
        if first >= MAJORITY {
            Some(Player::First)
        } else if second >= MAJORITY {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// Puts a piece down, without the arbitration that follows.
    #[inline]
    pub(super) fn put(&mut self, player: Player, mv: Move) {
        let (cell, piece) = (mv.cell() as usize, mv.piece());
        let (mark, gain) = match player {
            Player::First => (piece, piece as i8),
            Player::Second => (piece + 8, -(piece as i8)),
        };
        self.cells[cell] = mark;
        self.empty &= !(1 << cell);
        self.hands[player.index()] = self.hands[player.index()].without(piece);
        self.key ^= KEYS[player.index()][mv.0 as usize];
        for line in LINES_OF[cell] {
            self.lead[line as usize] += gain;
            self.holes[line as usize] -= 1;
        }
    }

    #[inline]
    fn lift(&mut self, player: Player, mv: Move) {
        let (cell, piece) = (mv.cell() as usize, mv.piece());
        let gain = if player == Player::First { piece as i8 } else { -(piece as i8) };
        self.cells[cell] = 0;
        self.empty |= 1 << cell;
        self.hands[player.index()] = self.hands[player.index()].with(piece);
        self.key ^= KEYS[player.index()][mv.0 as usize];
        for line in LINES_OF[cell] {
            self.lead[line as usize] -= gain;
            self.holes[line as usize] += 1;
        }
    }

    pub(super) fn pass_turn(&mut self) {
        self.to_move = !self.to_move;
    }

    /// Who is to be awarded a line that is open, `mover` having just moved.
    #[inline]
    pub(super) fn claim(&self, line: usize, mover: Player) -> Option<Player> {
        let (lead, holes) = (self.lead[line], self.holes[line] as usize);
        if holes == 0 {
            // Only a line through the cell just played can be open and full.
            return Some(match lead {
                1.. => Player::First,
                0 => !mover,
                _ => Player::Second,
            });
        }
        // The mover comes first in the rules, but both can never have a claim: together they would
        // need hands that are empty while a cell is.
        if lead >= self.hands[1].top(holes) as i8 {
            Some(Player::First)
        } else if -lead >= self.hands[0].top(holes) as i8 {
            Some(Player::Second)
        } else {
            None
        }
    }

    #[inline]
    fn arbitrate(&mut self, mover: Player) {
        let mut open = self.open_lines();
        while open != 0 {
            let line = open.trailing_zeros() as usize;
            open &= open - 1;
            if let Some(player) = self.claim(line, mover) {
                self.awarded[player.index()] |= 1 << line;
            }
        }
    }
}

/// The image of a set of lines.
fn image_of_lines(symmetry: usize, lines: u16) -> u16 {
    let image = |line: usize| (lines >> line & 1) << LINE_IMAGE[symmetry][line];
    (0..N_LINES).map(image).fold(0, |all, line| all | line)
}

impl Game for Stonehenge {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    /// The awards before the move.
    type Undo = [u16; 2];

    /// Every piece on every cell.
    fn n_actions(&self) -> usize {
        N_CELLS * usize::from(Hand::LARGEST)
    }

    #[inline]
    fn action(&self, mv: Move) -> Option<u32> {
        Some(mv.0.into())
    }

    fn start(&self) -> Position {
        Position::empty_board()
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        match pos.winner() {
            Some(winner) => Turn::Over(Outcome::win(winner)),
            None => Turn::Player(pos.to_move),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        let cells = if pos.winner().is_some() { 0 } else { pos.empty };
        let values = pos.hands[pos.to_move.index()].values();
        Moves { cells, values, left: values }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> [u16; 2] {
        let (mover, undo) = (pos.to_move, pos.awarded);
        pos.put(mover, mv);
        pos.arbitrate(mover);
        pos.pass_turn();
        undo
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: Move, undo: [u16; 2]) {
        pos.pass_turn();
        pos.lift(pos.to_move, mv);
        pos.awarded = undo;
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key ^ key_of_awards(pos.awarded)
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        let key = |symmetry: usize| {
            let pieces = (0..N_CELLS as u8).filter_map(|cell| {
                let (player, piece) = pos.at(cell)?;
                let image = CELL_IMAGE[symmetry][cell as usize];
                Some(KEYS[player.index()][(6 * image + piece - 1) as usize])
            });
            let awarded = pos.awarded.map(|lines| image_of_lines(symmetry, lines));
            pieces.fold(key_of_awards(awarded), |key, piece| key ^ piece)
        };
        (0..N_SYMMETRIES).map(key).fold(u64::MAX, u64::min)
    }
}

impl Symmetric for Stonehenge {
    fn n_symmetries(&self) -> usize {
        N_SYMMETRIES
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        let mut image = Position::empty_board();
        for cell in 0..N_CELLS as u8 {
            if let Some((player, piece)) = pos.at(cell) {
                image.put(player, Move(6 * CELL_IMAGE[symmetry][cell as usize] + piece - 1));
            }
        }
        image.awarded = pos.awarded.map(|lines| image_of_lines(symmetry, lines));
        image.to_move = pos.to_move;
        image
    }

    fn image_move(&self, symmetry: usize, _pos: &Position, mv: Move) -> Move {
        Move(6 * CELL_IMAGE[symmetry][mv.cell() as usize] + mv.piece() - 1)
    }
}
