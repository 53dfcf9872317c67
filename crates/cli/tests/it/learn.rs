//! Learning as a user meets it: one command learns, another plays with the file, and other programs
//! read and write the same files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use henge::learn::net::{Net, Scratch};

fn henge(folder: &Path, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace()).current_dir(folder).env("HENGE_HOME", folder);
    command.stdin(Stdio::null()).output().unwrap()
}

fn run(folder: &Path, words: &str) -> String {
    let output = henge(folder, words);
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(folder: &Path, words: &str, code: i32) -> String {
    let output = henge(folder, words);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{words}: {said}");
    said
}

#[test]
fn one_command_learns_and_one_plays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = run(
        folder,
        "learn table tic-tac-toe -o toe.table --rounds 40 --measure 20 --against random \
         --curve toe.svg",
    );
    assert!(said.contains("  henge play tic-tac-toe --second trained:weights=toe.table"), "{said}");
    assert!(said.contains("% ± "), "{said}");
    let score = run(
        folder,
        "match tic-tac-toe --first trained:weights=toe.table,depth=1 --second random --games 40 \
         --opening 0 --json",
    );
    let score: serde_json::Value = serde_json::from_str(&score).unwrap();
    assert_eq!(score["first"]["losses"], 0, "{score}");
    let curve = fs::read_to_string(folder.join("toe.svg")).unwrap();
    assert!(curve.contains("tic-tac-toe: strength against a fixed opponent"), "{curve}");
    let log = fs::read_to_string(folder.join("runs/toe.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 42, "a title, a line for each round, and the end");
    assert_eq!(
        (&lines[0]["game"], &lines[41]["end"]),
        (&"tic-tac-toe".into(), &"toe.table".into())
    );

    // What was learned for one game is not asked about another.
    let said = refused(
        folder,
        "match connect-four --first trained:weights=toe.table --second random --games 2",
        2,
    );
    assert!(said.contains("this was learned for tic-tac-toe; connect-four"), "{said}");
    let said = refused(folder, "learn weights tic-tac-toe -o a --features stone", 2);
    assert!(said.contains("did you mean \"stones\"?"), "{said}");
    let said = refused(folder, "learn weights tic-tac-toe -o a --lambda 3", 2);
    assert!(said.contains("lambda is a number from 0 to 1, not 3"), "{said}");
    let said = refused(folder, "learn weights backgammon -o a", 2);
    assert!(said.contains("no weights to learn"), "{said}");
}

#[test]
fn another_evaluation_plays_under_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(
        folder,
        "match connect-four --first alphabeta:eval=source,depth=2 --second \
         mcts:eval=none,nodes=50 --games 2",
    );
    let said = refused(
        folder,
        "match connect-four --first alphabeta:eval=sauce --second random --games 2",
        2,
    );
    assert!(said.contains("eval must be one of none, source, not sauce"), "{said}");
}

#[test]
fn learning_goes_on_from_a_checkpoint_and_ends_by_a_test() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "learn weights connect-four --method td --rounds 4 --games 20 --measure 0";
    run(folder, &format!("{words} --checkpoint a.state -o a.weights --threads 1"));
    run(folder, &format!("{words} -o b.weights --threads 2"));
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("a.weights"), read("b.weights"));
    // All is done already, and the file is written again.
    fs::remove_file(folder.join("a.weights")).unwrap();
    run(folder, &format!("{words} --checkpoint a.state -o a.weights"));
    assert_eq!(read("a.weights"), read("b.weights"));
    let said = refused(
        folder,
        "learn weights connect-four --method td --rounds 5 --checkpoint a.state -o c.weights",
        1,
    );
    assert!(said.contains("belongs to another training"), "{said}");
    let said = run(
        folder,
        "learn weights connect-four --method td --rounds 1000 --games 20 --every 5 --measure 200 \
         --against random --stop-sprt 0,100 -o d.weights",
    );
    assert!(said.contains("The test is passed: it is stronger than random."), "{said}");
}

const DATA: &str =
    "learn data connect-four --games 30 --bot alphabeta:depth=2 --explore 0.05 --seed 4 -o";

