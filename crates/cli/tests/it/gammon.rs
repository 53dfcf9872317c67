//! The terminal of the backgammon player of 1970.

// Clippy allows this in tests, but not in the functions they share.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn say(args: &[&str], lines: &str) -> String {
    let out = run(args, lines);
    assert!(out.status.success(), "{out:?}");
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn a_session_with_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("white.toml");
    let file = file.to_str().unwrap();
    let lines = format!(
        "go 3\nli 2\ngr 3\ndi white both\nundo\ntr\ngo\ntr\ncs black blocking\ncd 2\nge back\nso\nsw\n\
         st white {file}\nload black {file}\ncompare black {file}\nmine\nexplain\nstatistics\nboard\n\
         batch exchanged 5\nre\nhelp\nnonsense\nxx\n"
    );
    let said = say(&["gammon", "--person", "none", "--seed", "7"], &lines);
    for part in [
        "move 3  roll",
        "plays were generated of",
        "is graded +3 for the",
        "new       old",
        "the last grade of White is taken back; 0 are left",
        "the trace is on",
        "generation: ",
        "Black plays the blocking game now",
        "delta is 2",
        "in the back game:",
        "the sets are sorted",
        "have exchanged their sets",
        "white.toml is written",
        "Black has this set now",
        "evaluation of your plays is on",
        "For it: ",
        "cumulative dice count",
        "the series is tied",
        "take the last grade back",
        "no command \"nonsense\"",
        "thank you for the game",
    ] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}

#[test]
fn batches_repeat_and_go_to_files() {
    let batch = ["gammon", "--batch", "identical", "--seed", "3"];
    assert_eq!(say(&batch, ""), say(&batch, ""));
    let json = say(&[&batch[..], &["--json"]].concat(), "");
    let told: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(told["games"].as_array().unwrap().len(), 5);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let path = file.to_str().unwrap();
    say(&["gammon", "--batch", "single", "--boards", "--seed", "3", "-o", path], "");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("move 1  roll") && text.contains("wins"));
}

#[test]
fn any_play_is_explained_as_text_and_for_machines() {
    let call = ["gammon", "--explain", "6/2", "--dice", "3-1"];
    assert!(say(&call, "").contains("gammon plays 8/5 6/5"));
    let told: serde_json::Value =
        serde_json::from_str(&say(&[&call[..], &["--json"]].concat(), "")).unwrap();
    assert_eq!(told["strategy"]["strategy"], "position");
    assert!(told["danger"]["hitting_rolls"].as_u64().unwrap() > 0);
    assert!(told["opposes"][0]["share"].is_number());
    let wrong = run(&["gammon", "--explain", "6/1", "--dice", "3-1"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("cannot be played with 3-1"));
}

#[test]
fn learning_writes_a_set_that_plays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let path = file.to_str().unwrap();
    let said = say(
        &[
            "learn",
            "gammon",
            path,
            "--games",
            "5",
            "--steps",
            "2",
            "--pairs",
            "3",
            "--measure",
            "5",
        ],
        "",
    );
    assert!(said.contains("against the set revised: "), "{said}");
    assert!(said.contains("points a game (5 pairs)"), "{said}");
    say(&["gammon", "--batch", "single", "--white", path, "--seed", "1"], "");
    let bot = format!("gammon:strategies={path}");
    let told = say(&["analyse", "backgammon", "--moves", "31", "--bot", &bot], "");
    assert!(told.contains("8/5,6/5"), "{told}");
}
