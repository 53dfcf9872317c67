//! Moves as the PDN standard writes them: `32-28`, `28x19`, and with every square between where two
//! captures would be written alike: `7x16x32x41`. Squares have numbers or letters, as the variant
//! has it; letters are read in all of them.
//!
//! In reading the sign between squares does not matter, so that `c3,d4` and `c3,e5,g7` are read as
//! well: the program for the GIER computer took its moves like that.

use henge_core::{Game, Notation, NotationError, Turn};

use super::moves::Move;
use super::rules::{Draughts, Position};
use super::variant::Names;
use super::word::Word;

/// What may stand between squares.
const SIGNS: [char; 10] = ['-', 'x', 'X', '×', ':', ',', '*', ';', '–', ' '];

impl<W: Word> Draughts<W> {
    fn join(&self, way: &[u32], sign: char) -> String {
        let names: Vec<&str> = way.iter().map(|&bit| self.squares.name(bit)).collect();
        names.join(&sign.to_string())
    }

    /// The bit of a square by its name. Where squares have letters, numbers count them row by row
    /// from the top left as White sees it, as many programs do.
    pub(super) fn read_square(&self, name: &str) -> Option<u32> {
        if let Some(square) = self.squares.find(name) {
            return Some(square.bit);
        }
        let digits = name.bytes().all(|byte| byte.is_ascii_digit());
        let number: usize = name.parse().ok().filter(|_| digits)?;
        let counted = self.rules.names == Names::Algebraic;
        self.squares.all().get(number.checked_sub(1)?).filter(|_| counted).map(|square| square.bit)
    }

    /// A move that is written as where it begins and ends, if there is just one: nearly all of a file are, and
    /// nothing need be kept to find it.
    fn plain_move(&self, pos: &Position<W>, text: &str) -> Option<Move<W>> {
        let (from, to) = text.trim().split_once(SIGNS)?;
        let ends = (self.read_square(from)?, self.read_square(to)?);
        if let Turn::Over(_) = self.turn(pos) {
            return None;
        }
        let mut found = self.moves(pos).filter(|mv| (mv.from(), mv.to()) == ends);
        let mv = found.next()?;
        found.next().is_none().then_some(mv)
    }

    fn parse_move(&self, pos: &Position<W>, text: &str) -> Result<Move<W>, String> {
        if let Turn::Over(_) = self.turn(pos) {
            return Err("a legal move: the game is over".into());
        }
        let legal: Vec<Move<W>> = self.moves(pos).collect();
        let example = legal.first().map(|&mv| self.write_move(pos, mv)).unwrap_or_default();
        let mut touched = Vec::new();
        for name in text.trim().split(SIGNS) {
            let Some(bit) = self.read_square(name) else {
                let range = self.squares.range();
                return Err(if name.is_empty() || touched.is_empty() && name.len() > 3 {
                    format!("a move; write the squares it touches, as in {example}")
                } else {
                    format!("a legal move: there is no square \"{name}\"; there are {range}")
                });
            };
            touched.push(bit);
        }
        let [from, .., to] = touched[..] else {
            return Err(format!("a move; write the squares it touches, as in {example}"));
        };
        let between = &touched[1..touched.len() - 1];
        let ends = |mv: &&Move<W>| (mv.from(), mv.to()) == (from, to);
        let fits = |mv: &&Move<W>| between.is_empty() || self.goes_by(pos, **mv, between);
        let found: Vec<Move<W>> = legal.iter().filter(ends).filter(fits).copied().collect();
        let exactly = |mv: &Move<W>| self.ways(pos, *mv, &mut |way| way == touched);
        match found[..] {
            [mv] => Ok(mv),
            [] => Err(format!("a legal move: {}", self.why_not_from(pos, &legal, from))),
            // Squares that are left out may make several moves of one, but perhaps none was left out.
            _ => found
                .iter()
                .copied()
                .find(exactly)
                .ok_or_else(|| format!("a single move: it can be {}", self.list(pos, &found))),
        }
    }

    /// Does a move touch these squares between its ends, in this order? Or does it capture pieces
    /// on all of them?
    fn goes_by(&self, pos: &Position<W>, mv: Move<W>, between: &[u32]) -> bool {
        let captures = between.iter().all(|&bit| !(mv.captured() & W::bit(bit)).is_empty());
        captures
            || self.ways(pos, mv, &mut |way| {
                let mut inner = way[1..way.len() - 1].iter();
                between.iter().all(|bit| inner.any(|other| other == bit))
            })
    }

    fn list(&self, pos: &Position<W>, moves: &[Move<W>]) -> String {
        let shown = moves.iter().take(12).map(|&mv| self.write_move(pos, mv));
        let more = if moves.len() > 12 { ", …" } else { "" };
        shown.collect::<Vec<_>>().join(", ") + more
    }

    /// Why the piece on a square does not make the move that somebody wants.
    pub(super) fn why_not_from(&self, pos: &Position<W>, legal: &[Move<W>], from: u32) -> String {
        let name = self.squares.name(from);
        if (pos.pieces(pos.to_move()) & W::bit(from)).is_empty() {
            let colour = self.colour(pos.to_move()).name();
            return format!("there is no piece of {colour} on {name}");
        }
        let own: Vec<Move<W>> = legal.iter().filter(|mv| mv.from() == from).copied().collect();
        let capture = legal.iter().any(|mv| mv.is_capture());
        match (capture, own.is_empty()) {
            (true, true) => format!("a capture is compulsory: {}", self.list(pos, legal)),
            (_, true) => format!("the piece on {name} cannot move"),
            (true, false) => {
                format!("the piece on {name} must capture: {}", self.list(pos, &own))
            }
            (false, false) => format!("from {name} there are {}", self.list(pos, &own)),
        }
    }
}

impl<W: Word> Notation for Draughts<W> {
    fn write_move(&self, pos: &Position<W>, mv: Move<W>) -> String {
        if !mv.is_capture() {
            return self.join(&[mv.from(), mv.to()], '-');
        }
        let ends = |other: &Move<W>| (other.from, other.to) == (mv.from, mv.to);
        let alike = self.moves(pos).filter(ends).count();
        let way = if alike > 1 { self.way(pos, mv) } else { vec![mv.from(), mv.to()] };
        self.join(&way, self.rules.capture_sign)
    }

    fn read_move(&self, pos: &Position<W>, text: &str) -> Result<Move<W>, NotationError> {
        if let Some(mv) = self.plain_move(pos, text) {
            return Ok(mv);
        }
        self.parse_move(pos, text).map_err(|expected| NotationError::new(text, expected))
    }

    fn write_position(&self, pos: &Position<W>) -> String {
        self.write_fen(pos)
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        self.read_fen(text).map_err(|why| {
            let square = |i: usize| &self.squares.all()[i].name;
            let n = self.squares.all().len();
            let example = format!("W:W{},K{}:B{}", square(2 * n / 3), square(n - 1), square(n / 3));
            NotationError::new(text, format!("a position such as {example}: {why}"))
        })
    }
}
