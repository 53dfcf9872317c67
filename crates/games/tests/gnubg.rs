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

use henge_core::{Game, Notation, Turn};
use henge_games::backgammon::{Backgammon, Men, Move, Position, ROLLS, position_id, rearmost};
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
