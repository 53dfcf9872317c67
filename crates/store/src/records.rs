//! Saved games as records, and records as saved games.

use std::hash::{BuildHasher, RandomState};

use henge_core::mix64;
use henge_core::record::{Node, Record};

use crate::{Owner, SavedGame, SavedSeat, Source, now_ms};

/// A name that no other game has.
pub fn fresh_id() -> String {
    let [a, b] = [RandomState::new().hash_one(0), RandomState::new().hash_one(1)];
    format!("{a:016x}{b:016x}")
}

/// A seed for the dice of a game, the same whenever the game is gone on with.
pub fn dice_seed(id: &str) -> u64 {
    id.bytes().fold(0, |seed, byte| mix64(seed ^ u64::from(byte)))
}

impl SavedGame {
    /// A record as it is kept, for somebody at the keyboard.
    pub fn of_record(record: &Record, id: String, created: i64) -> SavedGame {
        let seat = |tag: &str| {
            let name = record.tag(tag).unwrap_or("human").to_string();
            // Nobody can take the seat of somebody at a keyboard.
            let owner = Owner { token_hash: Vec::new(), holder: 0 };
            SavedSeat { is_bot: name != "human", name, owner: Some(owner) }
        };
        SavedGame {
            id,
            source: Source::Cli,
            game: record.game().unwrap_or_default().into(),
            setup: record.position().map(String::from),
            version: 0,
            created,
            updated: now_ms(),
            clocks: None,
            seats: [seat("First"), seat("Second")],
            moves: record.main_line().map(String::from).collect(),
            ending: record.ending(),
        }
    }

    /// The game as a record. It has no date: what a day is depends on where one lives.
    pub fn record(&self) -> Record {
        let mut record = Record::default();
        record.set_tag("Game", self.game.as_str());
        if let Some(setup) = &self.setup {
            record.set_tag("Position", setup.as_str());
        }
        for (tag, seat) in ["First", "Second"].into_iter().zip(&self.seats) {
            record.set_tag(tag, seat.name.as_str());
        }
        record.line.nodes = self.moves.iter().map(Node::new).collect();
        record.set_ending(self.ending);
        record
    }
}
