//! Kalah for henge: the rules are in `kalah.rs`, and this is all it takes to play them in the terminal and in the browser,
//! to solve them, to hold contests and to learn.

mod kalah;

use std::process::ExitCode;
use std::sync::Arc;

use henge::learn::table::Codes;
use henge::spec::{Param, Values};
use henge::{Family, FeatureSets, GameSetup, Playable, Registry, Scale, Unit};

use kalah::{Houses, Kalah, Seeds};

fn family() -> Family {
    Family::new("kalah", "Kalah", |options| {
        let game =
            Arc::new(Kalah::new(options.number("houses") as u8, options.number("seeds") as u8));
        // A seed in the store is a seed; how many of them win is not fitted yet.
        let unit = Some(Unit { score: 100.0, name: "seeds", decimals: 0 });
        let setup = GameSetup::new(Arc::new(Seeds)).scale(Scale { unit, ..Scale::LOGIT });
        let features = FeatureSets::new(options.name(), Arc::clone(&game))
            .with_set(Houses::new(&game))
            .with_codes(Codes::POSITIONS);
        Ok(Playable::new(options.name(), game.about(), Arc::clone(&game))
            .with_engines(game, setup)
            .with_trainable(features))
    })
    .option(Param::new("houses", "6", Values::Int { min: 1, max: 6 }, "houses on each side"))
    .option(Param::new(
        "seeds",
        "4",
        Values::Int { min: 1, max: 6 },
        "seeds in each house at the start",
    ))
}

fn main() -> ExitCode {
    henge_cli::main(Registry::standard().with(family()))
}
