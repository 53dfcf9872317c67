//! Where a path leads to.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// More links than these go round in a circle.
const MOST_LINKS: usize = 40;

/// What is to be written to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// An ordinary file, there or not, without a link on the way to it.
    File(PathBuf),
    /// A device, a pipe, or a file that somebody has opened for us.
    Device,
    Stdout,
    Stderr,
}

/// Follows links to what a path means.
pub(crate) fn find(path: &Path) -> io::Result<Place> {
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if let Some(standard) = standard(&place) {
            return Ok(standard);
        }
        let Ok(found) = fs::symlink_metadata(&place) else { return Ok(Place::File(place)) };
        if !found.is_symlink() {
            return Ok(if is_ordinary(&found) { Place::File(place) } else { Place::Device });
        }
        if folder(&place).canonicalize().is_ok_and(|folder| folder.starts_with("/proc")) {
            // Such a link is an open file: what it says need not be a path.
            return Ok(Place::Device);
        }
        let target = fs::read_link(&place)?;
        place = folder(&place).join(target);
    }
    Err(io::Error::other("its symbolic links lead round in a circle"))
}

/// A folder counts as an ordinary file: whoever writes to it hears that this is wrong.
fn is_ordinary(found: &Metadata) -> bool {
    found.is_file() || found.is_dir()
}

/// The streams of this process under their names in the file system.
fn standard(path: &Path) -> Option<Place> {
    if !cfg!(unix) {
        return None;
    }
    let (folder, name) = (folder(path), path.file_name()?.to_str()?);
    let is_own = || {
        let folder = folder.canonicalize().unwrap_or_default();
        let own = format!("/proc/{}/fd", std::process::id());
        folder == Path::new(&own) || folder == Path::new("/dev/fd")
    };
    match name {
        "1" if is_own() => Some(Place::Stdout),
        "2" if is_own() => Some(Place::Stderr),
        _ => None,
    }
}

/// The folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Whether two paths lead to one ordinary file, there or not: directly, by symbolic links, or as two
/// names of it. Devices and pipes are never meant, as writing to them destroys nothing.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let places = (find(one), find(other));
    let (Ok(Place::File(one)), Ok(Place::File(other))) = places else { return false };
    if let Some(same) = same_inode(&one, &other) {
        return same;
    }
    let whole =
        |path: &Path| Some((folder(path).canonicalize().ok()?, path.file_name()?.to_owned()));
    one == other || whole(&one).is_some_and(|one| Some(one) == whole(&other))
}

/// What the file system says of two files, if both are there.
#[cfg(unix)]
fn same_inode(one: &Path, other: &Path) -> Option<bool> {
    use std::os::unix::fs::MetadataExt;
    let (one, other) = (fs::metadata(one).ok()?, fs::metadata(other).ok()?);
    Some((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

#[cfg(not(unix))]
fn same_inode(_: &Path, _: &Path) -> Option<bool> {
    None
}
