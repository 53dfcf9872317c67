use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::ArenaError;
use crate::job::Played;
use crate::plan::Plan;

/// The first line begins so; a number for the form of the file follows, and the plan.
const HEAD: &str = "henge-arena 1 ";
/// After its checksum, a line with this prefix lists damaged lines that were already reported.
const SEEN: &str = "damaged ";
/// So many games are written to the disk together, or what has come within so long.
const GROUP: usize = 32;
const PATIENCE: Duration = Duration::from_secs(2);

/// A file with a line for every finished game, to which lines are only added: nothing in it is ever
/// changed or cut off. Every line carries a checksum. A damaged one costs its game, which is played
/// again, and no other; it stays where it is, and a line behind it says that it was seen.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    fingerprint: String,
    known: BTreeMap<u64, Played>,
    /// The numbers of damaged lines that were not seen before.
    damaged: Vec<usize>,
    unsynced: usize,
    last_sync: Instant,
}

/// What a line holds.
enum Entry {
    Game(Box<Played>),
    /// These lines are damaged, and somebody was told.
    Seen(Vec<usize>),
}

impl Journal {
    /// Opens the journal of a plan, or begins one.
    pub fn open(path: &Path, plan: &Plan) -> Result<Journal, ArenaError> {
        let fingerprint = plan.fingerprint();
        let name = path.display().to_string();
        let fault = |error| ArenaError::Journal { file: name.clone(), error };
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let message = "this is not an ordinary file, as a journal has to be".into();
            return Err(ArenaError::OtherJournal { file: name, message });
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let mut journal = Journal {
            path: path.into(),
            file: file.map_err(fault)?,
            fingerprint,
            known: BTreeMap::new(),
            damaged: Vec::new(),
            unsynced: 0,
            last_sync: Instant::now(),
        };
        journal.lock()?;
        let mut bytes = Vec::new();
        journal.file.read_to_end(&mut bytes).map_err(fault)?;
        let to_add = journal.read(&bytes)?;
        journal.begin(&to_add).map_err(fault)?;
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

    /// Stands ready to write behind what is there.
    fn begin(&mut self, to_add: &str) -> io::Result<()> {
        self.file.write_all(to_add.as_bytes())?;
        self.file.sync_all()?;
        henge_files::sync_folder(&self.path)
    }

    fn head(&self) -> String {
        format!("{HEAD}{}\n", self.fingerprint)
    }

    /// Takes the lines that are whole, and says what is to be written before the next game.
    fn read(&mut self, bytes: &[u8]) -> Result<String, ArenaError> {
        let head = self.head();
        // A file that was cut off within its first line holds nothing yet.
        if head.as_bytes().starts_with(bytes) && bytes.len() < head.len() {
            return Ok(head[bytes.len()..].to_string());
        }
        let (mut damaged, mut seen) = (BTreeSet::new(), BTreeSet::new());
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            match self.read_line(line) {
                Some(Entry::Game(played)) => _ = self.known.insert(played.number, *played),
                Some(Entry::Seen(lines)) => seen.extend(lines),
                None if number == 1 && line == head.as_bytes() => {}
                None => _ = damaged.insert(number),
            }
        }
        // The checksums are those of this plan. If any is right, only the first line is damaged.
        if self.known.is_empty() && damaged.contains(&1) {
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

    /// Why a file is not the journal of this plan.
    fn foreign(&self, bytes: &[u8]) -> ArenaError {
        if !bytes.starts_with(HEAD.as_bytes()) {
            return self.other(
                "this is not the journal of a contest; name a new file, or one to go on with",
            );
        }
        self.other(
            "it belongs to a contest with other players, games, openings, limits or another seed; \
             name a new file, or call as you did when it began",
        )
    }

    fn read_line(&self, line: &[u8]) -> Option<Entry> {
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
            None => Played::read(text).map(|played| Entry::Game(Box::new(played))),
        }
    }

    fn line(&self, text: &str) -> String {
        format!("{} {text}\n", self.checksum(text))
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

    /// How many games it held when it was opened.
    pub fn n_found(&self) -> usize {
        self.known.len()
    }

    /// What to tell of damaged lines that have been skipped, if there are any that nobody was told of.
    pub fn damage(&self) -> Option<String> {
        let numbers: Vec<String> = self.damaged.iter().map(usize::to_string).collect();
        let file = self.path.display();
        match &numbers[..] {
            [] => None,
            [line] => Some(format!(
                "journal {file}: 1 damaged line was skipped (line {line}); its game is played again, \
                 and the line stays in the file"
            )),
            lines => Some(format!(
                "journal {file}: {} damaged lines were skipped ({}); their games are played again, and \
                 the lines stay in the file",
                lines.len(),
                few(lines)
            )),
        }
    }

    /// Adds a finished game.
    pub(crate) fn add(&mut self, played: &Played) -> Result<(), ArenaError> {
        let line = self.line(&played.write());
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

/// Numbers of lines for a message, of many only the first.
fn few(lines: &[String]) -> String {
    match lines {
        [first @ .., last] if first.len() < 10 => format!("lines {} and {last}", first.join(", ")),
        _ => format!("lines {} and others", lines[..10].join(", ")),
    }
}
