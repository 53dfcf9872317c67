//! The run in words, and the board drawn as text.

use std::fmt::Write as _;

use crate::place::Place;
use crate::robot::RobotId;
use crate::scenario::Scenario;
use crate::world::{Event, World};

/// Where everybody is before the first round.
pub fn initial_state(world: &World) -> String {
    let mut out = String::from("Initial state:\n");
    for id in world.robots() {
        writeln!(out, "{} is at {}", world.name(id), world.place(id)).expect(TAKES_TEXT);
    }
    out
}

/// What a robot did in its turn, in a line without its end.
pub fn turn(scenario: &Scenario, event: &Event) -> String {
    let name = &scenario.robots()[event.robot.index()].name;
    if event.has_moved() {
        format!("{name} is moving from {} to {}", event.from, event.to)
    } else {
        format!("{name} is staying at {}", event.from)
    }
}

/// The board, north above: `#` is a wall, `.` a free cell, and letters are robots; the legend below
/// says whose. Robots behind the 52nd share the `*`.
pub fn board(world: &World) -> String {
    let land = world.land();
    let rim = format!("+{}+\n", "-".repeat(2 * usize::from(land.width) + 1));
    let mut out = rim.clone();
    for y in (0..land.height).rev() {
        out.push('|');
        for x in 0..land.width {
            let place = Place::new(x, y);
            out.push(' ');
            out.push(match world.robot_at(place) {
                Some(id) => letter(id),
                None if world.is_wall(place) => '#',
                None => '.',
            });
        }
        out.push_str(" |\n");
    }
    out.push_str(&rim);
    for id in world.robots().take(52) {
        let caught = if world.is_caught(id) { ", caught" } else { "" };
        let team = world.team(id).map(|team| format!(", {team}")).unwrap_or_default();
        writeln!(out, "{} {}{team}{caught}", letter(id), world.name(id)).expect(TAKES_TEXT);
    }
    out
}

/// The points of a contest: a line for the team and one for each of its robots.
pub fn scores(world: &World) -> String {
    let standings = world.standings();
    let width = standings.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for (name, points) in standings {
        writeln!(out, "{name:<width$}  {points}").expect(TAKES_TEXT);
    }
    out
}

const TAKES_TEXT: &str = "a string takes all text";

/// The letter of a robot on boards drawn as text; those behind the 52nd share the `*`.
pub fn letter(id: RobotId) -> char {
    match id.0 {
        n @ 0..26 => char::from(b'a' + n as u8),
        n @ 26..52 => char::from(b'A' + (n - 26) as u8),
        _ => '*',
    }
}
