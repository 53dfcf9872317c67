//! The games, one folder each. A game holds what is special to it: its rules, its notation, its
//! drawing and its evaluations. Games know the core only, and never each other; what
//! searches them or solves them lives elsewhere. `positional` and `described` are one family: games that
//! a file can describe.

pub mod abalone;
pub mod backgammon;
pub mod breakthrough;
pub mod connect_four;
pub mod described;
pub mod draughts;
mod few;
pub mod kalah;
pub mod morris;
pub mod nuba;
pub mod othello;
mod packed;
pub mod pentominoes;
pub mod positional;
mod properties;
pub mod stonehenge;
