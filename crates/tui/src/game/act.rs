//! Everything that can be done at a board besides moving: each with its key, its letter in the menu
//! and its word.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::play::Play;

/// Something to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    New,
    Suggest,
    Level,
    Play,
    Change,
    Reorder,
    Quit,
    Undo,
    Redo,
    Flip,
    Lines,
    Why,
    Draw,
    Resign,
    Save,
    Open,
    Analyse,
    Home,
    Menu,
}

/// The act, its letter in the menu, its key at the board, its words, and what it does. The first seven
/// are the menu of the library of 1990, in its order.
const TABLE: [(Act, char, &str, &str, &str); 19] = [
    (Act::New, 'n', "", "new", "New game"),
    (Act::Suggest, 's', "!", "suggest", "Suggest a move, with reasons"),
    (Act::Level, 'l', "", "level", "Level of the machine"),
    (Act::Play, 'p', "F8", "play", "Play this move for me"),
    (Act::Change, 'c', "", "change", "Change player: swap the seats"),
    (Act::Reorder, 'r', "", "reorder", "Reordering of mangolas1990, on or off"),
    (Act::Quit, 'q', "Ctrl-Q", "quit", "Quit; the game is kept"),
    (Act::Undo, 'u', "<", "undo", "Take back"),
    (Act::Redo, 'y', ">", "redo", "Play again what was taken back"),
    (Act::Flip, 'f', "~", "flip", "Flip the board"),
    (Act::Lines, 'b', "%", "lines", "Best lines live, on or off"),
    (Act::Why, 'w', "", "why", "Why did the machine play this?"),
    (Act::Draw, 'd', "", "draw", "Offer a draw"),
    (Act::Resign, 'g', "", "resign", "Give the game up"),
    (Act::Save, 'v', "F9", "save", "Save as a record"),
    (Act::Open, 'o', "", "open", "Open a record to analyse it"),
    (Act::Analyse, 'a', "", "analyse", "Analyse this game"),
    (Act::Home, 'h', "", "home", "Home: all games"),
    (Act::Menu, 'm', "F10 : Esc", "menu", "This menu"),
];

impl Act {
    /// What stands in the menu: the act, its letter, what it does, and its key at the board.
    pub fn menu() -> impl Iterator<Item = (Act, char, &'static str, &'static str)> {
        let shown = TABLE.iter().filter(|(act, ..)| *act != Act::Menu);
        shown.map(|&(act, letter, key, _, does)| (act, letter, does, key))
    }

    /// The act that somebody has typed.
    pub fn named(text: &str) -> Option<Act> {
        let text = text.trim().trim_start_matches(':').to_lowercase();
        let other = match text.as_str() {
            "hint" => Some(Act::Suggest),
            "load" => Some(Act::Open),
            "back" => Some(Act::Undo),
            _ => None,
        };
        let found = TABLE.iter().find(|(_, _, _, word, _)| *word == text).map(|&(act, ..)| act);
        found.or(other)
    }

    /// The word that begins so, if only one does.
    pub fn completed(text: &str) -> Option<String> {
        let text = text.trim().to_lowercase();
        let mut words =
            TABLE.iter().map(|(_, _, _, word, _)| *word).filter(|word| word.starts_with(&text));
        let (word, other) = (words.next(), words.next());
        word.filter(|_| other.is_none()).map(String::from)
    }

    /// What a key does wherever the focus is.
    pub fn of_key(key: KeyEvent) -> Option<Act> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        Some(match key.code {
            KeyCode::Char('!') | KeyCode::F(2) => Act::Suggest,
            KeyCode::Char('%') | KeyCode::F(3) => Act::Lines,
            KeyCode::Char('~') | KeyCode::F(4) => Act::Flip,
            KeyCode::Char('<') | KeyCode::F(5) => Act::Undo,
            KeyCode::Char('>') | KeyCode::F(6) => Act::Redo,
            KeyCode::F(8) => Act::Play,
            KeyCode::F(9) => Act::Save,
            KeyCode::Char(':') | KeyCode::F(10) => Act::Menu,
            KeyCode::Char('q') if control => Act::Quit,
            _ => return None,
        })
    }
}

/// The help of this room.
pub fn help(play: &Play, has_tray: bool) -> Vec<(String, Vec<(String, String)>)> {
    let row = |key: &str, does: &str| (key.to_string(), does.to_string());
    let mut sections = Vec::new();
    sections.push((
        "Moving".to_string(),
        vec![
            row("← ↑ ↓ →", "move the cursor over the board"),
            row("Enter, Space", "touch the site under the cursor; what can be touched is marked"),
            row("letters, digits", "type a move at any moment; Tab completes it, Enter plays it"),
            row("Backspace", "take a step of a move back, or a letter"),
            row("Tab", "to the buttons, where there are some, else to the next panel"),
            row("PgUp PgDn", "scroll a long text in a panel"),
            row("Esc", "let go; stop the engine; open the menu"),
            row("mouse", "click sites, buttons, panels, moves, and the keys in the last line"),
        ],
    ));
    if has_tray {
        sections.push((
            "Pieces".to_string(),
            vec![
                row(". ,", "take the next piece, or the one before"),
                row("r, f", "turn the piece in the hand, flip it"),
                row("← ↑ ↓ →", "move it; green fits, red does not"),
                row("Enter", "lay it down"),
                row("Esc", "put it back"),
            ],
        ));
    }
    let keyed = TABLE.iter().filter(|(_, _, key, ..)| !key.is_empty());
    let keys: Vec<_> = keyed.map(|(_, _, key, _, does)| row(key, does)).collect();
    sections.push(("Keys".to_string(), keys));
    sections.push((
        "The menu".to_string(),
        Act::menu()
            .map(|(_, letter, does, _)| (format!("F10 {letter}"), does.to_string()))
            .collect(),
    ));
    let about = play.game.rules().about();
    let mut rules = vec![row("", &about.rules)];
    if !about.source.is_empty() {
        rules.push(row("", &about.source));
    }
    sections.push((format!("The rules of {}", about.title), rules));
    sections
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn letters_and_words_are_told_apart() {
        let letters: HashSet<char> = TABLE.iter().map(|&(_, letter, ..)| letter).collect();
        let words: HashSet<&str> = TABLE.iter().map(|&(_, _, _, word, _)| word).collect();
        assert_eq!((letters.len(), words.len()), (TABLE.len(), TABLE.len()));
        assert_eq!(Act::named(":Undo "), Some(Act::Undo));
        assert_eq!(Act::completed("su"), Some("suggest".into()));
        assert_eq!(Act::completed("re"), None);
    }

    #[test]
    fn the_menu_of_1990_comes_first() {
        let first: Vec<char> = Act::menu().take(7).map(|(_, letter, ..)| letter).collect();
        assert_eq!(first, ['n', 's', 'l', 'p', 'c', 'r', 'q']);
    }
}
