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
//! - The shortest and the longest game are searched for as sets of placements (`extremes`).

#[cfg(target_arch = "x86_64")]
mod avx512;
mod extremes;
mod graph;
mod lanes;
mod search;
mod shape;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use henge_core::{Game, Limits};
use henge_games::pentominoes::{Move, Pentominoes, Position};
use henge_search::{Extremes, Solution, Solver, Task};

use crate::win_or_loss::{self, Control, Verdict};
use lanes::{Lanes, Portable};
use search::Search;
use shape::Shapes;

/// Keys are told apart in full.
type TranspositionTable = win_or_loss::TranspositionTable<11, 64>;

/// Which instructions a solver uses. All visit the same positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Instructions {
    /// The fastest that the processor has.
    #[default]
    Best,
    /// Those that every processor has.
    Portable,
}

/// Finds out who wins, and a move that does it; not how soon. What it has found stays in its table
/// for the next position.
///
/// ```
/// use henge_core::{Game, Limits};
/// use henge_games::pentominoes::Pentominoes;
/// use henge_search::{Solver, Task};
/// use henge_solvers::PentominoesSolver;
///
/// let game = Pentominoes::new(5, 5)?;
/// let mut solver = PentominoesSolver::new(1 << 20);
/// let solution = solver.solve(&game, &game.start(), Task::new(Limits::NONE));
/// assert!(solution.proved && solution.points > 0);
/// # Ok::<(), henge_games::pentominoes::BoardError>(())
/// ```
pub struct PentominoesSolver {
    table_bytes: usize,
    /// Made when it is needed first.
    table: Option<TranspositionTable>,
    /// The normal forms of the board that the table is about.
    shapes: Option<((usize, usize), Shapes)>,
    instructions: Instructions,
}

impl PentominoesSolver {
    /// A solver with a table of at most the given number of bytes, which cost nothing until they are
    /// used. For the whole board of 6×10 a quarter of a gigabyte is enough.
    pub fn new(table_bytes: usize) -> Self {
        let instructions = Instructions::Best;
        PentominoesSolver { table_bytes, table: None, shapes: None, instructions }
    }

    /// The same with other instructions.
    pub fn instructions(self, instructions: Instructions) -> Self {
        PentominoesSolver { instructions, ..self }
    }

    fn run<L: Lanes>(
        &mut self,
        game: &Pentominoes,
        pos: &Position,
        mut control: Control<'_>,
    ) -> (Option<Verdict<Move>>, u64) {
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(self.table_bytes));
        let size = (game.columns(), game.rows());
        if self.shapes.as_ref().is_none_or(|(of, _)| *of != size) {
            // Where components have no room, the table knows positions by the squares of the board.
            if self.shapes.is_some() {
                table.clear();
            }
            self.shapes = None;
        }
        let shapes = &mut self.shapes.get_or_insert_with(|| (size, Shapes::new(size.0, size.1))).1;
        let mut search = Search::<L>::new(game, table, shapes, control.lend());
        let found = search.root(pos);
        let verdict = found.map(|(mover_wins, best)| {
            let most_plies = most_plies(pos, mover_wins);
            Verdict { mover_wins, best, most_plies }
        });
        (verdict, search.finish())
    }
}

impl Solver<Pentominoes> for PentominoesSolver {
    fn clear(&mut self) {
        self.table.iter_mut().for_each(TranspositionTable::clear);
    }

    fn solve(
        &mut self,
        game: &Pentominoes,
        pos: &Position,
        task: Task<'_, Move>,
    ) -> Solution<Move> {
        win_or_loss::solve(task, |control| {
            if game.moves(pos).next().is_none() {
                return (None, 0);
            }
            #[cfg(target_arch = "x86_64")]
            if self.instructions == Instructions::Best && avx512::Avx512::is_here() {
                return self.run::<avx512::Avx512>(game, pos, control);
            }
            self.run::<Portable>(game, pos, control)
        })
    }

    fn extremes(
        &mut self,
        game: &Pentominoes,
        pos: &Position,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Extremes<Move> {
        extremes::extremes(game, pos, limits, stop)
    }
}

/// There are no more moves than pieces, and each takes five squares; the winner makes the last.
fn most_plies(pos: &Position, mover_wins: bool) -> u32 {
    let most = pos.left().count_ones().min(pos.free().count_ones() / 5);
    if most % 2 == u32::from(mover_wins) { most } else { most - 1 }
}
