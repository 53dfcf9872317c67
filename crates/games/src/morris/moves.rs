use super::points::{ALL, NEXT, POINTS, closes, in_mills};

/// Where a man comes from, where it goes, and who is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    from: u8,
    to: u8,
    taken: u8,
}

/// No point: the hand, or nobody taken.
const NONE: u8 = POINTS as u8;

impl Move {
    /// The move by its points; from `None` is from the hand.
    pub(super) fn new(from: Option<u32>, to: u32, taken: Option<u32>) -> Move {
        let point = |point: Option<u32>| point.map_or(NONE, |point| point as u8);
        Move { from: point(from), to: to as u8, taken: point(taken) }
    }

    /// The point it comes from; none from the hand.
    #[inline]
    pub fn from(self) -> Option<u32> {
        (self.from != NONE).then_some(self.from.into())
    }

    /// The point it goes to.
    #[inline]
    pub fn to(self) -> u32 {
        self.to.into()
    }

    /// The point where a man is taken, if a mill is closed.
    #[inline]
    pub fn taken(self) -> Option<u32> {
        (self.taken != NONE).then_some(self.taken.into())
    }
}

/// The legal moves by the point they come from, the point they go to, and who is taken.
#[derive(Clone, Debug)]
pub struct Moves {
    own: u32,
    empty: u32,
    /// The men that may be taken when a mill is closed.
    prey: u32,
    /// May men go anywhere?
    anywhere: bool,
    /// Men that have not been looked at.
    movers: u32,
    from: u8,
    /// Where that man may still go.
    targets: u32,
    to: u8,
    /// Whom it may still take there.
    taken: u32,
}

impl Moves {
    pub(super) const NONE: Moves = Moves {
        own: 0,
        empty: 0,
        prey: 0,
        anywhere: false,
        movers: 0,
        from: NONE,
        targets: 0,
        to: 0,
        taken: 0,
    };

    /// A man from the hand onto the board.
    #[inline]
    pub(super) fn placing(own: u32, other: u32) -> Moves {
        let empty = ALL & !(own | other);
        Moves { own, empty, prey: prey(other), targets: empty, ..Moves::NONE }
    }

    /// A man on the board to the next point, or anywhere.
    #[inline]
    pub(super) fn moving(own: u32, other: u32, anywhere: bool) -> Moves {
        let empty = ALL & !(own | other);
        Moves { own, empty, prey: prey(other), anywhere, movers: own, ..Moves::NONE }
    }
}

/// Clause 6: who may be taken.
#[inline]
pub(super) fn prey(men: u32) -> u32 {
    let free = men & !in_mills(men);
    if free == 0 { men } else { free }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if self.taken != 0 {
                let taken = self.taken.trailing_zeros() as u8;
                self.taken &= self.taken - 1;
                return Some(Move { from: self.from, to: self.to, taken });
            }
            if self.targets != 0 {
                self.to = self.targets.trailing_zeros() as u8;
                self.targets &= self.targets - 1;
                // A man that moves does not help to close its own mill; in the hand it is nowhere.
                let others = self.own & !(1 << self.from);
                if closes(others, self.to.into()) && self.prey != 0 {
                    self.taken = self.prey;
                    continue;
                }
                return Some(Move { from: self.from, to: self.to, taken: NONE });
            }
            if self.movers == 0 {
                return None;
            }
            self.from = self.movers.trailing_zeros() as u8;
            self.movers &= self.movers - 1;
            let reach = if self.anywhere { ALL } else { NEXT[usize::from(self.from)] };
            self.targets = reach & self.empty;
        }
    }
}
