//! A book as bytes:
//!
//! ```text
//! "hengec4\0"  magic
//! u8           version of the format, 1
//! u8           0 for a book, 1 for one that is being built
//! u8 u8 u8     columns, rows, depth
//! u64          number of entries, little endian
//! entries      for each the distance of its key from the one before, 7 bits a byte with the lowest
//!              first and the highest bit set in all bytes but the last; and its score, one byte
//! u64          checksum of all that comes before (FNV-1a, Fowler, Noll and Vo), little endian
//! ```

use thiserror::Error;

use super::{Book, ConnectFour, Entry, MOST_DIGITS};

/// Bytes that are no book, or a book that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes do not begin as a book does.
    #[error("this is no Connect Four book: it does not begin with the name of the format")]
    NoBook,
    /// A later henge wrote it.
    #[error("the book has version {found} of the format, and version 1 is known here")]
    Version {
        /// The version in the file.
        found: u8,
    },
    /// The checksum is wrong.
    #[error("the book is cut short or was altered: its checksum does not fit")]
    Damaged,
    /// The checksum is right, but what it covers makes no sense.
    #[error("the book contradicts itself: {0}")]
    Contradiction(&'static str),
    /// A book of which a part is missing still.
    #[error("the book is not finished: go on building it")]
    Unfinished,
    /// A finished book, or one of another board or depth, where a part was wanted.
    #[error(
        "this is not the unfinished book wanted, of {columns} columns, {rows} rows and {depth} plies"
    )]
    OtherBook {
        /// The columns wanted.
        columns: u32,
        /// The rows wanted.
        rows: u32,
        /// The depth wanted.
        depth: u32,
    },
    /// A book so deep that its keys do not fit.
    #[error(
        "a book of {depth} plies is too deep for {columns} columns: both together must not exceed 35, nor the plies the cells"
    )]
    TooDeep {
        /// The columns.
        columns: u32,
        /// The depth asked for.
        depth: u32,
    },
}

/// Is it all there?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Book = 0,
    Part = 1,
}

const MAGIC: &[u8; 8] = b"hengec4\0";
const VERSION: u8 = 1;
const HEADER: usize = 21;
const CHECKSUM: usize = 8;

pub(super) fn check_depth(game: &ConnectFour, depth: u32) -> Result<(), BookError> {
    let columns = game.columns();
    let fits = depth < game.lines.cells() && columns + depth <= MOST_DIGITS;
    if fits { Ok(()) } else { Err(BookError::TooDeep { columns, depth }) }
}

/// The entries in rising order of keys, as bytes.
pub(super) fn write(kind: Kind, game: &ConnectFour, depth: u32, entries: &[Entry]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, kind as u8, game.columns() as u8, game.rows() as u8, depth as u8]);
    bytes.extend((entries.len() as u64).to_le_bytes());
    let mut before = 0;
    for entry in entries {
        let mut distance = entry.key() - before;
        before = entry.key();
        while distance >= 0x80 {
            bytes.push(distance as u8 | 0x80);
            distance >>= 7;
        }
        bytes.extend([distance as u8, entry.score() as u8]);
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// What [`write`] wrote.
pub(super) fn read(bytes: &[u8]) -> Result<(Kind, ConnectFour, u32, Vec<Entry>), BookError> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(BookError::NoBook) };
    match rest.first() {
        Some(&VERSION) => {}
        Some(&found) => return Err(BookError::Version { found }),
        None => return Err(BookError::Damaged),
    }
    if bytes.len() < HEADER + CHECKSUM {
        return Err(BookError::Damaged);
    }
    let (bytes, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if checksum(bytes).to_le_bytes() != sum {
        return Err(BookError::Damaged);
    }
    let (header, mut rest) = bytes.split_at(HEADER);
    let kind = match header[9] {
        0 => Kind::Book,
        1 => Kind::Part,
        _ => return Err(BookError::Contradiction("it is neither a book nor a part of one")),
    };
    let [columns, rows, depth] = [header[10], header[11], header[12]].map(u32::from);
    let game = ConnectFour::new(columns, rows);
    let game = game.map_err(|_| BookError::Contradiction("there is no such board"))?;
    check_depth(&game, depth)?;
    let mut entries = Vec::new();
    let mut key = 0u64;
    while !rest.is_empty() {
        let (distance, score);
        (distance, score, rest) = read_entry(rest)?;
        key = key.checked_add(distance).filter(|key| key >> 56 == 0).ok_or(TOO_FAR)?;
        let most = game.lines.cells() as i16 / 2 + 1;
        if i16::from(score).abs() > most || (distance == 0 && !entries.is_empty()) {
            return Err(BookError::Contradiction("a score or a key is impossible"));
        }
        entries.push(Entry::new(key, score));
    }
    if header[13..] != (entries.len() as u64).to_le_bytes() {
        return Err(BookError::Contradiction("the number of positions is another one"));
    }
    Ok((kind, game, depth, entries))
}

const TOO_FAR: BookError = BookError::Contradiction("a key is too large");

fn read_entry(bytes: &[u8]) -> Result<(u64, i8, &[u8]), BookError> {
    const CUT: BookError = BookError::Contradiction("the last position is cut short");
    let mut distance = 0;
    let mut rest = bytes;
    for shift in (0..56).step_by(7) {
        let (&byte, tail) = rest.split_first().ok_or(CUT)?;
        distance |= u64::from(byte & 0x7f) << shift;
        rest = tail;
        if byte & 0x80 == 0 {
            let (&score, tail) = rest.split_first().ok_or(CUT)?;
            return Ok((distance, score as i8, tail));
        }
    }
    Err(TOO_FAR)
}

fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Book {
    /// The book as bytes for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        write(Kind::Book, &self.game, self.depth, &self.entries)
    }

    /// Reads what `to_bytes` wrote. A file that was cut or altered is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        match read(bytes)? {
            (Kind::Book, game, depth, entries) => Ok(Book { game, depth, entries }),
            (Kind::Part, ..) => Err(BookError::Unfinished),
        }
    }
}
