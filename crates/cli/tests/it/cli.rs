//! The command line as its users see it: transcripts, games through a pipe, and a game that is
//! killed.

// Clippy allows this in tests, but not in the functions they share.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

fn henge(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.env("HENGE_HOME", home).env_remove("NO_COLOR").current_dir(home);
    command
}

/// Runs henge with lines typed into it.
fn say(home: &Path, args: &[&str], lines: &str) -> Output {
    let mut child = henge(home)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_whole_game_against_the_player_of_1990() {
    let home = tempfile::tempdir().unwrap();
    let args = ["play", "tic-tac-toe", "--second", "mangolas1990"];
    let out = say(home.path(), &args, "a1\nc1\na3\nwhy\nquit\n");
    let text = text(&out.stdout);
    assert!(out.status.success());
    assert!(text.contains("O plays b2"), "{text}");
    assert!(text.contains("O plays b1"), "the row a1 b1 c1 is blocked: {text}");
    assert!(text.contains("O plays a2") || text.contains("O plays b3"), "{text}");
    assert!(text.contains("from a win"), "why: {text}");
    assert!(!text.contains('\x1b'), "no colours through a pipe");
}

#[test]
fn a_tutor_warns_once_of_a_move_that_loses() {
    let home = tempfile::tempdir().unwrap();
    let args = ["play", "tic-tac-toe", "--second", "human", "--moves", "a1 b2 c1", "--warn", "10"];
    let out = say(home.path(), &args, "a3\nmoves\na3\nquit\n");
    let text = text(&out.stdout);
    let warning = "a3 costs 50 % of the expected result: X wins in";
    assert_eq!(text.matches(warning).count(), 1, "{text}");
    assert!(text.contains("  a3 lets X win at once with b1."), "{text}");
    assert!(text.contains("b2 c2 a3") || text.contains("a2 c2 a3"), "it was not played: {text}");
    assert!(text.contains("X> "), "and then it was: {text}");
}

#[test]
fn every_word_at_the_board() {
    let home = tempfile::tempdir().unwrap();
    let args = ["play", "tic-tac-toe", "--second", "mangolas1990"];
    let lines = "help\nmoves\nboard\nsuggest\nwhy\nb2\nundo\nundo\nredo\nredo\nlevel 2\nlevel\nlevel x\n\
                 reorder\nreorder off\nchange\nplay\nsave one.henge\nnew\nload one.henge\nload none.henge\n\
                 save\nload\n:b\nsugest\nq9\nresign\nundo\nquit\n";
    let out = say(home.path(), &args, lines);
    let (text, errors) = (text(&out.stdout), text(&out.stderr));
    assert!(out.status.success(), "{errors}");
    for part in [
        "suggest (s)",
        "a1 b1 c1 a2 b2 c2 a3 b3 c3",
        "Suggestion: b2",
        "The machine has made no move yet",
        "Taken back: b2 a1",
        "You have no move to take back.",
        "Played again: b2 a1",
        "There is nothing to play again.",
        "plies looked ahead 2",
        "depth must be a whole number from 0 to 100, not x",
        "reordering false",
        "X is mangolas1990",
        "Saved ",
        "Loaded one.henge.",
        "Where to?",
        "From where?",
        "did you mean \"suggest\"?",
        "\"q9\" is not a site",
        "resigns.",
    ] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    assert!(errors.contains("none.henge: "), "{errors}");
    let record = std::fs::read_to_string(home.path().join("one.henge")).unwrap();
    assert!(record.starts_with("[Game \"tic-tac-toe\"]\n"), "{record}");
}

#[test]
fn a_killed_game_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let mut child = henge(home.path())
        .args(["play", "hex:size=4", "--second", "mangolas1990"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    child.stdin.as_mut().unwrap().write_all(b"b3\n").unwrap();
    let reply = lines.find_map(|line| {
        let line = line.unwrap();
        line.strip_prefix("Blue plays ").map(|rest| rest.split(',').next().unwrap().to_string())
    });
    child.kill().unwrap(); // SIGKILL: nothing can be tidied up.
    child.wait().unwrap();
    let out = say(home.path(), &["play", "--resume"], "undo\nquit\n");
    let text = text(&out.stdout);
    assert!(out.status.success());
    assert!(text.contains("Blue is mangolas1990"), "{text}");
    assert!(text.contains(&format!("Taken back: b3 {}", reply.unwrap())), "{text}");
}

#[test]
fn a_finished_game_is_not_resumed() {
    let home = tempfile::tempdir().unwrap();
    let none = say(home.path(), &["play", "--resume"], "");
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("no unfinished game is saved"));
    say(home.path(), &["play", "tic-tac-toe", "--second", "human"], "a1\na2\nb1\nb2\nc1\nquit\n");
    assert_eq!(say(home.path(), &["play", "--resume"], "").status.code(), Some(1));
}

#[test]
fn saved_games_are_listed_resumed_and_copied() {
    let home = tempfile::tempdir().unwrap();
    let none = say(home.path(), &["games", "--saved"], "");
    assert!(text(&none.stdout).starts_with("No game is saved yet"), "{}", text(&none.stdout));
    say(home.path(), &["play", "tic-tac-toe", "--second", "human"], "a1\na2\nb1\nb2\nc1\nquit\n");
    say(home.path(), &["play", "hex:size=4", "--second", "human"], "b2\nc3\nquit\n");
    let list = text(&say(home.path(), &["games", "--saved"], "").stdout);
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines[0].contains("hex:size=4") && lines[0].contains("2 moves, *"), "{list}");
    assert!(lines[1].contains("tic-tac-toe") && lines[1].contains("5 moves, 1-0"), "{list}");
    let name = lines[0].split(' ').next().unwrap();
    let out = say(home.path(), &["resume", name], "undo\nquit\n");
    assert!(text(&out.stdout).contains("Taken back: c3"), "{}", text(&out.stdout));
    let wrong = say(home.path(), &["resume", "zzz"], "");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stderr).contains("no saved game is called zzz"));

    let out = say(home.path(), &["games", "--export", "all.henge"], "");
    assert!(text(&out.stdout).contains("Wrote 2 games"), "{}", text(&out.stderr));
    let other = tempfile::tempdir().unwrap();
    let file = home.path().join("all.henge");
    let out = say(other.path(), &["games", "--import", file.to_str().unwrap()], "");
    assert!(text(&out.stdout).contains("Added 2 games"), "{}", text(&out.stderr));
    let copy = text(&say(other.path(), &["games", "--export", "-"], "").stdout);
    // Games of the same moment may come in any order.
    assert_eq!(copy.len(), std::fs::read_to_string(file).unwrap().len());
    assert!(copy.contains("1. a1 2. a2 3. b1 4. b2 5. c1\n1-0"), "{copy}");
}

