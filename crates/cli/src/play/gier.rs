//! A game against the program for the GIER computer, which speaks as it did.

use std::fs::File;

use henge::{Limits, Registry};
use henge_museum::gier::{Dialogue, Dialogues};

use crate::args::{self, GierArgs};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::setup;

use super::converse::converse;

pub fn run(args: &GierArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let game = games.game("draughts:variant=danish")?;
    let dialogues = Dialogues::about(&game).ok_or_else(|| {
        Fault::Call("gier plays Danish draughts, and this is another game".into())
    })?;
    if let Some(path) = &args.trace {
        // Better now than after the first thought.
        let opened = File::options().create(true).append(true).open(path);
        opened.map_err(|error| Fault::file(path, &error))?;
    }
    let seed = args.seed.unwrap_or_else(setup::any_seed);
    let limits = Limits { time: args.time, ..Limits::NONE };
    let is_danish = args.dialogue == args::Dialogue::Danish;
    let dialogue = dialogues.open(is_danish, seed, limits);
    let mut dialogue = dialogue.with_trace(args.trace.clone()).with_board(args.board);
    converse(&mut dialogue, Dialogue::talk(), output)
}
