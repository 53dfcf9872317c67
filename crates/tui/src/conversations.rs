//! Whom to talk with, where there are several.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge::{Converse, Playable, Registry, Talk};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{Go, Room, Shared, Stroke, stroke};
use crate::conversation::TalkRoom;
use crate::theme::tones;
use crate::ui::{self, Hits, KeyHint, hint};

/// The list of those who can be talked to.
pub struct TalkChoice {
    games: Vec<Playable>,
    chosen: usize,
    seed: u64,
    message: String,
    hits: Hits<usize>,
}

/// The room of the only conversation, or the choice between all.
pub fn open(games: &Registry, seed: u64) -> Result<Box<dyn Room>, String> {
    let mut games = games.conversations();
    match games.len() {
        0 => Err("nobody can be talked to about these games".into()),
        1 => Ok(Box::new(TalkRoom::new(games.remove(0), seed)?)),
        _ => Ok(Box::new(TalkChoice {
            games,
            chosen: 0,
            seed,
            message: String::new(),
            hits: Vec::new(),
        })),
    }
}

impl TalkChoice {
    fn talks(&self) -> impl Iterator<Item = &Talk> {
        self.games.iter().filter_map(|game| Some(game.ability::<dyn Converse>()?.about()))
    }

    fn enter(&mut self) -> Go {
        match TalkRoom::new(self.games[self.chosen].clone(), self.seed) {
            Ok(room) => Go::Room(Box::new(room)),
            Err(why) => {
                self.message = why;
                Go::Stay
            }
        }
    }

    fn move_by(&mut self, by: isize) {
        let last = self.games.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }
}

impl Room for TalkChoice {
    fn title(&self) -> String {
        "Whom to talk with".into()
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        vec![
            hint("Enter", "talk", stroke(KeyCode::Enter)),
            hint("↑↓", "choose", stroke(KeyCode::Down)),
            hint("?", "help", stroke(KeyCode::Char('?'))),
            hint("Esc", "home", stroke(KeyCode::Esc)),
        ]
    }

    fn help(&self) -> Vec<(String, Vec<(String, String)>)> {
        let row = |key: &str, does: &str| (key.to_string(), does.to_string());
        let keys = vec![
            row("↑ ↓", "choose a program"),
            row("Enter", "talk with it"),
            row("Esc", "home"),
            row("mouse", "click a program, and again to talk with it"),
        ];
        vec![(self.title(), keys)]
    }

    fn draw(&mut self, shared: &Shared, area: Rect, buffer: &mut Buffer) {
        let theme = shared.theme;
        let width = area.width.saturating_sub(4).min(76);
        let mut y = area.y + 1;
        let mut hits = Vec::new();
        for (i, talk) in self.talks().enumerate() {
            let is_chosen = i == self.chosen;
            let style = if is_chosen { theme.chosen() } else { theme.bold() };
            let lines = ui::wrapped(talk.about, usize::from(width));
            let height = lines.len() as u16 + 1;
            if y + height > area.bottom() {
                break;
            }
            hits.push((Rect::new(area.x + 2, y, width, height), i));
            ui::put(buffer, (area.x + 2, y), talk.title, width, style, theme);
            for (line, y) in lines.iter().zip(y + 1..) {
                ui::put(buffer, (area.x + 2, y), line, width, theme.text(), theme);
            }
            y += height + 1;
        }
        self.hits = hits;
        let alarm = theme.ink(tones::ALARM);
        ui::put(buffer, (area.x + 2, area.bottom() - 1), &self.message, width, alarm, theme);
    }

    fn key(&mut self, key: KeyEvent, _shared: &Shared) -> Go {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Go::Home,
            KeyCode::Esc => return Go::Home,
            KeyCode::Up | KeyCode::Char('k') => self.move_by(-1),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.move_by(1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(),
            _ => {}
        }
        Go::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, _shared: &Shared) -> Go {
        match mouse.kind {
            MouseEventKind::ScrollDown => self.move_by(1),
            MouseEventKind::ScrollUp => self.move_by(-1),
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(i) = ui::hit(&self.hits, mouse.column, mouse.row) {
                    if self.chosen == i {
                        return self.enter();
                    }
                    self.chosen = i;
                }
            }
            _ => {}
        }
        Go::Stay
    }
}
