//! Options of a bot fitted by games, and a test of what was found.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use henge::{Registry, mix64};
use henge_arena::stats::Verdict;
use henge_arena::{
    Ending, Executor, Iteration, Plan, Report, Tuned, Tuning, TuningJournal, run_tuning,
};
use serde_json::{Value, json};

use super::{contest, matches};
use crate::args::TuneArgs;
use crate::fault::{Done, Fault};
use crate::output::{Output, note, progress};
use crate::paths::Paths;
use crate::setup;

pub fn run(args: &TuneArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    Paths::default()
        .game(&args.game)
        .reads("--openings", args.terms.openings.as_deref())
        .writes("--journal", args.journal.as_deref())
        .writes("--curve", args.curve.as_deref())
        .writes("--csv", args.csv.as_deref())
        .check()?;
    let tuning = tuning(args, games)?;
    // Before hours of play.
    let test = test(args, &tuning, games)?;
    let executor = contest::executor(&args.host)?;
    let tuned = fit(&tuning, games, &*executor, args.journal.as_deref())?;
    if let Some(path) = &args.curve {
        output.print_to(Some(path), &tuned.svg())?;
    }
    if let Some(path) = &args.csv {
        output.print_to(Some(path), &tuned.csv())?;
    }
    if !args.json {
        output.print(for_people(&tuned)?)?;
    }
    if tuned.ending == Ending::Interrupted {
        return stopped(args, &tuned, output);
    }
    let (fitted, start) = (tuned.bot()?, tuning.start()?);
    let report = match test {
        Some(test) if fitted != start => {
            let plan = Plan { players: vec![fitted, start], ..test };
            let journal = args.journal.as_deref().map(|path| beside(path, &plan));
            Some(contest::play(&plan, games, &*executor, journal.as_deref())?)
        }
        Some(_) if !args.json => {
            output.line("The fitted values are those of the start: there is nothing to test.")?;
            None
        }
        _ => None,
    };
    match (&report, args.json) {
        (_, true) => output.json(&for_machines(&tuned, report.as_ref())?)?,
        (Some(report), false) if report.table.games() > 0 => {
            output.print(format!("\n{}{}\n", matches::for_people(report), verdict(report)))?;
        }
        (_, false) => {}
    }
    let is_whole = report.is_none_or(|report| report.ending != Ending::Interrupted);
    Ok(if is_whole { Done::Finished } else { Done::Interrupted })
}

/// The file of a test's games, beside that of the tuning. Another test has another file, so that the same
/// tuning can be tested again with other bounds or more games.
fn beside(journal: &Path, test: &Plan) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(format!(".test-{}", &test.fingerprint()[..8]));
    name.into()
}

/// What is to be fitted, as the call says.
fn tuning(args: &TuneArgs, games: &Registry) -> Result<Tuning, Fault> {
    // With all its options, as everywhere.
    let game = games.game(&args.game)?.rules().name().to_string();
    let plan = Plan { game, games: 2 * args.pairs, ..Plan::default() };
    let mut tuning = Tuning {
        bot: args.bot.clone(),
        parameters: args.parameter.clone(),
        iterations: args.iterations,
        rate: args.rate,
        plan,
    };
    tuning.check(games)?;
    // No opening comes twice in the whole tuning while there are others.
    let players = vec![tuning.start()?; 2];
    let all = tuning.plan.games.saturating_mul(args.iterations);
    let plan = Plan { players, games: all, ..tuning.plan };
    let plan = contest::on_terms(games, &args.terms, plan)?;
    tuning.plan = Plan { players: Vec::new(), games: 2 * args.pairs, ..plan };
    Ok(tuning)
}

/// The plan of the test, if one is asked for; its players are not known yet.
fn test(args: &TuneArgs, tuning: &Tuning, games: &Registry) -> Result<Option<Plan>, Fault> {
    let Some(hypotheses) = args.test.hypotheses() else { return Ok(None) };
    let (game, players) = (tuning.plan.game.clone(), vec![tuning.start()?; 2]);
    let sprt = Some(hypotheses);
    let plan = Plan { game, players, games: args.games, sprt, ..Plan::default() };
    let plan = contest::on_terms(games, &args.terms, plan)?;
    // Other openings and dice than those that have led to the values.
    Ok(Some(Plan { seed: mix64(args.terms.seed ^ 0x7465_7374), ..plan }))
}

