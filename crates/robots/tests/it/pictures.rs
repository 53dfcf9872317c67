//! Boards as text and runs as animated SVG.

use henge_robots::{Nobody, Recorder, Recording, SCENARIOS, Scenario, World, display, svg};

fn recorded(scenario: &Scenario, rounds: usize) -> Recording {
    let mut world = World::new(scenario, 5);
    let mut recorder = Recorder::new(scenario.clone(), 5);
    for _ in 0..rounds {
        world.step(&mut Nobody, |event| recorder.note(event));
    }
    recorder.finish()
}

/// The values of an attribute, wherever it stands.
fn attributes<'a>(picture: &'a str, name: &str) -> Vec<Vec<&'a str>> {
    let begin = format!("{name}=\"");
    let rest = picture.split(&begin).skip(1);
    rest.map(|rest| rest.split('"').next().unwrap().split(';').collect()).collect()
}

#[test]
fn a_board_has_the_north_above() {
    let text = "name = \"b\"\nsize = [3, 2]\nwalls = [[0, 1]]\n[[robot]]\nkind = \"fixed\"\n\
                name = \"Rock\"\nat = [2, 0]\nteam = \"t\"\n";
    let world = World::new(&Scenario::read(text).unwrap(), 1);
    let drawn = "+-------+\n| # . . |\n| . . a |\n+-------+\na Rock, t\n";
    assert_eq!(display::board(&world), drawn);
}

/// A viewer drops an animation whose times do not rise from 0 to 1 or do not match its values.
#[test]
fn times_of_pictures_are_sound() {
    for shipped in SCENARIOS {
        let scenario = Scenario::read(shipped.text).unwrap();
        let picture = svg::animate(&recorded(&scenario, 40));
        let (values, times) = (attributes(&picture, " values"), attributes(&picture, "keyTimes"));
        assert_eq!(values.len(), times.len());
        assert!(!times.is_empty(), "{}: something moves", shipped.slug);
        for (values, times) in values.iter().zip(&times) {
            assert_eq!(values.len(), times.len(), "{}", shipped.slug);
            let times: Vec<f64> = times.iter().map(|time| time.parse().unwrap()).collect();
            assert!(times.is_sorted(), "{}: {times:?}", shipped.slug);
            assert_eq!((times[0], *times.last().unwrap()), (0.0, 1.0));
        }
    }
}

#[test]
fn nobody_glides_across_a_torus() {
    let text = "name = \"b\"\nsize = [4, 1]\nedges = \"torus\"\n[[robot]]\nkind = \"obstinate\"\n\
                name = \"Ox\"\nat = [1, 0]\n";
    let picture = svg::animate(&recorded(&Scenario::read(text).unwrap(), 2));
    // West to column 0, then out and in again at column 3, in no time.
    let places = vec!["30 10", "10 10", "10 10", "70 10", "70 10"];
    assert_eq!(attributes(&picture, " values"), [places]);
    assert_eq!(attributes(&picture, "keyTimes"), [vec!["0", "0.2", "0.4", "0.4", "1"]]);
}

/// Teams have a disc, and who is caught fades at that moment.
#[test]
fn teams_and_the_caught_are_seen() {
    let scenario = Scenario::read(SCENARIOS.iter().find(|s| s.slug == "catch").unwrap().text);
    let scenario = scenario.unwrap();
    let recording = recorded(&scenario, 40);
    let picture = svg::animate(&recording);
    assert_eq!(picture.matches("stroke=\"#d55e00\"").count(), 3, "hunters");
    assert_eq!(picture.matches("stroke=\"#0072b2\"").count(), 4, "hunted");
    let caught = recording.moments().last().unwrap().caught.len();
    assert_eq!(picture.matches("attributeName=\"opacity\"").count(), caught);
    assert!(caught > 0 && picture.contains(">Hunter 1</text>"));
}

#[test]
fn names_cannot_break_a_picture() {
    let text = "name = \"<b>&\"\nsize = [4, 1]\n[[robot]]\nkind = \"fixed\"\n\
                name = \"</title><script>\"\nat = [1, 0]\n";
    let picture = svg::animate(&recorded(&Scenario::read(text).unwrap(), 1));
    assert!(picture.contains("<title>&lt;b&gt;&amp;</title>"));
    assert!(!picture.contains("<script"));
}
