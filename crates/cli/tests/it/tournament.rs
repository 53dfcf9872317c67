//! Tournaments as processes: killed in the middle, they go on as if nothing had happened.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn henge(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.args(words.split_whitespace()).current_dir(folder).env("HENGE_HOME", folder);
    command.stdin(Stdio::null());
    command
}

fn run(folder: &Path, words: &str) -> Output {
    let output = henge(folder, words).output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// A thousand games.
const CUP: &str = "tournament connect-four:size=5x4 alphabeta:depth=2 alphabeta:depth=1 mcts:nodes=20 \
                   mcts:nodes=5 random --games 100 --seed 5 --save games.txt --report cup.md \
                   --report cup.json --report cup.txt --report cup.html";

/// What stands on the screen and in the files.
fn everything(folder: &Path, output: &Output) -> Vec<Vec<u8>> {
    let files = ["games.txt", "cup.md", "cup.json", "cup.txt", "cup.html"];
    let mut all = vec![output.stdout.clone()];
    all.extend(files.iter().map(|name| fs::read(folder.join(name)).unwrap()));
    all
}

/// Begins a tournament and waits until its journal has some games.
fn begin(folder: &Path, words: &str, games: usize) -> Child {
    let child = henge(folder, words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_games(folder, games);
    child
}

fn wait_for_games(folder: &Path, games: usize) {
    let began = Instant::now();
    let lines = || {
        fs::read(folder.join("cup.journal")).map_or(0, |text| text.split(|&b| b == b'\n').count())
    };
    while lines() < games && began.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_thousand_games_survive_the_end_of_their_driver() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let expected = everything(folder, &run(folder, &format!("{CUP} --threads 1")));
    assert_eq!(expected[0], expected[4], "the text is what stands on the screen");
    assert!(String::from_utf8_lossy(&expected[0]).contains("1000 games"));
    for executor in ["--threads 1", "--threads 2", "--processes 2"] {
        let words = format!("{CUP} {executor} --journal cup.journal");
        _ = fs::remove_file(folder.join("cup.journal"));
        let mut driver = begin(folder, &words, 50);
        driver.kill().unwrap();
        driver.wait().unwrap();
        let mut driver = begin(folder, &words, 400);
        driver.kill().unwrap();
        driver.wait().unwrap();
        let output = run(folder, &words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.starts_with("henge: cup.journal holds "), "{executor}: {told}");
        assert_eq!(everything(folder, &output), expected, "{executor}");
        // Once more: all stands in the journal.
        let output = run(folder, &words);
        assert!(String::from_utf8_lossy(&output.stderr).contains("holds 1000 games"));
        assert_eq!(everything(folder, &output), expected, "{executor}");
    }
}

/// The processes that another one has started.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let is_child = |pid: &u32| {
        // Behind the name in brackets: the state and the parent.
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let behind = stat.rsplit(')').next().unwrap_or_default();
        behind.split_whitespace().nth(1) == Some(&parent.to_string())
    };
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(is_child)
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn workers_may_be_killed_and_end_with_their_driver() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let expected = everything(folder, &run(folder, CUP));
    let words = format!("{CUP} --processes 2 --journal cup.journal");
    let mut killed = Vec::new();
    // On a busy machine a driver may be done before anybody has looked for its workers: then another one begins.
    while killed.len() < 3 {
        _ = fs::remove_file(folder.join("cup.journal"));
        let mut driver = begin(folder, &words, 20);
        for games in [100, 300, 500] {
            wait_for_games(folder, games);
            for worker in children(driver.id()) {
                Command::new("kill").args(["-9", &worker.to_string()]).status().unwrap();
                killed.push(worker);
            }
        }
        assert!(driver.wait().unwrap().success());
    }
    assert_eq!(everything(folder, &run(folder, &words)), expected);
    // A game that takes long does not outlive the one who waits for it.
    let long = "tournament hex mcts:time=600 mcts:time=600 --processes 2 --games 2";
    let mut driver =
        henge(folder, long).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while children(driver.id()).len() < 2 && began.elapsed() < Duration::from_secs(20) {
        sleep(Duration::from_millis(5));
    }
    let workers = children(driver.id());
    assert_eq!(workers.len(), 2);
    driver.kill().unwrap();
    driver.wait().unwrap();
    let lives = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // One that has ended and waits for nobody but the system is no process any more.
        !stat.is_empty() && !stat.contains(") Z ")
    };
    while workers.iter().any(lives) && began.elapsed() < Duration::from_secs(40) {
        sleep(Duration::from_millis(5));
    }
    assert!(!workers.iter().any(lives));
}

