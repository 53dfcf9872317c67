//! Tunings as processes: killed or asked to end, they go on as if nothing had happened.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// More nodes are better, so something is to be found.
const TUNE: &str = "tune connect-four:size=5x4 alphabeta:depth=6 --parameter nodes=60:10..400/40 \
                    --parameter width=4:1..9 --iterations 30 --pairs 2 --seed 5 --curve tune.svg \
                    --csv tune.csv";

fn henge(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace()).current_dir(folder).env("HENGE_HOME", folder);
    command.stdin(Stdio::null());
    command
}

fn run(folder: &Path, words: &str) -> Output {
    let output = henge(folder, words).output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// What stands on the screen and in the files.
fn everything(folder: &Path, output: &Output) -> Vec<Vec<u8>> {
    let files = ["tune.svg", "tune.csv"].map(|name| fs::read(folder.join(name)).unwrap());
    [output.stdout.clone()].into_iter().chain(files).collect()
}

/// Begins a tuning and waits until its journal has some lines.
fn begin(folder: &Path, words: &str, lines: usize) -> Child {
    let child = henge(folder, words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    let found = || {
        let bytes = fs::read(folder.join("journal")).unwrap_or_default();
        bytes.iter().filter(|&&byte| byte == b'\n').count()
    };
    while found() < lines && began.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_killed_tuning_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let expected = everything(folder, &run(folder, &format!("{TUNE} --threads 1")));
    let told = String::from_utf8_lossy(&expected[0]).into_owned();
    assert!(told.contains("\nfitted: alphabeta:depth=6,nodes="), "{told}");
    for executor in ["--threads 2", "--processes 2"] {
        let words = format!("{TUNE} {executor} --journal journal");
        _ = fs::remove_file(folder.join("journal"));
        let mut killed = begin(folder, &words, 6);
        killed.kill().unwrap();
        killed.wait().unwrap();
        let output = run(folder, &words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("henge: journal holds "), "{executor}: {told}");
        assert_eq!(everything(folder, &output), expected, "{executor}");
    }
}

#[cfg(unix)]
#[test]
fn a_tuning_that_is_asked_to_end_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "tune connect-four alphabeta:nodes=2000 --parameter width=4:1..9 --iterations 100000 \
                 --journal journal";
    let mut tuning = begin(folder, words, 3);
    let pid = tuning.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &pid]).status().unwrap().success());
    assert_eq!(tuning.wait().unwrap().code(), Some(3));
    let journal = fs::read_to_string(folder.join("journal")).unwrap();
    assert!(journal.lines().count() >= 3 && journal.ends_with('\n'));
}

#[test]
fn a_test_accepts_what_is_better() {
    let folder = tempfile::tempdir().unwrap();
    // With a rate this high every iteration moves far, and more nodes win.
    let words = "tune connect-four alphabeta:depth=8 --parameter nodes=20:10..2000/400 --iterations 8 \
                 --rate 2 --sprt 0,50 --games 1000 --journal journal";
    let first = run(folder.path(), words);
    let told = String::from_utf8_lossy(&first.stdout).into_owned();
    assert!(told.contains("test of 0 against 50 Elo: accepted"), "{told}");
    assert!(told.contains("\nAccepted: alphabeta:depth=8,nodes="), "{told}");
    let again = run(folder.path(), words);
    assert_eq!(again.stdout, first.stdout, "all of it stands in the journals");
}
