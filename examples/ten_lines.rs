//! The example of the README: two bots play Hex.

use henge::{Limits, Turn, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hex = henge::game("hex:size=5")?;
    let mut bots = [hex.bot("alphabeta:depth=4")?, hex.bot("mcts:nodes=500")?];
    let mut table = hex.rules().start();
    while let Turn::Player(player) = table.turn() {
        let thought = henge::think(&mut *bots[player.index()], &*table, Limits::NONE)?;
        table.play(thought.best().expect("the game is not over"))?;
    }
    let picture = render::text(hex.rules().board(), &table.scene(), &Default::default());
    println!("{picture}{}", table.history().join(" "));
    Ok(())
}
