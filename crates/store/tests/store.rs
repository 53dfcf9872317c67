//! What is written is there, and what cannot be used is left as it is.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::time::Duration;

use henge_core::{EndedBy, Ending, Outcome, Player};
use henge_store::{
    Change, Clocks, Keeper, Kept, Options, Owner, SavedGame, SavedSeat, Shelf, Source, Step, Store,
    StoreError, Tally, Wanted, damage_note, now_ms,
};

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

/// Moves that follow that version.
fn moves(id: &str, continues: u64, ply: usize, moves: &[&str]) -> Change {
    Change::Moves {
        step: Step { id: id.into(), continues, version: continues + 1 },
        ply,
        moves: moves.iter().map(|mv| mv.to_string()).collect(),
        clocks: None,
        ending: None,
    }
}

#[test]
fn games_come_back_as_they_were_written() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("deep/down/henge.db");
    let store = Store::open(&path).unwrap();
    store.write_now(Change::Create(Box::new(game("one")))).unwrap();
    store.write_now(moves("one", 0, 1, &["b2", "c3"])).unwrap();
    assert_eq!(store.game("one").unwrap().unwrap().moves, ["a1", "b2", "c3"]);
    // Taking back, and another way to go on.
    store.write_now(moves("one", 1, 1, &[])).unwrap();
    store.write_now(moves("one", 2, 1, &["d4"])).unwrap();
    let ending = Ending::resigned(Player::First);
    let change = Change::Moves {
        step: Step { id: "one".into(), continues: 3, version: 9 },
        ply: 2,
        moves: Vec::new(),
        clocks: None,
        ending: Some(ending),
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
    assert_eq!(store.list(true, 10).unwrap().games, []);
    assert_eq!(store.list(false, 10).unwrap().games[0].n_moves, 2);
    assert_eq!(store.find("on").unwrap(), ["one"]);
}

#[test]
fn every_way_to_end_comes_back() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    for by in EndedBy::ALL {
        let ending = Some(Ending::new(Outcome::win(Player::Second), by));
        let saved = SavedGame { ending, ..game(by.word()) };
        store.write_now(Change::Create(Box::new(saved))).unwrap();
        let saved = store.game(by.word()).unwrap().unwrap();
        assert_eq!(saved.ending, ending);
        // A record keeps the reason, unless there is none that the board does not show.
        let again = SavedGame::of_record(&saved.record(), "again".into(), 0);
        let by = if by == EndedBy::Unknown { EndedBy::Rules } else { by };
        assert_eq!(again.ending.unwrap().by, by);
    }
}

#[test]
fn a_change_that_does_not_fit_spoils_no_other() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let changes = [
        Change::Create(Box::new(game("one"))),
        Change::Create(Box::new(game("one"))),
        moves("none", 0, 0, &["a1"]),
        moves("one", 0, 5, &["a1"]),
        moves("one", 0, 1, &["b2"]),
        // Several changes of one game may wait in one batch: each continues the one before.
        moves("one", 1, 2, &["c3"]),
        moves("one", 1, 2, &["d4"]),
        moves("one", 2, 3, &["e5"]),
    ];
    let n = changes.len();
    for (i, change) in changes.into_iter().enumerate() {
        let sender = sender.clone();
        store.write(change, move |result| sender.send((i, result)).unwrap()).unwrap();
    }
    let mut results: Vec<_> = receiver.iter().take(n).collect();
    results.sort_unstable_by_key(|(i, _)| *i);
    let fits: Vec<bool> = results.iter().map(|result| result.1.is_ok()).collect();
    assert_eq!(fits, [true, false, false, false, true, true, false, true]);
    assert_eq!(results[2].1, Err(StoreError::Gone));
    assert_eq!(results[6].1, Err(StoreError::Changed { found: 2 }));
    assert_eq!(store.game("one").unwrap().unwrap().moves, ["a1", "b2", "c3", "e5"]);
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
fn a_file_with_damaged_tables_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let schema = |name: &str, from: &str, to: &str| {
        format!(
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}') \
             WHERE name = '{name}'"
        )
    };
    let damages = [
        // A column has another name, an index holds something else, a table is gone, and the tables
        // of a newer version are there already.
        (schema("moves", "ply", "plx"), "moves.ply is missing"),
        (schema("games_by_sequence", "(sequence)", "(updated)"), "games_by_sequence"),
        ("DROP TABLE results".into(), "results.game_id is missing"),
        ("PRAGMA user_version = 1".into(), "already exists"),
    ];
    for (i, (damage, why)) in damages.into_iter().enumerate() {
        let path = home.path().join(format!("{i}.db"));
        let store = Store::open(&path).unwrap();
        store.write_now(Change::Create(Box::new(game("game")))).unwrap();
        drop(store);
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.pragma_update(None, "journal_mode", "DELETE").unwrap();
        connection.execute_batch(&damage).unwrap();
        drop(connection);
        let (error, untouched) = refused(&path);
        assert!(error.to_string().contains(why) && untouched, "{damage}: {error}, {untouched}");
    }
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
    let hasty = Options::default().with_patience(Duration::from_millis(20));
    let Err(error) = Store::open_with(&path, hasty) else { panic!("it was opened") };
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
    two.write_now(moves("one", 0, 1, &["b2"])).unwrap();
    assert_eq!(one.game("one").unwrap().unwrap().moves, ["a1", "b2"]);
}

