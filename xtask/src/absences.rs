//! What is deliberately absent: the table in `ARCHITECTURE.md`, held against the source.

use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::Faults;

/// The line above the table.
const HEAD: &str = "| not there | in | but for |";

/// A row of the table.
struct Absence {
    /// Texts that must not occur.
    texts: Vec<String>,
    /// The crates that are looked at; all if there are none.
    crates: Vec<String>,
    /// Files in which they may occur all the same, from the folder of the crates.
    exceptions: Vec<String>,
}

/// Looks for what should not be there.
pub fn check(root: &Path) -> Result<String, Faults> {
    let fault = |path: &Path, error: &std::io::Error| vec![format!("{}: {error}", path.display())];
    let map = root.join("ARCHITECTURE.md");
    let absences = read(&fs::read_to_string(&map).map_err(|error| fault(&map, &error))?)?;
    let folder = root.join("crates");
    let mut files = Vec::new();
    collect(&folder, &mut files).map_err(|error| fault(&folder, &error))?;
    let mut faults = Faults::new();
    let mut used = vec![Vec::new(); absences.len()];
    for path in &files {
        let name = path.strip_prefix(&folder).unwrap_or(path).display().to_string();
        let text = fs::read_to_string(path).map_err(|error| fault(path, &error))?;
        for (absence, used) in absences.iter().zip(&mut used) {
            let found = absence.find(&name, &text);
            let exception = absence.exceptions.iter().find(|start| name.starts_with(*start));
            match (exception, found) {
                (Some(exception), Some(_)) => used.push(exception.clone()),
                (None, Some((line, text))) => {
                    faults.push(format!("crates/{name}:{line}: {text} should not be there"));
                }
                _ => {}
            }
        }
    }
    for (absence, used) in absences.iter().zip(&used) {
        let idle = absence.exceptions.iter().filter(|exception| !used.contains(exception));
        faults.extend(idle.map(|path| {
            format!("ARCHITECTURE.md excepts {path} from {}, needlessly", absence.texts.join(", "))
        }));
    }
    match faults.is_empty() {
        true => Ok(format!("absences: {} rows hold in {} files", absences.len(), files.len())),
        false => Err(faults),
    }
}

impl Absence {
    /// The first line of a file that has one of the texts, outside its tests and comments.
    fn find(&self, name: &str, text: &str) -> Option<(usize, &str)> {
        let crate_ = name.split('/').next().unwrap_or_default();
        if !self.crates.is_empty() && !self.crates.iter().any(|known| known == crate_) {
            return None;
        }
        let source = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
        source.enumerate().find_map(|(i, line)| {
            let line = line.trim();
            let is_comment = line.starts_with("//");
            let found = self.texts.iter().find(|text| !is_comment && line.contains(*text))?;
            Some((i + 1, found.as_str()))
        })
    }
}

/// All files of source, but for tests that are files of their own.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        let tests = ["tests", "examples", "target", "node_modules"].contains(&name.as_str());
        if path.is_dir() {
            if !tests {
                collect(&path, files)?;
            }
        } else if name.ends_with(".rs") && name != "tests.rs" && !name.ends_with("_tests.rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}

fn read(map: &str) -> Result<Vec<Absence>, Faults> {
    let table = map.lines().skip_while(|line| *line != HEAD).skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split("|").map(quoted);
        let texts = cells.next()?;
        Some(Absence { texts, crates: cells.next()?, exceptions: cells.next().unwrap_or_default() })
    };
    let absences: Vec<Absence> = rows.filter_map(row).collect();
    match absences.is_empty() {
        true => Err(vec![format!("ARCHITECTURE.md has no table that begins with {HEAD:?}")]),
        false => Ok(absences),
    }
}

/// The texts between back quotes.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_found_outside_tests_and_comments() {
        let map = format!(
            "{HEAD}\n|---|---|---|\n| `bad(`, `worse` | `a` | `a/src/odd.rs` |\n| `x` | all | |\n"
        );
        let absences = read(&map).expect("a table");
        assert_eq!((absences.len(), absences[0].texts.len()), (2, 2));
        assert_eq!(absences[0].exceptions, ["a/src/odd.rs"]);
        assert!(absences[1].crates.is_empty() && absences[1].exceptions.is_empty());
        let find = |name, text| absences[0].find(name, text);
        assert_eq!(find("a/src/lib.rs", "good\n  bad(1)\n"), Some((2, "bad(")));
        assert_eq!(find("b/src/lib.rs", "bad(1)"), None);
        assert_eq!(find("a/src/lib.rs", "// bad(1)\n#[cfg(test)]\nbad(1)"), None);
    }
}
