//! How many turns of robots a second: `cargo run --release -p henge-robots --example robot_steps`.

use std::time::Instant;

use henge_robots::{Kind, Nobody, Scenario, World};

/// A torus of 100 by 100 with 1,000 robots of `kinds`, in four teams.
fn crowd(kinds: &[Kind]) -> Scenario {
    let mut text = String::from("name = \"crowd\"\nsize = [100, 100]\nedges = \"torus\"\n");
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
    let crowds: [(&str, &[Kind]); 4] = [
        ("crazy", &[Kind::Crazy]),
        ("obstinate", &[Kind::Obstinate]),
        ("follower, avoider, blocker", &looking),
        ("all kinds", &mixed),
    ];
    for (name, kinds) in crowds {
        let mut world = World::new(&crowd(kinds), 1);
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
