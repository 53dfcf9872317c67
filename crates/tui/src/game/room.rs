//! What the app sees of the room.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use henge::table::Event;
use henge::{Family, Registry};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::act::{self, Act};
use super::menu::Dialog;
use super::{GameRoom, Hit};
use crate::app::{Go, Room, Shared, Stroke, stroke};
use crate::engine::Message;
use crate::ui::{self, KeyHint, hint};

/// How often a running clock is written down: an app that is killed gives nobody more time back.
const CLOCKS: Duration = Duration::from_secs(5);

/// The options of a game that are not as usual.
pub(super) fn unusual(games: &Registry, name: &str) -> String {
    let (slug, options) = name.split_once(':').unwrap_or((name, ""));
    let params = games.family(slug).map_or(&[][..], Family::params);
    let usual = |option: &&str| {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        params.iter().any(|param| param.key == key && param.default == value)
    };
    let options: Vec<&str> = options.split(',').filter(|option| !usual(option)).collect();
    options.join(", ")
}

impl Room for GameRoom {
    fn title(&self) -> String {
        let title = &self.play.game.rules().about().title;
        let what = match (&self.question, self.play.analysis) {
            (Some(_), _) => "problem",
            (None, true) => "analysis",
            (None, false) => "henge",
        };
        let unsaved = if self.play.unsaved().is_some() { "  NOT SAVED" } else { "" };
        format!("{what}: {title}  {}{unsaved}", self.unusual)
    }

    fn keys(&self) -> Vec<KeyHint<Stroke>> {
        if let Some(dialog) = &self.dialog {
            return dialog.keys();
        }
        let menu = hint("F10", "menu", stroke(KeyCode::F(10)));
        let help = hint("?", "help", stroke(KeyCode::Char('?')));
        if !self.field.is_empty() {
            return vec![
                hint("Enter", "play it", stroke(KeyCode::Enter)),
                hint("Tab", "complete", stroke(KeyCode::Tab)),
                hint("Esc", "cancel", stroke(KeyCode::Esc)),
                hint("F1", "help", stroke(KeyCode::F(1))),
            ];
        }
        if self.job.is_some() {
            let stop = hint("Esc", "stop thinking", stroke(KeyCode::Esc));
            return vec![stop, hint("Tab", "panel", stroke(KeyCode::F(7))), menu, help];
        }
        if let Some(tray) =
            self.hand.tray.as_ref().filter(|_| self.play.sitting().person().is_some())
        {
            if tray.held().is_some() {
                return vec![
                    hint("←↑↓→", "move", stroke(KeyCode::Down)),
                    hint("r", "turn", stroke(KeyCode::Char('r'))),
                    hint("f", "flip", stroke(KeyCode::Char('f'))),
                    hint("Enter", "put down", stroke(KeyCode::Enter)),
                    hint(". ,", "other piece", stroke(KeyCode::Char('.'))),
                    hint("Esc", "put back", stroke(KeyCode::Esc)),
                    help,
                ];
            }
            return vec![
                hint(". ,", "pick a piece", stroke(KeyCode::Char('.'))),
                hint("!", "hint", stroke(KeyCode::Char('!'))),
                hint("<", "take back", stroke(KeyCode::Char('<'))),
                hint("~", "flip", stroke(KeyCode::Char('~'))),
                hint("Tab", "panel", stroke(KeyCode::Tab)),
                menu,
                help,
                hint("=", "map", stroke(KeyCode::Char('='))),
            ];
        }
        if self.question.as_ref().is_some_and(|asked| !asked.is_open) {
            return vec![
                hint("Enter", "next problem", stroke(KeyCode::Enter)),
                hint("<", "back", stroke(KeyCode::Char('<'))),
                hint("%", "lines on/off", stroke(KeyCode::Char('%'))),
                menu,
                help,
            ];
        }
        if self.play.analysis && self.question.is_none() {
            return vec![
                hint("<", "back", stroke(KeyCode::Char('<'))),
                hint(">", "on", stroke(KeyCode::Char('>'))),
                hint("%", "lines on/off", stroke(KeyCode::Char('%'))),
                hint("!", "hint", stroke(KeyCode::Char('!'))),
                hint("Tab", "panel", stroke(KeyCode::Tab)),
                hint("~", "flip", stroke(KeyCode::Char('~'))),
                menu,
                help,
            ];
        }
        if self.play.sitting().stuck().is_some() {
            return vec![
                hint("Enter", "ask again", stroke(KeyCode::Enter)),
                hint("F8", "play for it", stroke(KeyCode::F(8))),
                hint("<", "take back", stroke(KeyCode::Char('<'))),
                menu,
                help,
            ];
        }
        if self.play.sitting().is_over() {
            return vec![
                hint("F10", "menu", stroke(KeyCode::F(10))),
                hint("<", "take back", stroke(KeyCode::Char('<'))),
                hint("Tab", "panel", stroke(KeyCode::Tab)),
                help,
            ];
        }
        let enter = match (self.hand.button.is_some(), self.hand.chosen().is_empty()) {
            (true, _) => "press",
            (_, true) => "select",
            (_, false) => "move here",
        };
        let mut keys = vec![
            hint("←↑↓→", "cursor", stroke(KeyCode::Down)),
            hint("Enter", enter, stroke(KeyCode::Enter)),
        ];
        if !self.hand.chosen().is_empty() || self.hand.button.is_some() {
            keys.push(hint("Bksp", "step back", stroke(KeyCode::Backspace)));
        }
        keys.extend([
            hint("a-z", "type a move", stroke(KeyCode::Null)),
            hint("!", "hint", stroke(KeyCode::Char('!'))),
            hint("<", "back", stroke(KeyCode::Char('<'))),
            menu,
            help,
            hint("~", "flip", stroke(KeyCode::Char('~'))),
        ]);
        keys
    }

