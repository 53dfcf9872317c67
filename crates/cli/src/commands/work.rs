use henge::Registry;
use henge_arena::Trust;
use std::io::{stdin, stdout};

use crate::args::WorkArgs;
use crate::fault::{Done, Fault};
use crate::setup;

pub fn run(args: &WorkArgs, games: &Registry) -> Result<Done, Fault> {
    // Who waits for the results may be killed in the middle of a long game.
    setup::end_with_the_reader();
    let trust = if args.own { Trust::Own } else { Trust::Strangers };
    henge_arena::work(games, trust, setup::threads(args.threads), stdin().lock(), stdout())?;
    Ok(Done::Finished)
}
