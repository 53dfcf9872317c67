//! Proofs, books, checkpoints, levels and manners, as a user has them from the command line.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn henge(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.env("HENGE_HOME", home).current_dir(home).args(args).stdin(Stdio::null());
    command.output().unwrap()
}

fn say(home: &Path, args: &[&str], lines: &str) -> String {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.env("HENGE_HOME", home).current_dir(home).args(args);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn done(home: &Path, args: &[&str]) -> String {
    let output = henge(home, args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(home: &Path, args: &[&str]) -> String {
    let output = henge(home, args);
    let error = String::from_utf8(output.stderr).unwrap();
    let code = output.status.code();
    assert!(code == Some(1) || code == Some(2), "{args:?} gave {code:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// The file, cut at many places and altered at many.
fn damaged(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let step = bytes.len() / 7 + 1;
    let cut = (0..bytes.len()).step_by(step).map(|end| bytes[..end].to_vec());
    let altered = (0..bytes.len()).step_by(step).map(|at| {
        let mut altered = bytes.to_vec();
        altered[at] ^= 1;
        altered
    });
    cut.chain(altered)
}

#[test]
fn proofs_hold_for_every_kind_of_game() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (game, moves, value) in [
        ("tic-tac-toe", "", "draw"),
        ("hex:size=3", "a3", "loss"),
        ("connect-four:size=4x4", "", "draw"),
        ("connect-four", "4 4 4 4 4 4 1 1 2 2", "win"),
        ("stonehenge", "14:2 10:6 2:3 1:3 12:1 11:2 7:5 5:3 9:1", "loss"),
        ("pentominoes:size=4x5", "", "win"),
        ("pentominoes:size=4x4", "", "loss"),
    ] {
        done(home, &["solve", game, "--moves", moves, "--proof", "it.proof"]);
        let verified = done(home, &["verify", "it.proof", "--json"]);
        assert!(verified.contains(&format!("\"value\":\"{value}\"")), "{game}: {verified}");
    }
}

#[test]
fn proof_numbers_say_the_same() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (game, moves, value) in [
        ("tic-tac-toe", "", "draw"),
        ("hex:size=4", "b2 b3", "loss"),
        ("connect-four:size=4x4", "", "draw"),
        ("go-moku:size=9", "e5 a1 e6 b1 f6 h9 f7 i9", "win"),
        ("pentominoes:size=4x5", "", "win"),
    ] {
        for threads in ["1", "2"] {
            let words = ["solve", game, "--moves", moves, "--proof-numbers", "--threads", threads];
            let solved = done(home, &[&words[..], &["--json"]].concat());
            assert!(solved.contains(&format!("\"value\":\"{value}\"")), "{game}: {solved}");
            assert!(solved.contains("\"proved\":true"), "{game}: {solved}");
        }
    }
    done(
        home,
        &["solve", "hex:size=3", "--proof-numbers", "--threads", "2", "--proof", "it.proof"],
    );
    assert!(done(home, &["verify", "it.proof"]).starts_with("The proof holds."));
    let error = refused(home, &["solve", "hex:size=3", "--threads", "2", "--proof", "it.proof"]);
    assert!(error.contains("--proof-numbers"), "{error}");
    let error = refused(home, &["solve", "backgammon", "--proof-numbers"]);
    assert!(error.contains("no solver"), "{error}");
}

#[test]
fn a_large_proof_is_checked_by_lot() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let game = "pentominoes:size=5x6";
    done(home, &["solve", game, "--proof", "it.proof", "--plies", "3"]);
    let some = done(home, &["verify", "it.proof", "--sample", "5"]);
    assert!(some.contains("holds as far as it was checked"), "{some}");
    assert!(some.contains("fewer than 60.00 % of them are wrong"), "{some}");
    let all = done(home, &["verify", "it.proof", "--sample", "100000"]);
    assert!(all.starts_with("The proof holds. ") && all.contains("Red wins"), "{all}");
}

/// The first player wins on 6x10: the shipped strategy, and some of the positions where it ends.
#[test]
fn six_by_ten_is_proved() {
    let proof =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/proofs/pentominoes-6x10.proof");
    let home = tempfile::tempdir().unwrap();
    let text = done(home.path(), &["verify", proof, "--sample", "30"]);
    assert!(text.contains("pentominoes:size=6x10") && text.contains("Red wins"), "{text}");
    assert!(text.contains("ends in 276,584 of them"), "{text}");
}

#[test]
fn damaged_files_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    done(home, &["solve", "hex:size=3", "--proof", "it.proof"]);
    done(home, &["book", "build", "hex:size=3", "--plies", "1", "-o", "it.book"]);
    done(home, &["solve", "hex:size=3", "--checkpoint", "it.parts"]);
    let cases: [(&str, &[&str]); 4] = [
        ("it.proof", &["verify", "bad"]),
        ("it.book", &["book", "show", "hex:size=3", "--book", "bad"]),
        ("it.book", &["analyse", "hex:size=3", "--bot", "perfect:book=bad"]),
        ("it.parts", &["solve", "hex:size=3", "--checkpoint", "bad"]),
    ];
    for (file, args) in cases {
        for bytes in damaged(&std::fs::read(home.join(file)).unwrap()) {
            std::fs::write(home.join("bad"), &bytes).unwrap();
            let output = henge(home, args);
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success(), "{args:?} took {} bytes", bytes.len());
            assert!(!error.contains("panicked"), "{error}");
            assert_eq!(std::fs::read(home.join("bad")).unwrap(), bytes, "{args:?} wrote");
        }
    }
    let error = refused(home, &["book", "show", "hex:size=4", "--book", "it.book"]);
    assert!(error.contains("hex:size=3"), "{error}");
    let error = refused(home, &["solve", "hex:size=4", "--checkpoint", "it.parts"]);
    assert!(error.contains("hex:size=3"), "{error}");
}

