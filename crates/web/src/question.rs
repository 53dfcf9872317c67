//! Positions that requests describe.

use std::sync::Arc;

use henge::erased::DynMatch;

use crate::App;
use crate::catalogue::Game;
use crate::fault::Fault;

/// No position of a game is longer as text.
const LONGEST_SETUP: usize = 4096;
/// No game that somebody looks at here is longer.
const MOST_MOVES: usize = 5000;
const LONGEST_MOVE: usize = 200;

/// A game and a position in it.
pub type OpenMatch = (Arc<Game>, Box<dyn DynMatch>);

/// Sets up the position that a request describes.
pub async fn table(
    app: &App,
    game: &str,
    setup: Option<&str>,
    moves: &[String],
) -> Result<OpenMatch, Fault> {
    let game = app.catalogue.game(game).await?;
    let table = set_up(&game, setup, moves)?;
    Ok((game, table))
}

/// A match from a position and moves.
pub fn set_up(
    game: &Game,
    setup: Option<&str>,
    moves: &[String],
) -> Result<Box<dyn DynMatch>, Fault> {
    if setup.is_some_and(|text| text.len() > LONGEST_SETUP) || moves.len() > MOST_MOVES {
        return Err(Fault::unprocessable(
            "this game is too long; the server takes 5000 moves and a position of 4096 bytes at most",
        ));
    }
    let rules = game.playable.rules();
    let mut table = match setup {
        Some(text) => rules.read(text)?,
        None => rules.start(),
    };
    for (i, mv) in moves.iter().enumerate() {
        let played = check_move(mv).and_then(|mv| Ok(table.play(mv)?));
        played.map_err(|fault| Fault {
            message: format!("move {}: {}", i + 1, fault.message),
            // A move too many is as wrong as any other here.
            status: axum::http::StatusCode::UNPROCESSABLE_ENTITY,
            code: "illegal_move",
            ..fault
        })?;
    }
    Ok(table)
}

/// A move that a stranger has written, if it is not too long to be read.
pub fn check_move(mv: &str) -> Result<&str, Fault> {
    match mv.len() {
        0..=LONGEST_MOVE => Ok(mv),
        _ => Err(Fault::illegal_move("a move has at most 200 characters")),
    }
}
