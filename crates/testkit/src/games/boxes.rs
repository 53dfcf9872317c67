//! Dots and boxes, a game whose turns do not alternate.
//!
//! On a grid of dots the players draw lines between neighbouring dots, one at a time. Who draws the
//! fourth side of a box owns the box and must draw again; otherwise the turn passes. When all lines
//! are drawn, the owner of more boxes wins. Two by two boxes unless asked otherwise.
//!
//! Lines and boxes are named as the sites of a grid of twice the width, columns by letters and rows
//! by numbers from the top: dots have odd numbers both ways, and `b1` is the line between the dots
//! `a1` and `c1`.
//!
//! ```text
//!   a b c d e
//! 1 + - + - +
//! 2 |   |   |
//! 3 + - + - +
//! 4 |   |   |
//! 5 + - + - +
//! ```

use std::iter;

use henge_core::depict::{Hue, Kind, Outline, Piece, Point, Shape, Site};
use henge_core::{
    About, Bits, BitsIter, Board, Depict, Game, Notation, NotationError, Outcome, Player, Scene,
    SiteId, Symmetric, Turn, mix64,
};

use super::{digit, player};

/// The rules: the size of the grid, and which lines surround which box.
#[derive(Clone, Debug)]
pub struct Boxes {
    columns: u8,
    rows: u8,
    /// Where each line is on the grid of twice the width.
    lines: Vec<(u8, u8)>,
    /// The four sides of each box.
    boxes: Vec<Bits<1>>,
    /// For each symmetry, where it takes each line.
    images: Vec<Vec<Move>>,
}

/// The lines drawn, how many boxes each player owns, and who moves.
///
/// Which boxes a player owns does not matter to the rest of the game, so it is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    drawn: Bits<1>,
    owned: [u8; 2],
    mover: Player,
}

/// The line to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

impl Boxes {
    /// A grid of `columns` by `rows` boxes, with at most 64 lines.
    pub fn new(columns: u8, rows: u8) -> Boxes {
        assert!(
            (1..=12).contains(&columns) && (1..=12).contains(&rows),
            "the grid is 1 to 12 wide"
        );
        let (width, height) = (2 * columns + 1, 2 * rows + 1);
        let sites = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let lines: Vec<(u8, u8)> = sites.filter(|(x, y)| (x + y) % 2 == 1).collect();
        assert!(lines.len() <= Bits::<1>::CAPACITY, "a grid has at most 64 lines");
        let at = |site: (u8, u8)| lines.iter().position(|&line| line == site);
        let line = |site| at(site).expect("every symmetry maps the grid onto itself");
        let sides = |x: u8, y: u8| [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].map(line);
        let boxes = (0..rows).flat_map(|r| (0..columns).map(move |c| (2 * c + 1, 2 * r + 1)));
        let boxes = boxes.map(|(x, y)| sides(x, y).into_iter().collect()).collect();
        // Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps columns and rows.
        let n_symmetries = if columns == rows { 8 } else { 4 };
        let image = |symmetry: u8, (mut x, mut y): (u8, u8)| {
            if symmetry & 1 != 0 {
                x = width - 1 - x;
            }
            if symmetry & 2 != 0 {
                y = height - 1 - y;
            }
            Move(line(if symmetry & 4 != 0 { (y, x) } else { (x, y) }) as u8)
        };
        let images = (0..n_symmetries)
            .map(|symmetry| lines.iter().map(|&site| image(symmetry, site)).collect())
            .collect();
        Boxes { columns, rows, boxes, images, lines }
    }

    /// The game in words.
    pub fn about() -> About {
        About::new("boxes", "Dots and boxes")
            .rules("Draw lines; the fourth side of a box gives the box and another turn.")
            .source("Édouard Lucas, L'arithmétique amusante, 1895")
    }

    /// How many lines there are.
    pub fn n_lines(&self) -> usize {
        self.lines.len()
    }

    /// How many boxes have all four sides drawn.
    fn complete(&self, drawn: Bits<1>) -> u8 {
        self.boxes.iter().filter(|sides| sides.is_subset(&drawn)).count() as u8
    }

    fn is_over(&self, pos: &Position) -> bool {
        usize::from(pos.owned[0] + pos.owned[1]) == self.boxes.len()
    }

    fn name(&self, mv: Move) -> String {
        let (x, y) = self.lines[usize::from(mv.0)];
        format!("{}{}", char::from(b'a' + x), y + 1)
    }

    /// The position that `words` describe, if it can come about.
    fn parse(&self, words: &[&str]) -> Option<Position> {
        let &[lines, first, second, mover] = words else { return None };
        if lines.len() != self.n_lines() || lines.bytes().any(|b| b != b'0' && b != b'1') {
            return None;
        }
        let drawn: Bits<1> = (0..lines.len()).filter(|&i| lines.as_bytes()[i] == b'1').collect();
        let owned: [u8; 2] = [first.parse().ok()?, second.parse().ok()?];
        let pos = Position { drawn, owned, mover: player(mover)? };
        let sum = owned[0].checked_add(owned[1])?;
        // Nobody has moved before the first player, and the last line completes a box.
        let fresh = drawn.is_empty() && pos.mover == Player::Second;
        let taken = owned[pos.mover.index()] == 0 && self.is_over(&pos);
        (sum == self.complete(drawn) && !fresh && !taken).then_some(pos)
    }
}