#[test]
fn a_late_writer_is_refused_whatever_it_writes() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    let (one, two) = (Store::open(&path).unwrap(), Store::open(&path).unwrap());
    one.write_now(Change::Create(Box::new(game("one")))).unwrap();
    let known = two.game("one").unwrap().unwrap();
    one.write_now(moves("one", 0, 1, &["b2", "c3", "d4"])).unwrap();
    let step = || Step { id: "one".into(), continues: 0, version: 7 };
    let seat = || known.seats[0].clone();
    let clocks = Clocks::from_ms([1, 1], 0);
    let late = [
        moves("one", 0, 1, &["g7"]),
        moves("one", 0, 0, &[]),
        Change::Put { game: Box::new(SavedGame { version: 1, ..known.clone() }), continues: 0 },
        Change::Sit { step: step(), player: 0, seat: seat() },
        Change::Clocks { id: "one".into(), continues: 0, clocks },
    ];
    for change in late {
        assert_eq!(two.write_now(change), Err(StoreError::Changed { found: 1 }));
    }
    let now = two.game("one").unwrap().unwrap();
    assert_eq!(now.moves, ["a1", "b2", "c3", "d4"], "not one move is lost");
    // Whoever has looked again goes on.
    two.write_now(moves("one", now.version, 4, &["e5"])).unwrap();
    assert_eq!(one.game("one").unwrap().unwrap().moves.len(), 5);
    // A version never comes again, so that no change is taken for another.
    let stuck = Step { id: "one".into(), continues: 2, version: 2 };
    let change = Change::Sit { step: stuck, player: 0, seat: seat() };
    assert!(matches!(two.write_now(change), Err(StoreError::Conflict(_))));
}

#[test]
fn two_keepers_of_one_game_lose_nothing() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    let [one, two] = [0, 1].map(|_| Shelf::new(Some(path.clone())));
    let with = |saved: &SavedGame, mv: &str| {
        let mut saved = saved.clone();
        saved.moves.push(mv.into());
        saved
    };
    let begun = SavedGame { source: Source::Cli, ..game("one") };
    let mut first = Keeper::named("one".into());
    assert_eq!(first.keep(&one, begun.clone()), Kept::Saved);
    let seen = two.for_reading().unwrap().game("one").unwrap().unwrap();
    let mut second = Keeper::of(&seen);
    assert_eq!(first.keep(&one, with(&begun, "b2")), Kept::Saved);
    // The second has another move in mind: it gets to see the first one's instead.
    let Kept::Changed(now) = second.keep(&two, with(&seen, "g7")) else { panic!("it was written") };
    assert_eq!(now.moves, ["a1", "b2"]);
    assert_eq!(second.unsaved(), None);
    assert_eq!(second.keep(&two, with(&now, "c3")), Kept::Saved);
    assert_eq!(one.for_reading().unwrap().game("one").unwrap().unwrap().moves, ["a1", "b2", "c3"]);
    // A game that somebody has deleted comes back with the next move of who plays it.
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = ON; DELETE FROM games").unwrap();
    assert_eq!(second.keep(&two, with(&now, "d4")), Kept::Saved);
    assert_eq!(two.for_reading().unwrap().game("one").unwrap().unwrap().moves, ["a1", "b2", "d4"]);
}

