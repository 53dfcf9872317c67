//! The world of robots on the whole screen: a run as it happens, or a recording to and fro.
//!
//! | file | subject |
//! |---|---|
//! | `live` | a run: its pace, and the keys that steer |
//! | `replay` | a recording: where one looks at it |
//! | `room` | the same as a room of the app |
//! | `view` | the screen: the world to the left, everything about it to the right |
//! | `ground` | the world itself, cell by cell |

mod ground;
mod live;
mod replay;
mod room;
#[cfg(test)]
mod tests;
mod view;

use std::io;
use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use henge_robots::Recording;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget};

pub use live::{Live, Round};
pub use replay::Replay;
pub(crate) use room::RobotsRoom;
pub(crate) use view::View;

use crate::app::Stroke;
use crate::events::{Event, Events};
use crate::help;
use crate::terminal::Screen;
use crate::theme::Theme;
use crate::ui::{self, Hits, KeyHint};

/// What the terminal calls the window.
const TITLE: &str = "henge robots";
/// The least that a world and its panel need.
const LEAST: (u16, u16) = (60, 16);

/// How somebody left the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// By a key.
    Quit,
    /// By a signal.
    Interrupted,
}

/// Sections of keys and what they do.
type Help = Vec<(String, Vec<(String, String)>)>;

/// What can be shown here.
pub(crate) trait Show {
    fn view(&self) -> View<'_>;
    fn key(&mut self, key: KeyEvent);
    /// Time has passed.
    fn tick(&mut self, now: Instant);
    /// The keys of the footer, the most useful first.
    fn keys(&self) -> Vec<KeyHint<Stroke>>;
    fn help(&self) -> Help;
}

/// Shows a run on the terminal until somebody leaves, and gives the run up to there.
pub fn run(theme: Theme, mut live: Live<'_>) -> io::Result<(Recording, Left)> {
    let left = on_screen(theme, &mut live)?;
    Ok((live.finish(), left))
}

/// Shows a recording on the terminal until somebody leaves.
pub fn replay(theme: Theme, mut replay: Replay) -> io::Result<Left> {
    on_screen(theme, &mut replay)
}

fn on_screen(theme: Theme, show: &mut dyn Show) -> io::Result<Left> {
    let mut screen = Screen::take(TITLE)?;
    let events: Events<()> = Events::start()?;
    let mut stage = Stage { theme, show, hits: Vec::new(), help: None };
    loop {
        screen.draw(|frame| stage.draw(frame))?;
        let mut event = events.next();
        loop {
            match event {
                Event::Key(key) if is_control(key, 'z') => screen.suspend(TITLE)?,
                Event::Key(key) if stage.key(key) => return Ok(Left::Quit),
                Event::Mouse(mouse)
                    if mouse.kind == MouseEventKind::Down(MouseButton::Left)
                        && stage.click(mouse.column, mouse.row) =>
                {
                    return Ok(Left::Quit);
                }
                Event::Closed => return Ok(Left::Interrupted),
                _ => {}
            }
            match events.waiting() {
                Some(next) => event = next,
                None => break,
            }
        }
        stage.show.tick(Instant::now());
        if screen.is_asked_to_stop() {
            return Ok(Left::Interrupted);
        }
    }
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// What is on the screen.
struct Stage<'a> {
    theme: Theme,
    show: &'a mut dyn Show,
    hits: Hits<Stroke>,
    /// How far the help is scrolled, if it is open.
    help: Option<usize>,
}

impl Stage<'_> {
    /// Whether somebody leaves.
    fn key(&mut self, key: KeyEvent) -> bool {
        if is_control(key, 'c') {
            return true;
        }
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
            return false;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return true,
            KeyCode::Char('?') | KeyCode::F(1) => self.help = Some(0),
            _ => self.show.key(key),
        }
        false
    }

    fn click(&mut self, column: u16, row: u16) -> bool {
        if self.help.take().is_some() {
            return false;
        }
        let hit = ui::hit(&self.hits, column, row);
        hit.is_some_and(|(code, modifiers)| self.key(KeyEvent::new(code, modifiers)))
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let (area, theme) = (frame.area(), self.theme);
        let buffer = frame.buffer_mut();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let text = format!(
                "The world needs {} columns and {} rows.\nThis terminal has {} and {}.\n\nMake it \
                 larger, or leave out --full.",
                LEAST.0, LEAST.1, area.width, area.height
            );
            Paragraph::new(text).render(area, buffer);
            return;
        }
        let view = self.show.view();
        let bar = Rect { height: 1, ..area };
        buffer.set_style(bar, theme.bar());
        ui::put(buffer, (1, bar.y), &view.title(), area.width - 2, theme.bar(), theme);
        let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
        view.draw(theme, body, buffer);
        let below = Rect { y: area.bottom() - 1, height: 1, ..area };
        self.hits = ui::footer(&self.show.keys(), theme, below, buffer);
        if let Some(scrolled) = &mut self.help {
            help::draw(&self.show.help(), scrolled, theme, body, buffer);
        }
    }
}
