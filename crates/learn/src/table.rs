//! Tables of values: a number for each situation, corrected whenever it is met.
//!
//! What counts as one situation is told by a code. It may be the position itself, up to mirror
//! images, or a few of its features; the table of the Pentominoes thesis of 1972 has one value for
//! so many choices in so many centres.

use std::collections::HashMap;

use henge_core::{Game, Judgement};

use crate::file::{self, Label, LearnedError};

/// The first bytes of the file of a table.
pub const MAGIC: &[u8; 8] = b"henge-vt";

/// How a table tells situations apart.
pub struct Codes<G: Game> {
    /// In one word.
    pub name: &'static str,
    /// The code of a position in which a player is to move: the same for positions that are taken as
    /// one. Who is to move is part of it where that matters.
    pub code: fn(&G, &G::Position) -> u64,
}

impl<G: Game> Codes<G> {
    /// Every position for itself, mirror images as one.
    pub const POSITIONS: Codes<G> =
        Codes { name: "positions", code: |game, pos| game.canonical_key(pos) };
}

// Not derived: that would ask for `G: Clone`.
impl<G: Game> Clone for Codes<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Codes<G> {}

/// A value and how often it was corrected.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Entry {
    value: f32,
    times: u32,
}

/// The chance of the player to move to win, for each situation that was met; draws count half.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ValueTable {
    entries: HashMap<u64, Entry>,
}

/// What is thought of a situation that was never met.
pub const UNKNOWN: f32 = 0.5;

impl ValueTable {
    /// How many situations it knows.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Does it know none?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a situation.
    #[inline]
    pub fn value(&self, code: u64) -> f32 {
        self.entries.get(&code).map_or(UNKNOWN, |entry| entry.value)
    }

    /// Moves a value towards what it should have been: by the mean of all that was seen at first,
    /// and never by less than `rate`.
    pub fn correct(&mut self, code: u64, target: f32, rate: f32) {
        let entry = self.entries.entry(code).or_insert(Entry { value: UNKNOWN, times: 0 });
        entry.times = entry.times.saturating_add(1);
        let step = rate.max(1.0 / entry.times as f32);
        entry.value += step * (target - entry.value);
    }

    /// The table as a file.
    pub fn to_bytes(&self, label: &Label) -> Vec<u8> {
        let mut sorted: Vec<(u64, Entry)> = self.entries.iter().map(|(&k, &e)| (k, e)).collect();
        sorted.sort_unstable_by_key(|(code, _)| *code);
        let mut bytes = file::head(MAGIC, label, sorted.len());
        for (code, entry) in sorted {
            bytes.extend(code.to_le_bytes());
            bytes.extend(entry.value.to_le_bytes());
            bytes.extend(entry.times.to_le_bytes());
        }
        file::sealed(bytes)
    }

    /// The table of a file, and what it is for.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Label, ValueTable), LearnedError> {
        let (label, entries) = file::opened(MAGIC, bytes, 16)?;
        let (parts, _) = entries.as_chunks::<16>();
        let mut table = ValueTable::default();
        let mut last = None;
        for (at, part) in parts.iter().enumerate() {
            let [a, b, c, d, e, f, g, h, v, w, x, y, times @ ..] = *part;
            let code = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            let value = f32::from_le_bytes([v, w, x, y]);
            if last.is_some_and(|last| last >= code) || !(0.0..=1.0).contains(&value) {
                return Err(LearnedError::Entry(at));
            }
            last = Some(code);
            table.entries.insert(code, Entry { value, times: u32::from_le_bytes(times) });
        }
        Ok((label, table))
    }
}

/// A table with the codes it is about.
pub struct Tabled<G: Game> {
    /// The values.
    pub table: ValueTable,
    /// What they are of.
    pub codes: Codes<G>,
}

/// Odds are not longer than e^8 to 1: the table has seen what it has seen, and proved nothing.
const MOST_LOGIT: f32 = 8.0;

impl<G: Game> Judgement<G> for Tabled<G> {
    fn logit(&self, game: &G, pos: &G::Position) -> f32 {
        let chance = self.table.value((self.codes.code)(game, pos));
        (chance / (1.0 - chance)).ln().clamp(-MOST_LOGIT, MOST_LOGIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_means_and_then_follow() {
        let mut table = ValueTable::default();
        for target in [1.0, 0.0, 1.0, 0.0] {
            table.correct(7, target, 0.1);
        }
        assert_eq!((table.value(7), table.value(8), table.len()), (0.5, UNKNOWN, 1));
        for _ in 0..100 {
            table.correct(7, 1.0, 0.1);
        }
        assert!(table.value(7) > 0.99);
    }

    #[test]
    fn tables_are_read_as_they_were_written_or_refused() {
        let mut table = ValueTable::default();
        for code in [9, 3, u64::MAX, 0] {
            table.correct(code, 0.25, 0.1);
        }
        let label = Label { game: "ring".into(), ..Label::default() };
        let bytes = table.to_bytes(&label);
        assert_eq!(ValueTable::from_bytes(&bytes), Ok((label, table)));
        for n in 0..bytes.len() {
            assert!(ValueTable::from_bytes(&bytes[..n]).is_err(), "cut after {n} bytes");
        }
    }
}
