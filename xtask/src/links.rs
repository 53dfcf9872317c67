//! Links between our own documents: each leads to a file that is there, and to a heading in it.
//! The table of contents of the book names all its chapters. Links to other places are not followed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::Faults;

/// What others make, or tools.
const PASSED_OVER: [&str; 6] = [".git", "target", "book", "corpus", "artifacts", "node_modules"];
const CONTENTS: &str = "docs/src/SUMMARY.md";

/// Looks at every document of the repository.
pub fn check(root: &Path) -> Result<String, Faults> {
    let mut documents = Vec::new();
    collect(root, &mut documents).map_err(|error| vec![error.to_string()])?;
    documents.sort();
    let (mut n_links, mut faults) = (0, Faults::new());
    let mut listed = BTreeSet::new();
    for document in &documents {
        let shown = document.strip_prefix(root).unwrap_or(document);
        let text = match fs::read_to_string(document) {
            Ok(text) => text,
            Err(error) => {
                faults.push(format!("{}: {error}", shown.display()));
                continue;
            }
        };
        for (line, target) in links(&text) {
            n_links += 1;
            match resolve(document, &target) {
                Ok(Some(file)) if shown == Path::new(CONTENTS) => _ = listed.insert(file),
                Ok(_) => {}
                Err(why) => faults.push(format!("{}:{line}: {target} {why}", shown.display())),
            }
        }
    }
    let contents = root.join(CONTENTS);
    if contents.exists() {
        let chapters = root.join("docs/src");
        for chapter in documents.iter().filter(|d| d.starts_with(&chapters) && **d != contents) {
            if !chapter.canonicalize().is_ok_and(|chapter| listed.contains(&chapter)) {
                let shown = chapter.strip_prefix(root).unwrap_or(chapter);
                faults.push(format!("{}: not in {CONTENTS}", shown.display()));
            }
        }
    }
    match faults.is_empty() {
        true => Ok(format!("links: {n_links}, documents: {}", documents.len())),
        false => Err(faults),
    }
}

fn collect(folder: &Path, documents: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() && !PASSED_OVER.iter().any(|name| entry.file_name() == *name) {
            collect(&path, documents)?;
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "md") {
            documents.push(path);
        }
    }
    Ok(())
}

/// Where the link leads, if it leads to one of our files; what is wrong, if it leads nowhere.
fn resolve(document: &Path, target: &str) -> Result<Option<PathBuf>, String> {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    if scheme.is_some_and(|scheme| scheme.chars().all(|c| c.is_ascii_alphanumeric())) {
        return Ok(None);
    }
    let (path, heading) = match target.split_once('#') {
        Some((path, heading)) => (path, Some(heading)),
        None => (target, None),
    };
    if path.starts_with('/') {
        return Err("begins with \"/\"; links are relative to their document".into());
    }
    let file = match path {
        "" if heading.is_none() => return Err("is empty".into()),
        "" => document.to_path_buf(),
        _ => document.with_file_name("").join(path),
    };
    let file = file.canonicalize().map_err(|_| "leads nowhere".to_string())?;
    if let Some(heading) = heading
        && file.extension().is_some_and(|extension| extension == "md")
    {
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        if !anchors(&text).iter().any(|anchor| anchor == heading) {
            return Err("names a heading that is not there".into());
        }
    }
    Ok(Some(file))
}

/// The lines that are text and not code, numbered from 1, without what stands in backticks.
fn prose(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut fence: Option<&str> = None;
    (1..).zip(text.lines()).filter_map(move |(number, line)| {
        let start = line.trim_start();
        match fence {
            Some(mark) => {
                if start.starts_with(mark) {
                    fence = None;
                }
                None
            }
            None => {
                fence = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
                fence.is_none().then(|| (number, without_code(line)))
            }
        }
    })
}

/// The line without its `code`. A backtick that nobody closes is text.
fn without_code(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('`') {
        let (before, after) = rest.split_at(open);
        let n = after.len() - after.trim_start_matches('`').len();
        let (ticks, inner) = after.split_at(n);
        out += before;
        match inner.find(ticks) {
            Some(close) => rest = &inner[close + n..],
            None => {
                out += ticks;
                rest = inner;
            }
        }
    }
    out + rest
}

