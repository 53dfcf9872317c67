//! Problems at the keyboard, from files, mined and checked.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn say(home: &Path, words: &str, lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace()).env("HENGE_HOME", home).current_dir(home);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // One that ends early reads nothing.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn what_was_tried_is_kept_and_what_was_missed_comes_back() {
    let home = tempfile::tempdir().unwrap();
    let listed = say(home.path(), "problems connect-four --list --json", "");
    let set: Vec<Value> = serde_json::from_slice(&listed.stdout).unwrap();
    let best = |n: usize| set[n]["best"].as_str().unwrap().to_string();
    let lines = format!("nonsense\nshow\n{}\n{}\nquit\n", best(1), best(2));
    let output = say(home.path(), "problems connect-four", &lines);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(said.contains(&format!("The solution: {}", best(0))), "{said}");
    assert_eq!(said.matches("Right. ").count(), 2, "{said}");
    let sets = say(home.path(), "problems --json", "");
    let sets: Vec<Value> = serde_json::from_slice(&sets.stdout).unwrap();
    let ours = sets.iter().find(|set| set["game"] == "connect-four").unwrap();
    assert_eq!((ours["tried"].as_u64(), ours["found"].as_u64()), (Some(3), Some(2)));
    // After one more the first comes back.
    let lines = format!("{}\n{}\n", best(3), best(0));
    let said = text(&say(home.path(), "problems connect-four", &lines).stdout);
    assert_eq!(said.matches("Right. ").count(), 2, "{said}");
}

#[test]
fn problems_are_mined_written_and_proved() {
    let home = tempfile::tempdir().unwrap();
    let mined =
        say(home.path(), "problems mine connect-four:size=5x4 --count 2 --nodes 20000 -o x", "");
    assert_eq!(mined.status.code(), Some(0), "{}", text(&mined.stderr));
    let checked = say(home.path(), "problems check --file x --json", "");
    let found: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!((&found["faults"], &found["sets"][0]["problems"]), (&0.into(), &2.into()));
    let file = home.path().join("x");
    let problems = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, problems.replace("[Worth \"win\"]", "[Worth \"draw\"]")).unwrap();
    if problems.contains("[Worth \"win\"]") {
        assert_eq!(say(home.path(), "problems check --file x", "").status.code(), Some(1));
    }
    for (words, why) in [
        ("problems nim", "there are no problems of nim; there are"),
        ("problems --file none", "none: "),
        ("problems mine backgammon:cube=on --count 1", "has dice and no tables"),
    ] {
        let refused = say(home.path(), words, "");
        let told = text(&refused.stderr);
        assert!(told.contains(why), "{words}: {told}");
        assert_ne!(refused.status.code(), Some(0));
    }
}
