#![cfg(target_os = "linux")]
//! Programs of others end with henge, however it ends, and so do those that they have started.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A player that starts others and never answers: one child in its group, and one that hides in a
/// session of its own.
const STALLS: &str = "#!/bin/sh\nsleep $1 &\nsetsid sleep $1 &\necho begun >&2\nexec sleep $1\n";

/// How many processes have this word among their arguments.
fn n_running(word: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let is_such = |entry: &fs::DirEntry| {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let mut words = words.split(|&byte| byte == 0);
        words.next().is_some_and(|name| name.ends_with(b"sleep"))
            && words.any(|other| other == word.as_bytes())
    };
    entries.filter(is_such).count()
}

fn wait_until(what: &str, seconds: u64, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(seconds), "{what}");
        sleep(Duration::from_millis(10));
    }
}

/// Starts a match with a player that stalls; `word` is unique to it.
fn begin(folder: &Path, words: &str, word: &str) -> Child {
    let script = folder.join("stall.sh");
    fs::write(&script, STALLS).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace());
    command.arg("--first").arg(format!("external:command=sh {} {word},start=60", script.display()));
    command.args(["--second", "random", "--games", "2"]);
    command.current_dir(folder).env("HENGE_HOME", folder);
    let henge = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let henge = henge.spawn().unwrap();
    wait_until("the program and its children run", 60, || n_running(word) == 3);
    henge
}

fn ends_with_henge(words: &str, signal: &str, word: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut henge = begin(folder.path(), words, word);
    let pid = henge.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
    wait_until("henge ends", 30, || !matches!(henge.try_wait(), Ok(None)));
    // Two seconds on an idle machine; others may be busy here.
    wait_until(&format!("{signal}: nobody is left"), 10, || n_running(word) == 0);
}

#[test]
fn programs_end_when_henge_is_killed() {
    ends_with_henge("match hex:size=3 --threads 1", "KILL", "77001");
}

#[test]
fn programs_end_when_henge_is_terminated() {
    ends_with_henge("match hex:size=3 --threads 1", "TERM", "77002");
}

#[test]
fn programs_of_workers_end_when_henge_is_killed() {
    ends_with_henge("match hex:size=3 --processes 1", "KILL", "77003");
}

#[test]
fn what_a_program_has_started_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("leaves.sh");
    // It begins, and leaves its children behind.
    fs::write(&script, "#!/bin/sh\nsleep 77004 &\nsetsid sleep 77004 &\nread line\nexit 7\n")
        .unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args("match hex:size=3 --games 2 --second random --first".split_whitespace())
        .arg(format!("external:command=sh {}", script.display()))
        .env("HENGE_HOME", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("exit status: 7"), "how it ended is told: {said}");
    assert_eq!(n_running("77004"), 0);
}

#[test]
fn a_program_that_is_not_there_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text"), "no program").unwrap();
    let ask = |program: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_henge"))
            .args("match hex:size=3 --games 2 --second random --first".split_whitespace())
            .arg(format!("external:command={program}"))
            .current_dir(folder.path())
            .env("HENGE_HOME", folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = ask("no-such-program");
    assert!(said.contains("no-such-program cannot be started: No such file"), "{said}");
    let said = ask("./text");
    assert!(said.contains("./text cannot be started: Permission denied"), "{said}");
}
