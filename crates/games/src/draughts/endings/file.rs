use std::io::{self, Read, Write};
use std::sync::Arc;

use henge_core::mix64;
use thiserror::Error;

use super::index::Material;
use super::{Draughts, Endings, EndingsError};
use crate::draughts::word::Word;

/// Why something is not a file of endings.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// It could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins with something else.
    #[error("this is no file of endings: it does not begin with \"henge endings 1\"")]
    Foreign,
    /// It is about another variant.
    #[error("these are endings of {found} draughts, not of {expected}")]
    OtherVariant {
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// Some of it is missing, or changed.
    #[error("the file of endings is damaged: its checksum does not fit")]
    Damaged,
    /// There cannot be such endings.
    #[error(transparent)]
    Endings(#[from] EndingsError),
    /// Not all of them are solved.
    #[error("the endings are not complete")]
    Incomplete,
}

const MAGIC: &[u8; 16] = b"henge endings 1\n";

/// Bytes are summed as they come, eight at a time; parts of a table are multiples of eight long.
struct Sum(u64);

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix64(self.0 ^ u64::from_le_bytes(word)).wrapping_add(chunk.len() as u64);
        }
    }
}

/// The tables of a file in their order.
fn order(most_pieces: u32) -> impl Iterator<Item = Material> {
    (2..=most_pieces).flat_map(Material::all).flat_map(|material| {
        let turned = Some(material.turned()).filter(|&turned| turned != material);
        [Some(material), turned].into_iter().flatten()
    })
}

impl<W: Word> Endings<W> {
    /// Writes all endings.
    ///
    /// ```text
    /// "henge endings 1\n", length of the variant's name (1), the name, most pieces (1),
    /// the tables, a sum (8)
    /// ```
    pub fn write(&self, mut to: impl Write) -> Result<(), FileError> {
        let name = self.game.rules().variant.to_string();
        let mut sum = Sum(0);
        let mut put = |bytes: &[u8]| {
            sum.add(bytes);
            to.write_all(bytes)
        };
        put(MAGIC)?;
        put(&[name.len() as u8])?;
        put(name.as_bytes())?;
        put(&[self.most_pieces as u8])?;
        for material in order(self.most_pieces) {
            put(self.tables.get(&material).ok_or(FileError::Incomplete)?)?;
        }
        let sum = sum.0;
        to.write_all(&sum.to_le_bytes())?;
        Ok(to.flush()?)
    }

    /// Reads endings of this variant.
    pub fn read(game: &Draughts<W>, mut from: impl Read) -> Result<Endings<W>, FileError> {
        let mut sum = Sum(0);
        let mut take = |bytes: &mut [u8]| {
            from.read_exact(bytes).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => FileError::Damaged,
                _ => error.into(),
            })?;
            sum.add(bytes);
            Ok::<(), FileError>(())
        };
        let (mut magic, mut length) = ([0; MAGIC.len()], [0]);
        match take(&mut magic) {
            Ok(()) if magic == *MAGIC => {}
            Ok(()) | Err(FileError::Damaged) => return Err(FileError::Foreign),
            Err(error) => return Err(error),
        }
        take(&mut length)?;
        let mut name = vec![0; length[0].into()];
        take(&mut name)?;
        let (found, expected) =
            (String::from_utf8_lossy(&name).into_owned(), game.rules().variant.to_string());
        if found != expected {
            return Err(FileError::OtherVariant { found, expected });
        }
        take(&mut length)?;
        let mut endings = Endings::new(game, length[0].into()).map_err(|_| FileError::Damaged)?;
        for material in order(endings.most_pieces) {
            // What is not there is not asked for: a short file must not take much memory.
            let mut table = Vec::new();
            let mut left = endings.places.size(material);
            while left > 0 {
                let (begin, part) = (table.len(), left.min(1 << 20));
                table.resize(begin + part, 0);
                take(&mut table[begin..])?;
                left -= part;
            }
            endings.tables.insert(material, Arc::from(table));
        }
        let told = sum.0;
        let mut last = [0; 8];
        from.read_exact(&mut last).map_err(|_| FileError::Damaged)?;
        let over = from.read(&mut [0])? == 0;
        if told != u64::from_le_bytes(last) || !over {
            return Err(FileError::Damaged);
        }
        Ok(endings)
    }
}
