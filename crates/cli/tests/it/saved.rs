//! Saved games when things go wrong: two programs at one game, a disk that is full or locked, a folder
//! that cannot be written, damaged games; and games that are over.

// Clippy allows this in tests, but not in the functions they share.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rusqlite::Connection;

fn henge(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_henge"));
    command.env("HENGE_HOME", home).env_remove("NO_COLOR").current_dir(home);
    command
}

/// Runs a command with lines typed into it.
fn type_into(mut command: Command, lines: &str) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // One that ends early reads nothing.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn say(home: &Path, args: &[&str], lines: &str) -> Output {
    let mut command = henge(home);
    command.args(args);
    type_into(command, lines)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The name of the game that changed last.
fn last(home: &Path) -> String {
    let list = text(&say(home, &["games", "--saved"], "").stdout);
    list.split(' ').next().unwrap().to_string()
}

fn exported(home: &Path) -> String {
    text(&say(home, &["games", "--export", "-"], "").stdout)
}

/// A game that somebody sits at.
struct Table {
    child: Child,
    lines: Receiver<String>,
}

impl Table {
    fn sit(home: &Path, args: &[&str]) -> Table {
        let mut command = henge(home);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).for_each(|line| _ = sender.send(line));
        });
        Table { child, lines }
    }

    /// Types a line, and waits until a line of the answer has that in it.
    fn say(&mut self, line: &str, answer: &str) {
        self.child.stdin.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
        self.wait_for(answer);
    }

    fn wait_for(&mut self, answer: &str) {
        let next = || self.lines.recv_timeout(Duration::from_secs(60)).ok();
        let found = std::iter::from_fn(next).any(|line| line.contains(answer));
        if !found {
            self.child.kill().unwrap();
            panic!("it never said {answer:?}: {}", self.errors());
        }
    }

    /// Ends it as a power cut would.
    fn kill(mut self) -> String {
        self.child.kill().unwrap();
        self.errors()
    }

    fn errors(&mut self) -> String {
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        self.child.wait().unwrap();
        errors
    }
}

#[test]
fn two_terminals_at_one_game_lose_no_move() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    say(home, &["play", "hex:size=7", "--second", "human"], "d4\na1\nquit\n");
    let name = last(home);
    let mut one = Table::sit(home, &["resume", &name]);
    let mut two = Table::sit(home, &["resume", &name]);
    // "moves" answers with a list, so that the move before it is played by then.
    for mv in ["c3", "b1", "e5"] {
        one.say(mv, "● north");
    }
    one.say("moves", "a2 b2");
    two.say("g7", "Another program has changed this game; it goes on as it is now.");
    two.say("g6", "● north");
    two.say("moves", "a2 b2");
    one.say("f1", "Not played: f1.");
    one.say("g1", "● north");
    one.say("moves", "a2 b2");
    assert_eq!((one.kill(), two.kill()), (String::new(), String::new()));
    let all = exported(home);
    assert!(all.contains("1. d4 2. a1 3. c3 4. b1 5. e5 6. g6 7. g1\n"), "{all}");
}

#[test]
fn saving_is_tried_again_at_every_move() {
    let home = tempfile::tempdir().unwrap();
    let mut table = Table::sit(home.path(), &["play", "hex:size=7", "--second", "human"]);
    table.say("d4", "● north");
    table.say("moves", "a2 b2");
    let holder = Connection::open(home.path().join("henge.db")).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    table.say("a1", "● north");
    table.say("moves", "a2 b2");
    holder.execute_batch("ROLLBACK").unwrap();
    table.say("c3", "● north");
    table.say("moves", "a2 b2");
    let errors = table.kill();
    let said: Vec<&str> = errors.lines().collect();
    assert_eq!(said.len(), 2, "{errors}");
    assert!(said[0].starts_with("henge: the game is not saved: another program has locked"));
    assert_eq!(said[1], "henge: the game is saved again");
    let all = exported(home.path());
    assert!(all.contains("1. d4 2. a1 3. c3\n"), "{all}");
}

/// The same where no file may grow beyond a few kilobytes, as on a full disk.
fn on_a_full_disk(home: &Path, args: &[&str], lines: &str) -> Output {
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_henge")]).args(args);
    command.env("HENGE_HOME", home).env_remove("NO_COLOR").current_dir(home);
    type_into(command, lines)
}

