//! A move is its column, 1 from the left. A position is the rows from the top, `x` for the first
//! player's discs, `o` for the second's and `.` for empty cells, and whose turn it is:
//! `......./......./......./......./...o.../..xx... o`.

use henge_core::{Game, Notation, NotationError, Player, Turn};

use super::rules::{ConnectFour, Move, Position};

const DISCS: [char; 2] = ['x', 'o'];

impl Notation for ConnectFour {
    fn write_move(&self, _pos: &Position, mv: Move) -> String {
        (self.column(mv) + 1).to_string()
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let n = self.columns();
        let column = text.parse().ok().filter(|column| (1..=n).contains(column));
        let expected = match column.map(|column: u32| self.drop_in(pos, column - 1)) {
            Some(Some(mv)) => return Ok(mv),
            Some(None) if matches!(self.turn(pos), Turn::Over(_)) => {
                "a legal move: the game is over".into()
            }
            Some(None) => {
                let free = self.moves(pos).map(|mv| self.write_move(pos, mv));
                let free = free.collect::<Vec<_>>().join(", ");
                format!("a legal move: the column is full; there is room in {free}")
            }
            None => format!("a column; columns go from 1 to {n}"),
        };
        Err(NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position) -> String {
        let mut text = String::new();
        for row in (0..self.rows()).rev() {
            text.extend((0..self.columns()).map(|column| match self.disc(pos, column, row) {
                Some(player) => DISCS[player.index()],
                None => '.',
            }));
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text.push(DISCS[pos.to_move().index()]);
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |why: String| {
            let example = self.write_position(&self.start());
            NotationError::new(text, format!("a position such as {example}: {why}"))
        };
        let (board, turn) = text
            .trim()
            .split_once(' ')
            .ok_or_else(|| wrong("it ends with x or o for whose turn it is".into()))?;
        let to_move = match turn.trim() {
            "x" => Player::First,
            "o" => Player::Second,
            _ => return Err(wrong("it ends with x or o for whose turn it is".into())),
        };
        let discs = self.read_discs(board).map_err(wrong)?;
        let [first, second] = discs.map(u64::count_ones);
        if first != second + u32::from(to_move == Player::Second) {
            let turn = DISCS[to_move.index()];
            return Err(wrong(format!("{first} x and {second} o cannot be {turn}'s turn")));
        }
        let pos = self.set_up(discs);
        if self.lines.has_four(discs[to_move.index()]) {
            return Err(wrong("the player to move has won already".into()));
        }
        if pos.won && !self.won_by_last_disc(discs[(!to_move).index()], discs[0] | discs[1]) {
            return Err(wrong("no last disc could have made all these fours".into()));
        }
        Ok(pos)
    }
}

impl ConnectFour {
    /// The discs of both players in the rows of a text.
    fn read_discs(&self, board: &str) -> Result<[u64; 2], String> {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.rows() as usize {
            return Err(format!("it has {} rows and not {}", rows.len(), self.rows()));
        }
        let mut discs = [0; 2];
        for (row, cells) in rows.iter().rev().enumerate() {
            let number = rows.len() - row;
            let length = cells.chars().count();
            if length != self.columns() as usize {
                let n = self.columns();
                return Err(format!("row {number} has {length} cells and not {n}"));
            }
            for (column, disc) in cells.chars().enumerate() {
                let player = match disc {
                    'x' => 0,
                    'o' => 1,
                    '.' => continue,
                    _ => return Err(format!("row {number} should have x, o and . only")),
                };
                let cell = 1 << (column * self.lines.stride as usize + row);
                if row > 0 && (discs[0] | discs[1]) & (cell >> 1) == 0 {
                    let column = column + 1;
                    return Err(format!(
                        "the disc in row {number} of column {column} hangs in the air"
                    ));
                }
                discs[player] |= cell;
            }
        }
        Ok(discs)
    }

    /// Is there a disc on top of a column without which nobody has four?
    fn won_by_last_disc(&self, winner: u64, mask: u64) -> bool {
        let tops = (mask + self.lines.bottom) >> 1 & mask & winner;
        let bits = (0..64).map(|i| 1u64 << i);
        bits.filter(|bit| tops & bit != 0).any(|top| !self.lines.has_four(winner & !top))
    }
}
