//! Memory that may not be there.

use std::alloc::Layout;
use std::fmt;

use thiserror::Error;

/// The system does not give so much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{} of memory cannot be had", Size(*.bytes))]
pub struct NoMemory {
    /// How many bytes were asked for.
    pub bytes: usize,
}

impl NoMemory {
    /// Finds out whether there are so many bytes, by asking for them and giving them back. So what
    /// cannot fail politely itself need not be tried.
    pub fn unless_there_are(bytes: usize) -> Result<(), NoMemory> {
        let mut memory: Vec<u8> = Vec::new();
        memory.try_reserve_exact(bytes).map_err(|_| NoMemory { bytes })
    }

    /// Ends the program, as whatever needs memory and cannot do without it does.
    pub fn give_up<T>(self) -> T {
        let layout = Layout::array::<u8>(self.bytes).unwrap_or(Layout::new::<u8>());
        std::alloc::handle_alloc_error(layout)
    }
}

/// Bytes in the largest unit that tells enough.
struct Size(usize);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
        let (mut size, mut unit) = (self.0, 0);
        while size >= 1 << 13 && unit + 1 < UNITS.len() {
            (size, unit) = (size.div_ceil(1 << 10), unit + 1);
        }
        write!(f, "{size} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_told() {
        assert_eq!(NoMemory::unless_there_are(1 << 10), Ok(()));
        let error = NoMemory::unless_there_are(usize::MAX / 4).unwrap_err();
        assert_eq!(error.to_string(), "4194304 TiB of memory cannot be had");
        let say = |bytes| NoMemory { bytes }.to_string();
        assert_eq!(say(1 << 36), "64 GiB of memory cannot be had");
        assert_eq!(say((1 << 36) + 1), "65 GiB of memory cannot be had");
        assert_eq!(say(256 << 20), "256 MiB of memory cannot be had");
    }
}
