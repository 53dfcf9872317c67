//! Nuba with those who play it.

use std::sync::Arc;

use henge_games::nuba::{self, Nuba, Paths, Tokens};

use crate::{Family, GameSetup, Playable};

/// The game.
pub fn family() -> Family {
    Family::new("nuba", "Nuba", |options| {
        let game = Arc::new(Nuba);
        let setup = GameSetup::new(Arc::new(Paths)).source(Tokens);
        Ok(Playable::new(options.name(), game.about(), Arc::clone(&game))
            .with_engines(game, setup)
            .with_predicates::<Nuba>(nuba::explain))
    })
}
