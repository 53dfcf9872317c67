//! The table of move evaluations: for so many choices in so many centres, what it is worth to have
//! left such a position to the other player.
//!
//! As a file:
//!
//! ```text
//! kuttner1972 table
//! # Anything after this sign is for people.
//! 49: 12 -1, 14 -12, 15 2
//! ```
//!
//! A line has a number of choices, then pairs of a number of centres and the value. Values of 0 are
//! not written; lines go up in choices, and pairs in centres.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::neighbourhoods::Counts;

/// The choices that the table knows.
pub const CHOICES: RangeInclusive<u32> = 49..=520;
/// The centres that the table knows.
pub const CENTRES: RangeInclusive<u32> = 10..=46;

/// The score of a position with more choices than the table knows.
pub const TOO_MANY_CHOICES: i32 = -900;
/// With more centres.
pub const TOO_MANY_CENTRES: i32 = -950;
/// With fewer centres.
pub const TOO_FEW_CENTRES: i32 = -980;
/// With fewer choices.
pub const TOO_FEW_CHOICES: i32 = -1000;

const N_CENTRES: usize = (*CENTRES.end() - *CENTRES.start() + 1) as usize;
const N_CHOICES: usize = (*CHOICES.end() - *CHOICES.start() + 1) as usize;
const TITLE: &str = "kuttner1972 table";
/// The largest value that is kept, either way; a table of the thesis has −16 to 9.
const MOST: i32 = 1_000_000;

/// Values by choices and centres. What is not in it is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceTable {
    values: Vec<i32>,
}

/// What went wrong with a table or with an entry for it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Some line of the file is wrong.
    #[error("line {line}: {why}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// An entry by hand is wrong.
    #[error("{text:?} is no entry: {why}")]
    Entry {
        /// What was typed.
        text: String,
        /// What is wrong, and what would be right.
        why: String,
    },
}

/// How sure the outcome of a position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nearness {
    /// The outcome is clear: 8, and 4 2 1 on both sides.
    Clear,
    /// The position before it: 4 against it, and 3 2 1 on both sides.
    Before,
    /// The one before that: 2, and 1 on both sides.
    TwoBefore,
}

/// Whether it was good to leave a position to the other player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turnout {
    /// The other player won from there.
    Bad,
    /// The other player lost from there.
    Good,
}

/// What is to be written into the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Where.
    pub counts: Counts,
    /// How sure.
    pub nearness: Nearness,
    /// How the position turned out whose outcome was clear.
    pub result: Turnout,
}

impl Nearness {
    /// What is added for a bad result, at the entry and at distances 1, 2, 3.
    fn ripple(self) -> [i32; 4] {
        match self {
            Nearness::Clear => [-8, -4, -2, -1],
            Nearness::Before => [4, 3, 2, 1],
            Nearness::TwoBefore => [-2, -1, 0, 0],
        }
    }
}

