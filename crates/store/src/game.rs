//! What is kept, as plain data.

use std::time::{SystemTime, UNIX_EPOCH};

use henge_core::Ending;
use henge_table::Clocks;

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
    /// Grows with every change. A change says which version it continues.
    pub version: u64,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it changed last.
    pub updated: i64,
    /// The clocks when they were last written.
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

/// Many games in a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listed {
    /// Those that can be read.
    pub games: Vec<Summary>,
    /// The names of those that are damaged.
    pub damaged: Vec<String>,
}

/// Which games of a list are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Only those that are over, or only those that are not.
    pub over: Option<bool>,
    /// Only those in which a move was played.
    pub begun: bool,
    /// Words that the name of the game or of a player holds; each of them must be there.
    pub words: Vec<String>,
    /// How many to pass over.
    pub skip: usize,
    /// How many at most.
    pub most: usize,
}

/// A move that saved games went on with, after the same moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation {
    /// The move.
    pub mv: String,
    /// How many games went on with it, finished or not.
    pub games: u64,
    /// How many of them the first player has won, nobody, and the second player.
    pub results: [u64; 3],
}

/// How people have done against a bot in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The full name of the game.
    pub game: String,
    /// The bot with its options.
    pub bot: String,
    /// Games that people have won.
    pub won: u64,
    /// Games that nobody has won.
    pub drawn: u64,
    /// Games that the bot has won.
    pub lost: u64,
}

/// Says which saved games were skipped because they are damaged, if any were.
pub fn damage_note(damaged: &[String]) -> Option<String> {
    /// More names help nobody.
    const MOST_NAMED: usize = 8;
    let shown: Vec<&str> = damaged.iter().take(MOST_NAMED).map(String::as_str).collect();
    let more = match damaged.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let names = shown.join(", ") + &more;
    match damaged.len() {
        0 => None,
        1 => Some(format!("1 saved game is damaged and was skipped: {names}")),
        n => Some(format!("{n} saved games are damaged and were skipped: {names}")),
    }
}

/// Which game a change continues, and from where. A change of a game that is another one by now is
/// refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which game.
    pub id: String,
    /// The version that the writer knows.
    pub continues: u64,
    /// The version that the change makes of it: a larger one.
    pub version: u64,
}

/// Something to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A new game.
    Create(Box<SavedGame>),
    /// A game as a whole, in the place of the version that it continues.
    Put {
        /// The game.
        game: Box<SavedGame>,
        /// The version that it continues.
        continues: u64,
    },
    /// Moves from `ply` on: what stood there is gone. No moves at all take back.
    Moves {
        /// Which game.
        step: Step,
        /// Where they begin: at least this many moves must be there.
        ply: usize,
        /// The moves.
        moves: Vec<String>,
        /// The clocks now.
        clocks: Option<Clocks>,
        /// How the game has ended, if it has.
        ending: Option<Ending>,
    },
    /// Somebody sits down, or another one does. In a game that is over nobody can.
    Sit {
        /// Which game.
        step: Step,
        /// 0 or 1.
        player: u8,
        /// Who.
        seat: SavedSeat,
    },
    /// The game is deleted, with its moves, whoever has changed it last.
    Delete {
        /// Which game.
        id: String,
    },
    /// The clocks have gone on; nothing else has changed, and the version stays.
    Clocks {
        /// Which game.
        id: String,
        /// Its version.
        continues: u64,
        /// The clocks now.
        clocks: Clocks,
    },
    /// Rules that somebody has brought along. The oldest that no saved game needs make room.
    Rules {
        /// The name under which games of them are saved.
        name: String,
        /// The TOML file.
        text: String,
    },
    /// A try at a problem.
    Attempt {
        /// The game's short name.
        game: String,
        /// Which problem.
        problem: String,
        /// Whether the move was found.
        is_right: bool,
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
