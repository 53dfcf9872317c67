//! The solvers of single games behind the face that all solvers share.

mod connect_four;
mod win_or_loss;

use henge_games::pentominoes::{self, Pentominoes};
use henge_games::stonehenge::{self, Stonehenge};

pub use connect_four::ConnectFourSolver;
pub use win_or_loss::WinOrLossSolver;

/// The solver of Pentominoes.
pub type PentominoesSolver = WinOrLossSolver<Pentominoes, pentominoes::solver::Solver>;
/// The solver of Stonehenge.
pub type StonehengeSolver = WinOrLossSolver<Stonehenge, stonehenge::solver::Solver>;
