//! What matches and tournaments have in common: from the words of the call to a plan, from the plan to
//! a report, and what is seen in between.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use henge::Registry;
use henge::table::Adjudication;
use henge_arena::{
    Allowance, ArenaError, Comments, Event, Executor, Format, Journal, Openings, Plan, Processes,
    Report, Threads, Workers, run_contest,
};

use crate::args::{BoutArgs, FarArgs, GameArgs, HostArgs, RunArgs};
use crate::fault::Fault;
use crate::output::{Output, note, progress};
use crate::paths::Paths;
use crate::setup;

/// The plan of a match or a tournament as the call says; it makes sense, or there is a fault.
pub fn plan(
    games: &Registry,
    bouts: &BoutArgs,
    (game, players): (&str, Vec<String>),
    (format, n_games): (Format, u32),
) -> Result<Plan, Fault> {
    let plan = Plan {
        game: game.into(),
        players,
        format,
        games: n_games,
        comments: if bouts.annotate { Comments::Thoughts } else { Comments::None },
        sprt: bouts.sprt.hypotheses(),
        ..Plan::default()
    };
    on_terms(games, &bouts.games, plan)
}

/// A plan whose games are played as the call says.
pub fn on_terms(games: &Registry, terms: &GameArgs, plan: Plan) -> Result<Plan, Fault> {
    let milliseconds = terms.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let mut plan = Plan {
        seed: terms.seed,
        allowance: Allowance { nodes: terms.nodes, milliseconds, clock: terms.clock },
        adjudication: Adjudication { resign: terms.resign, draw: terms.draw },
        adjudicate: terms.adjudicate,
        ..plan
    };
    // Before a journal is begun.
    let game = plan.check(games)?;
    plan.openings = match (&terms.openings, terms.opening) {
        (Some(path), _) => {
            let bytes = std::fs::read(path).map_err(|error| Fault::file(path, &error))?;
            Openings::read(&game, path, &bytes, terms.plies)?
        }
        (None, Some(plies)) => Openings::Random { plies },
        (None, None) => Openings::enough(&**game.rules(), plan.n_openings()),
    };
    if let Some(shortage) = plan.openings.shortage(&**game.rules(), plan.n_openings()) {
        note(shortage);
    }
    Ok(plan)
}

/// Holds the contest of a plan, and writes the files that were asked for.
pub fn run(
    plan: &Plan,
    bouts: &BoutArgs,
    games: &Registry,
    output: &Output,
) -> Result<Report, Fault> {
    let forms: Vec<Form> = bouts.report.iter().map(|path| form(path)).collect::<Result<_, _>>()?;
    let report_paths = bouts.report.iter().map(PathBuf::as_path);
    report_paths
        .fold(Paths::default(), |paths, path| paths.writes("--report", Some(path)))
        .game(&plan.game)
        .reads("--openings", bouts.games.openings.as_deref())
        .writes("--journal", bouts.journal.as_deref())
        .writes("--save", bouts.save.as_deref())
        .writes("--csv", bouts.csv.as_deref())
        .check()?;
    if let Some(path) = &bouts.save {
        // Before hours of play.
        henge::RecordForm::of(path)?.check(&plan.game)?;
    }
    let report = play(plan, games, &*executor(&bouts.host)?, bouts.journal.as_deref())?;
    if let Some(path) = &bouts.save {
        match henge::write_records(path, report.records()) {
            Ok(games) => output.print_to(Some(path), &games)?,
            // What was played is not lost.
            Err(error) => {
                let other = path.with_extension("henge");
                output.print_to(Some(&other), &report.games())?;
                let place = other.display();
                return Err(Fault::Data(format!("{error}; the games are in {place} instead")));
            }
        }
    }
    if let Some(path) = &bouts.csv {
        output.print_to(Some(path), &report.csv())?;
    }
    for (path, form) in bouts.report.iter().zip(forms) {
        output.print_to(Some(path), &form(&report))?;
    }
    Ok(report)
}

/// Where the games are played.
pub fn executor(host: &HostArgs) -> Result<Box<dyn Executor>, Fault> {
    place(host.threads, host.processes, &host.far)
}

/// The same where threads of this process need no executor.
pub fn elsewhere(
    processes: Option<usize>,
    far: &FarArgs,
) -> Result<Option<Box<dyn Executor>>, Fault> {
    match processes.is_some() || far.is_asked_for() {
        true => place(1, processes, far).map(Some),
        false => Ok(None),
    }
}

/// Who plays the games of a training, where that is not done by threads of this process.
pub fn players(host: &HostArgs, run: &RunArgs) -> Result<Option<Box<dyn Executor>>, Fault> {
    let executor = elsewhere(host.processes, &host.far)?;
    match run.data {
        Some(_) if executor.is_some() => {
            let why =
                "with --data no games are played, so leave out --processes, --workers and --ray";
            Err(Fault::Call(why.into()))
        }
        _ => Ok(executor),
    }
}

