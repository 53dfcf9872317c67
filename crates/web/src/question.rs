//! Positions that requests describe, and engines that think about them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge::core::Limits;
use henge::core::erased::{DynMatch, Task, Thought};

use crate::App;
use crate::catalogue::Game;
use crate::fault::Fault;

/// No position of a game is longer as text.
const LONGEST_SETUP: usize = 4096;
/// No game that somebody looks at here is longer.
const MOST_MOVES: usize = 5000;
const LONGEST_MOVE: usize = 200;

/// A game and a position in it.
pub type Table = (Arc<Game>, Box<dyn DynMatch>);

/// Sets up the position that a request describes.
pub async fn table(
    app: &App,
    game: &str,
    setup: Option<&str>,
    moves: &[String],
) -> Result<Table, Fault> {
    let game = app.catalogue.game(game).await?;
    let table = set_up(&game, setup, moves)?;
    Ok((game, table))
}

/// A match from a position and moves.
pub fn set_up(
    game: &Game,
    setup: Option<&str>,
    moves: &[String],
) -> Result<Box<dyn DynMatch>, Fault> {
    if setup.is_some_and(|text| text.len() > LONGEST_SETUP) || moves.len() > MOST_MOVES {
        return Err(Fault::unprocessable("no game of this server is so long"));
    }
    let rules = game.playable.rules();
    let mut table = match setup {
        Some(text) => rules.read(text)?,
        None => rules.start(),
    };
    for (i, mv) in moves.iter().enumerate() {
        play(&mut *table, mv).map_err(|fault| Fault {
            message: format!("move {}: {}", i + 1, fault.message),
            // A move too many is as wrong as any other here.
            status: axum::http::StatusCode::UNPROCESSABLE_ENTITY,
            code: "illegal_move",
            ..fault
        })?;
    }
    Ok(table)
}

/// Plays a move that a stranger has written.
pub fn play(table: &mut dyn DynMatch, mv: &str) -> Result<(), Fault> {
    if mv.len() > LONGEST_MOVE {
        return Err(Fault::illegal_move("no move is so long"));
    }
    Ok(table.play(mv)?)
}

/// Makes a bot and lets it think. Whatever happens to it, it comes back as text.
pub fn think(
    game: &Game,
    bot: &str,
    seed: u64,
    table: &dyn DynMatch,
    (limits, n_lines): (Limits, usize),
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Thought),
) -> Result<Thought, String> {
    let work = || {
        let mut bot = game.playable.seeded_bot(bot, seed).map_err(|error| error.to_string())?;
        let task = Task { limits, n_lines, stop, progress };
        bot.think(table, task).map_err(|error| error.to_string())
    };
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(format!("the bot {bot} has failed; this is a fault of henge")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::BotName;
    use crate::catalogue::Catalogue;

    /// A bot whose turn is cut short must move all the same, or its game would stand still.
    #[test]
    fn a_bot_that_is_stopped_moves() {
        let catalogue = Catalogue::new();
        for name in
            ["connect-four", "hex:size=11", "go-moku", "draughts", "backgammon", "pentominoes"]
        {
            let Ok(game) = catalogue.game_now(name) else { panic!("{name}") };
            let mut table = game.playable.rules().start();
            henge::table::Dice::new(1).throw(&mut *table).ok();
            for kind in game.playable.bots().iter().filter(|kind| !kind.runs_programs()) {
                let Ok(bot) = BotName::read(&game, kind.name) else { continue };
                let limits = bot.limits_for_move();
                let stop = AtomicBool::new(true);
                let what = (limits, 1);
                let thought = think(&game, &bot.full(), 1, &*table, what, &stop, &mut |_| {});
                let best = thought.map(|thought| thought.best().map(String::from));
                assert!(matches!(best, Ok(Some(_))), "{name} {}: {best:?}", kind.name);
            }
        }
    }
}
