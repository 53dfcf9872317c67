//! The file of a book: a line of text, the name of the game, the entries, and a sum over all that.

use henge_core::{Score, ScoreKind};
use thiserror::Error;

use super::{Book, Entry};

/// Why a file is not a book. Nothing of it is used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// It begins with something else.
    #[error("this is not an opening book: it does not begin with \"{}\"", MAGIC.trim_end())]
    NotABook,
    /// Bytes are missing or too many.
    #[error("the book is cut or too long: {found} bytes, not {expected}")]
    Length {
        /// What the header announces.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// The sum does not fit.
    #[error("the book was altered: its checksum does not fit; build it again")]
    Altered,
    /// It is of another game.
    #[error("this is a book of {book}, not of {game}")]
    OtherGame {
        /// What the book is of.
        book: String,
        /// What was asked for.
        game: String,
    },
}

const MAGIC: &str = "henge book 1\n";
const SUM: usize = 32;
/// Key, score, kind and number of games.
const ENTRY: usize = 8 + 4 + 1 + 3;

impl Book {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.as_bytes().to_vec();
        bytes.extend((self.game.len() as u32).to_le_bytes());
        bytes.extend(self.game.as_bytes());
        bytes.extend((self.entries.len() as u64).to_le_bytes());
        for (key, entry) in &self.entries {
            bytes.extend(key.to_le_bytes());
            bytes.extend(entry.score.0.to_le_bytes());
            bytes.push(kind_to_byte(entry.kind));
            bytes.extend(&entry.games.min(0xff_ffff).to_le_bytes()[..3]);
        }
        let sum = blake3::hash(&bytes);
        bytes.extend(sum.as_bytes());
        bytes
    }

    /// Reads a book, and refuses one that was cut or altered.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(BookError::NotABook)?;
        let too_short = |expected| BookError::Length { expected, found: bytes.len() };
        let least = MAGIC.len() + 4 + 8 + SUM;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(too_short(least))?;
        let length = u32::from_le_bytes(*length) as usize;
        if rest.len() < length {
            return Err(too_short(least + length));
        }
        let (name, rest) = rest.split_at(length);
        let (count, rest) = rest.split_first_chunk::<8>().ok_or(too_short(least + length))?;
        let count = u64::from_le_bytes(*count) as usize;
        let expected = count.checked_mul(ENTRY).and_then(|n| n.checked_add(least + length));
        if expected != Some(bytes.len()) {
            return Err(too_short(expected.unwrap_or(usize::MAX)));
        }
        let (body, sum) = bytes.split_at(bytes.len() - SUM);
        if blake3::hash(body).as_bytes() != sum {
            return Err(BookError::Altered);
        }
        let game = String::from_utf8(name.to_vec()).map_err(|_| BookError::Altered)?;
        let entry = |bytes: &[u8]| -> Option<(u64, Entry)> {
            let key = u64::from_le_bytes(bytes[..8].try_into().ok()?);
            let score = Score::checked(i32::from_le_bytes(bytes[8..12].try_into().ok()?))?;
            let games = u32::from_le_bytes([bytes[13], bytes[14], bytes[15], 0]);
            Some((key, Entry { score, kind: byte_to_kind(bytes[12])?, games }))
        };
        let entries: Option<Vec<(u64, Entry)>> =
            rest[..count * ENTRY].chunks_exact(ENTRY).map(entry).collect();
        Ok(Book::new(game, entries.ok_or(BookError::Altered)?))
    }

    /// The book, if it is of this game.
    pub fn of(self, game: &str) -> Result<Book, BookError> {
        if self.game == game {
            return Ok(self);
        }
        Err(BookError::OtherGame { book: self.game, game: game.into() })
    }
}

fn kind_to_byte(kind: ScoreKind) -> u8 {
    match kind {
        ScoreKind::Proved => 0,
        ScoreKind::Table => 1,
        ScoreKind::AtLeast => 2,
        ScoreKind::AtMost => 3,
        ScoreKind::Estimate => 4,
    }
}

fn byte_to_kind(byte: u8) -> Option<ScoreKind> {
    let kinds = [
        ScoreKind::Proved,
        ScoreKind::Table,
        ScoreKind::AtLeast,
        ScoreKind::AtMost,
        ScoreKind::Estimate,
    ];
    kinds.get(byte as usize).copied()
}
