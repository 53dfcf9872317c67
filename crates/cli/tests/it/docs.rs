//! The documents are run: what they show is what the program says.
//!
//! `TRYCMD=overwrite cargo test -p henge-cli --test docs -- --test-threads 1` brings the transcripts and
//! the picture up to date.

// Clippy allows this in tests, but not in the functions they share.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use henge::games::described::read_game;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages of the book.
fn pages() -> Vec<PathBuf> {
    let folders = ["docs/src", "docs/src/history"].map(|folder| root().join(folder));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
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
        .case("../../docs/src/*.md")
        .case("../../docs/src/history/*.md");
}

/// A block marked `console,ignore` is a game at the keyboard. What stands behind a prompt is typed,
/// and everything else has to come.
#[test]
fn games_at_the_keyboard() {
    let mut n_games = 0;
    for page in pages() {
        let mut text = read(&page);
        for block in blocks(&text, "console,ignore") {
            n_games += 1;
            let (call, shown) = block.split_once('\n').unwrap();
            let words = call.strip_prefix("$ henge ").expect("a block begins with its command");
            // "=> " is no prompt.
            let prompts = shown.lines().filter_map(|line| line.split_once("> "));
            let prompts = prompts.filter(|(prompt, _)| !prompt.ends_with('='));
            let typed: Vec<&str> = prompts.map(|(_, typed)| typed).collect();
            let mut said = say(words, &typed.join("\n"));
            for line in &typed {
                // Through a pipe nobody sees what is typed.
                said = said.replacen("> \n", &format!("> {line}\n"), 1);
            }
            if is_overwriting() {
                text = text.replacen(&block, &format!("{call}\n{said}"), 1);
            } else {
                assert_eq!(said, shown, "{}: {call}", page.display());
            }
        }
        if is_overwriting() {
            fs::write(&page, &text).unwrap();
        }
    }
    assert!(n_games > 0, "the book shows a game");
}

fn is_overwriting() -> bool {
    std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite")
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

/// The files in a folder beside the page, but for the one that keeps an empty folder.
fn files(page: &Path, folder: &str) -> Vec<PathBuf> {
    let entries = page.with_extension(folder).read_dir().into_iter().flatten();
    let files = entries.map(|entry| entry.unwrap().path());
    files.filter(|path| !path.ends_with(".keep")).collect()
}

/// The commands of `page.md` find their files in `page.in/` and leave others as `page.out/` has them.
/// A reader sees them all.
#[test]
fn files_that_pages_work_with_are_printed_on_them() {
    for page in pages() {
        let text = read(&page);
        for path in [files(&page, "in"), files(&page, "out")].concat() {
            let name = path.file_name().unwrap().to_str().unwrap();
            let picture = text.contains(&format!("]({}.out/{name})", stem(&page)));
            let printed = picture || blocks(&text, "").contains(&read(&path));
            assert!(printed, "{} is not on its page", path.display());
        }
    }
}

fn stem(page: &Path) -> &str {
    page.file_stem().unwrap().to_str().unwrap()
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
    let page = root().join("docs/src/game-files.md");
    let faulty: Vec<String> = files(&page, "in").iter().map(read).collect();
    let mut games = blocks(&read(&page), "toml");
    games.retain(|game| !faulty.contains(game));
    assert!(games.len() >= 3, "the page shows whole games");
    for game in games {
        if let Err(fault) = read_game("example", &game) {
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

#[test]
fn programs_in_the_book_are_parts_of_examples() {
    let entries = fs::read_dir(root().join("examples")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let examples: Vec<String> = paths.filter(|path| path.is_file()).map(read).collect();
    for page in pages() {
        for program in blocks(&read(&page), "rust") {
            let known = examples.iter().any(|example| example.contains(&program));
            assert!(known, "{}: no example has\n{program}", page.display());
        }
    }
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
    if is_overwriting() {
        fs::write(&picture, &output.stdout).unwrap();
    }
    assert!(output.stdout == fs::read(&picture).unwrap(), "docs/src/images/hex.svg is old");
}

/// The picture on the page about the players of 1972.
#[test]
fn the_heat_map_is_what_henge_draws() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("drawn.svg");
    let output = Command::new(env!("CARGO_BIN_EXE_henge"))
        .args(["learn", "kuttner1972", "--svg"])
        .arg(&drawn)
        .output()
        .unwrap();
    assert!(output.status.success());
    let (drawn, picture) =
        (fs::read(drawn).unwrap(), root().join("docs/src/images/kuttner1972.svg"));
    if is_overwriting() {
        fs::write(&picture, &drawn).unwrap();
    }
    assert!(drawn == fs::read(&picture).unwrap(), "docs/src/images/kuttner1972.svg is old");
}