#[test]
fn a_damaged_database_stops_no_game() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("henge.db");
    std::fs::write(&file, "no database".repeat(1000)).unwrap();
    let out = say(home.path(), &["play", "tic-tac-toe", "--second", "human"], "a1\na2\nquit\n");
    assert!(out.status.success());
    let errors = text(&out.stderr);
    assert_eq!(errors.matches("the game is not saved").count(), 1, "{errors}");
    // Whoever leaves hears it once more.
    assert!(text(&out.stdout).contains("Not yet: this game is not saved"), "{}", text(&out.stdout));
    assert!(errors.ends_with("HENGE_HOME to another folder\n"), "{errors}");
    assert!(errors.contains("henge: this game is not saved: "), "{errors}");
    assert!(errors.contains("damaged or no database of henge"), "{errors}");
    for args in [vec!["serve", "--port", "0"], vec!["games", "--saved"], vec!["resume"]] {
        let out = say(home.path(), &args, "");
        assert_eq!(out.status.code(), Some(1), "{args:?}");
        assert!(text(&out.stderr).contains("it was left as it is"), "{}", text(&out.stderr));
    }
    assert_eq!(std::fs::read(&file).unwrap(), "no database".repeat(1000).as_bytes());
}

#[test]
fn the_server_says_where_it_is() {
    use std::io::Read;
    let home = tempfile::tempdir().unwrap();
    let mut child =
        henge(home.path()).args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let line = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    let address = line.strip_prefix("henge is at http://").unwrap().trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let request =
        format!("GET /api/v1/health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answer.contains("\"status\":\"ok\""), "{answer}");
}

