//! Moves, and the iterator that hands them out.

use super::generate::Frame;
use super::variant::Rules;
use super::word::Word;
use crate::few::Few;

/// A move: from where, to where, and which pieces it captures. Ways that differ only in the squares
/// between are the same move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Move<W> {
    pub(super) captured: W,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl<W: Word> Move<W> {
    /// The bit of the square it begins on.
    #[inline]
    pub fn from(self) -> u32 {
        self.from.into()
    }

    /// The bit of the square it ends on.
    #[inline]
    pub fn to(self) -> u32 {
        self.to.into()
    }

    /// The squares of the pieces it captures.
    #[inline]
    pub fn captured(self) -> W {
        self.captured
    }

    /// Does it capture anything?
    #[inline]
    pub fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }
}

/// How many captures a list holds in itself. A game has seldom ten at a time, but positions can be
/// set up in which a king has thousands; those that find no room go to the heap.
const INLINE: usize = 12;

/// A list of captures.
pub(super) type List<W> = Few<Move<W>, INLINE>;

/// What a sink keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// All legal captures.
    Moves,
    /// Their number, and of the moves only those that could come twice.
    Number,
}

/// Where captures go: those of the highest rank stay, each once.
pub struct Sink<W> {
    list: Option<List<W>>,
    keep: Keep,
    rank: u32,
    n: usize,
    /// From how many captured pieces on a man's and a king's captures may come twice.
    pub(super) threshold: [u8; 2],
}

impl<W: Word> Sink<W> {
    pub(super) fn new(keep: Keep) -> Self {
        Sink { list: None, keep, rank: 0, n: 0, threshold: [0; 2] }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.n == 0
    }

    #[inline(always)]
    pub(super) fn offer(&mut self, rank: u32, mv: Move<W>, n_captured: u32, by_king: bool) {
        if rank < self.rank {
            return;
        }
        if rank > self.rank {
            self.rank = rank;
            self.n = 0;
            if let Some(list) = &mut self.list {
                list.clear();
            }
        }
        let may_be_known = n_captured >= u32::from(self.threshold[usize::from(by_king)]);
        if may_be_known || self.keep == Keep::Moves {
            let list = self.list.get_or_insert_with(List::new);
            if may_be_known && list.contains(mv) {
                return;
            }
            list.push(mv);
        }
        self.n += 1;
    }
}

/// The legal moves of a position.
#[derive(Clone, Debug)]
pub struct Moves<W>(State<W>);

#[derive(Clone, Debug)]
// The list is large so that it need not be on the heap.
#[allow(clippy::large_enum_variant)]
enum State<W> {
    Quiet(Quiet<W>),
    /// Captures, not looked for yet: who only counts them needs no list.
    ToCome(&'static Rules, Frame<W>),
    Listed(List<W>, usize),
}

/// Moves without a capture, kept as sets of squares and taken out one by one.
#[derive(Clone, Debug)]
struct Quiet<W> {
    /// For each direction of men where they can go; three directions at most.
    men: [W; 3],
    men_steps: [i8; 3],
    /// The direction in which kings move now.
    direction: u8,
    /// How far they have come.
    distance: u8,
    empty: W,
    kings: W,
    /// Where that brings them.
    front: W,
    /// What of it has not been handed out.
    left: W,
    king_steps: KingSteps,
}

/// How kings move.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingSteps {
    pub steps: &'static [i32; 8],
    /// The directions that are lines of the board.
    pub along: u8,
    pub flying: bool,
}

impl<W: Word> Quiet<W> {
    /// Takes kings a step further; false when all directions are done.
    fn advance(&mut self) -> bool {
        let KingSteps { steps, along, flying } = self.king_steps;
        loop {
            let goes_on = self.distance > 0 && flying && !self.front.is_empty();
            if goes_on {
                self.distance += 1;
            } else {
                if self.distance > 0 {
                    self.direction += 1;
                }
                self.distance = 1;
                self.front = self.kings;
                while self.direction < 8 && along >> self.direction & 1 == 0 {
                    self.direction += 1;
                }
                if self.direction >= 8 || self.kings.is_empty() {
                    self.direction = 8;
                    self.kings = W::NONE;
                    self.distance = 0;
                    return false;
                }
            }
            self.front = self.front.shift(steps[usize::from(self.direction)]) & self.empty;
            if !self.front.is_empty() {
                self.left = self.front;
                return true;
            }
        }
    }

    #[inline]
    fn next(&mut self) -> Option<Move<W>> {
        for (targets, step) in self.men.iter_mut().zip(self.men_steps) {
            if !targets.is_empty() {
                let to = targets.lowest() as u8;
                *targets = targets.without_lowest();
                return Some(Move { from: to.wrapping_sub(step as u8), to, captured: W::NONE });
            }
        }
        if self.left.is_empty() && (self.kings.is_empty() || !self.advance()) {
            return None;
        }
        let to = self.left.lowest();
        self.left = self.left.without_lowest();
        let step = self.king_steps.steps[usize::from(self.direction)] * i32::from(self.distance);
        Some(Move { from: (to as i32 - step) as u8, to: to as u8, captured: W::NONE })
    }

    #[inline]
    fn count(mut self) -> usize {
        let mut n = self.men.iter().map(|men| men.len()).sum::<u32>() + self.left.len();
        if !self.kings.is_empty() {
            while self.advance() {
                n += self.front.len();
            }
        }
        n as usize
    }
}

impl<W: Word> Moves<W> {
    /// The captures of a position that has some.
    #[inline(always)]
    pub(super) fn to_come(rules: &'static Rules, frame: &Frame<W>) -> Self {
        Moves(State::ToCome(rules, *frame))
    }

    /// Moves without a capture: where men can go, and the kings that may move.
    #[inline(always)]
    pub(super) fn quiet(
        men: [W; 3],
        men_steps: [i8; 3],
        empty: W,
        kings: W,
        king_steps: KingSteps,
    ) -> Self {
        let (front, left) = (W::NONE, W::NONE);
        let (direction, distance) = (0, 0);
        Moves(State::Quiet(Quiet {
            men,
            men_steps,
            direction,
            distance,
            empty,
            kings,
            front,
            left,
            king_steps,
        }))
    }

    /// No moves.
    pub(super) fn none() -> Self {
        let still = KingSteps { steps: &[0; 8], along: 0, flying: false };
        Moves::quiet([W::NONE; 3], [0; 3], W::NONE, W::NONE, still)
    }

    /// Looks for the captures.
    fn list(&mut self) {
        if let State::ToCome(rules, frame) = &self.0 {
            let mut sink = Sink::new(Keep::Moves);
            W::captures(rules, frame, &mut sink);
            self.0 = State::Listed(sink.list.unwrap_or_else(List::new), 0);
        }
    }
}

impl<W: Word> Iterator for Moves<W> {
    type Item = Move<W>;

    #[inline]
    fn next(&mut self) -> Option<Move<W>> {
        if let State::ToCome(..) = self.0 {
            self.list();
        }
        match &mut self.0 {
            State::Quiet(quiet) => quiet.next(),
            State::Listed(list, next) => {
                let mv = list.get(*next)?;
                *next += 1;
                Some(mv)
            }
            State::ToCome(..) => None,
        }
    }

    #[inline]
    fn count(self) -> usize {
        match self.0 {
            State::Quiet(quiet) => quiet.count(),
            State::Listed(list, next) => list.len() - next,
            State::ToCome(rules, frame) => {
                let mut sink = Sink::new(Keep::Number);
                W::captures(rules, &frame, &mut sink);
                sink.n
            }
        }
    }
}