#[test]
fn a_keeper_tries_again_and_says_what_is_missing() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    let options = Options::default().with_patience(Duration::from_millis(20));
    let shelf = Shelf::with(Some(path.clone()), options);
    let mut saved = SavedGame { source: Source::Cli, ..game("one") };
    let mut keeper = Keeper::named("one".into());
    assert_eq!(keeper.keep(&shelf, saved.clone()), Kept::Saved);
    let holder = rusqlite::Connection::open(&path).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    saved.moves.push("b2".into());
    let Kept::NotSaved(why) = keeper.keep(&shelf, saved.clone()) else { panic!("locked") };
    assert!(why.contains("another program has locked"), "{why}");
    saved.moves.push("c3".into());
    assert_eq!(keeper.keep(&shelf, saved.clone()), Kept::StillNotSaved);
    let missing = keeper.unsaved().unwrap();
    assert!(missing.starts_with("the last 2 moves are not saved: another program"), "{missing}");
    holder.execute_batch("ROLLBACK").unwrap();
    saved.moves.push("d4".into());
    assert_eq!(keeper.keep(&shelf, saved.clone()), Kept::SavedAgain);
    assert_eq!(keeper.unsaved(), None);
    assert_eq!(shelf.for_reading().unwrap().game("one").unwrap().unwrap().moves.len(), 4);
    // Without a place nothing is ever saved.
    let mut keeper = Keeper::fresh();
    assert!(matches!(keeper.keep(&Shelf::new(None), saved), Kept::NotSaved(_)));
    assert!(keeper.unsaved().unwrap().starts_with("this game is not saved: there is no place"));
}

#[test]
fn on_a_full_disk_nothing_is_acknowledged_and_nothing_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    drop(Store::open(&path).unwrap());
    let store = Store::open_with(&path, Options::default().with_most_pages(24)).unwrap();
    store.write_now(Change::Create(Box::new(game("one")))).unwrap();
    let (mut version, mut ply) = (0, 1);
    let long = "x".repeat(2000);
    let error = loop {
        match store.write_now(moves("one", version, ply, &[&long])) {
            Ok(()) => (version, ply) = (version + 1, ply + 1),
            Err(error) => break error,
        }
        assert!(ply < 100, "the disk never fills");
    };
    assert_eq!(error, StoreError::Full);
    assert!(error.to_string().contains("the disk is full"));
    // What comes together with it is not acknowledged either, unless it is there.
    let (sender, receiver) = std::sync::mpsc::channel();
    let changes = [
        Change::Create(Box::new(game("two"))),
        moves("one", version, ply, &[&long, &long, &long]),
        Change::Create(Box::new(game("three"))),
    ];
    for (change, name) in changes.into_iter().zip(["two", "one", "three"]) {
        let sender = sender.clone();
        store.write(change, move |result| sender.send((name, result)).unwrap()).unwrap();
    }
    for (name, result) in receiver.iter().take(3) {
        let there = match name {
            "one" => store.game("one").unwrap().unwrap().moves.len() > ply,
            name => store.game(name).unwrap().is_some(),
        };
        assert_eq!(result.is_ok(), there, "{name}: {result:?}");
    }
    drop(store);
    // There is room again: everything acknowledged is there, and the game goes on.
    let store = Store::open(&path).unwrap();
    assert_eq!(store.game("one").unwrap().unwrap().moves.len(), ply);
    store.write_now(moves("one", version, ply, &[&long])).unwrap();
}

#[test]
fn in_a_game_that_is_over_nobody_sits_down() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    let ended = SavedGame { ending: Some(Ending::agreed()), ..game("one") };
    store.write_now(Change::Create(Box::new(ended.clone()))).unwrap();
    let step = Step { id: "one".into(), continues: 0, version: 1 };
    let change = Change::Sit { step, player: 1, seat: ended.seats[0].clone() };
    assert!(matches!(store.write_now(change), Err(StoreError::Conflict(_))));
    assert_eq!(store.game("one").unwrap().unwrap(), ended);
}

