use super::rules::{COLUMNS, Codes, EMPTY, SQUARES, owner, takes};
use henge_core::Player;

/// A token from the hand to a square, a token on the board one row on, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    /// The square it comes from; or the token, with `HAND` added.
    from: u8,
    to: u8,
}

const HAND: u8 = 64;

impl Move {
    /// Nothing can be moved.
    pub const PASS: Move = Move { from: u8::MAX, to: u8::MAX };

    pub(super) fn place(token: u8, square: usize) -> Move {
        Move { from: HAND + token, to: square as u8 }
    }

    pub(super) fn step(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8 }
    }

    /// The token that comes from the hand: 1 to 9, or 10 for the champion.
    #[inline]
    pub fn token(self) -> Option<u8> {
        (HAND..u8::MAX).contains(&self.from).then(|| self.from - HAND)
    }

    /// The square it comes from.
    #[inline]
    pub fn from(self) -> Option<usize> {
        (self.from < HAND).then_some(self.from.into())
    }

    /// The square it goes to; none for a pass.
    #[inline]
    pub fn to(self) -> Option<usize> {
        (usize::from(self.to) < SQUARES).then_some(self.to.into())
    }
}

/// What can be moved from a square, to the left, straight on and to the right as Green sees it, a bit each.
#[inline]
pub(super) fn targets(at: &Codes, player: Player, from: usize) -> u8 {
    let (row, column) = (from / COLUMNS, from % COLUMNS);
    let next = match player {
        Player::First => row + 1,
        Player::Second => row.wrapping_sub(1),
    };
    if next * COLUMNS >= SQUARES || next > row + 1 {
        return 0;
    }
    let code = at[from];
    let mut found = 0;
    for side in 0..3 {
        let to = column + side;
        if !(1..=COLUMNS).contains(&to) {
            continue;
        }
        let there = at[next * COLUMNS + to - 1];
        if there == EMPTY || owner(there) != player && takes(code, there) {
            found |= 1 << side;
        }
    }
    found
}

/// The square to that side, one row on.
#[inline]
pub(super) fn target(player: Player, from: usize, side: usize) -> usize {
    match player {
        Player::First => from + COLUMNS + side - 1,
        Player::Second => from + side - 1 - COLUMNS,
    }
}

/// The legal moves: by token and square, or by square and side.
#[derive(Clone, Debug)]
pub struct Moves {
    at: Codes,
    player: Player,
    /// Tokens in hand, a bit each, and the squares that are free for them.
    hand: u16,
    free: u32,
    open: u32,
    /// Squares of tokens that have not been looked at.
    squares: u32,
    from: u8,
    sides: u8,
    pass: bool,
}

impl Moves {
    pub(super) const NONE: Moves = Moves {
        at: [EMPTY; SQUARES],
        player: Player::First,
        hand: 0,
        free: 0,
        open: 0,
        squares: 0,
        from: 0,
        sides: 0,
        pass: false,
    };

    pub(super) const PASS: Moves = Moves { pass: true, ..Moves::NONE };

    #[inline]
    pub(super) fn placing(hand: u16, free: u32) -> Moves {
        Moves { hand, free, open: free, ..Moves::NONE }
    }

    #[inline]
    pub(super) fn moving(at: Codes, player: Player, squares: u32) -> Moves {
        Moves { at, player, squares, ..Moves::NONE }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.hand != 0 {
            if self.open == 0 {
                self.hand &= self.hand - 1;
                self.open = self.free;
                continue;
            }
            let square = self.open.trailing_zeros() as usize;
            self.open &= self.open - 1;
            return Some(Move::place(self.hand.trailing_zeros() as u8, square));
        }
        loop {
            if self.sides != 0 {
                let side = self.sides.trailing_zeros() as usize;
                self.sides &= self.sides - 1;
                let from = usize::from(self.from);
                return Some(Move::step(from, target(self.player, from, side)));
            }
            if self.squares == 0 {
                return std::mem::take(&mut self.pass).then_some(Move::PASS);
            }
            self.from = self.squares.trailing_zeros() as u8;
            self.squares &= self.squares - 1;
            self.sides = targets(&self.at, self.player, self.from.into());
        }
    }
}
