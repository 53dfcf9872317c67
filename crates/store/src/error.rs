use std::path::PathBuf;

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why games cannot be read or saved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A later henge has written it.
    #[error(
        "{}: a newer henge has written this file (version {found}; this one knows {known}); it was \
         left as it is; use the newer henge", .path.display()
    )]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The last version known here.
        known: i64,
    },
    /// It is not what it should be.
    #[error(
        "{}: the file is damaged or no database of henge: {why}; it was left as it is; move it away, \
         or set HENGE_HOME to another folder", .path.display()
    )]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// One game is not what it should be; the others are well.
    #[error("the saved game {id} is damaged: {why}")]
    DamagedGame {
        /// Which game.
        id: String,
        /// What is wrong with it.
        why: String,
    },
    /// Another program keeps it to itself.
    #[error("another program has locked the saved games; close it and try again")]
    Locked,
    /// It cannot be opened or made.
    #[error("{}: {why}", .path.display())]
    Unusable {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It can be read, but not written.
    #[error("{}: the saved games can be read, but not written: {why}", .path.display())]
    ReadOnly {
        /// Which file.
        path: PathBuf,
        /// What the system said to writing.
        why: String,
    },
    /// There is no folder for it.
    #[error("there is no place for saved games: set HENGE_HOME to a folder")]
    NoPlace,
    /// There is no room left.
    #[error("the disk is full; make room on it, and the game is saved again with the next move")]
    Full,
    /// More changes wait than the disk can take.
    #[error("too many changes wait for the disk")]
    Busy,
    /// Another program has changed the game since it was read; nothing was written.
    #[error("another program has changed this game")]
    Changed {
        /// The version that is there now.
        found: u64,
    },
    /// The game is not there; nothing was written.
    #[error("another program has deleted this game")]
    Gone,
    /// The change does not fit the game; nothing was written.
    #[error("the saved game does not fit the change: {0}")]
    Conflict(&'static str),
    /// The store is shut.
    #[error("the saved games are closed")]
    Closed,
    /// Whatever else SQLite says.
    #[error("the saved games: {0}")]
    Sqlite(String),
}

impl StoreError {
    /// Does it concern one change alone, so that others may still be written?
    pub(crate) fn is_of_one_change(&self) -> bool {
        matches!(self, StoreError::Changed { .. } | StoreError::Gone | StoreError::Conflict(_))
    }

    /// What SQLite says about one game.
    pub(crate) fn of_game(id: &str, error: rusqlite::Error) -> StoreError {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
        };
        let corrupt = error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt);
        match error {
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => StoreError::DamagedGame { id: id.into(), why: error.to_string() },
            _ if corrupt => StoreError::DamagedGame { id: id.into(), why: error.to_string() },
            error => error.into(),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked,
            Some(ErrorCode::DiskFull) => StoreError::Full,
            _ => StoreError::Sqlite(error.to_string()),
        }
    }
}
