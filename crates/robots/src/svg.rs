//! A recording as a picture that moves: one SVG file, without scripts.

use std::fmt::Write as _;

use crate::place::Place;
use crate::recording::Recording;
use crate::robot::Kind;

/// The side of a cell.
const CELL: i32 = 20;
/// The grey rim around the land.
const RIM: i32 = 10;
/// How long a round takes to watch.
const SECONDS_PER_ROUND: f64 = 0.4;

/// The picture rests for this many rounds before it begins again.
const REST: usize = 3;

/// A moment of a robot's way: the round, and where it is then.
type Key = (usize, Place);

/// The whole run, over and over again.
pub fn animate(recording: &Recording) -> String {
    let scenario = recording.scenario();
    let land = scenario.land();
    let (width, height) = (i32::from(land.width) * CELL, i32::from(land.height) * CELL);
    let (outer_width, outer_height) = (width + 2 * RIM, height + 2 * RIM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {outer_width} {outer_height}\" \
         role=\"img\">\n<title>{}</title>\n<desc>{} robots in {} rounds, seed {}</desc>\n\
         <rect width=\"{outer_width}\" height=\"{outer_height}\" fill=\"#aaa\"/>\n\
         <rect x=\"{RIM}\" y=\"{RIM}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escaped(scenario.name()),
        scenario.robots().len(),
        recording.rounds(),
        recording.seed(),
    );
    // Rows are counted from the south, lines of a picture from above.
    let corner = |place: Place| {
        let row = i32::from(land.height) - 1 - i32::from(place.y);
        (RIM + i32::from(place.x) * CELL, RIM + row * CELL)
    };
    for &wall in scenario.walls() {
        let (x, y) = corner(wall);
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#555\"/>"
        )
        .expect(TAKES_TEXT);
    }
    write!(out, "<path d=\"").expect(TAKES_TEXT);
    for x in 1..i32::from(land.width) {
        write!(out, "M{} {RIM}v{height}", RIM + x * CELL).expect(TAKES_TEXT);
    }
    for y in 1..i32::from(land.height) {
        write!(out, "M{RIM} {}h{width}", RIM + y * CELL).expect(TAKES_TEXT);
    }
    out.push_str("\" stroke=\"#ccc\" stroke-width=\"0.5\" fill=\"none\"/>\n");
    let total = (recording.rounds() + REST) as f64;
    let (caught, teams) = (caught(recording), scenario.team_numbers());
    for ((i, setup), way) in scenario.robots().iter().enumerate().zip(ways(recording)) {
        let (x, y) = corner(setup.at);
        let (disc, figure) = (disc(teams[i]), figure(setup.kind));
        let name = escaped(&setup.name);
        write!(out, "<g transform=\"translate({x} {y})\"><title>{name}</title>{disc}{figure}")
            .expect(TAKES_TEXT);
        if scenario.robots().len() <= MOST_NAMES {
            write!(
                out,
                "<text x=\"10\" y=\"-1\" font-family=\"sans-serif\" font-size=\"5\" \
                 text-anchor=\"middle\">{name}</text>"
            )
            .expect(TAKES_TEXT);
        }
        if let Some(round) = caught[i] {
            write!(
                out,
                "<animate attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{}s\" \
                 repeatCount=\"indefinite\" values=\"1;0.4;0.4\" keyTimes=\"0;{};1\"/>",
                short(total * SECONDS_PER_ROUND),
                short(round as f64 / total)
            )
            .expect(TAKES_TEXT);
        }
        if way.len() > 1 {
            let values: Vec<String> = way
                .iter()
                .map(|&(_, place)| corner(place))
                .map(|(x, y)| format!("{x} {y}"))
                .collect();
            let times: Vec<String> =
                way.iter().map(|&(round, _)| short(round as f64 / total)).collect();
            write!(
                out,
                "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{}s\" \
                 repeatCount=\"indefinite\" values=\"{}\" keyTimes=\"{}\"/>",
                short(total * SECONDS_PER_ROUND),
                values.join(";"),
                times.join(";")
            )
            .expect(TAKES_TEXT);
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

const TAKES_TEXT: &str = "a string takes all text";

/// Each robot's moments from the first to the last round; one alone if it never moves.
fn ways(recording: &Recording) -> Vec<Vec<Key>> {
    let mut ways: Vec<Vec<Key>> =
        recording.scenario().robots().iter().map(|setup| vec![(0, setup.at)]).collect();
    let n_robots = ways.len();
    let mut n_turns = 0;
    recording.replay(
        |event| {
            // Robots move one after the other; in the picture they move together.
            let round = n_turns / n_robots;
            n_turns += 1;
            if !event.has_moved() {
                return;
            }
            let way = &mut ways[event.robot.index()];
            if way.last() != Some(&(round, event.from)) {
                way.push((round, event.from));
            }
            let far =
                event.from.x.abs_diff(event.to.x) > 1 || event.from.y.abs_diff(event.to.y) > 1;
            if far {
                // Who leaves a torus at one side jumps to the other, and does not glide across.
                way.push((round + 1, event.from));
            }
            way.push((round + 1, event.to));
        },
        |_| {},
    );
    for way in &mut ways {
        if let [_, .., (_, place)] = way[..] {
            way.push((recording.rounds() + REST, place));
        }
    }
    ways
}

/// The round at whose end each robot was caught.
fn caught(recording: &Recording) -> Vec<Option<usize>> {
    let mut caught = vec![None; recording.scenario().robots().len()];
    let mut round = 0;
    recording.replay(
        |_| {},
        |world| {
            round += 1;
            for robot in world.robots().filter(|&robot| world.is_caught(robot)) {
                caught[robot.index()].get_or_insert(round);
            }
        },
    );
    caught
}

/// The disc below the robots of a team; more teams than colours share them.
fn disc(team: Option<usize>) -> String {
    let Some(team) = team else { return String::new() };
    let colour = TEAM_COLOURS[team % TEAM_COLOURS.len()];
    format!(
        "<circle cx=\"10\" cy=\"10\" r=\"9.5\" fill=\"{colour}\" fill-opacity=\"0.25\" \
         stroke=\"{colour}\"/>"
    )
}

/// Vermilion and blue first, as in henge's other pictures.
const TEAM_COLOURS: [&str; 6] = ["#d55e00", "#0072b2", "#00805d", "#c79400", "#800080", "#77736c"];

/// In a larger crowd names would hide everything.
const MOST_NAMES: usize = 40;

/// Shape and colour tell the kinds apart; both, because not everybody sees all colours.
fn figure(kind: Kind) -> &'static str {
    match kind {
        Kind::Fixed => "<circle cx=\"10\" cy=\"10\" r=\"7\" fill=\"#2a2\"/>",
        Kind::Crazy => "<path d=\"M10 2 12 8 18 10 12 12 10 18 8 12 2 10 8 8Z\" fill=\"#d22\"/>",
        Kind::Obstinate => "<rect x=\"3\" y=\"3\" width=\"14\" height=\"14\" fill=\"#111\"/>",
        Kind::Interactive => {
            "<circle cx=\"10\" cy=\"10\" r=\"6\" fill=\"#fff\" stroke=\"#22d\" stroke-width=\"4\"/>"
        }
        Kind::Follower => "<path d=\"M3 4 17 10 3 16Z\" fill=\"#b50\"/>",
        Kind::Avoider => "<path d=\"M10 3 17 17 3 17Z\" fill=\"#08a\"/>",
        Kind::Blocker => "<rect x=\"2\" y=\"7\" width=\"16\" height=\"6\" fill=\"#808\"/>",
        Kind::Client => "<path d=\"M10 2 18 10 10 18 2 10Z\" fill=\"#22d\"/>",
    }
}

/// At most six places behind the point, and no zeros at the end.
fn short(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
