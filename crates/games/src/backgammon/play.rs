use std::fmt;

/// A man moves by one die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Where he comes from; 25 is the bar.
    pub from: u8,
    /// Where he goes; 0 is off the board.
    pub to: u8,
}

/// What a side does with its dice: up to four steps that are made in this order, the one from the
/// highest point first.
///
/// Ten bits a step, the first one lowest: five for the place it comes from, five for its target. No
/// step comes from 0, so that nothing is no step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Play([u8; 5]);

const STEP_BITS: u32 = 10;

impl Play {
    /// No die can be used.
    pub const PASS: Play = Play([0; 5]);

    /// These steps, four at most; in what order they are given is all the same.
    pub fn new(steps: &[Step]) -> Play {
        assert!(steps.len() <= 4, "four steps are the most, not {}", steps.len());
        let mut sorted = [Step { from: 0, to: 0 }; 4];
        sorted[..steps.len()].copy_from_slice(steps);
        sorted.sort_unstable_by_key(|step| (!step.from, !step.to));
        let bits = sorted.iter().rev().fold(0, |bits, step| bits << STEP_BITS | word(*step));
        Play::from_bits(bits)
    }

    /// This play and a further step, which comes from no higher point than the others.
    #[inline]
    pub(super) fn and(self, n_steps: u32, step: Step) -> Play {
        Play::from_bits(self.bits() | word(step) << (STEP_BITS * n_steps))
    }

    #[inline]
    fn from_bits(bits: u64) -> Play {
        let [a, b, c, d, e, ..] = bits.to_le_bytes();
        Play([a, b, c, d, e])
    }

    #[inline]
    fn bits(self) -> u64 {
        let [a, b, c, d, e] = self.0;
        u64::from_le_bytes([a, b, c, d, e, 0, 0, 0])
    }

    /// The steps, in the order in which they can be made.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = Step> + Clone {
        let bits = self.bits();
        (0..4)
            .map(move |n| bits >> (STEP_BITS * n))
            .map(|bits| Step { from: (bits & 31) as u8, to: (bits >> 5 & 31) as u8 })
            .take_while(|step| step.from != 0)
    }

    /// How many steps it has.
    #[inline]
    pub fn n_steps(self) -> usize {
        (64 - self.bits().leading_zeros()).div_ceil(STEP_BITS) as usize
    }
}

#[inline]
fn word(step: Step) -> u64 {
    u64::from(step.to) << 5 | u64::from(step.from)
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Play(")?;
        for (n, step) in self.steps().enumerate() {
            let blank = if n == 0 { "" } else { " " };
            write!(f, "{blank}{}/{}", step.from, step.to)?;
        }
        f.write_str(")")
    }
}
