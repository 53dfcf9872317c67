//! What is kept, as plain data.

use std::time::{SystemTime, UNIX_EPOCH};

/// Which front end keeps a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The server.
    Web,
    /// The command line.
    Cli,
}

impl Source {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Source::Web => "web",
            Source::Cli => "cli",
        }
    }

    pub(crate) fn named(word: &str) -> Source {
        if word == "cli" { Source::Cli } else { Source::Web }
    }
}

/// A game with everything about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// Its name, which no other game has.
    pub id: String,
    /// Who keeps it.
    pub source: Source,
    /// The full name of the game, or the path of a file.
    pub game: String,
    /// The position it began with, if not the game's own start.
    pub setup: Option<String>,
    /// Grows with every change.
    pub version: u64,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it changed last.
    pub updated: i64,
    /// The clocks at the last move.
    pub clocks: Option<Clocks>,
    /// Who plays.
    pub seats: [SavedSeat; 2],
    /// The moves.
    pub moves: Vec<String>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// A chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedSeat {
    /// A bot, and not a person.
    pub is_bot: bool,
    /// The person's name, or the bot's with its options.
    pub name: String,
    /// Who may move for it.
    pub owner: Option<Owner>,
}

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The hash of the key to the seat.
    pub token_hash: Vec<u8>,
    /// The same number, the same person.
    pub holder: i64,
}

/// What two clocks show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// What every move adds.
    pub increment_ms: u64,
    /// What each player has left.
    pub left_ms: [u64; 2],
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// 0 or 1; nobody in a draw.
    pub winner: Option<u8>,
    /// What the win counts.
    pub points: u8,
    /// `board`, `resigned`, `agreed` or `time`.
    pub reason: String,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Its name.
    pub id: String,
    /// Who keeps it.
    pub source: Source,
    /// The full name of the game.
    pub game: String,
    /// Who plays.
    pub seats: [SavedSeat; 2],
    /// How many moves were played.
    pub n_moves: usize,
    /// How it ended.
    pub ending: Option<Ending>,
    /// When it changed last.
    pub updated: i64,
}

/// Something to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A new game.
    Create(Box<SavedGame>),
    /// A game as a whole, in the place of one of that name if there is one.
    Put(Box<SavedGame>),
    /// Moves from `ply` on: what stood there is gone. No moves at all take back.
    Moves {
        /// Which game.
        id: String,
        /// Where they begin; so many moves must be there.
        ply: usize,
        /// The moves.
        moves: Vec<String>,
        /// The clocks now.
        clocks: Option<Clocks>,
        /// How the game has ended, if it has.
        ending: Option<Ending>,
        /// The version of the game now.
        version: u64,
    },
    /// Somebody sits down, or another one does.
    Sit {
        /// Which game.
        id: String,
        /// 0 or 1.
        player: u8,
        /// Who.
        seat: SavedSeat,
        /// The version of the game now.
        version: u64,
    },
    /// What an engine said.
    Answer {
        /// A hash of the question.
        question: Vec<u8>,
        /// How long it was allowed to think.
        time_ms: u64,
        /// What it said.
        answer: String,
    },
}

/// The time, in milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}
