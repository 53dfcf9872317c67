//! Texts that people write or keep in files.

use std::path::Path;

use henge::erased::DynMatch;
use henge::games::backgammon::{self, Men};
use henge::games::described::{GameFile, read_game};
use henge::games::draughts::pdn;
use henge::games::positional::{Definition, write_game};
use henge::problems;
use henge::record::{self, Record};
use henge::spec::{Options, Spec, Values};
use henge::{Playable, Turn, mix64};
use henge_arena::{Experiment, Openings};
use henge_museum::gammon::{Colour, DiceBox, GammonGame, StrategySet, Throws, read_templates};
use henge_museum::kuttner1972::{ChoiceTable, Entry};
use henge_robots::{FileError, Lineup, Nobody, Recording, Scenario, World, svg};

use crate::{game_at, refused, text};

/// Records are read, written and read again without loss; those of known games are played.
pub fn record(bytes: &[u8]) {
    match record::read_bytes(bytes) {
        Ok(records) => {
            let text = record::write(&records);
            let again = record::read(&text);
            let again = again.unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{text}"));
            assert_eq!(again, records, "written as:\n{text}");
            assert_eq!(record::write(&again), text, "the second writing differs from the first");
            records.iter().take(8).for_each(played);
            problems(&text);
        }
        Err(fault) => at_place(&fault, bytes),
    }
}

/// The same text as problems.
fn problems(text: &str) {
    match problems::read(text) {
        Ok(read) => {
            let written = problems::write(&read);
            let again = problems::read(&written);
            let again =
                again.unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{written}"));
            assert_eq!(problems::write(&again), written, "the second writing differs");
        }
        Err(fault) => at_place(&fault, text.as_bytes()),
    }
}

fn at_place(fault: &record::RecordError, bytes: &[u8]) {
    let n_lines = bytes.split(|&byte| byte == b'\n').count();
    assert!((1..=n_lines).contains(&fault.line), "{fault}, in a text of {n_lines} lines");
    assert!(fault.column > 0, "{fault}");
    refused(&fault.message);
}

/// Most moves are wrong, and said to be so.
fn played(record: &Record) {
    let Some(name) = record.game().filter(|name| !names_a_file(name)) else { return };
    with_game(name, |game| {
        let rules = &**game.rules();
        let _ = record.check_variations(rules);
        if let Ok(table) = record.play(rules) {
            let again = Record::from_match(rules, &*table);
            let again = again.play(rules).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(again.position(), table.position());
        }
    });
}

/// Does something with the game of that name, if there is one.
fn with_game<T>(name: &str, work: impl FnOnce(&Playable) -> T) -> Option<T> {
    if let Some(game) = crate::tables::known(name) {
        return Some(work(game));
    }
    match henge_museum::game(name) {
        Ok(game) => Some(work(&game)),
        Err(error) => {
            refused(error);
            None
        }
    }
}

/// A name with this ending is the path of a file, and those are not opened here.
fn names_a_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

/// Games of draughts are read up to where the rules end them, and written in a form that is read.
pub fn pdn(bytes: &[u8]) {
    // As `henge::read_records` does it, which makes every game anew.
    let text = String::from_utf8_lossy(bytes);
    let read = |text: &str| -> Result<Vec<Record>, record::RecordError> {
        let mut records = pdn::read(text)?;
        for record in &mut records {
            let name = record.game().expect("every game of draughts has a name").to_string();
            with_game(&name, |game| record.end_with_the_game(&**game.rules())).transpose()?;
        }
        Ok(records)
    };
    match read(&text) {
        Ok(records) => {
            for record in records.iter().take(8) {
                played(record);
            }
            let written = pdn::write(&records).expect("they are games of draughts");
            let again = read(&written);
            let again =
                again.unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{written}"));
            assert_eq!(again.len(), records.len(), "what we wrote:\n{written}");
        }
        Err(fault) => at_place(&fault, text.as_bytes()),
    }
}

/// Matches of backgammon.
pub fn mat(bytes: &[u8]) {
    match henge::read_records(Path::new("fuzz.mat"), bytes) {
        Ok(records) => {
            records.iter().take(8).for_each(played);
            match backgammon::mat::write(&records) {
                Ok(written) => {
                    let again = henge::read_records(Path::new("fuzz.mat"), written.as_bytes());
                    let again = again
                        .unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{written}"));
                    assert_eq!(again.len(), records.len(), "what we wrote:\n{written}");
                }
                Err(error) => refused(error),
            }
        }
        Err(fault) => at_place(&fault, String::from_utf8_lossy(bytes).as_bytes()),
    }
}

/// Games and positions of Othello; the first byte chooses the form.
pub fn othello(bytes: &[u8]) {
    records_of_others(bytes, &["fuzz.ggf", "fuzz.trn", "fuzz.obf"]);
}

/// Games of Go-Moku and Hex; the first byte chooses the form.
pub fn go_moku(bytes: &[u8]) {
    records_of_others(bytes, &["fuzz.sgf", "fuzz.psq", "fuzz.hexworld"]);
}

