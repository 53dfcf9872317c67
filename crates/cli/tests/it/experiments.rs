//! Experiments as processes: the same report, to the byte, wherever and however often they are run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

fn run(folder: &Path, words: &str) -> String {
    let mut henge = Command::new(env!("CARGO_BIN_EXE_henge"));
    henge.args(words.split_whitespace()).current_dir(folder).env("HENGE_HOME", folder);
    let output = henge.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words}: {said}");
    String::from_utf8(output.stdout).unwrap() + &said
}

const EXPERIMENT: &str = r#"
title = "A table, and what it is worth"
about = "Learned by *itself*, and asked with `depth=1`."

[[step]]
name = "learning"
run = "learn table tic-tac-toe --output {toe.table} --curve {curve.svg} --rounds 4 --seed 1 --measure 0"

[[step]]
name = "contest"
game = "tic-tac-toe"
players = ["trained:weights={toe.table},depth=1", "alphabeta:depth=2", "random"]
games = 20
"#;

/// All files of a folder but journals, whose players have the paths of this run.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for place in [folder.to_path_buf(), folder.join("files")] {
        for entry in fs::read_dir(&place).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_file()
                && ["md", "html", "svg", "games", "csv"].iter().any(|end| name.ends_with(end))
            {
                all.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    all
}

#[test]
fn a_report_is_the_same_in_every_run_and_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("toe.toml"), EXPERIMENT).unwrap();
    run(folder, "experiment run toe.toml --threads 1");
    run(folder, "experiment run toe.toml --threads 2 --output elsewhere/deeper");
    let one = files(&folder.join("toe"));
    assert_eq!(one, files(&folder.join("elsewhere/deeper")));
    let names: Vec<&str> = one.keys().map(String::as_str).collect();
    let expected = [
        "contest.csv",
        "contest.games",
        "curve.svg",
        "toe-contest-1.svg",
        "toe-contest-2.svg",
        "toe-learning-1.svg",
        "toe.html",
        "toe.md",
    ];
    assert_eq!(names, expected);
    let version = format!("Written by henge {}.", env!("CARGO_PKG_VERSION"));
    for name in ["toe.html", "toe.md"] {
        assert!(one[name].contains(&version), "{name}");
        assert!(one[name].contains("round   4: ") && !one[name].contains(" s: "), "{name}");
    }
    assert!(one["toe.html"].contains("<em>itself</em>, and asked with <code>depth=1</code>"));
    assert!(one["toe.html"].contains("loss in nats"), "the curve is in the page");
    assert!(one["toe.md"].contains("![learning](toe-learning-1.svg)"));
    assert_eq!(one["toe-learning-1.svg"], one["curve.svg"]);
    assert!(one["contest.games"].contains("trained:weights=toe.table,depth=1"));
    assert!(!one.values().any(|text| text.contains("files/")), "no file names its folder");
}

#[test]
fn games_can_be_annotated_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "match connect-four --first alphabeta:depth=2 --second random --games 4 --annotate \
                 --save games.txt --csv games.csv";
    run(folder, words);
    let games = fs::read_to_string(folder.join("games.txt")).unwrap();
    assert!(games.contains("depth 2, nodes ") && games.contains("[Seed \""), "{games}");
    run(folder, "convert games.txt --to json");
    let csv = fs::read_to_string(folder.join("games.csv")).unwrap();
    assert!(csv.starts_with("game,round,first,second,"), "{csv}");
    assert_eq!(csv.lines().count(), 5, "{csv}");
}

#[test]
fn a_contest_says_that_it_has_too_few_openings() {
    let folder = tempfile::tempdir().unwrap();
    let words =
        "match connect-four --first alphabeta:depth=2 --second alphabeta:depth=1 --games 40";
    let said = run(folder.path(), &format!("{words} --opening 1"));
    assert_eq!(said.matches("only 7 different openings of 1 ply for").count(), 2, "{said}");
    assert!(said.contains("only 14 of 40 games are different"), "{said}");
    let said = run(folder.path(), words);
    assert!(!said.contains("different") && !said.contains("± 0"), "{said}");
}

#[test]
fn data_sets_have_positions_of_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "learn data tic-tac-toe --games 100 --bot random -o toe.jsonl");
    run(folder, "learn data tic-tac-toe --games 100 --bot random --opening 9 -o deep.jsonl");
    for name in ["toe.jsonl", "deep.jsonl"] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        for game in 0..100 {
            assert!(text.contains(&format!("{{\"game\":{game},")), "{name}: game {game}");
        }
    }
}
