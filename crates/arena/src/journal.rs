use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::ArenaError;
use crate::job::Played;
use crate::plan::Plan;

/// The first line begins so; a number for the form of the file follows, and the plan.
const HEAD: &str = "henge-arena 1 ";
/// So many games are written to the disk together, or what has come within so long.
const GROUP: usize = 32;
const PATIENCE: Duration = Duration::from_secs(2);

/// A file with a line for every finished game, to which lines are only added. Every line carries a
/// checksum; a process that dies in the middle of one leaves the lines before it as they are.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    fingerprint: String,
    known: BTreeMap<u64, Played>,
    dropped: usize,
    unsynced: usize,
    last_sync: Instant,
}

impl Journal {
    /// Opens the journal of a plan, or begins one. What stands behind the last whole line is cut
    /// off; those games are played again.
    pub fn open(path: &Path, plan: &Plan) -> Result<Journal, ArenaError> {
        let fingerprint = plan.fingerprint();
        let fault = |error| ArenaError::Journal { file: path.display().to_string(), error };
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut journal = Journal {
            path: path.into(),
            file: file.map_err(fault)?,
            fingerprint,
            known: BTreeMap::new(),
            dropped: 0,
            unsynced: 0,
            last_sync: Instant::now(),
        };
        journal.lock()?;
        let mut bytes = Vec::new();
        journal.file.read_to_end(&mut bytes).map_err(fault)?;
        let good = journal.read(&bytes)?;
        journal.dropped = bytes.len() - good;
        journal.begin(good).map_err(fault)?;
        Ok(journal)
    }

    /// Two processes would write their lines into each other.
    fn lock(&self) -> Result<(), ArenaError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::Error(error)) => Err(self.fault(error)),
            Err(TryLockError::WouldBlock) => Err(self.other("another process is writing to it")),
        }
    }

    /// Cuts off what is not whole and stands ready to write behind the rest.
    fn begin(&mut self, good: usize) -> io::Result<()> {
        self.file.set_len(good as u64)?;
        self.file.seek(SeekFrom::Start(good as u64))?;
        if good == 0 {
            self.file.write_all(self.head().as_bytes())?;
        }
        self.file.sync_all()
    }

    fn head(&self) -> String {
        format!("{HEAD}{}\n", self.fingerprint)
    }

    /// Takes the lines that are whole and says how many bytes they have.
    fn read(&mut self, bytes: &[u8]) -> Result<usize, ArenaError> {
        let head = self.head();
        // A file that was cut off within its first line holds nothing yet.
        if head.as_bytes().starts_with(bytes) && bytes.len() < head.len() {
            return Ok(0);
        }
        if !bytes.starts_with(HEAD.as_bytes()) {
            return Err(self
                .other("this is no journal of a contest; name a new file, or one to go on with"));
        }
        if !bytes.starts_with(head.as_bytes()) {
            return Err(self.other(
                "it belongs to a contest with other players, games, openings, limits or another seed; \
                 name a new file, or call as you did when it began",
            ));
        }
        let mut good = head.len();
        for line in bytes[good..].split_inclusive(|&byte| byte == b'\n') {
            let Some(played) = self.read_line(line) else { break };
            self.known.insert(played.number, played);
            good += line.len();
        }
        Ok(good)
    }

    fn read_line(&self, line: &[u8]) -> Option<Played> {
        let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
        let (sum, text) = text.split_once(' ')?;
        if sum != self.checksum(text) {
            return None;
        }
        Played::read(text)
    }

    /// Of the plan too, so that a line of another contest is none of this one.
    fn checksum(&self, text: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.fingerprint.as_bytes()).update(text.as_bytes());
        hasher.finalize().to_hex()[..16].to_string()
    }

    /// The game of that number, if it is finished.
    pub fn get(&self, number: u64) -> Option<&Played> {
        self.known.get(&number)
    }

    /// How many games it held when it was opened, and how many bytes at its end were no whole line.
    pub fn found(&self) -> (usize, usize) {
        (self.known.len(), self.dropped)
    }

    /// Adds a finished game.
    pub(crate) fn add(&mut self, played: &Played) -> Result<(), ArenaError> {
        let text = played.write();
        let line = format!("{} {text}\n", self.checksum(&text));
        self.file.write_all(line.as_bytes()).map_err(|error| self.fault(error))?;
        self.unsynced += 1;
        if self.unsynced >= GROUP || self.last_sync.elapsed() >= PATIENCE {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), ArenaError> {
        self.file.sync_data().map_err(|error| self.fault(error))?;
        (self.unsynced, self.last_sync) = (0, Instant::now());
        Ok(())
    }

    fn other(&self, message: &str) -> ArenaError {
        ArenaError::OtherJournal { file: self.path.display().to_string(), message: message.into() }
    }

    fn fault(&self, error: io::Error) -> ArenaError {
        ArenaError::Journal { file: self.path.display().to_string(), error }
    }
}
