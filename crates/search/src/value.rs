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

/// How far each side of a score can be trusted.
///
/// A side is *proved* if it holds whatever lies beyond the horizon. The end of a game proves both
/// sides and an estimate proves none. A player who has one move proved to be worth at least so much
/// has proved so much; only all his moves together prove that there is not more. So a forced win is
/// proved although the losing tries beside it were never followed to the end.
///
/// A side is *whole* if it was found without heuristics: no move left out for a whim or looked at
/// less deeply, so that every end of the game within the depth of the search was seen. Estimates
/// are whole, and what is proved is whole.
///
/// ```text
/// bit  3            2            1             0
///      whole UPPER  whole LOWER  proved UPPER  proved LOWER
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trust(pub u8);

impl Trust {
    pub const NONE: Trust = Trust(0);
    /// All that can be said of "at least".
    pub const LOWER: Trust = Trust(0b0101);
    /// All that can be said of "at most".
    pub const UPPER: Trust = Trust(0b1010);
    pub const WHOLE: Trust = Trust(0b1100);
    pub const ALL: Trust = Trust(0b1111);

    #[inline]
    pub fn proved(self) -> Bounds {
        Bounds(self.0 & 3)
    }

    /// The sides that were found without heuristics.
    #[inline]
    pub fn whole(self) -> Bounds {
        Bounds(self.0 >> 2 & 3)
    }

    #[inline]
    pub fn is_whole(self) -> bool {
        self.0 & Trust::WHOLE.0 == Trust::WHOLE.0
    }

    /// Nothing is whole but what is proved.
    #[inline]
    pub fn only_proved(self) -> Trust {
        Trust(self.0 & 3 | (self.0 & 3) << 2)
    }
}

impl BitOr for Trust {
    type Output = Trust;
    #[inline]
    fn bitor(self, other: Trust) -> Trust {
        Trust(self.0 | other.0)
    }
}

impl BitAnd for Trust {
    type Output = Trust;
    #[inline]
    fn bitand(self, other: Trust) -> Trust {
        Trust(self.0 & other.0)
    }
}

/// What a search returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub score: Score,
    pub trust: Trust,
}

impl Value {
    /// Worse than any value, so that the first move is better; also what a stopped search returns.
    pub const WORST: Value = Value { score: Score::MIN, trust: Trust::NONE };

    /// Is this value to be preferred? A score that is proved beats the same score as an estimate:
    /// the move that is played must be the one the proof is about.
    #[inline]
    pub fn beats(self, best: Value) -> bool {
        // Scores are far from the ends of their range, and the proof of "at least" is bit 0.
        let rank = |value: Value| (value.score.0 as i64) << 1 | (value.trust.0 & 1) as i64;
        rank(self) > rank(best)
    }
}

impl Neg for Value {
    type Output = Value;
    /// The same value to the opponent: what was at least is at most.
    #[inline]
    fn neg(self) -> Value {
        let Trust(t) = self.trust;
        Value { score: -self.score, trust: Trust((t & 0b0101) << 1 | (t & 0b1010) >> 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_sees_the_other_side() {
        let at_least = Value { score: Score(5), trust: Trust::LOWER };
        assert_eq!(-at_least, Value { score: Score(-5), trust: Trust::UPPER });
        let exact = Value { score: Score(5), trust: Trust::ALL };
        assert_eq!(-exact, Value { score: Score(-5), trust: Trust::ALL });
        let estimate = Value { score: Score(1), trust: Trust::WHOLE };
        assert_eq!(-estimate, Value { score: Score(-1), trust: Trust::WHOLE });
    }

    #[test]
    fn what_is_proved_is_whole() {
        let trust = Trust::WHOLE | Trust::LOWER;
        assert_eq!((trust.proved(), trust.is_whole()), (Bounds::LOWER, true));
        assert_eq!(trust.only_proved(), Trust::LOWER);
    }

    #[test]
    fn of_equal_scores_the_proved_one_is_better() {
        let guess = Value { score: Score(-1), trust: Trust::WHOLE };
        let proved = Value { score: Score(-1), trust: Trust::LOWER };
        assert!(proved.beats(guess) && !guess.beats(proved) && !proved.beats(proved));
        assert!(Value { score: Score(0), ..guess }.beats(proved));
        assert!(guess.beats(Value::WORST));
    }
}
