//! Everything that can be done at a board besides moving: each with its key and its letter in the menu.
//! Its words are those of [`henge::table::words`].

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use henge::table::words;

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

/// The act, its letter in the menu, its key at the board, and what it does. The first seven are the menu
/// of the library of 1990, in its order.
const TABLE: [(Act, char, &str, &str); 19] = [
    (Act::New, 'n', "", "New game"),
    (Act::Suggest, 's', "! F2", "Suggest a move, with reasons"),
    (Act::Level, 'l', "", "Level of the machine"),
    (Act::Play, 'p', "F8", "Play this move for me"),
    (Act::Change, 'c', "", "Change sides: swap the seats"),
    (Act::Reorder, 'r', "", "Move ordering of mangolas1990, on or off"),
    (Act::Quit, 'q', "Ctrl-Q", "Quit; the game is saved"),
    (Act::Undo, 'u', "< F5", "Take back"),
    (Act::Redo, 'y', "> F6", "Play again what was taken back"),
    (Act::Flip, 'f', "~ F4", "Flip the board"),
    (Act::Lines, 'b', "% F3", "Best lines, on or off"),
    (Act::Why, 'w', "", "Why did the machine play this?"),
    (Act::Draw, 'd', "", "Offer a draw"),
    (Act::Resign, 'g', "", "Resign"),
    (Act::Save, 'v', "F9", "Save as a record"),
    (Act::Open, 'o', "", "Open a record or a game"),
    (Act::Analyse, 'a', "", "Analyse this game"),
    (Act::Home, 'h', "", "Home: all games"),
    (Act::Menu, 'm', "F10 Esc", "This menu"),
];

impl Act {
    /// What stands in the menu of a game: the act, its letter, what it does, and its key at the board.
    pub fn menu(play: &Play) -> Vec<(Act, char, &'static str, &'static str)> {
        let reorders = play
            .game
            .bots()
            .iter()
            .any(|bot| bot.params.iter().any(|param| param.key == "reorder"));
        let shown = TABLE.iter().filter(|(act, ..)| match act {
            Act::Menu => false,
            // Few games have a player that does it.
            Act::Reorder => reorders,
            _ => true,
        });
        shown.map(|&(act, letter, key, does)| (act, letter, does, key)).collect()
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
            row(
                "Enter, Space",
                "select the place under the cursor; what can be selected is marked",
            ),
            row("letters, digits", "type a move or a word; Tab completes it, Enter plays it"),
            row("Backspace", "undo one step of a move, or delete a letter"),
            row("Tab", "to the buttons, if there are any, or to the next panel"),
            row("PgUp PgDn", "scroll a long text in a panel"),
            row("Esc", "cancel the move; stop the engine; open the menu"),
            row("mouse", "click places, buttons, panels, moves, and the keys in the last line"),
        ],
    ));
    if has_tray {
        sections.push((
            "Pieces".to_string(),
            vec![
                row(". ,", "pick up the next piece, or the one before"),
                row("r, f", "turn the piece you hold, flip it"),
                row("← ↑ ↓ →", "move it; green fits, red does not"),
                row("Enter", "put it down"),
                row("Esc", "put it back"),
            ],
        ));
    }
    let keyed = TABLE.iter().filter(|(_, _, key, _)| !key.is_empty());
    let keys: Vec<_> = keyed.map(|(_, _, key, does)| row(key, does)).collect();
    sections.push(("Keys".to_string(), keys));
    let menu = Act::menu(play).into_iter();
    let menu = menu.map(|(_, letter, does, _)| (format!("F10 {letter}"), does.to_string()));
    sections.push(("The menu".to_string(), menu.collect()));
    let listed = words::listed().map(|(call, does)| (call, does.to_string())).collect();
    sections.push(("Words, typed like a move".to_string(), listed));
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

    fn menu_of(game: &str) -> Vec<char> {
        let game = henge_museum::game(game).expect("a game");
        let seats = ["human".to_string(), "human".to_string()];
        let play = Play::new(game, &seats, None, crate::play::Habits::default());
        Act::menu(&play).into_iter().map(|(_, letter, ..)| letter).collect()
    }

    #[test]
    fn letters_are_told_apart() {
        let letters: HashSet<char> = TABLE.iter().map(|&(_, letter, ..)| letter).collect();
        assert_eq!(letters.len(), TABLE.len());
    }

    #[test]
    fn the_menu_of_1990_comes_first_where_its_player_is() {
        assert_eq!(menu_of("tic-tac-toe")[..7], ['n', 's', 'l', 'p', 'c', 'r', 'q']);
        assert_eq!(menu_of("draughts")[..6], ['n', 's', 'l', 'p', 'c', 'q']);
    }
}