#[test]
fn a_clock_only_runs_out() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    let clocks = |left_ms| Clocks::from_ms(left_ms, 0);
    let timed = SavedGame { clocks: Some(clocks([9000, 9000])), ..game("one") };
    store.write_now(Change::Create(Box::new(timed))).unwrap();
    for left_ms in [[5000, 9000], [7000, 9000]] {
        let (id, clocks) = ("one".into(), clocks(left_ms));
        store.write_now(Change::Clocks { id, continues: 0, clocks }).unwrap();
    }
    let saved = store.game("one").unwrap().unwrap();
    assert_eq!((saved.clocks, saved.version), (Some(clocks([5000, 9000])), 0));
}

/// The names in the list.
fn names(store: &Store) -> Vec<String> {
    store.list(true, 10).unwrap().games.into_iter().map(|game| game.id).collect()
}

#[test]
fn the_last_game_is_the_one_that_changed_last_whatever_the_clock_says() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    let store = Store::open(&path).unwrap();
    let future = now_ms() + 1_000_000_000_000;
    let saved = SavedGame { created: future, updated: future, ..game("future") };
    store.write_now(Change::Create(Box::new(saved))).unwrap();
    store.write_now(Change::Create(Box::new(game("now")))).unwrap();
    assert_eq!(names(&store), ["now", "future"]);
    store.write_now(moves("future", 0, 1, &["b2"])).unwrap();
    assert_eq!(names(&store), ["future", "now"]);
    let put = SavedGame { updated: 0, version: 1, ..game("now") };
    store.write_now(Change::Put { game: Box::new(put), continues: 0 }).unwrap();
    assert_eq!(names(&store), ["now", "future"]);
}

/// A file as earlier versions of henge made it, with two games in it.
fn old_file(path: &Path) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.execute_batch(include_str!("../src/migrations/0001_games.sql")).unwrap();
    connection.execute_batch(include_str!("../src/migrations/0002_analysis.sql")).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL;
             INSERT INTO games (id, source, game, version, created, updated)
             VALUES ('old', 'cli', 'tic-tac-toe', 0, 1, 5), ('new', 'cli', 'tic-tac-toe', 3, 1, 9);
             INSERT INTO seats (game_id, player, kind, name) VALUES
             ('old', 0, 'human', 'human'), ('old', 1, 'human', 'human'),
             ('new', 0, 'human', 'human'), ('new', 1, 'human', 'human');
             INSERT INTO moves VALUES ('old', 0, 'b2');
             INSERT INTO results VALUES ('old', 1, 1, 'resigned');
             PRAGMA user_version = 2; PRAGMA application_id = 0x48454E47;",
        )
        .unwrap();
}

#[test]
fn files_of_earlier_versions_are_read_and_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    old_file(&path);
    // Also where nothing can be written: a copy is brought up to date.
    let before = std::fs::read(&path).unwrap();
    let store = Store::open_read_only(&path, "a test").unwrap();
    assert_eq!(store.game("old").unwrap().unwrap().ending, Some(Ending::resigned(Player::First)));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    drop(store);
    let store = Store::open(&path).unwrap();
    let listed = store.list(false, 10).unwrap();
    let ids: Vec<&str> = listed.games.iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids, ["new", "old"]);
    store.write_now(moves("new", 3, 0, &["a1"])).unwrap();
}

#[test]
fn a_read_only_file_is_read_and_says_that_it_cannot_be_written() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("with blanks & signs?.db");
    let store = Store::open(&path).unwrap();
    store.write_now(Change::Create(Box::new(game("one")))).unwrap();
    // While another program has it open, and its last changes are in its journal.
    let reader = Store::open_read_only(&path, "a test").unwrap();
    assert_eq!(names(&reader), ["one"]);
    let error = reader.write_now(moves("one", 0, 1, &["b2"])).unwrap_err();
    assert!(error.to_string().contains("can be read, but not written: a test"), "{error}");
    assert!(reader.read_only().is_some() && store.read_only().is_none());
    drop(reader);
    // A backup that was made at that moment: the file and its journal, without the third file.
    let backup = home.path().join("backup.db");
    std::fs::copy(&path, &backup).unwrap();
    std::fs::copy(path.with_extension("db-wal"), backup.with_extension("db-wal")).unwrap();
    assert_eq!(names(&Store::open_read_only(&backup, "a test").unwrap()), ["one"]);
    drop(store);
    // And alone, after everybody has closed it.
    assert_eq!(names(&Store::open_read_only(&path, "a test").unwrap()), ["one"]);
    assert!(Store::open_read_only(&home.path().join("none.db"), "a test").is_err());
}

