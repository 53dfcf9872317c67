//! Laws of the world, checked in random worlds, and the run of the source's scenario.

use std::collections::HashSet;

use henge_robots::{
    Edges, Event, Kind, Nobody, Outcome, Place, Recorder, Recording, SCENARIOS, Said, Scenario,
    Step, World, display, scenario_named, svg,
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// `tests/data/four-seed-7.txt` was made by a program in another language that follows the source
/// word for word (each robot keeps its own place, and the obstinate one the place that it wanted),
/// with xoshiro256++ written out anew.
#[test]
fn the_source_s_world_runs_as_worked_out() {
    let expected = include_str!("../data/four-seed-7.txt");
    let scenario = scenario_named("four").unwrap();
    let mut world = World::new(&scenario, 7);
    let mut said: Vec<String> =
        display::initial_state(&world).lines().skip(1).map(str::to_string).collect();
    for key in "866.868224488662244000".chars() {
        let mut person = |_: &World, _| Step::from_key(&key.to_string());
        world.step(&mut person, |event| said.push(display::turn(&scenario, event)));
    }
    assert_eq!(said, expected.lines().collect::<Vec<_>>());
}

/// Refused at the western rim, an obstinate robot spends a turn on turning and goes north.
#[test]
fn an_obstinate_robot_turns_right() {
    let text = "name = \"one\"\nsize = [3, 3]\n[[robot]]\nkind = \"obstinate\"\nname = \"Ox\"\n\
                at = [1, 1]\n";
    let mut world = World::new(&Scenario::read(text).unwrap(), 1);
    let ox = world.robot_named("Ox").unwrap();
    let way: Vec<(u16, u16)> = (0..8)
        .map(|_| {
            world.step(&mut Nobody, |_| {});
            (world.place(ox).x, world.place(ox).y)
        })
        .collect();
    assert_eq!(way, [(0, 1), (0, 1), (0, 1), (0, 2), (0, 2), (0, 2), (1, 2), (2, 2)]);
}

fn below(rng: &mut Xoshiro256PlusPlus, n: u64) -> u64 {
    rng.next_u64() % n
}

/// A world of random size, walls, robots and contest.
fn random_scenario(seed: u64) -> Scenario {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let (width, height) = (1 + below(rng, 12), 1 + below(rng, 12));
    let edges = if below(rng, 2) == 0 { "closed" } else { "torus" };
    let mut text = format!("name = \"r\"\nsize = [{width}, {height}]\nedges = \"{edges}\"\n");
    let (mut walls, mut robots) = (Vec::new(), String::new());
    let mut n_robots = 0;
    for cell in 0..width * height {
        let (x, y) = (cell % width, cell / width);
        let last_chance = n_robots == 0 && cell + 1 == width * height;
        match below(rng, 8) {
            0 if !last_chance => walls.push(format!("[{x}, {y}]")),
            what if what == 1 || what == 2 || last_chance => {
                let kind = Kind::ALL[below(rng, 8) as usize].name();
                let team = ["a", "b"][below(rng, 2) as usize];
                robots += &format!(
                    "[[robot]]\nkind = \"{kind}\"\nname = \"R{n_robots}\"\nat = [{x}, {y}]\n\
                     team = \"{team}\"\nsight = {}\n",
                    1 + below(rng, 12)
                );
                n_robots += 1;
            }
            _ => {}
        }
    }
    text += &format!("walls = [{}]\n", walls.join(", "));
    text += &robots;
    if robots.contains("\"a\"") && robots.contains("\"b\"") {
        let kind = ["catch", "avoid", "block"][below(rng, 3) as usize];
        text += &format!("[contest]\nkind = \"{kind}\"\nteam = \"a\"\nsteps = 20\n");
    }
    Scenario::read(&text).unwrap_or_else(|fault| panic!("{fault} in\n{text}"))
}

/// Steers all robots from outside by chance.
fn anything(seed: u64) -> impl FnMut(&World, henge_robots::RobotId) -> Step {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    move |_, _| Step::ALL[below(&mut rng, 9) as usize]
}

fn run(scenario: &Scenario, seed: u64, rounds: usize) -> (Vec<Event>, World, Recording) {
    let mut world = World::new(scenario, seed);
    let mut recorder = Recorder::new(scenario.clone(), seed);
    let (mut events, mut outside) = (Vec::new(), anything(seed));
    for round in 0..rounds {
        // As a client would speak between two rounds.
        let speaker = world.robots().find(|&robot| world.team(robot).is_some());
        if let Some(robot) = speaker.filter(|_| round % 3 == 0) {
            world.say(robot, Said::Words("over here, all of you".into()));
        }
        world.step(&mut outside, |event| {
            recorder.note(event);
            events.push(*event);
        });
        recorder.hear(&world);
    }
    (events, world, recorder.finish())
}

#[test]
fn no_world_breaks_the_laws() {
    for seed in 0..400 {
        let scenario = random_scenario(seed);
        let land = scenario.land();
        let (events, world, _) = run(&scenario, seed, 30);
        let mut places: Vec<Place> = scenario.robots().iter().map(|robot| robot.at).collect();
        let walls: HashSet<Place> = scenario.walls().iter().copied().collect();
        for event in &events {
            let id = event.robot.index();
            assert_eq!(event.from, places[id], "a robot is where it was left");
            assert!(land.distance(event.from, event.to).0 <= 1, "one step at most");
            if land.edges == Edges::Closed {
                assert!(event.from.x.abs_diff(event.to.x) <= 1);
                assert!(event.from.y.abs_diff(event.to.y) <= 1);
            }
            assert!(land.contains(event.to) && !walls.contains(&event.to), "walls are respected");
            let others = places.iter().enumerate().filter(|&(other, _)| other != id);
            assert!(others.clone().all(|(_, &place)| place != event.to), "no two on one cell");
            match event.outcome {
                Outcome::Moved => assert_ne!(event.from, event.to),
                Outcome::Stayed => assert_eq!((event.from, event.wish), (event.to, Step::STAY)),
                Outcome::Refused(_) => {
                    assert_eq!(event.from, event.to);
                    let goal = land.walk(event.from, event.wish);
                    let free = goal.is_some_and(|goal| {
                        !walls.contains(&goal) && places.iter().all(|&place| place != goal)
                    });
                    assert!(!free, "only what is not free is refused");
                }
            }
            places[id] = event.to;
        }
        let at_last: Vec<Place> = world.robots().map(|id| world.place(id)).collect();
        assert_eq!(at_last, places);
    }
}

#[test]
fn scenario_and_seed_give_the_same_run() {
    for seed in 0..50 {
        let scenario = random_scenario(seed);
        let (once, again) = (run(&scenario, 3, 20), run(&scenario, 3, 20));
        assert_eq!(once.0, again.0);
        assert_eq!(once.1.scores(), again.1.scores());
    }
    let four = scenario_named("four").unwrap();
    assert_ne!(run(&four, 1, 20).0, run(&four, 2, 20).0, "another seed, another run");
}

#[test]
fn recordings_and_scenarios_are_read_back() {
    for seed in 0..100 {
        let scenario = random_scenario(seed);
        assert_eq!(Scenario::read(&scenario.to_toml()).as_ref(), Ok(&scenario));
        let (events, world, recording) = run(&scenario, seed, 25);
        let text = recording.to_text();
        let read = Recording::read(&text).unwrap_or_else(|fault| panic!("{fault} in\n{text}"));
        assert_eq!(read, recording);
        let mut replayed = Vec::new();
        let end = read.replay(|event| replayed.push(*event), |_| {});
        assert_eq!(replayed, events);
        assert_eq!(end.messages(), world.messages());
        assert_eq!(end.scores(), world.scores());
        let picture = svg::animate(&read);
        assert_eq!(picture.matches("<g ").count(), scenario.robots().len());
    }
}

#[test]
fn what_is_said_is_recorded() {
    let scenario = henge_robots::scenario_named("catch").unwrap();
    let (_, _, recording) = run(&scenario, 7, 4);
    let words = recording.to_text();
    assert!(words.contains("over here, all of you"), "{words}");
    let heard = |recording: &Recording| -> Vec<usize> {
        (1..=4).map(|round| recording.said_in(round).count()).collect()
    };
    assert_eq!(heard(&Recording::read(&words).unwrap()), heard(&recording));
    let said = words.lines().find(|line| line.starts_with("said ")).unwrap();
    for (wrong, why) in [
        ("said 99 over here", "\"99\" is no robot"),
        ("said 0", "say something of 1 to 100 characters"),
    ] {
        let fault = Recording::read(&words.replacen(said, wrong, 1)).unwrap_err();
        assert!(fault.message.contains(why), "{fault}");
    }
    let early = words.replacen("rounds\n", &format!("rounds\n{said}\n"), 1);
    let fault = Recording::read(&early).unwrap_err();
    assert_eq!(fault.message, "nothing can be said before the first round");
}

#[test]
fn what_is_shipped_runs() {
    for shipped in SCENARIOS {
        let scenario = Scenario::read(shipped.text)
            .unwrap_or_else(|fault| panic!("{}: {fault}", shipped.slug));
        let (events, ..) = run(&scenario, 1, 50);
        assert!(events.iter().any(Event::has_moved), "{}: somebody moves", shipped.slug);
    }
}
