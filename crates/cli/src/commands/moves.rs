use henge::depict::Piece;
use henge::erased::{DynGame, DynMatch, MoveView};
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
        let mut captured = serde_json::Map::new();
        for view in &views {
            let names = captured_by(&**game.rules(), &*table, view)?;
            if !names.is_empty() {
                captured.insert(view.text.clone(), names.into());
            }
        }
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

/// The names of the sites where pieces of the other player stand that this move takes off the board.
fn captured_by(
    rules: &dyn DynGame,
    table: &dyn DynMatch,
    view: &MoveView,
) -> Result<Vec<String>, Fault> {
    let Turn::Player(player) = table.turn() else { return Ok(Vec::new()) };
    let board = rules.board();
    let mut next = table.fork();
    next.play(&view.text)?;
    let left = next.scene().pieces;
    let is_gone = |piece: &&Piece| {
        let is_theirs = board.kinds[usize::from(piece.kind)].owner == Some(!player);
        let stays = left.iter().any(|other| other.site == piece.site);
        is_theirs && (!stays || view.path.last() == Some(&piece.site))
    };
    let before = table.scene().pieces;
    let gone = before.iter().filter(is_gone);
    Ok(gone.map(|piece| board.sites[piece.site.index()].name.clone()).collect())
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
