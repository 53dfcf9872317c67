//! Domineering for henge: the rules are in `domineering.rs`, and this is all it takes to play them in the terminal and in the
//! browser, to solve them, to hold contests and to learn.

mod domineering;

use std::process::ExitCode;
use std::sync::Arc;

use henge::learn::table::Codes;
use henge::spec::{Param, Values};
use henge::{Family, FeatureSets, GameSetup, Playable, Registry};

use domineering::{Domineering, Places, Room};

fn family() -> Family {
    Family::new("domineering", "Domineering", |options| {
        let (columns, rows) = options.size("size");
        let game = Arc::new(Domineering::new(columns as u32, rows as u32));
        let setup = GameSetup::new(Arc::new(Places));
        let features = FeatureSets::new(options.name(), Arc::clone(&game))
            .with_set(Room)
            .with_codes(Codes::POSITIONS);
        Ok(Playable::new(options.name(), game.about(), Arc::clone(&game))
            .with_engines(game, setup)
            .with_trainable(features))
    })
    .option(Param::new("size", "8x8", Values::Size { min: 1, max: 8 }, "columns and rows"))
}

fn main() -> ExitCode {
    henge_cli::main(Registry::standard().with(family()))
}
