use std::path::Path;
use std::time::{Duration, Instant};

use henge::Manners;
use henge_arena::{
    Allowance, ArenaError, Ending, Event, Format, Journal, Openings, Plan, Report, Threads, hold,
};

use crate::args::{FormatName, TournamentArgs};
use crate::fault::{Done, Fault};
use crate::output::{Output, progress};
use crate::setup;

pub fn run(args: &TournamentArgs, output: &Output) -> Result<Done, Fault> {
    let forms: Vec<Form> = args.report.iter().map(|path| form(path)).collect::<Result<_, _>>()?;
    let plan = plan(args)?;
    let mut journal = None;
    if let Some(path) = &args.journal {
        let opened = Journal::open(path, &plan)?;
        let (known, _) = opened.found();
        if known > 0 {
            eprintln!("henge: {} holds {known} games; going on", path.display());
        }
        journal = Some(opened);
    }
    let bar = progress("games");
    let began = Instant::now();
    let threads = Threads(setup::threads(args.threads));
    let report = hold(&plan, &threads, journal.as_mut(), setup::stop_flag(), &mut |event| {
        bar.set_message(so_far(event, began.elapsed()));
    });
    bar.finish_and_clear();
    let report = report?;
    if let Some(path) = &args.save {
        output.print_to(Some(path), &report.games())?;
    }
    for (path, form) in args.report.iter().zip(forms) {
        output.print_to(Some(path), &form(&report))?;
    }
    output.print(if args.json { json(&report) } else { report.text() })?;
    Ok(if report.ending == Ending::Interrupted { Done::Interrupted } else { Done::Finished })
}

fn plan(args: &TournamentArgs) -> Result<Plan, Fault> {
    let n = args.players.len();
    let format = match args.format {
        FormatName::RoundRobin => Format::RoundRobin,
        FormatName::Gauntlet => Format::Gauntlet,
        FormatName::Knockout => Format::Knockout,
        FormatName::Swiss => {
            let enough = n.next_power_of_two().ilog2() as usize;
            Format::Swiss { rounds: args.rounds.unwrap_or(enough) }
        }
    };
    if args.rounds.is_some() && args.format != FormatName::Swiss {
        return Err(Fault::Call("--rounds belongs to --format swiss".into()));
    }
    let openings = match &args.openings {
        None => Openings::Random { plies: args.bouts.opening },
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| Fault::file(path, &error))?;
            Openings::read(&**henge::game(&args.game)?.rules(), path, &bytes, args.plies)?
        }
    };
    let milliseconds =
        args.bouts.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let plan = Plan {
        game: args.game.clone(),
        players: args.players.clone(),
        format,
        games: args.games,
        openings,
        seed: args.bouts.seed,
        allowance: Allowance { nodes: args.bouts.nodes, milliseconds },
        manners: Manners { resign: args.bouts.resign, draw: args.bouts.draw },
        sprt: args.bouts.sprt.hypotheses(),
    };
    // Before a journal is begun.
    plan.check()?;
    Ok(plan)
}

/// How far it has come, and how long it will take if it goes on like this.
fn so_far(event: Event, elapsed: Duration) -> String {
    let Event { done, from_journal, total } = event;
    let Some(total) = total else { return format!("{done}") };
    let (played, left) = (done - from_journal, total.saturating_sub(done));
    if played == 0 || left == 0 {
        return format!("{done} of {total}");
    }
    let seconds = elapsed.as_secs_f64() / played as f64 * left as f64;
    let left = match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6_000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3_600.0),
    };
    format!("{done} of {total}, about {left} left")
}

/// Writes a report.
type Form = fn(&Report) -> String;

fn form(path: &Path) -> Result<Form, Fault> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("md") => Ok(Report::markdown),
        Some("json") => Ok(json),
        Some("txt") => Ok(Report::text),
        _ => {
            let path = path.display();
            Err(Fault::Call(format!(
                "--report {path}: names that end with .md, .json or .txt are expected"
            )))
        }
    }
}

fn json(report: &Report) -> String {
    format!("{}\n", report.json())
}

impl From<ArenaError> for Fault {
    fn from(error: ArenaError) -> Fault {
        match error {
            ArenaError::Game(error) => error.into(),
            ArenaError::Bot(error) => error.into(),
            ArenaError::Plan(message) => Fault::Call(message),
            other => Fault::Data(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_the_games_left() {
        let event = |done, from_journal| Event { done, from_journal, total: Some(100) };
        let after = |event, seconds| so_far(event, Duration::from_secs(seconds));
        assert_eq!(after(event(0, 0), 5), "0 of 100");
        assert_eq!(after(event(10, 0), 5), "10 of 100, about 45 s left");
        assert_eq!(after(event(60, 50), 60), "60 of 100, about 4 min left");
        assert_eq!(after(event(50, 40), 7_200), "50 of 100, about 10.0 h left");
        assert_eq!(after(event(100, 40), 7_200), "100 of 100");
        assert_eq!(after(Event { total: None, ..event(3, 0) }, 1), "3");
    }
}
