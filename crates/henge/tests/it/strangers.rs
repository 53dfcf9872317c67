//! Every option of every bot and game, as a stranger would use it.

use std::collections::BTreeSet;
use std::fs;

use henge::spec::{Param, Values};
use henge::stranger::{MOST_MEBIBYTES, MOST_MILLISECONDS, MOST_THREADS};
use henge::{GameError, Guest, Playable};

/// One game of every family, and the variants that other bots play.
fn games() -> Vec<Playable> {
    let slugs = henge::Registry::standard();
    let slugs = slugs.families().map(|family| family.slug().to_string());
    let more = ["draughts:variant=international", "backgammon:cube=on"].map(String::from);
    slugs.chain(more).map(|name| henge::game(&name).unwrap()).collect()
}

#[test]
fn no_option_of_any_bot_lets_a_stranger_in() {
    let folder = tempfile::tempdir().unwrap();
    let canary = folder.path().join("canary");
    fs::write(&canary, "do not touch").unwrap();
    let ran = folder.path().join("ran");
    let pipe = folder.path().join("pipe");
    std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    let path = |path: &std::path::Path| path.display().to_string();
    let hostile = [
        path(&canary),
        path(&pipe),
        path(folder.path()),
        "/dev/zero".into(),
        "/dev/stdin".into(),
        "../../../../etc/passwd".into(),
        "none".into(),
        "canary".into(),
        format!("touch {}", path(&ran)),
        "0".into(),
        "65536".into(),
        u64::MAX.to_string(),
        "9".repeat(1000),
        "1/2/3".into(),
        "\u{1b}[2J".into(),
    ];
    for game in games() {
        for kind in game.bots() {
            for param in kind.params {
                for value in &hostile {
                    let name = format!("{}:{}={value}", kind.name, param.key);
                    let Guest::Bot(taken) = game.guest(&name) else {
                        assert!(game.bot_of_stranger(&name).is_err(), "{name}");
                        continue;
                    };
                    assert_eq!(taken, name);
                    let number = value.parse::<u64>();
                    match param.values {
                        Values::InputOrNone => assert_eq!(value, "none", "{name}"),
                        Values::Mebibytes { .. } => {
                            assert!((1..=MOST_MEBIBYTES).contains(&number.unwrap()), "{name}");
                        }
                        Values::Threads { .. } => {
                            assert!((1..=MOST_THREADS).contains(&number.unwrap()), "{name}");
                        }
                        Values::Milliseconds { .. } => {
                            assert!((1..=MOST_MILLISECONDS).contains(&number.unwrap()), "{name}");
                        }
                        Values::Int { .. } | Values::Signed { .. } => {
                            assert!(number.is_ok(), "{name}")
                        }
                        Values::List(_) => {
                            assert!(value.parse::<u64>().is_ok() || value == "1/2/3")
                        }
                        Values::Flag | Values::Choice(_) => {}
                        Values::Size { .. } | Values::Input | Values::Output | Values::Command => {
                            panic!("{name} was let in");
                        }
                    }
                }
            }
        }
    }
    assert_eq!(fs::read_to_string(&canary).unwrap(), "do not touch");
    assert!(!ran.exists(), "a program was run");
}

/// Which options only the user of this machine may give. Whoever adds one that opens a file or runs a
/// program writes it down here too; there is no kind for any text, which could be everything.
#[test]
fn every_option_that_opens_something_is_known() {
    let mut known = BTreeSet::new();
    let all = games();
    for game in &all {
        for kind in game.bots() {
            let closed = kind.params.iter().filter(|param| !param.values.is_for_strangers());
            known.extend(closed.map(|param| format!("{}:{}", kind.name, param.key)));
            kind.params.iter().for_each(|param| kind_fits(kind.name, param));
        }
    }
    let expected = [
        "external:command",
        "gnubg:command",
        "henge:book",
        "htp:command",
        "htp:set",
        "hub:command",
        "hub:set",
        "neural:net",
        "perfect:book",
        "piskvork:command",
        "trained:weights",
    ];
    assert_eq!(known, expected.into_iter().map(String::from).collect());
    for family in henge::Registry::standard().families() {
        let (slug, params) = (family.slug(), family.params());
        for param in params {
            assert!(
                param.values.is_for_strangers(),
                "{slug}:{} of a game opens something",
                param.key
            );
            kind_fits(slug, param);
        }
    }
}

/// What the help says and what the kind says are the same.
fn kind_fits(of: &str, param: &Param) {
    let (key, help) = (param.key, param.help);
    let file = matches!(param.values, Values::Input | Values::InputOrNone | Values::Output);
    assert_eq!(file, help.contains("file"), "{of}:{key}: {help}");
    let memory = matches!(param.values, Values::Mebibytes { .. });
    assert_eq!(memory, help.contains("MiB"), "{of}:{key}: {help}");
    let time = matches!(param.values, Values::Milliseconds { .. });
    assert_eq!(time, help.contains("milliseconds"), "{of}:{key}: {help}");
    let threads = matches!(param.values, Values::Threads { .. });
    assert_eq!(threads, key == "threads", "{of}:{key}: {help}");
}

#[test]
fn people_sit_down_and_other_bots_are_replaced() {
    let game = henge::game("backgammon").unwrap();
    assert_eq!(game.guest("Ada"), Guest::Person);
    assert_eq!(game.guest("Ada: the countess"), Guest::Person);
    assert_eq!(game.guest("neural"), Guest::Bot("neural".into()));
    let Guest::Replaced { bot, why } = game.guest("neural:net=/home/ada/.bashrc") else {
        panic!("it may not sit down");
    };
    assert_eq!(bot, "henge");
    assert_eq!(
        why,
        "\"neural:net=/home/ada/.bashrc\" cannot take a seat here: neural: net names a file to \
         read. henge plays instead"
    );
    assert!(matches!(game.guest("gnubg"), Guest::Replaced { .. }));
}

#[test]
fn a_file_of_rules_is_opened_only_if_the_user_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let text = "name = \"Mine\"\nboard = { grid = [3, 3] }\n[[win]]\nlines = 3\n";
    fs::write(&file, text).unwrap();
    let name = file.display().to_string();
    let foreign =
        |game: Result<Playable, GameError>| matches!(game, Err(GameError::Foreign { .. }));
    assert!(foreign(henge::Registry::standard().game_of_stranger(&name, None)));
    assert!(
        foreign(henge::Registry::standard().game_of_saved(&name, None)),
        "an import may have kept it"
    );
    let named =
        henge::Registry::standard().game_of_stranger("elsewhere/other.toml", Some(&file)).unwrap();
    assert_eq!(named.rules().name(), name);
    assert_eq!(named.file(), Some(file.as_path()));
    // What the user has begun goes on.
    let saved = henge::name_to_save(&name);
    assert_eq!(
        henge::Registry::standard().game_of_saved(&saved, None).unwrap().rules().name(),
        name
    );
    assert_eq!(henge::name_of_saved(&saved), name);
    assert!(
        henge::Registry::standard().game_of_stranger(&saved, None).is_err(),
        "no record knows the mark"
    );
    assert!(
        henge::Registry::standard()
            .game_of_stranger("hex:size=4", Some(&file))
            .unwrap()
            .file()
            .is_none()
    );
    for name in ["file:hex", "file:/etc/passwd", "/dev/zero", "hex:size=99999"] {
        assert!(
            henge::Registry::standard().game_of_saved(name, None).is_err() || name == "file:hex",
            "{name}"
        );
    }
}