#[test]
fn on_a_full_disk_a_game_goes_on_and_says_what_is_missing() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    say(home, &["play", "hex:size=7", "--second", "human"], "d4\na1\nquit\n");
    let before = std::fs::read(home.join("henge.db")).unwrap();
    let out = on_a_full_disk(home, &["resume"], "c3\nb1\nsave game.henge\nquit\nquit\n");
    let (said, errors) = (text(&out.stdout), text(&out.stderr));
    assert!(out.status.success(), "{errors}");
    assert!(errors.contains("henge: the game is not saved: "), "{errors}");
    assert!(said.contains("Not yet: the last 2 moves are not saved"), "{said}");
    assert!(said.contains("\"save FILE\" writes the game to a file"), "{said}");
    let end = errors.lines().last().unwrap();
    assert!(end.starts_with("henge: the last 2 moves are not saved: "), "{errors}");
    // What is small enough goes to a file, and the saved games are as they were.
    let record = std::fs::read_to_string(home.join("game.henge")).unwrap();
    assert!(record.contains("1. d4 2. a1 3. c3 4. b1\n"), "{record}");
    assert_eq!(std::fs::read(home.join("henge.db")).unwrap(), before);
    // They can still be read.
    let out = on_a_full_disk(home, &["games", "--export", "-"], "");
    assert!(text(&out.stdout).contains("1. d4 2. a1\n"), "{}", text(&out.stderr));
    let out = on_a_full_disk(home, &["games", "--import", "game.henge"], "");
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stdout));
}

#[test]
fn a_read_only_folder_can_be_looked_at() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    say(home, &["play", "hex:size=7", "--second", "human"], "d4\na1\nsave game.henge\nquit\n");
    let set = |mode| {
        std::fs::set_permissions(home, PermissionsExt::from_mode(mode)).unwrap();
    };
    let before = std::fs::read(home.join("henge.db")).unwrap();
    let file = home.join("henge.db");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).unwrap();
    set(0o555);
    // Nothing is read-only for root, so that root lets somebody else look, with a program that everybody may run.
    let root = rustix::process::geteuid().is_root();
    let place = tempfile::tempdir().unwrap();
    let program = place.path().join("henge");
    if root {
        std::fs::copy(env!("CARGO_BIN_EXE_henge"), &program).unwrap();
        std::fs::set_permissions(place.path(), PermissionsExt::from_mode(0o755)).unwrap();
    }
    let look = |args: &[&str], lines: &str| {
        let mut command = henge(home);
        if root {
            command = Command::new(&program);
            command.env("HENGE_HOME", home).current_dir(home).uid(65534).gid(65534);
        }
        command.args(args);
        type_into(command, lines)
    };
    let list = look(&["games", "--saved"], "");
    let (said, errors) = (text(&list.stdout), text(&list.stderr));
    assert!(said.contains("2 moves, *") && said.contains("not written"), "{said}{errors}");
    let all = look(&["games", "--export", "-"], "");
    assert!(text(&all.stdout).contains("1. d4 2. a1\n"), "{}", text(&all.stderr));
    let game = look(&["resume"], "c3\nquit\nquit\n");
    let (said, errors) = (text(&game.stdout), text(&game.stderr));
    assert!(game.status.success() && said.contains("Hex: Red is human"), "{said}{errors}");
    assert!(errors.contains("can be read, but not written"), "{errors}");
    assert!(errors.contains("henge: the last move is not saved: "), "{errors}");
    assert!(look(&["replay", "game.henge"], "").status.success());
    let import = look(&["games", "--import", "game.henge"], "");
    assert_eq!(import.status.code(), Some(1));
    set(0o755);
    assert_eq!(std::fs::read(file).unwrap(), before);
}

#[test]
fn a_damaged_game_costs_that_game() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    say(home, &["play", "tic-tac-toe", "--second", "human"], "b2\nquit\n");
    let bad = last(home);
    say(home, &["play", "hex:size=7", "--second", "human"], "d4\na1\nquit\n");
    let connection = Connection::open(home.join("henge.db")).unwrap();
    let sql = "UPDATE moves SET text = CAST(x'62ff' AS TEXT) WHERE game_id LIKE ?1";
    assert_eq!(connection.execute(sql, [format!("{bad}%")]).unwrap(), 1);
    let sql = "UPDATE games SET game = CAST(x'62ff' AS TEXT) WHERE id LIKE ?1";
    for wrong_name in [false, true] {
        if wrong_name {
            connection.execute(sql, [format!("{bad}%")]).unwrap();
        }
        let out = say(home, &["games", "--export", "all.henge"], "");
        assert!(out.status.success() && text(&out.stdout).contains("Wrote 1 game"));
        let errors = text(&out.stderr);
        let note = format!("henge: 1 saved game is damaged and was skipped: {bad}");
        assert!(errors.starts_with(&note), "{errors}");
    }
    let out = say(home, &["games", "--saved"], "");
    assert!(text(&out.stdout).contains("hex:size=7"), "{}", text(&out.stdout));
    assert!(text(&out.stderr).contains("1 saved game is damaged"), "{}", text(&out.stderr));
    let out = say(home, &["resume", &bad], "");
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stderr).contains("is damaged"), "{}", text(&out.stderr));
    assert!(text(&say(home, &["resume"], "quit\n").stdout).contains("Hex"));
}

