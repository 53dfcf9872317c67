//! Pieces of work that can be done anywhere: plain values, whose results follow from them and from nothing else.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use henge::learn::training::{Plan, Training};
use henge::search::Task;
use henge::{Limits, Model, OwnTraining, Playable, Solve};
use serde::{Deserialize, Serialize};

use crate::ArenaError;
use crate::job::{Job, Played};

/// Raise it when jobs are read or done in another way.
pub(crate) const JOBS: u32 = 1;

/// A piece of work.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Order {
    /// A game of a contest.
    Game(Job),
    /// A part of a proof.
    Part(PartJob),
    /// Games to learn from.
    SelfPlay(SelfPlayJob),
}

/// A position to be solved by a solver that has solved nothing before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "part")]
pub struct PartJob {
    /// Its number.
    pub number: u64,
    /// The name of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The number of nodes after which it is given up.
    pub nodes: u64,
}

/// Games of what was learned so far against itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "self-play")]
pub struct SelfPlayJob {
    /// Its number.
    pub number: u64,
    /// The name of the game.
    pub game: String,
    /// What is learned, and how.
    pub course: Course,
    /// What was learned so far: the checkpoint of the training, its bytes as hexadecimal digits.
    pub checkpoint: String,
    /// The numbers of the games in their round.
    pub games: Range<u64>,
}

/// A training, so that it can be begun anywhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Course {
    /// Over a set of features, or situations of a table.
    Features {
        /// What is learned.
        model: Model,
        /// The set by its name.
        features: String,
        /// How.
        plan: Plan,
    },
    /// A training of the game's own, by its plan.
    Own(String),
}

/// A piece of work done.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// A game of a contest.
    Game(Played),
    /// A part of a proof.
    Part(PartDone),
    /// Games to learn from.
    SelfPlay(SelfPlayDone),
}

/// What was found out about a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartDone {
    /// The number of the job.
    pub number: u64,
    /// The points to the player to move, if they were proved.
    pub points: Option<i32>,
    /// The nodes that it has taken.
    pub nodes: u64,
    /// How long it took.
    #[serde(skip)]
    pub spent: Duration,
}

/// Games that were played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelfPlayDone {
    /// The number of the job.
    pub number: u64,
    /// The games as their training writes them, as hexadecimal digits.
    pub games: String,
    /// How long it took.
    #[serde(skip)]
    pub spent: Duration,
}

/// The size of the table for a part.
const PART_TABLE: usize = 256 << 20;

impl Order {
    /// Reads a line.
    pub fn read(line: &str) -> serde_json::Result<Order> {
        #[derive(Deserialize)]
        struct Kind {
            kind: Option<String>,
        }
        let Kind { kind } = serde_json::from_str(line)?;
        match kind.as_deref() {
            Some("part") => serde_json::from_str(line).map(Order::Part),
            Some("self-play") => serde_json::from_str(line).map(Order::SelfPlay),
            _ => serde_json::from_str(line).map(Order::Game),
        }
    }

    /// As a line.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a piece of work is plain data")
    }

    /// Its number, which tells it from all others of a run.
    pub fn number(&self) -> u64 {
        match self {
            Order::Game(job) => job.number,
            Order::Part(job) => job.number,
            Order::SelfPlay(job) => job.number,
        }
    }

    /// The name of its game.
    pub(crate) fn game(&self) -> &str {
        match self {
            Order::Game(job) => &job.game,
            Order::Part(job) => &job.game,
            Order::SelfPlay(job) => &job.game,
        }
    }

    /// What it is called when something is wrong.
    pub(crate) fn title(&self) -> String {
        match self {
            Order::Game(job) => format!("game {}", job.number + 1),
            Order::Part(job) => format!("the part {:?}", job.position),
            Order::SelfPlay(SelfPlayJob { games, .. }) => {
                format!("games {} to {} of a round", games.start + 1, games.end)
            }
        }
    }

    /// The same with those who play, where these may be to blame.
    pub(crate) fn described(&self) -> String {
        match self {
            Order::Game(Job { bots: [first, second], .. }) => {
                format!("{}: {first} against {second}", self.title())
            }
            _ => self.title(),
        }
    }

    /// Does the work. Once `stop` is raised it is hurried, and the result should not be counted.
    pub fn carry_out(&self, game: &Playable, stop: &AtomicBool) -> Result<Done, ArenaError> {
        match self {
            Order::Game(job) => job.play(game, stop).map(Done::Game),
            Order::Part(job) => job.solve(game, stop).map(Done::Part),
            Order::SelfPlay(job) => job.play(game, stop).map(Done::SelfPlay),
        }
    }
}

