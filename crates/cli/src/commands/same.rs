use henge::Registry;
use henge::games::positional::{Same, same};
use serde_json::{Value, json};

use crate::args::SameArgs;
use crate::fault::{Done, Fault};
use crate::output::Output;
use crate::setup;

pub fn run(args: SameArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (a, b) = (setup::definition(games, &args.a)?, setup::definition(games, &args.b)?);
    let answer = same(&a, &b).map_err(|error| Fault::Data(format!("cannot compare: {error}")))?;
    let name = |definition: &henge::games::positional::Definition, site: u16| {
        definition.sites[site as usize].name.clone()
    };
    match answer {
        Same::Yes { renaming, players_exchanged } => {
            let pairs: Vec<(String, String)> =
                renaming.iter().map(|&(x, y)| (name(&a, x), name(&b, y))).collect();
            if args.json {
                let map: serde_json::Map<String, Value> =
                    pairs.into_iter().map(|(x, y)| (x, y.into())).collect();
                output.json(
                    &json!({ "same": true, "players_exchanged": players_exchanged, "mapping": map }),
                )?;
            } else {
                output.line(format!("{} and {} are the same game.", args.a, args.b))?;
                if players_exchanged {
                    output.line(
                        "The players are exchanged: the first of one is the second of the other.",
                    )?;
                }
                for (x, y) in pairs {
                    output.line(format!("  {x:<6} is {y}"))?;
                }
            }
        }
        Same::No if args.json => output.json(&json!({ "same": false }))?,
        Same::No => output.line(format!("{} and {} are different games.", args.a, args.b))?,
        Same::Open => {
            let why = "the question was left open: too many positions look alike";
            return Err(Fault::Data(why.into()));
        }
    }
    Ok(Done::Finished)
}
