//! Boards drawn by hand, looked at, and kept.

mod boards;
mod strange;
mod svg;
mod text;
