use std::io::Read;

use henge::Verified;
use henge::core::Turn;
use henge::core::erased::DynGame;
use henge::search::proof::Claim;
use serde_json::json;

use crate::args::VerifyArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, thousands};

pub fn run(args: VerifyArgs, output: &Output) -> Result<Done, Fault> {
    let path = &args.file;
    let mut bytes = Vec::new();
    let read = match path.as_os_str() == "-" {
        true => std::io::stdin().lock().read_to_end(&mut bytes),
        false => std::fs::read(path).map(|read| {
            bytes = read;
            bytes.len()
        }),
    };
    read.map_err(|error| Fault::file(path, &error))?;
    let wrong = |why: String| Fault::Data(format!("{}: {why}", path.display()));
    let name = game_of(&bytes).ok_or_else(|| wrong("this is not a proof of henge".into()))?;
    let game = henge::game(&name).map_err(|error| wrong(error.to_string()))?;
    let rules = game.rules();
    let Some(engines) = game.engines() else {
        return Err(wrong(format!("there are no proofs about {name}")));
    };
    let verified = engines.verify(rules.name(), &mut &bytes[..]);
    let verified = verified.map_err(|error| wrong(error.to_string()))?;
    if args.json {
        let claims = verified.claims.iter().map(|claim| {
            let player = ["first", "second"][claim.player.index()];
            json!({ "player": player, "at_least": claim.at_least })
        });
        output.line(json!({
            "game": rules.name(),
            "position": verified.position,
            "verified": true,
            "claims": claims.collect::<Vec<_>>(),
            "value": value(&verified),
            "positions": verified.positions,
        }))?;
    } else {
        output.line(in_words(&**rules, &verified))?;
    }
    Ok(Done::Finished)
}

/// The game that a proof is about, from its second line.
fn game_of(bytes: &[u8]) -> Option<String> {
    let line = bytes.split(|&byte| byte == b'\n').nth(1)?;
    let line = std::str::from_utf8(line).ok()?;
    line.strip_prefix("game ").map(String::from)
}

/// What the position is worth to the player to move, if the proof says so from both sides.
fn value(verified: &Verified) -> Option<&'static str> {
    let Turn::Player(player) = verified.turn else { return None };
    Some(match verified.value[player.index()]?.signum() {
        1 => "win",
        0 => "draw",
        _ => "loss",
    })
}

fn in_words(rules: &dyn DynGame, verified: &Verified) -> String {
    let players = &rules.about().players;
    let mut text = format!("The proof holds. {}, position {}:", rules.name(), verified.position);
    // That somebody loses no more than the game is about, goes without saying.
    let says = |claim: &&Claim| claim.at_least >= 0 || verified.claims.len() == 1;
    for claim in verified.claims.iter().filter(says) {
        let name = &players[claim.player.index()];
        let gets = match claim.at_least {
            1.. => "wins".to_string(),
            0 => "does not lose".to_string(),
            n => format!("loses by {} at most", -n),
        };
        text += &format!("\n  {name} {gets}, whatever the opponent does");
    }
    text + &format!("\n{} positions were visited.", thousands(verified.positions))
}
