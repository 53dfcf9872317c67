//! Stonehenge with those who play it.

use std::sync::{Arc, LazyLock};

use henge_games::stonehenge::{self, Stonehenge};
use henge_learn::table::Codes;
use henge_search::book::Book;
use henge_solvers::StonehengeSolver;

use super::scales;
use crate::setup::GameSetup;
use crate::trainable::FeatureSets;
use crate::{Family, Playable};

/// The game.
pub fn family() -> Family {
    Family::new("stonehenge", "Stonehenge", |options| Ok(stonehenge(options.name())))
}

fn stonehenge(name: String) -> Playable {
    let game = Arc::new(Stonehenge);
    let setup = GameSetup::new(Arc::new(stonehenge::Lines))
        .scale(scales::of(&[&name]))
        .source(stonehenge::Source)
        .solver(StonehengeSolver::new)
        .book(|| Some(Arc::clone(&STONEHENGE_BOOK)));
    let features = FeatureSets::new(&name, Arc::clone(&game))
        .with_set(stonehenge::LinesAndHands)
        .with_codes(Codes::POSITIONS);
    Playable::new(name, game.about(), Arc::clone(&game))
        .with_engines(game, setup)
        .with_reasons::<Stonehenge>()
        .with_trainable(features)
}

/// What a search thinks of the first two plies; `cargo run --release -p henge-solvers --example stonehenge_book` made
/// it.
static STONEHENGE_BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = Book::from_bytes(include_bytes!("../../books/stonehenge.book"));
    Arc::new(book.expect("the tests read the shipped book"))
});
