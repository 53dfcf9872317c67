//! How much a stranger may ask of an engine.

use std::time::Duration;

use henge::core::Limits;
use henge::core::spec::{Spec, Values};
use henge::core::stranger::MOST_MILLISECONDS;

use crate::catalogue::Game;
use crate::fault::Fault;

/// The longest an engine thinks for one question.
pub const MOST_TIME: Duration = Duration::from_millis(MOST_MILLISECONDS);
/// The longest a bot thinks about a move that has limits of another kind.
const MOST_MOVE_TIME: Duration = Duration::from_secs(30);
/// How long a bot thinks that has no limits at all.
const USUAL_MOVE_TIME: Duration = Duration::from_secs(1);
/// The same for one that is asked to be perfect.
const PERFECT_MOVE_TIME: Duration = Duration::from_secs(10);

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

    /// What it may spend on a move when there is no clock.
    pub fn limits_for_move(&self) -> Limits {
        let given = |key: &str| self.spec.options.iter().find(|(k, _)| k == key);
        let limited = ["depth", "nodes", "time"].into_iter().any(|key| given(key).is_some());
        let at_level = given("level").is_some_and(|(_, level)| level != "best");
        Limits::time(match self.spec.name.as_str() {
            _ if limited || at_level => MOST_MOVE_TIME,
            "perfect" => PERFECT_MOVE_TIME,
            // The players of a fixed depth need as long as they need.
            "mangolas1990" | "gier" => MOST_MOVE_TIME,
            _ => USUAL_MOVE_TIME,
        })
    }
}
