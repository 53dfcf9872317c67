//! How many files the process may open. A connection is one of them.

/// The most that is counted on, however many the system allows.
const MOST: usize = 1 << 20;
/// What is taken where the system does not tell.
#[cfg(not(unix))]
const USUAL: usize = 4096;

/// Raises the limit as far as the system lets us, and says what it is then.
#[cfg(unix)]
pub fn open_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        // If this is not possible, the old limit stands.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }
    let current = getrlimit(Resource::Nofile).current;
    current.map_or(MOST, |files| usize::try_from(files).unwrap_or(MOST)).min(MOST)
}

/// What may be open at once.
#[cfg(not(unix))]
pub fn open_files() -> usize {
    USUAL.min(MOST)
}
