//! The documents are run: what they show is what the program says.
//!
//! `TRYCMD=overwrite cargo test -p henge-cli --test docs` brings transcripts up to date.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use henge::games::positional::read_game;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages of the book.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/src")).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// The fenced blocks of a page whose info string is `info`; all blocks if it is empty.
fn blocks(text: &str, info: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| !line.starts_with("```"));
            let block: String = block.flat_map(|line| [line, "\n"]).collect();
            if kind == info || info.is_empty() {
                found.push(block);
            }
        }
    }
    found
}

#[test]
fn transcripts() {
    let home = tempfile::tempdir().unwrap();
    trycmd::TestCases::new()
        .env("HENGE_HOME", home.path().to_str().unwrap())
        .case("../../README.md")
        .case("../../docs/src/*.md");
}

/// A block marked `console,ignore` is a game at the keyboard. What stands behind a prompt is typed,
/// and everything else has to come.
#[test]
fn games_at_the_keyboard() {
    let mut n_games = 0;
    for page in pages() {
        for block in blocks(&read(&page), "console,ignore") {
            n_games += 1;
            let (call, shown) = block.split_once('\n').unwrap();
            let words = call.strip_prefix("$ henge ").expect("a block begins with its command");
            let typed = |line: &&str| line.split_once("> ").map(|(_, typed)| typed);
            let typed: Vec<&str> = shown.lines().filter_map(|line| typed(&line)).collect();
            let mut said = say(words, &typed.join("\n"));
            for line in &typed {
                // Through a pipe nobody sees what is typed.
                said = said.replacen("> \n", &format!("> {line}\n"), 1);
            }
            assert_eq!(said.trim_end(), shown.trim_end(), "{}: {call}", page.display());
        }
    }
    assert!(n_games > 0, "the book shows a game");
}

fn say(words: &str, lines: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(words.split_whitespace())
        .env("HENGE_HOME", home.path())
        .current_dir(&home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// The files beside `page.md` in `page.in/` are there for its commands; a reader sees them all.
#[test]
fn files_that_pages_work_with_are_printed_on_them() {
    for page in pages() {
        let folder = page.with_extension("in");
        let text = read(&page);
        for entry in folder.read_dir().into_iter().flatten() {
            let path = entry.unwrap().path();
            let printed = blocks(&text, "").contains(&read(&path));
            assert!(printed, "{} is not on its page", path.display());
        }
    }
}

#[test]
fn the_first_game_has_ten_lines() {
    let page = read("docs/src/your-first-game.md");
    let [game] = &blocks(&page, "toml")[..] else { panic!("one game is on the page") };
    assert_eq!(game.lines().count(), 10);
    assert_eq!(*game, read("docs/src/your-first-game.in/river-and-dam.toml"));
}

#[test]
fn games_in_the_description_of_the_format_are_games() {
    let games = blocks(&read("docs/src/game-files.md"), "toml");
    let whole: Vec<&String> = games.iter().filter(|game| game.starts_with("name = ")).collect();
    assert!(whole.len() >= 3, "the page shows whole games");
    for game in whole {
        if let Err(fault) = read_game("example", game) {
            panic!("{fault} in:\n{game}");
        }
    }
}

#[test]
fn the_program_in_the_readme_is_an_example() {
    let example = read("examples/ten_lines.rs");
    let (_title, program) = example.split_once("\n\n").unwrap();
    assert_eq!(blocks(&read("README.md"), "rust"), [program]);
}

/// The picture on the front pages; the command that made it stands in the README.
#[test]
fn the_picture_is_what_henge_draws() {
    let readme = read("README.md");
    let call = readme.lines().find_map(|line| line.strip_prefix("$ henge show ")).unwrap();
    let (game, rest) = call.split_once(" --moves \"").unwrap();
    let (moves, _) = rest.split_once('"').unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(["show", game, "--moves", moves, "--svg"])
        .output()
        .unwrap();
    let picture = root().join("docs/src/images/hex.svg");
    if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
        fs::write(&picture, &output.stdout).unwrap();
    }
    assert!(output.stdout == fs::read(&picture).unwrap(), "docs/src/images/hex.svg is old");
}
