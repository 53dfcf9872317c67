//! What a robot is: its kind, what a scenario says of it, and what it says to its team.

use crate::place::{Place, Step};

/// The number of a robot in its world; robots are asked in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RobotId(pub u32);

impl RobotId {
    /// For arrays with an entry a robot.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a robot decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Never moves.
    Fixed,
    /// Takes a random step of −1 to 1 in each direction.
    Crazy,
    /// Keeps its direction, at first west, and turns right after it did not get where it wanted.
    Obstinate,
    /// Is steered by a person.
    Interactive,
    /// Goes to its target, or to the nearest robot that is not of its team.
    Follower,
    /// Goes away from the nearest robot that is not of its team.
    Avoider,
    /// Goes to where its target would be next.
    Blocker,
    /// Is steered by a program over the network.
    Client,
}

impl Kind {
    /// All kinds, in the order of the book.
    pub const ALL: [Kind; 8] = [
        Kind::Fixed,
        Kind::Crazy,
        Kind::Obstinate,
        Kind::Interactive,
        Kind::Follower,
        Kind::Avoider,
        Kind::Blocker,
        Kind::Client,
    ];

    /// As scenarios write it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Fixed => "fixed",
            Kind::Crazy => "crazy",
            Kind::Obstinate => "obstinate",
            Kind::Interactive => "interactive",
            Kind::Follower => "follower",
            Kind::Avoider => "avoider",
            Kind::Blocker => "blocker",
            Kind::Client => "client",
        }
    }
}

/// A robot before the run begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// How it decides.
    pub kind: Kind,
    /// Its name, different from all others.
    pub name: String,
    /// Where it begins.
    pub at: Place,
    /// Robots of one team talk to each other and do not hunt each other.
    pub team: Option<String>,
    /// Whom to follow, avoid or block; the nearest one if this is empty.
    pub target: Option<String>,
    /// How many cells away it still sees others.
    pub sight: u16,
}

/// How far robots see, if their scenario does not tell.
pub(crate) const SIGHT: u16 = 10;
/// How far they can see at the most: looking around costs time with the square of it.
pub(crate) const MOST_SIGHT: u16 = 100;

/// What a robot tells its team.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Its target is there.
    Seen(Place),
    /// Anything else; only clients say it, and only clients understand it.
    Words(Box<str>),
}

/// The longest that a client may say, in characters.
pub(crate) const MOST_WORDS: usize = 100;

impl Said {
    /// Reads what somebody says, as in `seen 3 4`; other words are kept as they are.
    pub(crate) fn read(words: &str) -> Result<Said, String> {
        let parts: Vec<&str> = words.split_whitespace().collect();
        if let ["seen", x, y] = parts[..]
            && let (Ok(x), Ok(y)) = (x.parse(), y.parse())
        {
            return Ok(Said::Seen(Place::new(x, y)));
        }
        let length = words.chars().count();
        if length == 0 || length > MOST_WORDS || words.contains(char::is_control) {
            return Err(format!("say something of 1 to {MOST_WORDS} characters"));
        }
        Ok(Said::Words(words.into()))
    }
}

/// Something said in a round; the team hears it in the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Who said it.
    pub from: RobotId,
    /// What.
    pub said: Said,
}

/// A robot during the run, as small as can be: a round walks over all of them.
#[derive(Clone, Debug)]
pub(crate) struct Robot {
    pub place: Place,
    pub kind: Kind,
    /// It wanted to go somewhere in the last round and was not allowed to.
    pub refused: bool,
    /// It stays for the rest of the run.
    pub caught: bool,
    /// Where an obstinate robot is heading.
    pub heading: Step,
    /// The step of the last round.
    pub last: Step,
    pub sight: u16,
    /// An index into the teams, or `ALONE`.
    pub team: u16,
    /// A robot, or `NEAREST`.
    pub target: RobotId,
}

/// The team of a robot without one.
pub(crate) const ALONE: u16 = u16::MAX;
/// The target of a robot that takes the nearest one.
pub(crate) const NEAREST: RobotId = RobotId(u32::MAX);

impl Robot {
    /// Two robots of one team; a robot without a team has no mates.
    #[inline]
    pub fn is_mate(&self, other: &Robot) -> bool {
        self.team != ALONE && self.team == other.team
    }
}
