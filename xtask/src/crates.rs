//! What henge is linked with: how much of it there is, and under which licences.
//!
//! `cargo metadata` knows the licences. What is linked it does not know: it adds the features that
//! our tests ask for. `cargo tree` leaves them out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::spdx::is_permissive;
use crate::steps::Faults;

/// The most crates from outside that each package may bring along, ours not counted. More of them
/// is more that can break, and more to wait for.
const BUDGETS: [(&str, usize); 2] = [("henge-core", 9), ("henge-games", 13)];
/// The same for all that a plain `cargo build` builds.
const DEFAULT_BUDGET: usize = 249;

/// Counts on this machine's platform, and looks at the licences for all platforms.
pub fn check(root: &Path) -> Result<String, Faults> {
    let metadata = output(root, &["metadata", "--format-version", "1"])?;
    let catalogue = Catalogue::read(&metadata)?;
    let mut faults = catalogue.faults(&linked(&tree(root, &["--target", "all"])?)?);
    // The Python package is a workspace of its own.
    let own = ["--manifest-path", "crates/python/Cargo.toml"];
    let metadata = output(root, &[&["metadata", "--format-version", "1"], &own[..]].concat())?;
    let with_python = linked(&tree(root, &[&["--target", "all"], &own[..]].concat())?)?;
    faults.extend(Catalogue::read(&metadata)?.faults(&with_python));
    let mut counts = Vec::new();
    for (name, most) in BUDGETS.into_iter().chain([("the default build", DEFAULT_BUDGET)]) {
        let package = ["--package", name];
        let all = name == "the default build";
        let linked = linked(&tree(root, if all { &[] } else { &package })?)?;
        let outside: Vec<_> = linked.iter().filter(|krate| catalogue.is_outside(krate)).collect();
        let n = outside.len();
        counts.push(format!("{name} {n} of {most}"));
        if n > most {
            let list: Vec<_> = outside.iter().map(|krate| krate.to_string()).collect();
            faults.push(format!("{name} links {n} crates from outside, and {most} is the most:"));
            faults.push(format!("  {}", list.join(", ")));
        }
    }
    match faults.is_empty() {
        true => Ok(format!("crates from outside: {}", counts.join(", "))),
        false => Err(faults),
    }
}

/// What is linked, or run to build it; what only tests need is left out. A crate on each line.
fn tree(root: &Path, more: &[&str]) -> Result<String, Faults> {
    let words = ["tree", "--edges", "normal,build", "--prefix", "none", "--format", "{p}"];
    output(root, &[&words, more].concat())
}

fn output(root: &Path, words: &[&str]) -> Result<String, Faults> {
    let name = format!("cargo {}", words.join(" "));
    let output = Command::new("cargo").args(words).current_dir(root).output();
    let output = output.map_err(|error| vec![format!("{name}: {error}")])?;
    if !output.status.success() {
        return Err(vec![format!("{name}: {}", String::from_utf8_lossy(&output.stderr))]);
    }
    String::from_utf8(output.stdout).map_err(|error| vec![format!("{name}: {error}")])
}

/// A name and a version.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Crate {
    name: String,
    version: String,
}

impl std::fmt::Display for Crate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// The crates of a tree, each once. Lines are `name v1.2.3`, and remarks may follow.
fn linked(tree: &str) -> Result<BTreeSet<Crate>, Faults> {
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, version) = (words.next()?.into(), words.next()?.strip_prefix('v')?.into());
        Some(Crate { name, version })
    };
    let lines = tree.lines().filter(|line| !line.is_empty());
    lines.map(|line| read(line).ok_or_else(|| vec![format!("no crate: \"{line}\"")])).collect()
}

/// Every package that cargo knows of, with its licence, and whether it is one from outside.
struct Catalogue(BTreeMap<Crate, (Option<String>, bool)>);

impl Catalogue {
    fn read(metadata: &str) -> Result<Catalogue, Faults> {
        let wrong = |why: String| vec![format!("cargo metadata: {why}")];
        let metadata: Value = serde_json::from_str(metadata).map_err(|e| wrong(e.to_string()))?;
        let text = |value: &Value| value.as_str().map(String::from);
        let entry = |package: &Value| {
            let (name, version) = (text(&package["name"])?, text(&package["version"])?);
            let outside = !package["source"].is_null();
            Some((Crate { name, version }, (text(&package["license"]), outside)))
        };
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let entries: Option<BTreeMap<_, _>> = packages.map(entry).collect();
        let entries = entries.filter(|entries| !entries.is_empty());
        entries.map(Catalogue).ok_or_else(|| wrong("it has another form now".into()))
    }

    fn is_outside(&self, krate: &Crate) -> bool {
        self.0.get(krate).is_none_or(|(_, outside)| *outside)
    }

    /// What we may not link with, and why.
    fn faults(&self, linked: &BTreeSet<Crate>) -> Faults {
        let mut faults = Faults::new();
        for krate in linked.iter().filter(|krate| self.is_outside(krate)) {
            let licence = self.0.get(krate).and_then(|(licence, _)| licence.as_deref());
            let fault = match (licence, licence.and_then(is_permissive)) {
                (_, Some(true)) => continue,
                (None, _) => "names no licence".to_string(),
                (Some(licence), Some(false)) => {
                    format!("has the licence {licence}, which is not permissive")
                }
                (Some(licence), None) => {
                    format!("has the licence {licence}, which nobody can read")
                }
            };
            faults.push(format!("{krate} {fault}"));
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: &str = r#"{ "packages": [
        { "name": "ours", "version": "0.1.0", "license": null, "source": null },
        { "name": "a", "version": "1.0.0", "license": "MIT OR GPL-3.0-only", "source": "there" },
        { "name": "b", "version": "2.0.0+x", "license": "MPL-2.0", "source": "there" },
        { "name": "c", "version": "3.0.0", "license": null, "source": "there" },
        { "name": "d", "version": "4.0.0", "license": "MIT or so", "source": "there" }
    ] }"#;
    const TREE: &str = "ours v0.1.0 (there/ours)\na v1.0.0\nb v2.0.0+x (proc-macro)\na v1.0.0 (*)\n\
                        \nc v3.0.0\nd v4.0.0\ne v5.0.0\n";

    #[test]
    fn a_tree_names_every_crate_once() {
        let names: Vec<_> = linked(TREE).unwrap().iter().map(Crate::to_string).collect();
        assert_eq!(names, ["a 1.0.0", "b 2.0.0+x", "c 3.0.0", "d 4.0.0", "e 5.0.0", "ours 0.1.0"]);
        assert!(linked("[build-dependencies]").is_err());
    }

    #[test]
    fn licences_that_will_not_do_are_named() {
        let catalogue = Catalogue::read(METADATA).unwrap();
        let expected = [
            "b 2.0.0+x has the licence MPL-2.0, which is not permissive",
            "c 3.0.0 names no licence",
            "d 4.0.0 has the licence MIT or so, which nobody can read",
            "e 5.0.0 names no licence",
        ];
        assert_eq!(catalogue.faults(&linked(TREE).unwrap()), expected);
    }

    #[test]
    fn an_unknown_form_is_an_error() {
        for text in ["", "{}", r#"{ "packages": [{}] }"#, "null"] {
            assert!(Catalogue::read(text).is_err(), "{text}");
        }
    }
}
