//! Files that an earlier version has written are read, and gone on with. They lie in `testdata/old`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A home with all of them.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/old");
    fs::create_dir(home.path().join("endings")).unwrap();
    for folder in ["", "endings"] {
        for file in fs::read_dir(old.join(folder)).unwrap().flatten() {
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), home.path().join(folder).join(file.file_name())).unwrap();
            }
        }
    }
    home
}

fn run(home: &Path, words: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace()).env("HENGE_HOME", home).current_dir(home);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "henge {words}: {errors}");
    assert!(!errors.contains("damaged"), "henge {words}: {errors}");
    String::from_utf8(output.stdout).unwrap() + &errors
}

#[test]
fn saved_games_go_on_and_the_old_file_is_kept() {
    let home = home();
    let home = home.path();
    let said = run(home, "games --saved");
    assert!(said.contains("connect-four:size=7x6  human - human  2 moves, 0-1"), "{said}");
    assert!(said.contains("tic-tac-toe            human - human  3 moves, *"), "{said}");
    let said = run(home, "resume 63f7");
    assert!(said.contains("Yellow wins by resignation."), "{said}");
    let said = run(home, "resume 8d82");
    assert!(said.contains("O> "), "{said}");
    // Before the file took its new form it was copied, as it was.
    let copy = rusqlite::Connection::open(home.join("henge.db.v2")).unwrap();
    let version: i64 = copy.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let games: i64 = copy.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).unwrap();
    assert_eq!((version, games), (2, 2));
}

#[test]
fn records_and_journals() {
    let home = home();
    let said = run(home.path(), "convert games.henge --to json");
    assert_eq!(said.matches("random:seed=1").count(), 4, "{said}");
    let words = "match tic-tac-toe --first random:seed=1 --second random:seed=2 --games 4 --json \
                 --journal match.jsonl";
    let before = fs::read(home.path().join("match.jsonl")).unwrap();
    let said = run(home.path(), words);
    assert!(said.contains("match.jsonl holds 4 games; resuming"), "{said}");
    assert_eq!(fs::read(home.path().join("match.jsonl")).unwrap(), before);
}

#[test]
fn what_was_learned() {
    let home = home();
    for file in ["toe.weights", "toe.net", "toe.table"] {
        let bot = format!("trained:weights={file},depth=1");
        run(
            home.path(),
            &format!("match tic-tac-toe --first {bot} --second random --games 2 --json"),
        );
    }
    run(
        home.path(),
        "learn weights tic-tac-toe -o new.weights --data toe.data --rounds 1 --measure 0",
    );
    let said = run(
        home.path(),
        "learn table tic-tac-toe -o t2.table --rounds 2 --measure 0 --checkpoint toe.training",
    );
    assert!(said.contains("What was learned is in t2.table"), "{said}");
}

#[test]
fn what_was_solved() {
    let home = home();
    let said = run(home.path(), "book show tic-tac-toe --book toe.book");
    assert!(said.contains("b2"), "{said}");
    run(home.path(), "verify toe.proof");
    run(home.path(), "solve hex:size=3 --each --checkpoint hex.parts");
    run(home.path(), "endings check draughts");
}

#[test]
fn worlds_of_robots() {
    let home = home();
    run(home.path(), "robots --replay run.txt --quiet");
}
