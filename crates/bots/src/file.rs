//! Files that the user of this machine has named.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Weights, nets, books and tables are smaller than this.
pub const MOST_BYTES: u64 = 1 << 30;

/// Reads a regular file of at most `most` bytes. A pipe or a device could keep the reader waiting or
/// never end, so it is refused before it is opened.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let say = |error: std::io::Error| error.to_string();
    let about = std::fs::metadata(path).map_err(say)?;
    if !about.is_file() {
        let what = if about.is_dir() { "a folder" } else { "a pipe or a device" };
        return Err(format!("this is {what}; a regular file is expected"));
    }
    let too_large = || format!("the file is too large; {most} bytes are the most");
    if about.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // Another program may make it longer in the meantime.
    File::open(path).map_err(say)?.take(most + 1).read_to_end(&mut bytes).map_err(say)?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    Ok(bytes)
}

/// The same for a file of text.
pub fn read_text(path: &Path, most: u64) -> Result<String, String> {
    String::from_utf8(read_file(path, most)?)
        .map_err(|error| format!("the file is not UTF-8 text: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_sane_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ten");
        std::fs::write(&path, "0123456789").unwrap();
        assert_eq!(read_file(&path, 10).unwrap(), b"0123456789");
        assert!(read_file(&path, 9).unwrap_err().contains("too large"));
        assert!(read_file(folder.path(), 10).unwrap_err().contains("a folder"));
        #[cfg(unix)]
        assert!(read_file(Path::new("/dev/zero"), 10).unwrap_err().contains("a pipe or a device"));
        std::fs::write(&path, b"\xff").unwrap();
        assert!(read_text(&path, 10).unwrap_err().contains("UTF-8"));
    }
}
