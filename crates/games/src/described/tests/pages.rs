//! The page of the book that shows every game that comes as a file, made from the files.

use std::fmt::Write;
use std::path::Path;

use henge_core::render::{self, Charset, TextStyle};
use henge_core::{Board, Depict, Scene};

use super::super::moving::Moving;
use super::*;
use crate::positional::Positional;

const HEAD: &str = "\
# The games that come as files

Each of these games is a file in the folder `crates/henge/games` of the source, and the words of these files are
explained on [the page about game files](game-files.md). `henge play NAME` plays one, `henge check FILE` looks into it.
";

/// A game at its beginning.
fn drawn<G: Depict>(game: &G) -> (Board, Scene) {
    (game.board(), game.scene(&game.start()))
}

fn page() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../henge/games");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut page = String::from(HEAD);
    for path in paths {
        let slug = path.file_stem().unwrap().to_str().unwrap();
        let file = read_game(slug, &std::fs::read_to_string(&path).unwrap()).unwrap();
        let definition = file.definition().clone();
        let about = definition.about();
        let (board, scene) = match file {
            GameFile::Positional(definition) => drawn(&Positional::<8>::new(Arc::new(*definition))),
            GameFile::Described(game) if game.pieces.is_empty() => {
                drawn(&Described::<8>::new(Arc::new(*game)))
            }
            GameFile::Described(game) => drawn(&Moving::<4>::new(Arc::new(*game))),
        };
        let style = TextStyle { charset: Charset::Unicode, ..TextStyle::default() };
        let drawing = render::text(&board, &scene, &style);
        let [first, second] = &about.players;
        write!(
            page,
            "\n## {}\n\n`{slug}`: {first} and {second}.\n\n{}\n\n",
            about.title, about.rules
        )
        .unwrap();
        if !about.source.is_empty() {
            write!(page, "Source: {}.\n\n", about.source).unwrap();
        }
        let trimmed: Vec<&str> = drawing.lines().map(str::trim_end).collect();
        write!(page, "```text\n{}\n```\n", trimmed.join("\n").trim_matches('\n')).unwrap();
    }
    page
}

#[test]
fn the_book_shows_every_game_that_comes_as_a_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/game-list.md");
    let page = page();
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &page).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == page, "docs/src/game-list.md is old; TRYCMD=overwrite renews it");
}
