//! Which crate knows which: the table in `ARCHITECTURE.md` and `Cargo.toml` say the same.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::steps::Faults;

/// For every crate the crates of ours that it is built on.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The line above the table.
const HEAD: &str = "| crate | built on |";

/// Compares the map with the packages.
pub fn check(root: &Path) -> Result<String, Faults> {
    let fault = |error: &dyn std::fmt::Display| vec![error.to_string()];
    let map = std::fs::read_to_string(root.join("ARCHITECTURE.md")).map_err(|e| fault(&e))?;
    let words = ["metadata", "--format-version", "1", "--no-deps"];
    let output = Command::new("cargo").args(words).current_dir(root).output();
    let metadata = serde_json::from_slice(&output.map_err(|e| fault(&e))?.stdout);
    let (drawn, built) = (drawn(&map)?, built(&metadata.map_err(|e| fault(&e))?));
    let names: BTreeSet<&String> = drawn.keys().chain(built.keys()).collect();
    let list = |arrows: &Arrows, name: &String| match arrows.get(name) {
        None => "nothing at all".to_string(),
        Some(known) if known.is_empty() => "none of our crates".into(),
        Some(known) => known.iter().cloned().collect::<Vec<_>>().join(", "),
    };
    let differs = names.into_iter().filter(|name| drawn.get(*name) != built.get(*name));
    let faults: Faults = differs
        .map(|name| {
            let (map, cargo) = (list(&drawn, name), list(&built, name));
            format!("{name}: ARCHITECTURE.md says {map}; Cargo.toml says {cargo}")
        })
        .collect();
    match faults.is_empty() {
        true => Ok(format!("arrows: {} crates as ARCHITECTURE.md draws them", built.len())),
        false => Err(faults),
    }
}

/// Crates are called by their folders.
fn short(name: &str) -> String {
    name.strip_prefix("henge-").unwrap_or(name).into()
}

fn drawn(map: &str) -> Result<Arrows, Faults> {
    let table = map.lines().skip_while(|line| *line != HEAD).skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split('|').map(|cell| cell.replace('`', ""));
        let name = cells.next()?.trim().to_string();
        let known = cells.next()?;
        let known = known.split(',').map(str::trim).filter(|name| !name.is_empty());
        Some((name, known.map(String::from).collect()))
    };
    let arrows: Arrows = rows.filter_map(row).collect();
    match arrows.is_empty() {
        true => Err(vec![format!("ARCHITECTURE.md has no table that begins with {HEAD:?}")]),
        false => Ok(arrows),
    }
}

/// What the packages are built on; what only their tests need is left out.
fn built(metadata: &Value) -> Arrows {
    let empty = Vec::new();
    let packages = metadata["packages"].as_array().unwrap_or(&empty);
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_string();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let known = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap_or(&empty).iter();
        let linked = all.filter(|dependency| dependency["kind"].is_null()).map(name);
        linked.filter(|name| ours.contains(name)).map(|name| short(&name)).collect()
    };
    packages.iter().map(|package| (short(&name(package)), known(package))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        let map =
            format!("# Map\n\n{HEAD}\n|---|---|\n| `a` | `b`, `c` |\n| `b` | |\n\nmore | text\n");
        let arrows = drawn(&map).expect("a table");
        assert_eq!(arrows["a"], BTreeSet::from(["b".into(), "c".into()]));
        assert_eq!((arrows["b"].len(), arrows.len()), (0, 2));
        assert!(drawn("# Map\n").is_err());
    }
}
