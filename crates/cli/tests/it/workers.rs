//! Contests by workers that somebody else launches, as the command line has them.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The command line of a worker, for a shell.
const WORKER: &str = concat!("'", env!("CARGO_BIN_EXE_henge"), "' work --threads 2");

fn henge(folder: &Path, more: &[&str]) -> Output {
    let words =
        "tournament connect-four:size=5x4 alphabeta:depth=2 mcts:nodes=10 random --games 20 --json";
    called(folder, words, more)
}

fn called(folder: &Path, words: &str, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace()).args(more);
    command.current_dir(folder).env("HENGE_HOME", folder).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn workers_are_launched_by_any_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let local = henge(folder.path(), &["--threads", "1"]);
    assert!(local.status.success());
    let far = henge(folder.path(), &["--workers", WORKER, "--workers", WORKER]);
    assert_eq!(far.stdout, local.stdout);
    let nobody = henge(folder.path(), &["--workers", "false"]);
    assert_eq!(nobody.status.code(), Some(1));
    let twice = henge(folder.path(), &["--workers", WORKER, "--threads", "2"]);
    assert_eq!(twice.status.code(), Some(2));
    let other = henge(folder.path(), &["--ray", "auto; rm x"]);
    assert_eq!(other.status.code(), Some(2));
}

/// The file that a call leaves, which is the same whoever has worked for it.
fn left(words: &str, far: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let output = called(folder.path(), words, far);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(folder.path().join("out")).unwrap()
}

#[test]
fn parts_are_solved_by_processes_and_workers_alike() {
    let words = "solve connect-four:size=4x4 --checkpoint out --at-once 8";
    let alone = left(words, &["--processes", "1"]);
    assert_eq!(left(words, &["--workers", WORKER]), alone);
    let folder = tempfile::tempdir().unwrap();
    let proof = "solve tic-tac-toe --proof out";
    assert_eq!(called(folder.path(), proof, &["--workers", WORKER]).status.code(), Some(2));
}

#[test]
fn games_to_learn_from_are_played_by_processes_and_workers_alike() {
    for words in [
        "learn weights connect-four:size=5x4 --rounds 2 --games 20 --depth 2 --measure 0 -o out",
        "learn table tic-tac-toe --rounds 2 --games 10 --measure 0 -o out",
        "learn backgammon --games 8 --lookahead 2 --hidden 4 --measure 0 -o out",
    ] {
        let alone = left(words, &["--threads", "1"]);
        assert_eq!(left(words, &["--processes", "2"]), alone, "{words}");
        assert_eq!(left(words, &["--workers", WORKER]), alone, "{words}");
    }
    let folder = tempfile::tempdir().unwrap();
    let data = "learn weights tic-tac-toe --data games.jsonl -o out";
    let both = called(folder.path(), data, &["--workers", WORKER]);
    assert_ne!(both.status.code(), Some(0));
}
