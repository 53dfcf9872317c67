use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use henge_core::erased::{BotError, DynBot, DynMatch, Task, Thought};
use henge_core::stranger::MOST_MILLISECONDS;

/// How often it looks whether somebody wants the answer at once.
const PAUSE: Duration = Duration::from_millis(10);

/// A bot that somebody other than the user has seated. Whatever its name says about depth and nodes, it
/// is asked for the best move so far after the longest time that a stranger may ask for.
pub struct Hurried {
    bot: Box<dyn DynBot>,
    most: Duration,
}

impl Hurried {
    /// The bot, which thinks no longer than a stranger may ask for.
    pub fn new(bot: Box<dyn DynBot>) -> Hurried {
        Hurried::after(Duration::from_millis(MOST_MILLISECONDS), bot)
    }

    fn after(most: Duration, bot: Box<dyn DynBot>) -> Hurried {
        Hurried { bot, most }
    }
}

impl DynBot for Hurried {
    fn name(&self) -> &str {
        self.bot.name()
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let Task { limits, n_lines, aim, stop: asked, progress } = task;
        let (hurry, most) = (AtomicBool::new(false), self.most);
        let began = Instant::now();
        std::thread::scope(|scope| {
            let (thinks, has_thought) = channel::<()>();
            let hurry = &hurry;
            scope.spawn(move || {
                while has_thought.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                    if asked.load(SeqCst) || began.elapsed() > most {
                        hurry.store(true, SeqCst);
                    }
                }
            });
            let thought =
                self.bot.think(table, Task { limits, n_lines, aim, stop: hurry, progress });
            drop(thinks);
            thought
        })
    }

    fn ponder(&mut self, table: &dyn DynMatch, stop: &AtomicBool) {
        self.bot.ponder(table, stop);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use henge_core::Limits;

    #[test]
    fn a_guest_comes_to_an_end_whatever_its_name_says() {
        let game = crate::game("hex:size=7").unwrap();
        let bot = game.bot(&format!("mcts:nodes={}", u64::MAX)).unwrap();
        let mut bot = Hurried::after(Duration::from_millis(30), bot);
        let thought = crate::think(&mut bot, &*game.rules().start(), Limits::NONE).unwrap();
        assert!(thought.best().is_some());
    }

    #[test]
    fn a_guest_answers_at_once_if_somebody_asks_for_it() {
        let game = crate::game("hex:size=7").unwrap();
        let mut bot = Hurried::new(game.bot(&format!("mcts:nodes={}", u64::MAX)).unwrap());
        let (stop, table) = (AtomicBool::new(true), game.rules().start());
        let task = Task::new(Limits::NONE).stop(&stop);
        assert!(bot.think(&*table, task).unwrap().best().is_some());
    }
}
