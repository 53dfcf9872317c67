//! Experiments: a file says what is learned and who plays whom, and a report says what came out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;

use henge::Registry;
use henge::bots::words;
use henge_arena::{
    Brought, Ending, Experiment, Report, Work, experiment_html, experiment_markdown,
};
use serde_json::{Value, json};

use super::contest;
use crate::args::{ExperimentCommand, ExperimentRunArgs};
use crate::fault::{Done, Fault};
use crate::output::{Output, note, write_file};
use crate::paths::Paths;
use crate::setup;

pub fn run(command: &ExperimentCommand, games: &Registry, output: &Output) -> Result<Done, Fault> {
    match command {
        ExperimentCommand::Run(args) => perform(args, games, output),
        ExperimentCommand::Check(args) => {
            let (experiment, _) = read(&args.file, games)?;
            output.line(format!("{}: {} steps", experiment.title, experiment.steps.len()))?;
            Ok(Done::Finished)
        }
    }
}

fn read(path: &Path, games: &Registry) -> Result<(Experiment, String), Fault> {
    let text = fs::read_to_string(path).map_err(|error| Fault::file(path, &error))?;
    match Experiment::read(&text, games) {
        Ok(experiment) => Ok((experiment, text)),
        Err(error) => {
            let (offset, length) = (error.span.start, error.span.len().max(1));
            // The first line of a step is enough to find it.
            let length = text[offset..].find('\n').map_or(length, |line| length.min(line.max(1)));
            let name = path.display().to_string();
            Err(Fault::Place { name, text, offset, length, message: error.message })
        }
    }
}

/// Where the files of an experiment are: those that count, and those that are needed to go on.
struct Places {
    name: String,
    /// The report and its plots.
    reports: PathBuf,
    /// What was learned, journals, and what commands have printed.
    files: PathBuf,
}

impl Places {
    fn new(args: &ExperimentRunArgs) -> Result<Places, Fault> {
        let stem = args.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name =
            stem.ok_or_else(|| Fault::Call("the file of an experiment has a name".into()))?;
        let beside = args.file.parent().unwrap_or(Path::new("")).join(&name);
        let reports = args.output.clone().unwrap_or(beside);
        let files = reports.join("files");
        fs::create_dir_all(&files).map_err(|error| Fault::file(&files, &error))?;
        Ok(Places { name, reports, files })
    }
}

fn perform(args: &ExperimentRunArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let (experiment, _) = read(&args.file, games)?;
    let places = Places::new(args)?;
    let page = places.reports.join(format!("{}.html", places.name));
    let report = places.reports.join(format!("{}.md", places.name));
    Paths::default()
        .reads("FILE", Some(&args.file))
        .writes("the report", Some(&report))
        .writes("the report", Some(&page))
        .check()?;
    let executor = contest::place(args.threads, args.processes, &args.far)?;
    let mut brought = Vec::new();
    for (n, step) in (1..).zip(&experiment.steps) {
        let step = step.get_ref();
        note(format!("step {n} of {}, {}", experiment.steps.len(), step.name));
        match step.work(games, &places.files).map_err(Fault::Data)? {
            Work::Command(command) => {
                let asked = step.run.clone().unwrap_or_default();
                let Some(text) = told(&step.name, &command, &places.files)? else {
                    return interrupted(output);
                };
                // Where the files lie is nobody's business.
                let folder = format!("{}/", places.files.display());
                let (text, plots) = (text.replace(&folder, ""), plots(&asked, &places.files)?);
                brought.push(Brought::Output { command: asked, text, plots });
            }
            Work::Contest(plan) => {
                let journal = places.files.join(format!("{}.journal", step.name));
                let mut contest = contest::play(&plan, games, &*executor, Some(&journal))?;
                if contest.ending == Ending::Interrupted {
                    return interrupted(output);
                }
                let folder = format!("{}/", places.files.display());
                contest.rename(|name| name.replace(&folder, ""));
                write(&places.files.join(format!("{}.games", step.name)), &contest.games())?;
                write(&places.files.join(format!("{}.csv", step.name)), &contest.csv())?;
                brought.push(Brought::Report(Box::new(contest)));
            }
        }
    }
    let (text, plots) = experiment_markdown(&experiment, &places.name, &brought);
    write(&report, &text)?;
    for (file, plot) in plots {
        write(&places.reports.join(file), &plot)?;
    }
    write(&page, &experiment_html(&experiment, &brought))?;
    if args.json {
        output.json(&for_machines(&experiment, &brought))?;
    } else {
        output.print(&text)?;
        note(format!("the report with plots is in {}", page.display()));
    }
    Ok(Done::Finished)
}

/// The drawings that a command was told to make, as `--curve {curve.svg}` does.
fn plots(command: &str, folder: &Path) -> Result<Vec<String>, Fault> {
    let names = command.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(|error| Fault::file(&path, &error))
    };
    names.filter(|name| name.ends_with(".svg")).map(read).collect()
}

fn interrupted(output: &Output) -> Result<Done, Fault> {
    output.line("Interrupted; run the same command to resume.")?;
    Ok(Done::Interrupted)
}

fn write(path: &Path, text: &str) -> Result<(), Fault> {
    write_file(path, text).map_err(|error| Fault::file(path, &error))
}

/// What a command prints: now, or what it has printed when it was done before.
fn told(name: &str, command: &str, folder: &Path) -> Result<Option<String>, Fault> {
    let (done, head) = (folder.join(format!("{name}.out")), format!("$ henge {command}\n"));
    if let Ok(text) = fs::read_to_string(&done)
        && let Some(told) = text.strip_prefix(&head)
    {
        return Ok(Some(told.to_string()));
    }
    let words = words(command).ok_or_else(|| {
        Fault::Data(format!("step {name}: the words of {command:?} have an open quote"))
    })?;
    // Ctrl-C goes to the whole group: the command ends in its own way, and we go no further.
    let stop = setup::stop_flag();
    let mut child = Command::new(std::env::current_exe()?);
    // It ends with us also if we are killed.
    child.arg("--end-with-reader").args(&words).stdin(Stdio::null()).stdout(Stdio::piped());
    let ended = child.spawn()?.wait_with_output()?;
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    if stop.load(Ordering::SeqCst) || ended.status.code() == Some(3) {
        return Ok(None);
    }
    if !ended.status.success() {
        return Err(Fault::Data(format!(
            "step {name}: henge {command} ended with {}",
            ended.status
        )));
    }
    write(&done, &(head + &text))?;
    Ok(Some(text))
}

fn for_machines(experiment: &Experiment, brought: &[Brought]) -> Value {
    let step = |(step, brought): (&str, &Brought)| match brought {
        Brought::Output { command, text, .. } => {
            json!({ "name": step, "command": command, "output": text })
        }
        Brought::Report(report) => json!({ "name": step, "report": Report::json(report) }),
    };
    let names = experiment.steps.iter().map(|step| step.get_ref().name.as_str());
    let steps: Vec<Value> = names.zip(brought).map(step).collect();
    let version = format!("henge {}", env!("CARGO_PKG_VERSION"));
    json!({ "title": experiment.title, "version": version, "steps": steps })
}
