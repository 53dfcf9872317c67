//! A file of lines that survives what happens to it, whatever its lines say.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::ArenaError;

/// After its checksum, a line with this prefix lists damaged lines that were already reported.
const SEEN: &str = "damaged ";
/// This many lines are written to the disk together, or whatever has come within this time.
const GROUP: usize = 32;
const PATIENCE: Duration = Duration::from_secs(2);

/// What the lines of a file are about.
#[derive(Debug)]
pub(crate) struct Kind {
    /// The first line starts with this; the fingerprint of the call follows.
    pub head: &'static str,
    /// What a line holds, as in "its game is played again".
    pub unit: &'static str,
    /// What to say of a file that is no such file at all.
    pub not_one: &'static str,
    /// What to say of one that belongs to another call.
    pub of_another: &'static str,
}

/// A file to which lines are only added: nothing in it is ever changed or cut off. Every line carries
/// a checksum. A damaged one stays where it is, and a line behind it says that it was seen.
#[derive(Debug)]
pub(crate) struct Lines {
    path: PathBuf,
    file: File,
    kind: &'static Kind,
    fingerprint: String,
    /// The numbers of damaged lines that were not seen before.
    damaged: Vec<usize>,
    unsynced: usize,
    last_sync: Instant,
}

/// What a line holds.
enum Entry {
    /// What was added.
    Taken,
    /// These lines are damaged, and somebody was told.
    Seen(Vec<usize>),
}

