#![cfg(unix)]
//! Files that commands write: whatever goes wrong, the old ones are whole, and the fault is told.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace()).current_dir(folder).env("HENGE_HOME", folder);
    command.stdin(Stdio::null());
    command
}

/// The exit code and what was said on the error output.
fn henge(folder: &Path, words: &str) -> (Option<i32>, String) {
    told(&command(folder, words).output().unwrap())
}

fn told(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Under a limit of the shell, as in `ulimit -f 1`.
fn limited(folder: &Path, limit: &str, words: &str) -> (Option<i32>, String) {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit {limit}; exec \"$0\" {words}"));
    shell.arg(env!("CARGO_BIN_EXE_henge")).current_dir(folder).env("HENGE_HOME", folder);
    told(&shell.stdin(Stdio::null()).output().unwrap())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Every command that writes a file as a whole, each with the name of the file.
const WRITERS: [(&str, &str); 15] = [
    ("x", "show hex:size=9 --svg -o x"),
    ("x", "random hex:size=5 --games 60 --save x"),
    ("x", "tournament hex:size=5 random random --games 60 --save x"),
    ("x.html", "match hex:size=3 --first random --second random --games 2 --report x.html"),
    ("x", "learn data connect-four -o x --bot random --games 30"),
    ("x", "learn weights tic-tac-toe -o x --rounds 1 --games 10 --measure 0"),
    ("x", "learn table tic-tac-toe -o x --rounds 1 --games 50 --measure 0"),
    ("x", "learn net connect-four -o x --rounds 1 --games 2 --measure 0 --epochs 1"),
    ("x", "solve tic-tac-toe --proof x"),
    ("x", "book build tic-tac-toe -o x --plies 4"),
    ("x", "endings build draughts:variant=international --pieces 2 -o x"),
    ("x", "robots catch --quiet --steps 1000 --record x"),
    ("x", "robots catch --quiet --steps 200 --svg x"),
    ("x", "groups hex:size=4 -o x"),
    ("x", "problems mine connect-four:size=4x4 --count 1 --nodes 1000 -o x"),
];

#[test]
fn a_full_disk_leaves_the_old_file_whole() {
    for (name, words) in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(folder.join(name), "old").unwrap();
        // A book is gone on with, so the old one has to be a book.
        if words.starts_with("book") {
            fs::remove_file(folder.join(name)).unwrap();
            assert_eq!(henge(folder, "book build tic-tac-toe -o x --plies 1").0, Some(0));
        }
        let old = fs::read(folder.join(name)).unwrap();
        let (code, said) = limited(folder, "-f 0", words);
        assert_eq!(code, Some(1), "{words}: {said}");
        assert!(said.contains(name) && said.contains("File too large"), "{words}: {said}");
        assert_eq!(fs::read(folder.join(name)).unwrap(), old, "{words}");
        let left: Vec<String> = names(folder).into_iter().filter(|n| n.contains(".tmp")).collect();
        assert_eq!(left, [""; 0], "{words}");
    }
}

#[test]
fn links_stay_and_modes_are_kept() {
    for (name, words) in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::create_dir(folder.join("there")).unwrap();
        let real = folder.join("there/real");
        // A book and a checkpoint are read before they are written; there is none yet.
        if !words.starts_with("book") {
            fs::write(&real, "old").unwrap();
            fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
        }
        symlink("there/real", folder.join(name)).unwrap();
        let (code, said) = henge(folder, words);
        assert_eq!(code, Some(0), "{words}: {said}");
        assert!(fs::symlink_metadata(folder.join(name)).unwrap().is_symlink(), "{words}");
        assert!(fs::read(&real).unwrap().len() > 3, "{words}");
        if !words.starts_with("book") {
            assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600, "{words}");
        }
        assert_eq!(names(&folder.join("there")), ["real"], "{words}");
    }
}

#[test]
fn pipes_and_standard_output_are_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for words in ["robots catch --quiet --record pipe", "show hex:size=3 --svg -o pipe"] {
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        assert_eq!(henge(folder, words).0, Some(0));
        assert!(reader.join().unwrap().len() > 100);
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }
    let words = "random tic-tac-toe --games 1 --save /dev/stdout";
    let output = command(folder, words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with("[Game \"tic-tac-toe\"]") && text.contains("Average length"),
        "{text}"
    );
    // To a file it is the same: what was there before is not replaced.
    let shell = format!("(echo before; \"$0\" {words}) > all; \"$0\" {words} >> all");
    let mut sh = Command::new("sh");
    sh.arg("-c").arg(shell).arg(env!("CARGO_BIN_EXE_henge"));
    sh.current_dir(folder).env("HENGE_HOME", folder);
    assert!(sh.status().unwrap().success());
    let all = fs::read_to_string(folder.join("all")).unwrap();
    assert_eq!(all, format!("before\n{text}{text}"));
}

#[test]
fn a_device_that_is_full_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = henge(folder.path(), "show hex:size=3 --svg -o /dev/full");
    assert_eq!(code, Some(1));
    assert!(said.contains("/dev/full: No space left on device"), "{said}");
}