/// Games in one of several forms, which the first byte chooses.
fn records_of_others(bytes: &[u8], paths: &[&str]) {
    let [kind, rest @ ..] = bytes else { return };
    let path = Path::new(paths[usize::from(*kind) % paths.len()]);
    match henge::read_records(path, rest) {
        Ok(records) => {
            records.iter().take(8).for_each(played);
            match henge::write_records(path, &records) {
                Ok(written) => {
                    let again = henge::read_records(path, written.as_bytes());
                    let again = again
                        .unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{written}"));
                    assert_eq!(again.len(), records.len(), "what we wrote:\n{written}");
                }
                Err(error) => refused(error),
            }
        }
        Err(fault) => at_place(&fault, String::from_utf8_lossy(rest).as_bytes()),
    }
}

/// Openings of a game; the first byte chooses the game, the second the kind of file.
pub fn openings(bytes: &[u8]) {
    let [game, kind, rest @ ..] = bytes else { return };
    let game = game_at(*game);
    let path = ["fuzz.txt", "fuzz.pdn", "fuzz.mat", "fuzz.henge"][usize::from(*kind) % 4];
    match Openings::read(game, Path::new(path), rest, Some(usize::from(*kind / 4))) {
        Ok(Openings::List(list)) => {
            for opening in &list {
                let table = opening.table(&**game.rules());
                let table = table.unwrap_or_else(|error| panic!("{opening:?}: {error}"));
                assert!(!matches!(table.turn(), Turn::Over(_)), "{opening:?}");
            }
        }
        Ok(_) => panic!("a file is a list"),
        Err(error) => refused(error),
    }
}

/// A game of a file is written and read again; on a small board it is played at random and back.
pub fn game_file(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match read_game("fuzz", text) {
        Ok(file) => {
            let n_sites = file.definition().n_sites();
            if let GameFile::Positional(definition) = &file
                && n_sites <= 64
            {
                written(definition);
            }
            let game = henge_museum::games().game_from_text(Path::new("fuzz.toml"), text.into());
            let game = game.unwrap_or_else(|error| panic!("{error}"));
            if n_sites <= 64 {
                let seed = bytes.iter().fold(0, |seed, &b| mix64(seed ^ u64::from(b)));
                at_random(&game, seed);
            }
        }
        Err(fault) => in_file(&fault, text),
    }
}

fn in_file(fault: &FileError, text: &str) {
    assert!(text.get(fault.span.clone()).is_some(), "{fault}: {:?}", fault.span);
    assert!((1..=text.split('\n').count()).contains(&fault.line), "{fault}");
    assert!(fault.column > 0, "{fault}");
    refused(&fault.message);
}

fn written(definition: &Definition) {
    // Chains may be too many to be listed, and then there is nothing to write.
    let Ok(text) = write_game(definition) else { return };
    let again = read_game("fuzz", &text);
    let again = again.unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{text}"));
    let again = again.positional().expect("what is written is a positional game");
    let second = write_game(&again).expect("it has been written before");
    assert_eq!(second, text, "the second writing differs from the first");
}

