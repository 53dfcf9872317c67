//! What would be published: every package has all the files that its source takes in, and a page about itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::steps::Faults;

/// Looks at the list of files of every package that can be published.
pub fn check(root: &Path) -> Result<String, Faults> {
    let run = |words: &[&str]| -> Result<Vec<u8>, Faults> {
        let output = Command::new("cargo").args(words).current_dir(root).output();
        let output = output.map_err(|error| vec![format!("cargo: {error}")])?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(vec![String::from_utf8_lossy(&output.stderr).into_owned()]),
        }
    };
    let metadata = run(&["metadata", "--format-version", "1", "--no-deps"])?;
    let metadata: Value =
        serde_json::from_slice(&metadata).map_err(|error| vec![error.to_string()])?;
    let empty = Vec::new();
    let packages = metadata["packages"].as_array().unwrap_or(&empty).iter();
    // An empty list of registries says that a package stays here.
    let published = packages.filter(|package| package["publish"].is_null());
    let (mut faults, mut n_packages, mut n_files) = (Faults::new(), 0, 0);
    for package in published {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_string();
        let (name, manifest) = (text("name"), PathBuf::from(text("manifest_path")));
        let folder = manifest.parent().unwrap_or(root);
        for key in ["description", "license", "readme", "rust_version"] {
            if text(key).is_empty() {
                faults.push(format!("{name}: {key} is missing in its Cargo.toml"));
            }
        }
        let list = run(&["package", "--list", "--allow-dirty", "--package", &name])?;
        let list = String::from_utf8_lossy(&list).into_owned();
        let files: BTreeSet<&str> = list.lines().collect();
        (n_packages, n_files) = (n_packages + 1, n_files + files.len());
        let is_source = |file: &&&str| file.starts_with("src/") && file.ends_with(".rs");
        let mut source = Vec::new();
        for file in files.iter().filter(is_source) {
            let text = fs::read_to_string(folder.join(file));
            source.push((*file, text.map_err(|error| vec![error.to_string()])?));
        }
        let tests: BTreeSet<&str> = source.iter().flat_map(|(_, text)| tests(text)).collect();
        for (file, text) in &source {
            let parts = Path::new(file).with_extension("");
            if parts.iter().any(|part| tests.contains(part.to_string_lossy().as_ref())) {
                continue;
            }
            for taken in included(text) {
                let place = resolved(Path::new(file), &taken);
                let known = place.is_some_and(|place| files.contains(place.as_str()));
                if !known && !taken.ends_with('/') {
                    faults.push(format!("{name}: {file} takes in {taken}, which is not packaged"));
                }
            }
        }
    }
    match faults.is_empty() {
        true => Ok(format!("packages: {n_packages}, files: {n_files}")),
        false => Err(faults),
    }
}

/// The modules that a source has for its tests.
fn tests(text: &str) -> impl Iterator<Item = &str> {
    let after = text.split("#[cfg(test)]\nmod ").skip(1);
    after.filter_map(|rest| rest.lines().next()?.strip_suffix(';'))
}

/// The files that a source takes in, tests left out.
fn included(text: &str) -> Vec<String> {
    let source: Vec<&str> = text.lines().take_while(|line| line.trim() != "#[cfg(test)]").collect();
    let source = source.join("\n");
    let after = ["include_str!(", "include_bytes!("].into_iter();
    let found =
        after.flat_map(|word| source.split(word).skip(1).map(String::from).collect::<Vec<_>>());
    let quoted = found.filter_map(|rest| rest.split('"').nth(1).map(String::from));
    quoted.filter(|path| !path.is_empty()).collect()
}

/// A path beside a file, from the folder of its package; nothing if it lies outside.
fn resolved(file: &Path, beside: &str) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in file.parent()?.join(beside).components() {
        match part {
            Component::ParentDir => drop(parts.pop()?),
            part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_taken_in_are_found() {
        let text = "const A: &str = include_str!(\"a.toml\");\ninclude_bytes!(\n    \"../data/b\"\n)\n\
                    #[cfg(test)]\ninclude_str!(\"c\")";
        assert_eq!(included(text), ["a.toml", "../data/b"]);
        let place = |path| resolved(Path::new("src/standard/hex.rs"), path);
        assert_eq!(place("../../books/a.book").as_deref(), Some("books/a.book"));
        assert_eq!(place("../../../../books/a.book"), None);
    }
}
