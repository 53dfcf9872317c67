//! The protocol of the Gomocup: henge as an engine, henge with an engine, and both together.

use std::process::Command;

use henge::Limits;

const BIN: &str = env!("CARGO_BIN_EXE_henge");

/// The two seats of a match of two games, an engine of ours against the same bot at our own table.
fn meets(board: &str, engine: &str) -> std::process::Output {
    let first = format!("piskvork:command={BIN} piskvork --bot {engine}");
    Command::new(BIN)
        .args(["match", board, "--games", "2", "--opening", "2", "--threads", "1"])
        .args(["--first", &first, "--second", "alphabeta:depth=1"])
        .output()
        .unwrap()
}

#[test]
fn a_match_with_an_engine() {
    for board in ["go-moku:size=9", "go-moku:size=20,exact=true"] {
        let output = meets(board, "alphabeta:depth=2");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains(", 2 games of go-moku"), "{said}");
    }
}

#[test]
fn an_engine_plays_what_the_bot_would_play() {
    let game = henge::game("go-moku:size=9").unwrap();
    let mut engine =
        game.bot(&format!("piskvork:command={BIN} piskvork --bot alphabeta:depth=2")).unwrap();
    let mut own = game.bot("alphabeta:depth=2").unwrap();
    // From moves, and from a position that was set up.
    let mut table = game.rules().start();
    for mv in ["e5", "d4", "f6", "g7"] {
        table.play(mv).unwrap();
    }
    let set_up = game.rules().read(&table.position()).unwrap();
    for table in [table, set_up] {
        let theirs = henge::think(&mut *engine, &*table, Limits::NONE).unwrap();
        let ours = henge::think(&mut *own, &*table, Limits::NONE).unwrap();
        assert_eq!(theirs.best(), ours.best());
    }
}

#[test]
fn an_engine_that_fails_is_reported() {
    let game = henge::game("go-moku:size=9").unwrap();
    let table = game.rules().start();
    for (command, wrong) in [
        ("/no/such/engine", "cannot be started"),
        ("sh -c 'echo ERROR no such board'", "ERROR no such board"),
        ("true", "it ended before it had got ready"),
    ] {
        let mut bot = game.bot(&format!("piskvork:command=\"{command}\"")).unwrap();
        let error = henge::think(&mut *bot, &*table, Limits::NONE).unwrap_err().to_string();
        assert!(error.contains(wrong), "{error}");
    }
}
