//! The file of a net.
//!
//! Numbers are little-endian. One part follows the other without a gap:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `henge-nn` |
//! | 4 | the version of this format, 1 |
//! | 4 | the number of inputs |
//! | 4 | the number of layers |
//! | 8 for each layer | its width, and its activation: 0 identity, 1 ReLU, 2 sigmoid |
//! | 4 | the length of the next part |
//! | … | where the net comes from: UTF-8 text for people |
//! | 4 for each parameter | the parameters as IEEE `f32`, in the order that [`net`](super) gives |
//! | 4 | the CRC-32 of all bytes before (the one of zlib and PNG) |
//!
//! A file that is cut off, longer than it should be, damaged, or has a parameter that is no number is
//! refused.

use thiserror::Error;

use super::{Activation, MOST_LAYERS, Net, Shape, ShapeError};

const MAGIC: &[u8; 8] = b"henge-nn";
const VERSION: u32 = 1;

/// Why a file is not a net.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// Something else.
    #[error("not the file of a net: it begins with other bytes than \"henge-nn\"")]
    Magic,
    /// From another time.
    #[error("version {0} of the file of a net; this program reads version {VERSION}")]
    Version(u32),
    /// Cut off.
    #[error("the file ends too early, in {0}")]
    TooShort(&'static str),
    /// Something follows.
    #[error("{0} bytes follow where the file should end")]
    TooLong(usize),
    /// A number that means no activation.
    #[error("layer {layer} has activation {code}; 0 is identity, 1 ReLU, 2 sigmoid")]
    Activation {
        /// Which layer, from 1.
        layer: usize,
        /// What is there.
        code: u32,
    },
    /// Sizes that cannot be.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The text is not UTF-8.
    #[error("where the net comes from is not UTF-8 text")]
    Provenance,
    /// A bit has changed.
    #[error("damaged: the checksum is {found:08x}, and {right:08x} was written")]
    Checksum {
        /// What the bytes give.
        found: u32,
        /// What the file says.
        right: u32,
    },
    /// Not a number, or infinite.
    #[error("parameter {0} is not a finite number")]
    NotFinite(usize),
    /// A net for something else.
    #[error("the net has {found}; {right} is needed")]
    OtherShape {
        /// What it has.
        found: String,
        /// What should be there.
        right: String,
    },
}

impl Net {
    /// The net as a file; `provenance` says where it comes from.
    pub fn to_bytes(&self, provenance: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut number = |n: usize| bytes.extend((n as u32).to_le_bytes());
        number(VERSION as usize);
        number(self.shape.inputs);
        number(self.shape.layers.len());
        for &(width, activation) in &self.shape.layers {
            number(width);
            number(match activation {
                Activation::Identity => 0,
                Activation::Relu => 1,
                Activation::Sigmoid => 2,
            });
        }
        number(provenance.len());
        bytes.extend(provenance.as_bytes());
        bytes.extend(self.parameters.iter().flat_map(|parameter| parameter.to_le_bytes()));
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file: the net, and where it comes from.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Net, String), FileError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(MAGIC.len(), "its first bytes").ok() != Some(&MAGIC[..]) {
            return Err(FileError::Magic);
        }
        match reader.number("the version")? {
            VERSION => {}
            other => return Err(FileError::Version(other)),
        }
        let inputs = reader.number("the number of inputs")? as usize;
        let n_layers = reader.number("the number of layers")? as usize;
        if n_layers > MOST_LAYERS {
            return Err(ShapeError::Layers(n_layers).into());
        }
        let mut layers = Vec::with_capacity(n_layers);
        for layer in 1..=n_layers {
            let width = reader.number("the layers")? as usize;
            let activation = match reader.number("the layers")? {
                0 => Activation::Identity,
                1 => Activation::Relu,
                2 => Activation::Sigmoid,
                code => return Err(FileError::Activation { layer, code }),
            };
            layers.push((width, activation));
        }
        let shape = Shape::new(inputs, layers)?;
        let length = reader.number("where the net comes from")? as usize;
        let text = reader.take(length, "where the net comes from")?;
        let provenance = String::from_utf8(text.to_vec()).map_err(|_| FileError::Provenance)?;
        let parameters = reader.take(4 * shape.n_parameters(), "the parameters")?;
        let sum_at = reader.at;
        let right = reader.number("the checksum")?;
        if reader.at < bytes.len() {
            return Err(FileError::TooLong(bytes.len() - reader.at));
        }
        let found = crc32(&bytes[..sum_at]);
        if found != right {
            return Err(FileError::Checksum { found, right });
        }
        let parameters: Vec<f32> = parameters
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes(four.try_into().expect("chunks of four")))
            .collect();
        if let Some(at) = parameters.iter().position(|parameter| !parameter.is_finite()) {
            return Err(FileError::NotFinite(at));
        }
        Ok((Net::new(shape, parameters)?, provenance))
    }
}

pub(crate) struct Reader<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Reader<'a> {
    pub fn take(&mut self, n: usize, what: &'static str) -> Result<&'a [u8], FileError> {
        let rest = &self.bytes[self.at..];
        let taken = rest.get(..n).ok_or(FileError::TooShort(what))?;
        self.at += n;
        Ok(taken)
    }

    pub fn number(&mut self, what: &'static str) -> Result<u32, FileError> {
        Ok(u32::from_le_bytes(self.take(4, what)?.try_into().expect("four bytes were taken")))
    }
}

/// What a byte does to a checksum.
const SUMS: [u32; 256] = {
    let mut sums = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
            bit += 1;
        }
        sums[byte] = crc;
        byte += 1;
    }
    sums
};

/// The checksum of zlib and PNG (ISO 3309).
pub fn crc32(bytes: &[u8]) -> u32 {
    crc32_on(0, bytes)
}

/// The checksum of what had the checksum `before`, with these bytes behind it.
pub fn crc32_on(before: u32, bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| (crc >> 8) ^ SUMS[usize::from(crc as u8 ^ byte)];
    !bytes.iter().fold(!before, step)
}