/// The same, option by option.
pub fn place(
    threads: usize,
    processes: Option<usize>,
    far: &FarArgs,
) -> Result<Box<dyn Executor>, Fault> {
    if let Some(address) = &far.ray {
        return Ok(Box::new(Workers::new(vec![ray(address)?])));
    }
    if !far.workers.is_empty() {
        return Ok(Box::new(Workers::new(far.workers.clone())));
    }
    match processes {
        None => Ok(Box::new(Threads(setup::threads(threads)))),
        Some(n) => Ok(Box::new(workers(n)?)),
    }
}

/// The command line that hands jobs to a Ray cluster. The address goes to a shell.
fn ray(address: &str) -> Result<String, Fault> {
    let plain = |c: char| c.is_ascii_alphanumeric() || ".:/_-[]".contains(c);
    if address.is_empty() || address.starts_with('-') || !address.chars().all(plain) {
        let right = "auto, or host:port, or ray://host:port is expected";
        return Err(Fault::Call(format!("--ray {address:?}: {right}")));
    }
    let python = std::env::var("HENGE_PYTHON").unwrap_or_else(|_| "python3".into());
    Ok(format!("{python} -m henge.ray {address}"))
}

/// This program as workers.
pub fn workers(n: usize) -> Result<Processes, Fault> {
    let program = std::env::current_exe()?;
    let words = ["work", "--own", "--threads", "1"].map(Into::into);
    let command = std::iter::once(program.into()).chain(words).collect();
    Ok(Processes { n: setup::threads(n), command })
}

/// Plays the games, with the table as it grows where somebody watches.
pub fn play(
    plan: &Plan,
    games: &Registry,
    executor: &dyn Executor,
    journal: Option<&Path>,
) -> Result<Report, Fault> {
    let mut opened = None;
    if let Some(path) = journal {
        let journal = Journal::open(path, plan)?;
        if let Some(damage) = journal.damage() {
            note(damage);
        }
        let known = journal.n_found();
        if known > 0 {
            note(format!("{} holds {known} games; resuming", path.display()));
        }
        opened = Some(journal);
    }
    let (bar, began) = (progress("games"), Instant::now());
    let watched = std::io::stderr().is_terminal();
    let mut shown = None::<Instant>;
    let report =
        run_contest(plan, games, executor, opened.as_mut(), setup::stop_flag(), &mut |event| {
            if watched && shown.is_none_or(|shown| shown.elapsed() >= FRAME) {
                shown = Some(Instant::now());
                bar.set_message(so_far(&event, began.elapsed()) + &live_table(plan, &event));
            }
        });
    // Several lines are cleared only if the last message is known to have them.
    bar.set_message("");
    bar.finish_and_clear();
    Ok(report?)
}

/// How often the table is drawn.
const FRAME: Duration = Duration::from_millis(200);
/// More lines would fill the screen.
const MOST_LINES: usize = 16;

/// The standings as they are now, below the line that says how far it has come.
fn live_table(plan: &Plan, event: &Event<'_>) -> String {
    if event.table.games() == 0 {
        return String::new();
    }
    let text = Report::so_far(plan, event);
    text.lines().take(MOST_LINES).fold(String::new(), |all, line| all + "\n" + line)
}

/// How far it has come, and how long it will take if it goes on like this.
fn so_far(event: &Event<'_>, elapsed: Duration) -> String {
    let &Event { done, from_journal, total, .. } = event;
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
pub type Form = fn(&Report) -> String;

/// The form of a report by the name of its file.
pub fn form(path: &Path) -> Result<Form, Fault> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => Ok(Report::html),
        Some("md") => Ok(Report::document),
        Some("json") => Ok(json),
        Some("txt") => Ok(Report::text),
        _ => {
            let path = path.display();
            Err(Fault::Call(format!(
                "--report {path}: names that end with .html, .md, .json or .txt are expected"
            )))
        }
    }
}

/// The report for machines, on a line.
pub fn json(report: &Report) -> String {
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
    use henge_arena::CrossTable;

    #[test]
    fn the_time_left_is_that_of_the_games_left() {
        let table = CrossTable::new(Vec::new());
        let event = |done, from_journal, total| Event {
            done,
            from_journal,
            total,
            thinking: Duration::ZERO,
            table: &table,
            rounds: &[],
            sprt: None,
        };
        let after = |done, from_journal, seconds| {
            so_far(&event(done, from_journal, Some(100)), Duration::from_secs(seconds))
        };
        assert_eq!(after(0, 0, 5), "0 of 100");
        assert_eq!(after(10, 0, 5), "10 of 100, about 45 s left");
        assert_eq!(after(60, 50, 60), "60 of 100, about 4 min left");
        assert_eq!(after(50, 40, 7_200), "50 of 100, about 10.0 h left");
        assert_eq!(after(100, 40, 7_200), "100 of 100");
        assert_eq!(so_far(&event(3, 0, None), Duration::from_secs(1)), "3");
    }
}
