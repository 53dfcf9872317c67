use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, Ordering::Relaxed, Ordering::SeqCst};

use henge_core::{Outcome, Player, Turn};

/// Values are kept as whole numbers, so that the order in which threads add them does not matter.
pub(super) const ONE: f32 = (1 << 20) as f32;
/// No way to the end is known, or it depends on the dice.
pub(super) const NO_PLIES: u16 = u16::MAX;
/// `Node::first` of a node without children.
pub(super) const NO_CHILDREN: u32 = 0;
/// `Node::first` while a thread makes the children.
pub(super) const BUSY: u32 = u32::MAX;
/// A node with more children than this is never expanded.
pub(super) const MOST_CHILDREN: usize = (1 << COUNT_BITS) - 1;

const COUNT_BITS: u32 = 13;

/// Whose turn it is in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    First,
    Second,
    Chance,
    Over,
}

impl Kind {
    /// What the rules say, and the value to the first player if the game is over.
    pub fn of(turn: Turn, most_points: f32) -> (Kind, f32) {
        match turn {
            Turn::Player(Player::First) => (Kind::First, 0.0),
            Turn::Player(Player::Second) => (Kind::Second, 0.0),
            Turn::Chance => (Kind::Chance, 0.0),
            Turn::Over(outcome) => (Kind::Over, value(outcome, most_points)),
        }
    }

    /// +1 or -1, by which a value to the first player becomes one to the mover.
    #[inline]
    pub fn sign(self) -> f32 {
        if self == Kind::Second { -1.0 } else { 1.0 }
    }

    pub fn player(self) -> Option<Player> {
        match self {
            Kind::First => Some(Player::First),
            Kind::Second => Some(Player::Second),
            _ => None,
        }
    }
}

/// The value to the first player, from -1 to 1: the points as a part of the most that there are.
#[inline]
pub(super) fn value(outcome: Outcome, most_points: f32) -> f32 {
    (outcome.points_for(Player::First) as f32 / most_points).clamp(-1.0, 1.0)
}

/// A position in the tree: 32 bytes, two in a cache line. All values are those to the first player,
/// because turns need not alternate; who compares children multiplies by the mover's sign.
///
/// Everything is atomic and may be read at any time. What the fields say together may be a little
/// out of step while several threads search; bounds only ever become tighter.
#[derive(Default)]
#[repr(align(32))]
pub(super) struct Node {
    /// The sum of the values of all simulations, in parts of `ONE`.
    sum: AtomicI64,
    visits: AtomicU32,
    /// What the value of the game is at least and at most, as bits of `f32`.
    lower: AtomicU32,
    upper: AtomicU32,
    /// The first of the children, which lie side by side; written last when they are made.
    pub first: AtomicU32,
    /// What a policy thinks of the move that leads here, or the chance of the roll.
    prior: AtomicU32,
    /// `kind << 13 | number of children`.
    shape: AtomicU16,
    /// Plies to the end in which the bound is reached, if the game is decided.
    plies: AtomicU16,
}

impl Node {
    /// A fresh node. Nobody else may know it yet.
    pub fn set(&self, kind: Kind, value: f32, prior: f32) {
        let over = kind == Kind::Over;
        let (lower, upper) = if over { (value, value) } else { (-1.0, 1.0) };
        self.sum.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.lower.store(lower.to_bits(), Relaxed);
        self.upper.store(upper.to_bits(), Relaxed);
        self.first.store(NO_CHILDREN, Relaxed);
        self.prior.store(prior.to_bits(), Relaxed);
        self.shape.store((kind as u16) << COUNT_BITS, Relaxed);
        self.plies.store(if over { 0 } else { NO_PLIES }, Relaxed);
    }