/// The targets of `[text](target)`, `![text](target "title")` and `[name]: target`, each with its
/// line.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let reference = line.trim_start().strip_prefix('[').and_then(|l| l.split_once("]: "));
        if let Some((name, target)) = reference
            && !name.contains(['[', ']'])
        {
            found.push((number, first_word(target)));
            continue;
        }
        for (at, _) in line.match_indices("](") {
            let inner = &line[at + 2..];
            let mut depth = 0;
            let close = inner.find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth < 0
            });
            if let Some(close) = close {
                found.push((number, first_word(&inner[..close])));
            }
        }
    }
    found
}

/// A target without its title and without angle brackets.
fn first_word(target: &str) -> String {
    let target = target.trim();
    match target.strip_prefix('<').and_then(|inner| inner.split_once('>')) {
        Some((inner, _)) => inner.into(),
        None => target.split_whitespace().next().unwrap_or_default().into(),
    }
}

/// What the headings of a document are called in links: lower case, without punctuation, blanks as
/// hyphens, and a number after those that come again.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if fenced || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let kept = |c: char| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        };
        let name: String = title.trim().to_lowercase().chars().filter_map(kept).collect();
        let again = (1..).map(|n| format!("{name}-{n}"));
        let mut names = std::iter::once(name.clone()).chain(again);
        let free = names.find(|name| !anchors.contains(name));
        anchors.extend(free);
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(text: &str) -> Vec<String> {
        links(text).into_iter().map(|(_, target)| target).collect()
    }

    #[test]
    fn links_of_all_kinds_are_found() {
        assert_eq!(targets("See [a](a.md) and ![b](b.svg \"a title\")."), ["a.md", "b.svg"]);
        assert_eq!(targets("[![badge](badge.svg)](there.md)"), ["badge.svg", "there.md"]);
        assert_eq!(targets("[c]: c.md 'title'\n[d]: <with blank.md>"), ["c.md", "with blank.md"]);
        assert_eq!(targets("[e](e_(f).md) [g](<h i.md>)"), ["e_(f).md", "h i.md"]);
        assert_eq!(links("one\n\n[three](x)"), [(3, "x".to_string())]);
        assert_eq!(targets("- [ ] (no link), [nor] (this), [x](open"), [""; 0]);
    }

    #[test]
    fn code_has_no_links() {
        assert_eq!(targets("`[a](b)` ``[c](`d`)`` [e](f)"), ["f"]);
        assert_eq!(targets("```text\n[a](b)\n```\n[c](d)\n~~~\n[e](f)\n~~~"), ["d"]);
        assert_eq!(targets("a ` alone [c](d)"), ["d"]);
    }

    #[test]
    fn headings_are_named_as_in_links() {
        let text = "# A game, in a *file*\n## Why?\n```sh\n# no heading\n```\n## Why?\n#hash\n";
        assert_eq!(anchors(text), ["a-game-in-a-file", "why", "why-1"]);
    }

    fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn links_lead_somewhere() {
        let root = repository(&[
            (
                "README.md",
                "[b](docs/b.md#part-two) [c](https://example.org/none) [d](docs) [e](#top)\n# Top",
            ),
            ("docs/b.md", "[up](../README.md)\n\n## Part two\n[x](mailto:x@example.org)"),
            ("target/c.md", "[not ours](nowhere.md)"),
        ]);
        assert_eq!(check(root.path()), Ok("links: 6, documents: 2".into()));
    }

    #[test]
    fn broken_links_are_named_with_their_place() {
        let root = repository(&[(
            "docs/a.md",
            "\n[b](b.md)\n[top](#bottom) [c](/docs/a.md) [d]()\n# Top\n[fine](a.md#top)\n",
        )]);
        let expected = [
            "docs/a.md:2: b.md leads nowhere",
            "docs/a.md:3: #bottom names a heading that is not there",
            "docs/a.md:3: /docs/a.md begins with \"/\"; links are relative to their document",
            "docs/a.md:3:  is empty",
        ];
        assert_eq!(check(root.path()).unwrap_err(), expected);
    }

    #[test]
    fn the_book_lists_its_chapters() {
        let root = repository(&[
            ("docs/src/SUMMARY.md", "# Summary\n- [One](one.md)\n- [Two](two.md)\n"),
            ("docs/src/one.md", "# One"),
            ("docs/src/three.md", "# Three"),
        ]);
        let expected = [
            "docs/src/SUMMARY.md:3: two.md leads nowhere",
            "docs/src/three.md: not in docs/src/SUMMARY.md",
        ];
        assert_eq!(check(root.path()).unwrap_err(), expected);
    }
}
