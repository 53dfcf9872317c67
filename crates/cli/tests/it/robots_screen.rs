//! The world of robots on the whole screen, in a terminal that is not there.
#![cfg(unix)]

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, ExitStatus, PtySize, native_pty_system};

/// A program in a terminal of 80 by 24.
struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    /// Keeps the other end open.
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Terminal {
    fn start(args: &[&str], env: &[(&str, &str)], (cols, rows): (u16, u16)) -> Terminal {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_henge"));
        command.args(args);
        for (name, value) in [
            ("TERM", "xterm-256color"),
            ("LC_ALL", "C.UTF-8"),
            ("NO_COLOR", ""),
            ("COLORTERM", ""),
            // A long trace would push the message of a panic off the screen.
            ("RUST_BACKTRACE", "0"),
        ] {
            command.env(name, value);
        }
        for (name, value) in env {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, cols, 0)));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..n]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Terminal { screen, keys, child, _master: pair.master }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits until the screen shows this.
    fn until(&self, wanted: &str) -> String {
        let begin = Instant::now();
        loop {
            let text = self.text();
            if text.contains(wanted) {
                return text;
            }
            assert!(begin.elapsed() < Duration::from_secs(20), "no \"{wanted}\" in\n{text}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end, after which the terminal must be as it was found.
    fn end(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().unwrap();
        let begin = Instant::now();
        loop {
            let parser = self.screen.lock().unwrap();
            let screen = parser.screen();
            let restored = !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None;
            if restored {
                return (status, screen.contents());
            }
            assert!(begin.elapsed() < Duration::from_secs(5), "the terminal was not given back");
            drop(parser);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

const SCREEN: (u16, u16) = (80, 24);

#[test]
fn a_person_steers_by_arrows_and_letters() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("run.txt");
    let record = record.to_str().unwrap();
    let args = ["robots", "four", "--full", "--seed", "7", "--record", record];
    let mut terminal = Terminal::start(&args, &[], SCREEN);
    terminal.until("round 0");
    terminal.press("\x1b[C");
    let text = terminal.until("round 1");
    // As in the text display: east, and the obstinate and the crazy robot as the seed says.
    assert!(text.contains("(1,0)") && text.contains("(0,1)") && text.contains("(1,1)"), "{text}");
    terminal.press("k");
    terminal.until("round 2");
    terminal.press("?");
    terminal.until("Steering");
    terminal.press("x");
    terminal.until("Space");
    terminal.press("8");
    terminal.until("round 3");
    terminal.press("q");
    let (status, _) = terminal.end();
    assert!(status.success());
    let recorded = std::fs::read_to_string(record).unwrap();
    assert!(recorded.ends_with("rounds\ne w sw .\nn! w! s! .\nn! . nw .\nend 3\n"), "{recorded}");
}

#[test]
fn a_contest_runs_by_itself_and_tells_its_points() {
    let mut terminal = Terminal::start(&["robots", "catch", "--full"], &[], SCREEN);
    terminal.until("rounds/s");
    terminal.press("+++");
    let text = terminal.until("the contest is over");
    assert!(text.contains("round 17"), "{text}");
    terminal.press("q");
    let (status, text) = terminal.end();
    assert!(status.success());
    assert!(text.contains("Scores after 17 rounds:"), "{text}");
}

#[test]
fn a_recording_goes_to_and_fro() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("run.txt");
    let made = std::process::Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(["robots", "catch", "--quiet", "--record"])
        .arg(&record)
        .status()
        .unwrap();
    assert!(made.success());
    let args = ["robots", "--replay", record.to_str().unwrap(), "--full"];
    let mut terminal = Terminal::start(&args, &[], SCREEN);
    terminal.until("round 0 of 17");
    terminal.press("\x1b[C\x1b[C\x1b[C");
    terminal.until("round 3 of 17");
    terminal.press("\x1b[D");
    terminal.until("round 2 of 17");
    terminal.press("\x1b[F");
    terminal.until("round 17 of 17");
    terminal.press(" ");
    terminal.until("round 3 of 17");
    terminal.press("\x03");
    assert!(terminal.end().0.success());
}

#[test]
fn the_terminal_is_given_back_after_any_end() {
    let terminal = Terminal::start(&["robots", "torus", "--full"], &[], SCREEN);
    terminal.until("round 2");
    let pid = terminal.child.process_id().unwrap();
    let killed = std::process::Command::new("kill").arg(pid.to_string()).status().unwrap();
    assert!(killed.success());
    assert_eq!(terminal.end().0.exit_code(), 3);
    #[cfg(debug_assertions)]
    {
        let env = [("HENGE_TEST_PANIC", "1")];
        let mut terminal = Terminal::start(&["robots", "four", "--full"], &env, SCREEN);
        terminal.until("round 0");
        terminal.press("\x1b[24~");
        let (status, text) = terminal.end();
        assert_eq!(status.exit_code(), 101);
        assert!(text.contains("as the test has asked for"), "{text}");
    }
}

/// A window that is closed sends a signal and then nothing but ends of files.
#[test]
fn a_closed_terminal_ends_the_program() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_henge"));
    command.args(["robots", "four", "--full"]);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    // No thread here: whoever reads holds the terminal open.
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut parser = vt100::Parser::new(24, 80, 0);
    while !parser.screen().contents().contains("round 0") {
        let mut bytes = [0; 4096];
        let n = reader.read(&mut bytes).unwrap();
        parser.process(&bytes[..n]);
    }
    drop((reader, pair.master));
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < Duration::from_secs(10), "it goes on without a terminal");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn every_kind_of_terminal_shows_it() {
    for (env, args) in [
        (("NO_COLOR", "1"), ["robots", "avoid", "--full", "--ascii"]),
        (("TERM", "linux"), ["robots", "avoid", "--full", "--ascii"]),
        (("COLORTERM", "truecolor"), ["robots", "avoid", "--full", "--color=auto"]),
    ] {
        let mut terminal = Terminal::start(&args, &[env], SCREEN);
        let text = terminal.until("round 1");
        assert!(text.contains("Shy, shy"), "{text}");
        if args.contains(&"--ascii") {
            assert!(text.is_ascii(), "{text}");
        }
        terminal.press("q");
        assert!(terminal.end().0.success());
    }
    let mut terminal = Terminal::start(&["robots", "four", "--full"], &[], (50, 12));
    terminal.until("60 columns and 16 rows");
    terminal.press("q");
    assert!(terminal.end().0.success());
}
