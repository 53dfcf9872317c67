use std::ops::{BitAnd, BitOr, Neg};

use henge_core::Score;

/// Which sides of a score are known: that the value is at least so much, at most so much, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds(pub u8);

impl Bounds {
    pub const NONE: Bounds = Bounds(0);
    /// The value is at least the score.
    pub const LOWER: Bounds = Bounds(1);
    /// The value is at most the score.
    pub const UPPER: Bounds = Bounds(2);
    pub const BOTH: Bounds = Bounds(3);

    #[inline]
    pub fn has(self, bounds: Bounds) -> bool {
        self.0 & bounds.0 == bounds.0
    }
}

impl BitOr for Bounds {
    type Output = Bounds;
    #[inline]
    fn bitor(self, other: Bounds) -> Bounds {
        Bounds(self.0 | other.0)
    }
}

impl BitAnd for Bounds {
    type Output = Bounds;
    #[inline]
    fn bitand(self, other: Bounds) -> Bounds {
        Bounds(self.0 & other.0)
    }
}

/// What a search returns: a score, and which of its sides hold whatever lies beyond the horizon.
///
/// The end of a game proves both sides and an estimate proves none. A player who has one move
/// proved to be worth at least so much has proved so much; only all his moves together prove that
/// there is not more. So a forced win is proved although the losing tries beside it were never
/// followed to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub score: Score,
    pub proof: Bounds,
}

impl Value {
    #[inline]
    pub fn guess(score: Score) -> Value {
        Value { score, proof: Bounds::NONE }
    }
}

impl Neg for Value {
    type Output = Value;
    /// The same value to the opponent: what was at least is at most.
    #[inline]
    fn neg(self) -> Value {
        let Bounds(b) = self.proof;
        Value { score: -self.score, proof: Bounds((b & 1) << 1 | b >> 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_sees_the_other_side() {
        let at_least = Value { score: Score(5), proof: Bounds::LOWER };
        assert_eq!(-at_least, Value { score: Score(-5), proof: Bounds::UPPER });
        let exact = Value { score: Score(5), proof: Bounds::BOTH };
        assert_eq!(-exact, Value { score: Score(-5), proof: Bounds::BOTH });
        assert_eq!(-Value::guess(Score(1)), Value::guess(Score(-1)));
    }
}
