//! A game at the keyboard.

pub mod converse;
pub mod gammon;
pub mod gier;
pub mod input;
mod menu;
pub mod pento;
pub mod saved;
mod seat;
mod session;

use henge::erased::DynMatch;
use henge::record::Record;
use henge::table::{Adjudication, Clocks};
use henge::{Guest, Limits, Playable, Registry};

use crate::args::PlayArgs;
use crate::commands::records;
use crate::fault::{Done, Fault};
use crate::output::{self, Output};
use crate::setup;

pub use menu::{browser, menu};
use saved::Keeper;
use seat::Sitter;
use session::{Habits, Session};

pub fn run(args: PlayArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    if args.resume {
        return resume(None, &args, games, output);
    }
    if let Some(path) = &args.load {
        let mut recorded = records::read(path, args.rules.as_deref(), games)?;
        let Some(last) = recorded.pop() else {
            return Err(Fault::Data(format!("{} holds no game", path.display())));
        };
        let (first, second) = seats_of(&last.game, &last.record, &args);
        let (game, table) = (last.game, last.table);
        let seats = (first.as_deref(), second.as_deref());
        let session = session(game, table, seats, &args, Keeper::fresh(), (games, output))?;
        let mut session = session.came_from(&last.record, None);
        session.check_seats(&args)?;
        return session.run();
    }
    let Some(name) = &args.game else { return menu(games, output) };
    let game = games.game(name)?;
    let table = setup::position(&game, args.position.as_deref(), args.moves.as_deref())?;
    let seats = (args.first.as_deref(), args.second.as_deref());
    session(game, table, seats, &args, Keeper::fresh(), (games, output))?.run()
}

/// Goes on with a saved game: the one whose name starts with `id`, or the last unfinished one.
pub fn resume(
    id: Option<&str>,
    args: &PlayArgs,
    games: &Registry,
    output: &Output,
) -> Result<Done, Fault> {
    let saved = saved::find(id)?;
    let record = saved::record_of(&saved);
    let game = match saved::rules_of(&saved)? {
        Some(toml) if args.rules.is_none() => games.game_from_stranger(&saved.game, &toml)?,
        _ => games.game_of_saved(&saved.game, args.rules.as_deref())?,
    };
    let table = record.play(&**game.rules()).map_err(|error| Fault::Data(error.to_string()))?;
    let (first, second) = seats_of(&game, &record, args);
    // A person at the server is one at the keyboard too.
    let seat = |name: Option<String>, i: usize| match name {
        None if !saved.seats[i].is_bot => Some("human".to_string()),
        name => name,
    };
    let (first, second) = (seat(first, 0), seat(second, 1));
    let seats = (first.as_deref(), second.as_deref());
    let session = session(game, table, seats, args, Keeper::of(&saved), (games, output))?;
    let mut session = session.came_from(&record, saved.clocks);
    session.check_seats(args)?;
    session.run()
}

fn session<'a>(
    game: Playable,
    table: Box<dyn DynMatch>,
    seats: (Option<&str>, Option<&str>),
    args: &PlayArgs,
    keeper: Keeper,
    (games, output): (&'a Registry, &'a Output),
) -> Result<Session<'a>, Fault> {
    // One person against the machine, unless somebody says otherwise.
    let (first, second) = match seats {
        (Some(first), Some(second)) => (first, second),
        (None, Some(second)) => ("human", second),
        (Some("human"), None) | (None, None) => ("human", game.default_bot()),
        (Some(bot), None) => (bot, "human"),
    };
    let seed = args.seed.unwrap_or_else(setup::any_seed);
    let sitter = |name: &str, named: &Option<String>, seed: u64| -> Result<Sitter, Fault> {
        let sitter = Sitter::new(&game, name, seed)?;
        // A record or a saved game has named those whom the call does not name.
        let is_guest = args.game.is_none() && named.is_none();
        Ok(if is_guest { sitter.into_guest() } else { sitter })
    };
    let sitters =
        [sitter(first, &args.first, seed)?, sitter(second, &args.second, seed.wrapping_add(1))?];
    let habits = Habits {
        limits: Limits { time: args.time, ..Limits::NONE },
        adjudication: Adjudication { resign: args.resign, draw: None },
        ponder: args.ponder,
        warn: args.warn,
        clocks: args.clock.map(|clock| {
            let (left, increment) = (clock.milliseconds, clock.increment);
            Clocks::from_ms([left; 2], increment)
        }),
    };
    Ok(Session::new(game, table, sitters, habits, (keeper, args.seed), (games, output)))
}

/// Who sat where when the game was saved; what the call says comes first. A record may come from
/// anybody, so that it seats nobody who opens a file or runs a program.
fn seats_of(game: &Playable, record: &Record, args: &PlayArgs) -> (Option<String>, Option<String>) {
    let guest = |tag: &str, option: &str| match record.tag(tag)? {
        "human" => Some("human".into()),
        name => match game.guest(name) {
            Guest::Person => None,
            Guest::Bot(name) => Some(name),
            Guest::Replaced { bot, why } => {
                output::note(format!("{why}. {option} seats anybody you like."));
                Some(bot.into())
            }
        },
    };
    let first = args.first.clone().or_else(|| guest("First", "--first"));
    (first, args.second.clone().or_else(|| guest("Second", "--second")))
}
