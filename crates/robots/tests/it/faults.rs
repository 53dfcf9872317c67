//! Faults of files name their place and their cause.

use henge_robots::{
    Bounds, Nobody, Recorder, Recording, SCENARIOS, Scenario, World, scenario_named,
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const HEAD: &str = "name = \"a\"\nsize = [4, 3]\n";

fn fault(text: &str) -> String {
    Scenario::read(text).expect_err(text).to_string()
}

#[test]
fn faults_of_scenarios() {
    let robot = |lines: &str| format!("{HEAD}[[robot]]\n{lines}\n");
    let ox = "kind = \"fixed\"\nname = \"Ox\"\nat = [1, 1]\n";
    let cases = [
        (
            String::from("size = [4, 3]"),
            "line 1, column 1: a scenario needs \"name\"; write name = \"My world\"",
        ),
        (HEAD.into(), "line 1, column 1: there is no robot; add [[robot]] with kind, name and at"),
        (
            "name = \"a\"\nsize = [0, 3]\n".into(),
            "line 2, column 9: a side of the world should be a whole number from 1 to 1000",
        ),
        (
            "name = \"a\"\nsize = [3]\n".into(),
            "line 2, column 8: \"size\" should be two numbers, as in [5, 5]",
        ),
        (
            format!("{HEAD}edges = \"round\"\n"),
            "line 3, column 9: \"edges\" should be \"closed\" or \"torus\"",
        ),
        (
            format!("{HEAD}wall = []\n"),
            "line 3, column 1: a scenario has no \"wall\"; there are name, size, edges, walls, robot, contest",
        ),
        (
            format!("{HEAD}walls = [[0, 0], [4, 0]]\n"),
            "line 3, column 19: x should be a whole number from 0 to 3",
        ),
        (
            format!("{HEAD}walls = [[2, 0, 3, 1]]\n"),
            "line 3, column 17: the width of the wall should be a whole number from 1 to 2",
        ),
        (
            robot("kind = \"mad\""),
            "line 4, column 8: \"kind\" should be \"fixed\", \"crazy\", \"obstinate\", \"interactive\", \"follower\", \"avoider\", \"blocker\" or \"client\"",
        ),
        (
            robot("kind = \"crazy\"\nname = \"\"\nat = [1, 1]"),
            "line 5, column 8: \"name\" should be a text of 1 to 40 characters, without spaces around it",
        ),
        (
            robot("kind = \"crazy\"\nname = \"Ox\"\nat = [1, 3]"),
            "line 6, column 10: y should be a whole number from 0 to 2",
        ),
        (
            robot("kind = \"crazy\"\nname = \"Ox\""),
            "line 3, column 1: robot needs \"at\"; write at = [0, 0]",
        ),
        (
            robot(&format!("{ox}[[robot]]\nkind = \"crazy\"\nname = \"Ass\"\nat = [1, 1]")),
            "line 10, column 6: (1,1) is taken by \"Ox\"; choose a free cell",
        ),
        (
            robot(&format!("{ox}[[robot]]\nkind = \"crazy\"\nname = \"Ox\"\nat = [1, 2]")),
            "line 9, column 8: two robots are called \"Ox\"",
        ),
        (
            robot(&format!("{ox}target = \"Ass\"")),
            "line 7, column 10: only a follower, an avoider or a blocker has a target, and this robot is fixed",
        ),
        (
            robot(&format!("{}target = \"Ass\"", ox.replace("fixed", "follower"))),
            "line 7, column 10: no robot is called \"Ass\"",
        ),
        (
            robot(&format!("{ox}[contest]\nkind = \"catch\"\nteam = \"t\"\nsteps = 3")),
            "line 9, column 8: no robot is in team \"t\"; a contest needs some in it and others",
        ),
        (format!("{HEAD}robot = [1"), "line 3, column 11: "),
    ];
    for (text, expected) in cases {
        let fault = fault(&text);
        let matches = fault == expected || (expected.ends_with(' ') && fault.starts_with(expected));
        assert!(matches, "{fault}\ninstead of\n{expected}\nin\n{text}");
    }
}

#[test]
fn faults_of_recordings() {
    let scenario = scenario_named("four").unwrap();
    let mut world = World::new(&scenario, 7);
    let mut recorder = Recorder::new(scenario, 7);
    for _ in 0..3 {
        world.step(&mut Nobody, |event| recorder.note(event));
    }
    let text = recorder.finish().to_text();
    let rounds = 1 + text.lines().position(|line| line.starts_with("rounds")).unwrap();
    let first = text.lines().nth(rounds).unwrap();
    assert!(first.starts_with(". w "), "the person stays and the obstinate robot goes west");
    // As recordings were before their rounds were counted at the end.
    let counted = text.replace("henge-robots 2", "henge-robots 1");
    let counted = counted.replace("rounds\n", "rounds 3\n").replace("end 3\n", "end\n");
    assert_eq!(Recording::read(&counted), Recording::read(&text));
    assert_eq!(Recording::read(&text).unwrap().to_text(), text);
    let swapped = |by: &str| text.replacen(first, by, 1);
    let line = rounds + 1;
    let cases = [
        (String::new(), "line 1: the file ends here; \"henge-robots 2\" should follow".into()),
        (
            "hello\n".into(),
            "line 1: this is not a recording; it should begin with \"henge-robots 2\"".into(),
        ),
        (
            text.replace("seed 7", "seed seven"),
            "line 2: \"seed\" and a number should stand here".into(),
        ),
        (
            text.replace("at = [1, 1]", "at = [0, 0]"),
            "line 16: column 6: (0,0) is taken by \"Interactive robot\"; choose a free cell".into(),
        ),
        (
            swapped("w . . ."),
            format!(
                "line {line}: \"w\" of Interactive robot at (0,0) cannot be: the world would have refused it"
            ),
        ),
        (
            swapped("n! . . ."),
            format!(
                "line {line}: \"n!\" of Interactive robot at (0,0) cannot be: the world would have allowed it"
            ),
        ),
        (swapped(". . ."), format!("line {line}: 3 steps for 4 robots")),
        (
            swapped("nn . . ."),
            format!(
                "line {line}: \"nn\" is no step; there are n, e, s, w, ne, se, sw, nw and ., and ! behind a step that was refused"
            ),
        ),
        (
            text.replace("rounds\n", "rounds 3\n"),
            format!("line {rounds}: \"rounds\" should stand here"),
        ),
        (
            text.replace("end 3\n", "end 4\n"),
            format!("line {}: 3 rounds stand here: \"end 3\"", rounds + 4),
        ),
        (
            text.replace("end 3\n", ""),
            format!("line {}: the file ends here; a round or \"end\" should follow", rounds + 4),
        ),
        (
            counted.replace("rounds 3", "rounds 4"),
            format!(
                "line {}: \"end\" is no step; there are n, e, s, w, ne, se, sw, nw and ., and ! behind a step that was refused",
                rounds + 4
            ),
        ),
        (
            counted.replace("rounds 3", "rounds 2"),
            format!("line {}: after 2 rounds \"end\" should stand here", rounds + 3),
        ),
        (
            counted.replace("end\n", ""),
            format!("line {}: the file ends here; \"end\" should follow", rounds + 4),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(Recording::read(&text).expect_err(&text).to_string(), expected);
    }
}

/// Whatever a file holds, its reader returns: texts with bytes changed, left out or doubled.
#[test]
fn no_file_makes_a_reader_panic() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for shipped in SCENARIOS {
        let scenario = Scenario::read(shipped.text).unwrap();
        let mut world = World::new(&scenario, 1);
        let mut recorder = Recorder::new(scenario, 1);
        for _ in 0..5 {
            world.step(&mut Nobody, |event| recorder.note(event));
        }
        let recording = recorder.finish().to_text();
        for _ in 0..300 {
            for text in [shipped.text, &recording] {
                let mut bytes = text.as_bytes().to_vec();
                for _ in 0..1 + rng.next_u64() % 3 {
                    let at = (rng.next_u64() % bytes.len() as u64) as usize;
                    match rng.next_u64() % 3 {
                        0 => bytes[at] = b"09-[]\"! .nwx\n"[(rng.next_u64() % 13) as usize],
                        1 => drop(bytes.remove(at)),
                        _ => bytes.insert(at, bytes[at]),
                    }
                }
                let text = String::from_utf8_lossy(&bytes);
                if let Ok(scenario) = Scenario::read(&text) {
                    World::new(&scenario, 1).step(&mut Nobody, |_| {});
                }
                if let Ok(recording) = Recording::read(&text) {
                    assert_eq!(Recording::read(&recording.to_text()), Ok(recording));
                }
            }
        }
    }
}

/// A stranger's file costs no more than the worlds that are allowed.
#[test]
fn bounds_are_kept_before_anything_is_built() {
    let bounds = Bounds { cells: 100, robots: 2 };
    let fault = |text: &str| Scenario::read_within(text, bounds).expect_err(text).to_string();
    let large = "name = \"a\"\nsize = [20, 20]\n";
    assert_eq!(fault(large), "line 2, column 8: there should be 100 cells at the most, not 400");
    let overlap = format!("{HEAD}walls = [{}]\n", "[0, 0, 4, 3], ".repeat(100));
    assert_eq!(
        fault(&overlap),
        "line 3, column 234: the walls overlap too often; name each cell once"
    );
    let robots: String = (0..3)
        .map(|n| format!("[[robot]]\nkind = \"fixed\"\nname = \"R{n}\"\nat = [{n}, 0]\n"))
        .collect();
    let text = format!("{HEAD}{robots}");
    assert_eq!(fault(&text), "line 3, column 1: there should be 2 robots at the most");
    let scenario = Scenario::read(&text).unwrap();
    let recorded = Recorder::new(scenario, 1).finish().to_text();
    assert!(Recording::read(&recorded).is_ok());
    let error = Recording::read_within(&recorded, bounds).unwrap_err().to_string();
    assert_eq!(error, "line 8: column 1: there should be 2 robots at the most");
}
