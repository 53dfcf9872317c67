//! Every experiment in the repository is run again: its report must be what is committed, to the byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program;
use crate::steps::Faults;

/// Runs all experiments of `experiments/`, and compares reports and plots with those beside them.
pub fn check(root: &Path) -> Result<String, Faults> {
    let henge = program::built(root).map_err(|why| vec![why])?;
    let folder = root.join("experiments");
    let mut files: Vec<PathBuf> = entries(&folder)?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let mut faults = Vec::new();
    for file in &files {
        let name = file.file_stem().unwrap_or_default();
        let output = root.join("target/experiments").join(name);
        faults.extend(again(&henge, file, &output)?);
        faults.extend(differences(&folder.join(name), &output)?);
    }
    match faults.is_empty() {
        true => Ok(format!("{} experiments say what they said before", files.len())),
        false => {
            faults.push(
                "if the change is meant: henge experiment run FILE, look at the difference, and see \
                 whether the findings still hold"
                    .into(),
            );
            Err(faults)
        }
    }
}

/// Runs an experiment from the beginning.
fn again(henge: &Path, file: &Path, output: &Path) -> Result<Option<String>, Faults> {
    if output.exists() {
        fs::remove_dir_all(output).map_err(|error| fault(output, &error))?;
    }
    let mut command = Command::new(henge);
    command.args(["experiment", "run"]).arg(file).arg("--output").arg(output);
    // Runs of learning keep a log at home.
    command.env("HENGE_HOME", output.join("files"));
    // It prints the report, which is written, too.
    let ended = command.output().map_err(|error| fault(henge, &error))?;
    let said = || String::from_utf8_lossy(&ended.stderr).trim().to_string();
    Ok((!ended.status.success())
        .then(|| format!("{}: {}: {}", file.display(), ended.status, said())))
}

/// What differs between a report and a new one. Pages of HTML hold the same once more, and are not kept.
fn differences(old: &Path, new: &Path) -> Result<Vec<String>, Faults> {
    let is_kept = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "md" || extension == "svg")
    };
    let names = |folder: &Path| -> Result<Vec<PathBuf>, Faults> {
        let kept = entries(folder)?.into_iter().filter(is_kept);
        Ok(kept.filter_map(|path| path.file_name().map(PathBuf::from)).collect())
    };
    let mut all = names(old)?;
    all.extend(names(new)?);
    all.sort();
    all.dedup();
    let differ = |name: &PathBuf| {
        let (old, new) = (old.join(name), new.join(name));
        let is_same = match (fs::read(&old), fs::read(&new)) {
            (Ok(old), Ok(new)) => old == new,
            _ => false,
        };
        (!is_same).then(|| format!("{} and {} differ", old.display(), new.display()))
    };
    Ok(all.iter().filter_map(differ).collect())
}

/// What is in a folder, in the order of names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Faults> {
    let found = fs::read_dir(folder).map_err(|error| fault(folder, &error))?;
    let mut paths = Vec::new();
    for entry in found {
        paths.push(entry.map_err(|error| fault(folder, &error))?.path());
    }
    paths.sort();
    Ok(paths)
}

fn fault(path: &Path, error: &std::io::Error) -> Faults {
    vec![format!("{}: {error}", path.display())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_that_differs_or_is_missing_is_told() {
        let folder = std::env::temp_dir().join(format!("henge-experiments-{}", std::process::id()));
        let (old, new) = (folder.join("old"), folder.join("new"));
        for place in [&old, &new] {
            fs::create_dir_all(place.join("files")).unwrap();
            fs::write(place.join("a.md"), "the same").unwrap();
            fs::write(place.join("a.html"), place.display().to_string()).unwrap();
        }
        assert_eq!(differences(&old, &new).unwrap(), Vec::<String>::new());
        fs::write(new.join("a.md"), "another").unwrap();
        fs::write(old.join("a-1.svg"), "gone").unwrap();
        let told = differences(&old, &new).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("a-1.svg") && told[1].contains("a.md"), "{told:?}");
    }
}
