use henge::{Player, Registry, Turn};
use serde_json::json;

use super::games::wrapped;
use crate::args::TableArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, state};
use crate::setup;

pub fn run(args: TableArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (game, table) = setup::table(games, &args.table)?;
    let views = table.moves();
    let moves: Vec<&str> = views.iter().map(|mv| mv.text.as_str()).collect();
    if args.json {
        let name = game.rules().name();
        let mut said = json!({ "game": name, "turn": turn_word(table.turn()), "moves": moves });
        let sites = &game.rules().board().sites;
        let captured: serde_json::Map<_, _> = views
            .iter()
            .filter_map(|mv| {
                let hops = mv.ways.first()?;
                let taken = hops.iter().filter_map(|hop| hop.taken);
                let names: Vec<&str> =
                    taken.map(|(site, _)| sites[site.index()].name.as_str()).collect();
                (!names.is_empty()).then(|| (mv.text.clone(), json!(names)))
            })
            .collect();
        if !captured.is_empty() {
            said["captured"] = captured.into();
        }
        output.json(&said)?;
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
