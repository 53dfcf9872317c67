//! The lines of the protocol: what a client gets to see, and what it may say.

use std::fmt::Write as _;

use crate::place::{Place, Step};
use crate::robot::{RobotId, Said};
use crate::world::World;

/// The first line of every connection.
pub const GREETING: &str = "henge-robots 1\n";

/// The world without its robots, as a client learns of it when it joins.
pub fn ground(world: &World) -> String {
    let land = world.land();
    let mut out = format!("world {} {} {}\n", land.width, land.height, land.edges.name());
    for y in 0..land.height {
        for x in (0..land.width).filter(|&x| world.is_wall(Place::new(x, y))) {
            writeln!(out, "wall {x} {y}").expect(TAKES_TEXT);
        }
    }
    out
}

/// What `robot` sees and hears at the beginning of round `n`.
pub fn view(world: &World, robot: RobotId, n: u64) -> String {
    let from = world.place(robot);
    let mut out = format!("round {n} {} {}\n", from.x, from.y);
    for other in world.robots().filter(|&other| other != robot) {
        let place = world.place(other);
        if world.land().distance(from, place).0 > world.sight(robot).into() {
            continue;
        }
        let is_mate = world.robots[robot.index()].is_mate(&world.robots[other.index()]);
        let word = if is_mate { "mate" } else { "robot" };
        writeln!(out, "{word} {} {} {}", place.x, place.y, world.name(other)).expect(TAKES_TEXT);
    }
    for message in world.heard(robot) {
        let name = world.name(message.from);
        match &message.said {
            Said::Seen(place) => writeln!(out, "heard {name}: seen {} {}", place.x, place.y),
            Said::Words(words) => writeln!(out, "heard {name}: {words}"),
        }
        .expect(TAKES_TEXT);
    }
    writeln!(out, "go {n}").expect(TAKES_TEXT);
    out
}

/// The last lines of a world.
pub fn ending(world: &World) -> String {
    let mut out = String::new();
    for (name, points) in world.standings() {
        writeln!(out, "score {points} {name}").expect(TAKES_TEXT);
    }
    writeln!(out, "end {}", world.rounds()).expect(TAKES_TEXT);
    out
}

const TAKES_TEXT: &str = "a string takes all text";

/// What a client said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// It wants to steer the robot of this name.
    Join(String),
    /// Something for its team.
    Say(Said),
    /// A step.
    Move {
        /// The round it is meant for.
        round: u64,
        /// Where to.
        step: Step,
    },
    /// It goes.
    Leave,
}

impl Request {
    /// Reads a line; the error says what would be right.
    pub fn read(line: &str) -> Result<Request, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "join" if !rest.trim().is_empty() => Ok(Request::Join(rest.trim().to_string())),
            "join" => Err("write join and the name of a robot".into()),
            "say" => Said::read(rest.trim()).map(Request::Say),
            "move" => read_move(rest),
            "leave" => Ok(Request::Leave),
            _ => Err("there are join, say, move and leave".into()),
        }
    }
}

fn read_move(rest: &str) -> Result<Request, String> {
    let numbers: Option<Vec<i64>> = rest.split_whitespace().map(|word| word.parse().ok()).collect();
    let Some([round, dx, dy]) = numbers.as_deref() else {
        return Err("write move, the round and two numbers from -1 to 1, as in move 7 0 1".into());
    };
    let round = u64::try_from(*round).map_err(|_| "rounds are counted from 1".to_string())?;
    match Step::new(*dx, *dy) {
        Some(step) => Ok(Request::Move { round, step }),
        None => Err("one step at most: two numbers from -1 to 1".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let join = Request::Join("Anna B".into());
        assert_eq!(Request::read("join Anna B"), Ok(join));
        let step = Request::Move { round: 7, step: Step::WEST };
        assert_eq!(Request::read("move 7 -1 0"), Ok(step));
        let seen = Request::Say(Said::Seen(Place::new(3, 4)));
        assert_eq!(Request::read("say seen 3 4"), Ok(seen));
        let words = Request::Say(Said::Words("seen three".into()));
        assert_eq!(Request::read("say seen three"), Ok(words));
        for wrong in [
            "",
            "join",
            "join ",
            "move",
            "move 7",
            "move 7 0 2",
            "move 7 0 0 0",
            "move -1 0 0",
            "move 7 a b",
            "move 99999999999999999999 0 0",
            "say",
            "say \u{7}",
            "fly",
        ] {
            assert!(Request::read(wrong).is_err(), "{wrong}");
        }
    }
}
