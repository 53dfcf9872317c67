//! A world of robots.
//!
//! A [`World`] is a grid of cells. Round by round it asks each robot for its next step and puts it
//! there if the cell is legal and free; else the robot stays. The world alone holds the places, so
//! that no robot can cheat, and it tells every step to whoever displays it: behaviour and interface
//! stay apart.
//!
//! - [`Scenario`]: a world as a TOML file, with robots of several [`Kind`]s, teams and a contest
//! - [`display`]: the run in words, and the board drawn as text
//! - [`Recording`]: a run as a text file that can be checked and replayed; [`svg`] animates it
//! - [`Lineup`]: who plays a side of a contest; [`meet`] lets two of them play both sides
//! - [`run_live`]: a world in real time, every robot a thread of its own
//! - [`server`]: robots that run as clients on other machines
//!
//! The first four kinds, the manner of asking and the words of the display come from the
//! application "Fancy Robots" of Chailloux, Manoury and Pagano, *Developing Applications with
//! Objective Caml*, chapter 17; the rest answers the questions at its end.
//!
//! ```
//! use henge_robots::{Nobody, World, scenario_named};
//!
//! let scenario = scenario_named("four").expect("it is shipped");
//! let mut world = World::new(&scenario, 7);
//! world.step(&mut Nobody, |event| assert!(event.from != event.to || !event.has_moved()));
//! assert_eq!(world.rounds(), 1);
//! ```

mod contest;
mod detour;
pub mod display;
mod fields;
mod lineup;
mod live;
mod minds;
mod moment;
mod place;
mod recording;
mod robot;
mod scenario;
mod scenarios;
pub mod server;
pub mod svg;
mod world;

pub use contest::{Contest, ContestKind};
pub use henge_toml::FileError;
pub use lineup::{Bout, Feat, Lineup, LineupError, meet};
pub use live::{Pace, run_live};
pub use moment::Moment;
pub use place::{Edges, Land, Place, Step};
pub use recording::{Recorder, Recording, RecordingError, RecordingWriter};
pub use robot::{Kind, Message, RobotId, Said, Setup};
pub use scenario::{Bounds, Scenario};
pub use scenarios::{SCENARIOS, Shipped, scenario_named};
pub use world::{Event, Nobody, Obstacle, Outcome, Outside, World};