impl Lines {
    /// Opens the file of the call with this fingerprint, or begins one. Of two fingerprints the file may
    /// have either, and a new one gets the first. `take` gets the text of each whole line, in their
    /// order, and says whether it can read it.
    pub fn open(
        path: &Path,
        kind: &'static Kind,
        [fingerprint, older]: [String; 2],
        take: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Lines, ArenaError> {
        let name = path.display().to_string();
        let fault = |error| ArenaError::Journal { file: name.clone(), error };
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let message = "this is not an ordinary file, as a journal has to be".into();
            return Err(ArenaError::OtherJournal { file: name, message });
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let mut lines = Lines {
            path: path.into(),
            file: file.map_err(fault)?,
            kind,
            fingerprint,
            damaged: Vec::new(),
            unsynced: 0,
            last_sync: Instant::now(),
        };
        lines.lock()?;
        let mut bytes = Vec::new();
        lines.file.read_to_end(&mut bytes).map_err(fault)?;
        if bytes.starts_with(format!("{}{older}\n", kind.head).as_bytes()) {
            lines.fingerprint = older;
        }
        let to_add = lines.read(&bytes, take)?;
        lines.begin(&to_add).map_err(fault)?;
        Ok(lines)
    }

    /// Two processes would write their lines into each other.
    fn lock(&self) -> Result<(), ArenaError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::Error(error)) => Err(self.fault(error)),
            Err(TryLockError::WouldBlock) => Err(self.other("another process is writing to it")),
        }
    }

    /// Stands ready to write behind what is there.
    fn begin(&mut self, to_add: &str) -> io::Result<()> {
        self.file.write_all(to_add.as_bytes())?;
        self.file.sync_all()?;
        henge_files::sync_folder(&self.path)
    }

    fn head(&self) -> String {
        format!("{}{}\n", self.kind.head, self.fingerprint)
    }

    /// Takes the lines that are whole, and says what is to be written before the next one.
    fn read(
        &mut self,
        bytes: &[u8],
        take: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String, ArenaError> {
        let head = self.head();
        // A file that was cut off within its first line holds nothing yet.
        if head.as_bytes().starts_with(bytes) && bytes.len() < head.len() {
            return Ok(head[bytes.len()..].to_string());
        }
        let (mut damaged, mut seen, mut n_taken) = (BTreeSet::new(), BTreeSet::new(), 0);
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            match self.read_line(line, take) {
                Some(Entry::Taken) => n_taken += 1,
                Some(Entry::Seen(lines)) => seen.extend(lines),
                None if number == 1 && line == head.as_bytes() => {}
                None => _ = damaged.insert(number),
            }
        }
        // The checksums are those of this call. If any is right, only the first line is damaged.
        if n_taken == 0 && damaged.contains(&1) {
            return Err(self.foreign(bytes));
        }
        self.damaged = damaged.difference(&seen).copied().collect();
        let mut to_add = String::new();
        if bytes.last() != Some(&b'\n') {
            to_add.push('\n');
        }
        if !self.damaged.is_empty() {
            let numbers: Vec<String> = self.damaged.iter().map(usize::to_string).collect();
            to_add += &self.line(&format!("{SEEN}{}", numbers.join(" ")));
        }
        Ok(to_add)
    }

    /// Why a file is not the one of this call.
    fn foreign(&self, bytes: &[u8]) -> ArenaError {
        match bytes.starts_with(self.kind.head.as_bytes()) {
            true => self.other(self.kind.of_another),
            false => self.other(self.kind.not_one),
        }
    }

    fn read_line(&self, line: &[u8], take: &mut dyn FnMut(&str) -> bool) -> Option<Entry> {
        // Of the last line only the end may be missing; its checksum says whether it is whole.
        let text = std::str::from_utf8(line).ok()?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        let (sum, text) = text.split_once(' ')?;
        if sum != self.checksum(text) {
            return None;
        }
        match text.strip_prefix(SEEN) {
            Some(numbers) => {
                let numbers = numbers.split(' ').map(|number| number.parse().ok());
                numbers.collect::<Option<_>>().map(Entry::Seen)
            }
            None => take(text).then_some(Entry::Taken),
        }
    }

    fn line(&self, text: &str) -> String {
        format!("{} {text}\n", self.checksum(text))
    }

    /// Of the call too, so that a line of another one is none of this one.
    fn checksum(&self, text: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.fingerprint.as_bytes()).update(text.as_bytes());
        hasher.finalize().to_hex()[..16].to_string()
    }

    /// What to tell of damaged lines that have been skipped, if there are any that nobody was told of.
    pub fn damage(&self) -> Option<String> {
        let numbers: Vec<String> = self.damaged.iter().map(usize::to_string).collect();
        let (file, unit) = (self.path.display(), self.kind.unit);
        match &numbers[..] {
            [] => None,
            [line] => Some(format!(
                "journal {file}: 1 damaged line was skipped (line {line}); its {unit} is played again, \
                 and the line stays in the file"
            )),
            lines => Some(format!(
                "journal {file}: {} damaged lines were skipped ({}); their {unit}s are played again, and \
                 the lines stay in the file",
                lines.len(),
                few(lines)
            )),
        }
    }

    /// Adds a line.
    pub fn add(&mut self, text: &str) -> Result<(), ArenaError> {
        let line = self.line(text);
        self.file.write_all(line.as_bytes()).map_err(|error| self.fault(error))?;
        self.unsynced += 1;
        if self.unsynced >= GROUP || self.last_sync.elapsed() >= PATIENCE {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all lines are on the disk.
    pub fn sync(&mut self) -> Result<(), ArenaError> {
        self.file.sync_data().map_err(|error| self.fault(error))?;
        (self.unsynced, self.last_sync) = (0, Instant::now());
        Ok(())
    }

    /// It belongs to something else.
    pub fn other(&self, message: &str) -> ArenaError {
        ArenaError::OtherJournal { file: self.path.display().to_string(), message: message.into() }
    }

    fn fault(&self, error: io::Error) -> ArenaError {
        ArenaError::Journal { file: self.path.display().to_string(), error }
    }
}

/// Numbers of lines for a message, of many only the first.
fn few(lines: &[String]) -> String {
    match lines {
        [first @ .., last] if first.len() < 10 => format!("lines {} and {last}", first.join(", ")),
        _ => format!("lines {} and others", lines[..10].join(", ")),
    }
}