#[test]
fn data_are_whole_and_teach() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = run(folder, &format!("{DATA} one.jsonl --threads 1"));
    assert!(said.ends_with("positions of 30 games.\n"), "{said}");
    run(folder, &format!("{DATA} two.jsonl --threads 3"));
    let text = fs::read_to_string(folder.join("one.jsonl")).unwrap();
    assert_eq!(text, fs::read_to_string(folder.join("two.jsonl")).unwrap());
    run(folder, "learn data --check one.jsonl");
    // A file whose features are those of another position has a right checksum only by design.
    fs::write(folder.join("cut.jsonl"), &text[..text.len() / 2]).unwrap();
    for words in ["learn data --check", "learn net connect-four -o a.net --data"] {
        let said = refused(folder, &format!("{words} cut.jsonl"), 1);
        assert!(said.contains("cut.jsonl: "), "{said}");
    }
    let said = run(folder, "learn net connect-four --data one.jsonl --measure 2 -o a.net");
    assert!(said.contains("unseen"), "{said}");
    run(folder, "learn net connect-four --data one.jsonl --target mixed --measure 0 -o b.net");
    // Features are made from the positions: those of the file are for other programs.
    run(folder, "learn weights connect-four --features lines --data one.jsonl --measure 0 -o a");
    run(folder, "learn table connect-four --data one.jsonl --measure 0 -o a");
    let said = refused(folder, "learn net connect-four --data one.jsonl --method td -o a", 2);
    assert!(
        said.contains("a net from --data cannot learn by the method td; use results"),
        "{said}"
    );
    let said = refused(folder, "learn table tic-tac-toe --data one.jsonl -o a", 1);
    assert!(
        said.contains("it has positions of connect-four:size=7x6, not of tic-tac-toe"),
        "{said}"
    );
}

/// Records of games teach what a data set of them teaches.
#[test]
fn records_teach_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "--first alphabeta:depth=2 --second random --games 10 --save games.henge";
    run(folder, &format!("match connect-four {words}"));
    let said = run(folder, "learn weights connect-four --data games.henge --measure 2 -o a");
    assert!(said.contains("10 games") && said.contains("unseen"), "{said}");
    let said =
        refused(folder, "learn weights connect-four --data games.henge --target score -o a", 1);
    assert!(said.contains("records hold no scores"), "{said}");
    let said = refused(folder, "learn weights connect-four:size=5x4 --data games.henge -o a", 1);
    assert!(said.contains("game 1 is connect-four:size=7x6; this learns from"), "{said}");
}

/// Each of these has its own way to learn, and all take games of others.
#[test]
fn nets_sets_and_tables_of_single_games_learn_from_games_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let data = "learn data backgammon --games 6 --bot neural:plies=0 --opening 0 --seed 2 -o";
    let said = run(folder, &format!("{data} b.jsonl --threads 1"));
    assert!(said.ends_with("positions of 6 games.\n"), "{said}");
    run(folder, &format!("{data} c.jsonl --threads 2"));
    assert_eq!(read("b.jsonl"), read("c.jsonl"));
    run(folder, "learn data --check b.jsonl");
    let words = "learn backgammon --hidden 4 --data b.jsonl --epochs 3 --every 1 --measure 4";
    let said = run(folder, &format!("{words} --checkpoint b.state --curve b.svg -o b.net"));
    assert_eq!(said.matches("6 games, loss ").count(), 3, "a line for each pass: {said}");
    run(folder, &format!("{words} --checkpoint b.state -o c.net"));
    assert_eq!(read("b.net"), read("c.net"));

    let words = "learn gammon --data b.jsonl --epochs 2 --measure 2 --every 1";
    let said = run(folder, &format!("{words} g.toml --checkpoint g.state --stop-sprt 0,500"));
    assert!(said.contains("the teacher's play had the highest score in"), "{said}");
    assert!(said.contains("6 games, loss "), "{said}");
    let records = "match backgammon --first neural:plies=0 --second neural:plies=0 --games 2";
    run(folder, &format!("{records} --save b.henge"));
    run(folder, "learn gammon h.toml --data b.henge --measure 0");
    run(folder, "learn backgammon --hidden 4 --data b.henge --epochs 1 --measure 0 -o d.net");

    let data = "learn data pentominoes --games 3 --bot kuttner1972 --opening 2 -o p.jsonl";
    run(folder, data);
    let said =
        run(folder, "learn kuttner1972 k.table --data p.jsonl --games 2 --checkpoint k.state");
    assert!(said.contains("5 games, "), "{said}");

    let method = |words: &str, right: &str| {
        let said = refused(folder, &format!("learn {words}"), 2);
        assert!(said.contains(right), "{words}: {said}");
    };
    method(
        "backgammon -o a --method teacher",
        "cannot learn by the method teacher; use td or results",
    );
    method("gammon --method td", "gammon cannot learn by the method td; use teacher or results");
    method("gammon --method results --games 5", "with --method results give --steps");
    method(
        "kuttner1972 a --games 1 --method td",
        "the table of 1972 cannot learn by the method td",
    );
    method("weights connect-four -o a --method teacher", "use results or td");
    run(folder, "learn gammon i.toml --method results --steps 1 --pairs 2 --measure 0");
    run(folder, "learn gammon j.toml --method teacher --games 2 --measure 0");
    run(folder, "learn kuttner1972 l.table --games 1 --method results");
}