fn at_random(game: &Playable, seed: u64) {
    let mut table = game.rules().start();
    let start = (table.position(), table.key());
    for ply in 0.. {
        let moves = table.moves();
        if let Turn::Over(_) = table.turn() {
            assert!(moves.is_empty(), "a move after the end");
            break;
        }
        let choice = mix64(seed.wrapping_add(ply)) % moves.len() as u64;
        let mv = &moves[choice as usize].text;
        table.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    while table.undo().is_some() {}
    assert_eq!((table.position(), table.key()), start);
}

/// A world is written and read again, and goes on for some rounds.
pub fn scenario(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match Scenario::read(text) {
        Ok(scenario) => {
            let toml = scenario.to_toml();
            let again = Scenario::read(&toml);
            let again = again.unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{toml}"));
            assert_eq!(again, scenario, "written as:\n{toml}");
            if scenario.land().n_cells() <= 2500 && scenario.robots().len() <= 50 {
                let mut world = World::new(&scenario, 7);
                for _ in 0..20 {
                    if world.is_over() {
                        break;
                    }
                    world.step(&mut Nobody, |_| {});
                }
                henge_robots::display::board(&world);
            }
        }
        Err(fault) => in_file(&fault, text),
    }
}

/// A run is written and read again, and drawn if it is short.
pub fn recording(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match Recording::read(text) {
        Ok(recording) => {
            let written = recording.to_text();
            let again = Recording::read(&written);
            let again =
                again.unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{written}"));
            assert_eq!(again, recording, "written as:\n{written}");
            if recording.rounds() <= 100 && recording.scenario().land().n_cells() <= 2500 {
                svg::animate(&recording);
            }
        }
        Err(fault) => {
            assert!(fault.line > 0, "{fault}");
            refused(&fault.message);
        }
    }
}

/// Line-ups.
pub fn lineup(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match text.parse::<Lineup>() {
        Ok(lineup) => assert_eq!(lineup.to_string().parse(), Ok(lineup)),
        Err(error) => refused(error),
    }
}

/// Experiments. A file that names others in its steps is not read here: nothing but the text decides
/// what happens.
pub fn experiment(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if text.contains(['/', '\\', '~']) || asks_for_much(text) {
        return;
    }
    if let Err(fault) = Experiment::read(text, &henge_museum::games()) {
        assert!(text.get(fault.span.clone()).is_some(), "{fault:?}");
        refused(&fault.message);
    }
}

/// A bot takes the memory that it is told to take, and a fuzzer has only so much.
fn asks_for_much(text: &str) -> bool {
    text.split("table").skip(1).any(|rest| {
        let rest = rest.trim_start().trim_start_matches('=').trim_start();
        rest.bytes().take_while(u8::is_ascii_digit).count() > 2
    })
}

/// Strategy sets are written and read again, and a roll is played by them.
pub fn strategies(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match StrategySet::read(text) {
        Ok(mut set) => {
            let written = set.write();
            let again = StrategySet::read(&written);
            let again =
                again.unwrap_or_else(|fault| panic!("{fault} in what we wrote:\n{written}"));
            assert_eq!(again.write(), written);
            decided(&set);
            set.sort();
            decided(&set);
        }
        Err(fault) => {
            assert!((1..=text.split('\n').count()).contains(&fault.line), "{fault}");
            refused(&fault.message);
        }
    }
}

fn decided(set: &StrategySet) {
    let game = GammonGame::new(Men::start(), Colour::White, Throws::new(DiceBox::Henge, 3));
    let decision = game.decide(set);
    decision.chosen();
}

/// Templates of gammon.
pub fn templates(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match read_templates(text) {
        Ok(_) => {}
        Err(fault) => {
            assert!((1..=text.split('\n').count()).contains(&fault.line), "{fault}");
            refused(&fault.message);
        }
    }
}

/// The table of 1972, and lines to be entered into it.
pub fn kuttner(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let mut table = match ChoiceTable::read(text) {
        Ok(table) => {
            assert_eq!(ChoiceTable::read(&table.to_text()), Ok(table.clone()));
            table
        }
        Err(error) => {
            refused(error);
            ChoiceTable::empty()
        }
    };
    for line in text.lines().take(1000) {
        match Entry::read(line) {
            Ok(entry) => table.enter(entry),
            Err(error) => refused(error),
        }
    }
    assert_eq!(ChoiceTable::read(&table.to_text()), Ok(table));
}

/// A name with options is written and read again; a game is found by it, or refused.
pub fn game_spec(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let spec = spec(text);
    if names_a_file(text) {
        return;
    }
    match henge_museum::game(text) {
        Ok(game) => {
            assert!(spec.is_some(), "a game was found by a name that cannot be read");
            let name = game.rules().name();
            let again = henge_museum::game(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.rules().name(), name);
            let table: Box<dyn DynMatch> = game.rules().start();
            // On a board of two by two squares no pentomino finds room: that game is over at once.
            assert_eq!(table.moves().is_empty(), matches!(table.turn(), Turn::Over(_)));
        }
        Err(error) => refused(error),
    }
}

fn spec(text: &str) -> Option<Spec> {
    match text.parse::<Spec>() {
        Ok(spec) => {
            let again: Spec = spec.to_string().parse().expect("what we wrote can be read");
            assert_eq!(again, spec);
            Some(spec)
        }
        Err(error) => {
            refused(error);
            None
        }
    }
}

/// A bot of a game, which the first byte chooses, is made by its name, or refused.
pub fn bot_spec(bytes: &[u8]) {
    let Some((&game, rest)) = bytes.split_first() else { return };
    let Some(text) = text(rest) else { return };
    let game = game_at(game);
    let Some(spec) = spec(text) else { return };
    let kind = match game.bot_kind(&spec.name) {
        Ok(kind) => kind,
        Err(error) => return refused(error),
    };
    if let Err(error) = Options::resolve(&spec, kind.params) {
        return refused(error);
    }
    // Options that name files or programs are the subject of who opens these.
    let is_plain = |(key, _): &(String, String)| {
        use Values::{Choice, Flag, Int, Size};
        let param = kind.params.iter().find(|param| param.key == key);
        param.is_some_and(|param| {
            matches!(param.values, Int { .. } | Size { .. } | Flag | Choice(_))
        })
    };
    // Some bots have tables of endings made first, which takes its time.
    let is_slow = game.ability::<dyn henge::EndingTables>().is_some();
    if is_slow || !spec.options.iter().all(is_plain) || asks_for_much(text) {
        return;
    }
    match game.bot(text) {
        Ok(bot) => assert!(game.bot(bot.name()).is_ok(), "{}", bot.name()),
        Err(error) => refused(error),
    }
}
