//! The game of another crate, driven in every front end: nothing in henge knows it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(120);

fn kalah(home: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kalah"));
    command.args(words.split_whitespace()).env("HENGE_HOME", home).current_dir(home);
    command
}

/// Runs a command with lines at its keyboard.
fn done(home: &Path, words: &str, lines: &str) -> String {
    let mut command = kalah(home, words);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(lines.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn at_the_keyboard() {
    let home = tempfile::tempdir().expect("a folder");
    let said = done(home.path(), "games", "");
    assert!(said.contains("kalah              Kalah"), "{said}");
    // The third house ends in the store: South moves twice.
    let said = done(home.path(), "play kalah --second human --ascii", "3\n6\nundo\nquit\n");
    assert!(said.contains("South>") && said.contains("North>"), "{said}");
    let said = done(home.path(), "resume", "4\nresign\n");
    assert!(said.contains("wins by resignation"), "{said}");
    let said = done(home.path(), "show kalah --moves 3 --json", "");
    assert!(said.contains("4 4 0 5 5 5 1 / 4 4 4 4 4 4 0 south"), "{said}");
}

#[test]
fn engines_contests_and_learning() {
    let home = tempfile::tempdir().expect("a folder");
    // "Solving Kalah", 2000: the first player wins.
    let said = done(home.path(), "solve kalah:houses=3,seeds=2 --json", "");
    let solved: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&solved["value"], &solved["proved"]), (&json!("win"), &json!(true)), "{said}");
    let players = "--first alphabeta:depth=4 --second random --games 10 --json";
    let said = done(home.path(), &format!("match kalah {players}"), "");
    let match_: Value = serde_json::from_str(&said).expect("JSON");
    assert!(match_["first"]["wins"].as_u64().is_some_and(|wins| wins >= 9), "{said}");
    assert_eq!(done(home.path(), &format!("match kalah {players} --processes 2"), ""), said);
    done(
        home.path(),
        "learn weights kalah:houses=3,seeds=3 -o k.weights --rounds 1 --games 100 --depth 2 --measure 0",
        "",
    );
    let players = "--first trained:weights=k.weights,depth=2 --second random --games 10 --json";
    let said = done(home.path(), &format!("match kalah:houses=3,seeds=3 {players}"), "");
    let match_: Value = serde_json::from_str(&said).expect("JSON");
    assert!(match_["first"]["wins"].as_u64().is_some_and(|wins| wins >= 6), "{said}");
}

#[test]
fn in_the_terminal_app() {
    let home = tempfile::tempdir().expect("a folder");
    let size = PtySize { rows: 30, cols: 100, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a terminal");
    let parser = Arc::new(Mutex::new(vt100::Parser::new(size.rows, size.cols, 0)));
    let (mut reader, sink) =
        (pair.master.try_clone_reader().expect("a reader"), Arc::clone(&parser));
    std::thread::spawn(move || {
        let mut bytes = [0; 65536];
        while let Ok(n @ 1..) = reader.read(&mut bytes) {
            sink.lock().expect("no panic").process(&bytes[..n]);
        }
    });
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_kalah"));
    command.env_clear();
    for (name, value) in [("LANG", "C.UTF-8"), ("TERM", "xterm-256color")] {
        command.env(name, value);
    }
    command.env("HENGE_HOME", home.path());
    let mut child = pair.slave.spawn_command(command).expect("the app opens");
    let mut writer = pair.master.take_writer().expect("a keyboard");
    let wait_for = |text: &str| {
        let began = Instant::now();
        loop {
            let screen = parser.lock().expect("no panic").screen().contents();
            if screen.contains(text) {
                break;
            }
            assert!(began.elapsed() < PATIENCE, "waited in vain for {text:?}:\n{screen}");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    let mut send = |text: &str| writer.write_all(text.as_bytes()).expect("it reads");
    wait_for("Saved games");
    // The last of the games.
    send("\x1b[F\r");
    wait_for("New game: Kalah");
    send("\x1b[Bhuman\r");
    wait_for("South to move");
    send("3\r");
    wait_for("1.3");
    send("6\r");
    wait_for("North to move");
    send("\x03");
    child.kill().ok();
    child.wait().ok();
}

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn over_the_network() {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = kalah(home.path(), "serve --port 0");
    let mut server = Server(command.stdout(Stdio::piped()).spawn().expect("the server starts"));
    let (mut said, mut byte) = (String::new(), [0]);
    let stdout = server.0.stdout.as_mut().expect("a pipe");
    let address = loop {
        assert_eq!(stdout.read(&mut byte).expect("it speaks"), 1, "the server ended: {said}");
        said.push(char::from(byte[0]));
        let rest = said.split_once("http://").map(|(_, rest)| rest);
        if let Some((address, _)) = rest.and_then(|rest| rest.split_once('/')) {
            break address.to_string();
        }
    };
    let ask = |method: &str, path: &str, token: &str, body: &Value| -> Value {
        let mut stream = TcpStream::connect(&address).expect("the server listens");
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let head =
            format!("{method} /api/v1{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close");
        let more = format!("Content-Type: application/json\r\nAuthorization: Bearer {token}");
        let length = body.len();
        write!(stream, "{head}\r\n{more}\r\nContent-Length: {length}\r\n\r\n{body}")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a header");
        assert!(head.starts_with("HTTP/1.1 20"), "{path}: {answer}");
        serde_json::from_str(body).unwrap_or_default()
    };
    let games = ask("GET", "/games", "", &Value::Null);
    let known = games["games"].as_array().expect("a list");
    assert!(known.iter().any(|game| game["slug"] == "kalah"), "{games}");
    let about = ask("GET", "/games/kalah", "", &Value::Null);
    assert_eq!(about["players"], json!(["South", "North"]));
    let seats = json!([{ "kind": "human" }, { "kind": "bot", "bot": "alphabeta:depth=3" }]);
    let made = ask("POST", "/matches", "", &json!({ "game": "kalah", "seats": seats }));
    let (id, token) =
        (made["state"]["id"].as_str().expect("a name"), made["tokens"]["first"].as_str());
    for (ply, mv) in [(0, "3"), (1, "6")] {
        let path = format!("/matches/{id}/moves");
        ask("POST", &path, token.expect("a seat"), &json!({ "move": mv, "ply": ply }));
    }
    let began = Instant::now();
    loop {
        let state = ask("GET", &format!("/matches/{id}"), "", &Value::Null);
        if state["moves"].as_array().is_some_and(|moves| moves.len() > 2) {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "the bot does not answer: {state}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