/// `--games` counts all games, those that look at every roll too.
#[test]
fn backgammon_plays_as_many_games_as_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (words, games) in [("--games 22", 22), ("--games 4 --method results", 4)] {
        let words = format!("learn backgammon --hidden 2 {words} --measure 0 --json -o b.net");
        let said = run(folder, &format!("{words} --every 1"));
        let last = said.lines().rev().find(|line| line.contains("\"games\"")).unwrap();
        let point: serde_json::Value = serde_json::from_str(last).unwrap();
        assert_eq!(point["games"], games, "{said}");
    }
    let said = refused(folder, "learn backgammon --games 5 --lookahead 6 -o b.net", 2);
    assert!(said.contains("--lookahead is a part of --games: at most 5, not 6"), "{said}");
}

/// The script of the repository reads the data, and henge reads the net it writes. Without PyTorch
/// the net stays as chance made it; that is said and not hidden.
#[test]
fn the_script_writes_a_net_that_henge_reads() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/train.py");
    let python = |words: &[&str], folder: &Path| {
        let python = std::env::var("HENGE_PYTHON").unwrap_or_else(|_| "python3".into());
        Command::new(python).args(words).current_dir(folder).stdin(Stdio::null()).output()
    };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    if python(&["--version"], folder).is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let torch = python(&["-c", "import torch"], folder).unwrap().status.success();
    if !torch {
        eprintln!("PyTorch is not installed: the script writes a net without training it");
    }
    run(folder, &format!("{DATA} one.jsonl"));
    let epochs = if torch { "2" } else { "0" };
    let words = [script.to_str().unwrap(), "one.jsonl", "-o", "a.net"];
    let more = ["--hidden", "12,5", "--epochs", epochs, "--predict", "5", "--device", "cpu"];
    let output = python(&[&words[..], &more[..]].concat(), folder).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Vec<f32> = serde_json::from_slice(&output.stdout).unwrap();
    let (net, provenance) = Net::from_bytes(&fs::read(folder.join("a.net")).unwrap()).unwrap();
    assert!(provenance.starts_with("game=connect-four:size=7x6 features=cells\n"), "{provenance}");
    let text = fs::read_to_string(folder.join("one.jsonl")).unwrap();
    let mut scratch = Scratch::new(net.shape());
    for (line, said) in text.lines().skip(1).zip(said) {
        let row: henge::learn::data::Row = serde_json::from_str(line).unwrap();
        let active: Vec<(u32, f32)> = row.i.into_iter().zip(row.x).collect();
        let found = net.run(&active, &mut scratch)[0];
        assert!((found - said).abs() < 1e-4, "{found} {said}");
    }
    run(
        folder,
        "match connect-four --first trained:weights=a.net,depth=2 --second random --games 2",
    );
    // What is damaged is refused by the script too.
    fs::write(folder.join("cut.jsonl"), &text[..text.len() / 2]).unwrap();
    let words = [script.to_str().unwrap(), "cut.jsonl", "-o", "b.net"];
    let output = python(&words, folder).unwrap();
    assert!(!output.status.success() && !folder.join("b.net").exists());
}

