//! What robots do that look at the world, and how contests are scored.

use henge_robots::{Nobody, Said, Scenario, Step, World, scenario_named};

/// A world of so many columns and one row or more; robots are `kind name x y` and more lines.
fn world(head: &str, robots: &[(&str, &str, u16, u16, &str)], tail: &str) -> World {
    let mut text = format!("name = \"test\"\n{head}\n");
    for (kind, name, x, y, more) in robots {
        text +=
            &format!("[[robot]]\nkind = \"{kind}\"\nname = \"{name}\"\nat = [{x}, {y}]\n{more}\n");
    }
    text += tail;
    World::new(&Scenario::read(&text).unwrap_or_else(|fault| panic!("{fault} in\n{text}")), 1)
}

fn at(world: &World, name: &str) -> (u16, u16) {
    let place = world.place(world.robot_named(name).unwrap());
    (place.x, place.y)
}

fn after(world: &mut World, rounds: usize, name: &str) -> (u16, u16) {
    for _ in 0..rounds {
        world.step(&mut Nobody, |_| {});
    }
    at(world, name)
}

#[test]
fn a_follower_goes_to_the_nearest_and_stops_beside_it() {
    let robots =
        [("follower", "F", 0, 0, ""), ("fixed", "far", 9, 0, ""), ("fixed", "near", 5, 5, "")];
    let mut world = world("size = [10, 10]", &robots, "");
    assert_eq!(after(&mut world, 1, "F"), (1, 1));
    assert_eq!(after(&mut world, 3, "F"), (4, 4));
    // Straight beside is nearer than across the corner.
    let beside = after(&mut world, 5, "F");
    assert!(beside == (4, 5) || beside == (5, 4), "{beside:?}");
}

#[test]
fn a_follower_keeps_to_its_target_and_crosses_the_rim_of_a_torus() {
    let robots = [
        ("follower", "F", 1, 0, "target = \"T\""),
        ("fixed", "near", 3, 0, ""),
        ("fixed", "T", 8, 0, ""),
    ];
    let mut world = world("size = [10, 1]\nedges = \"torus\"", &robots, "");
    assert_eq!(after(&mut world, 2, "F"), (9, 0));
}

/// ```text
/// . . . . .
/// . # # # .
/// . F . # T     the shortest way goes below the wall: out of the pocket, around its southern end
/// . # # # .     and up again
/// . . . . .
/// ```
#[test]
fn a_follower_goes_around_walls() {
    let robots = [("follower", "F", 1, 2, ""), ("fixed", "T", 4, 2, "")];
    let head = "size = [5, 5]\nwalls = [[1, 1, 3, 1], [1, 3, 3, 1], [3, 2]]";
    let mut world = world(head, &robots, "");
    let way: Vec<(u16, u16)> = (0..6).map(|_| after(&mut world, 1, "F")).collect();
    let south = [(0, 1), (1, 0), (2, 0), (3, 0), (4, 1), (4, 1)];
    let north = south.map(|(x, y)| (x, 4 - y));
    assert!(way == south || way == north, "{way:?}");
}

#[test]
fn a_follower_without_a_way_goes_as_near_as_it_can() {
    let robots = [("follower", "F", 0, 0, ""), ("fixed", "T", 4, 0, "")];
    let mut world = world("size = [5, 1]\nwalls = [[2, 0]]", &robots, "");
    assert_eq!(after(&mut world, 3, "F"), (1, 0));
}

#[test]
fn nobody_sees_farther_than_its_sight() {
    let robots = [("follower", "F", 0, 0, "sight = 3"), ("fixed", "T", 4, 0, "")];
    let mut world = world("size = [10, 1]", &robots, "");
    assert_eq!(after(&mut world, 3, "F"), (0, 0));
}

#[test]
fn an_avoider_goes_away_until_it_is_safe() {
    let robots = [("avoider", "A", 2, 2, "sight = 3"), ("fixed", "T", 1, 1, "")];
    let mut world = world("size = [10, 10]", &robots, "");
    assert_eq!(after(&mut world, 1, "A"), (3, 3));
    assert_eq!(after(&mut world, 5, "A"), (5, 5), "at a distance of four it sees nobody");
}

