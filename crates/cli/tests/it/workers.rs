//! Contests by workers that somebody else launches, as the command line has them.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The command line of a worker, for a shell.
const WORKER: &str = concat!("'", env!("CARGO_BIN_EXE_henge"), "' work --threads 2");

fn henge(folder: &Path, more: &[&str]) -> Output {
    let words =
        "tournament connect-four:size=5x4 alphabeta:depth=2 mcts:nodes=10 random --games 20 --json";
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
