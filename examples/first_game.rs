//! Finds a game by its name, lets two bots play it, and prints the board, the reasons for the last
//! move and the record.
//!
//! `cargo run -p henge --example first_game`, or with another game: `… first_game fano`.

use std::error::Error;

use henge::depict::{Mark, MarkKind};
use henge::erased::{DynMatch, Thought};
use henge::record::Record;
use henge::render::{self, TextStyle};
use henge::{Limits, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or("hex:size=5".into());
    print!("{}", play(&name)?);
    Ok(())
}

fn play(name: &str) -> Result<String, Box<dyn Error>> {
    let game = henge::game(name)?;
    // Bots that are limited by depth, and not by time, play the same game on every machine.
    let mut bots = [game.bot("alphabeta:depth=4")?, game.bot("mcts:nodes=500")?];
    let mut table = game.rules().start();
    let mut last = Thought::default();
    while let Turn::Player(player) = table.turn() {
        last = henge::think(&mut *bots[player.index()], &*table, Limits::NONE)?;
        table.play(last.best().ok_or("a bot found no move")?)?;
    }

    let mut out = render::text(game.rules().board(), &scene(&*table), &TextStyle::default());
    for reason in &last.why {
        out += &format!("\n{reason}");
    }
    let mut record = Record::from_match(&**game.rules(), &*table);
    record.set_tag("First", bots[0].name());
    record.set_tag("Second", bots[1].name());
    Ok(format!("{out}\n\n{record}\n"))
}

/// What stands on the board, with the last move marked.
fn scene(table: &dyn DynMatch) -> henge::Scene {
    let mut scene = table.scene();
    let last = table.last_path().into_iter();
    scene.marks.extend(last.map(|site| Mark { site, kind: MarkKind::Last, text: None }));
    scene
}

#[test]
fn any_game_is_played_to_its_end() {
    for name in ["hex:size=5", "fano", "sum-to-fifteen"] {
        let text = play(name).expect("the bots know these games");
        assert!(!text.ends_with("*\n"), "no result yet:\n{text}");
    }
}
