#![allow(clippy::unwrap_used)]
//! Tournaments as processes: killed in the middle, they go on as if nothing had happened.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

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

const CUP: &str = "tournament connect-four alphabeta:depth=3 mcts random --nodes 3000 --games 8 --seed 5 \
                   --save games.txt --report cup.md --report cup.json --report cup.txt";

/// What stands on the screen and in the files.
fn everything(folder: &Path, output: &Output) -> Vec<Vec<u8>> {
    let files = ["games.txt", "cup.md", "cup.json", "cup.txt"];
    let mut all = vec![output.stdout.clone()];
    all.extend(files.iter().map(|name| fs::read(folder.join(name)).unwrap()));
    all
}

#[test]
fn a_tournament_that_was_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let expected = everything(folder, &run(folder, &format!("{CUP} --threads 1")));
    assert_eq!(expected, everything(folder, &run(folder, &format!("{CUP} --threads 2"))));
    assert_eq!(expected[0], expected[4], "the text is what stands on the screen");

    let words = format!("{CUP} --threads 2 --journal cup.journal");
    let mut child =
        henge(folder, &words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    let lines = || {
        fs::read(folder.join("cup.journal")).map_or(0, |text| text.split(|&b| b == b'\n').count())
    };
    while lines() < 5 && began.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = run(folder, &words);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with("henge: cup.journal holds "), "{told}");
    assert_eq!(everything(folder, &output), expected);
    // Once more: all stands in the journal.
    let output = run(folder, &words);
    assert!(String::from_utf8_lossy(&output.stderr).contains("holds 24 games"));
    assert_eq!(everything(folder, &output), expected);
}

#[test]
fn bad_calls_say_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("other"), "not a journal\n").unwrap();
    fs::write(folder.join("list"), "nonsense\n").unwrap();
    let cases = [
        ("hex random", 2, "2 values required"),
        ("hex random random --games 3", 2, "even number"),
        ("hex random random random --sprt 0,5", 2, "exactly two players"),
        ("hex random random --sprt 5,0", 2, "the lower one first"),
        ("hex random random --sprt five", 2, "as in 0,5"),
        ("hex random random --rounds 3", 2, "--format swiss"),
        ("hex random random --report a.html", 2, ".md, .json or .txt"),
        ("hex random randon", 2, "random"),
        ("hex random random --journal other", 1, "no journal of a contest"),
        ("hex random random --openings list", 1, "list:1: "),
        ("hex random random --openings missing", 1, "missing: "),
    ];
    for (words, code, part) in cases {
        let output = henge(folder, &format!("tournament {words}")).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words}: {told}");
        assert!(told.contains(part), "{words}: {told}");
        assert!(output.stdout.is_empty(), "{words}");
    }
    assert_eq!(fs::read(folder.join("other")).unwrap(), b"not a journal\n");
}

#[test]
fn a_match_ends_when_its_test_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let words =
        "match connect-four --first alphabeta:depth=2 --second random --games 1000 --sprt 0,50";
    let output = run(folder.path(), words);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("test of 0 against 50 Elo: accepted"), "{text}");
    assert!(!text.contains("1000 games"), "{text}");
    let json = run(folder.path(), &format!("{words} --json")).stdout;
    assert!(String::from_utf8(json).unwrap().contains("\"verdict\":\"accepted\""));
}
