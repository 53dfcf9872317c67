//! A scenario: a world before the run begins, and the TOML file that describes it.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::contest::{Contest, ContestKind};
use henge_toml::{Fault, FileError, Read, Value, fault, read_table};

use crate::fields::{Fields, choice, list, name, number};
use crate::place::{Edges, Land, Place};
use crate::robot::{Kind, MOST_SIGHT, RobotId, SIGHT, Setup};

/// So often the walls may name all cells of the world.
const MOST_OVERLAP: usize = 2;
/// The longest side of a world.
const MOST_SIDE: u64 = 1000;

/// How large a world may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most cells.
    pub cells: usize,
    /// The most robots.
    pub robots: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { cells: (MOST_SIDE * MOST_SIDE) as usize, robots: 10_000 }
    }
}

/// A world before the run begins. Only sound ones exist: nobody stands in a wall or on somebody
/// else, names differ, and targets and teams that are named are there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub(crate) name: String,
    pub(crate) land: Land,
    pub(crate) walls: Vec<Place>,
    pub(crate) robots: Vec<Setup>,
    pub(crate) contest: Option<Contest>,
}

impl Scenario {
    /// Reads a TOML file; the book describes it under "The world of robots".
    pub fn read(text: &str) -> Result<Scenario, FileError> {
        Scenario::read_within(text, Bounds::default())
    }

    /// Reads a TOML file that somebody else has written: nothing is done that costs more than worlds
    /// within these bounds do.
    pub fn read_within(text: &str, bounds: Bounds) -> Result<Scenario, FileError> {
        read_table(text, |table| {
            let top = Fields::new(table.get_ref(), 0..0, "a scenario", &TOP)?;
            read_scenario(&top, bounds)
        })
    }

    /// What the scenario is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Size and shape.
    pub fn land(&self) -> Land {
        self.land
    }

    /// Cells where nobody can go.
    pub fn walls(&self) -> &[Place] {
        &self.walls
    }

    /// The robots, in the order in which they are asked.
    pub fn robots(&self) -> &[Setup] {
        &self.robots
    }

    /// What it is all about, if it is a contest.
    pub fn contest(&self) -> Option<&Contest> {
        self.contest.as_ref()
    }

    /// For each robot the number of its team, counted in the order in which teams first come; none
    /// for a robot without one. Displays give each team a colour by it.
    pub fn team_numbers(&self) -> Vec<Option<usize>> {
        let mut teams: HashMap<&str, usize> = HashMap::new();
        let mut numbers = Vec::with_capacity(self.robots.len());
        for robot in &self.robots {
            let next = teams.len();
            numbers.push(robot.team.as_deref().map(|team| *teams.entry(team).or_insert(next)));
        }
        numbers
    }

    pub(crate) fn robot_named(&self, name: &str) -> Option<RobotId> {
        self.robots.iter().position(|robot| robot.name == name).map(|id| RobotId(id as u32))
    }

    /// The TOML file in its normal form; [`Scenario::read`] reads it back.
    pub fn to_toml(&self) -> String {
        let Land { width, height, edges } = self.land;
        let mut out = format!("name = {}\n", quoted(&self.name));
        let mut line = |text: std::fmt::Arguments<'_>| {
            out.write_fmt(text).expect("a string takes all text");
            out.push('\n');
        };
        line(format_args!("size = [{width}, {height}]"));
        line(format_args!("edges = \"{}\"", edges.name()));
        if !self.walls.is_empty() {
            let walls: Vec<String> =
                self.walls.iter().map(|wall| format!("[{}, {}]", wall.x, wall.y)).collect();
            line(format_args!("walls = [{}]", walls.join(", ")));
        }
        for robot in &self.robots {
            line(format_args!("\n[[robot]]"));
            line(format_args!("kind = \"{}\"", robot.kind.name()));
            line(format_args!("name = {}", quoted(&robot.name)));
            line(format_args!("at = [{}, {}]", robot.at.x, robot.at.y));
            if let Some(team) = &robot.team {
                line(format_args!("team = {}", quoted(team)));
            }
            if let Some(target) = &robot.target {
                line(format_args!("target = {}", quoted(target)));
            }
            if robot.sight != SIGHT {
                line(format_args!("sight = {}", robot.sight));
            }
        }
        if let Some(contest) = &self.contest {
            line(format_args!("\n[contest]"));
            line(format_args!("kind = \"{}\"", contest.kind.name()));
            line(format_args!("team = {}", quoted(&contest.team)));
            line(format_args!("steps = {}", contest.steps));
        }
        out
    }
}