impl Default for Boxes {
    fn default() -> Boxes {
        Boxes::new(2, 2)
    }
}

impl Game for Boxes {
    type Position = Position;
    type Move = Move;
    type Moves = iter::Map<BitsIter<1>, fn(usize) -> Move>;
    /// How many boxes the line completed.
    type Undo = u8;

    fn start(&self) -> Position {
        Position { drawn: Bits::EMPTY, owned: [0, 0], mover: Player::First }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        if !self.is_over(pos) {
            return Turn::Player(pos.mover);
        }
        match pos.owned[0].cmp(&pos.owned[1]) {
            std::cmp::Ordering::Greater => Turn::Over(Outcome::win(Player::First)),
            std::cmp::Ordering::Equal => Turn::Over(Outcome::Draw),
            std::cmp::Ordering::Less => Turn::Over(Outcome::win(Player::Second)),
        }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Self::Moves {
        let all: Bits<1> = Bits::first_n(self.n_lines());
        all.without(&pos.drawn).iter().map(|line| Move(line as u8))
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> u8 {
        let before = pos.owned[0] + pos.owned[1];
        pos.drawn.insert(mv.0.into());
        let completed = self.complete(pos.drawn) - before;
        pos.owned[pos.mover.index()] += completed;
        if completed == 0 {
            pos.mover = pos.mover.other();
        }
        completed
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: Move, completed: u8) {
        if completed == 0 {
            pos.mover = pos.mover.other();
        }
        pos.owned[pos.mover.index()] -= completed;
        pos.drawn.remove(mv.0.into());
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let lines = pos.drawn.iter().fold(0, |word, line| word | 1 << line);
        // The second player owns the other complete boxes.
        let rest = u64::from(pos.owned[0]) << 1 | pos.mover.index() as u64;
        mix64(mix64(lines) ^ rest)
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        let keys = (0..self.n_symmetries()).map(|symmetry| self.key(&self.image(symmetry, pos)));
        keys.min().expect("the identity is among them")
    }
}

impl Symmetric for Boxes {
    fn n_symmetries(&self) -> usize {
        self.images.len()
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        let drawn = pos.drawn.iter().map(|line| self.images[symmetry][line].0.into()).collect();
        Position { drawn, ..*pos }
    }

    fn image_move(&self, symmetry: usize, _pos: &Position, mv: Move) -> Move {
        self.images[symmetry][usize::from(mv.0)]
    }
}

impl Notation for Boxes {
    /// The line: `b1`.
    fn write_move(&self, _pos: &Position, mv: Move) -> String {
        self.name(mv)
    }

    /// A 1 for each line drawn, row by row, the boxes of both players, and who moves:
    /// `110000000000 0 0 1`.
    fn write_position(&self, pos: &Position) -> String {
        let line = |i| if pos.drawn.has(i) { '1' } else { '0' };
        let lines: String = (0..self.n_lines()).map(line).collect();
        format!("{lines} {} {} {}", pos.owned[0], pos.owned[1], digit(pos.mover))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        self.parse(&words).ok_or_else(|| {
            let lines = self.n_lines();
            let expected = format!("{lines} lines as 0 or 1, two counts of boxes, and 1 or 2");
            NotationError::new(text, expected)
        })
    }
}

impl Depict for Boxes {
    fn board(&self) -> Board {
        let site = |line: usize| {
            let (x, y) = self.lines[line];
            Site {
                name: self.name(Move(line as u8)),
                at: Point::new(x.into(), y.into()),
                outline: Outline::Dot,
                tint: 0,
            }
        };
        let kind = |name: &str, glyph, ascii| Kind {
            name: name.into(),
            owner: None,
            shape: Shape::Letter,
            hue: Hue::Owner,
            glyph,
            ascii,
        };
        Board {
            sites: (0..self.n_lines()).map(site).collect(),
            kinds: vec![kind("line across", '─', '-'), kind("line down", '│', '|')],
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |line: usize| Piece {
            site: SiteId(line as u16),
            kind: self.lines[line].1 % 2,
            count: 1,
        };
        let [first, second] = pos.owned;
        Scene {
            pieces: pos.drawn.iter().map(piece).collect(),
            notes: vec![format!("boxes {first} to {second} of {}", self.columns * self.rows)],
            ..Scene::default()
        }
    }

    fn path(&self, _pos: &Position, mv: Move) -> Vec<SiteId> {
        vec![SiteId(mv.0.into())]
    }
}