#[test]
fn a_damaged_game_costs_that_game() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("henge.db");
    let store = Store::open(&path).unwrap();
    for id in ["good", "text", "seat", "gap", "name", "type", "fine"] {
        let saved = SavedGame { moves: vec!["a1".into(), "b2".into()], ..game(id) };
        store.write_now(Change::Create(Box::new(saved))).unwrap();
    }
    drop(store);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch(
            "UPDATE games SET game = CAST(x'68ff78' AS TEXT) WHERE id = 'text';
             DELETE FROM seats WHERE game_id = 'seat' AND player = 1;
             DELETE FROM moves WHERE game_id = 'gap' AND ply = 0;
             UPDATE seats SET name = CAST(x'41ff' AS TEXT) WHERE game_id = 'name' AND player = 0;
             PRAGMA wal_checkpoint(TRUNCATE);",
        )
        .unwrap();
    drop(connection);
    // The second move of "type" becomes a blob, by one flipped bit.
    let mut bytes = std::fs::read(&path).unwrap();
    let row = [&[4, 13 + 2 * 4, 9, 13 + 2 * 2][..], b"typeb2"].concat();
    let at = bytes.windows(row.len()).position(|window| window == row).unwrap();
    bytes[at + 3] -= 1;
    std::fs::write(&path, bytes).unwrap();

    let store = Store::open(&path).unwrap();
    let listed = store.list(false, 100).unwrap();
    let mut good: Vec<&str> = listed.games.iter().map(|game| game.id.as_str()).collect();
    good.sort_unstable();
    // That a move is no text is seen when the game is read.
    assert_eq!(good, ["fine", "good", "name", "type"]);
    let mut bad = listed.damaged.clone();
    bad.sort_unstable();
    assert_eq!(bad, ["gap", "seat", "text"]);
    for id in ["text", "seat", "gap", "type"] {
        let error = store.game(id).unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("the saved game {id} is damaged")),
            "{error}"
        );
    }
    // A name is only shown.
    assert_eq!(store.game("name").unwrap().unwrap().seats[0].name, "A\u{fffd}");
    assert_eq!(store.game("good").unwrap().unwrap().moves.len(), 2);
    assert_eq!(damage_note(&[]), None);
    let note = damage_note(&["seat".to_string()]).unwrap();
    assert_eq!(note, "1 saved game is damaged and was skipped: seat");
}

