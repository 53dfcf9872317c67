//! Opening the file: first looking, then touching.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use tempfile::TempDir;

use crate::StoreError;

/// In their order; the number of those that were run is the file's `user_version`. What is here is
/// never changed, only added to.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_games.sql"),
    include_str!("migrations/0002_analysis.sql"),
    include_str!("migrations/0003_sequence.sql"),
    include_str!("migrations/0004_rules.sql"),
    include_str!("migrations/0005_problems.sql"),
];

/// "HENG" as a number, in the header of the file: a database of something else is not ours.
const APPLICATION: i64 = 0x4845_4E47;

/// How the file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How long to wait for another program that writes.
    pub patience: Duration,
    /// The most pages of 4 KiB the file may have, as on a small disk.
    pub most_pages: Option<u32>,
}

impl Default for Options {
    fn default() -> Options {
        Options { patience: Duration::from_secs(3), most_pages: None }
    }
}

impl Options {
    /// Waits this long for other programs.
    pub fn with_patience(self, patience: Duration) -> Options {
        Options { patience, ..self }
    }

    /// Lets the file grow so far.
    pub fn with_most_pages(self, pages: u32) -> Options {
        Options { most_pages: Some(pages), ..self }
    }
}

/// A connection that writes, to a file that was checked and brought up to date.
pub fn open(path: &Path, options: Options) -> Result<Connection, StoreError> {
    let unusable = |why: String| StoreError::Unusable { path: path.into(), why };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
    }
    let mut connection = again(path, options)?;
    let explain = |error| explain(path, error);
    let version = check(&connection, path)?;
    // SQLite opens what it cannot write, and says so only when it has to.
    if connection.is_readonly("main").map_err(explain)? {
        return Err(unusable("the file is read-only".into()));
    }
    if version < MIGRATIONS.len() as i64 {
        if version > 0 {
            keep_copy(&connection, path, version).map_err(explain)?;
        }
        migrate(&mut connection).map_err(explain)?;
    }
    // Last, since it writes to the file even when nothing else does.
    connection.pragma_update(None, "journal_mode", "WAL").map_err(explain)?;
    Ok(connection)
}

/// Another connection to a file that is open already.
pub fn again(path: &Path, options: Options) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = connect(path, flags, options)?;
    let set = || {
        // A move that was answered is on disk, also when the power fails.
        connection.pragma_update(None, "synchronous", "FULL")?;
        if let Some(pages) = options.most_pages {
            connection.pragma_update(None, "max_page_count", pages)?;
        }
        connection.pragma_update(None, "foreign_keys", true)
    };
    set().map_err(|error| explain(path, error))?;
    Ok(connection)
}

fn connect(path: &Path, flags: OpenFlags, options: Options) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| StoreError::Unusable { path: path.into(), why: error.to_string() })?;
    connection.busy_timeout(options.patience).map_err(|error| explain(path, error))?;
    Ok(connection)
}

/// A connection that only reads, to a file that cannot be written, and the folder of the copy that it
/// reads, where the file itself cannot be used.
pub fn read_only(
    path: &Path,
    options: Options,
) -> Result<(Connection, Option<TempDir>), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let ready = |connection: Result<Connection, StoreError>| {
        let connection = connection?;
        let version = check(&connection, path)?;
        Ok((connection, version == MIGRATIONS.len() as i64))
    };
    // A reader of a file that others write needs the files beside it, or a folder to make them in.
    let plain = ready(connect(path, flags, options));
    if let Ok((connection, true)) = plain {
        return Ok((connection, None));
    }
    // Without them the file alone is all there is, and nobody changes it.
    let journal = beside(path, "-wal");
    let has_journal = journal.metadata().is_ok_and(|file| file.len() > 0);
    if !has_journal && plain.is_err() {
        let uri = PathBuf::from(uri(path) + "?immutable=1");
        let alone = connect(&uri, flags | OpenFlags::SQLITE_OPEN_URI, options);
        if let Ok((connection, true)) = ready(alone) {
            return Ok((connection, None));
        }
    }
    match plain {
        // These do not become better by being copied.
        Err(
            error @ (StoreError::Newer { .. } | StoreError::Damaged { .. } | StoreError::Locked),
        ) => Err(error),
        // Changes that only the journal holds, or an old form: a copy can be put in order.
        _ => {
            let unusable = |error: std::io::Error| StoreError::Unusable {
                path: path.into(),
                why: error.to_string(),
            };
            let folder = tempfile::tempdir().map_err(unusable)?;
            let copy = folder.path().join("henge.db");
            std::fs::copy(path, &copy).map_err(unusable)?;
            writable(&copy).map_err(unusable)?;
            if has_journal {
                let copy = beside(&copy, "-wal");
                std::fs::copy(&journal, &copy).map_err(unusable)?;
                writable(&copy).map_err(unusable)?;
            }
            Ok((open(&copy, options)?, Some(folder)))
        }
    }
}

