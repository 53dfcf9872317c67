//! The app: one room at a time, a bar above it and its keys below.

use std::io;
use std::path::Path;
use std::sync::mpsc::Sender;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge::Registry;
use henge_store::Shelf;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget};

use crate::engine::Message;
use crate::events::{Event, Events};
use crate::game::GameRoom;
use crate::help;
use crate::home::Home;
use crate::play::{Habits, Play};
use crate::terminal::Screen;
use crate::theme::{Theme, tones};
use crate::ui::{Hits, KeyHint, footer, hit};

/// What the terminal calls the window.
const TITLE: &str = "henge";
/// The least that boards, panels and keys need.
const LEAST: (u16, u16) = (80, 24);

/// How the app ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Somebody had enough.
    Quit,
    /// A signal said so; everything is saved.
    Interrupted,
    /// Somebody would rather play in the browser.
    Browser,
}

/// What the app shows first.
pub enum Start {
    /// All games.
    Home,
    /// The questions before the game of that name.
    Game(String),
    /// A recorded game.
    Record(Box<Play>),
}

impl Start {
    /// A recorded game, to look at; `rules` is the TOML file of its game, if the user names one.
    pub fn record(games: &Registry, path: &Path, rules: Option<&Path>) -> Result<Start, String> {
        Ok(Start::Record(Box::new(Play::analyse(games, path, rules)?)))
    }
}

/// What all rooms need.
pub(crate) struct Shared {
    pub games: Registry,
    pub theme: Theme,
    pub sender: Sender<Event<Message>>,
    /// The saved games.
    pub shelf: Shelf,
    pub habits: Habits,
}

/// Where to go after something has happened.
pub(crate) enum Go {
    Stay,
    Leave(End),
    Home,
    Room(Box<dyn Room>),
    /// The page that `?` opens.
    Help,
}

/// A key as it would come from the terminal, for those who click its name in the footer.
pub(crate) type Stroke = (KeyCode, KeyModifiers);

/// A plain key.
pub(crate) fn stroke(code: KeyCode) -> Stroke {
    (code, KeyModifiers::NONE)
}

/// A screen with something to do on it.
pub(crate) trait Room {
    /// What the bar above says.
    fn title(&self) -> String;
    /// The keys that mean something now, the most useful first.
    fn keys(&self) -> Vec<KeyHint<Stroke>>;
    /// All keys, for the help.
    fn help(&self) -> Vec<(String, Vec<(String, String)>)>;
    fn draw(&mut self, shared: &Shared, area: Rect, buffer: &mut Buffer);
    /// Where the terminal's own cursor stands, if it does; only known after `draw`.
    fn cursor(&self) -> Option<(u16, u16)> {
        None
    }
    fn key(&mut self, key: KeyEvent, shared: &Shared) -> Go;
    /// Does this room take a question mark as text?
    fn takes_text(&self) -> bool {
        false
    }
    fn paste(&mut self, _text: &str, _shared: &Shared) -> Go {
        Go::Stay
    }
    fn mouse(&mut self, _mouse: MouseEvent, _shared: &Shared) -> Go {
        Go::Stay
    }
    fn message(&mut self, _message: Message, _shared: &Shared) {}
    /// Somebody leaves the room. What is lost by that is said.
    fn leave(&mut self, _shared: &Shared) -> Option<String> {
        None
    }
    /// Time has passed; says whether that can be seen.
    fn tick(&mut self, _shared: &Shared) -> bool {
        false
    }
}

/// All of it.
pub(crate) struct App {
    shared: Shared,
    room: Box<dyn Room>,
    hits: Hits<Stroke>,
    /// How far the help is scrolled, if it is open.
    help: Option<usize>,
    /// What is on the screen is not what it should be.
    is_stale: bool,
    /// What could not be saved, for when the terminal is given back.
    unsaved: Vec<String>,
}

/// Opens the app with these games on the terminal, until somebody leaves it.
pub fn run(games: &Registry, theme: Theme, habits: Habits, start: Start) -> io::Result<End> {
    let mut screen = Screen::take(TITLE)?;
    let events = Events::start()?;
    let shelf = Shelf::new(henge::home().map(|home| home.join("henge.db")));
    let shared = Shared { games: games.clone(), theme, sender: events.sender(), shelf, habits };
    let room: Box<dyn Room> = match start {
        Start::Home => Box::new(Home::new(&shared)),
        Start::Game(name) => Box::new(Home::asking(&shared, &name)),
        Start::Record(play) => Box::new(GameRoom::new(*play, &shared)),
    };
    let mut app = App::new(shared, room);
    let end = app.live(&mut screen, &events)?;
    drop(events);
    drop(screen);
    for note in app.unsaved {
        eprintln!("henge: {note}");
    }
    Ok(end)
}

fn is_suspend(event: &Event<Message>) -> bool {
    matches!(event, Event::Key(key) if key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL)
}