    /// Becomes a copy of another node, children and all.
    pub fn copy(&mut self, other: &Node) {
        *self.sum.get_mut() = other.sum.load(Relaxed);
        *self.visits.get_mut() = other.visits.load(Relaxed);
        *self.lower.get_mut() = other.lower.load(Relaxed);
        *self.upper.get_mut() = other.upper.load(Relaxed);
        *self.first.get_mut() = other.first.load(Relaxed);
        *self.prior.get_mut() = other.prior.load(Relaxed);
        *self.shape.get_mut() = other.shape.load(Relaxed);
        *self.plies.get_mut() = other.plies.load(Relaxed);
    }

    #[inline]
    pub fn kind(&self) -> Kind {
        match self.shape.load(Relaxed) >> COUNT_BITS {
            0 => Kind::First,
            1 => Kind::Second,
            2 => Kind::Chance,
            _ => Kind::Over,
        }
    }

    #[inline]
    pub fn n_children(&self) -> usize {
        (self.shape.load(Relaxed) & MOST_CHILDREN as u16) as usize
    }

    /// Only for the thread that makes the children.
    pub fn set_n_children(&self, n: usize) {
        let kind = self.shape.load(Relaxed) & !(MOST_CHILDREN as u16);
        self.shape.store(kind | n as u16, Relaxed);
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub fn sum(&self) -> f32 {
        self.sum.load(Relaxed) as f32
    }

    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    #[inline]
    pub fn lower(&self) -> f32 {
        f32::from_bits(self.lower.load(Relaxed))
    }

    #[inline]
    pub fn upper(&self) -> f32 {
        f32::from_bits(self.upper.load(Relaxed))
    }

    #[inline]
    pub fn plies(&self) -> u16 {
        self.plies.load(Relaxed)
    }

    /// The bounds to the player with this sign.
    #[inline]
    pub fn bounds(&self, sign: f32) -> (f32, f32) {
        let (lower, upper) = (self.lower(), self.upper());
        if sign > 0.0 { (lower, upper) } else { (-upper, -lower) }
    }

    /// Is the value known for good?
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.lower() >= self.upper()
    }

    /// The mean value to the first player, kept within the bounds; `None` without a visit, unless
    /// the value is settled.
    pub fn mean(&self) -> Option<f32> {
        let visits = self.visits();
        if visits == 0 && !self.is_settled() {
            return None;
        }
        let mean = self.sum() / ONE / visits.max(1) as f32;
        Some(mean.max(self.lower()).min(self.upper()))
    }

    /// Visits and the sum of their values, in parts of `ONE`.
    #[inline]
    pub fn tally(&self) -> Tally {
        Tally { visits: self.visits.load(Relaxed), sum: self.sum.load(Relaxed) }
    }

    /// Adds visits that a thread has counted for itself.
    pub fn add(&self, Tally { visits, sum }: Tally) {
        self.visits.fetch_add(visits, Relaxed);
        self.sum.fetch_add(sum, Relaxed);
    }

    /// A simulation comes this way. Until it is back, it counts as `loss` less. Returns how many came
    /// before.
    #[inline]
    pub fn enter(&self, loss: i64) -> u32 {
        self.sum.fetch_add(-loss, Relaxed);
        self.visits.fetch_add(1, Relaxed)
    }

    /// A simulation that entered is back.
    #[inline]
    pub fn leave(&self, value: f32, loss: i64) {
        self.sum.fetch_add((value * ONE) as i64 + loss, Relaxed);
    }

    /// A whole visit, without the cost of locked instructions: only where no other thread writes.
    #[inline]
    pub fn visit(&self, value: f32) {
        self.visits.store(self.visits.load(Relaxed).wrapping_add(1), Relaxed);
        self.sum.store(self.sum.load(Relaxed) + (value * ONE) as i64, Relaxed);
    }

