//! Two kings on a ring, a game whose positions come back.
//!
//! Sites `a`, `b`, `c`, … lie clockwise on a ring, twelve unless asked otherwise. The first player's
//! king starts on `a`, the second's on the site across. The players move in turn: the first steps
//! one site either way or two clockwise, the second one or two anticlockwise. Who steps onto the
//! other king wins. A position that stands on the board for the third time makes a draw.
//!
//! On twelve sites nobody can force a win from the start, but of the 264 positions that go on the
//! player to move wins 120 and loses 36.

use std::array;
use std::f32::consts::TAU;

use henge_core::depict::{Hue, Kind, Outline, Piece, Point, Shape, Site};
use henge_core::{
    About, Board, Depict, Game, Notation, NotationError, Outcome, Player, Scene, SiteId, Symmetric,
    Turn, mix64,
};

use super::{digit, player};

/// The rules: how long the ring is.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    size: u8,
}

/// Where the kings stand and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    kings: [u8; 2],
    mover: Player,
}

/// A king's step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Ring {
    /// A ring of `size` sites: at least 5, where no two steps end on the same site, and at most 26,
    /// one for each letter.
    pub fn new(size: u8) -> Ring {
        assert!((5..=26).contains(&size), "a ring has 5 to 26 sites, not {size}");
        Ring { size }
    }

    /// The game in words.
    pub fn about() -> About {
        About::new("ring", "Ring").rules("Step onto the other king.").source("made up for tests")
    }

    fn name(self, site: u8) -> char {
        char::from(b'a' + site)
    }

    fn site(self, text: &str) -> Option<u8> {
        (0..self.size).find(|&site| text.chars().eq([self.name(site)]))
    }
}

impl Default for Ring {
    fn default() -> Ring {
        Ring::new(12)
    }
}

impl Game for Ring {
    type Position = Position;
    type Move = Move;
    type Moves = std::iter::Take<array::IntoIter<Move, 3>>;
    type Undo = ();
    const CYCLES: bool = true;

    fn start(&self) -> Position {
        Position { kings: [0, self.size / 2], mover: Player::First }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        if pos.kings[0] == pos.kings[1] {
            return Turn::Over(Outcome::win(pos.mover.other()));
        }
        Turn::Player(pos.mover)
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Self::Moves {
        // One step anticlockwise is `size - 1` steps clockwise.
        let back = self.size - 1;
        let (steps, n) = match pos.mover {
            Player::First => ([1, 2, back], 3),
            Player::Second => ([back, back - 1, 0], 2),
        };
        let from = pos.kings[pos.mover.index()];
        let over = pos.kings[0] == pos.kings[1];
        let step = |step: u8| Move { from, to: (from + step) % self.size };
        steps.map(step).into_iter().take(if over { 0 } else { n })
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        pos.kings[pos.mover.index()] = mv.to;
        pos.mover = pos.mover.other();
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: Move, (): ()) {
        pos.mover = pos.mover.other();
        pos.kings[pos.mover.index()] = mv.from;
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let [first, second] = pos.kings.map(u64::from);
        mix64(first | second << 8 | (pos.mover.index() as u64) << 16)
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        // Turned so that the first king stands on `a`.
        let turn = self.size - pos.kings[0];
        self.key(&self.image(turn.into(), pos))
    }
}

/// The turns of the ring. There are no mirrors: the kings' steps differ by direction.
impl Symmetric for Ring {
    fn n_symmetries(&self) -> usize {
        self.size.into()
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        let turned = |site: u8| ((usize::from(site) + symmetry) % usize::from(self.size)) as u8;
        Position { kings: pos.kings.map(turned), mover: pos.mover }
    }

    fn image_move(&self, symmetry: usize, _pos: &Position, mv: Move) -> Move {
        let turned = |site: u8| ((usize::from(site) + symmetry) % usize::from(self.size)) as u8;
        Move { from: turned(mv.from), to: turned(mv.to) }
    }
}

impl Notation for Ring {
    /// The site stepped to.
    fn write_move(&self, _pos: &Position, mv: Move) -> String {
        self.name(mv.to).into()
    }

    /// The two kings and the player to move: `a g 1`.
    fn write_position(&self, pos: &Position) -> String {
        let [first, second] = pos.kings.map(|king| self.name(king));
        format!("{first} {second} {}", digit(pos.mover))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let read = || {
            let [first, second, mover] = words[..] else { return None };
            let kings = [self.site(first)?, self.site(second)?];
            Some(Position { kings, mover: player(mover)? })
        };
        let last = self.name(self.size - 1);
        let expected = || format!("two sites from a to {last} and the player to move, 1 or 2");
        read().ok_or_else(|| NotationError::new(text, expected()))
    }
}

impl Depict for Ring {
    fn board(&self) -> Board {
        let angle = TAU / f32::from(self.size);
        // Neighbours are then 1 apart.
        let radius = 0.5 / (angle / 2.0).sin();
        let site = |i: u8| Site {
            name: self.name(i).into(),
            at: Point::new(
                radius * (1.0 + (angle * f32::from(i)).sin()),
                radius * (1.0 - (angle * f32::from(i)).cos()),
            ),
            outline: Outline::Circle,
            tint: 0,
        };
        let edge = |i: u8| (SiteId(i.into()), SiteId(((i + 1) % self.size).into()));
        let king = |name: &str, owner, glyph, ascii| Kind {
            name: name.into(),
            owner: Some(owner),
            shape: Shape::Letter,
            hue: Hue::Owner,
            glyph,
            ascii,
        };
        Board {
            sites: (0..self.size).map(site).collect(),
            edges: (0..self.size).map(edge).collect(),
            kinds: vec![
                king("white king", Player::First, '♔', 'K'),
                king("black king", Player::Second, '♚', 'k'),
            ],
            ..Board::default()
        }
    }

    fn scene(&self, pos: &Position) -> Scene {
        let piece = |player: Player| Piece {
            site: SiteId(pos.kings[player.index()].into()),
            kind: player.index() as u8,
            count: 1,
        };
        // A captured king is off the board.
        let standing = |player: &Player| pos.kings[0] != pos.kings[1] || *player != pos.mover;
        let pieces = Player::BOTH.into_iter().filter(standing).map(piece).collect();
        Scene { pieces, ..Scene::default() }
    }

    fn path(&self, _pos: &Position, mv: Move) -> Vec<SiteId> {
        vec![SiteId(mv.from.into()), SiteId(mv.to.into())]
    }
}