impl Entry {
    /// Reads an entry in the style of the thesis: choices, centres, and 1 for a position that was
    /// bad to leave, 2 for the one before it, 3 for the one before that. After a good result the
    /// last number is negative.
    ///
    /// ```
    /// use henge_museum::kuttner1972::{Entry, ChoiceTable};
    /// let mut table = ChoiceTable::empty();
    /// table.enter(Entry::read("87 21 1")?);
    /// assert_eq!(table.to_text(), "kuttner1972 table\n84: 21 -1\n85: 21 -2\n86: 21 -4\n\
    ///     87: 21 -8\n88: 21 -4\n89: 21 -2\n90: 21 -1\n");
    /// # Ok::<(), henge_museum::kuttner1972::TableError>(())
    /// ```
    pub fn read(text: &str) -> Result<Entry, TableError> {
        let wrong = |why: String| TableError::Entry { text: text.into(), why };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [choices, centres, kind] = words[..] else {
            return Err(wrong("three numbers are expected, as in 87 21 1".into()));
        };
        let within = |word: &str, range: &RangeInclusive<u32>, what: &str| {
            let (from, to) = (range.start(), range.end());
            let number = word.parse().ok().filter(|n| range.contains(n));
            number.ok_or_else(|| wrong(format!("{what} go from {from} to {to}, and not {word}")))
        };
        let counts = Counts {
            choices: within(choices, &CHOICES, "choices")?,
            centres: within(centres, &CENTRES, "centres")?,
        };
        let (nearness, result) = match kind {
            "1" => (Nearness::Clear, Turnout::Bad),
            "2" => (Nearness::Before, Turnout::Bad),
            "3" => (Nearness::TwoBefore, Turnout::Bad),
            "-1" => (Nearness::Clear, Turnout::Good),
            "-2" => (Nearness::Before, Turnout::Good),
            "-3" => (Nearness::TwoBefore, Turnout::Good),
            _ => {
                return Err(wrong(format!(
                    "the last number is 1, 2 or 3, or -1, -2 or -3 after a good result, and not {kind}"
                )));
            }
        };
        Ok(Entry { counts, nearness, result })
    }
}

impl Default for ChoiceTable {
    /// The table of the thesis.
    fn default() -> Self {
        ChoiceTable::clone(&ChoiceTable::of_1972())
    }
}

impl ChoiceTable {
    /// A table that knows nothing.
    pub fn empty() -> ChoiceTable {
        ChoiceTable { values: vec![0; N_CHOICES * N_CENTRES] }
    }

    /// The table in appendix 2D of the thesis.
    pub fn of_1972() -> Arc<ChoiceTable> {
        static TABLE: LazyLock<Arc<ChoiceTable>> = LazyLock::new(|| {
            let text = include_str!("../../data/kuttner1972.table");
            Arc::new(ChoiceTable::read(text).expect("the tests read the shipped table"))
        });
        Arc::clone(&TABLE)
    }

    fn index(counts: Counts) -> Option<usize> {
        let Counts { choices, centres } = counts;
        let inside = CHOICES.contains(&choices) && CENTRES.contains(&centres);
        inside.then(|| {
            (choices - CHOICES.start()) as usize * N_CENTRES + (centres - CENTRES.start()) as usize
        })
    }

    /// Does the table reach this place?
    pub fn covers(counts: Counts) -> bool {
        Self::index(counts).is_some()
    }

    /// The value at this place; 0 outside.
    pub fn value(&self, counts: Counts) -> i32 {
        Self::index(counts).map_or(0, |i| self.values[i])
    }

    /// All values that are not 0, by choices, then by centres.
    pub fn entries(&self) -> impl Iterator<Item = (Counts, i32)> {
        let entry = |(i, &value): (usize, &i32)| {
            let choices = CHOICES.start() + (i / N_CENTRES) as u32;
            let centres = CENTRES.start() + (i % N_CENTRES) as u32;
            (Counts { choices, centres }, value)
        };
        self.values.iter().enumerate().filter(|(_, value)| **value != 0).map(entry)
    }

    /// What it is worth to leave such a position (SCORER of the listing).
    ///
    /// Outside of the table there are special scores. Between two entries with the same choices it
    /// is their mean; beside the last one half of it, and half of the first one before it. Halves
    /// are cut off.
    pub fn score(&self, left: Counts) -> i32 {
        let Counts { choices, centres } = left;
        if choices > *CHOICES.end() {
            return TOO_MANY_CHOICES;
        }
        if choices < *CHOICES.start() {
            return TOO_FEW_CHOICES;
        }
        if centres > *CENTRES.end() {
            return TOO_MANY_CENTRES;
        }
        if centres < *CENTRES.start() {
            return TOO_FEW_CENTRES;
        }
        let at = Self::index(left).expect("inside the table");
        if self.values[at] != 0 {
            return self.values[at];
        }
        let row = at - at % N_CENTRES;
        let set = |&&value: &&i32| value != 0;
        let below = self.values[row..at].iter().rev().find(set).unwrap_or(&0);
        let above = self.values[at + 1..row + N_CENTRES].iter().find(set).unwrap_or(&0);
        (below + above) / 2
    }

