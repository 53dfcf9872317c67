//! What is written is there, and what cannot be used is left as it is.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use henge_store::{Change, Ending, Owner, SavedGame, SavedSeat, Source, Store, StoreError, now_ms};

fn game(id: &str) -> SavedGame {
    let seat = |name: &str, is_bot| SavedSeat {
        is_bot,
        name: name.into(),
        owner: (!is_bot).then(|| Owner { token_hash: vec![7; 32], holder: 0 }),
    };
    SavedGame {
        id: id.into(),
        source: Source::Web,
        game: "hex:size=5,swap=false".into(),
        setup: None,
        version: 0,
        created: now_ms(),
        updated: now_ms(),
        clocks: None,
        seats: [seat("Ada", false), seat("henge", true)],
        moves: vec!["a1".into()],
        ending: None,
    }
}

fn moves(id: &str, ply: usize, moves: &[&str]) -> Change {
    Change::Moves {
        id: id.into(),
        ply,
        moves: moves.iter().map(|mv| mv.to_string()).collect(),
        clocks: None,
        ending: None,
        version: 1,
    }
}

#[test]
fn games_come_back_as_they_were_written() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("deep/down/henge.db");
    let store = Store::open(&path).unwrap();
    store.write_now(Change::Create(Box::new(game("one")))).unwrap();
    store.write_now(moves("one", 1, &["b2", "c3"])).unwrap();
    assert_eq!(store.game("one").unwrap().unwrap().moves, ["a1", "b2", "c3"]);
    // Taking back, and another way to go on.
    store.write_now(moves("one", 1, &[])).unwrap();
    store.write_now(moves("one", 1, &["d4"])).unwrap();
    let ending = Ending { winner: Some(1), points: 1, reason: "resigned".into() };
    let change = Change::Moves {
        id: "one".into(),
        ply: 2,
        moves: Vec::new(),
        clocks: None,
        ending: Some(ending.clone()),
        version: 9,
    };
    store.write_now(change).unwrap();
    drop(store);
    let store = Store::open(&path).unwrap();
    let saved = store.game("one").unwrap().unwrap();
    assert_eq!(
        (saved.moves, saved.ending, saved.version),
        (vec!["a1".into(), "d4".into()], Some(ending), 9)
    );
    assert_eq!(saved.seats, game("one").seats);
    assert_eq!(store.game("two").unwrap(), None);
    assert_eq!(store.list(true, 10).unwrap(), []);
    assert_eq!(store.list(false, 10).unwrap()[0].n_moves, 2);
    assert_eq!(store.find("on").unwrap(), ["one"]);
}

#[test]
fn a_change_that_does_not_fit_spoils_no_other() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let changes = [
        Change::Create(Box::new(game("one"))),
        Change::Create(Box::new(game("one"))),
        moves("none", 0, &["a1"]),
        moves("one", 5, &["a1"]),
        moves("one", 1, &["b2"]),
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let sender = sender.clone();
        store.write(change, move |result| sender.send((i, result.is_ok())).unwrap()).unwrap();
    }
    let mut results: Vec<(usize, bool)> = receiver.iter().take(5).collect();
    results.sort_unstable();
    let fits: Vec<bool> = results.iter().map(|result| result.1).collect();
    assert_eq!(fits, [true, false, false, false, true]);
    assert_eq!(store.game("one").unwrap().unwrap().moves, ["a1", "b2"]);
}

#[test]
fn answers_of_engines_are_found_again() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    let (question, answer) = (vec![1, 2, 3], "{}".to_string());
    store.write_now(Change::Answer { question, time_ms: 500, answer }).unwrap();
    assert_eq!(store.answer(&[1, 2, 3], 500).unwrap().as_deref(), Some("{}"));
    assert_eq!(store.answer(&[1, 2, 3], 501).unwrap(), None);
    assert_eq!(store.answer(&[1], 1).unwrap(), None);
}

fn refused(path: &Path) -> (StoreError, bool) {
    let before = std::fs::read(path).unwrap();
    let Err(error) = Store::open(path) else { panic!("it was opened") };
    (error, std::fs::read(path).unwrap() == before)
}

#[test]
fn a_newer_file_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    drop(Store::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let (error, untouched) = refused(&path);
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("newer henge"), "{error}");
    assert!(untouched);
}

#[test]
fn a_damaged_file_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    std::fs::write(&path, "this is my diary, and no database at all. ".repeat(200)).unwrap();
    let (error, untouched) = refused(&path);
    assert!(matches!(error, StoreError::Damaged { .. }) && untouched, "{error}");

    // A database of somebody else.
    let other = home.path().join("other.db");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection.execute_batch("CREATE TABLE diary (day TEXT)").unwrap();
    drop(connection);
    let (error, untouched) = refused(&other);
    assert!(matches!(error, StoreError::Damaged { .. }) && untouched, "{error}");

    // One of ours, with a page overwritten.
    let broken = home.path().join("broken.db");
    let store = Store::open(&broken).unwrap();
    for i in 0..200 {
        store.write_now(Change::Create(Box::new(game(&format!("game {i}"))))).unwrap();
    }
    drop(store);
    let mut bytes = std::fs::read(&broken).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 5000].fill(0xa5);
    std::fs::write(&broken, bytes).unwrap();
    let (error, untouched) = refused(&broken);
    assert!(matches!(error, StoreError::Damaged { .. }) && untouched, "{error}");
}

#[test]
fn a_locked_file_says_so() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    drop(Store::open(&path).unwrap());
    let holder = rusqlite::Connection::open(&path).unwrap();
    holder.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;").unwrap();
    let Err(error) = Store::open(&path) else { panic!("it was opened") };
    assert_eq!(error, StoreError::Locked);
    drop(holder);
    Store::open(&path).unwrap();
}

#[test]
fn two_programs_share_the_file() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    let (one, two) = (Store::open(&path).unwrap(), Store::open(&path).unwrap());
    one.write_now(Change::Create(Box::new(game("one")))).unwrap();
    two.write_now(moves("one", 1, &["b2"])).unwrap();
    assert_eq!(one.game("one").unwrap().unwrap().moves, ["a1", "b2"]);
}