/// Names hold no control characters, so that two of them are all that needs a backslash.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

const TOP: [&str; 6] = ["name", "size", "edges", "walls", "robot", "contest"];
const ROBOT: [&str; 6] = ["kind", "name", "at", "team", "target", "sight"];
const CONTEST: [&str; 3] = ["kind", "team", "steps"];

fn read_scenario(top: &Fields<'_>, bounds: Bounds) -> Read<Scenario> {
    let name = name(top.needed("name", "\"My world\"")?, "name")?;
    let land = read_land(top, bounds)?;
    let mut taken: HashMap<Place, String> = HashMap::new();
    let mut walls = Vec::new();
    let mut n_named = 0;
    for value in top.get("walls").map_or(Ok(&[][..]), |value| list(value, "walls"))? {
        let named = read_wall(value, land)?;
        n_named += named.len();
        // Walls may overlap, but not so often that it takes for ever to build them.
        if n_named > MOST_OVERLAP * bounds.cells {
            return fault(value.span(), "the walls overlap too often; name each cell once");
        }
        for wall in named {
            if taken.insert(wall, "a wall".into()).is_none() {
                walls.push(wall);
            }
        }
    }
    let values = top.get("robot").map_or(Ok(&[][..]), |value| list(value, "robot"))?;
    if values.is_empty() {
        return fault(0..0, "there is no robot; add [[robot]] with kind, name and at");
    }
    let most = bounds.robots;
    if values.len() > most {
        let all = values[0].span().start..values[most].span().end;
        return fault(all, format!("there should be {most} robots at the most"));
    }
    let mut robots = Vec::with_capacity(values.len());
    let mut names: HashMap<String, usize> = HashMap::new();
    for value in values {
        let robot = read_robot(value, land, &mut taken)?;
        if names.insert(robot.name.clone(), robots.len()).is_some() {
            let span = field_span(value, "name");
            return fault(span, format!("two robots are called \"{}\"", robot.name));
        }
        robots.push(robot);
    }
    check_targets(values, &robots, &names)?;
    let contest = top.get("contest").map(|value| read_contest(value, &robots)).transpose()?;
    Ok(Scenario { name, land, walls, robots, contest })
}

fn read_land(top: &Fields<'_>, bounds: Bounds) -> Read<Land> {
    let size = top.needed("size", "[5, 5]")?;
    let [width, height] = list(size, "size")? else {
        return fault(size.span(), "\"size\" should be two numbers, as in [5, 5]");
    };
    let side = |value: &Value<'_>| Ok(number(value, "a side of the world", 1..=MOST_SIDE)? as u16);
    let edges = match top.get("edges") {
        None => Edges::Closed,
        Some(value) => choice(value, "edges", &[Edges::Closed, Edges::Torus], Edges::name)?,
    };
    let land = Land { width: side(width)?, height: side(height)?, edges };
    if land.n_cells() > bounds.cells {
        let (most, n) = (bounds.cells, land.n_cells());
        return fault(size.span(), format!("there should be {most} cells at the most, not {n}"));
    }
    Ok(land)
}

/// Two numbers that lie in the land.
fn read_place(x: &Value<'_>, y: &Value<'_>, land: Land) -> Read<Place> {
    let x = number(x, "x", 0..=u64::from(land.width) - 1)?;
    let y = number(y, "y", 0..=u64::from(land.height) - 1)?;
    Ok(Place::new(x as u16, y as u16))
}

