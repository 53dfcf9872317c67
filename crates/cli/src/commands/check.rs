use henge::games::positional::{Class, Classes, Definition, classify};
use henge::{Playable, Player, Registry, Survey, Surveyed};
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, thousands};
use crate::setup;

/// Random games that are played.
const GAMES: u32 = 1000;
/// The number of moves after which a game is broken off.
const MOST_PLIES: u32 = 2000;

pub fn run(args: CheckArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let game = games.game(&args.file)?;
    let definition = game.shared_ability::<Definition>();
    let Some(survey) = game.ability::<dyn Survey>() else {
        // A game that no file can describe has nothing to be checked.
        setup::definition(games, &args.file)?;
        return Ok(Done::Finished);
    };
    let classes = definition.as_ref().map(|definition| classify(definition));
    let found = survey.survey(GAMES, 1, MOST_PLIES);
    if args.json {
        let classes = classes.as_ref().and_then(|classes| classes.as_ref().ok());
        output.json(&as_json(&game, classes, survey, &found))?;
        return Ok(Done::Finished);
    }
    let (about, [n_sites, n_blocked]) = (game.rules().about(), sites(&game));
    let blocked =
        if n_blocked > 0 { format!(", {n_blocked} of them blocked") } else { String::new() };
    output.line(format!(
        "{}: {n_sites} sites{blocked}; {} against {}.",
        about.title, about.players[0], about.players[1]
    ))?;
    if let (Some(definition), Some(classes)) = (definition, classes) {
        match classes {
            Ok(classes) => print(&definition, &classes, output)?,
            Err(error) => {
                output.line(format!("The win groups are not classified: {error}."))?;
            }
        }
    }
    tell(&game, survey, &found, output)?;
    Ok(Done::Finished)
}

/// How many sites there are, and how many of them are blocked.
fn sites(game: &Playable) -> [usize; 2] {
    let sites = &game.rules().board().sites;
    [sites.len(), sites.iter().filter(|site| site.tint == 2).count()]
}

/// What random games have shown.
fn tell(
    game: &Playable,
    survey: &dyn Survey,
    found: &Surveyed,
    output: &Output,
) -> Result<(), Fault> {
    let players = &game.rules().about().players;
    let n = thousands(found.games.into());
    let (plies, games) = (found.plies as f64, f64::from(found.games));
    if let Some([least, most]) = found.lengths {
        let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        output.line(format!(
            "{n} random games: {range} moves, {:.1} on average, with {:.1} to choose from, {} at most.",
            plies / games,
            found.choices.0 as f64 / plies.max(1.0),
            found.choices.1
        ))?;
        let [first, second] = Player::BOTH.map(|player| found.percent(found.wins(player)));
        let drawn = found.percent(found.results[1]);
        let drawn = if found.results[1] > 0 {
            format!("; {drawn:.1} % are drawn")
        } else {
            "; none is drawn".into()
        };
        output.line(format!(
            "{} wins {first:.1} %, {} {second:.1} %{drawn}.",
            players[0], players[1]
        ))?;
    }
    if !found.decided.is_empty() {
        let ways = found.decided.iter();
        let ways: Vec<String> =
            ways.map(|(way, &n)| format!("{way} ({:.1} %)", found.percent(n))).collect();
        output.line(format!("Decided by {}.", ways.join("; ")))?;
    }
    for warning in warnings(game, survey, found) {
        output.line(format!("Warning: {warning}"))?;
    }
    Ok(())
}

/// What a player should know before playing such a game.
fn warnings(game: &Playable, survey: &dyn Survey, found: &Surveyed) -> Vec<String> {
    let mut warnings = survey.doubts().to_vec();
    for way in survey.ways_to_end() {
        if !found.decided.contains_key(way) {
            warnings.push(format!(
                "no random game was decided by {way}: that is rare, or cannot be reached."
            ));
        }
    }
    if found.unfinished > 0 {
        warnings.push(format!(
            "{} of the games had not ended after {} moves; limit = … ends them.",
            found.unfinished,
            thousands(MOST_PLIES.into())
        ));
    }
    let [_, drawn, _] = found.results;
    let ended = found.games - found.unfinished;
    if drawn == ended && ended > 0 {
        warnings.push("every random game was a draw.".into());
    } else if ended > 0 {
        for player in Player::BOTH.into_iter().filter(|&player| found.wins(player) == 0) {
            let name = &game.rules().about().players[player.index()];
            warnings.push(format!("{name} has won no random game."));
        }
    }
    warnings
}

const ROWS: [(Class, &str); 5] = [
    (Class::Trivial, "trivial"),
    (Class::Useful, "useful"),
    (Class::Usable, "usable"),
    (Class::Useless, "useless"),
    (Class::Undecided, "undecided"),
];

fn print(definition: &Definition, classes: &Classes, output: &Output) -> Result<(), Fault> {
    let [first, second] = &definition.players;
    output.line(format!("Win groups   {first:>12} {second:>12}"))?;
    for (class, word) in ROWS {
        let counts = [0, 1].map(|player| classes.count(player, class));
        if class != Class::Undecided || counts != [0, 0] {
            output.line(format!("  {word:<10} {:>12} {:>12}", counts[0], counts[1]))?;
        }
    }
    let totals = [0, 1].map(|player: usize| classes.groups[player].len());
    output.line(format!("  {:<10} {:>12} {:>12}", "all", totals[0], totals[1]))?;
    if (0..2).any(|player| classes.count(player, Class::Trivial) > 0) {
        output.line("A trivial group has one position: who takes it first has won.")?;
    }
    if (0..2).any(|p| classes.count(p, Class::Usable) + classes.count(p, Class::Useless) > 0) {
        output.line("Only useful groups matter in play; the others are left out there.")?;
    }
    Ok(())
}

fn as_json(
    game: &Playable,
    classes: Option<&Classes>,
    survey: &dyn Survey,
    found: &Surveyed,
) -> Value {
    let player = |player: usize| {
        classes.map(|classes| {
            let mut counts: serde_json::Map<String, Value> = ROWS
                .iter()
                .map(|&(c, word)| (word.into(), classes.count(player, c).into()))
                .collect();
            counts.insert("all".into(), classes.groups[player].len().into());
            counts
        })
    };
    let [n_sites, n_blocked] = sites(game);
    let [first, draws, second] = found.results;
    json!({
        "game": game.rules().name(), "title": game.rules().about().title, "positions": n_sites,
        "blocked": n_blocked, "first": player(0), "second": player(1),
        "random": {
            "games": found.games, "unfinished": found.unfinished, "lengths": found.lengths,
            "moves": found.plies, "choices": found.choices.0, "most_choices": found.choices.1,
            "first_wins": first, "draws": draws, "second_wins": second, "decided": found.decided,
        },
        "warnings": warnings(game, survey, found),
    })
}