    /// Writes an entry with its ripple. What falls outside of the table is lost.
    pub fn enter(&mut self, entry: Entry) {
        let Entry { counts, nearness, result } = entry;
        let sign = if result == Turnout::Bad { 1 } else { -1 };
        for (distance, amount) in nearness.ripple().into_iter().enumerate() {
            let distance = distance as i64;
            let both = if distance == 0 { &[0][..] } else { &[-distance, distance][..] };
            for &step in both {
                let Ok(choices) = u32::try_from(i64::from(counts.choices) + step) else { continue };
                if let Some(i) = Self::index(Counts { choices, ..counts }) {
                    self.values[i] = (self.values[i] + sign * amount).clamp(-MOST, MOST);
                }
            }
        }
    }

    /// The table as the text of a file.
    pub fn to_text(&self) -> String {
        let mut text = TITLE.to_string();
        let mut last = None;
        for (Counts { choices, centres }, value) in self.entries() {
            let begin = if last == Some(choices) { ", ".into() } else { format!("\n{choices}: ") };
            write!(text, "{begin}{centres} {value}").expect("strings can be written to");
            last = Some(choices);
        }
        text + "\n"
    }

    /// Reads the text of a file.
    pub fn read(text: &str) -> Result<ChoiceTable, TableError> {
        let mut table = ChoiceTable::empty();
        let mut titled = false;
        let mut last = 0;
        for (i, line) in text.lines().enumerate() {
            let fault = |why: String| TableError::Line { line: i + 1, why };
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            if !titled {
                if line != TITLE {
                    return Err(fault(format!("a table begins with the line {TITLE:?}")));
                }
                titled = true;
                continue;
            }
            last = table.read_line(line, last).map_err(fault)?;
        }
        if !titled {
            return Err(TableError::Line {
                line: 1,
                why: format!("a table begins with {TITLE:?}"),
            });
        }
        Ok(table)
    }

    /// Reads `49: 12 -1, 14 -12` after the line for `last` choices; returns the choices.
    fn read_line(&mut self, line: &str, last: u32) -> Result<u32, String> {
        let Some((choices, pairs)) = line.split_once(':') else {
            return Err("choices, a colon and pairs are expected, as in 49: 12 -1, 14 -12".into());
        };
        let choices = number(choices, &CHOICES, "choices")?;
        if choices <= last {
            return Err(format!("{choices} choices come after {last}; lines go up"));
        }
        let mut before = 0;
        for pair in pairs.split(',') {
            let words: Vec<&str> = pair.split_whitespace().collect();
            let [centres, value] = words[..] else {
                let pair = pair.trim();
                return Err(format!("{pair:?} should be centres and a value, as in 12 -1"));
            };
            let centres = number(centres, &CENTRES, "centres")?;
            if centres <= before {
                return Err(format!("{centres} centres come after {before}; pairs go up"));
            }
            before = centres;
            let inside = |value: &i32| *value != 0 && (-MOST..=MOST).contains(value);
            let value = value.parse().ok().filter(inside).ok_or_else(|| {
                format!("a value is from -{MOST} to {MOST} and not 0, and not {value:?}")
            })?;
            let i = Self::index(Counts { choices, centres }).expect("both were checked");
            self.values[i] = value;
        }
        Ok(choices)
    }
}

fn number(word: &str, range: &RangeInclusive<u32>, what: &str) -> Result<u32, String> {
    let word = word.trim();
    let (from, to) = (range.start(), range.end());
    let number = word.parse().ok().filter(|n| range.contains(n));
    number.ok_or_else(|| format!("{what} go from {from} to {to}, and not {word:?}"))
}
