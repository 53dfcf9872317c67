//! From the words of a call to a match, and from Ctrl-C to a flag.

use std::path::Path;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use henge::erased::DynMatch;
use henge::games::positional::Definition;
use henge::{Playable, Registry};

use crate::args::PositionArgs;
use crate::fault::Fault;

/// Finds the game and sets the position up.
pub fn table(
    games: &Registry,
    args: &PositionArgs,
) -> Result<(Playable, Box<dyn DynMatch>), Fault> {
    let game = games.game(&args.game)?;
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
pub fn definition(games: &Registry, name: &str) -> Result<Arc<Definition>, Fault> {
    let game = games.game(name)?;
    game.shared_ability::<Definition>().ok_or_else(|| {
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

/// A flag that is set when the program is asked to terminate, once by somebody who wants to end in
/// good order. Asked again, the program ends.
pub fn termination() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGTERM;
        use signal_hook::flag::{register, register_conditional_shutdown};
        // Without a handler it ends at once, which is no worse.
        let _ = register_conditional_shutdown(SIGTERM, 3, Arc::clone(&flag));
        let _ = register(SIGTERM, Arc::clone(&flag));
    }
    flag
}

/// What the system would otherwise end the program for becomes a fault that can be told: a file that
/// grows beyond what is allowed cannot be written, and when there is no memory left, after a word on
/// the error output, the exit code is 1 as for any other fault.
#[cfg(unix)]
pub fn signals() {
    use signal_hook::consts::{SIGABRT, SIGXFSZ};
    // Without these the program ends as well, only with another code.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let always = Arc::new(AtomicBool::new(true));
    let _ = signal_hook::flag::register_conditional_shutdown(SIGABRT, 1, always);
}

#[cfg(not(unix))]
pub fn signals() {}

/// Ends the program when nobody is left who reads the output: nobody wants the results then.
#[cfg(unix)]
pub fn end_with_the_reader() {
    use rustix::event::{PollFd, PollFlags, poll};
    std::thread::spawn(|| {
        let output = std::io::stdout();
        // Nothing is asked for: a pipe without a reader tells by itself. Anything that tells
        // otherwise, such as a file, is not waited for again.
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        while poll(&mut watched, None) == Err(rustix::io::Errno::INTR) {}
        if watched[0].revents().contains(PollFlags::ERR) {
            std::process::exit(0);
        }
    });
}

#[cfg(not(unix))]
pub fn end_with_the_reader() {}

/// A seed that nobody has chosen, another one every time.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// What an earlier run has left in a file, if there was one. A file that is there and cannot be read is
/// a fault: it would be overwritten.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, Fault> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Fault::file(path, &error)),
    }
}

/// How many threads to use: as many as asked for, or with 0 one for each core.
pub fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { available_parallelism().map_or(1, usize::from) }
}
