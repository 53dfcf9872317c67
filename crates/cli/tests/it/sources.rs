//! The requirements of the sources, row by row: the commands on their page are run, and the tests that it names are
//! there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A row of the tables.
struct Row {
    name: String,
    shown: String,
    says: String,
    state: String,
}

fn page() -> String {
    fs::read_to_string(root().join("docs/src/history/requirements.md")).unwrap()
}

/// The cells of a line; a bar behind a backslash is text.
fn cells(line: &str) -> Vec<String> {
    let line = line.replace("\\|", "\u{1}");
    let cells = line.trim().trim_matches('|').split('|');
    cells.map(|cell| cell.trim().replace('\u{1}', "|")).collect()
}

fn rows() -> Vec<Row> {
    let page = page();
    let lines = page.lines().filter(|line| line.starts_with('|')).map(cells);
    let rows = lines.filter(|cells| {
        let (letter, number) = cells[0].split_at(cells[0].len().min(1));
        cells.len() == 5 && "ABCDE".contains(letter) && number.parse::<u32>().is_ok()
    });
    rows.map(|cells| {
        let [name, _, shown, says, state]: [String; 5] = cells.try_into().unwrap();
        Row { name, shown, says: says.trim_matches('`').into(), state }
    })
    .collect()
}

/// The words of a command, as a shell takes them apart.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// What a command of the page says; what stands in `printf '…' |` before it is typed.
fn run(command: &str, folder: &Path) -> Result<String, String> {
    let (typed, command) = match command.strip_prefix("printf '") {
        Some(rest) => {
            let (typed, command) = rest.split_once("' | ").unwrap();
            (typed.replace("\\n", "\n"), command)
        }
        None => (String::new(), command),
    };
    let words = words(command);
    assert_eq!(words[0], "henge");
    let mut child = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(&words[1..])
        .env("HENGE_HOME", folder)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that asks nothing may have ended already.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&output.stdout) + &text(&output.stderr);
    if output.status.success() { Ok(said) } else { Err(said) }
}

/// The names of all functions in the sources of the workspace.
fn functions(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            functions(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let found = text.lines().filter_map(|line| {
                let (name, _) = line
                    .trim_start()
                    .trim_start_matches("async ")
                    .strip_prefix("fn ")?
                    .split_once('(')?;
                Some(name.to_string())
            });
            names.extend(found);
        }
    }
}

#[test]
fn every_requirement_is_shown() {
    let home = tempfile::tempdir().unwrap();
    let games = root().join("crates/museum/data/pentominoes1972.henge");
    fs::copy(games, home.path().join("pentominoes.henge")).unwrap();
    let mut names = BTreeSet::new();
    functions(&root().join("crates"), &mut names);
    let mut wrong = Vec::new();
    for Row { name, shown, says, .. } in rows() {
        if let Some(test) = shown.strip_prefix("test ") {
            if !names.contains(test.trim_matches('`')) {
                wrong.push(format!("{name}: there is no {shown}"));
            }
            continue;
        }
        let Some(command) = shown.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) else {
            continue;
        };
        match run(command, home.path()) {
            Ok(said) if said.contains(&says) => {}
            Ok(said) | Err(said) => {
                wrong.push(format!("{name}: {command} should say {says:?} and says\n{said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_requirement_is_left_out_and_the_counts_are_right() {
    let rows = rows();
    let mut numbers: BTreeMap<char, Vec<u32>> = BTreeMap::new();
    for Row { name, .. } in &rows {
        let letter = name.chars().next().unwrap();
        numbers.entry(letter).or_default().push(name[1..].parse().unwrap());
    }
    for (letter, n) in [('A', 26), ('B', 28), ('C', 34), ('D', 14), ('E', 22)] {
        assert_eq!(numbers[&letter], (1..=n).collect::<Vec<u32>>(), "{letter}");
    }
    let states = ["holds", "told", "missing", "out"];
    let counts = states.map(|state| rows.iter().filter(|row| row.state == state).count());
    assert_eq!(counts.iter().sum::<usize>(), rows.len());
    let [holds, told, missing, out] = counts;
    let line = format!("| together | {} | {holds} | {told} | {missing} | {out} |", rows.len());
    assert!(page().contains(&line), "{line}");
    // What holds is run, by a command or by a test.
    for row in rows.iter().filter(|row| row.state == "holds") {
        let shown = row.shown.starts_with('`') || row.shown.starts_with("test `");
        assert!(shown || ["C26", "D14"].contains(&row.name.as_str()), "{}", row.name);
    }
}
