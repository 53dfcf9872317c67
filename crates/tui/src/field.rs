//! One line of text that can be edited.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What somebody types, with a cursor in it.
#[derive(Clone, Debug, Default)]
pub struct Field {
    text: Vec<char>,
    cursor: usize,
}

impl Field {
    /// A field that holds text already; the cursor is behind it.
    pub fn with(text: &str) -> Field {
        let text: Vec<char> = text.chars().collect();
        Field { cursor: text.len(), text }
    }

    /// What it holds.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Where the cursor is, in characters.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Puts text in.
    pub fn insert(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            self.text.insert(self.cursor, c);
            self.cursor += 1;
        }
    }

    /// Does what a key says; false if the key means nothing here.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if control => *self = Field::default(),
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.text.len(),
            KeyCode::Char('w') if control => {
                let kept = self.text[..self.cursor].iter().rposition(|c| " :,=/".contains(*c));
                let kept = kept.unwrap_or(0);
                self.text.drain(kept..self.cursor);
                self.cursor = kept;
            }
            KeyCode::Char(c) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
                self.insert(&c.to_string());
            }
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Left if self.cursor > 0 => self.cursor -= 1,
            KeyCode::Right if self.cursor < self.text.len() => self.cursor += 1,
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            _ => return false,
        }
        true
    }
}