/// A copy has the permissions of the original, and is ours to change.
fn writable(path: &Path) -> std::io::Result<()> {
    let mut permissions = std::fs::metadata(path)?.permissions();
    #[cfg(unix)]
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o600);
    #[cfg(not(unix))]
    permissions.set_readonly(false);
    std::fs::set_permissions(path, permissions)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// A path as SQLite reads it where it comes with options.
fn uri(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.iter().fold("file:".to_string(), |uri, &byte| match byte {
        b'/' | b'.' | b'-' | b'_' => uri + &char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => uri + &char::from(byte).to_string(),
        _ => uri + &format!("%{byte:02X}"),
    })
}

fn explain(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Damaged { path: path.into(), why: error.to_string() }
        }
        Some(
            ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied
            | ErrorCode::SystemIoFailure,
        ) => StoreError::Unusable { path: path.into(), why: error.to_string() },
        _ => error.into(),
    }
}

/// Reads, and changes nothing; returns the version.
fn check(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let explain = |error| explain(path, error);
    let number = |pragma: &str| {
        connection.pragma_query_value(None, pragma, |row| row.get(0)).map_err(explain)
    };
    let version: i64 = number("user_version")?;
    let application: i64 = number("application_id")?;
    let known = MIGRATIONS.len() as i64;
    let damaged = |why: String| StoreError::Damaged { path: path.into(), why };
    let ask = |sql: &str| connection.query_row(sql, [], |row| row.get(0)).map_err(explain);
    let tables: i64 = ask("SELECT count(*) FROM sqlite_schema")?;
    if tables > 0 && application != APPLICATION {
        return Err(damaged("it is a database of another program".into()));
    }
    if version > known {
        return Err(StoreError::Newer { path: path.into(), found: version, known });
    }
    if let Some(fault) = faults(connection).map_err(explain)? {
        return Err(damaged(fault));
    }
    let found = schema(connection).map_err(explain)?;
    let expected = schema_of(version).map_err(explain)?;
    match expected.iter().find(|part| !found.contains(*part)) {
        None => Ok(version),
        Some((table, column)) => Err(damaged(format!("{table}.{column} is missing"))),
    }
}

/// All tables with their columns.
fn schema(connection: &Connection) -> rusqlite::Result<BTreeSet<(String, String)>> {
    let mut statement = connection.prepare(
        "SELECT part.name, info.name FROM sqlite_schema AS part, pragma_table_info(part.name) AS info",
    )?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// What a file of that version has at the least.
fn schema_of(version: i64) -> rusqlite::Result<BTreeSet<(String, String)>> {
    let fresh = Connection::open_in_memory()?;
    for migration in MIGRATIONS.iter().take(version as usize) {
        fresh.execute_batch(migration)?;
    }
    schema(&fresh)
}

/// What is wrong with the file as a whole. A value that is not of its kind (`non-TEXT value in
/// moves.text`) is the fault of one game, which is found when that game is read.
fn faults(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let mut statement = connection.prepare("PRAGMA integrity_check(1000)")?;
    let verdicts = statement.query_map([], |row| row.get::<_, String>(0))?;
    for verdict in verdicts {
        let verdict = verdict?;
        if verdict != "ok" && !verdict.contains(" value in ") {
            return Ok(Some(verdict));
        }
    }
    Ok(None)
}

/// Keeps the file as it is beside it, as `henge.db.v2`, before it takes another form: an earlier version of
/// henge cannot read that.
fn keep_copy(connection: &Connection, path: &Path, version: i64) -> rusqlite::Result<()> {
    let copy = beside(path, &format!(".v{version}"));
    if copy.exists() {
        return Ok(());
    }
    // Whole, or not there: the name comes last.
    let part = beside(&copy, &format!(".part{}", std::process::id()));
    let _ = std::fs::remove_file(&part);
    connection.execute("VACUUM INTO ?1", [part.to_string_lossy()])?;
    std::fs::rename(&part, &copy).map_err(|error| {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CANTOPEN);
        rusqlite::Error::SqliteFailure(code, Some(format!("{}: {error}", copy.display())))
    })
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
