//! A move is a piece, the number of its orientation, and the square of its centre: `T 3 45`, or
//! `T3@45` where moves are separated by blanks.
//!
//! A position is written in rows from the top: large letters for pieces of the first player, small
//! ones for those of the second, `.` for free squares and `#` for blocked ones; then `x` or `o` for
//! whose turn it is: `....../..T.../..T.../.TTT../....../… o`.

use henge_core::{Game, Notation, NotationError, Player, Turn};

use super::pieces::{Orientation, PieceName};
use super::rules::{Move, Pentominoes, Position};

const TURNS: [&str; 2] = ["x", "o"];
const FREE: char = '.';
const BLOCKED: char = '#';

/// The letters of some pieces, separated by blanks.
pub(super) fn list(pieces: impl Iterator<Item = PieceName>) -> String {
    let letters: Vec<String> = pieces.map(|piece| piece.to_string()).collect();
    if letters.is_empty() { "none".into() } else { letters.join(" ") }
}

/// Piece, orientation and centre as they were typed. Quotes are for those who know the thesis.
fn split(text: &str) -> Option<(char, usize, usize)> {
    let text = text.replace(['\'', '’', '‘'], " ");
    let text = text.trim();
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let numbers = text[letter.len_utf8()..].replace(['@', ','], " ");
    let mut numbers = numbers.split_whitespace().map(|word| {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        // A number too long to be read is still a number, and as wrong as a large one.
        digits.then(|| word.parse().unwrap_or(usize::MAX))
    });
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Some(orientation)), Some(Some(centre)), None) => Some((letter, orientation, centre)),
        _ => None,
    }
}

impl Pentominoes {
    /// Reads a move, or says what would be right.
    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, String> {
        if let Turn::Over(_) = self.turn(pos) {
            return Err("a legal move: the game is over".into());
        }
        let Some((letter, number, centre)) = split(text) else {
            return Err("a move; write piece, orientation and centre, as in T 3 45 or T3@45".into());
        };
        let Some(piece) = PieceName::from_letter(letter) else {
            let pieces = list(self.pieces());
            return Err(format!("a legal move: there is no such piece; pieces are {pieces}"));
        };
        let Some(orientation) = Orientation::new(piece, number) else {
            let last = piece.orientations().len();
            let known = if last == 1 { "only 1".into() } else { format!("1 to {last}") };
            return Err(format!("a legal move: there is no such orientation; {piece} has {known}"));
        };
        if !(1..=self.n_squares()).contains(&centre) {
            let last = self.n_squares();
            return Err(format!(
                "a legal move: there is no such square; squares go from 1 to {last}"
            ));
        }
        if self.pieces().all(|other| other != piece) {
            let pieces = list(self.pieces());
            return Err(format!(
                "a legal move: this game is played without {piece}; pieces are {pieces}"
            ));
        }
        if pos.left() >> piece.index() & 1 == 0 {
            let left = list(pos.pieces_left());
            return Err(format!("a legal move: piece {piece} is used up; {left} are left"));
        }
        if let Some(why) = self.obstacle(pos, centre - 1) {
            return Err(format!("a legal move: square {centre} is {why}"));
        }
        let (x, y) = ((centre - 1) % self.columns(), (centre - 1) / self.columns());
        for (right, down) in orientation.offsets() {
            let x = x.checked_add_signed(right.into()).filter(|&x| x < self.columns());
            let y = y.checked_add_signed(down.into()).filter(|&y| y < self.rows());
            let (Some(x), Some(y)) = (x, y) else {
                return Err(format!(
                    "a legal move: it does not fit; {orientation} on {centre} leaves the board"
                ));
            };
            let square = y * self.columns() + x;
            if let Some(why) = self.obstacle(pos, square) {
                let square = square + 1;
                return Err(format!(
                    "a legal move: it does not fit; {orientation} on {centre} needs square \
                     {square}, which is {why}"
                ));
            }
        }
        Move::new(orientation, centre - 1).ok_or_else(|| "a legal move".into())
    }

    /// Why a square cannot be used, counted from 0.
    fn obstacle(&self, pos: &Position, square: usize) -> Option<String> {
        if self.open() >> square & 1 == 0 {
            return Some("blocked".into());
        }
        if pos.free() >> square & 1 != 0 {
            return None;
        }
        let on = |piece: &PieceName| {
            pos.placed(*piece).is_some_and(|(_, mv)| self.squares(mv) >> square & 1 != 0)
        };
        let piece = PieceName::all().find(on);
        Some(piece.map_or("occupied".into(), |piece| format!("occupied by {piece}")))
    }

