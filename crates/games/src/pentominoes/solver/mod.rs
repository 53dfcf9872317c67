//! Who wins, exactly: positions after two or three moves in moments, and whole boards for those who
//! can wait.
//!
//! A search for win or loss, depth first, with the move that leaves the fewest replies first and a
//! table of what is proved.
//!
//! - A position is the list of its placements, each one word with a bit for every square and for its
//!   piece (`lanes`). What a move leaves is what shares no bit with it.
//! - Squares that no placement covers and pieces that fit nowhere do not matter, and components may
//!   be moved and turned on their own (`shape`): many positions become one. The number of this normal
//!   form is stored in full, so that an answer does not depend on luck with hashes.
//! - Before a move is searched, what all moves leave is looked up.
//! - The end of the game, with 128 placements or fewer, is played on sets of placements (`graph`).

#[cfg(target_arch = "x86_64")]
mod avx512;
mod graph;
mod lanes;
mod search;
mod shape;
#[cfg(test)]
mod tests;

use henge_core::{Game, Halt};

use super::rules::{Move, Pentominoes, Position};
use crate::win_or_loss::{self, Progress, Solved, WinOrLoss};
use lanes::{Lanes, Portable};
use search::Search;
use shape::Shapes;

/// Keys are told apart in full.
type Table = win_or_loss::Table<11, 64>;

/// Which instructions a solver uses. All visit the same positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Instructions {
    /// The fastest that the processor has.
    #[default]
    Best,
    /// Those that every processor has.
    Portable,
}

/// Finds out who wins. What it has found stays in its table for the next position.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use henge_core::Game;
/// use henge_games::pentominoes::{Pentominoes, solver::Solver};
/// use henge_games::win_or_loss::WinOrLoss;
///
/// let game = Pentominoes::new(5, 5)?;
/// let solved = Solver::new(1 << 20).solve(&game, &game.start(), &AtomicBool::new(false), u64::MAX);
/// assert!(solved.is_some_and(|solved| solved.winner_is_mover));
/// # Ok::<(), henge_games::pentominoes::BoardError>(())
/// ```
pub struct Solver {
    table: Table,
    /// The normal forms of the board that the table is about.
    shapes: Option<((usize, usize), Shapes)>,
    instructions: Instructions,
    nodes: u64,
}

impl WinOrLoss<Pentominoes> for Solver {
    /// For the whole board of 6×10 a quarter of a gigabyte is enough.
    fn new(table_bytes: usize) -> Solver {
        let table = Table::new(table_bytes);
        Solver { table, shapes: None, instructions: Instructions::Best, nodes: 0 }
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn solve_with(
        &mut self,
        game: &Pentominoes,
        pos: &Position,
        stop: &dyn Halt,
        node_limit: u64,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Solved<Move>> {
        self.nodes = 0;
        game.moves(pos).next()?;
        #[cfg(target_arch = "x86_64")]
        if self.instructions == Instructions::Best && avx512::Avx512::is_here() {
            return self.run::<avx512::Avx512>(game, pos, stop, node_limit, report);
        }
        self.run::<Portable>(game, pos, stop, node_limit, report)
    }

    /// There are no more moves than pieces, and each takes five squares; the winner makes the last.
    fn most_plies(pos: &Position, winner_is_mover: bool) -> u32 {
        let most = pos.left().count_ones().min(pos.free().count_ones() / 5);
        if most % 2 == u32::from(winner_is_mover) { most } else { most - 1 }
    }
}

impl Solver {
    /// The same with other instructions.
    pub fn instructions(self, instructions: Instructions) -> Solver {
        Solver { instructions, ..self }
    }

    fn run<L: Lanes>(
        &mut self,
        game: &Pentominoes,
        pos: &Position,
        stop: &dyn Halt,
        node_limit: u64,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Solved<Move>> {
        let size = (game.columns(), game.rows());
        if self.shapes.as_ref().is_none_or(|(of, _)| *of != size) {
            // Where components have no room, the table knows positions by the squares of the board.
            if self.shapes.is_some() {
                self.table.clear();
            }
            self.shapes = None;
        }
        let shapes = &mut self.shapes.get_or_insert_with(|| (size, Shapes::new(size.0, size.1))).1;
        let mut search = Search::<L>::new(game, &mut self.table, shapes, stop, node_limit, report);
        let found = search.root(pos);
        self.nodes = search.finish();
        let (winner_is_mover, best) = found?;
        Some(Solved { winner_is_mover, best, nodes: self.nodes })
    }
}
