//! Breakthrough with those who play it.

use std::sync::Arc;

use henge_core::spec::{Param, Values};
use henge_games::breakthrough::{self, Advance, Breakthrough, Men};

use crate::{Family, GameSetup, Playable};

/// Boards of all sizes.
pub fn family() -> Family {
    Family::new("breakthrough", "Breakthrough", |options| {
        let (columns, rows) = options.size("size");
        let game = Breakthrough::new(columns as u32, rows as u32);
        let game = game.map_err(|error| options.wrong("size", error.to_string()))?;
        let game = Arc::new(game);
        let setup = GameSetup::new(Arc::new(Advance)).source(Men);
        Ok(Playable::new(options.name(), game.about(), Arc::clone(&game))
            .with_engines(game, setup)
            .with_predicates::<Breakthrough>(breakthrough::explain))
    })
    .option(Param::new(
        "size",
        "8x8",
        Values::Size { min: 2, max: 8 },
        "columns and rows, of which there are three or more",
    ))
}