/// Plays, and says how far it has come where somebody watches.
fn fit(
    tuning: &Tuning,
    games: &Registry,
    executor: &dyn Executor,
    journal: Option<&Path>,
) -> Result<Tuned, Fault> {
    let mut opened = None;
    if let Some(path) = journal {
        let journal = TuningJournal::open(path, tuning)?;
        if let Some(damage) = journal.damage() {
            note(damage);
        }
        let known = journal.n_found();
        if known > 0 {
            note(format!("{} holds {known} iterations; resuming", path.display()));
        }
        opened = Some(journal);
    }
    let (bar, watched) = (progress("tuning"), std::io::stderr().is_terminal());
    let mut tell = |done: &[Iteration], n_games: u32| {
        if watched {
            bar.set_message(so_far(tuning, done, n_games));
        }
    };
    let tuned = run_tuning(tuning, games, executor, opened.as_mut(), setup::stop_flag(), &mut tell);
    bar.finish_and_clear();
    Ok(tuned?)
}

fn so_far(tuning: &Tuning, done: &[Iteration], n_games: u32) -> String {
    let (k, of, games) = (done.len() + 1, tuning.iterations, tuning.plan.games);
    let value = |n: usize| match done.last() {
        Some(last) => last.after[n],
        None => tuning.parameters[n].start as f64,
    };
    let values = tuning.parameters.iter().enumerate();
    let values: Vec<String> =
        values.map(|(n, parameter)| format!("{} {:.1}", parameter.name, value(n))).collect();
    format!("iteration {k} of {of}, {n_games} of {games} games; {}", values.join(", "))
}

/// Says that it was stopped, and whether it can go on.
fn stopped(args: &TuneArgs, tuned: &Tuned, output: &Output) -> Result<Done, Fault> {
    if args.json {
        output.json(&for_machines(tuned, None)?)?;
        return Ok(Done::Interrupted);
    }
    let (n, of) = (tuned.iterations.len(), tuned.tuning.iterations);
    output.line(match &args.journal {
        Some(path) => format!(
            "Stopped after {n} of {of} iterations; the same command resumes from {}.",
            path.display()
        ),
        None => format!("Stopped after {n} of {of} iterations; --journal would have kept them."),
    })?;
    Ok(Done::Interrupted)
}

fn for_people(tuned: &Tuned) -> Result<String, Fault> {
    let Tuned { tuning, iterations, values, .. } = tuned;
    let (n, games, seed) = (iterations.len(), tuning.plan.games, tuning.plan.seed);
    let (game, bot) = (&tuning.plan.game, &tuning.bot);
    let mut text = format!("{game}: {bot}, {n} iterations of {games} games, seed {seed}\n\n");
    for (n, (parameter, value)) in tuning.parameters.iter().zip(values).enumerate() {
        let (name, start) = (&parameter.name, parameter.start);
        let (low, high) = (parameter.low, parameter.high);
        text += &format!("{name}: {value}, from {start}, between {low} and {high}\n");
        text += &tuned.plot(n).text(WIDTH, HEIGHT);
        text.push('\n');
    }
    Ok(text + &format!("fitted: {}\n", tuned.bot()?))
}

/// The size of a curve in letters.
const WIDTH: usize = 60;
const HEIGHT: usize = 6;

/// What the test says about the fitted values.
fn verdict(report: &Report) -> String {
    let (fitted, start) = (&report.plan.players[0], &report.plan.players[1]);
    match report.sprt.map(|sprt| sprt.verdict) {
        Some(Verdict::Accepted) => format!("Accepted: {fitted} is stronger."),
        Some(Verdict::Rejected) => format!("Rejected: stay with {start}."),
        _ => format!("Undecided after {} games.", report.table.games()),
    }
}

fn for_machines(tuned: &Tuned, test: Option<&Report>) -> Result<Value, Fault> {
    let Tuned { tuning, iterations, values, ending } = tuned;
    let parameters = tuning.parameters.iter().zip(values).map(|(parameter, value)| {
        let mut all = json!(parameter);
        all["fitted"] = json!(value);
        all
    });
    let mut all = json!({
        "game": tuning.plan.game,
        "bot": tuning.bot,
        "seed": tuning.plan.seed,
        "ending": if *ending == Ending::Interrupted { "interrupted" } else { "complete" },
        "parameters": parameters.collect::<Vec<_>>(),
        "start": tuning.start()?,
        "fitted": tuned.bot()?,
        "iterations": iterations,
    });
    if let Some(report) = test {
        let elo = matches::elo(report);
        all["test"] = json!({
            "games": report.table.games(),
            "result": report.table.games_of(0, 1),
            // What is infinite becomes null.
            "elo": elo,
            "sprt": report.sprt,
        });
    }
    Ok(all)
}
