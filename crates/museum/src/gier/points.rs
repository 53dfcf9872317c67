//! What a move is worth to who makes it, and the order in which the program found moves.

use henge_core::{Game, Player};
use henge_games::draughts::{Draughts, Move, Position, Promotion};

/// For capturing a king, and for making one.
pub const KING: i32 = 10;
/// For capturing a man.
pub const MAN: i32 = 4;
/// The squares of the board the program played on.
pub const SQUARES: usize = 32;

/// The value and the number of every square, by its bit.
///
/// The program kept both on its drum. The numbers can be told from the way it writes squares: they
/// run from the row of Black's back rank to that of White's, four a row. The values cannot, as no
/// listing of the drum has come down. Ours is the distance from the nearest edge, 0 to 3; whoever
/// finds the old ones can give them by name.
#[derive(Clone, Debug)]
pub struct Squares {
    value: [i32; 64],
    number: [u8; 64],
}

impl Squares {
    /// The squares of a game with 32 of them; none if there are more or fewer. `values` are those of
    /// the squares 1 to 32, or ours if nothing is said.
    pub fn new(game: &Draughts<u64>, values: Option<&[i32; SQUARES]>) -> Option<Squares> {
        let (width, height) = (u32::from(game.rules().width), u32::from(game.rules().height));
        let all = game.squares().all();
        if (width, height, all.len()) != (8, 8, SQUARES) {
            return None;
        }
        let mut squares = Squares { value: [0; 64], number: [0; 64] };
        for square in all {
            let (column, row) = (square.column, square.row);
            // The program's board was the mirror image of ours: its h1 is our a1.
            let number = (7 - row) * 4 + (7 - column) / 2;
            let ring = column.min(row).min(7 - column).min(7 - row);
            let bit = square.bit as usize;
            squares.number[bit] = number as u8 + 1;
            squares.value[bit] = values.map_or(ring as i32, |values| values[number as usize]);
        }
        Some(squares)
    }

    /// The points of a move: captured pieces, a king made, and the squares it leaves and reaches.
    pub fn points(&self, game: &Draughts<u64>, pos: &Position<u64>, mv: Move<u64>) -> i32 {
        let me = pos.to_move();
        let kings = (mv.captured() & pos.kings(!me)).count_ones() as i32;
        let men = mv.captured().count_ones() as i32 - kings;
        let made = if makes_king(game, pos, me, mv) { KING } else { 0 };
        let [from, to] = [mv.from(), mv.to()].map(|bit| self.value[bit as usize]);
        KING * kings + MAN * men + made + to - from
    }

    /// Sorts moves as the program found them: square by square. Which neighbour of a square came
    /// first was on the drum, too; here it is the one with the smaller number.
    pub fn sort(&self, moves: &mut [Move<u64>]) {
        let number = |bit: u32| self.number[bit as usize];
        moves.sort_unstable_by_key(|mv| (number(mv.from()), number(mv.to()), mv.captured()));
    }
}

/// Does a man become a king by this move? A king that comes to the last row makes none.
fn makes_king(game: &Draughts<u64>, pos: &Position<u64>, me: Player, mv: Move<u64>) -> bool {
    if pos.men(me) >> mv.from() & 1 == 0 {
        return false;
    }
    if mv.is_capture() && game.rules().promotion == Promotion::Continue {
        // He may have become one on his way.
        let mut next = *pos;
        game.play(&mut next, mv);
        return next.kings(me) >> mv.to() & 1 == 1;
    }
    game.rows_of(me).last().is_some_and(|row| row >> mv.to() & 1 == 1)
}

/// Reads the values of the squares 1 to 32, as in `0/1/1/…`.
pub fn read_values(text: &str) -> Option<[i32; SQUARES]> {
    let number = |word: &str| word.trim().parse::<i32>().ok().filter(|n| n.abs() <= 1000);
    let values: Option<Vec<i32>> = text.split('/').map(number).collect();
    values?.try_into().ok()
}
