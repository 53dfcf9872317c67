#![allow(clippy::unwrap_used)]
//! What happens to old files, links, pipes and modes when a file is written.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use henge_files::{Draft, is_same, write};
use tempfile::TempDir;

fn folder() -> (TempDir, impl Fn(&str) -> PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    (folder, move |name: &str| path.join(name))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_old_file_stays_until_the_new_one_is_whole() {
    let (home, at) = folder();
    write(&at("x"), b"old").unwrap();
    let mut draft = Draft::new(&at("x")).unwrap();
    draft.write_all(&[b'n'; 1 << 17]).unwrap();
    assert_eq!(fs::read(at("x")).unwrap(), b"old");
    drop(draft);
    assert_eq!(fs::read(at("x")).unwrap(), b"old");
    assert_eq!(names(home.path()), ["x"]);
    let mut draft = Draft::new(&at("x")).unwrap();
    draft.write_all(b"new").unwrap();
    draft.commit().unwrap();
    assert_eq!(fs::read(at("x")).unwrap(), b"new");
    assert_eq!(names(home.path()), ["x"]);
}

#[test]
fn what_killed_writers_have_left_is_removed() {
    let (home, at) = folder();
    fs::write(at(".x.henge-0123456789abcdef.tmp"), "half a file").unwrap();
    // Somebody else's files, whatever they are called.
    for name in [".x.henge-0123.tmp", "x.henge-0123456789abcdef.tmp", ".tmpAbCdEf"] {
        fs::write(at(name), "not ours").unwrap();
    }
    let busy = at(".y.henge-fedcba9876543210.tmp");
    let writer = File::create(&busy).unwrap();
    writer.lock().unwrap();
    write(&at("x"), b"new").unwrap();
    let kept = [
        ".tmpAbCdEf",
        ".x.henge-0123.tmp",
        ".y.henge-fedcba9876543210.tmp",
        "x",
        "x.henge-0123456789abcdef.tmp",
    ];
    assert_eq!(names(home.path()), kept);
    drop(writer);
    write(&at("z"), b"new").unwrap();
    assert!(!busy.exists());
}

#[test]
fn writers_do_not_take_each_other_for_dead() {
    let (home, at) = folder();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let at = &at;
            scope.spawn(move || {
                for n in 0..100 {
                    write(&at("x"), format!("{thread} {n}").as_bytes()).unwrap();
                }
            });
        }
    });
    assert_eq!(names(home.path()), ["x"]);
}

#[test]
fn long_names_are_written() {
    let (home, at) = folder();
    let name = "ü".repeat(127);
    write(&at(&name), b"new").unwrap();
    assert_eq!(names(home.path()), [name]);
}

#[test]
fn what_cannot_be_written_is_said() {
    let (_home, at) = folder();
    let say = |path: &Path| write(path, b"new").unwrap_err().to_string();
    let folder = at("missing");
    assert_eq!(say(&at("missing/x")), format!("there is no folder {}", folder.display()));
    fs::create_dir(&folder).unwrap();
    assert_eq!(say(&folder), "this is a folder");
    write(&at("file"), b"old").unwrap();
    assert!(write(&at("file/x"), b"new").is_err());
    assert_eq!(say(Path::new("/")), "this is not the name of a file");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn links_stay_and_what_they_lead_to_is_written() {
        let (home, at) = folder();
        fs::create_dir(at("there")).unwrap();
        fs::write(at("there/real"), "old").unwrap();
        symlink("there/real", at("link")).unwrap();
        symlink("link", at("link-to-link")).unwrap();
        symlink("there/new", at("leads-nowhere-yet")).unwrap();
        write(&at("link-to-link"), b"new").unwrap();
        write(&at("leads-nowhere-yet"), b"new").unwrap();
        for link in ["link", "link-to-link", "leads-nowhere-yet"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
            assert_eq!(fs::read(at(link)).unwrap(), b"new", "{link}");
        }
        assert!(!fs::symlink_metadata(at("there/real")).unwrap().is_symlink());
        assert_eq!(names(home.path()), ["leads-nowhere-yet", "link", "link-to-link", "there"]);
        assert_eq!(names(&at("there")), ["new", "real"]);
        symlink("round", at("round")).unwrap();
        let error = write(&at("round"), b"new").unwrap_err();
        assert_eq!(error.to_string(), "its symbolic links lead round in a circle");
    }

    #[test]
    fn the_mode_is_kept() {
        let (_home, at) = folder();
        File::create(at("usual")).unwrap();
        write(&at("new"), b"new").unwrap();
        assert_eq!(mode(&at("new")), mode(&at("usual")));
        for (name, bits) in [("private", 0o600), ("shared", 0o664), ("script", 0o755)] {
            fs::write(at(name), "old").unwrap();
            fs::set_permissions(at(name), fs::Permissions::from_mode(bits)).unwrap();
            write(&at(name), b"new").unwrap();
            assert_eq!((mode(&at(name)), fs::read(at(name)).unwrap()), (bits, b"new".to_vec()));
        }
    }

    #[test]
    fn pipes_are_written_to() {
        let (home, at) = folder();
        assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        symlink("pipe", at("link")).unwrap();
        let reader = std::thread::spawn({
            let path = at("pipe");
            move || fs::read(path).unwrap()
        });
        write(&at("link"), b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::metadata(at("pipe")).unwrap().file_type().is_fifo());
        assert_eq!(names(home.path()), ["link", "pipe"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_open_file_is_added_to() {
        use std::os::fd::AsRawFd;
        let (_home, at) = folder();
        let mut file = File::create(at("x")).unwrap();
        file.write_all(b"begun, ").unwrap();
        write(Path::new(&format!("/dev/fd/{}", file.as_raw_fd())), b"ended").unwrap();
        assert_eq!(fs::read(at("x")).unwrap(), b"begun, ended");
    }

    #[test]
    fn one_file_is_found_under_all_its_names() {
        let (_home, at) = folder();
        write(&at("x"), b"").unwrap();
        write(&at("y"), b"").unwrap();
        symlink("x", at("link")).unwrap();
        symlink("nothing", at("dangling")).unwrap();
        fs::hard_link(at("x"), at("hard")).unwrap();
        fs::create_dir(at("sub")).unwrap();
        let same = |a: &str, b: &str| is_same(&at(a), &at(b));
        for other in ["x", "link", "hard", "sub/../x", "./x"] {
            assert!(same("x", other) && same(other, "x"), "{other}");
        }
        assert!(same("dangling", "nothing") && same("new", "sub/../new"));
        assert!(!same("x", "y") && !same("new", "other") && !same("x", "nothing"));
        assert!(!is_same(Path::new("/dev/null"), Path::new("/dev/null")), "devices take all");
    }

    #[test]
    fn a_protected_file_and_folder_are_left_alone() {
        let (home, at) = folder();
        fs::write(at("x"), "old").unwrap();
        fs::set_permissions(at("x"), fs::Permissions::from_mode(0o400)).unwrap();
        // An administrator may write everywhere.
        if fs::OpenOptions::new().write(true).open(at("x")).is_ok() {
            return;
        }
        assert!(write(&at("x"), b"new").is_err());
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o500)).unwrap();
        let error = write(&at("new"), b"new").unwrap_err().to_string();
        assert!(error.contains("no file can be made in the folder"), "{error}");
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).unwrap();
        assert_eq!(fs::read(at("x")).unwrap(), b"old");
    }
}
