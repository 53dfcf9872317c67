//! The positional games with those who play them: Tic-Tac-Toe, Go-Moku, Hex, and all games in files.

use std::sync::Arc;

use henge_bots::Waiting;
use henge_bots::piskvork::{self, PiskvorkBot};
use henge_core::spec::{Param, Values};
use henge_games::positional::{
    self, Definition, DefinitionError, Judge, Positional, Promise, Row, Swap, go_moku, hex,
    read_game, tic_tac_toe,
};
use henge_learn::table::Codes;

use super::scales;
use crate::overlay::Overlay;
use crate::setup::GameSetup;
use crate::trainable::FeatureSets;
use crate::{Family, Playable};

/// Three in a row on nine squares.
pub fn tic_tac_toe_family() -> Family {
    Family::new("tic-tac-toe", "Tic-Tac-Toe", |options| {
        Ok(positional(options.name(), tic_tac_toe()))
    })
}

/// Five in a row.
pub fn go_moku_family() -> Family {
    Family::new("go-moku", "Go-Moku", |options| {
        let size = options.number("size") as usize;
        let row = if options.flag("exact") { Row::ExactlyFive } else { Row::FiveOrMore };
        let wrong = |error: DefinitionError| options.wrong("size", error.to_string());
        let board = piskvork::Board { size, exact: options.flag("exact") };
        let waiting = Waiting::default();
        Ok(positional(options.name(), go_moku(size, row).map_err(wrong)?).with_bot(
            "piskvork",
            "another program that speaks the protocol of the Gomocup",
            piskvork::PARAMS,
            move |options| Ok(Box::new(PiskvorkBot::new(board, options, &waiting)?)),
        ))
    })
    .option(Param::new("size", "15", Values::Int { min: 5, max: 20 }, "columns and rows"))
    .option(Param::new("exact", "false", Values::Flag, "exactly five wins, six do not"))
}

/// A chain between two edges.
pub fn hex_family() -> Family {
    Family::new("hex", "Hex", |options| {
        let (columns, rows) = options.size("size");
        let swap = if options.flag("swap") { Swap::On } else { Swap::Off };
        let wrong = |error: DefinitionError| options.wrong("swap", error.to_string());
        Ok(positional(options.name(), hex(columns, rows, swap).map_err(wrong)?))
    })
    .option(Param::new(
        "size",
        "11",
        Values::Size { min: 2, max: 19 },
        "columns and rows, as in 11 or 4x6",
    ))
    .option(Param::new(
        "swap",
        "false",
        Values::Flag,
        "the second player may take the first stone over",
    ))
}

macro_rules! files {
    ($($slug:literal)*) => {
        /// The games that come as files, in the binary so that they are always there.
        const FILES: &[(&str, &str)] =
            &[$(($slug, include_str!(concat!("../../games/", $slug, ".toml")))),*];
    };
}
files! {
    "fano" "five-in-a-row" "hex-3-listed" "qubic" "rows-and-columns" "square-off" "sum-to-fifteen"
    "torus-tic-tac-toe"
}

/// The games that come as files; each is read when it is asked for.
pub fn files() -> impl Iterator<Item = Family> {
    FILES.iter().map(|&(slug, text)| {
        Family::new(slug, title(text), move |options| {
            let definition = read_game(slug, text).expect("the tests read every shipped file");
            Ok(positional(options.name(), definition))
        })
    })
}

/// What a shipped file calls its game.
fn title(text: &'static str) -> &'static str {
    let mut names =
        text.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    names.next().expect("the tests read every shipped file")
}

/// A positional game with the bitboards that fit it.
pub fn positional(name: String, definition: Definition) -> Playable {
    let definition = Arc::new(definition);
    match definition.n_sites() {
        0..=64 => seated::<1>(name, definition, Some(with_features)),
        65..=128 => seated::<2>(name, definition, Some(with_features)),
        129..=256 => seated::<4>(name, definition, None),
        257..=384 => seated::<6>(name, definition, None),
        _ => seated::<8>(name, definition, None),
    }
}

/// Adds what can be learned about a positional game. On larger boards thousands of games take too
/// long, and every size more is one more search to compile.
fn with_features<const W: usize>(
    playable: Playable,
    game: &Arc<Positional<W>>,
    promise: &Arc<Promise<W>>,
) -> Playable {
    let features = FeatureSets::new(playable.rules().name(), Arc::clone(game))
        .with_set(positional::Groups::new(game, promise))
        .with_set_for_nets(positional::Stones::new(game))
        .with_codes(Codes::POSITIONS);
    playable.with_trainable(features)
}

type AddFeatures<const W: usize> = fn(Playable, &Arc<Positional<W>>, &Arc<Promise<W>>) -> Playable;

fn seated<const W: usize>(
    name: String,
    definition: Arc<Definition>,
    add_features: Option<AddFeatures<W>>,
) -> Playable {
    let game = Arc::new(Positional::<W>::new(Arc::clone(&definition)));
    let promise = Arc::new(Promise::new(&game));
    let judge = Judge::best(&game, &promise);
    let by_patterns = matches!(judge, Judge::Patterns(_));
    let family = if by_patterns { "five-in-a-row" } else { "hex" };
    let mut setup = GameSetup::new(Arc::new(judge)).scale(scales::of(&[&name, family]));
    if by_patterns {
        setup = setup.other_evals(Judge::Nothing, Judge::Promise(Arc::clone(&promise)));
    }
    if definition.goals.iter().any(|goal| goal.connect.is_some()) {
        // 79.5 % ± 3.9 against MCTS without, on Hex 7 with 1000 simulations a move.
        setup = setup.rave(10_000.0);
    }
    let playable = Playable::new(name, definition.about(), Arc::clone(&game))
        .with_ability(definition)
        .with_ability(Arc::clone(&promise))
        .with_ability::<dyn Overlay>(Arc::new(Arc::clone(&promise)))
        .with_engines(Arc::clone(&game), setup);
    match add_features {
        Some(add) => add(playable, &game, &promise),
        None => playable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_a_shipped_file_is_that_of_its_game() {
        for (slug, text) in FILES {
            assert_eq!(title(text), read_game(slug, text).expect("a shipped file").title);
        }
    }
}