    fn help(&self) -> Vec<(String, Vec<(String, String)>)> {
        let mut sections = act::help(&self.play, self.hand.tray.is_some());
        if self.has_map() {
            let row = ("=".into(), "how many moves have their centre on each place".into());
            sections.insert(1, ("Map".into(), vec![row]));
        }
        sections
    }

    fn draw(&mut self, shared: &Shared, area: Rect, buffer: &mut Buffer) {
        self.draw_all(shared.theme, area, buffer);
    }

    fn cursor(&self) -> Option<(u16, u16)> {
        match &self.dialog {
            Some(dialog) => dialog.cursor(),
            None => self.cursor,
        }
    }

    fn takes_text(&self) -> bool {
        self.dialog.as_ref().is_some_and(Dialog::takes_text)
    }

    fn key(&mut self, key: KeyEvent, shared: &Shared) -> Go {
        if self.dialog.is_some() {
            return self.dialog_key(key, shared);
        }
        if key.code == KeyCode::Enter
            && self.field.is_empty()
            && let Some(next) = self.next_problem(shared)
        {
            match next {
                Ok(room) => return Go::Room(Box::new(room)),
                Err(why) => self.fail(why),
            }
            return Go::Stay;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        // Moves may have a colon in them, but none begins with it.
        let in_text = key.code == KeyCode::Char(':') && !self.field.is_empty();
        if let Some(act) = Act::of_key(key).filter(|_| !in_text) {
            return self.act(act, shared);
        }
        if self.tray_key(key) {
            return Go::Stay;
        }
        if key.code == KeyCode::Char('=') && self.field.is_empty() && self.has_map() {
            self.toggle_map();
            return Go::Stay;
        }
        match key.code {
            KeyCode::Esc => self.escape(),
            KeyCode::Char('c') if control => {
                if self.job.is_some() {
                    self.escape();
                } else {
                    self.dialog = Some(Dialog::menu());
                }
            }
            KeyCode::Enter => return self.enter(shared),
            KeyCode::Char(' ') if self.field.is_empty() => return self.enter(shared),
            KeyCode::Tab => self.tab(),
            KeyCode::BackTab | KeyCode::F(7) => self.next_panel(),
            KeyCode::PageDown => self.scrolled += 5,
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(5),
            KeyCode::Up if self.field.is_empty() => self.arrow((0.0, -1.0)),
            KeyCode::Down if self.field.is_empty() => self.arrow((0.0, 1.0)),
            KeyCode::Left if self.field.is_empty() => self.arrow((-1.0, 0.0)),
            KeyCode::Right if self.field.is_empty() => self.arrow((1.0, 0.0)),
            KeyCode::Backspace if self.field.is_empty() => {
                self.with_view(|hand, view| hand.step_back(view));
            }
            KeyCode::Home if self.play.analysis && self.field.is_empty() => {
                self.happen(Event::GoTo(0), "", shared);
            }
            KeyCode::End if self.play.analysis && self.field.is_empty() => {
                self.happen(Event::GoTo(usize::MAX), "", shared);
            }
            _ => {
                if self.field.key(key) {
                    self.say("");
                }
            }
        }
        Go::Stay
    }

    fn paste(&mut self, text: &str, _shared: &Shared) -> Go {
        match &mut self.dialog {
            Some(dialog) => dialog.paste(text),
            None => self.field.insert(text),
        }
        Go::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, shared: &Shared) -> Go {
        if let Some(Dialog::New(new)) = &mut self.dialog {
            let answer = new.mouse(mouse);
            return self.new_game(answer, shared);
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                match ui::hit(&self.hits, mouse.column, mouse.row) {
                    Some(Hit::Menu(n)) => return self.click(Hit::Menu(n), mouse, shared),
                    _ if self.dialog.is_some() => self.dialog = None,
                    Some(spot) => return self.click(spot, mouse, shared),
                    None => _ = self.hand.let_go(),
                }
            }
            MouseEventKind::Down(MouseButton::Right) => self.with_view(|hand, view| {
                if let Some(tray) = &mut hand.tray {
                    tray.turn(view);
                }
            }),
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                // What is held follows the pointer.
                let at =
                    (i32::from(mouse.column) - self.origin.0, i32::from(mouse.row) - self.origin.1);
                let site = self.plane.as_ref().and_then(|(_, plane)| plane.site_at(at.0, at.1));
                let holds = self.hand.tray.as_ref().is_some_and(|tray| tray.held().is_some());
                if let Some(site) = site.filter(|_| holds) {
                    self.hand.cursor = site;
                }
            }
            MouseEventKind::ScrollDown if self.play.analysis => return self.act(Act::Redo, shared),
            MouseEventKind::ScrollUp if self.play.analysis => return self.act(Act::Undo, shared),
            _ => {}
        }
        Go::Stay
    }

    fn message(&mut self, message: Message, shared: &Shared) {
        self.hear(message, shared);
    }

    fn tick(&mut self, shared: &Shared) -> bool {
        self.explore(shared);
        match self.play.handle(Event::Time, &shared.shelf) {
            Ok(effects) if effects.ended.is_some() => self.carry_out(effects, shared),
            Ok(_) => {}
            Err(refusal) => self.refused(refusal, shared),
        }
        if self.written.elapsed() >= CLOCKS {
            self.written = Instant::now();
            // No move comes any more that would save a game that is over.
            if self.play.sitting().is_over() && self.play.unsaved().is_some() {
                self.save_again(shared);
                return true;
            }
            self.play.keep_clocks(&shared.shelf);
        }
        self.play.clocks().is_some()
    }

    fn leave(&mut self, shared: &Shared) -> Option<String> {
        self.play.keep_clocks(&shared.shelf);
        if self.play.unsaved().is_some() {
            self.save_again(shared);
        }
        self.play.discard_if_empty(&shared.shelf);
        let title = &self.play.game.rules().about().title;
        self.play.unsaved().map(|unsaved| format!("{title}: {unsaved}"))
    }
}
