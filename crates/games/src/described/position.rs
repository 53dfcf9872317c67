//! What changes in play: the position, its stages, and moves.

use henge_core::{Bits, BitsIter, Outcome, Player};

/// What changes in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const W: usize> {
    pub(super) stones: [Bits<W>; 2],
    /// Where the player to move may put a stone.
    pub(super) open: Bits<W>,
    pub(super) key: u64,
    /// How many stones each player has captured, where they come off the board.
    pub(super) taken: [u16; 2],
    /// How many moves were played, as far as openings and the limit count them.
    pub(super) played: u16,
    pub(super) to_move: Player,
    /// How many stones are still to be put this turn.
    pub(super) left: u8,
    pub(super) stage: Stage,
    pub(super) passes: u8,
    pub(super) over: Option<Outcome>,
}

/// How far the changing of sides has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Stage {
    /// It is over, or there is none.
    Play,
    /// The first turn, which may be taken over.
    First,
    /// The second player may take it over.
    Reply,
    /// Swap2: the first player puts one stone of his own, one of the other's, one of his own.
    Two(u8),
    /// Swap2: the second player plays on, takes over, or puts two more.
    Choice,
    /// Swap2: the second player puts a stone of his own and one of the other's.
    More(u8),
    /// Swap2: the first player takes a side.
    Last,
}

impl Stage {
    /// All of them; a stage's number is its place.
    pub(super) const ALL: [Stage; 10] = [
        Stage::Play,
        Stage::First,
        Stage::Reply,
        Stage::Two(0),
        Stage::Two(1),
        Stage::Two(2),
        Stage::Choice,
        Stage::More(0),
        Stage::More(1),
        Stage::Last,
    ];

    pub(super) fn number(self) -> usize {
        match self {
            Stage::Play => 0,
            Stage::First => 1,
            Stage::Reply => 2,
            Stage::Two(n) => 3 + n as usize,
            Stage::Choice => 6,
            Stage::More(n) => 7 + n as usize,
            Stage::Last => 9,
        }
    }
}

/// A site to put a stone on, or a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(pub u16);

impl Move {
    /// No stone.
    pub const PASS: Move = Move(u16::MAX);
    /// The sides change.
    pub const SWAP: Move = Move(u16::MAX - 1);
    /// Swap2: two stones more.
    pub const TWO: Move = Move(u16::MAX - 2);
    /// Swap2: the sides stay.
    pub const STAY: Move = Move(u16::MAX - 3);
    /// The moves that are no sites, as they are written.
    pub const WORDS: [(Move, &'static str); 4] =
        [(Move::PASS, "pass"), (Move::SWAP, "swap"), (Move::TWO, "two"), (Move::STAY, "stay")];

    /// The number of a move that is no site.
    #[inline]
    pub(super) fn word(self) -> Option<usize> {
        let number = usize::from(u16::MAX - self.0);
        (number < Move::WORDS.len()).then_some(number)
    }
}

/// The open sites in rising order, then the words.
#[derive(Clone, Debug)]
pub struct Moves<const W: usize> {
    pub(super) sites: BitsIter<W>,
    /// Bit `n` for the word number `n`.
    pub(super) words: u8,
}

impl<const W: usize> Iterator for Moves<W> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(site) = self.sites.next() {
            return Some(Move(site as u16));
        }
        if self.words == 0 {
            return None;
        }
        let word = self.words.trailing_zeros() as usize;
        self.words &= self.words - 1;
        Some(Move::WORDS[word].0)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.sites.len() + self.words.count_ones() as usize;
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        let n_sites = self.sites.len();
        if let Some(site) = self.sites.nth(n) {
            return Some(Move(site as u16));
        }
        for _ in n_sites..n {
            self.next()?;
        }
        self.next()
    }
}