#[test]
fn a_blocker_waits_where_its_target_will_be() {
    // The target goes west along row 1; the blocker comes from below and stands before it.
    let tail = "[contest]\nkind = \"block\"\nteam = \"b\"\nsteps = 50\n";
    let robots = [("obstinate", "T", 8, 1, ""), ("blocker", "B", 5, 0, "team = \"b\"")];
    let mut world = world("size = [10, 3]", &robots, tail);
    // T goes to column 7 and would go to 6 next.
    assert_eq!(after(&mut world, 1, "B"), (6, 1));
    assert_eq!(at(&world, "T"), (7, 1));
    assert_eq!(after(&mut world, 1, "T"), (7, 1), "the way is blocked");
    assert_eq!(world.standings(), [("b", 1), ("B", 1)]);
}

#[test]
fn a_team_tells_its_members_where_the_target_is() {
    // Only A sees the target; B hears of it in the next round and comes.
    let robots = [
        ("follower", "A", 5, 0, "team = \"t\"\nsight = 5"),
        ("follower", "B", 5, 9, "team = \"t\"\nsight = 1"),
        ("follower", "C", 0, 9, "sight = 1"),
        ("fixed", "T", 9, 0, ""),
    ];
    let mut world = world("size = [10, 10]", &robots, "");
    assert_eq!(after(&mut world, 1, "B"), (5, 9), "nothing was said yet");
    let heard: Vec<&Said> =
        world.heard(world.robot_named("B").unwrap()).map(|message| &message.said).collect();
    assert_eq!(heard, [&Said::Seen(world.place(world.robot_named("T").unwrap()))]);
    assert_eq!(world.heard(world.robot_named("A").unwrap()).count(), 0, "nobody hears itself");
    assert_eq!(after(&mut world, 1, "B"), (6, 8));
    assert_eq!(at(&world, "C"), (0, 9), "others hear nothing");
}

#[test]
fn who_is_caught_stays_and_the_hunt_ends_with_the_last_one() {
    let robots = [
        ("follower", "H", 0, 0, "team = \"h\""),
        ("interactive", "P", 3, 0, ""),
        ("fixed", "Q", 6, 0, ""),
    ];
    let tail = "[contest]\nkind = \"catch\"\nteam = \"h\"\nsteps = 50\n";
    let mut world = world("size = [9, 1]", &robots, tail);
    assert_eq!(after(&mut world, 2, "H"), (2, 0));
    let prey = world.robot_named("P").unwrap();
    assert!(world.is_caught(prey));
    let mut flee = |_: &World, _| Step::EAST;
    world.step(&mut flee, |_| {});
    assert_eq!(at(&world, "P"), (3, 0), "who is caught is not asked");
    assert!(!world.is_over(), "Q is behind P and still free");
    assert_eq!(world.scores(), Some(&[1, 0, 0][..]));
    assert_eq!(after(&mut world, 47, "H"), (2, 0));
    assert!(world.is_over(), "fifty rounds are over");
}

#[test]
fn avoiding_counts_rounds_without_a_neighbour() {
    let robots = [
        ("fixed", "A", 0, 0, "team = \"a\""),
        ("fixed", "B", 5, 0, "team = \"a\""),
        ("fixed", "X", 6, 0, ""),
    ];
    let tail = "[contest]\nkind = \"avoid\"\nteam = \"a\"\nsteps = 7\n";
    let mut world = world("size = [9, 1]", &robots, tail);
    after(&mut world, 7, "A");
    assert!(world.is_over());
    assert_eq!(world.scores(), Some(&[7, 0, 0][..]));
}

#[test]
fn the_hunt_that_is_shipped_ends() {
    let mut world = World::new(&scenario_named("catch").unwrap(), 1);
    while !world.is_over() {
        world.step(&mut Nobody, |_| {});
    }
    let caught: u32 = world.scores().unwrap().iter().sum();
    let n_caught = world.robots().filter(|&id| world.is_caught(id)).count();
    assert_eq!(caught as usize, n_caught);
    assert!(n_caught > 0, "somebody is caught");
}
