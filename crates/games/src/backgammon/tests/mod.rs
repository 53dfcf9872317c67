mod acey_deucey;
mod files;
mod generating;
mod playing;
mod slow;
mod texts;

use henge_core::Notation;

use super::{Backgammon, Position, Stakes, Start};

const MONEY: Stakes = Stakes::Money { jacoby: true, beavers: true };

fn game(stakes: Stakes) -> Backgammon {
    Backgammon::new(Start::Standard, stakes).expect("the tests name games that exist")
}

/// Plays moves separated by semicolons.
fn after(game: &Backgammon, mut pos: Position, moves: &str) -> Position {
    for text in moves.split(';') {
        let mv = game.read_move(&pos, text.trim()).unwrap_or_else(|error| panic!("{error}"));
        henge_core::Game::play(game, &mut pos, mv);
    }
    pos
}
