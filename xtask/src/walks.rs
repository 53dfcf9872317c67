//! The walks in `ARCHITECTURE.md`: every place they name, as in `` `run` (`cli/src/main.rs:5`) ``, is where it says.

use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::Faults;

/// A place that a walk names.
struct Place<'a> {
    /// What is there: the last part of its path.
    name: &'a str,
    /// In which file, from the folder of the crates.
    file: &'a str,
    line: usize,
    /// Where the number stands in the text.
    at: usize,
}

/// Looks whether all places are where the map says.
pub fn check(root: &Path) -> Result<String, Faults> {
    let (map, right) = compared(root)?;
    match map == right.0 {
        true => Ok(format!("walks: {} places", right.1)),
        false => Err(vec!["places have moved: `cargo xtask walks` writes their lines anew".into()]),
    }
}

/// Writes the lines anew.
pub fn renew(root: &Path) -> Result<String, Faults> {
    let (_, (right, n)) = compared(root)?;
    let path = root.join("ARCHITECTURE.md");
    fs::write(&path, right).map_err(|error| vec![format!("{}: {error}", path.display())])?;
    Ok(format!("walks: {n} places"))
}

/// The map, the map as it should be, and how many places it names.
fn compared(root: &Path) -> Result<(String, (String, usize)), Faults> {
    let read = |path: PathBuf| {
        fs::read_to_string(&path).map_err(|error| vec![format!("{}: {error}", path.display())])
    };
    let map = read(root.join("ARCHITECTURE.md"))?;
    let (mut right, mut from, mut faults) = (String::new(), 0, Faults::new());
    let places = places(&map);
    for place in &places {
        let text = read(root.join("crates").join(place.file))?;
        let Some(line) = found(&text, place.name, place.line) else {
            faults.push(format!("ARCHITECTURE.md: there is no {} in {}", place.name, place.file));
            continue;
        };
        right += &map[from..place.at];
        right += &line.to_string();
        from = place.at + place.line.to_string().len();
    }
    right += &map[from..];
    let n = places.len();
    match faults.is_empty() {
        true => Ok((map, (right, n))),
        false => Err(faults),
    }
}

/// Where something is defined: of several lines the nearest to where it was.
fn found(text: &str, name: &str, line: usize) -> Option<usize> {
    let words =
        ["fn ", "struct ", "class ", "enum ", "trait ", "type ", "const ", "  ", "function "];
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let defines = |text: &str| {
        words.iter().any(|word| {
            let starts = format!("{word}{name}");
            let mut places = text.match_indices(&starts);
            places.any(|(i, _)| ends(&text[i + starts.len()..]))
        })
    };
    let numbered = text.lines().enumerate().filter(|(_, text)| defines(text));
    numbered.map(|(i, _)| i + 1).min_by_key(|n| n.abs_diff(line))
}

fn places(map: &str) -> Vec<Place<'_>> {
    let mut places = Vec::new();
    for (i, _) in map.match_indices("` (`") {
        let start = map[..i].rfind('`').map_or(0, |start| start + 1);
        let name = map[start..i].rsplit("::").next().unwrap_or_default();
        let name = name.trim_end_matches("()");
        let rest = &map[i + 4..];
        let inside = &rest[..rest.find('`').unwrap_or(0)];
        let Some((file, line)) = inside.split_once(':') else { continue };
        let Ok(number) = line.parse() else { continue };
        places.push(Place { name, file, line: number, at: i + 4 + file.len() + 1 });
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_where_they_are_now() {
        let map = "First `Match::play()` (`core/src/matches.rs:111`), then `x` (see `y`).";
        let places = places(map);
        let [Place { name, file, line, at }] = &places[..] else { panic!("one place") };
        assert_eq!((*name, *file, *line), ("play", "core/src/matches.rs", 111));
        assert_eq!(&map[*at..*at + 3], "111");
        let text = "fn player() {}\n\n    pub fn play(&self) {}\nfn play() {}\n";
        assert_eq!(found(text, "play", 2), Some(3));
        assert_eq!(found(text, "play", 9), Some(4));
        assert_eq!(found(text, "plays", 1), None);
    }
}
