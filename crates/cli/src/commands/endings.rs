//! Tables of endings: made, and checked.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use henge::{EndingTables, EndingsFault, Playable};
use serde_json::json;

use crate::args::{EndingsBuildArgs, EndingsCheckArgs, EndingsCommand};
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands, write_bytes};
use crate::setup::{self, threads};

pub fn run(command: EndingsCommand, output: &Output) -> Result<Done, Fault> {
    match command {
        EndingsCommand::Build(args) => build(&args, output),
        EndingsCommand::Check(args) => check(&args, output),
    }
}

fn tables(game: &Playable) -> Result<&dyn EndingTables, Fault> {
    game.endings()
        .ok_or_else(|| Fault::Call(format!("{} has no tables of endings", game.rules().name())))
}

fn path(tables: &dyn EndingTables, told: Option<&PathBuf>) -> Result<PathBuf, Fault> {
    told.cloned().or_else(|| tables.path()).ok_or_else(|| {
        Fault::Data(
            "there is no place for tables: set HENGE_HOME to a folder, or name a file".into(),
        )
    })
}

fn build(args: &EndingsBuildArgs, output: &Output) -> Result<Done, Fault> {
    let game = henge::game(&args.game)?;
    let tables = tables(&game)?;
    let path = path(tables, args.output.as_ref())?;
    let began = Instant::now();
    let bar = Mutex::new(progress("solving endings"));
    let tell = |done: usize, all: usize| {
        if let Ok(bar) = bar.lock() {
            let (done, all) = (thousands(done as u64), thousands(all as u64));
            bar.set_message(format!("{done} of {all} positions"));
        }
    };
    let mut bytes = Vec::new();
    let stop = setup::stop_flag();
    let built = tables.build(args.pieces, threads(args.threads), stop, &tell, &mut bytes);
    if let Ok(bar) = bar.lock() {
        bar.finish_and_clear();
    }
    match built {
        Err(EndingsFault::Stopped) => {
            output.line("Stopped; nothing was written.")?;
            return Ok(Done::Interrupted);
        }
        built => built.map_err(|error| Fault::Call(error.to_string()))?,
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Fault::file(folder, &error))?;
    }
    write_bytes(&path, &bytes).map_err(|error| Fault::file(&path, &error))?;
    output.line(format!(
        "All endings of up to {} pieces: {} bytes in {}, {:.1} s.",
        args.pieces,
        thousands(bytes.len() as u64),
        path.display(),
        began.elapsed().as_secs_f64()
    ))?;
    Ok(Done::Finished)
}

fn check(args: &EndingsCheckArgs, output: &Output) -> Result<Done, Fault> {
    let game = henge::game(&args.game)?;
    let tables = tables(&game)?;
    let path = path(tables, args.file.as_ref())?;
    let bar = Mutex::new(progress("checking endings"));
    let tell = |done: u64| {
        if let Ok(bar) = bar.lock() {
            bar.set_message(format!("{} positions", thousands(done)));
        }
    };
    let checked = tables.check(&path, threads(args.threads), setup::stop_flag(), &tell);
    if let Ok(bar) = bar.lock() {
        bar.finish_and_clear();
    }
    let count = match checked {
        Err(EndingsFault::Stopped) => return Ok(Done::Interrupted),
        checked => checked.map_err(|error| Fault::Data(error.to_string()))?,
    };
    if args.json {
        output.json(&json!({
            "game": game.rules().name(), "pieces": count.pieces, "positions": count.positions,
            "longest": count.longest, "consistent": true,
        }))?;
    } else {
        let longest = match count.longest {
            0 => String::new(),
            plies => format!(" The longest win takes {plies} plies."),
        };
        output.line(format!(
            "{} positions of up to {} pieces, and each is worth what the best of its moves is.{longest}",
            thousands(count.positions),
            count.pieces,
        ))?;
    }
    Ok(Done::Finished)
}
