//! Games of others to learn from, and the methods that fit what is learned.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use clap::ValueEnum;
use henge::learn::data::{self, Example, Examples, Target};
use henge::learn::training::result;
use henge::{Playable, Registry, Turn};

use super::records;
use crate::args::MethodName;
use crate::fault::Fault;

/// The method that was asked for, if it is one of those that fit; by default the first of them.
pub fn method(
    asked: Option<MethodName>,
    what: &str,
    fits: &[MethodName],
) -> Result<MethodName, Fault> {
    let name = |method: &MethodName| {
        method.to_possible_value().map_or(String::new(), |value| value.get_name().into())
    };
    let asked = asked.unwrap_or(fits[0]);
    if fits.contains(&asked) {
        return Ok(asked);
    }
    let fits: Vec<String> = fits.iter().map(name).collect();
    let (asked, fits) = (name(&asked), fits.join(" or "));
    Err(Fault::Call(format!("{what} cannot learn by the method {asked}; use {fits}")))
}

/// The positions of a file, and the features that it says it has. A data set begins with its schema;
/// anything else is taken for records.
pub fn read(
    path: &Path,
    game: &Playable,
    target: Target,
    registry: &Registry,
) -> Result<(Examples, Option<String>), Fault> {
    let wrong = |why: String| Fault::Data(format!("{}: {why}", path.display()));
    if path != Path::new("-") {
        let file = File::open(path).map_err(|error| Fault::file(path, &error))?;
        let mut file = BufReader::with_capacity(1 << 20, file);
        let first = file.fill_buf().map_err(|error| Fault::file(path, &error))?;
        if first.starts_with(b"{") {
            let said = |error: data::DataError| wrong(error.to_string());
            let mut reader = data::Reader::new(file).map_err(said)?;
            let (of, right) = (&reader.header().game, game.rules().name());
            if of != right {
                return Err(wrong(format!("it has positions of {of}, not of {right}")));
            }
            let features = reader.header().features.clone();
            return Ok((data::examples(&mut reader, target).map_err(said)?, Some(features)));
        }
    }
    if target != Target::Result {
        return Err(wrong("records hold no scores; they teach by --target result".into()));
    }
    let mut examples = Examples::default();
    for recorded in records::read(path, game.file(), registry)? {
        let (of, right) = (recorded.game.rules().name(), game.rules().name());
        if of != right {
            let number = examples.games + 1;
            return Err(wrong(format!("game {number} is {of}; this learns from {right}")));
        }
        add(recorded, &mut examples);
    }
    Ok((examples, None))
}

/// Adds the positions of a record in which a player was to move, and the last one.
fn add(recorded: records::Recorded, examples: &mut Examples) {
    let (mut table, game) = (recorded.table, examples.games);
    let on_board = match table.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    let outcome = on_board.or(recorded.record.result);
    let first = examples.list.len();
    loop {
        let player = match table.turn() {
            Turn::Player(player) => Some(player),
            Turn::Over(_) => None,
            // Nobody decides here.
            Turn::Chance if table.undo().is_some() => continue,
            Turn::Chance => break,
        };
        let target = player.zip(outcome).map(|(player, outcome)| result(outcome, player));
        let points = player.zip(on_board).map(|(player, outcome)| outcome.points_for(player));
        examples.list.push(Example { game, position: table.position(), target, points });
        if table.undo().is_none() {
            break;
        }
    }
    // They were met from the last to the first.
    examples.list[first..].reverse();
    examples.games += 1;
}
