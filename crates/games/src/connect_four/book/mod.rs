//! Exact scores of all openings up to some number of plies, in a small file.
//!
//! The search takes longest at the beginning, where there are few positions; a book holds their
//! scores. Of a position and its mirror image one is kept, and none in which the player to move
//! completes four: that is seen without a book. A [`Builder`] makes a book, bit by bit if need be, and
//! a [`Perfect`] player asks the book first and the solver for the rest.

mod builder;
mod file;
mod perfect;
#[cfg(test)]
mod tests;

pub use builder::Builder;
pub use file::BookError;
pub use perfect::Perfect;

use super::{ConnectFour, Position};

/// The scores of all positions with at most `depth` discs, up to mirror images.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    game: ConnectFour,
    depth: u32,
    /// Keys and scores in rising order of keys.
    entries: Vec<Entry>,
}

/// The key of a position, and its score in the lowest byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
struct Entry(u64);

impl Entry {
    fn new(key: u64, score: i8) -> Entry {
        Entry(key << 8 | u64::from(score as u8))
    }

    fn key(self) -> u64 {
        self.0 >> 8
    }

    fn score(self) -> i8 {
        self.0 as u8 as i8
    }
}

/// Keys have at most 56 bits, and 35 digits to the base of three fit into that.
const MOST_DIGITS: u32 = 35;

impl Book {
    /// The board it is about.
    pub fn game(&self) -> &ConnectFour {
        &self.game
    }

    /// It knows all positions with so many discs or fewer.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many positions it holds.
    pub fn n_positions(&self) -> usize {
        self.entries.len()
    }

    /// The exact score of a position, if it has at most `depth` discs and the game goes on.
    pub fn score(&self, pos: &Position) -> Option<i8> {
        let (own, mask) = pos.own_and_mask();
        let lines = &self.game.lines;
        if pos.won || pos.plies() > self.depth {
            return None;
        }
        if lines.winning(own, mask) & lines.playable(mask) != 0 {
            return Some(((lines.cells() + 1 - pos.plies()) / 2) as i8);
        }
        let key = book_key(&self.game, pos);
        let at = self.entries.binary_search_by_key(&key, |entry| entry.key()).ok()?;
        Some(self.entries[at].score())
    }
}

/// The discs column by column from the bottom up, 1 for those of the player to move and 2 for the
/// others, and 0 at the end of each column, read as a number to the base of three (Pons). With few
/// discs this is a small number, and neighbours in the order of keys are near to each other. Of a
/// position and its mirror image the smaller key is taken.
fn book_key(game: &ConnectFour, pos: &Position) -> u64 {
    let (own, mask) = pos.own_and_mask();
    let lines = &game.lines;
    let number = |columns: &mut dyn Iterator<Item = u32>| {
        let mut key = 0;
        for column in columns {
            let shift = column * lines.stride;
            let mut cell = 1u64 << shift;
            while mask & cell != 0 {
                key = 3 * key + if own & cell != 0 { 1 } else { 2 };
                cell <<= 1;
            }
            key *= 3;
        }
        key
    };
    number(&mut (0..lines.columns)).min(number(&mut (0..lines.columns).rev()))
}
