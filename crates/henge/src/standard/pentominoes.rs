//! Pentominoes with those who play it.

use std::sync::{Arc, LazyLock};

use henge_bots::henge::EngineKind;
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_games::pentominoes::{self, BoardError, Pentominoes, PieceName};
use henge_learn::table::Codes;
use henge_search::book::Book;
use henge_solvers::PentominoesSolver;

use super::scales;
use crate::setup::GameSetup;
use crate::trainable::FeatureSets;
use crate::{Family, Playable};

/// The game on boards of any size, with any pieces.
pub fn family() -> Family {
    Family::new("pentominoes", "Pentominoes", |options| {
        Ok(pentominoes(options.name(), pentominoes_rules(options)?))
    })
    .option(Param::new(
        "size",
        "6x10",
        Values::Size { min: 1, max: 64 },
        "columns and rows; columns times rows is 64 at most",
    ))
    .option(Param::new(
        "blocked",
        "",
        Values::List(&Values::Int { min: 1, max: 64 }),
        "squares that cannot be used, as in 1/2/7",
    ))
    .option(Param::new(
        "without",
        "",
        Values::List(&Values::Choice(&PIECES)),
        "pieces that are left out, as in X/I",
    ))
}

/// The letters of the pieces, large and small.
const PIECES: [&str; 24] = [
    "F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z", "f", "i", "l", "n", "p", "t", "u",
    "v", "w", "x", "y", "z",
];

fn pentominoes_rules(options: &Options) -> Result<Pentominoes, SpecError> {
    let (columns, rows) = options.size("size");
    let list = |key| options.text(key).split('/').map(str::trim).filter(|word| !word.is_empty());
    let blocked: Option<Vec<u32>> = list("blocked").map(|word| word.parse().ok()).collect();
    let blocked =
        blocked.ok_or_else(|| options.unexpected("blocked", "numbers of squares, as in 1/2/7"))?;
    let letter = |word: &str| match word.chars().collect::<Vec<char>>()[..] {
        [letter] => PieceName::from_letter(letter),
        _ => None,
    };
    let without: Option<Vec<PieceName>> = list("without").map(letter).collect();
    let without =
        without.ok_or_else(|| options.unexpected("without", "letters of pieces, as in X/I"))?;
    let game = Pentominoes::with(columns as u32, rows as u32, &blocked, &without);
    game.map_err(|error| {
        let key = if matches!(error, BoardError::Size { .. }) { "size" } else { "blocked" };
        options.wrong(key, error.to_string())
    })
}

/// What is known of the openings of 6×10 and 8×8; `henge book build --parts` made them of what
/// `henge solve --checkpoint` has found.
static PENTOMINOES_BOOKS: LazyLock<[Arc<Book>; 2]> = LazyLock::new(|| {
    let books: [&[u8]; 2] = [
        include_bytes!("../../books/pentominoes-6x10.book"),
        include_bytes!("../../books/pentominoes-8x8.book"),
    ];
    books.map(|bytes| Arc::new(Book::from_bytes(bytes).expect("the tests read the shipped books")))
});

fn pentominoes(name: String, game: Pentominoes) -> Playable {
    let mut setup = GameSetup::new(Arc::new(pentominoes::Choices))
        .scale(scales::of(&[&name]))
        .favourite(EngineKind::Mcts)
        .solver(PentominoesSolver::new);
    if Pentominoes::new(6, 10).is_ok_and(|usual| usual == game) {
        setup = setup.book(|| Some(Arc::clone(&PENTOMINOES_BOOKS[0])));
    } else if Pentominoes::new(8, 8).is_ok_and(|square| square == game) {
        setup = setup.book(|| Some(Arc::clone(&PENTOMINOES_BOOKS[1])));
    }
    let game = Arc::new(game);
    let features = FeatureSets::new(&name, Arc::clone(&game))
        .with_set(pentominoes::ChoicesAndCentres)
        .with_codes(Codes { name: "choices-and-centres", code: pentominoes::choices_and_centres })
        .with_codes(Codes::POSITIONS);
    Playable::new(name, game.about(), Arc::clone(&game))
        .with_engines(game, setup)
        .with_reasons::<Pentominoes>()
        .with_trainable(features)
}
