use henge::Registry;
use std::io::{stdin, stdout};

use crate::args::WorkArgs;
use crate::fault::{Done, Fault};
use crate::setup;

pub fn run(_: &WorkArgs, games: &Registry) -> Result<Done, Fault> {
    // Who waits for the results may be killed in the middle of a long game.
    setup::end_with_the_reader();
    henge_arena::work(games, stdin().lock(), stdout().lock())?;
    Ok(Done::Finished)
}