#[test]
fn levels_at_the_board() {
    let home = tempfile::tempdir().unwrap();
    let args = ["play", "tic-tac-toe", "--second", "henge:level=beginner"];
    let text = say(home.path(), &args, "level\nlevel hard\nb2\nlevel nobody\nlevel 3\nquit\n");
    assert!(text.contains("beginner"), "{text}");
    assert!(text.contains("hard"), "{text}");
    assert!(text.contains("O plays"), "{text}");
}

#[test]
fn a_draw_is_taken_by_one_who_expects_no_more() {
    let home = tempfile::tempdir().unwrap();
    let text = say(home.path(), &["play", "tic-tac-toe"], "b2\ndraw\nquit\n");
    assert!(text.to_lowercase().contains("draw"), "{text}");
}

#[test]
fn a_machine_that_ponders_still_plays() {
    let home = tempfile::tempdir().unwrap();
    let args = ["play", "connect-four", "--second", "henge:time=50,book=none", "--ponder"];
    let text = say(home.path(), &args, "4\n4\n4\nquit\n");
    assert_eq!(text.matches("plays").count(), 3, "{text}");
}

#[test]
fn lost_games_are_resigned_and_dead_ones_drawn() {
    let home = tempfile::tempdir().unwrap();
    let args = ["match", "connect-four:size=5x4", "--first", "perfect", "--second", "random"];
    let with = [&args[..], &["--games", "6", "--resign", "1", "--draw", "1", "--save", "it"]];
    done(home.path(), &with.concat());
    let saved = std::fs::read_to_string(home.path().join("it")).unwrap();
    assert_eq!(saved.matches("connect-four:size=5x4").count(), 6, "{saved}");
}

/// The number of nodes that a fixed set of searches visits tells a change of behaviour from one of speed.
#[test]
fn the_bench_has_the_number_that_is_written_down() {
    let home = tempfile::tempdir().unwrap();
    let text = done(home.path(), &["bench", "--json"]);
    let bench: serde_json::Value = serde_json::from_str(&text).unwrap();
    let expected = include_str!("../../../../testdata/bench.txt").trim();
    assert_eq!(
        bench["nodes"].to_string(),
        expected,
        "the engines search otherwise than before: if that is meant, write the new number into \
         testdata/bench.txt and into the commit"
    );
}
