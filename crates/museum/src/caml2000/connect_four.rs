//! `C4_rep` and `C4_eval`.

use henge_core::{Game, Player};
use henge_games::connect_four::{ConnectFour, Move, Position};

use super::Listed;
use super::alphabeta::Chapter;

/// A matrix of cells, the lowest row first; A is the first player's.
#[derive(Clone, Debug)]
pub struct Board {
    columns: i32,
    rows: i32,
    cells: Vec<Option<bool>>,
}

/// What 0, 1, 2 or 3 pieces of one colour in a block of four are worth.
const VALUE: [i32; 4] = [0, 2, 10, 50];

/// A block has four pieces of one colour: `exception Four`.
struct Four(i32);

impl Board {
    fn at(&self, column: i32, row: i32) -> Option<bool> {
        self.cells[(row * self.columns + column) as usize]
    }

    /// The value of a block that begins here; outside the board and with both colours it is nothing.
    fn four(&self, row: i32, column: i32, down: i32, right: i32) -> Result<i32, Four> {
        let (mut n, mut of) = (0, None);
        for i in 0..4 {
            let (x, y) = (column + i * right, row + i * down);
            if !(0..self.columns).contains(&x) || !(0..self.rows).contains(&y) {
                return Ok(0);
            }
            let Some(colour) = self.at(x, y) else { continue };
            if of.is_some_and(|other| other != colour) {
                return Ok(0);
            }
            n += 1;
            if n == 4 {
                return Err(Four(if colour { Self::MORE } else { -Self::MORE }));
            }
            of = Some(colour);
        }
        Ok(VALUE[n] * if of == Some(true) { 1 } else { -1 })
    }

    fn sum(&self) -> Result<i32, Four> {
        let (columns, rows) = (self.columns, self.rows);
        // As listed: bounds of columns, bounds of rows, and the direction. In the first line, the rows, both bounds
        // are exchanged, so that the rows above the fourth are left out; the second and the fourth line of diagonals
        // count some of them again.
        let blocks = [
            (0, rows - 1, 0, columns - 4, 0, 1),
            (0, columns - 1, 0, rows - 4, 1, 0),
            (0, columns - 4, 0, rows - 4, 1, 1),
            (1, rows - 4, 0, columns - 4, 1, 1),
            (3, columns - 1, 0, rows - 4, 1, -1),
            (1, rows - 4, 3, columns - 1, 1, -1),
        ];
        let mut sum = 0;
        for (first, last, low, high, down, right) in blocks {
            for column in first..=last {
                for row in low..=high {
                    sum += self.four(row, column, down, right)?;
                }
            }
        }
        Ok(sum)
    }
}

impl Chapter for Board {
    type Move = i32;
    const MORE: i32 = 10_000;

    fn legal_moves(&self, _player: bool) -> Vec<i32> {
        (0..self.columns).rev().filter(|&column| self.at(column, self.rows - 1).is_none()).collect()
    }

    fn play(&self, player: bool, column: i32) -> Board {
        let mut next = self.clone();
        if let Some(row) = (0..self.rows).find(|&row| self.at(column, row).is_none()) {
            next.cells[(row * self.columns + column) as usize] = Some(player);
        }
        next
    }

    fn evaluate(&self, _player: bool) -> i32 {
        self.sum().unwrap_or_else(|Four(value)| value)
    }
}

impl Listed for ConnectFour {
    type Chapter = Board;

    fn listed(&self, pos: &Position) -> Board {
        let disc = |column, row| self.disc(pos, column, row).map(|player| player == Player::First);
        let all = (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |c| (c, row)));
        Board {
            columns: self.columns() as i32,
            rows: self.rows() as i32,
            cells: all.map(|(column, row)| disc(column, row)).collect(),
        }
    }

    fn legal(&self, pos: &Position, column: i32) -> Option<Move> {
        let mv = self.drop_in(pos, column as u32)?;
        self.moves(pos).find(|legal| *legal == mv)
    }
}
