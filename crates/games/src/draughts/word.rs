//! Sets of squares as bits of one word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::generate::{self, Frame};
use super::moves::{Moves, Sink};
use super::variant::{Rules, Variant};

/// A word with a bit for every square and for the gaps between rows: `u64`, which holds all boards
/// up to 10×10 on which dark squares are played, or `u128` for 12×12 and for Turkish draughts.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// How many bits there are.
    const BITS: u32;
    /// The empty set.
    const NONE: Self;
    /// The square `i` alone; the number is taken modulo the bits of the word.
    fn bit(i: u32) -> Self;
    /// The low half of the squares, and the high half if there is one.
    fn halves(self) -> (u64, u64);
    /// How many squares there are.
    fn len(self) -> u32;
    /// The lowest square; the number of bits if there is none.
    fn lowest(self) -> u32;
    /// Without its lowest square.
    fn without_lowest(self) -> Self;
    /// All squares `step` further on, or back if it is negative. What leaves the word is gone.
    fn shift(self, step: i32) -> Self;
    /// Hands the captures of a position to `sink`, compiled for the variant.
    fn captures(rules: &'static Rules, frame: &Frame<Self>, sink: &mut Sink<Self>);
    /// The moves without a capture; `free` are the kings that may move so.
    fn steps(rules: &'static Rules, frame: &Frame<Self>, free: Self) -> Moves<Self>;
    /// How many there are.
    fn n_steps(rules: &'static Rules, frame: &Frame<Self>, free: Self) -> usize;
    /// Can the side to move do anything but capture?
    fn can_step(rules: &'static Rules, frame: &Frame<Self>, free: Self) -> bool;
    /// Is there a capture?
    fn must_capture(rules: &'static Rules, frame: &Frame<Self>) -> bool;

    /// Is there no square?
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// Calls a generator compiled for the variant and the side to move.
macro_rules! compiled {
    ($rules:expr, $frame:expr, $function:ident $arguments:tt, $($variant:ident)*) => {
        match ($rules.variant, $frame.up) {
            $(
                (Variant::$variant, true) =>
                    generate::$function::<generate::of::$variant, Self, true> $arguments,
                (Variant::$variant, false) =>
                    generate::$function::<generate::of::$variant, Self, false> $arguments,
            )*
            _ => unreachable!("a game is made with the word its variant needs"),
        }
    };
}

macro_rules! word {
    ($word:ty, $halves:expr, $($variant:ident)*) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: Self = 0;

            #[inline(always)]
            fn bit(i: u32) -> Self {
                1 << (i % <$word>::BITS)
            }
            #[inline(always)]
            fn halves(self) -> (u64, u64) {
                $halves(self)
            }
            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn shift(self, step: i32) -> Self {
                if step >= 0 { self << step } else { self >> -step }
            }
            #[inline]
            fn captures(
                rules: &'static Rules,
                frame: &Frame<Self>,
                sink: &mut Sink<Self>,
            ) {
                compiled!(rules, frame, captures(frame, sink), $($variant)*);
            }
            #[inline(always)]
            fn steps(rules: &'static Rules, frame: &Frame<Self>, free: Self) -> Moves<Self> {
                compiled!(rules, frame, steps(frame, free), $($variant)*)
            }
            #[inline(always)]
            fn n_steps(rules: &'static Rules, frame: &Frame<Self>, free: Self) -> usize {
                compiled!(rules, frame, n_steps(frame, free), $($variant)*)
            }
            #[inline(always)]
            fn can_step(rules: &'static Rules, frame: &Frame<Self>, free: Self) -> bool {
                compiled!(rules, frame, can_step(frame, free), $($variant)*)
            }
            #[inline]
            fn must_capture(rules: &'static Rules, frame: &Frame<Self>) -> bool {
                compiled!(rules, frame, must_capture(frame), $($variant)*)
            }
        }
    };
}

word!(u64, |bits| (bits, 0), Danish Czech English Pool Russian Brazilian International Italian
    Spanish Portuguese Thai Frisian Killer Spantsireti);
word!(u128, |bits| (bits as u64, (bits >> 64) as u64), Canadian Turkish);
