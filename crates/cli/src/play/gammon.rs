//! The terminal of the backgammon player of 1970: play against it, teach it, let it play itself.

use std::path::Path;

use henge::bots::file::{MOST_BYTES, read_text};
use henge::games::backgammon::{Backgammon, Men};
use henge::{Match, Registry};
use henge_museum::gammon::{
    Batch, Colour, Ended, Memory, Session, StrategySet, Tells, Tutor, TutorTalk, explain_with,
    play_batch, read_play,
};
use serde_json::json;

use crate::args::{GammonArgs, Series, Side};
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::setup;

use super::converse::converse;

pub fn run(args: &GammonArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let men = start(games, args.position.as_deref())?;
    let sets = [set(&args.white)?, set(&args.black)?];
    if let Some(play) = &args.explain {
        return explain(args, &sets, &men, play, output);
    }
    let seed = args.seed.unwrap_or_else(setup::any_seed);
    if let Some(series) = args.batch {
        return batch(args, series, &sets, &men, seed, output);
    }
    let colour = |side: Side| match side {
        Side::White => Some(Colour::White),
        Side::Black => Some(Colour::Black),
        Side::None => None,
    };
    let first = colour(args.first).unwrap_or(Colour::White);
    let session = Session { sets, person: colour(args.person), men, first, seed };
    let mut tutor = Tutor::new(session);
    if args.trace {
        tutor.obey("trace").map_err(Fault::Call)?;
    }
    converse(&mut TutorTalk::new(tutor), TutorTalk::talk(), output)
}

/// A set by its name or from a file.
pub fn set(name: &str) -> Result<StrategySet, Fault> {
    match name {
        "1970" => Ok((*StrategySet::shipped()).clone()),
        "learned" => Ok((*StrategySet::learned()).clone()),
        path => {
            let text = read(Path::new(path))?;
            StrategySet::read(&text).map_err(|error| Fault::Data(format!("{path}: {error}")))
        }
    }
}

fn read(path: &Path) -> Result<String, Fault> {
    read_text(path, MOST_BYTES).map_err(|why| Fault::unread(path, &why))
}

/// The men of a position, as the one sees them who is on roll; the usual start if none is given.
fn start(games: &Registry, position: Option<&str>) -> Result<Men, Fault> {
    let Some(text) = position else { return Ok(Men::start()) };
    let table = games.game("backgammon")?.rules().read(text)?;
    let table = table.as_any().downcast_ref::<Match<Backgammon>>();
    Ok(*table.expect("the game is backgammon").position().men())
}

fn explain(
    args: &GammonArgs,
    sets: &[StrategySet; 2],
    men: &Men,
    play: &str,
    output: &Output,
) -> Result<Done, Fault> {
    let dice = dice(args.dice.as_deref())?;
    let entry = read_play(men, dice, play).map_err(Fault::Call)?;
    let told = explain_with(&sets[0], men, dice, entry.play, Memory::default());
    let told = told.expect("a play that was read is legal");
    if args.json {
        output.json(&json!(told))?;
    } else {
        for line in told.text() {
            output.line(line)?;
        }
    }
    Ok(Done::Finished)
}

fn dice(text: Option<&str>) -> Result<[u8; 2], Fault> {
    let digits: Vec<u8> = text.unwrap_or_default().bytes().filter(|byte| *byte != b'-').collect();
    match digits[..] {
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Ok([a - b'0', b - b'0']),
        _ => Err(Fault::Call("to explain a play, say --dice as in --dice 3-1".into())),
    }
}

fn batch(
    args: &GammonArgs,
    series: Series,
    sets: &[StrategySet; 2],
    men: &Men,
    seed: u64,
    output: &Output,
) -> Result<Done, Fault> {
    let batch = match series {
        Series::Single => Batch::Single,
        Series::Exchanged => Batch::Exchanged,
        Series::Identical => Batch::Identical,
    };
    let tells = match (args.trace, args.boards) {
        (true, _) => Tells::Trace,
        (false, true) => Tells::Moves,
        (false, false) => Tells::Results,
    };
    let played = play_batch(batch, [&sets[0], &sets[1]], men, seed, tells);
    if args.json {
        let game = |ended: &Option<Ended>| {
            ended.map(|ended| {
                json!({
                    "winner": ended.winner.name(), "points": ended.points, "to_go": ended.value,
                })
            })
        };
        let games: Vec<_> = played.games.iter().map(game).collect();
        output.json(&json!({ "seed": seed, "games": games }))?;
    } else {
        let text = format!("{}{}", played.text, played.summary());
        output.print_to(args.output.as_deref(), &text)?;
    }
    Ok(Done::Finished)
}
