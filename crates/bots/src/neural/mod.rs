//! The backgammon player with a net.
pub mod chances;
pub mod evaluator;
pub mod inputs;
pub mod training;
