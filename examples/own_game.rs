//! A game of your own: three small traits, and bots, solver and drawing come with it.
//! `cargo run -p henge --example own_game`

use std::sync::Arc;

use henge::depict::{Hue, Kind, Outline, Piece, Point, Shape, Site};
use henge::search::Task;
use henge::{
    About, Board, Depict, Game, Limits, NoEval, Notation, NotationError, Outcome, Player, Scene,
    SiteId, Turn, render,
};

/// A row of matches. Take one, two or three of them; whoever takes the last match wins.
struct Nim(u8);

impl Game for Nim {
    type Position = (u8, Player); // How many matches are left, and who is to move.
    type Move = u8; // How many are taken.
    type Moves = std::ops::RangeInclusive<u8>;
    type Undo = (); // The move says it all.

    fn start(&self) -> (u8, Player) {
        (self.0, Player::First)
    }
    fn turn(&self, &(left, player): &(u8, Player)) -> Turn {
        if left == 0 { Turn::Over(Outcome::win(!player)) } else { Turn::Player(player) }
    }
    fn moves(&self, &(left, _): &(u8, Player)) -> Self::Moves {
        1..=left.min(3)
    }
    fn play(&self, pos: &mut (u8, Player), mv: u8) {
        *pos = (pos.0 - mv, !pos.1);
    }
    fn undo(&self, pos: &mut (u8, Player), mv: u8, _: ()) {
        *pos = (pos.0 + mv, !pos.1);
    }
    fn key(&self, &(left, player): &(u8, Player)) -> u64 {
        u64::from(left) * 2 + player.index() as u64
    }
}

impl Notation for Nim {
    fn write_move(&self, _: &(u8, Player), mv: u8) -> String {
        mv.to_string()
    }
    fn write_position(&self, &(left, player): &(u8, Player)) -> String {
        format!("{left} {}", ["first", "second"][player.index()])
    }
    fn read_position(&self, text: &str) -> Result<(u8, Player), NotationError> {
        let mut all = (0..=self.0).flat_map(|left| Player::BOTH.map(|player| (left, player)));
        all.find(|pos| self.write_position(pos) == text)
            .ok_or_else(|| NotationError::new(text, "a position such as \"10 first\""))
    }
}

impl Depict for Nim {
    fn board(&self) -> Board {
        let at = |i: u8| Point::new(f32::from(i), 0.0);
        let site = |i: u8| Site { name: i.to_string(), at: at(i), outline: Outline::Dot, tint: 0 };
        let (name, glyph, shape) = ("match".into(), '|', Shape::Letter);
        let kind = Kind { name, owner: None, shape, hue: Hue::Owner, glyph, ascii: glyph };
        Board { sites: (0..self.0).map(site).collect(), kinds: vec![kind], ..Board::default() }
    }
    fn scene(&self, &(left, _): &(u8, Player)) -> Scene {
        let piece = |i| Piece { site: SiteId(i), kind: 0, count: 1 };
        Scene { pieces: (0..left.into()).map(piece).collect(), ..Scene::default() }
    }
    fn path(&self, &(left, _): &(u8, Player), mv: u8) -> Vec<SiteId> {
        vec![SiteId(u16::from(left - mv))] // The leftmost match that is taken.
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (nim, about) = (Arc::new(Nim(10)), About::new("nim", "Nim").players("Ada", "Bert"));
    let setup = henge::GameSetup::new(Arc::new(NoEval));
    let game = henge::Playable::new("nim", about, nim.clone()).with_engines(nim, setup);
    let table = game.rules().start();
    print!("{}", render::text(game.rules().board(), &table.scene(), &Default::default()));

    let solver = game.solving().ok_or("with_engines brings it")?;
    let solved = solver.solve(&*table, Task::new(Limits::NONE))?;
    println!("Ada to move: {}, by {}", solved.score, solved.line.join(" "));

    let thought = henge::think(&mut *game.bot("alphabeta")?, &*table, Limits::NONE)?;
    println!("The bot plays {}. {}", thought.best().unwrap_or("-"), thought.why.join(" "));
    Ok(())
}

#[test]
fn the_laws_hold() {
    henge_testkit::laws(&Nim(10));
    main().expect("the game is played to its end");
}
