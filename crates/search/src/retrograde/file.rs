use std::io::{self, Read, Write};

use henge_core::Enumerate;
use thiserror::Error;

use super::{Codes, RetrogradeTable};

/// Why a file is not the table that was asked for. Nothing of it is used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It could not be read.
    #[error("the table cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It begins with something else.
    #[error("this is not a table of positions: it does not begin with \"henge table\"")]
    NotATable,
    /// It comes from another version of henge.
    #[error("the table has version {found}, not {VERSION}; build it again")]
    Version {
        /// What the file says.
        found: u32,
    },
    /// It ends too soon.
    #[error("the table is cut: bytes are missing at its end")]
    Cut,
    /// It goes on too long.
    #[error("the table is too long: there are bytes after its end")]
    TooLong,
    /// The sum does not fit.
    #[error("the table was altered: its checksum does not fit; build it again")]
    Altered,
    /// It is of another game.
    #[error("this is a table of {found}, not of {expected}")]
    OtherGame {
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// It is of another size, or counts other points.
    #[error("the table has {found} positions, not {expected}")]
    OtherSize {
        /// What the file says.
        found: u64,
        /// What the game says.
        expected: u64,
    },
}

const MAGIC: &[u8; 12] = b"henge table\n";
const VERSION: u32 = 1;
/// Magic, version, bytes an entry, most points, length of the name, number of entries.
const HEADER: usize = 12 + 4 + 1 + 1 + 2 + 8;

impl RetrogradeTable {
    /// Writes the file: a header, the name of the game, an entry for each position, and the BLAKE3
    /// sum of all that. Numbers have their lowest byte first.
    ///
    /// ```text
    /// 0..12   "henge table\n"      18..20  length of the name
    /// 12..16  version              20..28  number of entries
    /// 16      bytes an entry       28..    name, entries, 32 bytes of sum
    /// 17      most points
    /// ```
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let name = self.game.as_bytes();
        let length = u16::try_from(name.len())
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "the name is too long"))?;
        let mut head = Vec::with_capacity(HEADER + name.len());
        head.extend(MAGIC);
        head.extend(VERSION.to_le_bytes());
        head.push(if matches!(self.codes, Codes::Narrow(_)) { 1 } else { 2 });
        head.push(self.most_points);
        head.extend(length.to_le_bytes());
        head.extend(self.n_positions().to_le_bytes());
        head.extend(name);
        let mut sum = blake3::Hasher::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            to.write_all(bytes)
        };
        put(&head)?;
        match &self.codes {
            Codes::Narrow(codes) => put(codes)?,
            Codes::Wide(codes) => {
                for codes in codes.chunks(1 << 12) {
                    let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
                    put(&bytes)?;
                }
            }
        }
        let sum = sum.finalize();
        to.write_all(sum.as_bytes())?;
        to.flush()
    }

    /// Reads the table of `game` with this `name`, and refuses every other file. No more memory is
    /// used than the game's own table needs, whatever the file says.
    pub fn read<G: Enumerate>(
        game: &G,
        name: &str,
        mut from: impl Read,
    ) -> Result<RetrogradeTable, ReadError> {
        let mut sum = blake3::Hasher::new();
        let mut head = [0; HEADER];
        let got = fill(&mut from, &mut head)?;
        let begins = got.min(MAGIC.len());
        if head[..begins] != MAGIC[..begins] || got == 0 {
            return Err(ReadError::NotATable);
        }
        if got < HEADER {
            return Err(ReadError::Cut);
        }
        sum.update(&head);
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[at + i]));
        let found = word(12);
        if found != VERSION {
            return Err(ReadError::Version { found });
        }
        let (width, most_points) = (usize::from(head[16]), head[17]);
        let length = usize::from(u16::from_le_bytes([head[18], head[19]]));
        let count = u64::from(word(20)) | u64::from(word(24)) << 32;
        let expected = game.n_positions();
        let points_fit = most_points == G::MOST_POINTS && (1..=2).contains(&width);
        let n = usize::try_from(count).ok().filter(|_| count == expected && points_fit);
        let Some(n) = n else {
            return Err(ReadError::OtherSize { found: count, expected });
        };
        let mut found = vec![0; length];
        whole(&mut from, &mut found, &mut sum)?;
        if found != name.as_bytes() {
            let found = String::from_utf8_lossy(&found).into_owned();
            return Err(ReadError::OtherGame { found, expected: name.into() });
        }
        let codes = if width == 1 {
            let mut codes = vec![0; n];
            whole(&mut from, &mut codes, &mut sum)?;
            Codes::Narrow(codes)
        } else {
            let mut codes = Vec::with_capacity(n);
            let mut bytes = vec![0; 1 << 13];
            while codes.len() < n {
                let part = &mut bytes[..(2 * (n - codes.len())).min(1 << 13)];
                whole(&mut from, part, &mut sum)?;
                codes.extend(part.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
            }
            Codes::Wide(codes)
        };
        let mut told = [0; 32];
        if fill(&mut from, &mut told)? < told.len() {
            return Err(ReadError::Cut);
        }
        if *sum.finalize().as_bytes() != told {
            return Err(ReadError::Altered);
        }
        if fill(&mut from, &mut [0])? > 0 {
            return Err(ReadError::TooLong);
        }
        Ok(RetrogradeTable { game: name.into(), most_points, codes })
    }
}

/// Reads until the buffer is full or there is no more.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < buffer.len() {
        match from.read(&mut buffer[got..]) {
            Ok(0) => break,
            Ok(n) => got += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}

/// The same for what must be there, and is part of the sum.
fn whole(
    from: &mut impl Read,
    buffer: &mut [u8],
    sum: &mut blake3::Hasher,
) -> Result<(), ReadError> {
    if fill(from, buffer)? < buffer.len() {
        return Err(ReadError::Cut);
    }
    sum.update(buffer);
    Ok(())
}