#[test]
fn no_file_of_a_call_overwrites_another() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("sub")).unwrap();
    let cup = "tournament hex:size=3 random random --games 2";
    assert_eq!(henge(folder, &format!("{cup} --journal j --save games")).0, Some(0));
    symlink("j", folder.join("link")).unwrap();
    fs::hard_link(folder.join("j"), folder.join("hard")).unwrap();
    let journal = fs::read(folder.join("j")).unwrap();
    for other in ["j", "./j", "sub/../j", "link", "hard"] {
        let (code, said) = henge(folder, &format!("{cup} --journal j --save {other}"));
        assert_eq!(code, Some(2), "{other}: {said}");
        let expected =
            format!("--save {other} is the file of --journal, too; each needs one of its own");
        assert!(said.contains(&expected), "{said}");
        assert_eq!(fs::read(folder.join("j")).unwrap(), journal, "{other}");
    }
    let toml = "name = \"Three\"\nboard = { grid = [3, 3] }\n[[win]]\nlines = 3\n";
    fs::write(folder.join("g.toml"), toml).unwrap();
    let pairs = [
        ("tournament hex:size=3 random random --games 2 --journal new --save sub/../new", "--save"),
        (
            "match hex:size=3 --first random --second random --games 2 --save a.txt --report a.txt",
            "--save",
        ),
        (
            "match hex:size=3 --first random --second random --games 2 --openings games --plies 1 --save games",
            "--save",
        ),
        ("learn weights tic-tac-toe -o w --checkpoint w", "-o"),
        ("learn weights tic-tac-toe -o w --curve w", "-o"),
        ("learn net tic-tac-toe -o games --data games", "-o"),
        ("learn backgammon -o n --checkpoint n", "-o"),
        ("learn data g.toml -o g.toml", "-o"),
        ("robots catch --record r --svg r", "--svg"),
        ("robots --replay games --svg games", "--svg"),
        ("convert games --to json -o games", "-o"),
        ("book build hex:size=3 --from games -o games", "-o"),
        ("show g.toml -o g.toml", "-o"),
        ("groups g.toml -o g.toml", "-o"),
        ("random g.toml --save g.toml", "--save"),
        ("games --export henge.db", "--export"),
    ];
    let before = fs::read(folder.join("games")).unwrap();
    for (words, option) in pairs {
        let (code, said) = henge(folder, words);
        assert_eq!(code, Some(2), "{words}: {said}");
        assert!(said.starts_with(&format!("henge: {option} ")), "{words}: {said}");
    }
    assert_eq!(fs::read(folder.join("games")).unwrap(), before);
    assert_eq!(fs::read_to_string(folder.join("g.toml")).unwrap(), toml);
    // Nothing is lost in what takes all.
    let twice = "solve tic-tac-toe --proof /dev/null";
    assert_eq!(henge(folder, twice).0, Some(0));
}

#[test]
fn a_killed_run_leaves_the_old_file_and_the_next_one_tidies_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let long = [
        "learn data connect-four -o x --bot random --games 100000000",
        "robots torus --quiet --steps 1000000000 --record x",
    ];
    for words in long {
        fs::write(folder.join("x"), "old").unwrap();
        let mut run = command(folder, words).stdout(Stdio::null()).spawn().unwrap();
        let in_the_making = || names(folder).iter().any(|name| name.contains(".henge-"));
        let began = Instant::now();
        while !in_the_making() && began.elapsed() < Duration::from_secs(30) {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(100));
        run.kill().unwrap();
        run.wait().unwrap();
        assert!(in_the_making(), "{words}");
        assert_eq!(fs::read(folder.join("x")).unwrap(), b"old", "{words}");
        assert_eq!(henge(folder, "show hex:size=3 --svg -o y").0, Some(0));
        assert!(!in_the_making(), "{words}");
    }
}

#[test]
fn a_run_of_robots_is_whole_when_it_is_asked_to_end() {
    for signal in ["TERM", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let words = "robots torus --quiet --steps 1000000000 --record x";
        let mut run = command(folder, words).spawn().unwrap();
        let size = || {
            let entries = fs::read_dir(folder).unwrap().flatten();
            entries.map(|entry| entry.metadata().map_or(0, |found| found.len())).sum::<u64>()
        };
        let began = Instant::now();
        while size() < 1 << 17 && began.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(5));
        }
        let pid = run.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        assert_eq!(run.wait().unwrap().code(), Some(3), "{signal}");
        let text = fs::read_to_string(folder.join("x")).unwrap();
        assert!(text.len() > 1 << 16, "{signal}");
        let recording = henge_robots::Recording::read(&text).unwrap();
        assert!(text.ends_with(&format!("end {}\n", recording.rounds())), "{signal}");
        assert_eq!(names(folder), ["x"]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_long_run_of_robots_needs_no_more_memory_than_a_short_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "robots torus --quiet --steps 1000000000 --record x";
    let mut run = command(folder, words).stdout(Stdio::null()).spawn().unwrap();
    let memory = || {
        let text = fs::read_to_string(format!("/proc/{}/status", run.id())).unwrap();
        let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap().to_string();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    let size = || {
        let entries = fs::read_dir(folder).unwrap().flatten();
        entries.map(|entry| entry.metadata().map_or(0, |found| found.len())).sum::<u64>()
    };
    let grows_to = |bytes: u64| {
        let began = Instant::now();
        while size() < bytes && began.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(5));
        }
        assert!(size() >= bytes);
    };
    grows_to(1 << 18);
    let before = memory();
    grows_to(1 << 24);
    let after = memory();
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(after < before + 4096, "{before} kB and {after} kB");
}