#[test]
fn a_game_that_is_over_stays_over() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let args = ["play", "tic-tac-toe", "--second", "random"];
    let out = say(home, &args, "b2\nresign\nquit\n");
    assert!(text(&out.stdout).contains("O wins by resignation."), "{}", text(&out.stdout));
    let before = exported(home);
    assert!(before.contains("[Termination \"resignation\"]"), "{before}");
    let name = last(home);
    let lines = "a1\nc3\nchange\nlevel 3\nredo\nquit\n";
    let out = say(home, &["resume", &name], lines);
    let said = text(&out.stdout);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(said.contains("O wins by resignation."), "{said}");
    assert_eq!(
        said.matches("The game is over, and its seats stay as they are.").count(),
        2,
        "{said}"
    );
    assert_eq!(exported(home), before, "nothing has changed");
    // Only who says so takes it back.
    let out = say(home, &["resume", &name], "undo\nquit\n");
    assert!(text(&out.stdout).contains("The game is saved"), "{}", text(&out.stdout));
    assert!(!exported(home).contains("Termination"));
}

#[test]
fn records_keep_their_end() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (word, said, stands) in [
        ("time forfeit", "O wins on time.", true),
        ("time", "O wins on time.", true),
        ("adjudication", "O wins by adjudication.", true),
        ("resignation", "O wins by resignation.", false),
    ] {
        let record = format!(
            "[Game \"tic-tac-toe\"]\n[First \"Ada\"]\n[Second \"Bob\"]\n[Result \"0-1\"]\n\
             [Termination \"{word}\"]\n\n1. b2 {{well}}\n0-1\n"
        );
        std::fs::write(home.join("end.henge"), &record).unwrap();
        let load = ["play", "--load", "end.henge"];
        let out = say(home, &load, "a1\nchange\nsave copy.henge\nundo\na1\nquit\n");
        let shown = text(&out.stdout);
        assert!(shown.contains(said), "{word}: {shown}");
        assert!(shown.contains("its seats stay"), "{shown}");
        assert_eq!(shown.contains("that cannot be taken back"), stands, "{shown}");
        let copy = std::fs::read_to_string(home.join("copy.henge")).unwrap();
        assert!(copy.contains("[First \"Ada\"]") && copy.contains("{well}\n0-1"), "{copy}");
        let seats = say(home, &["play", "--load", "end.henge", "--second", "random"], "");
        assert_eq!(seats.status.code(), Some(2), "{}", text(&seats.stdout));
        let word = said.trim_start_matches("O wins").trim_end_matches('.');
        let replay = text(&say(home, &["replay", "end.henge"], "").stdout);
        assert!(replay.contains(&format!("O wins{word}. 0-1")), "{replay}");

        // And through the saved games.
        let other = tempfile::tempdir().unwrap();
        let file = home.join("end.henge");
        say(other.path(), &["games", "--import", file.to_str().unwrap()], "");
        let name = last(other.path());
        let out = say(other.path(), &["resume", &name], "a1\nquit\n");
        assert!(text(&out.stdout).contains(said), "{word}: {}", text(&out.stdout));
        let tag = match word {
            " on time" => "time forfeit",
            " by adjudication" => "adjudication",
            _ => "resignation",
        };
        let all = exported(other.path());
        assert!(all.contains(&format!("[Termination \"{tag}\"]")), "{all}");
    }
}

#[test]
fn a_game_that_the_arena_lost_on_time_is_saved_as_such() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let record = "[Game \"tic-tac-toe\"]\n[First \"random\"]\n[Second \"random\"]\n\
                  [Result \"0-1\"]\n[Termination \"time forfeit\"]\n\n1. b2\n0-1\n";
    std::fs::write(home.join("lost.henge"), record).unwrap();
    say(home, &["games", "--import", "lost.henge"], "");
    let connection = Connection::open(home.join("henge.db")).unwrap();
    let sql = "SELECT winner, reason FROM results";
    let kept = connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!(kept, (1, "time".to_string()));
}
