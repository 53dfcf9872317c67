//! What changes in play, and moves.

use henge_core::{Bits, Outcome, Player};

use crate::few::Few;

/// What changes in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const W: usize> {
    pub(super) stones: [Bits<W>; 2],
    /// The number of each piece's kind, bit by bit.
    pub(super) planes: [Bits<W>; 3],
    pub(super) key: u64,
    /// How many pieces each player has captured.
    pub(super) taken: [u16; 2],
    /// Moves so far, as far as the limit counts them.
    pub(super) played: u16,
    /// Moves in a row that could be taken back.
    pub(super) idle: u16,
    /// How many pieces each player has still to put on the board.
    pub(super) hand: [u8; 2],
    pub(super) passes: u8,
    pub(super) to_move: Player,
    pub(super) over: Option<Outcome>,
}

impl<const W: usize> Position<W> {
    /// The number of the kind that stands on a site.
    #[inline]
    pub(super) fn kind(&self, site: usize) -> usize {
        let bit = |plane: usize| usize::from(self.planes[plane].has(site)) << plane;
        bit(0) | bit(1) | bit(2)
    }

    /// The pieces of one kind, of both players.
    #[inline]
    pub(super) fn of_kind(&self, kind: usize) -> Bits<W> {
        let mut all = self.stones[0] | self.stones[1];
        for (i, plane) in self.planes.iter().enumerate() {
            all = if kind >> i & 1 != 0 { all & *plane } else { all.without(plane) };
        }
        all
    }
}

/// From where, to where, and which pieces come off that do not stand where it ends. Ways that differ only
/// in the sites between are the same move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move<const W: usize> {
    pub(super) taken: Bits<W>,
    pub(super) from: u16,
    pub(super) to: u16,
}

/// From the hand.
const HAND: u16 = u16::MAX;

impl<const W: usize> Move<W> {
    /// The turn goes to the other player.
    pub const PASS: Move<W> = Move { taken: Bits::EMPTY, from: HAND, to: HAND };

    #[inline]
    pub(super) fn new(from: Option<usize>, to: usize, taken: Bits<W>) -> Self {
        Move { taken, from: from.map_or(HAND, |from| from as u16), to: to as u16 }
    }

    /// The site it comes from; none from the hand.
    #[inline]
    pub fn from(self) -> Option<usize> {
        (self.from != HAND).then_some(self.from.into())
    }

    /// The site it goes to.
    #[inline]
    pub fn to(self) -> usize {
        self.to.into()
    }

    /// The pieces that come off, where they do not stand on the site it goes to.
    pub fn taken(self) -> Bits<W> {
        self.taken
    }
}

impl<const W: usize> Default for Move<W> {
    fn default() -> Self {
        Move::PASS
    }
}

/// Where one piece may go.
pub(super) type Reaches<const W: usize> = Few<(u16, Bits<W>), 16>;
/// Moves that take something on their way.
pub(super) type Strokes<const W: usize> = Few<Move<W>, 6>;

/// The legal moves: first those that are a site to go to, piece by piece, then those that take something on
/// their way, at last the pass.
#[derive(Clone, Debug)]
pub struct Moves<const W: usize> {
    pub(super) plain: Reaches<W>,
    pub(super) strokes: Strokes<W>,
    pub(super) pass: bool,
    /// The piece whose sites are being handed out, and those that are left.
    from: u16,
    left: Bits<W>,
    next: usize,
    next_stroke: usize,
}

impl<const W: usize> Moves<W> {
    #[inline]
    pub(super) fn none() -> Self {
        Moves {
            plain: Few::new(),
            strokes: Few::new(),
            pass: false,
            from: HAND,
            left: Bits::EMPTY,
            next: 0,
            next_stroke: 0,
        }
    }

    /// Sites to which a piece, or one from the hand, may go.
    #[inline]
    pub(super) fn add(&mut self, from: Option<usize>, to: Bits<W>) {
        if !to.is_empty() {
            self.plain.push((from.map_or(HAND, |from| from as u16), to));
        }
    }
}

impl<const W: usize> Iterator for Moves<W> {
    type Item = Move<W>;

    #[inline]
    fn next(&mut self) -> Option<Move<W>> {
        loop {
            if let Some(to) = self.left.first() {
                self.left.remove(to);
                return Some(Move { taken: Bits::EMPTY, from: self.from, to: to as u16 });
            }
            let Some((from, left)) = self.plain.get(self.next) else { break };
            self.next += 1;
            (self.from, self.left) = (from, left);
        }
        if let Some(stroke) = self.strokes.get(self.next_stroke) {
            self.next_stroke += 1;
            return Some(stroke);
        }
        std::mem::take(&mut self.pass).then_some(Move::PASS)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.plain.iter().skip(self.next).map(|(_, to)| to.len()).sum::<usize>();
        let strokes = self.strokes.len() - self.next_stroke;
        let n = self.left.len() + rest + strokes + usize::from(self.pass);
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}
