use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use henge_core::erased::{DynBot, DynMatch, Task, Thought};
use henge_core::spec::SpecError;

use crate::{Hurried, Playable};

/// A bot at a table of people. It is made when it first thinks, remembers between its moves, and whatever
/// happens to it comes back as text.
pub struct Chair {
    name: String,
    seed: u64,
    is_guest: bool,
    bot: Option<Box<dyn DynBot>>,
}

impl Chair {
    /// The bot of that name; one that plays by chance gets this seed, unless its name says another.
    pub fn new(name: impl Into<String>, seed: u64) -> Chair {
        Chair { name: name.into(), seed, is_guest: false, bot: None }
    }

    /// A bot that somebody other than the user has seated: it thinks no longer than a stranger may ask
    /// for.
    pub fn into_guest(mut self) -> Chair {
        let bot = self.bot.take().filter(|_| !self.is_guest);
        let bot = bot.map(|bot| -> Box<dyn DynBot> { Box::new(Hurried::new(bot)) });
        Chair { is_guest: true, bot, ..self }
    }

    /// The bot's name with its options, as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bot's name with all its options, once it was made.
    pub fn full_name(&self) -> &str {
        self.bot.as_ref().map_or(&self.name, |bot| bot.name())
    }

    /// Makes the bot if there is none yet.
    pub fn prepare(&mut self, game: &Playable) -> Result<&mut dyn DynBot, SpecError> {
        let bot = match self.bot.take() {
            Some(bot) => bot,
            None => {
                let bot = game.seeded_bot(&self.name, self.seed)?;
                if self.is_guest { Box::new(Hurried::new(bot)) } else { bot }
            }
        };
        Ok(&mut **self.bot.insert(bot))
    }

    /// Lets it think about the position of the table, and says in words what its move does. One that
    /// panics is made anew the next time.
    pub fn think(
        &mut self,
        game: &Playable,
        table: &dyn DynMatch,
        task: Task<'_>,
    ) -> Result<Thought, String> {
        let work = || {
            let bot = self.prepare(game).map_err(|error| error.to_string())?;
            let mut thought = bot.think(table, task).map_err(|error| error.to_string())?;
            game.comment(table, &mut thought);
            Ok(thought)
        };
        let found = catch_unwind(AssertUnwindSafe(work));
        found.unwrap_or_else(|_| {
            self.bot = None;
            Err(format!("{} has failed; this is a fault of henge", self.name))
        })
    }

    /// Lets it think on the opponent's time, until `stop` is raised.
    pub fn ponder(&mut self, game: &Playable, table: &dyn DynMatch, stop: &AtomicBool) {
        let work = || {
            if let Ok(bot) = self.prepare(game) {
                bot.ponder(table, stop);
            }
        };
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            self.bot = None;
        }
    }
}