#[test]
fn games_are_searched_counted_paged_and_deleted() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    for i in 0..30 {
        let mut one = game(&format!("g{i:02}"));
        one.game = if i % 3 == 0 { "draughts".into() } else { "hex:size=5,swap=false".into() };
        one.seats[1].name = if i < 10 { "henge:level=easy".into() } else { "100%".into() };
        one.moves.truncate(usize::from(i != 29));
        one.ending = match i % 4 {
            0 => Some(Ending::resigned(Player::First)),
            1 => Some(Ending::agreed()),
            _ => None,
        };
        store.write_now(Change::Create(Box::new(one))).unwrap();
    }
    let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let ids = |wanted: &Wanted| -> Vec<String> {
        store.search(wanted).unwrap().games.into_iter().map(|game| game.id).collect()
    };
    let all = Wanted { most: 100, ..Wanted::default() };
    assert_eq!(store.count(&all).unwrap(), 30);
    let page = Wanted { skip: 10, most: 5, ..Wanted::default() };
    assert_eq!(ids(&page), ["g19", "g18", "g17", "g16", "g15"]);
    let over = Wanted { over: Some(true), ..all.clone() };
    assert_eq!((store.count(&over).unwrap(), ids(&over).len()), (16, 16));
    assert_eq!(store.count(&Wanted { over: Some(false), ..all.clone() }).unwrap(), 14);
    assert_eq!(store.count(&Wanted { begun: true, ..all.clone() }).unwrap(), 29);
    let easy = Wanted { words: words("DRAUGHTS easy"), ..all.clone() };
    assert_eq!(ids(&easy), ["g09", "g06", "g03", "g00"]);
    // What would be a pattern is a sign like any other.
    assert_eq!(store.count(&Wanted { words: words("100%"), ..all.clone() }).unwrap(), 20);
    assert_eq!(store.count(&Wanted { words: words("1%0"), ..all.clone() }).unwrap(), 0);
    assert_eq!(store.count(&Wanted { words: words("a_a"), ..all.clone() }).unwrap(), 0);
    let tallies = store.tallies().unwrap();
    let easy = tallies.iter().find(|tally| tally.game == "draughts" && tally.bot.contains("easy"));
    let bot = "henge:level=easy".to_string();
    let expected = Tally { game: "draughts".into(), bot, won: 0, drawn: 1, lost: 1 };
    assert_eq!(easy, Some(&expected));
    store.write_now(Change::Delete { id: "g03".into() }).unwrap();
    assert_eq!(store.game("g03").unwrap(), None);
    let again = store.write_now(Change::Delete { id: "g03".into() });
    assert!(matches!(again, Err(StoreError::Gone)));
    assert_eq!(store.count(&all).unwrap(), 29);
}

#[test]
fn games_that_began_alike_are_counted() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let first = Some(Ending::new(Outcome::win(Player::First), EndedBy::Rules));
    let drawn = Some(Ending::agreed());
    for (i, (moves, setup, ending)) in [
        ("a1 b2 c3", None, first),
        ("a1 b2 c1", None, drawn),
        ("a1 b2 c3", None, None),
        ("b2 a1 c3", None, first),
        ("a1 b2", None, None),
        ("a1 b2 c3", Some("elsewhere"), None),
    ]
    .into_iter()
    .enumerate()
    {
        let setup = setup.map(String::from);
        let saved = SavedGame { moves: words(moves), setup, ending, ..game(&format!("g{i}")) };
        store.write_now(Change::Create(Box::new(saved))).unwrap();
    }
    let name = game("x").game;
    let ask = |name: &str, setup: Option<&str>, moves: &str| -> Vec<(String, u64, [u64; 3])> {
        let found = store.continuations(name, setup, &words(moves)).unwrap();
        found.into_iter().map(|each| (each.mv, each.games, each.results)).collect()
    };
    let row = |mv: &str, games, results| (mv.to_string(), games, results);
    assert_eq!(ask(&name, None, ""), [row("a1", 4, [1, 1, 0]), row("b2", 1, [1, 0, 0])]);
    assert_eq!(ask(&name, None, "a1 b2"), [row("c3", 2, [1, 0, 0]), row("c1", 1, [0, 1, 0])]);
    assert_eq!(ask(&name, Some("elsewhere"), "a1"), [row("b2", 1, [0, 0, 0])]);
    assert!(ask(&name, None, "a1 b2 c3").is_empty());
    assert!(ask("another", None, "").is_empty());
}

#[test]
fn rules_are_kept_and_the_oldest_unused_make_room() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("henge.db")).unwrap();
    let keep = |name: &str| {
        let (name, text) = (name.to_string(), format!("rules of {name}"));
        store.write_now(Change::Rules { name, text }).unwrap();
    };
    keep("own-played");
    keep("own-unplayed");
    assert_eq!(store.rules("own-played").unwrap().as_deref(), Some("rules of own-played"));
    assert_eq!(store.rules("own-none").unwrap(), None);
    let saved = SavedGame { game: "own-played".into(), ..game("one") };
    store.write_now(Change::Create(Box::new(saved))).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(5));
    for i in 0..1002 {
        let (name, text) = (format!("own-{i}"), String::new());
        store.write(Change::Rules { name, text }, |_| {}).unwrap();
    }
    keep("own-last");
    assert!(store.rules("own-played").unwrap().is_some());
    assert_eq!(store.rules("own-unplayed").unwrap(), None);
    assert!(store.rules("own-1000").unwrap().is_some());
}
