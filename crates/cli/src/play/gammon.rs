//! The terminal of the backgammon player of 1970: play against it, teach it, let it play itself.

use std::path::Path;

use henge::bots::file::{MOST_BYTES, read_text};
use henge::games::backgammon::{Backgammon, Men};
use henge::{Match, Registry};
use henge_museum::gammon::{
    Batch, Colour, DiceBox, Ended, Memory, Sample, Session, StrategySet, Tells, Tutor, TutorTalk,
    explain_with, play_batch, read_play,
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
    if args.sample {
        output.line(Sample::of(&sets[0]).text())?;
        return Ok(Done::Finished);
    }
    let dice_box = dice_box(args)?;
    let seed = args.seed.unwrap_or_else(|| setup::any_seed() | 1);
    if let Some(series) = args.batch {
        return batch(args, series, &sets, &men, (dice_box, seed), output);
    }
    let colour = |side: Side| match side {
        Side::White => Some(Colour::White),
        Side::Black => Some(Colour::Black),
        Side::None => None,
    };
    let first = colour(args.first).unwrap_or(Colour::White);
    let session = Session { sets, person: colour(args.person), men, first, dice: dice_box, seed };
    let mut tutor = Tutor::new(session);
    if args.trace {
        tutor.obey("trace").map_err(Fault::Call)?;
    }
    converse(&mut TutorTalk::new(tutor), TutorTalk::talk(), output)
}

/// A set by its name or from a file.
pub fn set(name: &str) -> Result<StrategySet, Fault> {
    match StrategySet::named(name) {
        Some(set) => Ok((*set).clone()),
        None => {
            let text = read(Path::new(name))?;
            StrategySet::read(&text).map_err(|error| Fault::Data(format!("{name}: {error}")))
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

/// Whose dice are thrown: henge's, or those of the listing, which want an odd seed.
fn dice_box(args: &GammonArgs) -> Result<DiceBox, Fault> {
    match (args.dice.as_deref(), args.seed) {
        (None, _) => Ok(DiceBox::Henge),
        (Some("1970"), Some(seed)) if seed % 2 == 0 => {
            Err(Fault::Call(format!("the dice of 1970 want an odd seed, not {seed}")))
        }
        (Some("1970"), _) => Ok(DiceBox::Listing),
        (Some(other), _) => Err(Fault::Call(format!(
            "--dice should be 1970, not {other}; a roll such as 3-1 goes with --explain"
        ))),
    }
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
    (dice_box, seed): (DiceBox, u64),
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
    let played = play_batch(batch, [&sets[0], &sets[1]], men, (dice_box, seed), tells);
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
