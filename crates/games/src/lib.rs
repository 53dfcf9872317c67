//! The games, one folder each. A game holds what is special to it: its rules, its notation, its
//! drawing and its evaluations. Games know the core only, and never each other. What
//! several of them need, such as the table of solvers that tell wins from losses, is apart.

pub mod backgammon;
pub mod connect_four;
pub mod draughts;
pub mod pentominoes;
pub mod positional;
pub mod stonehenge;
pub mod win_or_loss;
