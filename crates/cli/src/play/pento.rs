//! The terminal of the Pentominoes player of 1972.

use std::sync::Arc;

use henge::games::pentominoes::Pentominoes;
use henge::{Limits, Registry};
use henge_museum::kuttner1972::{Pento, Terminal};

use crate::args::PentoArgs;
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::setup;

use super::converse::converse;

pub fn run(args: &PentoArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let game = games.game("pentominoes")?.typed::<Pentominoes>();
    let game =
        game.ok_or_else(|| Fault::Call("pento plays Pentominoes, which is not here".into()))?;
    let limits = Limits { time: args.time, ..Limits::NONE };
    let seed = args.seed.unwrap_or_else(setup::any_seed);
    let mut pento = Terminal::new(Arc::clone(&game)).open(seed, limits, None);
    converse(&mut pento, Pento::talk(), output)
}
