//! The solvers of single games behind the face that all solvers share.

mod connect_four;
mod pentominoes;
mod stonehenge;

pub use connect_four::ConnectFourSolver;
pub use pentominoes::PentominoesSolver;
pub use stonehenge::StonehengeSolver;
