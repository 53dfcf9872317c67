//! `cargo xtask soak`: faults are injected into the program, and nothing may be lost.

mod batch;
mod damage;
mod external;
mod files;
mod full;
mod hostile;
mod http;
mod killed;
mod processes;
mod program;
mod report;
mod schedule;
mod stores;
mod subject;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use program::Henge;
use schedule::Schedule;
use subject::Subject;

/// For `cargo xtask help`.
pub const HELP: &str = "\
Attacks henge with faults for some minutes, and fails if anything is lost.

Usage: cargo xtask soak [options]

  --minutes N      how long (default: 10); every subject gets at least one round
  --seed N         the same seed injects the same faults, as far as the clock allows
  --only SUBJECT   this subject alone; several may be named, with commas
  --iteration N    with --only: this round alone
  --jobs N         how many rounds run at once (default: 1)
  --binary PATH    attack this program; otherwise the release build is made first
  --folder PATH    work here; otherwise in the system's folder for temporary files
  --markdown       print the table for a document
  --list           list the subjects";

/// What was asked for.
pub struct Wishes {
    minutes: f64,
    seed: u64,
    only: Vec<String>,
    iteration: Option<u64>,
    jobs: usize,
    binary: Option<PathBuf>,
    folder: Option<PathBuf>,
    markdown: bool,
    list: bool,
}

impl Wishes {
    /// Reads the words behind `soak`.
    pub fn read(words: &[String]) -> Result<Wishes, String> {
        let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let mut wishes = Wishes {
            minutes: 10.0,
            seed: seed.map_or(1, |time| time.as_secs() % 100_000),
            only: Vec::new(),
            iteration: None,
            jobs: 1,
            binary: None,
            folder: None,
            markdown: false,
            list: false,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} wants a value"));
            match word.as_str() {
                "--minutes" => wishes.minutes = number(word, value()?)?,
                "--seed" => wishes.seed = number(word, value()?)?,
                "--iteration" => wishes.iteration = Some(number(word, value()?)?),
                "--jobs" => wishes.jobs = number::<usize>(word, value()?)?.max(1),
                "--only" => wishes.only.extend(value()?.split(',').map(String::from)),
                "--binary" => wishes.binary = Some(value()?.into()),
                "--folder" => wishes.folder = Some(value()?.into()),
                "--markdown" => wishes.markdown = true,
                "--list" => wishes.list = true,
                _ => return Err(format!("unknown option \"{word}\"\n\n{HELP}")),
            }
        }
        if !(0.0..=100_000.0).contains(&wishes.minutes) {
            return Err("--minutes is a number from 0 to 100000".into());
        }
        if wishes.iteration.is_some() && wishes.only.len() != 1 {
            return Err("--iteration wants one subject, by --only".into());
        }
        Ok(wishes)
    }
}

fn number<T: std::str::FromStr>(word: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{word} wants a number, not \"{value}\""))
}

/// Everything that is attacked, in the order of the table.
fn subjects() -> Vec<Box<dyn Subject>> {
    let mut all: Vec<Box<dyn Subject>> =
        vec![Box::new(killed::Keyboard), Box::new(killed::Moving), Box::new(killed::Thinking)];
    let batches = batch::all();
    all.extend(batches.iter().map(|batch| Box::new(batch.clone()) as Box<dyn Subject>));
    all.push(Box::new(batch::Orphans(batches.clone())));
    all.push(Box::new(batch::Twice(batches.clone())));
    all.push(Box::new(full::Writers(batches.into_iter().chain(batch::writers()).collect())));
    all.push(Box::new(full::Games));
    all.push(Box::new(stores::Locked));
    all.push(Box::new(stores::Damaged::default()));
    all.push(Box::new(stores::Shared));
    all.push(Box::new(files::Files::default()));
    all.push(Box::new(files::Journal));
    all.push(Box::new(hostile::Hostile::default()));
    all.push(Box::new(external::Players));
    all
}

/// About two minutes of it.
pub fn short(root: &Path) -> Result<String, Vec<String>> {
    let words = ["--minutes", "1.5", "--jobs", "2"].map(String::from);
    match Wishes::read(&words).and_then(|wishes| attack(root, wishes)) {
        Ok(Lost::Nothing) => Ok(String::new()),
        Ok(Lost::Something) => Err(vec!["something was lost".into()]),
        Err(why) => Err(vec![why]),
    }
}

/// What came of it all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lost {
    Nothing,
    Something,
}

/// Does what was asked for.
pub fn run(root: &Path, wishes: Wishes) -> Result<ExitCode, String> {
    if wishes.list {
        for subject in subjects() {
            println!("{:<18} {}", subject.name(), subject.about());
        }
        return Ok(ExitCode::SUCCESS);
    }
    Ok(match attack(root, wishes)? {
        Lost::Nothing => ExitCode::SUCCESS,
        Lost::Something => ExitCode::FAILURE,
    })
}

fn attack(root: &Path, wishes: Wishes) -> Result<Lost, String> {
    let mut subjects = subjects();
    if let Some(wrong) =
        wishes.only.iter().find(|name| !subjects.iter().any(|subject| subject.name() == *name))
    {
        return Err(format!("no subject is called \"{wrong}\"; --list names all"));
    }
    let wanted = |name: &str| wishes.only.is_empty() || wishes.only.iter().any(|only| only == name);
    subjects.retain(|subject| wanted(subject.name()));
    let binary = match wishes.binary {
        Some(binary) => binary,
        None => {
            crate::program::built(root).map_err(|why| format!("{why}; --binary names a program"))?
        }
    };
    let binary = binary.canonicalize().map_err(|error| format!("{}: {error}", binary.display()))?;
    let schedule = Schedule {
        henge: Henge::new(binary),
        subjects,
        seed: wishes.seed,
        iteration: wishes.iteration,
        jobs: wishes.jobs,
        time: Duration::from_secs_f64(60.0 * wishes.minutes),
        folder: wishes.folder.unwrap_or_else(std::env::temp_dir),
    };
    println!(
        "seed {}, {} subjects, {} minutes",
        wishes.seed,
        schedule.subjects.len(),
        wishes.minutes
    );
    let rows = schedule.run()?;
    println!("\n{}", report::table(&rows, wishes.markdown));
    Ok(match rows.iter().all(|row| row.tally.lost.is_empty()) {
        true => Lost::Nothing,
        false => Lost::Something,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Wishes, String> {
        Wishes::read(&words.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn wishes_are_read_and_wrong_ones_refused() {
        let wishes = read("--minutes 0.5 --seed 7 --only kill-play,players --jobs 0").unwrap();
        assert_eq!((wishes.minutes, wishes.seed, wishes.jobs), (0.5, 7, 1));
        assert_eq!(wishes.only, ["kill-play", "players"]);
        assert_eq!(read("--only kill-play --iteration 3").unwrap().iteration, Some(3));
        for wrong in ["--minutes", "--minutes soon", "--minutes -1", "--iteration 3", "--fast"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_subject_has_a_name_of_its_own() {
        let mut names: Vec<_> = subjects().iter().map(|subject| subject.name()).collect();
        let n = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n);
    }
}
