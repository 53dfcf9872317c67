//! Positions with one best move, to be solved by people.
//!
//! A problem is a position in which exactly one move keeps the result: every other move gives away a win, or a draw.
//! In backgammon it is a position of which the tables know everything, and every other play loses [`LEAST_LOSS`]
//! points or more. [`Prover`] finds that out exactly, [`mine`] looks for such positions in games that bots play
//! against themselves, and [`shipped`] gives those that come with henge, every one of which the tests prove again.
//!
//! A file of problems is a file of records (see [`henge_core::record`]): the position, its one move, and tags that say
//! what it is worth and how hard it is. Reading it runs nothing and opens nothing.
//!
//! ```text
//! [Game "connect-four"]
//! [Position "3.3/…"]
//! [Worth "win"]
//! [Plies "7"]
//! [Depth "5"]
//! [Missed "beginner easy"]
//! [Source "seed 1, game 12, after 24 moves"]
//!
//! 1. 4 *
//! ```

mod alike;
mod exact;
mod grade;
mod mine;
mod practice;
mod prover;

use henge_core::erased::{DynGame, DynMatch};
use henge_core::record::{self, Node, Place, Record, RecordError};
use henge_core::{Player, Turn};

pub use alike::likeness;
pub use exact::ExactPlays;
pub use grade::{MOST_GRADE, depth_of_reason, levels_that_miss};
pub use mine::{Mined, Mining, mine};
pub use practice::{Attempt, next, tally};
pub use prover::{LEAST_LOSS, Only, Prover};

/// What the one move keeps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stake {
    /// A win; all other moves give it away.
    Win,
    /// A draw; all other moves lose.
    Draw,
    /// Points where dice fall: what the play is worth, and how much less the next best one is.
    Points {
        /// Of the one play.
        worth: f64,
        /// What every other play loses at least.
        loss: f64,
    },
}

/// A position with one best move.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The full name of the game.
    pub game: String,
    /// The position, as the game writes it.
    pub position: String,
    /// The one move.
    pub best: String,
    /// What it keeps.
    pub stake: Stake,
    /// Plies after which the win is complete, at most, if the proof says so.
    pub plies: Option<u32>,
    /// How many plies a search has to look ahead to find the move and to stay with it; nothing if it was not deep
    /// enough to find it.
    pub depth: Option<u32>,
    /// The levels of the bot `henge` that miss it.
    pub missed: Vec<String>,
    /// Where it is from.
    pub source: String,
}

/// More problems than this in a file are not read.
const MOST: usize = 100_000;