#[test]
fn workers_answer_every_job_and_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let job = |bot: &str| {
        format!(
            "{{\"number\":6,\"round\":0,\"game\":\"hex:size=3\",\"bots\":[\"{bot}\",\"random\"],\
             \"opening\":{{\"position\":null,\"moves\":[\"b2\"]}},\"seed\":1,\
             \"allowance\":{{\"nodes\":10,\"milliseconds\":null}},\
             \"manners\":{{\"resign\":null,\"draw\":null}}}}\n"
        )
    };
    let work = |input: String| {
        fs::write(folder.path().join("jobs"), input).unwrap();
        let file = fs::File::open(folder.path().join("jobs")).unwrap();
        henge(folder.path(), "work --threads 1").stdin(file).output().unwrap()
    };
    let output = work(job("mcts") + "\n" + &job("nobody"));
    let told = String::from_utf8(output.stdout).unwrap();
    let (hello, answers) = told.split_once('\n').unwrap();
    assert!(hello.contains("\"protocol\":") && hello.contains("\"threads\":1"), "{told}");
    let lines: Vec<&str> = answers.lines().collect();
    assert!(output.status.success() && lines.len() == 2, "{told}");
    assert!(lines[0].starts_with("{\"number\":6,\"played\":"), "{told}");
    assert!(lines[1].contains("\"error\":") && lines[1].contains("nobody"), "{told}");
    let output = work("nonsense\n".into());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1: this is no job"));
}

#[test]
fn clocks_end_games_and_referees_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Who wants three plies of time for every move has none left soon.
    let words = "match connect-four --first alphabeta:depth=30 --second random --games 2 \
                 --clock 0.03 --save games.txt";
    run(folder, words);
    let games = fs::read_to_string(folder.join("games.txt")).unwrap();
    assert!(games.contains("[Game "), "{games}");
    let words = "match connect-four:size=5x4 --first mcts:nodes=50 --second random --games 6 \
                 --adjudicate 100000 --save games.txt --threads 2";
    let one = run(folder, words).stdout;
    let games = fs::read_to_string(folder.join("games.txt")).unwrap();
    assert!(games.contains("[Termination \"adjudication\"]"), "{games}");
    assert_eq!(one, run(folder, &words.replace("--threads", "--processes")).stdout);
}

#[test]
fn bad_calls_say_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("other"), "not a journal\n").unwrap();
    fs::write(folder.join("list"), "nonsense\n").unwrap();
    let cases = [
        ("hex random", 2, "2 values required"),
        ("hex random random random --games 3", 2, "even number"),
        ("hex random random --clock fast", 2, "as in 60 or 60+0.5"),
        ("hex random random --threads 2 --processes 2", 2, "cannot be used with"),
        ("backgammon random random --adjudicate 10", 2, "no exact solver"),
        ("hex random random random --sprt 0,5", 2, "exactly two players"),
        ("hex random random --sprt 5,0", 2, "the lower one first"),
        ("hex random random --sprt five", 2, "as in 0,5"),
        ("hex random random --rounds 3", 2, "--format swiss"),
        ("hex random random --report a.pdf", 2, ".html, .md, .json or .txt"),
        ("hex random randon", 2, "random"),
        ("hex random random --journal other", 1, "not the journal of a contest"),
        ("hex random random --openings list", 1, "list:1: "),
        ("hex random random --openings missing", 1, "missing: "),
    ];
    for (words, code, part) in cases {
        let output = henge(folder, &format!("tournament {words}")).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words}: {told}");
        assert!(told.contains(part), "{words}: {told}");
        assert!(output.stdout.is_empty(), "{words}");
    }
    assert_eq!(fs::read(folder.join("other")).unwrap(), b"not a journal\n");
}

#[test]
fn a_match_ends_when_its_test_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let words =
        "match connect-four --first alphabeta:depth=2 --second random --games 1000 --sprt 0,50";
    let output = run(folder.path(), words);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("test of 0 against 50 Elo: accepted"), "{text}");
    assert!(!text.contains("1000 games"), "{text}");
    let json = run(folder.path(), &format!("{words} --json")).stdout;
    assert!(String::from_utf8(json).unwrap().contains("\"verdict\":\"accepted\""));
}

#[test]
fn players_of_others_take_part() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let player = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/player.py");
    let play = |script: &str, game: &str| {
        let mut command = henge(folder, "match");
        let external = format!("external:command=python3 {script},start=20,grace=2");
        command.args([game, "--first", &external, "--second", "random", "--games", "2"]);
        command.output().unwrap()
    };
    for game in ["hex:size=3", "backgammon:start=hypergammon", "draughts", "pentominoes"] {
        let output = play(player, game);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{game}: {told}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("2 games"), "{game}");
    }
    // Those who lie, leave or say nothing end the match with a word about it.
    let head = "import sys, json, time\nprint('{}', flush=True)\nsys.stdin.readline()\n";
    for (name, body, part) in [
        (
            "liar",
            "sys.stdin.readline(); print('{\"move\":\"z9\"}', flush=True)",
            "it played \"z9\"",
        ),
        ("mute", "sys.stdin.readline(); print('{\"score\":1}', flush=True)", "{\"move\":…}"),
        ("gone", "sys.stdin.readline(); sys.exit('no idea')", "it said \"no idea\""),
        ("slow", "sys.stdin.readline(); time.sleep(60)", "has not moved in time"),
    ] {
        let script = folder.join(format!("{name}.py"));
        fs::write(&script, format!("{head}{body}\n")).unwrap();
        let output = play(script.to_str().unwrap(), "hex:size=3");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {told}");
        assert!(told.contains(part), "{name}: {told}");
    }
}
