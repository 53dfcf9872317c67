//! The files of what was learned, but for nets, which have [their own](crate::net::file).
//!
//! Numbers are little-endian. One part follows the other without a gap:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `henge-lw` for coefficients, `henge-vt` for a table of values |
//! | 4 | the version of this format, 1 |
//! | 4, … | the length of a text, and the text in UTF-8: the game with its options |
//! | 4, … | the same: the features, or how the table tells situations apart |
//! | 4, … | the same: where it comes from, for people |
//! | 4 | the number of entries |
//! | … | the entries |
//! | 4 | the CRC-32 of all bytes before (the one of zlib and PNG) |
//!
//! An entry of `henge-lw` is a coefficient as IEEE `f32`. One of `henge-vt` is a code (8 bytes), the
//! value as `f32`, and how often it was corrected (4 bytes); codes rise from entry to entry.
//!
//! A file that is cut off, longer than it should be, damaged, or has a number that is none is
//! refused.

use thiserror::Error;

use crate::net::FileError as NetError;
use crate::net::file::{Reader, crc32};

const VERSION: u32 = 1;

/// What a file was made for, and by what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// The game with its options.
    pub game: String,
    /// The features, or how a table tells situations apart.
    pub features: String,
    /// Where it comes from: a sentence or a command.
    pub provenance: String,
}

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LearnedError {
    /// Something else.
    #[error("neither weights nor a net nor a table that henge has learned")]
    Magic,
    /// From another time.
    #[error("version {0} of the file; this program reads version {VERSION}")]
    Version(u32),
    /// Cut off.
    #[error("the file ends too early, in {0}")]
    TooShort(&'static str),
    /// Something follows.
    #[error("{0} bytes follow where the file should end")]
    TooLong(usize),
    /// A text that is none.
    #[error("the text of {0} is not UTF-8")]
    Text(&'static str),
    /// A bit has changed.
    #[error("damaged: the checksum is {found:08x}, and {right:08x} was written")]
    Checksum {
        /// What the bytes give.
        found: u32,
        /// What the file says.
        right: u32,
    },
    /// Not a number, infinite, or out of order.
    #[error("entry {0} is not what it should be")]
    Entry(usize),
    /// Learned for something else.
    #[error("this was learned for {found}; {right} is needed")]
    Other {
        /// What the file is for.
        found: String,
        /// What should be there.
        right: String,
    },
    /// The net in it is not right.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A file of a form that one game alone has is not right.
    #[error("{0}")]
    Own(String),
    /// Whatever is to play with it needs more memory than there is.
    #[error(transparent)]
    NoMemory(#[from] henge_core::NoMemory),
}

/// The beginning of a file.
pub(crate) fn head(magic: &[u8; 8], label: &Label, n_entries: usize) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    for text in [&label.game, &label.features, &label.provenance] {
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend((n_entries as u32).to_le_bytes());
    bytes
}

/// Its end.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes
}

/// The label and the bytes of the entries, of this size each.
pub(crate) fn opened<'a>(
    magic: &[u8; 8],
    bytes: &'a [u8],
    size: usize,
) -> Result<(Label, &'a [u8]), LearnedError> {
    let mut reader = Reader { bytes, at: 0 };
    let short = |error: NetError| match error {
        NetError::TooShort(what) => LearnedError::TooShort(what),
        other => LearnedError::Net(other),
    };
    if reader.take(magic.len(), "its first bytes").ok() != Some(&magic[..]) {
        return Err(LearnedError::Magic);
    }
    match reader.number("the version").map_err(short)? {
        VERSION => {}
        other => return Err(LearnedError::Version(other)),
    }
    let mut text = |what: &'static str| {
        let length = reader.number(what).map_err(short)? as usize;
        let text = reader.take(length, what).map_err(short)?;
        String::from_utf8(text.to_vec()).map_err(|_| LearnedError::Text(what))
    };
    let label = Label {
        game: text("the game")?,
        features: text("the features")?,
        provenance: text("where it comes from")?,
    };
    let n_entries = reader.number("the number of entries").map_err(short)? as usize;
    let length = n_entries.checked_mul(size).ok_or(LearnedError::TooShort("the entries"))?;
    let entries = reader.take(length, "the entries").map_err(short)?;
    let end = reader.at;
    let right = reader.number("the checksum").map_err(short)?;
    if reader.at < bytes.len() {
        return Err(LearnedError::TooLong(bytes.len() - reader.at));
    }
    let found = crc32(&bytes[..end]);
    if found != right {
        return Err(LearnedError::Checksum { found, right });
    }
    Ok((label, entries))
}
