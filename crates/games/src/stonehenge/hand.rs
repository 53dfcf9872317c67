//! The pieces a player has left: one each of 6, 5 and 4, two each of 3, 2 and 1 at the start.

/// The pieces a player has left, as a number below 216: one digit for each piece value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Hand(u8);

/// What one piece of the value counts in the number.
const WEIGHT: [u8; 7] = [0, 1, 3, 9, 27, 54, 108];
/// How many pieces of the value there are at the start.
const AT_START: [u8; 7] = [0, 2, 2, 2, 1, 1, 1];
/// How many hands there are.
const N_HANDS: usize = 216;

/// What follows from a hand; all of it is looked up in the arbitration of every move.
#[derive(Clone, Copy)]
struct Facts {
    /// The sum of the n largest pieces.
    top: [u8; 6],
    /// How many pieces are larger than n.
    above: [u8; 7],
    /// The values that are there, value v as bit v - 1.
    values: u8,
    size: u8,
    sum: u8,
}

static FACTS: [Facts; N_HANDS] = facts();

const fn digit(number: usize, value: usize) -> u8 {
    (number / WEIGHT[value] as usize % (AT_START[value] as usize + 1)) as u8
}

const fn facts() -> [Facts; N_HANDS] {
    let mut all = [Facts { top: [0; 6], above: [0; 7], values: 0, size: 0, sum: 0 }; N_HANDS];
    let mut number = 0;
    while number < N_HANDS {
        let facts = &mut all[number];
        let mut value = 6;
        while value > 0 {
            let mut i = 0;
            while i < digit(number, value) {
                facts.values |= 1 << (value - 1);
                facts.sum += value as u8;
                facts.size += 1;
                if facts.size < 6 {
                    facts.top[facts.size as usize] = facts.sum;
                }
                i += 1;
            }
            facts.above[value - 1] = facts.size;
            value -= 1;
        }
        let mut n = facts.size as usize + 1;
        while n < 6 {
            facts.top[n] = facts.sum;
            n += 1;
        }
        number += 1;
    }
    all
}

impl Hand {
    /// All nine pieces.
    pub const FULL: Hand = Hand(N_HANDS as u8 - 1);
    /// The largest piece value.
    pub const LARGEST: u8 = 6;

    /// How many pieces of the value are left.
    pub const fn count(self, value: u8) -> u8 {
        digit(self.0 as usize, value as usize)
    }

    /// The values that are left, value v as bit v - 1.
    #[inline]
    pub fn values(self) -> u8 {
        FACTS[self.0 as usize].values
    }

    /// The sum of the `n` largest pieces, for n up to 5; of all, if there are fewer.
    #[inline]
    pub fn top(self, n: usize) -> u8 {
        FACTS[self.0 as usize].top[n]
    }

    /// The sums of the 0 to 5 largest pieces.
    #[inline]
    pub fn tops(self) -> &'static [u8; 6] {
        &FACTS[self.0 as usize].top
    }

    /// How many pieces are larger than `n`, which is at most 6 here.
    #[inline]
    pub(super) fn above(self, n: usize) -> usize {
        FACTS[self.0 as usize].above[n.min(6)].into()
    }

    /// The sum of all pieces.
    #[inline]
    pub fn sum(self) -> u8 {
        FACTS[self.0 as usize].sum
    }

    /// How many pieces there are.
    #[inline]
    pub fn size(self) -> u8 {
        FACTS[self.0 as usize].size
    }

    /// The hand as a number below 216.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The hand without one piece of a value that is in it.
    #[inline]
    pub fn without(self, value: u8) -> Hand {
        Hand(self.0 - WEIGHT[value as usize])
    }

    /// The hand with one more piece, which was taken out before.
    #[inline]
    pub(super) fn with(self, value: u8) -> Hand {
        Hand(self.0 + WEIGHT[value as usize])
    }

    /// The pieces from the largest to the smallest.
    pub fn pieces(self) -> impl Iterator<Item = u8> {
        (1..=Hand::LARGEST)
            .rev()
            .flat_map(move |value| std::iter::repeat_n(value, self.count(value).into()))
    }
}
