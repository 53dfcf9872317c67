//! What is shown after every move of a machine.

use henge::erased::Task;
use henge::{Limits, StatusLine};
use std::sync::atomic::AtomicBool;

#[test]
fn the_player_of_1990_tells_its_tip_nodes() {
    let game = henge_museum::game("tic-tac-toe").unwrap();
    let mut bot = game.bot("mangolas1990").unwrap();
    let (table, stop) = (game.rules().start(), AtomicBool::new(false));
    let task = Task::new(Limits::NONE).stop(&stop);
    let thought = bot.think(&*table, task).unwrap();
    let status = game.ability::<dyn StatusLine>().unwrap();
    let line = status.status(bot.name(), &thought).unwrap();
    let n = line.strip_prefix("Tip nodes evaluated => ").unwrap();
    assert!(n.parse::<u32>().unwrap() > 0);
    assert_eq!(status.status("random", &thought), None);
}
