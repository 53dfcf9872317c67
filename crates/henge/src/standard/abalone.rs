//! Abalone with those who play it.

use std::sync::Arc;

use henge_core::spec::{Param, Values};
use henge_games::abalone::{self, Abalone, Arrangement, Marbles, Middle};

use crate::{Family, GameSetup, Playable};

/// Both arrangements.
pub fn family() -> Family {
    Family::new("abalone", "Abalone", |options| {
        let arrangement = match options.text("start") {
            "belgian-daisy" => Arrangement::BelgianDaisy,
            _ => Arrangement::Standard,
        };
        let game = Arc::new(Abalone::new(arrangement, options.number("idle") as u16));
        let setup = GameSetup::new(Arc::new(Middle)).source(Marbles);
        Ok(Playable::new(options.name(), game.about(), Arc::clone(&game))
            .with_engines(game, setup)
            .with_predicates::<Abalone>(abalone::explain))
    })
    .option(Param::new(
        "start",
        "standard",
        Values::Choice(&["standard", "belgian-daisy"]),
        "how the marbles lie at the start",
    ))
    .option(Param::new(
        "idle",
        "0",
        Values::Int { min: 0, max: 1000 },
        "this many moves without a marble pushed out are a draw, both players' counted; 0 for no limit",
    ))
}
