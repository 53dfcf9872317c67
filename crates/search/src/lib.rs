//! Engines for any game: they know the rules through [`henge_core::Game`] and nothing else.
//!
//! - [`minimax`] is the referee: plain, slow, and right. Dice are averaged.
//! - [`AlphaBeta`] plays and analyses games without dice.
//! - [`Ponder`] lets it think on the opponent's time.
//! - [`Expectimax`] plays and analyses games with dice.
//! - [`Mcts`] plays any game, with dice or without, by simulations.
//! - [`Dfpn`] proves or disproves that a player can reach this many points.
//! - [`Threats`] finds wins in which every move threatens something.
//! - [`retrograde`] builds tables of all positions of a game that can number them.
//! - [`proof`] writes down what is proved, so that others can check it.
//! - [`solve`] searches to the end of the game and proves what it says; a [`Solver`] may know better.
//! - [`parts`] does the same in pieces, for days if need be, and can be interrupted.
//! - [`playout`] finishes a game at random.
//!
//! All of them are behind one face, [`Engine`]: an engine with its evaluation, or a solver. With its
//! game it answers in one line:
//!
//! ```
//! # use henge_core::{Game, Limits, NoEval};
//! # use henge_search::AlphaBeta;
//! # use henge_testkit::games::Boxes;
//! let mut engine = AlphaBeta::for_game(Boxes::default(), NoEval);
//! let best = engine.best(&Boxes::default().start(), Limits::seconds(1.0));
//! assert!(best.is_some());
//! ```
//!
//! Every engine takes a [`Task`] and answers with a [`Report`], every solver with a [`Solution`]. A score is always the score to the
//! player who is to move at the root, and an answer contains a legal move whenever there is one,
//! even if there was no time at all to think.

mod alphabeta;
pub mod book;
mod cache_lines;
mod clock;
mod crew;
pub mod dfpn;
mod engine;
pub mod expectimax;
mod extremes;
mod mcts;
pub mod minimax;
mod order;
pub mod parts;
mod ponder;
pub mod proof;
mod random;
pub mod retrograde;
mod root;
mod selective;
mod solve;
mod solver;
mod task;
mod team;
mod transposition_table;
mod tree;
mod value;

pub use alphabeta::{AlphaBeta, MAX_DEPTH, MAX_EXTENSION, MarginChoice, Options};
pub use cache_lines::KeepTables;
pub use crew::crew;
pub use dfpn::{Dfpn, Threats};
pub use engine::{Engine, Evaluated, ForGame, Solving};
pub use expectimax::Expectimax;
pub use extremes::{Extremes, extremes};
pub use mcts::{Judge, Mcts, MctsOptions, NoPriors, Priors, Rollouts, Selection};
pub use order::Mode;
pub use ponder::Ponder;
pub use random::{MAX_PLAYOUT, playout};
pub use solve::{Solution, solve, solve_by, solve_with};
pub use solver::{Exhaustive, ProofNumbers, Solver, halt_after};
pub use task::{Line, Report, Task};
