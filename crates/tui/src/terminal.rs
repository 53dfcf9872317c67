//! The terminal: taken over at the start, given back at any end.
//!
//! Whoever draws on the whole screen takes a [`Screen`]. It goes back when the value is dropped, when
//! something panics, and, since signals only raise a flag that the event loop looks at, after
//! SIGTERM, SIGHUP and SIGINT as well.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Once};

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::ui;

/// Threads whose panics are caught and told in words begin their names so; the screen stays as it is.
pub const GUARDED_THREAD: &str = "engine";

/// The screen is ours, and has to be given back.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The whole screen of a terminal.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    stop: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the screen over: raw keys, a page of its own, the mouse.
    pub fn take(title: &str) -> io::Result<Screen> {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            signal_hook::flag::register(signal, Arc::clone(&stop))?;
        }
        watch_panics();
        enter(title)?;
        let made = Terminal::new(CrosstermBackend::new(stdout()));
        match made {
            Ok(terminal) => Ok(Screen { terminal, stop }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Draws a frame; only what has changed is sent.
    pub fn draw(&mut self, draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        let drawn = self.terminal.draw(|frame| {
            draw(frame);
            ui::make_harmless(frame.buffer_mut());
        });
        drawn.map(|_| ())
    }

    /// How large it is now.
    pub fn size(&self) -> Rect {
        self.terminal
            .size()
            .map(|size| Rect::new(0, 0, size.width, size.height))
            .unwrap_or_default()
    }

    /// Has a signal asked for the end?
    pub fn is_asked_to_stop(&self) -> bool {
        self.stop.load(SeqCst)
    }

    /// Gives the screen back until somebody says `fg`, as Ctrl-Z does elsewhere.
    pub fn suspend(&mut self, title: &str) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        enter(title)?;
        self.terminal.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter(title: &str) -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, SeqCst);
    let entered = execute!(
        stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        SetTitle(title)
    );
    if entered.is_err() {
        give_back();
    }
    entered
}

/// Puts the terminal back as it was found. May be called at any time, and does nothing the second time.
pub fn give_back() {
    if !TAKEN.swap(false, SeqCst) {
        return;
    }
    // Whoever has hung up does not read this any more; there is nobody to tell.
    let mut out = stdout();
    let _ = execute!(out, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// A panic gives the screen back before its message is printed, or nobody could read it.
fn watch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let guarded = thread.name().is_some_and(|name| name.starts_with(GUARDED_THREAD));
            if guarded && TAKEN.load(SeqCst) {
                return;
            }
            give_back();
            before(info);
        }));
    });
}
