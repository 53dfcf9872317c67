//! How much a stranger may ask of an engine.

use std::time::Duration;

use henge::spec::{Spec, Values};
use henge::stranger::MOST_MILLISECONDS;

use crate::catalogue::Game;
use crate::fault::Fault;

/// The longest an engine thinks for one question.
pub const MOST_TIME: Duration = Duration::from_millis(MOST_MILLISECONDS);
/// The longest a bot thinks about a move, whatever its name and its clock say.
pub const MOST_MOVE_TIME: Duration = Duration::from_secs(30);
/// A bot that may play here: its name as it will be made.
pub struct BotName {
    spec: Spec,
}

impl BotName {
    /// Reads and checks a name. Nothing is made yet.
    pub fn read(game: &Game, name: &str) -> Result<BotName, Fault> {
        let mut spec = game.playable.bot_of_stranger(name)?;
        // The machine is shared: a bot takes one core unless it is told otherwise.
        for param in game.playable.bot_kind(&spec.name)?.params {
            let is_given = spec.options.iter().any(|(key, _)| key == param.key);
            if matches!(param.values, Values::Threads { .. }) && !is_given {
                spec.options.push((param.key.into(), "1".into()));
            }
        }
        Ok(BotName { spec })
    }

    /// The name to make it by.
    pub fn full(&self) -> String {
        self.spec.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    use henge::erased::Task;
    use henge::{Chair, Limits};

    use crate::catalogue::Catalogue;

    /// A bot whose turn is cut short must move all the same, or its game would stand still.
    #[test]
    fn a_bot_that_is_stopped_moves() {
        let catalogue = Catalogue::new(henge_museum::games(), None);
        for name in
            ["connect-four", "hex:size=11", "go-moku", "draughts", "backgammon", "pentominoes"]
        {
            let Ok(game) = catalogue.game_now(name) else { panic!("{name}") };
            let mut table = game.playable.rules().start();
            henge::table::Dice::new(1).throw(&mut *table).ok();
            for kind in game.playable.bots().iter().filter(|kind| !kind.runs_programs()) {
                let Ok(bot) = BotName::read(&game, kind.name) else { continue };
                let stop = AtomicBool::new(true);
                let (limits, progress) = (Limits::NONE, &mut |_: &_| {});
                let task = Task::new(limits).stop(&stop).progress(progress);
                let thought = Chair::new(bot.full(), 1).think(&game.playable, &*table, task);
                let best = thought.map(|thought| thought.best().map(String::from));
                assert!(matches!(best, Ok(Some(_))), "{name} {}: {best:?}", kind.name);
            }
        }
    }
}
