//! Saved games as records, and records as saved games.

use std::hash::{BuildHasher, RandomState};

use henge_core::record::{Node, Record};
use henge_core::{Outcome, Player, mix64};

use crate::{Ending, Owner, SavedGame, SavedSeat, Source, now_ms};

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
        let ending = record.result.map(|outcome| {
            let reason = match record.tag("Termination") {
                Some("resignation") => "resigned",
                Some("agreement") => "agreed",
                Some("time") => "time",
                _ => "board",
            };
            Ending::of(outcome, reason)
        });
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
            ending,
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
        if let Some(ending) = &self.ending {
            record.result = Some(ending.outcome());
            let word = match ending.reason.as_str() {
                "resigned" => Some("resignation"),
                "agreed" => Some("agreement"),
                "time" => Some("time"),
                _ => None,
            };
            if let Some(word) = word {
                record.set_tag("Termination", word);
            }
        }
        record
    }
}

impl Ending {
    /// An outcome, and why: `board`, `resigned`, `agreed` or `time`.
    pub fn of(outcome: Outcome, reason: &str) -> Ending {
        let (winner, points) = match outcome {
            Outcome::Draw => (None, 0),
            Outcome::Win { winner, points } => (Some(winner.index() as u8), points),
        };
        Ending { winner, points, reason: reason.into() }
    }

    /// Who has won, and how much.
    pub fn outcome(&self) -> Outcome {
        let winner = self.winner.and_then(|winner| Player::BOTH.get(usize::from(winner)));
        let points = self.points.max(1);
        winner.map_or(Outcome::Draw, |&winner| Outcome::Win { winner, points })
    }
}
