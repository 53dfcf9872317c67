//! The solvers of single games behind the face that all solvers share.

mod connect_four;
mod stonehenge;

pub use connect_four::ConnectFourSolver;
pub use stonehenge::StonehengeSolver;
