//! Moves, and the iterator that hands them out.

use super::generate::{ROLLS, Sink, generate_into};
use super::men::Men;
use super::play::Play;

/// What a player decides, or what the dice show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The dice: the larger first, or at the opening those of the first and the second player.
    Dice([u8; 2]),
    /// What is done with them.
    Play(Play),
    /// To throw without doubling.
    Roll,
    /// To offer twice the stakes.
    Double,
    /// To go on for twice the stakes, with the cube.
    Take,
    /// To give the game up instead.
    Drop,
    /// To take, and to double again at once.
    Beaver,
    /// To play a doublet of this number.
    Name(u8),
}

/// The legal moves of a position.
#[derive(Clone, Debug)]
pub struct Moves(State);

#[derive(Clone, Debug)]
// The list is large so that it need not be on the heap.
#[allow(clippy::large_enum_variant)]
enum State {
    /// The opening rolls from this number on: 0 to 35, without those that are doubles.
    Opening(u8),
    /// The rolls from this number on.
    Dice(usize),
    Few {
        moves: [Move; 6],
        next: usize,
        n: usize,
    },
    Plays(Short<Play>, usize),
}

impl Moves {
    pub(super) fn opening() -> Moves {
        Moves(State::Opening(0))
    }

    pub(super) fn dice() -> Moves {
        Moves(State::Dice(0))
    }

    pub(super) fn few(given: &[Move]) -> Moves {
        let mut moves = [Move::Roll; 6];
        moves[..given.len()].copy_from_slice(given);
        Moves(State::Few { moves, next: 0, n: given.len() })
    }

    #[inline]
    pub(super) fn plays(men: &Men, dice: [u8; 2], waiting: u8) -> Moves {
        let mut gathered = Gathered { plays: Short::new(Play::PASS), keys: Short::new(0) };
        generate_into(men, dice, waiting, &mut gathered);
        Moves(State::Plays(gathered.plays, 0))
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match &mut self.0 {
            State::Plays(plays, next) => {
                let play = plays.get(*next)?;
                *next += 1;
                Some(Move::Play(play))
            }
            State::Dice(next) => {
                let roll = ROLLS.get(*next)?;
                *next += 1;
                Some(Move::Dice(roll.dice))
            }
            State::Opening(next) => {
                // Doubles are every seventh.
                *next += u8::from(next.is_multiple_of(7));
                let dice = [1 + *next / 6, 1 + *next % 6];
                *next += 1;
                (dice[0] <= 6).then_some(Move::Dice(dice))
            }
            State::Few { moves, next, n } => {
                let mv = *moves[..*n].get(*next)?;
                *next += 1;
                Some(mv)
            }
        }
    }
}

/// How much a list holds in itself. Only doublets of open positions have more plays, and sometimes
/// thousands; those that find no room go to the heap.
const INLINE: usize = 64;

/// A list that seldom needs the heap.
#[derive(Clone, Debug)]
struct Short<T> {
    inline: [T; INLINE],
    n: usize,
    more: Vec<T>,
}

impl<T: Copy + PartialEq> Short<T> {
    fn new(blank: T) -> Short<T> {
        Short { inline: [blank; INLINE], n: 0, more: Vec::new() }
    }

    #[inline]
    fn push(&mut self, item: T) {
        match self.inline.get_mut(self.n) {
            Some(place) => {
                *place = item;
                self.n += 1;
            }
            None => self.more.push(item),
        }
    }

    #[inline]
    fn get(&self, i: usize) -> Option<T> {
        match i.checked_sub(self.n) {
            None => Some(self.inline[i]),
            Some(i) => self.more.get(i).copied(),
        }
    }

    #[inline]
    fn contains(&self, item: T) -> bool {
        self.inline[..self.n].contains(&item) || self.more.contains(&item)
    }

    fn clear(&mut self) {
        self.n = 0;
        self.more.clear();
    }
}

/// The plays alone, without what they lead to.
struct Gathered {
    plays: Short<Play>,
    keys: Short<u64>,
}

impl Sink for Gathered {
    #[inline]
    fn clear(&mut self) {
        self.plays.clear();
        self.keys.clear();
    }
    #[inline]
    fn is_empty(&self) -> bool {
        self.plays.n == 0
    }
    #[inline]
    fn push(&mut self, play: Play, _after: &Men) {
        self.plays.push(play);
    }
    #[inline]
    fn push_new(&mut self, play: Play, _after: &Men, key: u64) {
        if !self.keys.contains(key) {
            self.keys.push(key);
            self.plays.push(play);
        }
    }
}
