//! What was played from a position, and what the book of its game says.

use henge::Playable;
use henge::erased::DynMatch;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Score;

/// A move of the opening explorer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Opening {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many saved games went on with it, finished or not.
    pub games: u64,
    /// How many of them the first player has won.
    pub first: u64,
    /// How many were drawn.
    pub drawn: u64,
    /// How many the second player has won.
    pub second: u64,
    /// What the book that comes with the game says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<Score>,
}

/// The opening explorer: how games went on from a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Openings {
    /// The moves of saved games, the commonest first, then those that only the book knows, the best first.
    pub moves: Vec<Opening>,
    /// Saved games are counted here. A server that is open to others shows the book alone.
    pub counts: bool,
}

impl Openings {
    /// What saved games went on with, and the book.
    pub fn of(game: &Playable, table: &dyn DynMatch, counts: bool, played: Vec<Opening>) -> Self {
        let players = &game.rules().about().players;
        let book = game.books().map(|books| books.shipped(table).unwrap_or_default());
        let mut moves = played;
        for (mv, worth) in book.unwrap_or_default() {
            let book = Some(Score::of(&worth, players));
            match moves.iter_mut().find(|known| known.mv == mv) {
                Some(known) => known.book = book,
                None => {
                    moves.push(Opening { mv, games: 0, first: 0, drawn: 0, second: 0, book });
                }
            }
        }
        Openings { moves, counts }
    }
}
