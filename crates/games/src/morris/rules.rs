use henge_core::{Game, Outcome, Player, Symmetric, Turn, mix64};

use super::moves::{Move, Moves};
use super::points::{ALL, PLACES, POINTS, beside};

/// May a player with three men go anywhere?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Flying {
    /// Yes, as usual.
    #[default]
    Allowed,
    /// No.
    Excluded,
}

/// How many men each player has.
pub(super) const MEN: u8 = 9;

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Morris {
    flying: Flying,
    /// Clause 9, in plies; 0 for no limit.
    most_idle: u16,
}

/// Where the men are, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) men: [u32; 2],
    /// Men that have not been placed.
    pub(super) hand: [u8; 2],
    pub(super) to_move: Player,
    /// The player to move has lost by clause 7.
    pub(super) lost: bool,
    /// Plies without a mill since all men have been placed.
    pub(super) idle: u16,
}

impl Default for Morris {
    /// With flying, and a draw after a hundred plies without a mill.
    fn default() -> Self {
        Morris::new(Flying::Allowed, 100)
    }
}

impl Morris {
    /// The rules with what is agreed on; `most_idle` plies without a mill are a draw, 0 for no such limit.
    pub fn new(flying: Flying, most_idle: u16) -> Morris {
        Morris { flying, most_idle }
    }

    /// May a player with three men go anywhere?
    pub fn flying(&self) -> Flying {
        self.flying
    }

    /// How many plies without a mill are a draw; 0 for no limit.
    pub fn most_idle(&self) -> u16 {
        self.most_idle
    }

    /// Do the men of a player go anywhere?
    #[inline]
    pub(super) fn flies(&self, pos: &Position, player: Player) -> bool {
        let i = player.index();
        self.flying == Flying::Allowed && pos.hand[i] == 0 && pos.men[i].count_ones() == 3
    }

    /// Clause 7.
    #[inline]
    pub(super) fn has_lost(&self, pos: &Position) -> bool {
        let i = pos.to_move.index();
        let n = pos.men[i].count_ones() + u32::from(pos.hand[i]);
        if n < 3 {
            return true;
        }
        let empty = ALL & !(pos.men[0] | pos.men[1]);
        pos.hand[i] == 0 && !self.flies(pos, pos.to_move) && beside(pos.men[i]) & empty == 0
    }
}

impl Position {
    /// The men of a player on the board: a bit for each point, by row from the top.
    #[inline]
    pub fn men(&self, player: Player) -> u32 {
        self.men[player.index()]
    }

    /// How many men a player has in hand.
    #[inline]
    pub fn in_hand(&self, player: Player) -> u8 {
        self.hand[player.index()]
    }

    /// Whose turn it is, or would be.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }
}

impl Game for Morris {
    type Position = Position;
    type Move = Move;
    type Moves = Moves;
    type Undo = Position;
    const CYCLES: bool = true;

    fn start(&self) -> Position {
        // Clause 1.
        Position { men: [0; 2], hand: [MEN; 2], to_move: Player::First, lost: false, idle: 0 }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        if pos.lost {
            Turn::Over(Outcome::win(!pos.to_move))
        } else if self.most_idle > 0 && pos.idle >= self.most_idle {
            // Clause 9.
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Player(pos.to_move)
        }
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Moves {
        if let Turn::Over(_) = self.turn(pos) {
            return Moves::NONE;
        }
        let [own, other] = [pos.to_move, !pos.to_move].map(|player| pos.men(player));
        match pos.in_hand(pos.to_move) {
            0 => Moves::moving(own, other, self.flies(pos, pos.to_move)),
            _ => Moves::placing(own, other),
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        let (me, other) = (pos.to_move.index(), (!pos.to_move).index());
        match mv.from() {
            Some(from) => pos.men[me] ^= 1 << from,
            None => pos.hand[me] -= 1,
        }
        pos.men[me] |= 1 << mv.to();
        if let Some(taken) = mv.taken() {
            pos.men[other] ^= 1 << taken;
        }
        let counts = self.most_idle > 0 && mv.taken().is_none() && mv.from().is_some();
        pos.idle = if counts { pos.idle + 1 } else { 0 };
        pos.to_move = !pos.to_move;
        pos.lost = self.has_lost(pos);
        before
    }

    #[inline]
    fn undo(&self, pos: &mut Position, _: Move, before: Position) {
        *pos = before;
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let men = u64::from(pos.men[0]) | u64::from(pos.men[1]) << 32;
        let hands = u64::from(pos.hand[0]) << 24 | u64::from(pos.hand[1]) << 56;
        mix64(men ^ hands ^ (pos.to_move.index() as u64) << 63)
    }

    fn canonical_key(&self, pos: &Position) -> u64 {
        let keys = (0..16).map(|symmetry| self.key(&self.image(symmetry, pos)));
        keys.min().expect("there are sixteen images")
    }

    /// What was placed or taken never comes back.
    #[inline]
    fn irreversible(&self, _: &Position, mv: Move) -> bool {
        mv.from().is_none() || mv.taken().is_some()
    }
}

/// The images of all points.
static IMAGES: [[u8; 24]; 16] = {
    let mut images = [[0; 24]; 16];
    let mut symmetry = 0;
    while symmetry < 16 {
        let mut point = 0;
        while point < 24 {
            images[symmetry][point] = image_of(symmetry, PLACES[point]);
            point += 1;
        }
        symmetry += 1;
    }
    images
};

/// Mirrored from side to side, from top to bottom, along the diagonal, and with the inner ring outside, as the bits of
/// `symmetry` say.
const fn image_of(symmetry: usize, place: (u8, u8)) -> u8 {
    let (mut x, mut y) = (place.0 as i32 - 3, place.1 as i32 - 3);
    if symmetry & 1 != 0 {
        x = -x;
    }
    if symmetry & 2 != 0 {
        y = -y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    if symmetry & 8 != 0 {
        // Ring 1 is the inner one, and ring 3 the outer one.
        let ring = if x.abs() > y.abs() { x.abs() } else { y.abs() };
        (x, y) = (x / ring * (4 - ring), y / ring * (4 - ring));
        // Middle points keep their zero, corners have both coordinates of their ring.
    }
    let mut i = 0;
    while i < POINTS as usize {
        if PLACES[i].0 as i32 - 3 == x && PLACES[i].1 as i32 - 3 == y {
            return i as u8;
        }
        i += 1;
    }
    panic!("the image of a point is a point");
}

impl Symmetric for Morris {
    fn n_symmetries(&self) -> usize {
        16
    }

    fn image(&self, symmetry: usize, pos: &Position) -> Position {
        let image = |mut men: u32| {
            let mut found = 0;
            while men != 0 {
                found |= 1 << IMAGES[symmetry][men.trailing_zeros() as usize];
                men &= men - 1;
            }
            found
        };
        Position { men: pos.men.map(image), ..*pos }
    }

    fn image_move(&self, symmetry: usize, _: &Position, mv: Move) -> Move {
        let image = |point: u32| u32::from(IMAGES[symmetry][point as usize]);
        Move::new(mv.from().map(image), image(mv.to()), mv.taken().map(image))
    }
}
