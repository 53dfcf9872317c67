use thiserror::Error;

use crate::Game;

/// A text that is not what it should be. Lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{}\" is not {expected}", show(.text))]
#[non_exhaustive]
pub struct NotationError {
    /// The text that was read.
    pub text: String,
    /// What would be right: "a legal move; empty sites are a1 to c3".
    pub expected: String,
}

/// Long or unprintable input must not flood the screen it is reported on.
fn show(text: &str) -> String {
    let clean: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() { clean + "…" } else { clean }
}

impl NotationError {
    /// `text` is not `expected`.
    pub fn new(text: impl Into<String>, expected: impl Into<String>) -> Self {
        NotationError { text: text.into(), expected: expected.into() }
    }
}

/// Moves and positions as text, and back.
pub trait Notation: Game {
    /// The move as people of this game write it. Records can hold any text; one without white space
    /// and brackets reads best there.
    fn write_move(&self, pos: &Self::Position, mv: Self::Move) -> String;
    /// Moves that follow each other from a position on.
    fn write_line(&self, pos: &Self::Position, moves: &[Self::Move]) -> Vec<String> {
        let mut pos = pos.clone();
        let write = |&mv: &Self::Move| {
            let text = self.write_move(&pos, mv);
            self.play(&mut pos, mv);
            text
        };
        moves.iter().map(write).collect()
    }
    /// The whole position in one line.
    fn write_position(&self, pos: &Self::Position) -> String;
    /// The position as other programs write it, where there is a custom; `read_position` takes these
    /// texts as well.
    fn foreign_positions(&self, _pos: &Self::Position) -> Vec<String> {
        Vec::new()
    }
    /// Reads what `write_position` wrote, and refuses what no such position can be.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError>;
    /// Reads a legal move; override it to take more than the exact text, or to say more.
    fn read_move(&self, pos: &Self::Position, text: &str) -> Result<Self::Move, NotationError> {
        let found = self.moves(pos).find(|&mv| self.write_move(pos, mv) == text);
        found.ok_or_else(|| NotationError::new(text, "a legal move"))
    }
}
