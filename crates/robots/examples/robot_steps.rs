//! How many turns of robots a second: `cargo run --release -p henge-robots --example robot_steps`.

use std::time::Instant;

use henge_robots::{Kind, Nobody, Scenario, World};

/// A torus of 100 by 100 with 1,000 robots of `kinds`, in four teams.
fn crowd(kinds: &[Kind], walls: &str) -> Scenario {
    let mut text = String::from("name = \"crowd\"\nsize = [100, 100]\nedges = \"torus\"\n");
    text += &format!("walls = [{walls}]\n");
    for n in 0..1000 {
        let kind = kinds[n % kinds.len()].name();
        // Every tenth cell, shifted from row to row.
        let (x, y) = ((n % 10) * 10 + n / 10 % 10, n / 10);
        let team = n % 4;
        text += &format!(
            "[[robot]]\nkind = \"{kind}\"\nname = \"R{n}\"\nat = [{x}, {y}]\nteam = \"T{team}\"\n"
        );
    }
    Scenario::read(&text).expect("the scenario is written well")
}

fn main() {
    let looking = [Kind::Follower, Kind::Avoider, Kind::Blocker];
    let all = [Kind::Fixed, Kind::Crazy, Kind::Obstinate];
    let mixed = [&all[..], &looking[..]].concat();
    // Robots begin on cells (10 i + j, 10 k + j): these rows of five are free.
    let places = (0..100).map(|n| format!("[{}, {}, 5, 1]", n % 10 * 10 + 2, n / 10 * 10));
    let walls = places.collect::<Vec<_>>().join(", ");
    let crowds: [(&str, &[Kind], &str); 5] = [
        ("crazy", &[Kind::Crazy], ""),
        ("obstinate", &[Kind::Obstinate], ""),
        ("follower, avoider, blocker", &looking, ""),
        ("all kinds", &mixed, ""),
        ("all kinds among walls", &mixed, &walls),
    ];
    for (name, kinds, walls) in crowds {
        let mut world = World::new(&crowd(kinds, walls), 1);
        let (mut turns, mut moves) = (0u64, 0u64);
        let begin = Instant::now();
        for _ in 0..2000 {
            world.step(&mut Nobody, |event| {
                turns += 1;
                moves += u64::from(event.has_moved());
            });
        }
        let rate = turns as f64 / begin.elapsed().as_secs_f64() / 1e6;
        println!("{name}: {rate:.1} million turns/s, {moves} of {turns} moved");
    }
}