#[test]
fn a_file_that_is_no_record_is_not_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let precious = home.path().join("precious.txt");
    std::fs::write(&precious, "my only copy").unwrap();
    let lines = "b2\nsave precious.txt\nquit\n";
    let out = say(home.path(), &["play", "tic-tac-toe", "--second", "human"], lines);
    assert!(text(&out.stdout).contains("is not a game record"));
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "my only copy");
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let home = tempfile::tempdir().unwrap();
    let mut child = henge(home.path())
        .args(["groups", "hex:size=5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    drop(out);
    let rest = child.wait_with_output().unwrap();
    assert_eq!((rest.status.code(), text(&rest.stderr).as_str()), (Some(0), ""));
}

#[test]
fn bots_repeat_with_the_same_seed() {
    let home = tempfile::tempdir().unwrap();
    let args = [
        "match",
        "go-moku:size=7",
        "--first",
        "random",
        "--second",
        "mangolas1990:depth=1",
        "--games",
        "4",
        "--seed",
        "7",
        "--save",
        "games.henge",
        "--json",
    ];
    let run = || {
        let out = say(home.path(), &args, "");
        assert!(out.status.success(), "{}", text(&out.stderr));
        (out.stdout, std::fs::read(home.path().join("games.henge")).unwrap())
    };
    assert_eq!(run(), run());
}

/// Arbitrary bytes in every place where a file is read end with a message, never with a panic.
#[test]
fn bad_files_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let files: [(&str, &[u8]); 4] =
        [("a", b"\xff\xfe\x00"), ("b", b"[Game \"hex\"]\n1. z9 *"), ("c", b"((((("), ("d", b"")];
    for (name, bytes) in files {
        for extension in ["toml", "henge"] {
            let path = home.path().join(format!("{name}.{extension}"));
            std::fs::write(&path, bytes).unwrap();
            let path = path.to_str().unwrap();
            for args in [
                vec!["check", path],
                vec!["show", path],
                vec!["replay", path],
                vec!["convert", path],
                vec!["backward", path],
                vec!["learn", "kuttner1972", path],
                vec!["learn", "kuttner1972", "new.table", "--from", path],
                vec!["play", "--load", path],
                vec!["same", path, "hex"],
            ] {
                let out = say(home.path(), &args, "");
                let errors = text(&out.stderr);
                let code = out.status.code();
                assert!(matches!(code, Some(0..=2)), "{args:?}: {code:?} {errors}");
                assert!(!errors.contains("panicked"), "{args:?}: {errors}");
                assert!(code == Some(0) || errors.starts_with("henge: "), "{args:?}: {errors}");
            }
        }
    }
}

/// What the table of 1972 learns is in its file, as a whole; a file that is no table stays as it is.
#[test]
fn the_table_of_1972_learns_and_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let run = |words: &str| {
        let out = say(home.path(), &words.split(' ').collect::<Vec<_>>(), "");
        (out.status.code(), text(&out.stdout) + &text(&out.stderr))
    };
    let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap();
    let (code, said) = run("random pentominoes --games 20 --seed 3 --save games.henge");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run("learn kuttner1972 a.table --data games.henge --svg a.svg --show");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("20 games, 20 with a clear end"), "{said}");
    assert!(read("a.svg").contains("prefers-color-scheme: dark"));
    // The same games twice are the same table, under the older name of the option too.
    run("learn kuttner1972 b.table --from games.henge");
    assert_eq!(read("a.table"), read("b.table"));
    run("learn kuttner1972 c.table --games 5 --seed 2");
    run("learn kuttner1972 d.table --games 5 --seed 2");
    assert_eq!(read("c.table"), read("d.table"));
    assert_ne!(read("a.table"), read("c.table"));
    let (code, said) = run("match pentominoes --first kuttner1972:table=a.table --second \
                            kuttner1972:version=search --games 4 --json");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("moving_second"));
    std::fs::write(home.path().join("bad.table"), "kuttner1972 table\n49: 12 x\n").unwrap();
    let (code, said) = run("learn kuttner1972 bad.table --games 1");
    assert_eq!(code, Some(1));
    assert!(said.starts_with("henge: bad.table: line 2: a value is"), "{said}");
    assert_eq!(read("bad.table"), "kuttner1972 table\n49: 12 x\n");
    let (code, said) = run("match tic-tac-toe --first random --second random --save other.henge");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run("learn kuttner1972 a.table --data other.henge");
    assert_eq!(code, Some(1));
    assert!(said.contains("game 1 is tic-tac-toe; this learns from pentominoes"), "{said}");
    // X could win with 5. a3, and lets O have that square.
    let record = "[Game \"tic-tac-toe\"]\n\n1. a1 2. b2 3. a2 4. c1 5. c3 6. a3 0-1\n";
    std::fs::write(home.path().join("turn.henge"), record).unwrap();
    let (code, said) = run("backward turn.henge");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("The last move that changed the outcome is 5. c3"), "{said}");
    let (_, said) = run("backward turn.henge --json");
    assert!(said.contains("\"turned\":{\"after\":\"lost\""), "{said}");
}

/// The rolls that a session has shown.
fn rolls(text: &str) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| line.split_once("The dice show "));
    lines.map(|(_, roll)| roll.trim_end_matches('.')).collect()
}

