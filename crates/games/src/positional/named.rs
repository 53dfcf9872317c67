//! The games of the family that have names, as types: how many words their bitboards take is said once, here.

use std::sync::Arc;

use super::{DefinitionError, Positional, Row, Swap, go_moku, hex, tic_tac_toe};

/// Tic-Tac-Toe.
///
/// ```
/// use henge_core::Game;
/// use henge_games::positional::TicTacToe;
///
/// let game = TicTacToe::standard();
/// assert_eq!(game.moves(&game.start()).count(), 9);
/// ```
pub type TicTacToe = Positional<1>;

/// Go-Moku on the usual boards.
///
/// ```
/// use henge_games::positional::{GoMoku, Row};
///
/// let game = GoMoku::sized(15, Row::FiveOrMore)?;
/// assert!(GoMoku::sized(19, Row::FiveOrMore).is_err(), "it takes a Positional<6>");
/// # Ok::<(), henge_games::positional::DefinitionError>(())
/// ```
pub type GoMoku = Positional<4>;

/// Hex on boards of up to 11×11.
///
/// ```
/// use henge_games::positional::{Hex, Swap};
///
/// let game = Hex::sized(11, Swap::Off)?;
/// # Ok::<(), henge_games::positional::DefinitionError>(())
/// ```
pub type Hex = Positional<2>;

impl TicTacToe {
    /// Three in a row on nine squares.
    pub fn standard() -> TicTacToe {
        Positional::new(Arc::new(tic_tac_toe()))
    }
}

impl GoMoku {
    /// A square board of the given size, at most 16.
    pub fn sized(size: usize, row: Row) -> Result<GoMoku, DefinitionError> {
        Positional::of(go_moku(size, row)?)
    }
}

impl Hex {
    /// A rhombus of the given size, at most 11.
    pub fn sized(size: usize, swap: Swap) -> Result<Hex, DefinitionError> {
        Positional::of(hex(size, size, swap)?)
    }
}
