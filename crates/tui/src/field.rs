//! One line of text that can be edited.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What somebody types, with a cursor in it.
#[derive(Clone, Debug, Default)]
pub struct Field {
    text: Vec<char>,
    cursor: usize,
    /// The text is a proposal: whoever types something else replaces it.
    proposed: bool,
}

impl Field {
    /// A field that holds text already; the cursor is behind it.
    pub fn with(text: &str) -> Field {
        let text: Vec<char> = text.chars().collect();
        Field { cursor: text.len(), text, proposed: false }
    }

    /// A field with a proposal in it: Enter takes it, arrows edit it, letters replace it.
    pub fn proposing(text: &str) -> Field {
        Field { proposed: true, ..Field::with(text) }
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
        if std::mem::take(&mut self.proposed) {
            *self = Field::default();
        }
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
                self.proposed = false;
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Left if self.cursor > 0 => {
                self.proposed = false;
                self.cursor -= 1;
            }
            KeyCode::Right if self.cursor < self.text.len() => self.cursor += 1,
            KeyCode::Home => (self.cursor, self.proposed) = (0, false),
            KeyCode::End => (self.cursor, self.proposed) = (self.text.len(), false),
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_replace_a_proposal_and_arrows_edit_it() {
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let mut field = Field::proposing("hex.henge");
        field.key(key(KeyCode::Char('a')));
        field.key(key(KeyCode::Char('b')));
        assert_eq!(field.text(), "ab");
        let mut field = Field::proposing("hex.henge");
        field.key(key(KeyCode::Home));
        field.key(key(KeyCode::Char('a')));
        assert_eq!(field.text(), "ahex.henge");
    }
}
