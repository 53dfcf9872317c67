//! The world of robots: scenarios, worlds that run on the server, and recordings.

use henge_robots::{Kind, Moment, Said, Scenario, World};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::FileFault;

/// The scenarios that come with henge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotScenarios {
    /// The small ones first.
    pub scenarios: Vec<RobotScenario>,
}

/// A scenario that comes with henge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotScenario {
    /// How a new world is asked for.
    pub slug: String,
    /// The TOML file.
    pub toml: String,
    /// What it describes.
    pub ground: RobotGround,
}

/// A world before its first round: all that does not change while it runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotGround {
    /// What the scenario is called.
    pub name: String,
    /// Cells from west to east.
    pub width: u16,
    /// Cells from south to north.
    pub height: u16,
    /// `closed` or `torus`.
    pub edges: String,
    /// Cells where nobody can go, `[x, y]`, counted from the south-west.
    pub walls: Vec<[u16; 2]>,
    /// In the order in which they are asked.
    pub robots: Vec<RobotAbout>,
    /// What it is all about, if it is a contest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contest: Option<RobotContest>,
}

/// A robot as its scenario describes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotAbout {
    /// Different from all others.
    pub name: String,
    /// `crazy`, `follower` and so on.
    pub kind: String,
    /// Its team, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Whom it follows, avoids or blocks, if that is one alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// How many cells away it still sees others.
    pub sight: u16,
    /// Where it begins.
    pub at: [u16; 2],
    /// Whether somebody outside steers it: a person, or a program.
    pub steered: bool,
}

/// A contest as its scenario describes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotContest {
    /// `catch`, `avoid` or `block`.
    pub kind: String,
    /// Whose points are counted.
    pub team: String,
    /// The round after which it ends.
    pub steps: u64,
}

impl From<&Scenario> for RobotGround {
    fn from(scenario: &Scenario) -> RobotGround {
        let land = scenario.land();
        let robot = |setup: &henge_robots::Setup| RobotAbout {
            name: setup.name.clone(),
            kind: setup.kind.name().into(),
            team: setup.team.clone(),
            target: setup.target.clone(),
            sight: setup.sight,
            at: [setup.at.x, setup.at.y],
            steered: matches!(setup.kind, Kind::Interactive | Kind::Client),
        };
        let contest = scenario.contest().map(|contest| RobotContest {
            kind: contest.kind.name().into(),
            team: contest.team.clone(),
            steps: contest.steps,
        });
        RobotGround {
            name: scenario.name().into(),
            width: land.width,
            height: land.height,
            edges: land.edges.name().into(),
            walls: scenario.walls().iter().map(|wall| [wall.x, wall.y]).collect(),
            robots: scenario.robots().iter().map(robot).collect(),
            contest,
        }
    }
}

/// A scenario to be looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RobotCheckRequest {
    /// The TOML file.
    pub toml: String,
}

/// What a scenario describes, or what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotCheck {
    /// There is one if nothing is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<RobotGround>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FileFault>,
}

/// A world to be made: of a scenario that comes with henge, or of one in TOML.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRobotWorld {
    /// The name of a scenario.
    #[serde(default)]
    #[schema(example = "catch")]
    pub scenario: Option<String>,
    /// A TOML file instead.
    #[serde(default)]
    pub toml: Option<String>,
    /// Runs repeat with the same seed.
    #[serde(default)]
    #[schema(example = 1, format = "uint64", minimum = 0, maximum = 18446744073709551615u64)]
    pub seed: Option<u64>,
}

/// A world on the server. Whoever knows its name may watch it and steer in it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RobotWorld {
    /// Its name; nobody can guess it.
    pub id: String,
    /// What does not change.
    pub ground: RobotGround,
    /// The TOML file.
    pub toml: String,
    /// How it stands.
    pub state: RobotState,
}

/// How a world stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RobotState {
    /// Grows with every change.
    pub version: u64,
    /// Runs repeat with the same seed.
    #[schema(format = "uint64", minimum = 0, maximum = 18446744073709551615u64)]
    pub seed: u64,
    /// Whether rounds follow each other by themselves.
    pub running: bool,
    /// How many of them a second.
    pub pace: f64,
    /// Whether it has come to its end, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// Robots whose next step somebody has chosen already.
    pub ready: Vec<u32>,
    /// The names in the table of points: the team, then its robots; empty without a contest.
    pub names: Vec<String>,
    /// What robots told their teams in the last round.
    pub said: Vec<RobotSaid>,
    /// Where everybody is.
    pub moment: RobotMoment,
}

/// Something that a robot told its team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotSaid {
    /// The number of the robot.
    pub from: u32,
    /// Its words.
    pub words: String,
}

impl RobotSaid {
    /// What was said in the last round, its newest lines.
    pub fn all(world: &World, most: usize) -> Vec<RobotSaid> {
        let words = |said: &Said| match said {
            Said::Seen(place) => format!("seen {place}"),
            Said::Words(words) => words.to_string(),
        };
        let line = |message: &henge_robots::Message| RobotSaid {
            from: message.from.0,
            words: words(&message.said),
        };
        world.messages().iter().take(most).map(line).collect()
    }
}

/// The world after a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotMoment {
    /// The rounds that are over.
    pub round: u64,
    /// Columns and rows of all robots in turn: x, y, x, y, …
    pub at: Vec<u16>,
    /// Who wanted to go somewhere and was not allowed to.
    pub refused: Vec<u32>,
    /// Who was caught.
    pub caught: Vec<u32>,
    /// The points in the order of the names.
    pub points: Vec<u64>,
}

impl From<&Moment> for RobotMoment {
    fn from(moment: &Moment) -> RobotMoment {
        RobotMoment {
            round: moment.round,
            at: moment.places.iter().flat_map(|place| [place.x, place.y]).collect(),
            refused: moment.refused.iter().map(|robot| robot.0).collect(),
            caught: moment.caught.iter().map(|robot| robot.0).collect(),
            points: moment.points.clone(),
        }
    }
}

/// What can be done in a world.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum RobotAction {
    /// Rounds follow each other by themselves, as long as somebody looks on.
    Run,
    /// Rounds come one by one.
    Pause,
    /// One round, now.
    Step,
    /// Rounds a second while it runs.
    Pace {
        /// From 0.5 to 20.
        #[schema(example = 4.0, minimum = 0.5, maximum = 20)]
        pace: f64,
    },
    /// The next step of a robot that is steered from outside. In a world that does not run, the round
    /// follows as soon as all of them have theirs.
    Steer {
        /// The number of the robot.
        #[schema(format = "uint32", minimum = 0, maximum = 4294967295u32)]
        robot: u32,
        /// `n`, `e`, `s`, `w`, `ne`, `se`, `sw`, `nw`, or `.` for staying.
        #[schema(example = "n")]
        step: String,
    },
    /// From the beginning.
    Restart {
        /// The old one by default.
        #[serde(default)]
        #[schema(format = "uint64", minimum = 0, maximum = 18446744073709551615u64)]
        seed: Option<u64>,
    },
}

/// A recording to be looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RobotReplayRequest {
    /// The file, as `henge robots --record` writes it.
    pub text: String,
}

/// A recording that was checked, moment by moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RobotReplay {
    /// What does not change.
    pub ground: RobotGround,
    /// The seed of the run.
    #[schema(format = "uint64", minimum = 0, maximum = 18446744073709551615u64)]
    pub seed: u64,
    /// The names in the table of points.
    pub names: Vec<String>,
    /// Before the first round, and after each.
    pub moments: Vec<RobotMoment>,
}
