//! Memory that may not be there.

use std::alloc::Layout;
use std::fmt;
use std::hint::black_box;

use bytemuck::Zeroable;
use thiserror::Error;

/// The system does not give so much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{} of memory cannot be had", Size(*.bytes))]
pub struct NoMemory {
    /// How many bytes were asked for.
    pub bytes: usize,
}

impl NoMemory {
    /// Finds out whether there are this many bytes, by asking for them and giving them back. So what
    /// cannot fail politely itself need not be tried.
    pub fn unless_there_are(bytes: usize) -> Result<(), NoMemory> {
        let mut memory: Vec<u8> = Vec::new();
        memory.try_reserve_exact(bytes).map_err(|_| NoMemory { bytes })?;
        // Or the compiler would see that nobody uses it, and not ask.
        black_box(memory);
        Ok(())
    }

    /// Ends the program, as whatever needs memory and cannot do without it does.
    pub fn give_up<T>(self) -> T {
        let layout = Layout::array::<u8>(self.bytes).unwrap_or(Layout::new::<u8>());
        std::alloc::handle_alloc_error(layout)
    }
}

/// This many zeros, if there is memory for them. They cost nothing until they are touched: the system
/// hands out pages of zeros then.
pub fn zeros<T: Zeroable>(n: usize) -> Result<Vec<T>, NoMemory> {
    let bytes = n.saturating_mul(size_of::<T>());
    bytemuck::try_zeroed_vec(n).map_err(|()| NoMemory { bytes })
}

/// What a large table leaves to everybody else: threads that start, and small things.
const SPARE: usize = 96 << 20;

/// The same for a table that is to be emptied: with the first of some sizes for which there is memory,
/// as somebody else may have taken what the old table has just given back. A large one does not take the last
/// of it: where small things find no memory, the program ends.
pub fn zeros_of_some<T: Zeroable>(sizes: impl IntoIterator<Item = usize>) -> Vec<T> {
    let mut least = NoMemory { bytes: 0 };
    let found = sizes.into_iter().find_map(|n| {
        let table = zeros(n).map_err(|error| least = error).ok()?;
        let large = n.saturating_mul(size_of::<T>()) > 1 << 20;
        (!large || zeros::<u8>(SPARE).is_ok()).then_some(table)
    });
    found.unwrap_or_else(|| least.give_up())
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
        assert_eq!(zeros::<u64>(1 << 60), Err(NoMemory { bytes: 1 << 63 }));
        assert_eq!(zeros_of_some::<u64>([1 << 60, 3, 2]), [0; 3]);
        let error = NoMemory::unless_there_are(usize::MAX / 4).unwrap_err();
        assert_eq!(error.to_string(), "4194304 TiB of memory cannot be had");
        let say = |bytes| NoMemory { bytes }.to_string();
        assert_eq!(say(1 << 36), "64 GiB of memory cannot be had");
        assert_eq!(say((1 << 36) + 1), "65 GiB of memory cannot be had");
        assert_eq!(say(256 << 20), "256 MiB of memory cannot be had");
    }
}
