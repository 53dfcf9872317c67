//! Nine Men's Morris with those who play it.

use std::sync::Arc;

use henge_core::spec::{Param, Values};
use henge_games::morris::{self, Flying, Men, Mills, Morris};

use crate::{Family, GameSetup, Playable};

/// With and without flying.
pub fn family() -> Family {
    Family::new("nine-mens-morris", "Nine Men's Morris", |options| {
        let flying = if options.flag("flying") { Flying::Allowed } else { Flying::Excluded };
        let game = Arc::new(Morris::new(flying, options.number("idle") as u16));
        let setup = GameSetup::new(Arc::new(Mills)).source(Men);
        Ok(Playable::new(options.name(), game.about(), Arc::clone(&game))
            .with_engines(game, setup)
            .with_predicates::<Morris>(morris::explain))
    })
    .option(Param::new(
        "flying",
        "true",
        Values::Flag,
        "a player with three men left may go to any free point",
    ))
    .option(Param::new(
        "idle",
        "100",
        Values::Int { min: 0, max: 1000 },
        "this many moves without a mill are a draw, both players' counted; 0 for no limit",
    ))
}
