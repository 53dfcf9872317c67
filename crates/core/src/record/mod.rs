//! Game records: one readable text for every game, in the manner of chess's PGN.
//!
//! ```text
//! [Game "hex:size=5"]
//! [First "Ada"]
//! [Second "mangolas1990:depth=3"]
//! [Result "1-0"]
//!
//! {A short one.} 1. c3 {takes the middle} 2. b4 (2. d2 3. d3 {worse} (3. c4))
//! 3. d3
//! 1-0
//! ```
//!
//! - A **tag** is a name and a quoted value. [`Record::game`] reads `Game`, [`Record::position`]
//!   reads `Position` (only there if the game did not begin at its own start); all others are kept
//!   in their order and mean what their users agree on: `First`, `Second`, `Date`, `Event`, …
//! - A **move** is a word in the game's own notation. Whatever could be taken for something else
//!   stands in quotes: `"13/7*(2) bar/22"`. Rolls of dice are moves like all others.
//! - A **number** (digits and a dot, or dots alone) is decoration. Players need not alternate, so
//!   every ply gets its own number in writing, and none is checked in reading.
//! - A **comment** `{…}` belongs to the move before it, or to the whole line of play if it is the
//!   first thing there. It is kept to the letter, line breaks included. Several in one place become
//!   one, each on a line of its own; so does a `;` comment, which ends with its line.
//! - A **variation** `(…)` follows the move that it would replace, and may hold others.
//! - A **result** ends every game: `1-0`, `0-1`, `1/2-1/2`, `2-0` or `0-3` where a win counts
//!   points, `*` for none yet. A `Result` tag repeats it for people who read the top only; it must
//!   agree with the end and is not kept among the tags.
//!
//! Quotes and comments know the escapes `\\`, `\"`, `\{`, `\}`, `\n`, `\r`, `\t`, and a backslash
//! that ends a line joins it with the next one. The grammar:
//!
//! ```text
//! file      = game*
//! game      = ( tag | comment )* play* result
//! tag       = "[" name string "]"          name = ( letter | digit | "_" | "-" )+ | string
//! play      = move ( comment | variation )*
//! variation = "(" comment* play* ")"       at most 100 deep
//! move      = word | string
//! word      = any characters but white space and { } ( ) [ ] ; "
//!             but it begins neither with a number nor with "$", and is not a result
//! number    = digit* "."+                  passed over wherever a move may stand
//! comment   = "{" ( character | escape )* "}" | ";" up to the end of the line
//! string    = '"' ( character | escape )* '"'   on one line, unless "\" joins it
//! escape    = "\" ( "\" | '"' | "{" | "}" | "n" | "r" | "t" | line break )
//! result    = "1-0" | "0-1" | "1/2-1/2" | "*" | points "-0" | "0-" points      points = 1 to 255
//! ```
//!
//! White space separates and means nothing else; it may be left out where nothing changes by that,
//! as in `1.c3{good}`. Writing and reading are inverse: what [`write()`] wrote, [`read()`] gives
//! back.
//!
//! ```
//! use henge_core::record;
//!
//! let text = "[Game \"connect-four\"]\n\n1. 4 {the best} 2. 4 (2. 1 3. 4) 3. 3\n*\n";
//! let records = record::read(text)?;
//! assert_eq!(records[0].game(), Some("connect-four"));
//! assert_eq!(records[0].main_line().collect::<Vec<_>>(), ["4", "4", "3"]);
//! assert_eq!(record::write(&records), text);
//!
//! let fault = record::read("1. c3 (2. b4 1-0").unwrap_err();
//! assert_eq!((fault.line, fault.column), (1, 14));
//! # Ok::<(), record::RecordError>(())
//! ```

mod read;
mod replay;
mod token;
mod write;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::fmt;

use thiserror::Error;

use crate::Outcome;

pub use read::{read, read_bytes};
pub use token::{read_result, write_result};
pub use write::write;

/// How deep variations may lie within each other. Nobody reads deeper, and the stack is limited.
pub const MAX_DEPTH: usize = 100;

/// Where something stood in the text it was read from, counted from 1; 0 if it was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Place {
    fn fault(self, message: impl Into<String>) -> RecordError {
        RecordError { line: self.line, column: self.column, message: message.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{message}", prefix(*.line, *.column))]
#[non_exhaustive]
pub struct RecordError {
    /// The line, from 1; 0 if the record was not read from a text.
    pub line: usize,
    /// The column in characters, from 1; 0 if the record was not read from a text.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

impl RecordError {
    /// A fault at a place of the text, for readers of other forms of records.
    pub fn new(place: Place, message: impl Into<String>) -> RecordError {
        place.fault(message)
    }
}

fn prefix(line: usize, column: usize) -> String {
    if line == 0 { String::new() } else { format!("{}: ", Place { line, column }) }
}

/// A game that was played, or studied.
///
/// Two records are equal if they say the same, wherever it stood.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Who, when, and above all which game.
    pub tags: Vec<Tag>,
    /// What was played.
    pub line: Line,
    /// How it ended: also by resignation, agreement or the clock. `None` if it has not.
    pub result: Option<Outcome>,
    /// Where the result stood.
    pub end: Place,
}

/// A fact about the game: `[First "Ada"]`.
#[derive(Clone, Debug, Default)]
pub struct Tag {
    /// What it tells.
    pub name: String,
    /// The fact.
    pub value: String,
    /// Where the value stood.
    pub place: Place,
}

/// Moves that follow one another: those of the game itself, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// What is said before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub nodes: Vec<Node>,
}

/// A move, with what is said about it.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The move in the game's notation.
    pub mv: String,
    /// What is said after it.
    pub comment: Option<String>,
    /// What could have been played instead; each begins with another move at the same turn.
    pub variations: Vec<Line>,
    /// Where the move stood.
    pub place: Place,
}

impl Record {
    /// The full name of the game, as the `Game` tag gives it.
    pub fn game(&self) -> Option<&str> {
        self.tag("Game")
    }

    /// The position at the start, if it is not the game's own.
    pub fn position(&self) -> Option<&str> {
        self.tag("Position")
    }

    /// The value of the first tag of that name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_str())
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Changes the first tag of that name, or adds one at the end. Not for the result, which is a
    /// field of its own.
    pub fn set_tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let tag = Tag { name: name.into(), value: value.into(), place: Place::default() };
        match self.tags.iter_mut().find(|other| other.name == tag.name) {
            Some(old) => *old = tag,
            None => self.tags.push(tag),
        }
    }

    /// The moves of the game itself.
    pub fn main_line(&self) -> impl Iterator<Item = &str> {
        self.line.nodes.iter().map(|node| node.mv.as_str())
    }
}

impl Node {
    /// A move about which nothing is said.
    pub fn new(mv: impl Into<String>) -> Node {
        Node { mv: mv.into(), ..Node::default() }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        (&self.tags, &self.line, self.result) == (&other.tags, &other.line, other.result)
    }
}

impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        (&self.mv, &self.comment, &self.variations)
            == (&other.mv, &other.comment, &other.variations)
    }
}

impl Eq for Record {}
impl Eq for Tag {}
impl Eq for Node {}
