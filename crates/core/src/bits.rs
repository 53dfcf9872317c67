use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of sites as a bitboard of `W` words; site `i` is bit `i % 64` of word `i / 64`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// No site.
    pub const EMPTY: Self = Bits([0; W]);
    /// How many sites fit.
    pub const CAPACITY: usize = W * 64;

    /// Just `site`.
    #[inline]
    pub const fn single(site: usize) -> Self {
        let mut words = [0; W];
        words[site / 64] = 1 << (site % 64);
        Bits(words)
    }

    /// The sites `0..n`.
    pub fn first_n(n: usize) -> Self {
        (0..n).collect()
    }

    /// Is `site` in the set?
    #[inline]
    pub const fn has(&self, site: usize) -> bool {
        self.0[site / 64] >> (site % 64) & 1 != 0
    }

    /// Puts `site` into the set.
    #[inline]
    pub const fn insert(&mut self, site: usize) {
        self.0[site / 64] |= 1 << (site % 64);
    }

    /// Takes `site` out of the set.
    #[inline]
    pub const fn remove(&mut self, site: usize) {
        self.0[site / 64] &= !(1 << (site % 64));
    }

    /// How many sites are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is there no site?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Is every site of `self` in `other`?
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        let mut outside = 0;
        for (a, b) in self.0.iter().zip(&other.0) {
            outside |= a & !b;
        }
        outside == 0
    }

    /// Have the two sets a site in common?
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        let mut common = 0;
        for (a, b) in self.0.iter().zip(&other.0) {
            common |= a & b;
        }
        common != 0
    }

    /// The sites of `self` that are not in `other`.
    #[inline]
    pub fn without(&self, other: &Self) -> Self {
        *self & !*other
    }

    /// The smallest site.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.0
            .iter()
            .position(|&word| word != 0)
            .map(|i| i * 64 + self.0[i].trailing_zeros() as usize)
    }

    /// The `n`-th smallest site, counted from 0.
    #[inline]
    pub fn nth(&self, mut n: usize) -> Option<usize> {
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                let mut rest = word;
                for _ in 0..n {
                    rest &= rest - 1;
                }
                return Some(i * 64 + rest.trailing_zeros() as usize);
            }
            n -= here;
        }
        None
    }

    /// Writes for every site up to the end of `out` whether it is in the set.
    #[inline]
    pub fn spread(&self, out: &mut [bool]) {
        for (i, out) in out.chunks_mut(8).enumerate() {
            let byte = self.0.get(i / 8).map_or(0, |word| word >> (i % 8 * 8)) as u8;
            let bits = &BYTES[usize::from(byte)];
            match <&mut [bool; 8]>::try_from(&mut *out) {
                Ok(eight) => *eight = *bits,
                Err(_) => out.iter_mut().zip(bits).for_each(|(out, bit)| *out = *bit),
            }
        }
    }

    /// The sites in rising order; the set itself stays free.
    #[inline]
    pub const fn iter(&self) -> BitsIter<W> {
        BitsIter { words: self.0, at: 0 }
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> std::fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(sites: I) -> Self {
        let mut bits = Self::EMPTY;
        sites.into_iter().for_each(|site| bits.insert(site));
        bits
    }
}

macro_rules! word_by_word {
    ($op:ident, $f:ident, $op_assign:ident, $f_assign:ident, $sign:tt) => {
        impl<const W: usize> $op for Bits<W> {
            type Output = Self;
            #[inline]
            fn $f(self, other: Self) -> Self {
                Bits(std::array::from_fn(|i| self.0[i] $sign other.0[i]))
            }
        }
        impl<const W: usize> $op_assign for Bits<W> {
            #[inline]
            fn $f_assign(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    };
}
word_by_word!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
word_by_word!(BitOr, bitor, BitOrAssign, bitor_assign, |);
word_by_word!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bits(self.0.map(|word| !word))
    }
}

/// The bits of every byte, the lowest first.
static BYTES: [[bool; 8]; 256] = {
    let mut bytes = [[false; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        bytes[i / 8][i % 8] = ((i / 8) >> (i % 8)) & 1 != 0;
        i += 1;
    }
    bytes
};

/// The sites of a [`Bits`] in rising order.
#[derive(Clone, Debug)]
pub struct BitsIter<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for BitsIter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(self.at * 64 + word.trailing_zeros() as usize);
            }
            self.at += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.words[self.at..].iter().map(|word| word.count_ones() as usize).sum();
        (n, Some(n))
    }

    /// Words without the site that is looked for need no walk.
    #[inline]
    fn nth(&mut self, mut n: usize) -> Option<usize> {
        while self.at < W {
            let word = &mut self.words[self.at];
            let here = word.count_ones() as usize;
            if n < here {
                for _ in 0..n {
                    *word &= *word - 1;
                }
                return self.next();
            }
            n -= here;
            self.at += 1;
        }
        None
    }

    /// Counting needs no walk: `moves(pos).count()` is a popcount.
    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl<const W: usize> ExactSizeIterator for BitsIter<W> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_come_out_as_they_went_in() {
        let bits: Bits<3> = [0, 63, 64, 130, 191].into_iter().collect();
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 63, 64, 130, 191]);
        assert_eq!(bits.iter().count(), 5);
        assert_eq!(
            (0..6).map(|n| bits.nth(n)).collect::<Vec<_>>(),
            [Some(0), Some(63), Some(64), Some(130), Some(191), None]
        );
        let mut rest = bits.iter();
        assert_eq!((rest.nth(2), rest.len()), (Some(64), 2));
        assert_eq!((rest.nth(1), rest.next(), rest.len()), (Some(191), None, 0));
        let mut iter = bits.iter();
        assert_eq!((iter.nth(2), iter.nth(1), iter.next()), (Some(64), Some(191), None));
        assert_eq!(bits.iter().nth(5), None);
        let mut spread = [true; 140];
        bits.spread(&mut spread);
        assert!((0..140).all(|site| spread[site] == bits.has(site)));
        assert_eq!(bits.first(), Some(0));
        assert_eq!((!bits).len(), 187);
        assert!(Bits::single(64).is_subset(&bits) && !Bits::single(65).meets(&bits));
        assert_eq!(Bits::<2>::first_n(70).len(), 70);
    }
}
