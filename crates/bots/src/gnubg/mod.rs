//! GNU Backgammon as a bot.
pub mod board;
#[cfg(unix)]
mod process;

use board::{Question, Stake};
use henge_games::backgammon::{Entry, Men};
use std::time::Duration;

/// gnubg, running.
pub struct Gnubg {
    process: process::Process,
}
impl Gnubg {
    /// Starts.
    pub fn start(words: &[String], plies: u32, patience: Duration) -> Result<Gnubg, String> {
        Ok(Gnubg { process: process::Process::start(words, plies, patience)? })
    }
    /// Its play.
    pub fn play(&mut self, men: &Men, dice: [u8; 2], stake: &Stake) -> Result<Entry, String> {
        let answer = self.process.ask(&board::write(men, stake, Question::Play(dice)))?;
        board::read_play(men, dice, &answer)
            .ok_or_else(|| format!("gnubg played what is not legal: {answer:?}"))
    }
}