    fn parse_position(&self, text: &str) -> Result<Position, String> {
        let wrong = |why: String| {
            format!("a position such as {}: {why}", self.write_position(&self.start()))
        };
        let mut words = text.split_whitespace();
        let (Some(board), Some(turn), None) = (words.next(), words.next(), words.next()) else {
            return Err(wrong("it has the squares, then x or o for whose turn it is".into()));
        };
        let pos = self.set_up(self.read_pieces(board).map_err(wrong)?);
        let [first, second] = pos.n_placed();
        if first != second && first != second + 1 {
            return Err(wrong(format!(
                "the first player has {first} pieces on the board and the second {second}, who must have \
                 as many, or one less"
            )));
        }
        let due = TURNS[pos.to_move().index()];
        if turn != due {
            return Err(wrong(format!("after {} pieces it is {due}'s turn", first + second)));
        }
        Ok(pos)
    }

    /// The pieces in the rows of a text.
    fn read_pieces(&self, board: &str) -> Result<Vec<(Player, Move)>, String> {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.rows() {
            return Err(format!("it has {} rows and not {}", rows.len(), self.rows()));
        }
        // For each piece its squares and whether they are written small.
        let mut found: Vec<(PieceName, bool, u64)> = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            let length = row.chars().count();
            if length != self.columns() {
                return Err(format!("row {} has {length} squares, not {}", y + 1, self.columns()));
            }
            for (x, c) in row.chars().enumerate() {
                let square = y * self.columns() + x;
                let number = square + 1;
                if (c == BLOCKED) != (self.open() >> square & 1 == 0) {
                    let should = if c == BLOCKED { "not be" } else { "be" };
                    return Err(format!("square {number} should {should} blocked"));
                }
                if c == FREE || c == BLOCKED {
                    continue;
                }
                let Some(piece) = PieceName::from_letter(c) else {
                    return Err(format!("square {number} should be a piece or {FREE}"));
                };
                let small = c.is_ascii_lowercase();
                match found.iter_mut().find(|(other, ..)| *other == piece) {
                    Some((_, before, _)) if *before != small => {
                        return Err(format!("piece {piece} is both large and small"));
                    }
                    Some((.., squares)) => *squares |= 1 << square,
                    None => found.push((piece, small, 1 << square)),
                }
            }
        }
        let read = |(piece, small, squares): (PieceName, bool, u64)| {
            if self.pieces().all(|other| other != piece) {
                return Err(format!("this game is played without {piece}"));
            }
            let centres = 0..self.n_squares();
            let mut all = piece.orientations().flat_map(|orientation| {
                centres.clone().filter_map(move |centre| Move::new(orientation, centre))
            });
            let mv = all.find(|&mv| self.squares(mv) == squares);
            let mv = mv.ok_or_else(|| format!("the squares of {piece} do not have its shape"))?;
            Ok((if small { Player::Second } else { Player::First }, mv))
        };
        found.into_iter().map(read).collect()
    }
}

impl Notation for Pentominoes {
    fn write_move(&self, _pos: &Position, mv: Move) -> String {
        format!("{}@{}", mv.orientation(), mv.centre() + 1)
    }

    fn read_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        self.parse_move(pos, text).map_err(|expected| NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position) -> String {
        let mut squares: Vec<char> = (0..self.n_squares())
            .map(|square| if self.open() >> square & 1 != 0 { FREE } else { BLOCKED })
            .collect();
        for piece in PieceName::all() {
            if let Some((player, mv)) = pos.placed(piece) {
                let letter = match player {
                    Player::First => piece.letter(),
                    Player::Second => piece.letter().to_ascii_lowercase(),
                };
                for (square, c) in squares.iter_mut().enumerate() {
                    if self.squares(mv) >> square & 1 != 0 {
                        *c = letter;
                    }
                }
            }
        }
        let rows: Vec<String> =
            squares.chunks(self.columns()).map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), TURNS[pos.to_move().index()])
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse_position(text).map_err(|expected| NotationError::new(text, expected))
    }
}
