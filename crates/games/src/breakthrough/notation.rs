//! A move is the two squares with `-` between them, or `x` if a man is taken: `b2-b3`, `c5xd6`. Columns are letters from
//! White's left, rows are counted from White's side. A position is the rows from the top, `w` and `b` for men and `.` for
//! empty squares, and whose turn it is: `bbbb/..../..../wwww w`. Read, but not written, are moves without the sign
//! between the squares, and capital letters.

use henge_core::{Game, Notation, NotationError, Player, Turn};

use super::rules::{Breakthrough, Move, Position, STRIDE};

pub(super) const MEN: [char; 2] = ['w', 'b'];

/// The name of a square.
pub(super) fn square_name(square: u32) -> String {
    format!("{}{}", char::from(b'a' + (square % STRIDE) as u8), square / STRIDE + 1)
}

impl Breakthrough {
    /// The square at the start of `text`, and what follows it.
    fn square<'a>(&self, text: &'a str) -> Option<(u32, &'a str)> {
        let mut chars = text.chars();
        let column = u32::from(chars.next()?.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        let row = chars.next()?.to_digit(10)?.checked_sub(1)?;
        let inside = column < self.columns() && row < self.rows();
        inside.then_some((row * STRIDE + column, chars.as_str()))
    }

    /// The move that a text means, legal or not.
    fn any_move(&self, text: &str) -> Option<Move> {
        let (from, rest) = self.square(text)?;
        let rest = rest.strip_prefix(['-', 'x', 'X', ':']).unwrap_or(rest);
        let (to, rest) = self.square(rest)?;
        rest.is_empty().then_some(Move::new(from, to))
    }

    fn why_not(&self, pos: &Position, mv: Move) -> String {
        let player = pos.to_move();
        let [from, to] = [mv.from(), mv.to()].map(|square| 1u64 << square);
        let name = square_name(mv.from());
        if pos.men(player) & from == 0 {
            return format!("no man of {} stands on {name}", super::PLAYERS[player.index()]);
        }
        let from_there = self.moves(pos).filter(|legal| legal.from() == mv.from());
        let some: Vec<String> = from_there.map(|legal| self.write_move(pos, legal)).collect();
        let possible = match some.is_empty() {
            true => format!("the man on {name} cannot move"),
            false => format!("from {name} there are {}", some.join(", ")),
        };
        if pos.men(player) & to != 0 {
            return format!("an own man stands on {}; {possible}", square_name(mv.to()));
        }
        if pos.men(!player) & to != 0 && !mv.is_diagonal() {
            return format!("men are taken diagonally; {possible}");
        }
        possible
    }
}

impl Notation for Breakthrough {
    fn write_move(&self, pos: &Position, mv: Move) -> String {
        let takes = pos.men(!pos.to_move()) >> mv.to() & 1 != 0;
        let sign = if takes { 'x' } else { '-' };
        format!("{}{sign}{}", square_name(mv.from()), square_name(mv.to()))
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let expected = match self.any_move(text) {
            None => format!(
                "a move such as a2-a3 or b2xc3; squares go from a1 to {}",
                square_name((self.rows() - 1) * STRIDE + self.columns() - 1)
            ),
            Some(_) if matches!(self.turn(pos), Turn::Over(_)) => {
                "a legal move: the game is over".into()
            }
            Some(mv) if self.moves(pos).any(|legal| legal == mv) => return Ok(mv),
            Some(mv) => format!("a legal move: {}", self.why_not(pos, mv)),
        };
        Err(NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position) -> String {
        let sign = |square: u32| {
            let has = |player: &Player| pos.men(*player) >> square & 1 != 0;
            Player::BOTH.iter().position(has).map_or('.', |player| MEN[player])
        };
        let row =
            |row: u32| (0..self.columns()).map(|column| sign(row * STRIDE + column)).collect();
        let rows: Vec<String> = (0..self.rows()).rev().map(row).collect();
        format!("{} {}", rows.join("/"), MEN[pos.to_move().index()])
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |why: &str| {
            let example = self.write_position(&self.start());
            NotationError::new(text, format!("a position such as {example}: {why}"))
        };
        let turn = "it ends with w or b for whose turn it is";
        let (board, side) = text.trim().rsplit_once(' ').ok_or_else(|| wrong(turn))?;
        let to_move = match side {
            "w" | "W" => Player::First,
            "b" | "B" => Player::Second,
            _ => return Err(wrong(turn)),
        };
        let rows: Vec<&str> = board.trim_end().split('/').collect();
        if rows.len() != self.rows() as usize {
            return Err(wrong(&format!("it has {} rows and not {}", rows.len(), self.rows())));
        }
        let mut men = [0; 2];
        for (row, signs) in (0..self.rows()).rev().zip(rows) {
            let n = signs.chars().count();
            if n != self.columns() as usize {
                return Err(wrong(&format!(
                    "row {} has {n} squares and not {}",
                    row + 1,
                    self.columns()
                )));
            }
            for (column, sign) in (0..).zip(signs.chars()) {
                let square = row * STRIDE + column;
                match sign {
                    'w' | 'W' => men[0] |= 1 << square,
                    'b' | 'B' => men[1] |= 1 << square,
                    '.' => {}
                    _ => {
                        let name = square_name(square);
                        return Err(wrong(&format!("{name} should be w, b or ., not {sign:?}")));
                    }
                }
            }
        }
        self.checked(men, to_move).map_err(wrong)
    }
}