impl App {
    pub fn new(shared: Shared, room: Box<dyn Room>) -> App {
        App { shared, room, hits: Vec::new(), help: None, is_stale: true, unsaved: Vec::new() }
    }

    /// Draws and listens, until somebody leaves.
    fn live(&mut self, screen: &mut Screen, events: &Events<Message>) -> io::Result<End> {
        loop {
            if std::mem::take(&mut self.is_stale) {
                screen.draw(|frame| self.draw(frame))?;
            }
            let mut event = events.next();
            loop {
                if is_suspend(&event) {
                    screen.suspend(TITLE)?;
                    self.is_stale = true;
                } else if let Some(end) = self.hear(event) {
                    return Ok(end);
                }
                // What has come in the meantime is drawn at once.
                match events.waiting() {
                    Some(next) => event = next,
                    None => break,
                }
            }
            if screen.is_asked_to_stop() {
                self.leave();
                return Ok(End::Interrupted);
            }
        }
    }

    /// Leaves the room; what was not saved in it is remembered.
    fn leave(&mut self) -> Option<String> {
        let note = self.room.leave(&self.shared);
        self.unsaved.extend(note.clone());
        note
    }

    pub fn hear(&mut self, event: Event<Message>) -> Option<End> {
        let go = match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.room.paste(&text, &self.shared),
            Event::Message(message) => {
                self.room.message(message, &self.shared);
                Go::Stay
            }
            Event::Tick => {
                self.is_stale |= self.room.tick(&self.shared);
                return None;
            }
            Event::Resize => Go::Stay,
            Event::Closed => Go::Leave(End::Interrupted),
        };
        self.is_stale = true;
        match go {
            Go::Stay => {}
            Go::Help => self.help = Some(0),
            Go::Leave(end) => {
                self.leave();
                return Some(end);
            }
            Go::Home => {
                let note = self.leave();
                self.room = Box::new(Home::with_note(&self.shared, note));
            }
            Go::Room(room) => {
                self.leave();
                self.room = room;
            }
        }
        None
    }

    pub fn key(&mut self, key: KeyEvent) -> Go {
        #[cfg(debug_assertions)]
        if key.code == KeyCode::F(12) && std::env::var_os("HENGE_TEST_PANIC").is_some() {
            panic!("as the test has asked for");
        }
        if let Some(scrolled) = &mut self.help {
            match key.code {
                KeyCode::Down | KeyCode::PageDown | KeyCode::Char(' ') => *scrolled += 1,
                KeyCode::Up | KeyCode::PageUp => *scrolled = scrolled.saturating_sub(1),
                _ => self.help = None,
            }
            return Go::Stay;
        }
        let asks =
            key.code == KeyCode::F(1) || key.code == KeyCode::Char('?') && !self.room.takes_text();
        if asks {
            self.help = Some(0);
            return Go::Stay;
        }
        self.room.key(key, &self.shared)
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Go {
        let pressed = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if self.help.is_some() {
            match mouse.kind {
                MouseEventKind::ScrollDown => self.help = self.help.map(|n| n + 1),
                MouseEventKind::ScrollUp => self.help = self.help.map(|n| n.saturating_sub(1)),
                _ if pressed => self.help = None,
                _ => {}
            }
            return Go::Stay;
        }
        if pressed && let Some((code, modifiers)) = hit(&self.hits, mouse.column, mouse.row) {
            return self.key(KeyEvent::new(code, modifiers));
        }
        self.room.mouse(mouse, &self.shared)
    }

    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let text = format!(
                "henge needs {} columns and {} rows.\nThis terminal has {} and {}.\n\nMake it larger, or use \"henge play\".",
                LEAST.0, LEAST.1, area.width, area.height
            );
            Paragraph::new(text).render(area, frame.buffer_mut());
            return;
        }
        let room = Rect { y: area.y + 1, height: area.height - 2, ..area };
        let theme = self.shared.theme;
        let bar = Rect { height: 1, ..area };
        let buffer = frame.buffer_mut();
        // Our inks are made for a dark ground, whatever the terminal has.
        if theme.fills() {
            buffer.set_style(area, theme.on(tones::INK, tones::GROUND));
        }
        buffer.set_style(bar, theme.bar());
        let title = theme.safe(&self.room.title());
        buffer.set_stringn(1, bar.y, title, usize::from(area.width) - 2, theme.bar());
        self.room.draw(&self.shared, room, buffer);
        let below = Rect { y: area.bottom() - 1, height: 1, ..area };
        self.hits = footer(&self.room.keys(), theme, below, buffer);
        if let Some(scrolled) = &mut self.help {
            help::draw(&self.room.help(), scrolled, theme, room, buffer);
        } else if let Some((x, y)) = self.room.cursor() {
            frame.set_cursor_position((x, y));
        }
    }
}