#[test]
fn pictures_of_endless_runs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = henge(folder.path(), "robots torus --quiet --steps 1000000 --svg x.svg");
    assert_eq!(code, Some(2));
    assert!(
        said.contains("a picture shows 100,000 rounds at the most, and not 1,000,000"),
        "{said}"
    );
}

#[test]
fn what_is_too_large_for_the_memory_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // In KiB: enough for henge, and not for what is asked.
    let limit = "-v 4000000";
    let cases = [
        (
            "analyse hex:size=5 --bot alphabeta:table=65536,depth=1",
            "64 GiB of memory cannot be had",
        ),
        ("analyse hex:size=5 --bot trained:table=65536,depth=1", "64 GiB of memory cannot be had"),
        ("analyse connect-four --bot perfect:table=65536", "64 GiB of memory cannot be had"),
        ("analyse backgammon --moves 31 --bot expectimax:table=65536,depth=1", "64 GiB of memory"),
        ("match hex:size=4 --first alphabeta:table=65536 --second random --games 2", "64 GiB"),
        ("solve hex:size=11 --threads 1000 --time 1", "use fewer threads"),
    ];
    for (words, expected) in cases {
        let (code, said) = limited(folder, limit, words);
        assert_eq!(code, Some(1), "{words}: {said}");
        assert!(said.contains(expected) && !said.contains("panicked"), "{words}: {said}");
    }
    // Its tables come when they are needed, and then of the size that can be had.
    let (code, said) = limited(folder, limit, "solve connect-four --threads 100 --time 1");
    assert!(code == Some(3) || code == Some(1), "{code:?}: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn the_last_of_the_memory_ends_the_program_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    // All games are held until they are saved.
    let words = "random tic-tac-toe --games 10000000 --save x";
    let (code, said) = limited(folder.path(), "-v 400000", words);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("memory") && !said.contains("panicked"), "{said}");
}

#[test]
fn a_damaged_line_of_a_journal_is_told_and_costs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cup =
        "tournament hex:size=4 alphabeta:depth=1 random --games 40 --nodes 50 --journal j --save s";
    assert_eq!(henge(folder, cup).0, Some(0));
    let (journal, saved) = (folder.join("j"), folder.join("s"));
    let expected = fs::read(&saved).unwrap();
    let mut damaged = fs::read(&journal).unwrap();
    let third = damaged.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
    damaged[third + 20] ^= 1;
    fs::write(&journal, &damaged).unwrap();
    let (code, said) = henge(folder, cup);
    assert_eq!(code, Some(0), "{said}");
    let told = "henge: journal j: 1 damaged line was skipped (line 3); its game is played again, and the \
                line stays in the file\n";
    assert!(said.starts_with(told) && said.contains("j holds 39 games; resuming"), "{said}");
    assert_eq!(fs::read(&saved).unwrap(), expected);
    assert!(fs::read(&journal).unwrap().starts_with(&damaged));
    assert!(!henge(folder, cup).1.contains("damaged"), "what was told once is not told again");
}

#[test]
fn damaged_checkpoints_are_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases = [
        "solve hex:size=3 --each --checkpoint c",
        "learn weights tic-tac-toe -o w --rounds 2 --games 10 --measure 0 --checkpoint c",
        "learn net tic-tac-toe -o w --rounds 2 --games 10 --measure 0 --checkpoint c",
        "learn table tic-tac-toe -o w --rounds 2 --games 10 --measure 0 --checkpoint c",
        "learn backgammon -o w --games 4 --lookahead 0 --hidden 4 --measure 0 --checkpoint c",
        "book build tic-tac-toe --plies 3 -o c",
    ];
    let path = folder.join("c");
    for words in cases {
        let _ = fs::remove_file(&path);
        let (code, said) = henge(folder, words);
        assert_eq!(code, Some(0), "{words}: {said}");
        let mut damaged = fs::read(&path).unwrap();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        for damaged in [damaged, Vec::new(), b"something else\n".to_vec()] {
            fs::write(&path, &damaged).unwrap();
            let (code, said) = henge(folder, words);
            assert_eq!(code, Some(1), "{words}: {said}");
            assert!(said.starts_with("henge: c: "), "{words}: {said}");
            assert_eq!(fs::read(&path).unwrap(), damaged, "{words}");
        }
    }
}
