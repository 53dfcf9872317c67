use henge::{Player, Registry, Turn};
use serde_json::json;

use super::games::wrapped;
use crate::args::TableArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, state};
use crate::setup;

pub fn run(args: TableArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (game, table) = setup::table(games, &args.table)?;
    let moves: Vec<String> = table.moves().into_iter().map(|mv| mv.text).collect();
    if args.json {
        let name = game.rules().name();
        output.json(&json!({ "game": name, "turn": turn_word(table.turn()), "moves": moves }))?;
    } else {
        output.line(state(&**game.rules(), &*table))?;
        if !moves.is_empty() {
            output.line(wrapped(&moves.join(" "), ""))?;
        }
    }
    Ok(Done::Finished)
}

/// The word for machines.
pub fn turn_word(turn: Turn) -> &'static str {
    match turn {
        Turn::Player(Player::First) => "first",
        Turn::Player(Player::Second) => "second",
        Turn::Chance => "chance",
        Turn::Over(_) => "over",
    }
}
