//! What people type at a board: a move, or a word that is none.

use henge_core::erased::{DynGame, DynMatch};

/// Does the first word of a line begin a move of this game, legal now or at the start? Then it is no
/// command, even if the move is faulty: `N 7 28` is about the piece N of Pentominoes, and not about a
/// new game.
pub fn begins_a_move(game: &dyn DynGame, table: &dyn DynMatch, line: &str) -> bool {
    let Some(word) = line.split_whitespace().next().map(str::to_lowercase) else { return false };
    let begins = |table: &dyn DynMatch| {
        table.moves().iter().any(|mv| mv.text.to_lowercase().starts_with(&word))
    };
    begins(table) || begins(&*game.start())
}
