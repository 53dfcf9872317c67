//! Saved games: one SQLite file that any SQLite tool opens.
//!
//! Changes go to one thread, which writes all that have come in the meantime in one transaction and
//! tells each sender when its change is on disk. So hundreds of games can move at once although
//! every move waits for the disk.
//!
//! Several programs may have the file open at the same time. Every change of a game says which version
//! it continues, and is refused if another program was faster: what one program was told to be on disk
//! is never overwritten by another that does not know of it.

mod error;
mod game;
mod keeper;
mod open;
mod read;
mod records;
mod shelf;
mod write;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use tempfile::TempDir;

pub use error::StoreError;
pub use game::{
    Change, Continuation, Listed, Owner, SavedGame, SavedSeat, Source, Step, Summary, Tally,
    Wanted, damage_note, now_ms,
};
pub use henge_table::Clocks;
pub use keeper::{Keeper, Kept};
pub use open::Options;
pub use records::{dice_seed, fresh_id};
pub use shelf::Shelf;
use writer::Writer;

/// The saved games.
pub struct Store {
    reader: Mutex<Connection>,
    access: Access,
}

/// Whether there is somebody who writes.
enum Access {
    Full(Writer),
    /// Why not, and the copy that is read instead, if one was needed.
    ReadOnly {
        path: PathBuf,
        why: String,
        _copy: Option<TempDir>,
    },
}

impl Store {
    /// Opens the file to read and write, or makes it. A file that cannot be used is left as it is.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_with(path, Options::default())
    }

    /// The same, as the options say.
    pub fn open_with(path: &Path, options: Options) -> Result<Store, StoreError> {
        let writer = open::open(path, options)?;
        let reader = open::again(path, options)?;
        Ok(Store { reader: Mutex::new(reader), access: Access::Full(Writer::start(writer)?) })
    }

    /// Opens the file only to be read. Neither it nor its folder need be writable.
    pub fn open_read_only(path: &Path, why: impl Into<String>) -> Result<Store, StoreError> {
        let (reader, copy) = open::read_only(path, Options::default())?;
        let access = Access::ReadOnly { path: path.into(), why: why.into(), _copy: copy };
        Ok(Store { reader: Mutex::new(reader), access })
    }

    /// Opens the file to read and write, or, if it is there and cannot be written, to be read.
    pub fn open_or_read(path: &Path, options: Options) -> Result<Store, StoreError> {
        match Store::open_with(path, options) {
            Err(error @ (StoreError::Unusable { .. } | StoreError::Full)) if path.is_file() => {
                let why = match &error {
                    StoreError::Unusable { why, .. } => why.clone(),
                    _ => "the disk is full".into(),
                };
                Store::open_read_only(path, why).map_err(|_| error)
            }
            opened => opened,
        }
    }

    /// Why the games can only be read, if that is so.
    pub fn read_only(&self) -> Option<StoreError> {
        match &self.access {
            Access::Full(_) => None,
            Access::ReadOnly { path, why, .. } => {
                Some(StoreError::ReadOnly { path: path.clone(), why: why.clone() })
            }
        }
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
        match &self.access {
            Access::Full(writer) => writer.send(change, Box::new(done)),
            Access::ReadOnly { path, why, .. } => {
                Err(StoreError::ReadOnly { path: path.clone(), why: why.clone() })
            }
        }
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

    /// The newest games, those that changed last first, whatever the clock said then; only those that
    /// are not over, if so wanted. Those that are damaged are named apart.
    pub fn list(&self, unfinished_only: bool, most: usize) -> Result<Listed, StoreError> {
        let over = unfinished_only.then_some(false);
        self.search(&Wanted { over, most, ..Wanted::default() })
    }

    /// The games that are wanted, those that changed last first. Those that are damaged are named apart.
    pub fn search(&self, wanted: &Wanted) -> Result<Listed, StoreError> {
        read::list(&self.reader(), wanted)
    }

    /// How many games are wanted, however many of them are passed over or too many.
    pub fn count(&self, wanted: &Wanted) -> Result<usize, StoreError> {
        read::count(&self.reader(), wanted)
    }

    /// How people have done against bots, game by game and bot by bot.
    pub fn tallies(&self) -> Result<Vec<Tally>, StoreError> {
        read::tallies(&self.reader())
    }

    /// With which moves saved games of this name went on that began with these moves from this position; the
    /// commonest come first.
    pub fn continuations(
        &self,
        game: &str,
        setup: Option<&str>,
        moves: &[String],
    ) -> Result<Vec<Continuation>, StoreError> {
        read::continuations(&self.reader(), game, setup, moves)
    }

    /// The versions of these games, as far as they are there.
    pub fn versions(&self, ids: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
        read::versions(&self.reader(), ids)
    }

    /// The rules that somebody has brought along under this name.
    pub fn rules(&self, name: &str) -> Result<Option<String>, StoreError> {
        read::rules(&self.reader(), name)
    }

    /// The tries at the problems of a game, the oldest first: which problem, and whether the move was found.
    pub fn attempts(&self, game: &str) -> Result<Vec<(String, bool)>, StoreError> {
        read::attempts(&self.reader(), game)
    }

    /// An engine's answer to a question, if it was allowed to think at least this long.
    pub fn answer(&self, question: &[u8], time_ms: u64) -> Result<Option<String>, StoreError> {
        read::answer(&self.reader(), question, time_ms)
    }
}
