//! From the words of a call to a match, and from Ctrl-C to a flag.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use henge::Playable;
use henge::core::erased::DynMatch;
use henge::games::positional::Definition;

use crate::args::Table;
use crate::fault::Fault;

/// Finds the game and sets the position up.
pub fn table(args: &Table) -> Result<(Playable, Box<dyn DynMatch>), Fault> {
    let game = henge::game(&args.game)?;
    let table = position(&game, args.position.as_deref(), args.moves.as_deref())?;
    Ok((game, table))
}

/// A match from a position and moves, both optional.
pub fn position(
    game: &Playable,
    position: Option<&str>,
    moves: Option<&str>,
) -> Result<Box<dyn DynMatch>, Fault> {
    let mut table = match position {
        Some(text) => game.rules().read(text)?,
        None => game.rules().start(),
    };
    for (i, mv) in moves.unwrap_or_default().split_whitespace().enumerate() {
        let fault = |error| Fault::Call(format!("move {} of --moves: {error}", i + 1));
        table.play(mv).map_err(fault)?;
    }
    Ok(table)
}

/// The definition of a positional game.
pub fn definition(name: &str) -> Result<Arc<Definition>, Fault> {
    let game = henge::game(name)?;
    game.definition().cloned().ok_or_else(|| {
        Fault::Call(format!("{name} is not a positional game: it has no win groups"))
    })
}

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program.
pub fn stop_flag() -> &'static AtomicBool {
    static FLAG: OnceLock<&'static AtomicBool> = OnceLock::new();
    FLAG.get_or_init(|| {
        static STOP: AtomicBool = AtomicBool::new(false);
        // Without a handler Ctrl-C ends the program, which is no worse.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::SeqCst) {
                std::process::exit(3);
            }
        });
        &STOP
    })
}

/// A seed that nobody has chosen, another one every time.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// How many threads to use: as many as asked for, or with 0 one for each core.
pub fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { available_parallelism().map_or(1, usize::from) }
}
