//! The app with something in it: a game, or a recorded one.

use henge::Registry;
use henge_tui::Start;

use crate::args::OpenArgs;
use crate::fault::Fault;

/// What the app shows first. Whatever is wrong with it is said before the screen is taken.
pub fn start(args: &OpenArgs, games: &Registry) -> Result<Start, Fault> {
    let path = std::path::Path::new(&args.what);
    let is_record = path.extension().is_none_or(|extension| extension != "toml") && path.is_file();
    if is_record {
        return Start::record(games, path, args.rules.as_deref()).map_err(Fault::Data);
    }
    games.game(&args.what)?;
    Ok(Start::Game(args.what.clone()))
}
