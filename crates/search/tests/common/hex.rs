use henge_core::{Game, Outcome, Player, Turn, mix64};

/// Hex without swapping, at most eight wide: the first player joins top and bottom, the second left
/// and right.
#[derive(Clone, Copy, Debug)]
pub struct Hex {
    size: u32,
    all: u64,
    left: u64,
}

/// The stones of both players: bit `8 * row + column`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    stones: [u64; 2],
    mover: Player,
}

impl Hex {
    pub fn new(size: u32) -> Hex {
        assert!((1..=7).contains(&size), "a column is kept free so that shifts do not run over");
        let row = (1 << size) - 1;
        let all = (0..size).fold(0, |all, y| all | row << (8 * y));
        let left = (0..size).fold(0, |left, y| left | 1 << (8 * y));
        Hex { size, all, left }
    }

    /// Do these stones join the two edges?
    fn joins(&self, stones: u64, player: Player) -> bool {
        let (from, to) = match player {
            Player::First => (0xff, 0xff << (8 * (self.size - 1))),
            Player::Second => (self.left, self.left << (self.size - 1)),
        };
        let mut reached = stones & from;
        loop {
            let sides = reached << 1 | reached >> 1 | reached << 8 | reached >> 8;
            let more = (reached | sides | reached << 7 | reached >> 7) & stones;
            if more & to != 0 {
                return true;
            }
            if more == reached {
                return false;
            }
            reached = more;
        }
    }
}

impl Game for Hex {
    type Position = Position;
    type Move = u8;
    type Moves = Sites;
    type Undo = ();

    fn start(&self) -> Position {
        Position { stones: [0; 2], mover: Player::First }
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Turn {
        let last = pos.mover.other();
        if self.joins(pos.stones[last.index()], last) {
            return Turn::Over(Outcome::win(last));
        }
        Turn::Player(pos.mover)
    }

    #[inline]
    fn moves(&self, pos: &Position) -> Sites {
        Sites(self.all & !(pos.stones[0] | pos.stones[1]))
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: u8) {
        pos.stones[pos.mover.index()] |= 1 << mv;
        pos.mover = !pos.mover;
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: u8, _: ()) {
        pos.mover = !pos.mover;
        pos.stones[pos.mover.index()] &= !(1 << mv);
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        mix64(mix64(pos.stones[0]) ^ pos.stones[1])
    }
}

/// The bits of a word.
pub struct Sites(u64);

impl Iterator for Sites {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let site = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(site)
    }
}
