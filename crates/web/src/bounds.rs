//! How much a stranger may ask of an engine.

use std::time::Duration;

use henge::core::Limits;
use henge::core::spec::{Options, Param, Spec, Values};

use crate::catalogue::Game;
use crate::fault::Fault;

/// The longest an engine thinks for one question.
pub const MOST_TIME: Duration = Duration::from_secs(60);
/// The longest a bot thinks about a move that has limits of another kind.
const MOST_MOVE_TIME: Duration = Duration::from_secs(30);
/// How long a bot thinks that has no limits at all.
const USUAL_MOVE_TIME: Duration = Duration::from_secs(1);
/// The same for one that is asked to be perfect.
const PERFECT_MOVE_TIME: Duration = Duration::from_secs(10);
const MOST_MEBIBYTES: u64 = 256;
const MOST_THREADS: u64 = 2;
const LONGEST_NAME: usize = 200;

/// May this option be given over the network? Those that name files or programs may not.
pub fn is_offered(param: &Param) -> bool {
    !matches!(param.values, Values::Text | Values::Command)
}

/// A bot that may play here: its name as it will be made.
pub struct BotName {
    spec: Spec,
}

impl BotName {
    /// Reads and checks a name. Nothing is made yet.
    pub fn read(game: &Game, name: &str) -> Result<BotName, Fault> {
        if name.len() > LONGEST_NAME {
            return Err(Fault::unprocessable("no bot has so long a name"));
        }
        let mut spec: Spec = name.parse()?;
        let kind = game.playable.bot_kind(&spec.name)?;
        if kind.runs_programs() {
            let why = format!("{} runs another program, which is not possible here", kind.name);
            return Err(Fault::unprocessable(why));
        }
        for (key, value) in &spec.options {
            let Some(param) = kind.params.iter().find(|param| param.key == key) else { continue };
            if !is_offered(param) && value != "none" {
                let why = format!("{key} names a file, which is not possible here");
                return Err(Fault::unprocessable(why));
            }
            let most = match key.as_str() {
                "table" | "memory" => MOST_MEBIBYTES,
                "threads" => MOST_THREADS,
                "time" => MOST_TIME.as_millis() as u64,
                _ => continue,
            };
            let number: u64 = value.parse().unwrap_or(u64::MAX);
            if !(1..=most).contains(&number) {
                let right = format!("{key} may be 1 to {most} here");
                return Err(Fault::unprocessable(right));
            }
        }
        Options::resolve(&spec, kind.params)?;
        // The machine is shared: a bot takes one core unless it is told otherwise.
        let takes_threads = kind.params.iter().any(|param| param.key == "threads");
        if takes_threads && !spec.options.iter().any(|(key, _)| key == "threads") {
            spec.options.push(("threads".into(), "1".into()));
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
