//! The protocol of Hex programs: henge as an engine, henge with an engine, and both together.

use std::process::Command;

use henge::Limits;

const BIN: &str = env!("CARGO_BIN_EXE_henge");

#[test]
fn a_match_with_an_engine() {
    // An engine of that protocol swaps unless it knows that nobody may.
    for (board, rules) in [("hex:size=4,swap=true", "hex:swap=true"), ("hex:size=3", "hex")] {
        let engine = format!("htp:command={BIN} gtp {rules} --bot alphabeta:depth=1");
        let output = Command::new(BIN)
            .args(["match", board, "--games", "2", "--opening", "1", "--threads", "1"])
            .args(["--first", &engine, "--second", "alphabeta:depth=1"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains(", 2 games of hex"), "{said}");
    }
}

#[test]
fn an_engine_plays_what_the_bot_would_play() {
    let game = henge::game("hex:size=5").unwrap();
    let mut engine =
        game.bot(&format!("htp:command={BIN} gtp hex --bot alphabeta:depth=1")).unwrap();
    let mut own = game.bot("alphabeta:depth=1").unwrap();
    // From moves, and from a position that was set up.
    let mut table = game.rules().start();
    for mv in ["a1", "e5", "b1", "e4"] {
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
fn engines_are_set_up_may_resign_and_may_fail() {
    let game = henge::game("hex:size=5").unwrap();
    let table = game.rules().start();
    let ask = |command: &str, others: &str| {
        let mut bot = game.bot(&format!("htp:command=\"{command}\"{others}")).unwrap();
        henge::think(&mut *bot, &*table, Limits::NONE)
    };
    // It says nothing but this, whatever it is asked.
    let says = |text: &str| format!("sh -c 'while read line; do echo = {text}; echo; done'");
    let given_up = ask(&says("resign"), ",set=param_player ponder 0").unwrap();
    assert!(given_up.best().is_some() && given_up.lines[0].score.unwrap().0.0 < 0);
    for (command, wrong) in [
        ("/no/such/engine", "cannot be started"),
        ("sh -c 'read line; echo \\? no such board; echo; cat'", "no such board"),
        ("true", "it ended before it had answered"),
    ] {
        let error = ask(command, "").unwrap_err().to_string();
        assert!(error.contains(wrong), "{error}");
    }
}
