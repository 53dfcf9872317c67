//! Tables of endings: made, and checked.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use henge::games::draughts::endings::FileError;
use henge::{EndingTables, EndingsFault, Playable, Registry};
use henge_files::Draft;
use serde_json::json;

use crate::args::{EndingsBuildArgs, EndingsCheckArgs, EndingsCommand};
use crate::fault::{Done, Fault};
use crate::output::{Output, progress, thousands};
use crate::setup::{self, threads};

pub fn run(command: EndingsCommand, games: &Registry, output: &Output) -> Result<Done, Fault> {
    match command {
        EndingsCommand::Build(args) => build(&args, games, output),
        EndingsCommand::Check(args) => check(&args, games, output),
    }
}

fn tables(game: &Playable) -> Result<&dyn EndingTables, Fault> {
    game.ability::<dyn EndingTables>()
        .ok_or_else(|| Fault::Call(format!("{} has no tables of endings", game.rules().name())))
}

fn path(tables: &dyn EndingTables, told: Option<&PathBuf>) -> Result<PathBuf, Fault> {
    told.cloned().or_else(|| tables.path()).ok_or_else(|| {
        Fault::Data(
            "there is no place for tables: set HENGE_HOME to a folder, or name a file".into(),
        )
    })
}

fn build(args: &EndingsBuildArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let game = games.game(&args.game)?;
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
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Fault::file(folder, &error))?;
    }
    let mut to = Counted::new(Draft::new(&path).map_err(|error| Fault::file(&path, &error))?);
    let stop = setup::stop_flag();
    let built = tables.build(args.pieces, threads(args.threads), stop, &tell, &mut to);
    if let Ok(bar) = bar.lock() {
        bar.finish_and_clear();
    }
    match built {
        Err(EndingsFault::Stopped) => {
            output.line("Stopped; nothing was written.")?;
            return Ok(Done::Interrupted);
        }
        Err(EndingsFault::Endings(FileError::Io(error))) => return Err(Fault::file(&path, &error)),
        Err(error @ EndingsFault::NoMemory(_)) => return Err(Fault::Data(error.to_string())),
        built => built.map_err(|error| Fault::Call(error.to_string()))?,
    }
    let Counted { draft, bytes } = to;
    draft.commit().map_err(|error| Fault::file(&path, &error))?;
    output.line(format!(
        "All endings of up to {} pieces: {} bytes in {}, {:.1} s.",
        args.pieces,
        thousands(bytes),
        path.display(),
        began.elapsed().as_secs_f64()
    ))?;
    Ok(Done::Finished)
}

/// A file in the making, and how long it is.
struct Counted {
    draft: Draft,
    bytes: u64,
}

impl Counted {
    fn new(draft: Draft) -> Counted {
        Counted { draft, bytes: 0 }
    }
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.draft.write(bytes)?;
        self.bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.flush()
    }
}

fn check(args: &EndingsCheckArgs, games: &Registry, output: &Output) -> Result<Done, Fault> {
    let game = games.game(&args.game)?;
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
