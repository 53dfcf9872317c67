//! gnubg is asked over a Unix socket; where there is none, the bot says so.

use std::time::Duration;

use super::board::Allowed;

/// Never made.
pub enum Process {}

impl Process {
    /// Says that it cannot be.
    pub fn start(_: &[String], _: u32, _: Allowed, _: Duration) -> Result<Process, String> {
        Err("gnubg is asked over a Unix socket, which this system does not have".into())
    }

    /// Never called.
    pub fn ask(&mut self, _: &str) -> Result<String, String> {
        match *self {}
    }
}
