use henge::Registry;
use henge_arena::{Ending, Format};

use super::contest;
use crate::args::{FormatName, TournamentArgs};
use crate::fault::{Done, Fault};
use crate::output::Output;

pub fn run(args: &TournamentArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let format = match args.format {
        FormatName::RoundRobin => Format::RoundRobin,
        FormatName::Gauntlet => Format::Gauntlet,
        FormatName::Knockout => Format::Knockout,
        FormatName::Swiss => {
            let enough = args.players.len().next_power_of_two().ilog2() as usize;
            Format::Swiss { rounds: args.rounds.unwrap_or(enough) }
        }
    };
    if args.rounds.is_some() && args.format != FormatName::Swiss {
        return Err(Fault::Call("--rounds belongs to --format swiss".into()));
    }
    let players = (args.game.as_str(), args.players.clone());
    let plan = contest::plan(games, &args.bouts, players, (format, args.games))?;
    let report = contest::run(&plan, &args.bouts, games, output)?;
    match args.bouts.json {
        true => output.json(&report.json())?,
        false => output.print(report.text())?,
    }
    Ok(if report.ending == Ending::Interrupted { Done::Interrupted } else { Done::Finished })
}
