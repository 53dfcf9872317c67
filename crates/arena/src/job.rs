use henge::core::erased::DynBot;
use henge::core::record::{self, Record};
use henge::core::{Limits, Outcome, Player, Turn, mix64};
use henge::{Dice, Manners, Playable};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::ArenaError;
use crate::opening::Opening;

/// How much a bot may spend on a move. With nodes alone, games repeat exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Allowance {
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Wall-clock time in milliseconds.
    pub milliseconds: Option<u64>,
}

impl Allowance {
    /// As engines take it.
    pub fn limits(self) -> Limits {
        Limits {
            nodes: self.nodes,
            time: self.milliseconds.map(Duration::from_millis),
            ..Limits::NONE
        }
    }
}

/// One game to be played: everything that decides about it, so that it can be run anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its place in the contest, from 0. Games 2n and 2n + 1 are a pair.
    pub number: u64,
    /// The round it belongs to, from 0.
    pub round: usize,
    /// The name of the game.
    pub game: String,
    /// The bots, who moves first at the start of the game first.
    pub bots: [String; 2],
    /// What is played before they take over.
    pub opening: Opening,
    /// What decides about dice; both games of a pair have the same.
    pub seed: u64,
    /// What each may spend on a move.
    pub allowance: Allowance,
    /// When bots end the game before the board does.
    #[serde(with = "crate::manners")]
    pub manners: Manners,
}

/// A job done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of the job.
    pub number: u64,
    /// How the game ended.
    pub outcome: Outcome,
    /// The game.
    pub record: Record,
}

impl Job {
    /// Plays the game. Once `stop` is raised bots hurry, and the result should not be counted.
    pub fn play(&self, game: &Playable, stop: &AtomicBool) -> Result<Played, ArenaError> {
        let mut table = self.opening.table(&**game.rules())?;
        // Dice are those of the pair, the choices of bots are each game's own: what a bot does by
        // chance is part of its play and no part of the opening.
        let seed = |seat: u64| mix64(self.seed ^ mix64(2 * self.number + seat + 1));
        let mut first = game.seeded_bot(&self.bots[0], seed(0))?;
        let mut second = game.seeded_bot(&self.bots[1], seed(1))?;
        let bots: [&mut dyn DynBot; 2] = [&mut *first, &mut *second];
        let (limits, dice) = (self.allowance.limits(), Dice::new(self.seed));
        let outcome = henge::play_game(&mut *table, bots, limits, self.manners, stop, dice)?;
        let mut record = Record::from_match(&**game.rules(), &*table);
        record.set_tag("First", &self.bots[0]);
        record.set_tag("Second", &self.bots[1]);
        record.set_tag("Round", format!("{}.{}", self.round + 1, self.number + 1));
        record.result = Some(outcome);
        if !matches!(table.turn(), Turn::Over(_)) {
            let how = match outcome {
                Outcome::Win { .. } => "resignation",
                Outcome::Draw if table.history().len() >= henge::MOST_PLIES => "too many moves",
                Outcome::Draw => "agreement",
            };
            record.set_tag("Termination", how);
        }
        Ok(Played { number: self.number, outcome, record })
    }
}

impl Played {
    /// The points for who moved first.
    pub fn points(&self) -> i32 {
        self.outcome.points_for(Player::First)
    }

    /// As one line of a journal.
    pub(crate) fn write(&self) -> String {
        let line =
            Line { number: self.number, record: record::write(std::slice::from_ref(&self.record)) };
        serde_json::to_string(&line).expect("plain text and a number")
    }

    /// Reads such a line; `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Played> {
        let line: Line = serde_json::from_str(text).ok()?;
        let record = record::read(&line.record).ok()?.pop()?;
        Some(Played { number: line.number, outcome: record.result?, record })
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    number: u64,
    record: String,
}
