//! Learns Tic-Tac-Toe by playing against itself until a sequential test says that it is stronger than a
//! player by chance, and then plays with what was learned. No file is needed: weights are values.

use henge::learn::stats::{Hypotheses, Scale};
use henge::learn::training::{Plan, RunEnd, TrainingRun};
use henge::{Limits, Model};
use henge_arena::Contest;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = henge::game("tic-tac-toe")?;
    let trainable = game.trainable().ok_or("there is nothing to learn")?;
    let plan = Plan { rounds: 200, ..Plan::table() };
    let training = trainable.begin(&Model::Table, "", &plan)?;

    let test =
        Hypotheses { low: 0.0, high: 100.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
    let random = Contest::new(&game, "random", 200)?.depth(1).opening(0);
    let mut run = TrainingRun::new(training).measure(random).every(10).stop(test);
    for point in run.steps() {
        let point = point?;
        if let Some(strength) = point.strength {
            println!("round {}: {}", point.round.round, strength.in_words());
        }
    }
    assert_eq!(run.end(), Some(RunEnd::Passed), "it is stronger than chance");

    let game = game.clone().with_weights("pupil", run.weights());
    let mut bot = game.bot("pupil:depth=1")?;
    let thought = henge::think(&mut *bot, &*game.rules().start(), Limits::NONE)?;
    println!("It begins with {}.", thought.best().ok_or("a move")?);
    Ok(())
}
