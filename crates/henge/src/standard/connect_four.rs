//! Connect Four with those who play it.

use std::sync::{Arc, LazyLock};

use henge_core::spec::{Param, Values};
use henge_games::connect_four::{self, ConnectFour};
use henge_learn::table::Codes;
use henge_search::book::Book;
use henge_solvers::ConnectFourSolver;

use super::scales;
use crate::setup::GameSetup;
use crate::trainable::FeatureSets;
use crate::{Family, Playable};

/// The game on boards of any size.
pub fn family() -> Family {
    Family::new("connect-four", "Connect Four", |options| {
        let (columns, rows) = options.size("size");
        let game = ConnectFour::new(columns as u32, rows as u32);
        let game = game.map_err(|error| options.wrong("size", error.to_string()))?;
        Ok(connect_four(options.name(), game))
    })
    .option(Param::new(
        "size",
        "7x6",
        Values::Size { min: 1, max: 32 },
        "columns and rows; columns times one more than rows is 64 at most",
    ))
}

fn connect_four(name: String, game: ConnectFour) -> Playable {
    let usual_board = game == ConnectFour::default();
    let game = Arc::new(game);
    let mut setup = GameSetup::new(Arc::new(connect_four::Threats))
        .scale(scales::of(&[&name]))
        .source(connect_four::Source)
        .solver(ConnectFourSolver::new);
    if usual_board {
        setup = setup.book(|| CONNECT_FOUR_BOOK.clone());
    }
    let features = FeatureSets::new(&name, Arc::clone(&game))
        .with_set(connect_four::LinesAndThreats::new(&game))
        .with_set_for_nets(connect_four::Cells::new(&game))
        .with_codes(Codes::POSITIONS);
    Playable::new(name, game.about(), Arc::clone(&game))
        .with_engines(game, setup)
        .with_reasons::<ConnectFour>()
        .with_trainable(features)
}

/// What a perfect player of the usual board needs; `henge book build connect-four --repertoire` made it.
static CONNECT_FOUR_BOOK: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
    let book = Book::from_bytes(include_bytes!("../../books/connect-four.book"));
    Some(Arc::new(book.expect("the tests read the shipped book")))
});
