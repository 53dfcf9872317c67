//! Kalah with those who play it.

use std::sync::Arc;

use henge_core::spec::{Options, Param, SpecError, Values};
use henge_games::kalah::{EmptyCapture, Harvest, Houses, Kalah, Rules, Seeds, Swap, Sweep};
use henge_learn::table::Codes;

use crate::trainable::FeatureSets;
use crate::{Family, GameSetup, Playable};

/// Boards of all sizes, by all rules.
pub fn family() -> Family {
    Family::new("kalah", "Kalah", |options| Ok(kalah(options)?))
        .option(Param::new("houses", "6", Values::Int { min: 1, max: 12 }, "houses of each row"))
        .option(Param::new(
            "seeds",
            "4",
            Values::Int { min: 1, max: 127 },
            "seeds in each house at the start; houses times seeds is 127 at most",
        ))
        .option(Param::new(
            "empty-capture",
            "stays",
            Values::Choice(&["stays", "taken"]),
            "what a last seed in an empty house does when the house opposite is empty",
        ))
        .option(Param::new(
            "sweep",
            "owner",
            Values::Choice(&["owner", "other", "nobody"]),
            "who gets what lies in a row when the other row is empty",
        ))
        .option(Param::new(
            "swap",
            "false",
            Values::Flag,
            "the second player may change sides in place of their first move",
        ))
}

fn kalah(options: &Options) -> Result<Playable, SpecError> {
    let rules = Rules {
        houses: options.number("houses") as u8,
        seeds: options.number("seeds") as u8,
        empty_capture: match options.text("empty-capture") {
            "taken" => EmptyCapture::Taken,
            _ => EmptyCapture::Stays,
        },
        sweep: match options.text("sweep") {
            "other" => Sweep::Other,
            "nobody" => Sweep::Nobody,
            _ => Sweep::Owner,
        },
        swap: if options.flag("swap") { Swap::On } else { Swap::Off },
    };
    let game = Kalah::new(rules).map_err(|error| options.wrong("seeds", error.to_string()))?;
    let game = Arc::new(game);
    let setup = GameSetup::new(Arc::new(Harvest)).source(Seeds);
    let features = FeatureSets::new(options.name(), Arc::clone(&game))
        .with_set(Houses::new(&game))
        .with_codes(Codes::POSITIONS);
    Ok(Playable::new(options.name(), game.about(), Arc::clone(&game))
        .with_engines(game, setup)
        .with_trainable(features)
        .with_reasons::<Kalah>())
}
