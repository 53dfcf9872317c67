use henge_core::{Game, Outcome, Player, Turn, mix64};

/// Four in a row, where stones fall down. Seven columns of six, unless asked otherwise.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    columns: u32,
    rows: u32,
}

/// Each column has a bit for each row and an empty one above, which keeps shifts from running over
/// into the next column, as in John Tromp's Fhourstones.
///
/// ```text
///  6 13 20 ...   always empty
///  5 12 19 ...
///  . .. ..
///  0  7 14 ...
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The stones of the player to move, and of the other.
    mine: u64,
    other: u64,
    stones: u32,
}

impl ConnectFour {
    pub fn new(columns: u32, rows: u32) -> ConnectFour {
        assert!(columns * (rows + 1) <= 64);
        ConnectFour { columns, rows }
    }

    #[inline]
    fn has_four(&self, stones: u64) -> bool {
        let column = self.rows + 1;
        [1, column - 1, column, column + 1].iter().any(|&step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl Default for ConnectFour {
    fn default() -> Self {
        ConnectFour::new(7, 6)
    }
}

impl Game for ConnectFour {
    type Position = Position;
    type Move = u8;
    type Moves = Columns;
    type Undo = ();

    fn start(&self) -> Position {
        Position { mine: 0, other: 0, stones: 0 }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        let mover = Player::BOTH[pos.stones as usize % 2];
        if self.has_four(pos.other) {
            return Turn::Over(Outcome::win(mover.other()));
        }
        if pos.stones == self.columns * self.rows {
            return Turn::Over(Outcome::Draw);
        }
        Turn::Player(mover)
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Columns {
        let mut free = 0;
        if let Turn::Player(_) = self.turn(pos) {
            for column in 0..self.columns {
                let top = column * (self.rows + 1) + self.rows - 1;
                free |= ((!(pos.mine | pos.other) >> top & 1) as u32) << column;
            }
        }
        Columns(free)
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: u8) {
        let all = pos.mine | pos.other;
        let column = ((1 << self.rows) - 1) << (mv as u32 * (self.rows + 1));
        let bottom = 1 << (mv as u32 * (self.rows + 1));
        let stone = (all + bottom) & column;
        let stone = stone & !all;
        *pos = Position { mine: pos.other, other: pos.mine | stone, stones: pos.stones + 1 };
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: u8, _: ()) {
        let column = ((1 << self.rows) - 1) << (mv as u32 * (self.rows + 1));
        let filled = (pos.mine | pos.other) & column;
        let stone = filled & !(filled >> 1);
        *pos = Position { mine: pos.other & !stone, other: pos.mine, stones: pos.stones - 1 };
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        mix64(mix64(pos.mine) ^ pos.other)
    }
}

/// The bits of a word.
pub struct Columns(u32);

impl Iterator for Columns {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let column = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(column)
    }
}
