//! The historic players in the games of the registry.

use std::collections::BTreeSet;
use std::path::Path;

use henge::{Explain, Guest, Limits, Playable, RandomPlay};

fn game(name: &str) -> Playable {
    henge_museum::game(name).unwrap()
}

/// Who of the museum plays a game.
fn guests(name: &str) -> Vec<&'static str> {
    let plain = henge::game(name).unwrap();
    let known: BTreeSet<&str> = plain.bots().iter().map(|kind| kind.name).collect();
    let with = game(name);
    let names = with.bots().iter().map(|kind| kind.name);
    names.filter(|name| !known.contains(name)).collect()
}

#[test]
fn everybody_sits_at_the_right_table() {
    for (name, expected) in [
        ("tic-tac-toe", &["mangolas1990"][..]),
        ("hex:size=9", &["mangolas1990"]),
        ("hex", &["mangolas1990"]),
        ("go-moku", &["mangolas1990"]),
        ("hex:size=17", &["mangolas1990"]),
        ("hex:size=19", &["mangolas1990"]),
        ("go-moku:size=19", &["mangolas1990"]),
        ("fano", &["mangolas1990"]),
        ("connect-four", &["caml2000"]),
        ("stonehenge", &["caml2000"]),
        ("pentominoes:size=5x5", &["kuttner1972"]),
        ("draughts", &["gier"]),
        ("draughts:variant=russian", &["gier"]),
        ("draughts:variant=international", &[]),
        ("backgammon", &["gammon"]),
        ("backgammon:length=5", &["gammon"]),
        ("backgammon:start=hypergammon", &["gammon"]),
    ] {
        assert_eq!(guests(name), expected, "{name}");
        let game = game(name);
        for name in expected {
            assert!(game.bot(name).is_ok(), "{name}");
        }
    }
}

#[test]
fn games_in_files_are_played_too() {
    let text = "name = \"Mine\"\nboard = { grid = [3, 3] }\n[[win]]\nlines = 3\n";
    let games = henge_museum::games();
    let game = games.game_from_text(Path::new("mine.toml"), text.into()).unwrap();
    let mut table = game.rules().start();
    table.play("b2").unwrap();
    let mut bot = game.bot("mangolas1990").unwrap();
    assert!(henge::think(&mut *bot, &*table, Limits::NONE).unwrap().best().is_some());
}

/// A registry without the museum knows nothing of it.
#[test]
fn nobody_comes_uninvited() {
    for family in henge::Registry::standard().families() {
        let game = henge::game(family.slug()).unwrap();
        for name in ["gammon", "gier", "kuttner1972", "mangolas1990"] {
            assert!(game.bot_kind(name).is_err(), "{name} in {}", family.slug());
        }
        assert!(game.ability::<dyn henge::Converse>().is_none());
    }
}

#[test]
fn strangers_open_no_file() {
    let mut known = BTreeSet::new();
    for family in henge_museum::games().families() {
        let game = game(family.slug());
        for kind in game.bots() {
            for param in kind.params.iter().filter(|param| !param.values.is_for_strangers()) {
                let option = format!("{}:{}", kind.name, param.key);
                let guest = game.guest(&format!("{option}=/dev/zero"));
                assert!(matches!(guest, Guest::Replaced { .. }), "{option}");
                known.insert(option);
            }
        }
    }
    for option in [
        "gammon:strategies",
        "gammon:trace",
        "gier:trace",
        "kuttner1972:table",
        "mangolas1990:trace",
    ] {
        assert!(known.contains(option), "{option}");
    }
    let game = game("backgammon");
    assert_eq!(game.guest("gammon"), Guest::Bot("gammon".into()));
    let Guest::Replaced { bot, why } = game.guest("gammon:trace=/home/ada/.bashrc") else {
        panic!("it may not sit down");
    };
    assert_eq!(bot, "henge");
    assert_eq!(
        why,
        "\"gammon:trace=/home/ada/.bashrc\" cannot take a seat here: gammon: trace names a file to \
         write. henge plays instead"
    );
}

#[test]
fn plays_of_backgammon_are_explained() {
    let game = game("backgammon");
    let mut table = game.rules().start();
    table.play("31").unwrap();
    let words = game.ability::<dyn Explain>().unwrap().explain(&*table, "8/5,6/5");
    assert!(!words.is_empty());
    assert_eq!(game.explain(&*table, "8/5,6/5"), words);
    let hex = self::game("hex:size=4");
    assert_eq!(
        hex.explain(&*hex.rules().start(), "b2").first().map(String::as_str),
        Some("b2 makes a bridge to the north side over b1 and c1.")
    );
}

#[test]
fn pentominoes_have_a_chance_and_a_picture_of_their_own() {
    let game = game("pentominoes");
    let chance = game.ability::<dyn RandomPlay>().unwrap();
    assert!(game.bot(chance.bot()).is_ok());
    assert!(chance.centres(&*game.rules().start()).unwrap() > 0);
    let learned = game.bot_kind("kuttner1972").unwrap().learned.unwrap();
    assert!((learned.draw)(henge::render::Theme::Light).starts_with("<svg"));
    assert!(self::game("hex:size=4").ability::<dyn RandomPlay>().is_none());
}
