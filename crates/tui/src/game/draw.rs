//! The whole room on the screen.

use henge::Turn;
use henge::table::words;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::{GameRoom, Hit};
use crate::board::{Marks, Plane, paint};
use crate::hand::narrow;
use crate::theme::{Theme, tones};
use crate::ui;

/// What is kept for the pieces beside the board.
const TRAY_WIDTH: u16 = 24;

impl GameRoom {
    pub(super) fn draw_all(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        self.hits.clear();
        let side_width = match area.width {
            160.. => 56,
            110.. => 38,
            _ => 26,
        };
        let side = Rect {
            x: area.right() - side_width,
            width: side_width,
            height: area.height - 1,
            ..area
        };
        let prompt = Rect { y: area.bottom() - 1, height: 1, ..area };
        let mut stage = Rect { width: area.width - side_width, height: area.height - 1, ..area };
        let buttons = self.with_view(|hand, view| hand.buttons(view));
        if !buttons.is_empty() {
            stage.height -= 1;
            let line = Rect { y: stage.bottom(), height: 1, ..stage };
            self.draw_buttons(&buttons, theme, line, buffer);
        }
        if self.hand.tray.is_some() {
            stage.width -= TRAY_WIDTH;
            let tray = Rect { x: stage.right(), width: TRAY_WIDTH, ..stage };
            self.draw_tray(theme, tray, buffer);
        }
        self.draw_board(theme, stage, buffer);
        self.draw_side(theme, side, buffer);
        self.draw_prompt(theme, prompt, buffer);
        self.draw_dialog(theme, area, buffer);
    }

    fn draw_board(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let key = (area.width, area.height, self.flip);
        if self.plane.as_ref().is_none_or(|(known, _)| *known != key) {
            let board = self.play.game.rules().board();
            let beside =
                self.hand.tray.as_ref().map(|tray| tray.beside.clone()).unwrap_or_default();
            let plane =
                Plane::new(board, &beside, (area.width, area.height), self.flip, !theme.fills());
            if !self.began {
                self.began = true;
                self.hand.cursor = plane.centre();
            }
            self.plane = Some((key, plane));
        }
        let scene = self.scene();
        let cursor = self.hand.cursor;
        let (ghost, fits) = self.with_view(|hand, view| match &hand.tray {
            Some(tray) => tray.ghost(view, cursor),
            None => (Vec::new(), false),
        });
        let active = self.hand.button.is_none()
            && (self.play.sitting().person().is_some() || self.play.analysis);
        let marks = Marks {
            cursor: active.then_some(cursor).filter(|_| ghost.is_empty()),
            chosen: self.hand.chosen(),
            ghost,
            fits,
        };
        if let Some((_, plane)) = &self.plane {
            self.origin = paint(plane, &scene, &marks, theme, area, buffer);
        }
        self.hits.push((area, Hit::Board));
    }

    fn draw_buttons(&mut self, buttons: &[usize], theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut x = area.x + 1;
        for (n, &i) in buttons.iter().enumerate() {
            let Some(mv) = self.play.legal.get(i) else { continue };
            let text = format!("[ {} ]", theme.safe(&mv.text));
            let width = text.chars().count() as u16;
            if x + width >= area.right() {
                break;
            }
            let style = match self.hand.button == Some(n) {
                true => theme.chosen(),
                false => theme.ink(tones::HINT).add_modifier(Modifier::BOLD),
            };
            buffer.set_string(x, area.y, text, style);
            self.hits.push((Rect::new(x, area.y, width, 1), Hit::Button(n)));
            x += width + 1;
        }
    }

    /// The last line: what is typed and how it could go on, or what there is to say.
    fn draw_prompt(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        self.cursor = None;
        let style = match (self.is_fault, self.play.sitting().is_over()) {
            (true, _) => theme.ink(tones::ALARM),
            (_, true) => theme.ink(tones::HALO).add_modifier(Modifier::BOLD),
            _ => theme.text(),
        };
        if self.field.is_empty() {
            let state = capital(&self.state());
            let text = match (self.message.is_empty(), self.is_fault) {
                (true, _) => state,
                (false, true) => capital(&self.message),
                (false, false) if self.message.ends_with('…') => {
                    format!("{} {state}", capital(&self.message))
                }
                (false, false) => format!("{}. {state}", capital(&self.message)),
            };
            ui::put(buffer, (area.x + 1, area.y), &text, area.width - 2, style, theme);
            let used = text.chars().count() as u16 + 2;
            self.draw_cursor_name(theme, used, area, buffer);
            return;
        }
        let lead = theme.pick("› ", "> ");
        let text = self.field.text();
        ui::put(buffer, (area.x + 1, area.y), lead, 2, theme.bold(), theme);
        ui::put(buffer, (area.x + 3, area.y), &text, area.width - 4, theme.bold(), theme);
        let end = area.x + 3 + text.chars().count() as u16;
        self.cursor = Some((area.x + 3 + self.field.cursor() as u16, area.y));
        let moves = narrow::completions(self.legal(), &text);
        let shown: Vec<&str> =
            moves.iter().take(30).map(|&i| self.legal()[i].text.as_str()).collect();
        let words = words::beginning(&text);
        let hint = match (moves.len(), &words[..]) {
            (0, []) => "no move starts like that".to_string(),
            (0, [(word, does)]) => format!("{word}: {does}"),
            (0, words) => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("  "),
            (n, _) => format!("{}{}", shown.join("  "), if n > 30 { " …" } else { "" }),
        };
        if end + 4 < area.right() {
            ui::put(buffer, (end + 3, area.y), &hint, area.right() - end - 4, theme.faint(), theme);
        }
    }

    /// The name of the place under the cursor, where no rows and columns say it.
    fn draw_cursor_name(&self, theme: Theme, used: u16, area: Rect, buffer: &mut Buffer) {
        let board = self.play.game.rules().board();
        let site = board.sites.get(self.hand.cursor.index()).filter(|_| board.labels.is_empty());
        let Some(name) = site.map(|site| site.name.as_str()) else { return };
        let text = format!("cursor on {name}");
        let width = text.chars().count() as u16;
        if used + width + 2 < area.width {
            let x = area.right() - width - 1;
            ui::put(buffer, (x, area.y), &text, width, theme.faint(), theme);
        }
    }

    /// Whose clock or turn is shown as running.
    pub(super) fn to_move(&self) -> Option<henge::Player> {
        match self.play.sitting().turn() {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }
}

/// Text with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        // A move keeps its own letters.
        Some(first)
            if text
                .split(' ')
                .next()
                .is_some_and(|word| word.len() > 2 && word.chars().all(char::is_alphabetic)) =>
        {
            first.to_uppercase().chain(chars).collect()
        }
        _ => text.into(),
    }
}
