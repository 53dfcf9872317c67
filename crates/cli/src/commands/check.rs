use henge::Registry;
use henge::games::positional::{Class, Classes, Definition, classify};
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::setup;

pub fn run(args: CheckArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let definition = setup::definition(games, &args.file)?;
    let classes = classify(&definition);
    if args.json {
        let name = games.game(&args.file)?.rules().name().to_string();
        output.json(&as_json(&name, &definition, classes.as_ref().ok()))?;
        return Ok(Done::Finished);
    }
    let n_blocked = definition.sites.iter().filter(|site| site.blocked).count();
    let blocked =
        if n_blocked > 0 { format!(", {n_blocked} of them blocked") } else { String::new() };
    output.line(format!(
        "{}: {} positions{blocked}; {} against {}.",
        definition.title,
        definition.n_sites(),
        definition.players[0],
        definition.players[1]
    ))?;
    match classes {
        Ok(classes) => print(&definition, &classes, output)?,
        Err(error) => {
            output.line(format!("The win groups are not classified: {error}."))?;
        }
    }
    Ok(Done::Finished)
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

fn as_json(name: &str, definition: &Definition, classes: Option<&Classes>) -> Value {
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
    json!({
        "game": name, "title": definition.title, "positions": definition.n_sites(),
        "blocked": definition.sites.iter().filter(|site| site.blocked).count(),
        "first": player(0), "second": player(1),
    })
}
