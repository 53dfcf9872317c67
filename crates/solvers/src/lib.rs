//! Solvers of single games. Each knows its game better than alpha-beta does, and each is a
//! [`henge_search::Solver`]: the one trait for solving, with the one result,
//! [`henge_search::Solution`].
//!
//! | solver | what it finds out |
//! |---|---|
//! | [`ConnectFourSolver`] | who wins and when, on any board |
//! | [`OthelloSolver`] | the score in discs, on boards up to eight by eight |
//! | [`PentominoesSolver`] | who wins, and a move that does it |
//! | [`StonehengeSolver`] | who wins, and a move that does it |
//!
//! ```
//! use henge_core::{Game, Limits};
//! use henge_games::pentominoes::Pentominoes;
//! use henge_search::{Solver, Task};
//! use henge_solvers::PentominoesSolver;
//!
//! let game = Pentominoes::new(5, 5)?;
//! let solution =
//!     PentominoesSolver::new(1 << 20).solve(&game, &game.start(), Task::new(Limits::NONE));
//! assert!(solution.proved && solution.points > 0);
//! # Ok::<(), henge_games::pentominoes::BoardError>(())
//! ```

pub mod connect_four;
pub mod othello;
pub mod pentominoes;
pub mod stonehenge;
mod win_or_loss;

pub use connect_four::ConnectFourSolver;
pub use othello::OthelloSolver;
pub use pentominoes::PentominoesSolver;
pub use stonehenge::StonehengeSolver;
