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

fn domineering(home: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_domineering"));
    command.args(words.split_whitespace()).env("HENGE_HOME", home).current_dir(home);
    command
}

/// Runs a command with lines at its keyboard.
fn done(home: &Path, words: &str, lines: &str) -> String {
    let mut command = domineering(home, words);
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
    assert!(said.contains("domineering        Domineering"), "{said}");
    let keys = "a1-a2\nb1-c1\nundo\nquit\n";
    let said = done(home.path(), "play domineering --second human --ascii", keys);
    assert!(said.contains("Vertical>") && said.contains("Horizontal>"), "{said}");
    let said = done(home.path(), "resume", "b2-c2\nresign\n");
    assert!(said.contains("wins by resignation"), "{said}");
    let said = done(home.path(), "show domineering:size=3 --moves a1-a2 --json", "");
    assert!(said.contains(".../v../v.. h"), "{said}");
}

#[test]
fn engines_contests_and_learning() {
    let home = tempfile::tempdir().expect("a folder");
    // "Solving 8×8 Domineering", 2000: the first player wins.
    let said = done(home.path(), "solve domineering:size=4 --json", "");
    let solved: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&solved["value"], &solved["proved"]), (&json!("win"), &json!(true)), "{said}");
    let players = "--first alphabeta:depth=4 --second random --games 10 --json";
    let said = done(home.path(), &format!("match domineering {players}"), "");
    let match_: Value = serde_json::from_str(&said).expect("JSON");
    assert!(match_["first"]["wins"].as_u64().is_some_and(|wins| wins >= 9), "{said}");
    assert_eq!(done(home.path(), &format!("match domineering {players} --processes 2"), ""), said);
    done(
        home.path(),
        "learn weights domineering:size=6 -o d.weights --rounds 1 --games 100 --depth 2 --measure 0",
        "",
    );
    let players = "--first trained:weights=d.weights,depth=2 --second random --games 10 --json";
    let said = done(home.path(), &format!("match domineering:size=6 {players}"), "");
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
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_domineering"));
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
    wait_for("New game: Domineering");
    send("\x1b[Bhuman\r");
    wait_for("Vertical to move");
    send("a1-a2\r");
    wait_for("Horizontal to move");
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
    let mut command = domineering(home.path(), "serve --port 0");
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
    assert!(known.iter().any(|game| game["slug"] == "domineering"), "{games}");
    let about = ask("GET", "/games/domineering", "", &Value::Null);
    assert_eq!(about["players"], json!(["Vertical", "Horizontal"]));
    let seats = json!([{ "kind": "human" }, { "kind": "bot", "bot": "alphabeta:depth=3" }]);
    let made = ask("POST", "/matches", "", &json!({ "game": "domineering", "seats": seats }));
    let (id, token) =
        (made["state"]["id"].as_str().expect("a name"), made["tokens"]["first"].as_str());
    let path = format!("/matches/{id}/moves");
    ask("POST", &path, token.expect("a seat"), &json!({ "move": "a1-a2", "ply": 0 }));
    let began = Instant::now();
    loop {
        let state = ask("GET", &format!("/matches/{id}"), "", &Value::Null);
        if state["moves"].as_array().is_some_and(|moves| moves.len() > 1) {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "the bot does not answer: {state}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
