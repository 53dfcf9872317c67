//! A move is the column and the row of its square, `f5`, counted from the top left, or `pass`. A position is
//! the rows from the top, `x` for black discs, `o` for white ones and `.` for none, and whose turn it is:
//! `......../......../......../...ox.../...xo.../......../......../........ x`. Read, but not written, are
//! capital letters, other words for a pass, and the line of 64 signs that other programs use.

use henge_core::{Game, Notation, NotationError, Player, Turn};

use super::rules::{Move, Othello, Position};
use super::word::Word;

pub(super) const DISCS: [char; 2] = ['x', 'o'];

/// What people and programs write when nothing can be placed.
const PASSES: [&str; 6] = ["pass", "pa", "ps", "--", "p", "@@"];

impl<W: Word> Othello<W> {
    /// The name of a square.
    pub(super) fn square_name(square: u32) -> String {
        let (column, row) = (square % W::STRIDE, square / W::STRIDE);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    /// The square of that name, in small or capital letters, if it is on the board.
    pub fn square(&self, name: &str) -> Option<u32> {
        let mut chars = name.chars();
        let column = u32::from(chars.next()?.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        let row = chars.as_str();
        let digits = row.bytes().all(|byte| byte.is_ascii_digit()) && !row.starts_with('0');
        let row = row.parse::<u32>().ok().filter(|_| digits)?.checked_sub(1)?;
        (column < self.size() && row < self.size()).then_some(row * W::STRIDE + column)
    }

    /// The move that a text means, legal or not: a square or a pass.
    pub fn any_move(&self, text: &str) -> Option<Move> {
        if PASSES.contains(&text.to_ascii_lowercase().as_str()) {
            return Some(Move::PASS);
        }
        self.square(text).map(Move::to)
    }

    /// The last square, for messages.
    fn last_square(&self) -> String {
        Self::square_name((self.size() - 1) * (W::STRIDE + 1))
    }

    /// The position of `signs`, row by row from the top: `black` and `white` say what discs look like.
    pub(super) fn read_signs(&self, signs: &str, to_move: Player) -> Result<Position<W>, String> {
        let (n, found) = (self.size() * self.size(), signs.chars().count());
        if found != n as usize {
            return Err(format!("it has {found} squares and not {n}"));
        }
        let mut discs = [W::NONE; 2];
        for (sign, (square, ..)) in signs.chars().zip(self.squares()) {
            let player = match sign.to_ascii_lowercase() {
                'x' | 'b' | '*' => 0,
                'o' | 'w' | '0' => 1,
                '.' | '-' | '_' => continue,
                _ => {
                    let name = Self::square_name(square);
                    return Err(format!("{name} should be x, o or ., not {sign:?}"));
                }
            };
            discs[player] = discs[player] | W::bit(square);
        }
        self.checked(discs, to_move)
    }

    /// The position with these discs, if there is one in which some are on the middle squares.
    pub(super) fn checked(&self, discs: [W; 2], to_move: Player) -> Result<Position<W>, String> {
        let start = self.start();
        let middle = start.discs(Player::First) | start.discs(Player::Second);
        if middle & !(discs[0] | discs[1]) != W::NONE {
            return Err("the four squares in the middle always have discs".into());
        }
        Ok(self.set_up(discs, to_move))
    }

    /// The signs of a position, row by row from the top.
    pub(super) fn signs(&self, pos: &Position<W>, signs: [char; 3]) -> String {
        self.squares().map(|(square, ..)| signs[self.sign(pos, square)]).collect()
    }

    /// 0 for a black disc, 1 for a white one, 2 for none.
    pub(super) fn sign(&self, pos: &Position<W>, square: u32) -> usize {
        let has = |player: &Player| !(pos.discs(*player) & W::bit(square)).is_empty();
        Player::BOTH.iter().position(has).unwrap_or(2)
    }
}

impl<W: Word> Notation for Othello<W> {
    fn write_move(&self, _: &Position<W>, mv: Move) -> String {
        mv.square().map_or_else(|| PASSES[0].into(), Self::square_name)
    }

    fn read_move(&self, pos: &Position<W>, text: &str) -> Result<Move, NotationError> {
        let expected = match self.any_move(text) {
            None => format!(
                "a move; squares go from a1 to {}, and a pass is \"pass\"",
                self.last_square()
            ),
            Some(_) if matches!(self.turn(pos), Turn::Over(_)) => {
                "a legal move: the game is over".into()
            }
            Some(mv) if self.moves(pos).any(|legal| legal == mv) => return Ok(mv),
            Some(Move::PASS) => {
                format!("a legal move: a disc can be placed, as on {}", self.some(pos))
            }
            Some(_) if pos.targets().is_empty() => {
                "a legal move: nothing can be enclosed, so that \"pass\" is the only one".into()
            }
            Some(mv) => {
                let square = mv.square().unwrap_or_default();
                let taken = self.sign(pos, square) < 2;
                let why =
                    if taken { "there is a disc already" } else { "nothing would be enclosed" };
                format!("a legal move: {why}; possible are {}", self.some(pos))
            }
        };
        Err(NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position<W>) -> String {
        let signs = self.signs(pos, [DISCS[0], DISCS[1], '.']);
        let rows: Vec<&str> = (0..self.size() as usize)
            .map(|row| &signs[row * self.size() as usize..][..self.size() as usize])
            .collect();
        format!("{} {}", rows.join("/"), DISCS[pos.to_move().index()])
    }

    /// As in collections of endgames: all squares in one row, and `X` or `O` for the side to move.
    fn foreign_positions(&self, pos: &Position<W>) -> Vec<String> {
        let side = ['X', 'O'][pos.to_move().index()];
        vec![format!("{} {side}", self.signs(pos, ['X', 'O', '-']))]
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let wrong = |why: &str| {
            let example = self.write_position(&self.start());
            NotationError::new(text, format!("a position such as {example}: {why}"))
        };
        let text = text.trim().trim_end_matches(';').trim_end();
        let turn = "it ends with x or o for whose turn it is";
        let (board, side) = text.rsplit_once(char::is_whitespace).ok_or_else(|| wrong(turn))?;
        let to_move = match side.to_ascii_lowercase().as_str() {
            "x" | "b" | "*" => Player::First,
            "o" | "w" => Player::Second,
            _ => return Err(wrong(turn)),
        };
        let board = board.trim_end();
        let signs = match board.contains('/') {
            false => board.to_string(),
            true => self.joined(board).map_err(|why| wrong(&why))?,
        };
        self.read_signs(&signs, to_move).map_err(|why| wrong(&why))
    }
}

impl<W: Word> Othello<W> {
    /// Rows in one.
    fn joined(&self, board: &str) -> Result<String, String> {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.size() as usize {
            return Err(format!("it has {} rows and not {}", rows.len(), self.size()));
        }
        for (row, squares) in (1..).zip(&rows) {
            let n = squares.chars().count();
            if n != self.size() as usize {
                return Err(format!("row {row} has {n} squares and not {}", self.size()));
            }
        }
        Ok(rows.concat())
    }

    /// The squares that can be played, for messages.
    fn some(&self, pos: &Position<W>) -> String {
        self.moves(pos).map(|mv| self.write_move(pos, mv)).collect::<Vec<_>>().join(", ")
    }
}
