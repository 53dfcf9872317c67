//! Positional games: a move occupies an empty site for good, and a player wins by filling one of his
//! win groups. Tic-Tac-Toe, Go-Moku and Hex are such games, and so is whatever a file defines.
//!
//! A game of this family is a [`Definition`]: the positions, the win groups of each player, and the
//! drawing. [`Positional`] plays it. The model, the classes of groups and the propositions about
//! them are Antoy's (1987), the library that played them was written by Mangolas (1990).
//!
//! | file | subject |
//! |---|---|
//! | `definition` | the game as data, checked |
//! | `games`, `named` | Tic-Tac-Toe, Go-Moku, Hex; the same as types |
//! | `grid` | boards of columns, rows and layers, and the lines on them |
//! | `connect` | side-to-side goals as chains of sites |
//! | `connections` | Hex: inferior cells, virtual connections, and the evaluation built on them |
//! | `classify` | trivial, useless, usable and useful groups |
//! | `same` | isomorphism of definitions, symmetries of one |
//! | `promise` | distances, promise, and the evaluation built on them |
//! | `patterns` | lines of k: threats, and the evaluation built on them |
//! | `features` | what an evaluation that learns looks at |
//! | `rules`, `notation`, `board` | the traits of the core |
//! | `claims` | what a stone does: rows, bridges, chains |
//! | `write` | games as TOML, which `described` reads |
//! | `sgf`, `psq`, `hexworld` | games of Go-Moku and Hex as other programs keep them, on a `sheet` of columns and rows |

mod board;
mod claims;
mod classify;
mod connect;
mod connections;
mod definition;
mod features;
mod games;
mod grid;
pub mod hexworld;
mod judge;
mod named;
mod notation;
mod patterns;
mod promise;
pub mod psq;
mod rows;
mod rules;
mod same;
pub mod sgf;
mod sheet;
mod tally;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use board::{board_of, stone_scene};
pub use classify::{Class, Classes, classify};
pub use connect::{MOST_CHAINS, TooManyChains};
pub use connections::{ConnectionState, Connections};
pub(crate) use definition::CHAIRS;
pub(crate) use definition::MOST_GROUPS;
pub use definition::{Connect, Definition, DefinitionError, Goal, Group, MOST_SITES, Place};
pub use features::{Groups, Stones};
pub(crate) use games::hex_rims;
pub use games::{Row, Swap, go_moku, hex, tic_tac_toe};
pub use grid::{Grid, Look, SIDES, column_name};
pub use judge::{Judge, JudgeState};
pub use named::{GoMoku, Hex, TicTacToe};
pub use patterns::{PatternFeatures, PatternState, Patterns, WeightsError};
pub use promise::{Promise, PromiseState, Sight};
pub(crate) use rows::{STONES, named, read_rows, set_up, write_rows};
pub use rules::{Cell, Move, Moves, NoSuchSite, Position, Positional};
pub use same::{Renaming, Same, same, symmetries};
pub use write::write_game;

use henge_core::About;

impl Definition {
    /// The game in words.
    pub fn about(&self) -> About {
        let [first, second] = self.players.clone();
        About::new(&self.slug, &self.title)
            .players(first, second)
            .rules(&self.rules)
            .source(&self.source)
    }
}
