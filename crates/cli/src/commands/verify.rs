use std::io::Read;

use henge::erased::DynGame;
use henge::search::proof::Claim;
use henge::{Check, GameError, Registry, Sample, Turn, Verified};
use serde_json::json;

use crate::args::VerifyArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands};
use crate::setup;

pub fn run(args: VerifyArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
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
    let game =
        games.game_of_stranger(&name, args.rules.as_deref()).map_err(|error| match error {
            GameError::Foreign { .. } => wrong(format!("{error}: --rules FILE does that")),
            error => wrong(error.to_string()),
        })?;
    let rules = game.rules();
    let Some(prover) = game.proving() else {
        return Err(wrong(format!("there are no proofs about {name}")));
    };
    let bar = progress("verifying");
    let sample = Sample { count: args.sample, seed: args.seed };
    let progress = &mut |n: u64| {
        bar.set_message(format!("{n} of {} positions solved by the rules", args.sample));
    };
    let check = Check { sample, stop: setup::stop_flag(), progress };
    let verified = prover.verify(&name, &mut &bytes[..], check);
    bar.finish_and_clear();
    let verified = verified.map_err(|error| wrong(error.to_string()))?;
    if args.json {
        let claims = verified.claims.iter().map(|claim| {
            let player = ["first", "second"][claim.player.index()];
            json!({ "player": player, "at_least": claim.at_least })
        });
        output.json(&json!({
            "game": rules.name(),
            "position": verified.position,
            "verified": true,
            "claims": claims.collect::<Vec<_>>(),
            "value": value(&verified),
            "positions": verified.positions,
            "taken_on_trust": verified.taken_on_trust,
            "sampled": verified.sampled,
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
    let holds = match verified.taken_on_trust > verified.sampled {
        false => "The proof holds.",
        true => "The proof holds as far as it was checked.",
    };
    let mut text = format!("{holds} {}, position {}:", rules.name(), verified.position);
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
    text += &format!("\n{} positions were visited.", thousands(verified.positions));
    let (trusted, sampled) = (verified.taken_on_trust, verified.sampled);
    if trusted > 0 {
        let some = match sampled < trusted {
            true => format!("{} of these, drawn by lot,", thousands(sampled)),
            false => "All of these".into(),
        };
        text += &format!(
            "\nThe strategy ends in {} of them before the game does. {some} were solved by the \
             rules alone, and are as the proof says.",
            thousands(trusted)
        );
    }
    if (1..trusted).contains(&sampled) {
        // With k right ones of n at random, no more than 3/k are wrong, or there was bad luck once
        // in twenty: the rule of three.
        let percent = 300.0 / sampled as f64;
        // Two digits that say something, however small it is.
        let digits = (1.0 - percent.log10().floor()).max(2.0) as usize;
        text += &format!(
            "\nSo fewer than {percent:.digits$} % of them are wrong, with 95 % confidence."
        );
    }
    text
}