/// A cell, `[x, y]`, or a rectangle, `[x, y, width, height]`.
fn read_wall(value: &Value<'_>, land: Land) -> Read<Vec<Place>> {
    match list(value, "walls")? {
        [x, y] => Ok(vec![read_place(x, y, land)?]),
        [x, y, width, height] => {
            let from = read_place(x, y, land)?;
            let width = number(width, "the width of the wall", 1..=(land.width - from.x).into())?;
            let height =
                number(height, "the height of the wall", 1..=(land.height - from.y).into())?;
            let rows = from.y..from.y + height as u16;
            let row = |y| (from.x..from.x + width as u16).map(move |x| Place::new(x, y));
            Ok(rows.flat_map(row).collect())
        }
        _ => fault(
            value.span(),
            "a wall should be a cell, as in [2, 3], or a rectangle, as in [2, 3, 4, 1]: \
             from where, how wide and how high",
        ),
    }
}

fn read_robot(value: &Value<'_>, land: Land, taken: &mut HashMap<Place, String>) -> Read<Setup> {
    let fields = Fields::of(value, "robot", &ROBOT)?;
    let kind = choice(fields.needed("kind", "\"crazy\"")?, "kind", &Kind::ALL, Kind::name)?;
    let optional_name = |key| fields.get(key).map(|value| name(value, key)).transpose();
    let at = fields.needed("at", "[0, 0]")?;
    let [x, y] = list(at, "at")? else {
        return fault(at.span(), "\"at\" should be two numbers, as in [0, 0]");
    };
    let robot = Setup {
        kind,
        name: name(fields.needed("name", "\"Robbie\"")?, "name")?,
        at: read_place(x, y, land)?,
        team: optional_name("team")?,
        target: optional_name("target")?,
        sight: match fields.get("sight") {
            None => SIGHT,
            Some(value) => number(value, "\"sight\"", 1..=MOST_SIGHT.into())? as u16,
        },
    };
    if let Some(who) = taken.insert(robot.at, format!("\"{}\"", robot.name)) {
        return fault(at.span(), format!("{} is taken by {who}; choose a free cell", robot.at));
    }
    Ok(robot)
}

fn check_targets(
    values: &[Value<'_>],
    robots: &[Setup],
    names: &HashMap<String, usize>,
) -> Read<()> {
    for (id, (value, robot)) in values.iter().zip(robots).enumerate() {
        let Some(target) = &robot.target else { continue };
        let span = field_span(value, "target");
        if !matches!(robot.kind, Kind::Follower | Kind::Avoider | Kind::Blocker) {
            return fault(
                span,
                format!(
                    "only a follower, an avoider or a blocker has a target, and this robot is {}",
                    robot.kind.name()
                ),
            );
        }
        match names.get(target) {
            None => return fault(span, format!("no robot is called \"{target}\"")),
            Some(&other) if other == id => {
                return fault(span, "a robot cannot be its own target; name another one");
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Where a robot says something, for faults that show only when all robots are known.
fn field_span(robot: &Value<'_>, key: &str) -> std::ops::Range<usize> {
    let fields = Fields::of(robot, "robot", &ROBOT).ok();
    let value = fields.and_then(|fields| fields.get(key));
    value.map_or(robot.span(), Value::span)
}

fn read_contest(value: &Value<'_>, robots: &[Setup]) -> Read<Contest> {
    let fields = Fields::of(value, "contest", &CONTEST)?;
    let kind = fields.needed("kind", "\"catch\"")?;
    let team_value = fields.needed("team", "\"hunters\"")?;
    let team = name(team_value, "team")?;
    let members = robots.iter().filter(|robot| robot.team.as_ref() == Some(&team)).count();
    if members == 0 || members == robots.len() {
        let who = if members == 0 { "no robot" } else { "every robot" };
        return Err(Fault {
            message: format!("{who} is in team \"{team}\"; a contest needs some in it and others"),
            span: team_value.span(),
        });
    }
    Ok(Contest {
        kind: choice(kind, "kind", &ContestKind::ALL, ContestKind::name)?,
        team,
        steps: number(fields.needed("steps", "100")?, "\"steps\"", 1..=1_000_000_000)?,
    })
}
