//! A file in the making.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::place::{Place, find, folder};

/// So much is written at a time.
const BUFFER: usize = 1 << 16;
/// This many names are tried for a file that does not exist yet.
const TRIES: usize = 16;
/// What stands in the names of files in the making, with [`RANDOM`] digits and [`END`] behind it.
const MARK: &str = ".henge-";
const RANDOM: usize = 16;
const END: &str = ".tmp";

/// Writes a file as a whole: no reader ever sees half of it, and whatever goes wrong leaves the old
/// one. See the [crate] for links, devices, modes and owners.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(bytes)?;
    draft.commit()
}

/// A file that is written bit by bit, and takes its place with [`commit`](Draft::commit). If it is
/// dropped before, nothing has happened; only what a device or a pipe was given cannot be taken back.
#[derive(Debug)]
pub struct Draft(Kind);

#[derive(Debug)]
enum Kind {
    Beside(Beside),
    Device(BufWriter<File>),
    Stdout(io::Stdout),
    Stderr(io::Stderr),
}

impl Draft {
    /// Begins a file that is to stand at `path`.
    pub fn new(path: &Path) -> io::Result<Draft> {
        Ok(Draft(match find(path)? {
            Place::File(target) => Kind::Beside(Beside::new(target)?),
            // Appending: it may be a file of which somebody else has written the beginning.
            Place::Device => {
                let file = OpenOptions::new().append(true).open(path)?;
                Kind::Device(BufWriter::with_capacity(BUFFER, file))
            }
            Place::Stdout => Kind::Stdout(io::stdout()),
            Place::Stderr => Kind::Stderr(io::stderr()),
        }))
    }

    /// Puts the file in its place. When this returns it is on the disk.
    pub fn commit(mut self) -> io::Result<()> {
        self.flush()?;
        match self.0 {
            Kind::Beside(draft) => draft.commit(),
            _ => Ok(()),
        }
    }

    fn inner(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            Kind::Beside(draft) => &mut draft.file,
            Kind::Device(file) => file,
            Kind::Stdout(stream) => stream,
            Kind::Stderr(stream) => stream,
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}

/// A file beside the one that it will replace. It is locked for as long as somebody writes to it.
#[derive(Debug)]
struct Beside {
    file: BufWriter<File>,
    path: PathBuf,
    target: PathBuf,
    has_moved: bool,
}

impl Beside {
    fn new(target: PathBuf) -> io::Result<Beside> {
        let name = target.file_name().ok_or_else(|| fault("this is not the name of a file"))?;
        let old = match fs::metadata(&target) {
            Ok(old) if old.is_dir() => return Err(fault("this is a folder")),
            Ok(old) => {
                // A file that is protected is not replaced, whatever its folder allows.
                OpenOptions::new().write(true).open(&target)?;
                Some(old)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = folder(&target);
        remove_orphans(folder);
        let (file, path) =
            create(folder, name, old.is_some()).map_err(|error| no_file(folder, error))?;
        let file = BufWriter::with_capacity(BUFFER, file);
        let draft = Beside { file, path, target, has_moved: false };
        if let Some(old) = old {
            keep_permissions(draft.file.get_ref(), &old)?;
        }
        Ok(draft)
    }

    fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.path, &self.target)?;
        self.has_moved = true;
        sync_folder(&self.target)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.has_moved {
            // If it cannot be removed now, the next writer tries again.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn fault(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Says that a folder takes no new files, and why they are needed.
fn no_file(folder: &Path, error: io::Error) -> io::Error {
    let folder = folder.display();
    let message = match error.kind() {
        io::ErrorKind::NotFound => format!("there is no folder {folder}"),
        io::ErrorKind::NotADirectory => format!("{folder} is not a folder"),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => format!(
            "no file can be made in the folder {folder} ({error}); a file is written beside the old \
             one and then takes its place"
        ),
        _ => return error,
    };
    io::Error::new(error.kind(), message)
}

/// Makes a file under a new name and locks it.
fn create(folder: &Path, name: &OsStr, is_private: bool) -> io::Result<(File, PathBuf)> {
    // A name may have 255 bytes, and not all are letters.
    let name: String = name.to_string_lossy().chars().take(50).collect();
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    if is_private {
        // Until it has got the mode of the old one, nobody else is to read it.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    for _ in 0..TRIES {
        let random = RandomState::new().hash_one(std::process::id());
        let path = folder.join(format!(".{name}{MARK}{random:0RANDOM$x}{END}"));
        let file = match options.open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            other => other?,
        };
        match file.try_lock() {
            // Another writer takes it for an orphan and removes it.
            Err(TryLockError::WouldBlock) => continue,
            // Without locks nobody removes anything.
            Err(TryLockError::Error(_)) => return Ok((file, path)),
            Ok(()) if path.exists() => return Ok((file, path)),
            Ok(()) => {}
        }
    }
    Err(io::Error::other("no new file could be made"))
}

/// Removes what killed writers have left: files in the making that nobody has locked.
fn remove_orphans(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_in_the_making(&entry.file_name()) || !is_file() {
            continue;
        }
        if let Ok(file) = OpenOptions::new().read(true).write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_in_the_making(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let random = name.strip_prefix('.').and_then(|name| name.strip_suffix(END));
    let random = random.and_then(|name| name.rsplit_once(MARK)).map(|(_, random)| random);
    let is_hex = |text: &str| text.len() == RANDOM && text.bytes().all(|b| b.is_ascii_hexdigit());
    random.is_some_and(is_hex)
}

/// The mode of the old file, and its owner and group where the system allows it.
#[cfg(unix)]
fn keep_permissions(file: &File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let new = file.metadata()?;
    let mut mode = old.mode() & 0o7777;
    if old.uid() != new.uid() {
        // Only the system's administrator may give files away.
        let _ = fchown(file, Some(old.uid()), None);
    }
    if old.gid() != new.gid() && fchown(file, None, Some(old.gid())).is_err() {
        // What the old group was allowed is not for another one.
        mode = mode & !0o070 | (mode & 0o007) << 3 & mode;
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_permissions(file: &File, old: &fs::Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

/// Waits until the folder of a file has its name on the disk.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(folder(path)).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot, and a folder that may not be read cannot be asked.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
            Ok(())
        }
        done => done,
    }
}
