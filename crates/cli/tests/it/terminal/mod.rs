//! The app on the whole screen, driven through a real terminal: a pseudo-terminal on one side, an
//! emulator that reads what is drawn on the other.

mod ends;
mod games;
mod rooms;
mod script;
mod term;
