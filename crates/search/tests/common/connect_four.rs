use henge_core::{Game, Outcome, Player, Turn, mix64};

/// Four in a row, where stones fall down. Seven columns of six, unless asked otherwise.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    columns: u32,
    rows: u32,
    /// The highest site of every column.
    tops: u64,
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
        let tops =
            (0..columns).fold(0, |tops, column| tops | 1 << (column * (rows + 1) + rows - 1));
        ConnectFour { columns, rows, tops }
    }

    #[inline]
    fn has_four(&self, stones: u64) -> bool {
        let column = self.rows + 1;
        let fours = [1, column - 1, column, column + 1].map(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step)
        });
        fours[0] | fours[1] | fours[2] | fours[3] != 0
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
        let free = !(pos.mine | pos.other) & self.tops;
        let over = self.has_four(pos.other);
        // Division by the height of a column, as a multiplication.
        Columns { tops: if over { 0 } else { free }, per_site: 65536 / (self.rows + 1) + 1 }
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

/// The columns whose highest site is in a set.
pub struct Columns {
    tops: u64,
    per_site: u32,
}

impl Iterator for Columns {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.tops == 0 {
            return None;
        }
        let column = (self.tops.trailing_zeros() * self.per_site) >> 16;
        self.tops &= self.tops - 1;
        Some(column as u8)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.tops.count_ones() as usize;
        (n, Some(n))
    }
}
