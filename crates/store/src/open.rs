//! Opening the file: first looking, then touching.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::StoreError;

/// In their order; the number of those that were run is the file's `user_version`. What is here is
/// never changed, only added to.
const MIGRATIONS: &[&str] =
    &[include_str!("migrations/0001_games.sql"), include_str!("migrations/0002_analysis.sql")];

/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(3);

/// "HENG" as a number, in the header of the file: a database of something else is not ours.
const APPLICATION: i64 = 0x4845_4E47;

/// A connection that writes, to a file that was checked and brought up to date.
pub fn open(path: &Path) -> Result<Connection, StoreError> {
    let unusable = |why: String| StoreError::Unusable { path: path.into(), why };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
    }
    let mut connection = again(path)?;
    let explain = |error| explain(path, error);
    check(&connection, path).map_err(|fault| match fault {
        Checked::Sqlite(error) => explain(error),
        Checked::Store(error) => error,
    })?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(explain)?;
    migrate(&mut connection).map_err(explain)?;
    Ok(connection)
}

/// Another connection to a file that is open already.
pub fn again(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| StoreError::Unusable { path: path.into(), why: error.to_string() })?;
    let set = || {
        connection.busy_timeout(PATIENCE)?;
        // A move that was answered is on disk, also when the power fails.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)
    };
    set().map_err(|error| explain(path, error))?;
    Ok(connection)
}

fn explain(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Damaged { path: path.into(), why: error.to_string() }
        }
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::SystemIoFailure) => {
            StoreError::Unusable { path: path.into(), why: error.to_string() }
        }
        _ => error.into(),
    }
}

enum Checked {
    Sqlite(rusqlite::Error),
    Store(StoreError),
}

impl From<rusqlite::Error> for Checked {
    fn from(error: rusqlite::Error) -> Checked {
        Checked::Sqlite(error)
    }
}

/// Reads, and changes nothing.
fn check(connection: &Connection, path: &Path) -> Result<(), Checked> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get(0));
    let version: i64 = number("user_version")?;
    let application: i64 = number("application_id")?;
    let known = MIGRATIONS.len() as i64;
    let damaged = |why: String| Checked::Store(StoreError::Damaged { path: path.into(), why });
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && application != APPLICATION {
        return Err(damaged("it is a database of another program".into()));
    }
    if version > known {
        return Err(Checked::Store(StoreError::Newer { path: path.into(), found: version, known }));
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(damaged(verdict));
    }
    Ok(())
}

fn migrate(connection: &mut Connection) -> Result<(), rusqlite::Error> {
    // Another program may do the same at this moment: who comes second finds nothing to do.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for migration in MIGRATIONS.iter().skip(version as usize) {
        transaction.execute_batch(migration)?;
    }
    if version < MIGRATIONS.len() as i64 {
        transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
    }
    transaction.commit()
}
