//! A terminal with henge in it.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{
    Child, CommandBuilder, ExitStatus, MasterPty, PtySize, SlavePty, native_pty_system,
};

/// However busy the machine is, nothing takes so long.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Term {
    parser: Arc<Mutex<vt100::Parser>>,
    writer: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    slave: Box<dyn SlavePty + Send>,
    pub child: Box<dyn Child + Send + Sync>,
    modes: String,
}

fn size((columns, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Term {
    /// Opens the app, with its saved games in `home`.
    pub fn open(home: &Path, at: (u16, u16), variables: &[(&str, &str)], words: &[&str]) -> Term {
        let pair = native_pty_system().openpty(size(at)).unwrap();
        let parser = Arc::new(Mutex::new(vt100::Parser::new(at.1, at.0, 0)));
        let (mut reader, sink) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&parser));
        std::thread::spawn(move || {
            let mut bytes = [0; 65536];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                sink.lock().unwrap().process(&bytes[..n]);
            }
        });
        let slave = pair.slave;
        let modes = modes(&*slave, home);
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_henge"));
        command.args(words);
        command.env_clear();
        command.env("HENGE_HOME", home);
        command.env("LANG", "C.UTF-8");
        command.env("TERM", "xterm-256color");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = slave.spawn_command(command).unwrap();
        let writer = pair.master.take_writer().unwrap();
        Term { parser, writer, master: pair.master, slave, child, modes }
    }

    /// Opens the app and the dialog for a new game of this family, with these options of its rules; the
    /// first seat is chosen.
    pub fn new_game(home: &Path, at: (u16, u16), slug: &str, options: &[(&str, &str)]) -> Term {
        let games = henge::Registry::standard();
        let place = games.families().position(|family| family.slug() == slug).unwrap();
        let family = games.family(slug).unwrap();
        let (title, params) = (family.title(), family.params());
        let mut term = Term::open(home, at, &[], &[]);
        term.wait_for("Saved games");
        term.send(&"\x1b[B".repeat(place));
        term.send("\r");
        term.wait_for(&format!("New game: {title}"));
        // The options of the rules stand above the seats.
        for (key, value) in options {
            let up = params.len() - params.iter().position(|param| param.key == *key).unwrap();
            term.send(&"\x1b[A".repeat(up));
            term.send(value);
            term.wait_for(value);
            term.send(&"\x1b[B".repeat(up));
        }
        term
    }

    pub fn screen(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// Looks at the screen itself.
    pub fn with<T>(&self, f: impl FnOnce(&vt100::Screen) -> T) -> T {
        f(self.parser.lock().unwrap().screen())
    }

    pub fn send(&mut self, text: &str) {
        self.writer.write_all(text.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Presses the left button of the mouse at a column and a row, counted from 0.
    pub fn click(&mut self, column: u16, row: u16) {
        self.send(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    /// Where a text stands, as column and row.
    pub fn find(&self, text: &str) -> Option<(u16, u16)> {
        let screen = self.screen();
        let rows = (0..).zip(screen.lines());
        rows.into_iter().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count() as u16, row))
        })
    }

    /// Waits until the screen shows what is wanted.
    pub fn wait(&self, what: &str, shows: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if shows(&screen) {
                return screen;
            }
            assert!(began.elapsed() < PATIENCE, "waited in vain for {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(3));
        }
    }

    pub fn wait_for(&self, text: &str) -> String {
        self.wait(&format!("{text:?}"), |screen| screen.contains(text))
    }

    /// The dice that a game begins with, White's die first. The panel shows the larger one first, and whoever has
    /// thrown it is to move.
    pub fn first_roll(&self) -> String {
        let roll = |screen: &str| -> Option<String> {
            let line = screen.split("Dice").nth(1)?.lines().next()?;
            let mut dice: Vec<char> = line.chars().filter(char::is_ascii_digit).take(2).collect();
            dice.sort_unstable();
            if screen.contains("White to move") {
                dice.reverse();
            } else if !screen.contains("Black to move") {
                return None;
            }
            (dice.len() == 2).then(|| dice.into_iter().collect())
        };
        let screen = self.wait("the first roll", |screen| roll(screen).is_some());
        roll(&screen).unwrap()
    }

    pub fn resize(&self, at: (u16, u16)) {
        self.parser.lock().unwrap().screen_mut().set_size(at.1, at.0);
        self.master.resize(size(at)).unwrap();
    }

    /// Waits for the end of the app.
    pub fn ended(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "the app does not end:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The terminal is as it was before the app.
    pub fn is_restored(&self, home: &Path) {
        assert_eq!(modes(&*self.slave, home), self.modes, "the modes of the line");
        let began = Instant::now();
        // What was written at the end may still be on its way.
        while self.with(vt100::Screen::alternate_screen) && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.with(|screen| {
            assert!(!screen.alternate_screen(), "the other page is still shown");
            assert!(!screen.hide_cursor(), "the cursor is hidden");
            assert!(!screen.bracketed_paste());
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        });
    }
}

impl Drop for Term {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The modes of the line, as stty says them.
fn modes(slave: &dyn SlavePty, home: &Path) -> String {
    let file = home.join("stty.txt");
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", &format!("stty -g > '{}'", file.display())]);
    slave.spawn_command(command).unwrap().wait().unwrap();
    std::fs::read_to_string(file).unwrap()
}