#[test]
fn a_roll_is_not_thrown_again_by_taking_back() {
    let home = tempfile::tempdir().unwrap();
    let args = ["play", "backgammon", "--first", "human", "--second", "human", "--seed", "5"];
    let out = say(home.path(), &args, "moves\nquit\n");
    let shown = text(&out.stdout);
    let opening = rolls(&shown)[0].to_string();
    // The moves are the words with a slash.
    let moves: Vec<&str> = shown
        .split_whitespace()
        .filter(|w| w.contains('/') && w.starts_with(char::is_numeric))
        .collect();
    let [first, .., last] = moves[..] else { panic!("{shown}") };
    let out = say(home.path(), &args, &format!("{first}\nundo\n{last}\nquit\n"));
    let shown = text(&out.stdout);
    let seen = rolls(&shown);
    assert_eq!(seen.len(), 3, "{shown}");
    assert_eq!((seen[0], seen[1]), (opening.as_str(), seen[2]), "{shown}");
}

#[test]
fn own_games_have_a_folder_and_a_name() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("games");
    std::fs::create_dir(&folder).unwrap();
    let kite = "name = \"Kite\"\nboard = { sites = [{ name = \"a1\", at = [0, 0] }, { name = \"b7\", \
                at = [1, 0] }] }\n[[win]]\ngroups = [[\"a1\"], [\"b7\"]]\n";
    std::fs::write(folder.join("kite.toml"), kite).unwrap();
    std::fs::write(folder.join("broken.toml"), "name = 3").unwrap();
    let list = text(&say(home.path(), &["games"], "").stdout);
    assert!(list.contains("Your own games:") && list.contains("kite.toml"), "{list}");
    // Places without rows and columns show their names.
    let out =
        text(&say(home.path(), &["play", "kite", "--second", "human"], "flip\nquit\n").stdout);
    assert!(out.contains("a1") && out.contains("b7"), "{out}");
    let (first, second) = (out.find("a1").unwrap(), out.find("b7").unwrap());
    assert!(
        first < second && out.rfind("b7").unwrap() < out.rfind("a1").unwrap(),
        "flipped: {out}"
    );
    let broken = text(&say(home.path(), &["play", "broken"], "").stderr);
    assert!(broken.contains("broken.toml:1:1"), "{broken}");
    let unknown = text(&say(home.path(), &["play", "kita"], "").stderr);
    assert!(unknown.contains("did you mean \"kite\"?"), "{unknown}");
    // One without a terminal cannot open the app, and says what works.
    let opened = say(home.path(), &["kite.toml"], "");
    assert_eq!(opened.status.code(), Some(1), "{}", text(&opened.stderr));
    let opened = say(home.path(), &["games/kite.toml"], "");
    assert!(text(&opened.stderr).contains("needs a terminal"), "{}", text(&opened.stderr));
    // What is neither is no command, as before.
    assert_eq!(say(home.path(), &["kitee"], "").status.code(), Some(2));
}

#[test]
fn saved_games_are_dated_aligned_and_deleted() {
    let home = tempfile::tempdir().unwrap();
    for game in ["tic-tac-toe", "draughts:variant=international"] {
        let move_first = if game.starts_with("tic") { "b2" } else { "31-27" };
        say(home.path(), &["play", game, "--second", "human"], &format!("{move_first}\nquit\n"));
    }
    // Nobody has moved.
    say(home.path(), &["play", "tic-tac-toe", "--second", "human"], "b2\nundo\nquit\n");
    say(home.path(), &["play", "backgammon", "--second", "human"], "quit\n");
    let list = text(&say(home.path(), &["games", "--saved"], "").stdout);
    let lines: Vec<&str> = list.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 2, "{list}");
    let columns: Vec<Option<usize>> = lines.iter().map(|line| line.find("human - human")).collect();
    assert!(columns[0].is_some() && columns[0] == columns[1], "{list}");
    let minute = lines[0].split("  ").nth(1).unwrap();
    assert!(minute.len() == 16 && minute.contains(':'), "{list}");
    let id = lines[0].split(' ').next().unwrap();
    let said = text(&say(home.path(), &["games", "--delete", id], "").stdout);
    assert!(
        said.starts_with("Deleted a game of draughts:variant=international with 1 move"),
        "{said}"
    );
    let list = text(&say(home.path(), &["games", "--saved"], "").stdout);
    assert!(!list.contains("draughts") && list.contains("tic-tac-toe"), "{list}");
    assert_eq!(say(home.path(), &["games", "--delete", id], "").status.code(), Some(1));
}