impl Done {
    /// The number of its order.
    pub fn number(&self) -> u64 {
        match self {
            Done::Game(played) => played.number,
            Done::Part(done) => done.number,
            Done::SelfPlay(done) => done.number,
        }
    }

    /// How long the work took, as far as that is known.
    pub fn spent(&self) -> Duration {
        match self {
            Done::Game(played) => played.thinking,
            Done::Part(done) => done.spent,
            Done::SelfPlay(done) => done.spent,
        }
    }

    /// The game of a contest.
    pub(crate) fn into_game(self) -> Result<Played, ArenaError> {
        match self {
            Done::Game(played) => Ok(played),
            _ => Err(other_kind()),
        }
    }
}

/// A worker has answered with something else than was asked for.
pub(crate) fn other_kind() -> ArenaError {
    ArenaError::Worker("the answer is to another kind of job".into())
}

impl PartJob {
    fn solve(&self, game: &Playable, stop: &AtomicBool) -> Result<PartDone, ArenaError> {
        let began = Instant::now();
        let Some(solving) = game.ability::<dyn Solve>() else {
            return Err(ArenaError::Worker(format!("{} has no solver", self.game)));
        };
        let table = game.rules().read(&self.position)?;
        let task = Task::new(Limits::nodes(self.nodes)).stop(stop);
        let found = solving.solver(PART_TABLE)?.solve(&*table, task)?;
        let points = found.proved.then_some(found.points);
        Ok(PartDone { number: self.number, points, nodes: found.nodes, spent: began.elapsed() })
    }
}

impl Course {
    /// Begins the training.
    fn begin(&self, game: &Playable) -> Result<Box<dyn Training>, ArenaError> {
        let fault = |error: &dyn std::fmt::Display| ArenaError::Worker(error.to_string());
        let nothing = || {
            ArenaError::Worker(format!(
                "nothing like that is learned about {}",
                game.rules().name()
            ))
        };
        let begun = match self {
            Course::Features { model, features, plan } => {
                game.trainable().ok_or_else(nothing)?.begin(model, features, plan)
            }
            Course::Own(plan) => game.ability::<dyn OwnTraining>().ok_or_else(nothing)?.begin(plan),
        };
        begun.map_err(|error| fault(&error))
    }
}

impl SelfPlayJob {
    fn play(&self, game: &Playable, stop: &AtomicBool) -> Result<SelfPlayDone, ArenaError> {
        let began = Instant::now();
        let wrong = |what: &str| ArenaError::Worker(format!("{what} of the job"));
        let mut training = self.course.begin(game)?;
        let checkpoint = from_hex(&self.checkpoint);
        let checkpoint = checkpoint.ok_or_else(|| wrong("these are no digits: the checkpoint"))?;
        let resumed = training.resume(&checkpoint);
        resumed.map_err(|error| ArenaError::Worker(error.to_string()))?;
        let of_round = training.games_of_round().unwrap_or(0);
        if self.games.is_empty() || self.games.end > of_round {
            return Err(wrong(&format!("the round has {of_round} games, and not those")));
        }
        let games = training.play_games(self.games.clone(), stop);
        let games = games.ok_or_else(|| ArenaError::Worker("it was stopped".into()))?;
        Ok(SelfPlayDone { number: self.number, games: to_hex(&games), spent: began.elapsed() })
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// The bytes again; nothing if these are no such digits.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let byte = |&[high, low]: &[u8; 2]| Some(digit(high)? << 4 | digit(low)?);
    rest.is_empty().then(|| pairs.iter().map(byte).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_digits_and_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        assert_eq!((from_hex("0"), from_hex("0g"), from_hex("")), (None, None, Some(vec![])));
    }

    #[test]
    fn orders_are_lines_and_back() {
        let part = PartJob { number: 3, game: "hex".into(), position: "x".into(), nodes: 9 };
        let course = Course::Features {
            model: Model::Net(vec![3]),
            features: "sites".into(),
            plan: Plan::td(),
        };
        let (game, checkpoint) = ("hex".into(), "00ff".into());
        let play = SelfPlayJob { number: 4, game, course, checkpoint, games: 0..7 };
        let own = SelfPlayJob { course: Course::Own("{}".into()), ..play.clone() };
        for order in [Order::Part(part), Order::SelfPlay(play), Order::SelfPlay(own)] {
            assert_eq!(Order::read(&order.write()).unwrap(), order);
        }
        assert!(Order::read(r#"{"kind":"part","number":1}"#).is_err());
    }
}
