use std::path::PathBuf;

use thiserror::Error;

/// Why games cannot be read or kept.
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
    /// More changes wait than the disk can take.
    #[error("too many changes wait for the disk")]
    Busy,
    /// A game of that name is there, or is not, or is not where the change thinks it is.
    #[error("the saved game does not fit the change: {0}")]
    Conflict(&'static str),
    /// The store is shut.
    #[error("the saved games are closed")]
    Closed,
    /// Whatever else SQLite says.
    #[error("the saved games: {0}")]
    Sqlite(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => StoreError::Locked,
            _ => StoreError::Sqlite(error.to_string()),
        }
    }
}