/// The name of a file may hold a comma, and so may that of the folder for temporary files.
#[test]
fn a_comma_in_a_path_is_no_end_of_an_option() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = folder.path().join("a,b");
    fs::create_dir(&temporary).unwrap();
    let words = "learn table tic-tac-toe -o my,toe.table --rounds 2 --measure 4 --against random";
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace()).current_dir(folder.path());
    command.env("HENGE_HOME", folder.path()).env("TMPDIR", &temporary).stdin(Stdio::null());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let advice = "henge play tic-tac-toe --second 'trained:weights=\"my,toe.table\"'";
    assert!(said.contains(advice), "{said}");
    let words =
        r#"match tic-tac-toe --first trained:weights="my,toe.table" --second random --games 2"#;
    run(folder.path(), words);
}

/// Draughts learn as other games do: by temporal differences, from data, and from a checkpoint.
#[test]
fn draughts_learn_like_all_others() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = "draughts:variant=danish";
    let words = format!("learn weights {game} --method td --rounds 4 --games 10 --depth 2");
    let said = run(
        folder,
        &format!("{words} --measure 4 --checkpoint d.state --threads 1 -o one.weights"),
    );
    assert!(said.contains("--second trained:weights=one.weights"), "{said}");
    run(folder, &format!("{words} --measure 0 --threads 2 -o two.weights"));
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("one.weights"), read("two.weights"));
    run(folder, &format!("{words} --measure 0 --checkpoint d.state -o three.weights"));
    assert_eq!(read("one.weights"), read("three.weights"));
    run(folder, &format!("learn data {game} --games 3 --bot alphabeta:depth=1 -o d.jsonl"));
    run(folder, "learn data --check d.jsonl");
    let said = run(
        folder,
        &format!("learn weights {game} --data d.jsonl --measure 2 --checkpoint e -o four.weights"),
    );
    assert!(said.contains("unseen"), "{said}");
    let words =
        "--first trained:weights=four.weights,depth=2 --second trained:weights=none,depth=1";
    run(folder, &format!("match {game} {words} --games 2"));
}

/// What is special to a game is learned by the same run: measured, kept and gone on with.
#[test]
fn nets_sets_and_tables_of_single_games_take_the_options_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let said = run(
        folder,
        "learn backgammon --hidden 4 --games 100 --lookahead 0 --every 1 --measure 4 \
         --against random --checkpoint b.state --curve b.svg -o b.net",
    );
    assert!(said.contains("against random"), "{said}");
    assert!(said.contains("--second neural:net=b.net"), "{said}");
    run(folder, "learn backgammon --hidden 4 --games 100 --lookahead 0 --measure 0 -o c.net");
    assert_eq!(read("b.net"), read("c.net"));

    let words = "learn kuttner1972 --games 6 --seed 2";
    let said = run(folder, &format!("{words} k.table --measure 2 --every 3 --checkpoint k.state"));
    assert!(said.contains("against kuttner1972"), "{said}");
    run(folder, &format!("{words} l.table"));
    assert_eq!(read("k.table"), read("l.table"));
    fs::remove_file(folder.join("k.table")).unwrap();
    run(folder, &format!("{words} k.table --checkpoint k.state"));
    assert_eq!(read("k.table"), read("l.table"));

    let words = "learn gammon --steps 2 --trials 1 --pairs 2 --measure 2";
    let said = run(folder, &format!("{words} g.toml --every 1 --checkpoint g.state"));
    assert!(said.contains("points a game against the set revised"), "{said}");
    run(folder, &format!("{words} h.toml"));
    assert_eq!(read("g.toml"), read("h.toml"));
}