    /// Takes over bounds and plies that were just found, and says whether anything has changed.
    ///
    /// In one order with all other changes of bounds: threads must not overlook each other's proofs.
    pub fn tighten(&self, (lower, upper, plies): (f32, f32, u16)) -> bool {
        // Other threads may have found more; bounds never widen again.
        let raise = |bits| (f32::from_bits(bits) < lower).then_some(lower.to_bits());
        let reduce = |bits| (f32::from_bits(bits) > upper).then_some(upper.to_bits());
        let raised = self.lower.fetch_update(SeqCst, SeqCst, raise).is_ok();
        let reduced = self.upper.fetch_update(SeqCst, SeqCst, reduce).is_ok();
        let moved = self.plies.swap(plies, SeqCst) != plies;
        raised || reduced || moved
    }
}

/// How often a node was visited, and the sum of what the visits brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub visits: u32,
    /// In parts of `ONE`.
    pub sum: i64,
}

impl Tally {
    /// What has come since an earlier tally.
    #[inline]
    pub fn since(self, earlier: Tally) -> Tally {
        let visits = self.visits.wrapping_sub(earlier.visits);
        Tally { visits, sum: self.sum - earlier.sum }
    }
}

/// What simulations say about a move that was played at any later time: all moves as first.
#[derive(Default)]
pub(super) struct Amaf {
    sum: AtomicI64,
    visits: AtomicU32,
}

impl Amaf {
    pub fn reset(&self) {
        self.sum.store(0, Relaxed);
        self.visits.store(0, Relaxed);
    }

    pub fn copy(&mut self, other: &Amaf) {
        *self.sum.get_mut() = other.sum.load(Relaxed);
        *self.visits.get_mut() = other.visits.load(Relaxed);
    }

    #[inline]
    pub fn visits(&self) -> f32 {
        self.visits.load(Relaxed) as f32
    }

    #[inline]
    pub fn sum(&self) -> f32 {
        self.sum.load(Relaxed) as f32 / ONE
    }

    #[inline]
    pub fn tally(&self) -> Tally {
        Tally { visits: self.visits.load(Relaxed), sum: self.sum.load(Relaxed) }
    }

    /// Adds what one or more simulations have brought.
    #[inline]
    pub fn add(&self, Tally { visits, sum }: Tally) {
        self.visits.fetch_add(visits, Relaxed);
        self.sum.fetch_add(sum, Relaxed);
    }

    /// A visit, without the cost of locked instructions. Of two threads that visit at the same time
    /// one may be forgotten; that does no harm to a guess (Enzenberger and Müller 2009).
    #[inline]
    pub fn visit(&self, value: f32) {
        self.visits.store(self.visits.load(Relaxed).wrapping_add(1), Relaxed);
        self.sum.store(self.sum.load(Relaxed) + (value * ONE) as i64, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_half_a_cache_line() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn a_node_keeps_what_it_is_told() {
        let node = Node::default();
        node.set(Kind::Second, 0.0, 0.25);
        node.set_n_children(MOST_CHILDREN);
        assert_eq!((node.kind(), node.n_children(), node.prior()), (Kind::Second, 8191, 0.25));
        assert_eq!((node.mean(), node.is_settled()), (None, false));
        node.visit(-0.5);
        node.enter(ONE as i64);
        node.leave(0.25, ONE as i64);
        assert_eq!((node.visits(), node.mean()), (2, Some(-0.125)));
        assert!(node.tighten((0.0, 1.0, NO_PLIES)));
        assert!(!node.tighten((-0.5, 1.0, NO_PLIES)), "bounds never widen");
        assert_eq!((node.mean(), node.bounds(-1.0)), (Some(0.0), (-1.0, 0.0)));
    }

    #[test]
    fn the_end_of_the_game_is_settled() {
        let node = Node::default();
        let outcome = Outcome::Win { winner: Player::Second, points: 2 };
        let (kind, value) = Kind::of(Turn::Over(outcome), 4.0);
        node.set(kind, value, 0.0);
        assert_eq!((node.kind(), node.lower(), node.plies()), (Kind::Over, -0.5, 0));
        assert!(node.is_settled() && node.mean() == Some(-0.5));
    }
}
