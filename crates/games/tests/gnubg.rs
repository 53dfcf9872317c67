//! GNU Backgammon as the referee of our plays: for random positions and all 21 rolls it must find the
//! same results as we do.
//!
//! `GNUBG` names the program if it is not on the path; without it the test says so and does nothing.
//! `POSITIONS=1000 cargo test --release -p henge-games --test gnubg -- --nocapture` takes more than
//! the usual 30.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use henge_core::record::{Node, Record};
use henge_core::{Game, Notation, Turn};
use henge_games::backgammon::{
    Backgammon, Men, Move, Position, ROLLS, Stakes, Start, mat, position_id, rearmost,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Reads positions and dice, and prints the moves of each in a line.
const SCRIPT: &str = r#"
import gnubg, os
for c in ["automatic roll off", "automatic game off", "automatic move off", "automatic bearoff off",
          "confirm new off", "player 0 human", "player 1 human", "display off", "threads 1",
          "output digits 3", "evaluation chequerplay evaluation plies 0"]:
    gnubg.command("set " + c)
gnubg.command("new game")
# A board is set as the player on roll sees it, and the opening roll may have chosen the other one.
gnubg.command("set turn 1")
folder = os.environ["HENGE_FOLDER"]
with open(folder + "/asked") as asked, open(folder + "/answered", "w") as answered:
    for line in asked:
        board, one, two = line.split()
        gnubg.command("set board " + board)
        gnubg.command("set turn 1")
        gnubg.command("set dice %s %s" % (one, two))
        found = gnubg.hint(5000)
        moves = [h["move"] for h in found["hint"]] if found else []
        answered.write(";".join(moves) + "\n")
"#;

fn program() -> Option<PathBuf> {
    let named = std::env::var_os("GNUBG").map(PathBuf::from);
    let usual = ["/usr/games/gnubg", "/usr/bin/gnubg", "/usr/local/bin/gnubg"].map(PathBuf::from);
    named.into_iter().chain(usual).find(|path| path.exists())
}

/// The men after some moves of a random game.
fn from_play(rng: &mut Xoshiro256PlusPlus) -> Men {
    let game = Backgammon::default();
    loop {
        let mut pos = game.start();
        for _ in 0..rng.random_range(2..160) {
            let moves: Vec<Move> = game.moves(&pos).collect();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(&mut pos, mv);
        }
        if !matches!(game.turn(&pos), Turn::Over(_)) {
            return *pos.men();
        }
    }
}

/// Men anywhere, many of them on the bar or home.
fn anywhere(rng: &mut Xoshiro256PlusPlus) -> Men {
    loop {
        let mut men = Men::NONE;
        let far = [6, 12, 24][rng.random_range(0..3)];
        for _ in 0..15 {
            let place = match rng.random_range(0..16) {
                0 => 25,
                1 => 0,
                _ => rng.random_range(1..=far),
            };
            men.mine[place] += 1;
        }
        for _ in 0..15 {
            let place = rng.random_range(0..26);
            if place == 0 || place == 25 || men.mine[25 - place] == 0 {
                men.theirs[place] += 1;
            } else {
                men.theirs[0] += 1;
            }
        }
        if rearmost(&men.mine) > 0 && rearmost(&men.theirs) > 0 {
            return men;
        }
    }
}

/// The position of these men, in which the first player has thrown.
fn thrown(game: &Backgammon, men: &Men, dice: [u8; 2]) -> Position {
    let mut pos = game.read_position(&position_id(men)).unwrap();
    game.play(&mut pos, Move::Dice(dice));
    pos
}

#[test]
fn gnu_backgammon_finds_the_same_plays() {
    let Some(program) = program() else {
        eprintln!("GNU Backgammon is not installed: its plays are not compared with ours");
        return;
    };
    let n: usize =
        std::env::var("POSITIONS").ok().map_or(30, |n| n.parse().expect("POSITIONS is a number"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut questions = Vec::new();
    for i in 0..n {
        let men = if i % 2 == 0 { from_play(&mut rng) } else { anywhere(&mut rng) };
        questions.extend(ROLLS.map(|roll| (men, roll.dice)));
    }
    let folder = std::env::temp_dir().join(format!("henge-gnubg-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let line = |(men, [a, b]): &(Men, [u8; 2])| format!("{} {a} {b}\n", position_id(men));
    fs::write(folder.join("asked"), questions.iter().map(line).collect::<String>()).unwrap();
    fs::write(folder.join("ask.py"), SCRIPT).unwrap();
    let output = Command::new(&program)
        .args(["-t", "-q", "-r", "-s"])
        .arg(&folder)
        .arg("-p")
        .arg(folder.join("ask.py"))
        .env("HENGE_FOLDER", &folder)
        .output()
        .unwrap();
    let answered = fs::read_to_string(folder.join("answered")).unwrap_or_default();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(answered.lines().count(), questions.len(), "gnubg said: {said}");
    let game = Backgammon::default();
    let mut total = 0;
    for ((men, dice), answer) in questions.iter().zip(answered.lines()) {
        let pos = thrown(&game, men, *dice);
        let ours: HashSet<Move> = game.moves(&pos).collect();
        let read = |text: &str| {
            let text = if text.is_empty() { "pass" } else { text };
            game.read_move(&pos, text)
                .unwrap_or_else(|error| panic!("{} {dice:?}: {error}", position_id(men)))
        };
        let theirs: Vec<Move> = answer.split(';').map(read).collect();
        let distinct: HashSet<Move> = theirs.iter().copied().collect();
        assert_eq!(distinct.len(), theirs.len(), "{} {dice:?}: {answer}", position_id(men));
        assert_eq!(distinct, ours, "{} {dice:?}", position_id(men));
        total += ours.len();
    }
    fs::remove_dir_all(&folder).unwrap();
    eprintln!("{n} positions, {} rolls, {total} results: the same", questions.len());
}

/// A game by chance as a record, without what its rules do not have.
fn by_chance(
    name: &str,
    game: &Backgammon,
    names: [&str; 2],
    rng: &mut Xoshiro256PlusPlus,
) -> Record {
    let mut pos = game.start();
    let mut record = Record::default();
    for (tag, value) in [("Game", name), ("First", names[0]), ("Second", names[1])] {
        record.set_tag(tag, value);
    }
    while !matches!(game.turn(&pos), Turn::Over(_)) {
        let moves: Vec<Move> = game.moves(&pos).collect();
        // Most who could double do not.
        let quiet = moves.contains(&Move::Roll) && rng.random_range(0..8) > 0;
        let mv = if quiet { Move::Roll } else { moves[rng.random_range(0..moves.len())] };
        let text = game.write_move(&pos, mv);
        record.line.nodes.push(Node { mv: text, ..Node::default() });
        game.play(&mut pos, mv);
    }
    if let Turn::Over(outcome) = game.turn(&pos) {
        record.result = Some(outcome);
    }
    record
}

#[test]
fn gnu_backgammon_reads_our_matches_and_writes_the_same() {
    let Some(program) = program() else {
        eprintln!("GNU Backgammon is not installed: it does not read our matches");
        return;
    };
    let n: usize =
        std::env::var("GAMES").ok().map_or(20, |n| n.parse().expect("GAMES is a number"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let names = ["neural:plies=0", "gnubg:plies=0,command=/usr/games/gnubg"];
    let folder = std::env::temp_dir().join(format!("henge-gnubg-mat-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, stakes, n) in [
        ("backgammon:cube=on", Stakes::Money { jacoby: false, beavers: false }, n),
        ("backgammon:length=7", Stakes::Match { length: 7 }, 1),
        ("backgammon:length=1", Stakes::Match { length: 1 }, 1),
    ] {
        let game = Backgammon::new(Start::Standard, stakes).unwrap();
        let seats = |i: usize| if i.is_multiple_of(2) { names } else { [names[1], names[0]] };
        let records: Vec<Record> =
            (0..n).map(|i| by_chance(name, &game, seats(i), &mut rng)).collect();
        let ours = mat::write(&records).unwrap();
        assert_eq!(mat::read(&ours).unwrap(), records, "{name}");
        fs::write(folder.join("ours.mat"), &ours).unwrap();
        let [from, to] = ["ours.mat", "theirs.mat"].map(|file| folder.join(file));
        let commands =
            format!("import mat {}\nexport match mat {}\n", from.display(), to.display());
        fs::write(folder.join("commands"), commands).unwrap();
        let output = Command::new(&program)
            .args(["-t", "-q", "-r", "-s"])
            .arg(&folder)
            .arg("-c")
            .arg(folder.join("commands"))
            .output()
            .unwrap();
        let theirs = fs::read_to_string(&to).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        // Names and seats in the table are those that it can read.
        let table = |text: &str| {
            let tags = ["; [Seats", "; [First", "; [Second", "; [Event"];
            let kept = text.lines().filter(|line| !tags.iter().any(|tag| line.starts_with(tag)));
            let text = kept.collect::<Vec<_>>().join("\n");
            let records = mat::read(&text).unwrap_or_else(|fault| panic!("{fault}: {text}"));
            let moves = |record: &Record| record.main_line().map(String::from).collect::<Vec<_>>();
            let of = |record: &Record| (moves(record), record.result);
            records.iter().map(of).collect::<Vec<_>>()
        };
        let (ours, theirs) = (table(&ours), table(&theirs));
        assert_eq!(ours.len(), theirs.len(), "{name}");
        for (i, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "{name}, game {}", i + 1);
        }
        fs::remove_file(&to).unwrap();
    }
    fs::remove_dir_all(&folder).unwrap();
}
