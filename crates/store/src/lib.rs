//! Saved games: one SQLite file that any SQLite tool opens.
//!
//! Changes go to one thread, which writes all that have come in the meantime in one transaction and
//! tells each sender when its change is on disk. So hundreds of games can move at once although
//! every move waits for the disk. Several programs may have the file open at the same time.

mod error;
mod game;
mod open;
mod read;
mod records;
mod write;
mod writer;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

pub use error::StoreError;
pub use game::{Change, Clocks, Ending, Owner, SavedGame, SavedSeat, Source, Summary, now_ms};
pub use records::{dice_seed, fresh_id};
use writer::Writer;

/// The saved games.
pub struct Store {
    reader: Mutex<Connection>,
    writer: Writer,
}

impl Store {
    /// Opens the file, or makes it. A file that cannot be used is left as it is.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let writer = open::open(path)?;
        let reader = open::again(path)?;
        Ok(Store { reader: Mutex::new(reader), writer: Writer::start(writer)? })
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        // A reader that panicked has changed nothing.
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a change; `done` is called from another thread when it is on disk, or is not.
    pub fn write(
        &self,
        change: Change,
        done: impl FnOnce(Result<(), StoreError>) + Send + 'static,
    ) -> Result<(), StoreError> {
        self.writer.send(change, Box::new(done))
    }

    /// Writes a change and waits until it is on disk.
    pub fn write_now(&self, change: Change) -> Result<(), StoreError> {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        self.write(change, move |result| {
            let _ = sender.send(result);
        })?;
        receiver.recv().map_err(|_| StoreError::Closed)?
    }

    /// A game with all its moves.
    pub fn game(&self, id: &str) -> Result<Option<SavedGame>, StoreError> {
        read::game(&self.reader(), id)
    }

    /// The games whose names begin so; a few at most.
    pub fn find(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        read::find(&self.reader(), prefix)
    }

    /// The newest games, those that changed last first; only those that are not over, if so wanted.
    pub fn list(&self, unfinished_only: bool, most: usize) -> Result<Vec<Summary>, StoreError> {
        read::list(&self.reader(), unfinished_only, most)
    }

    /// An engine's answer to a question, if it was allowed to think at least so long.
    pub fn answer(&self, question: &[u8], time_ms: u64) -> Result<Option<String>, StoreError> {
        read::answer(&self.reader(), question, time_ms)
    }
}
