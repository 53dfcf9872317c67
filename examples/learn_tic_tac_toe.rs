//! Learns Tic-Tac-Toe by playing against itself, and shows how the loss falls.

use std::sync::atomic::AtomicBool;

use henge::bots::learning::Plan;
use henge::{Pattern, learn_all};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = henge::game("tic-tac-toe")?;
    let lab = game.laboratory().ok_or("there is nothing to learn")?;
    let plan = Plan { rounds: 50, ..Plan::table() };
    let mut training = lab.begin(&Pattern::Table, "", &plan)?;
    let stop = AtomicBool::new(false);
    let file = learn_all(&mut *training, "my first table", &stop, &mut |round| {
        println!("round {}: loss {:.3}", round.round, round.loss);
    });
    let label = lab.check(&file.unwrap_or_default())?;
    println!("A table of {} for {}.", label.features, label.game);
    Ok(())
}