impl Problem {
    /// A short name that depends on the position alone.
    pub fn id(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.game.bytes().chain([0]).chain(self.position.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        format!("{hash:016x}")
    }

    /// How hard it is, from 1 to [`MOST_GRADE`]: one more than the number of levels that miss it.
    pub fn grade(&self) -> usize {
        1 + self.missed.len()
    }

    /// The position, if the game can read it and a player is to move there.
    pub fn table(&self, game: &dyn DynGame) -> Result<Box<dyn DynMatch>, String> {
        let table = game.read(&self.position).map_err(|error| error.to_string())?;
        match table.turn() {
            Turn::Player(_) => Ok(table),
            _ => Err(format!("no player is to move in \"{}\"", self.position)),
        }
    }

    /// What is asked, in words.
    pub fn question(&self, game: &dyn DynGame, mover: Player) -> String {
        let mover = &game.about().players[mover.index()];
        match self.stake {
            Stake::Win => {
                format!("{mover} to move: one move wins, every other gives the win away.")
            }
            Stake::Draw => format!("{mover} to move: one move holds the draw, every other loses."),
            Stake::Points { loss, .. } => {
                format!("{mover} to play: every other play loses {loss:.2} points or more.")
            }
        }
    }

    /// What is to be said of the solution.
    pub fn answer(&self) -> String {
        let best = &self.best;
        match (self.stake, self.plies) {
            (Stake::Win, Some(1)) => format!("{best} wins at once."),
            (Stake::Win, Some(plies)) => {
                let moves = plies.div_ceil(2);
                format!(
                    "{best} wins in at most {moves} moves; every other move gives the win away."
                )
            }
            (Stake::Win, None) => format!("{best} wins; every other move gives the win away."),
            (Stake::Draw, _) => format!("{best} holds the draw; every other move loses."),
            (Stake::Points { worth, loss }, _) => {
                format!("{best} is worth {worth:+.3} points; the next best play loses {loss:.3}.")
            }
        }
    }

    fn record(&self) -> Record {
        let mut record = Record::default();
        record.set_tag("Game", &self.game);
        record.set_tag("Position", &self.position);
        let worth = match self.stake {
            Stake::Win => "win".to_string(),
            Stake::Draw => "draw".into(),
            Stake::Points { worth, loss } => format!("{worth:+.4} loss {loss:.4}"),
        };
        record.set_tag("Worth", worth);
        for (tag, number) in [("Plies", self.plies), ("Depth", self.depth)] {
            if let Some(number) = number {
                record.set_tag(tag, number.to_string());
            }
        }
        if !self.missed.is_empty() {
            record.set_tag("Missed", self.missed.join(" "));
        }
        record.set_tag("Source", &self.source);
        record.line.nodes = vec![Node::new(&self.best)];
        record
    }

    fn of_record(record: &Record) -> Result<Problem, RecordError> {
        let end = record.end;
        let at = |name: &str| {
            let tag = record.tags.iter().find(|tag| tag.name == name);
            tag.map_or(end, |tag| tag.place)
        };
        let wrong = |place: Place, why: &str| RecordError::new(place, why);
        let needed = |name: &str| {
            let why = format!("a problem needs the tag {name}");
            record.tag(name).map(String::from).ok_or_else(|| wrong(end, &why))
        };
        let worth = needed("Worth")?;
        let stake = read_stake(&worth).ok_or_else(|| {
            let why = "Worth is win, draw, or points as in \"+0.2500 loss 0.1000\"";
            wrong(at("Worth"), why)
        })?;
        let number = |name: &str| match record.tag(name).map(str::parse::<u32>) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(number)),
            Some(Err(_)) => Err(wrong(at(name), &format!("{name} is a number of plies"))),
        };
        let [only] = &record.line.nodes[..] else {
            return Err(wrong(end, "a problem has one move, its solution"));
        };
        Ok(Problem {
            game: needed("Game")?,
            position: needed("Position")?,
            best: only.mv.clone(),
            stake,
            plies: number("Plies")?,
            depth: number("Depth")?,
            missed: record
                .tag("Missed")
                .map(|levels| levels.split_whitespace().map(String::from).collect())
                .unwrap_or_default(),
            source: record.tag("Source").unwrap_or_default().into(),
        })
    }
}

fn read_stake(text: &str) -> Option<Stake> {
    match text {
        "win" => Some(Stake::Win),
        "draw" => Some(Stake::Draw),
        _ => {
            let (worth, loss) = text.split_once(" loss ")?;
            let [worth, loss] = [worth, loss].map(|number| number.parse::<f64>().ok());
            let (worth, loss) = (worth?, loss?);
            (worth.is_finite() && loss.is_finite()).then_some(Stake::Points { worth, loss })
        }
    }
}

/// Reads a file of problems. Nothing is played: whether a position and its move are legal, and whether the move is the
/// only one, [`Prover::verify`] says.
pub fn read(text: &str) -> Result<Vec<Problem>, RecordError> {
    record::read(text)?.iter().take(MOST).map(Problem::of_record).collect()
}

/// Writes a file of problems; [`read`] gives them back.
pub fn write(problems: &[Problem]) -> String {
    let records: Vec<Record> = problems.iter().map(Problem::record).collect();
    record::write(&records)
}

/// The sets that come with henge, each by the name of its game; `henge problems mine` made them.
const SHIPPED: &[(&str, &str)] = &[
    ("connect-four", include_str!("../../problems/connect-four.henge")),
    ("kalah", include_str!("../../problems/kalah.henge")),
    ("othello", include_str!("../../problems/othello.henge")),
    ("pentominoes", include_str!("../../problems/pentominoes.henge")),
];

/// The games of which problems come with henge.
pub fn games() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(game, _)| *game)
}

/// The problems that come with henge for games of this name, the easiest first; none for other games.
pub fn shipped(slug: &str) -> Vec<Problem> {
    let set = SHIPPED.iter().find(|(game, _)| *game == slug);
    let mut problems = set.map_or(Vec::new(), |(_, text)| {
        read(text).expect("the tests read all problems that come with henge")
    });
    problems.sort_by_key(|problem| (problem.grade(), problem.depth.unwrap_or(u32::MAX)));
    problems
}
