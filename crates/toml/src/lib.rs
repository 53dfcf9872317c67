//! TOML files that people write, read by hand, so that each fault says where it is and what would be
//! right.
//!
//! ```
//! let read = henge_toml::read_table("size = 0\n", |table| {
//!     let size = table.get_ref().values().next().expect("there is one");
//!     henge_toml::fault::<()>(size.span(), "size should be above 0")
//! });
//! let error = read.expect_err("it is wrong");
//! assert_eq!(error.to_string(), "line 1, column 8: size should be above 0");
//! ```

use std::ops::Range;

use thiserror::Error;
pub use toml::Spanned;
pub use toml::de::{DeTable, DeValue};

/// A fault in a file: what is wrong, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FileError {
    /// What is wrong and what would be right.
    pub message: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// The bytes of the text that are meant.
    pub span: Range<usize>,
}

/// A fault before its line is counted.
#[derive(Debug)]
pub struct Fault {
    /// What is wrong and what would be right.
    pub message: String,
    /// The bytes that are meant.
    pub span: Range<usize>,
}

/// What reading a part of a file gives.
pub type Read<T> = Result<T, Fault>;
/// A value and its place.
pub type Value<'a> = Spanned<DeValue<'a>>;

/// A fault at a place.
pub fn fault<T>(span: Range<usize>, message: impl Into<String>) -> Read<T> {
    Err(Fault { message: message.into(), span })
}

/// Parses `text` and hands the whole table to `read`.
pub fn read_table<T>(
    text: &str,
    read: impl FnOnce(&Spanned<DeTable<'_>>) -> Read<T>,
) -> Result<T, FileError> {
    let parsed = DeTable::parse(text).map_err(|error| Fault {
        message: error.message().replace('\n', ", "),
        span: error.span().unwrap_or(0..0),
    });
    parsed.and_then(|table| read(&table)).map_err(|fault| fault.in_text(text))
}

impl Fault {
    /// Counts the line and the column.
    fn in_text(self, text: &str) -> FileError {
        let Fault { message, span } = self;
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        FileError {
            message,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span: start..span.end.clamp(start, text.len()),
        }
    }
}
