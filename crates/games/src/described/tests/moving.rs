//! Pieces that move: the machine against slow rules, and against games that are built in.

use std::collections::BTreeSet;

use henge_core::Depict;
use henge_core::erased::{DynGame, rules};
use henge_testkit::check_perft;

use super::super::moving::{Move, Moving, Worth};
use super::slow::{Slow, Step};
use super::*;
use crate::breakthrough::Breakthrough;
use crate::draughts::{Draughts, Variant};
use crate::morris::Morris;

const FILES: [&str; 20] = [
    "alquerque",
    "bagh-chal",
    "brandubh",
    "breakthrough-file",
    "checkers",
    "clobber",
    "five-field-kono",
    "fox-and-geese",
    "fox-and-hounds",
    "grasshopper",
    "hasami-shogi",
    "hexapawn",
    "konane",
    "lines-of-action",
    "los-alamos",
    "losing-checkers",
    "merels",
    "pong-hau-ki",
    "tapatan",
    "teeko",
];

/// Small games that together use every word.
const WORDS: [&str; 12] = [
    "board = { grid = [4, 5] }\nstart = [\"oooo\", \"....\", \"....\", \"....\", \"xxxx\"]\npass = true\nlimit = 60\nend = \"most\"\n[[piece]]\nname = \"man\"\nstep = [\"forward\", \"sideways\"]\ntake = \"backward-diagonal\"",
    "board = { grid = [5, 5] }\nstart = [\"oo.oo\", \".....\", \".....\", \".....\", \"xx.xx\"]\nidle = 30\nend = \"fewest\"\ncapture = { custody = [1, 2], must = true }\n[[piece]]\nname = \"rook\"\nslide = \"orthogonal\"\ntake = true",
    "board = { grid = [4, 4] }\nstart = [\"oo..\", \".oo.\", \".xx.\", \"..xx\"]\nstuck = \"passes\"\nend = \"most\"\nidle = 40\n[[piece]]\nname = \"man\"\njump = \"any\"\nhop = \"diagonal\"\nagain = \"may\"\nstraight = true",
    "board = { hexhex = 4 }\nstart = [\"oooo\", \".....\", \"......\", \".......\", \"......\", \".....\", \"xxxx\"]\ncapture = { custody = 1, flip = true }\nlimit = 80\nend = \"most\"\n[[piece]]\nname = \"man\"\nstep = [\"forward\", \"sideways\"]\n[[win]]\nreach = \"far\"",
    "board = { grid = [5, 4], wrap = [\"columns\"] }\nstart = [\"o.o.o\", \".....\", \".....\", \"x.x.x\"]\nrepeat = \"loses\"\n[[piece]]\nname = \"rook\"\nslide = \"any\"\nhop = \"any\"\ntake = true\n[[lose]]\nleft = 1",
    "board = { grid = [4, 4] }\nhand = [4, 3]\ncapture = { lines = 3 }\nrepeat = \"first\"\n[[piece]]\nname = \"man\"\nfor = \"first\"\nstep = \"orthogonal\"\n[[piece]]\nname = \"horse\"\nfor = \"second\"\nleap = [1, 2]\n[[lose]]\nleft = 1",
    "board = { grid = [5, 5] }\nblocked = [\"c3\"]\nstart = [\"oQo.o\", \".....\", \"..#..\", \".....\", \"x.xqx\"]\ncapture = { must = true }\n[[piece]]\nname = \"man\"\nstep = \"forward\"\ntake = \"forward-diagonal\"\njump = \"sideways\"\nagain = \"must\"\npromote = { to = \"queen\", in = \"far\" }\n[[piece]]\nname = \"queen\"\nsign = \"q\"\nslide = \"any\"\nleap = [0, 3]\ntake = true\n[[lose]]\nleft = 0\nof = \"queen\"\n[[win]]\nreach = [\"d1\", \"b5\"]\nof = \"man\"",
    "board = { grid = [5, 5] }\nstart = [\"xx.oo\", \"x...o\", \".....\", \"o...x\", \"oo.xx\"]\nend = \"second\"\n[[piece]]\nname = \"man\"\ncount = \"any\"\n[[win]]\njoined = true\n[[win]]\nlines = 4\nexact = true",
    "board = { grid = [3, 3], look = \"crossings\", diagonals = \"even\" }\nstart = [\"oxo\", \"...\", \"xox\"]\nrepeat = \"second\"\n[[piece]]\nname = \"man\"\nstep = \"any\"\nfly = 2\n[[win]]\nlines = 3\n[[lose]]\nfor = \"first\"\nconnect = [\"north\", \"south\"]",
    "start = [\"xx.\", \"...\", \".oo\"]\nstuck = \"wins\"\n[board]\ngrid = [3, 3]\nregions = { court = [\"a1\", \"b1\", \"c1\", \"a2\", \"b2\", \"c2\"] }\n[[piece]]\nname = \"guard\"\nfor = \"first\"\nstep = \"any\"\nin = \"court\"\n[[piece]]\nname = \"guest\"\nfor = \"second\"\nstep = \"any\"\noutside = [\"b2\"]\ntake = true",
    "board = { grid = [6, 6] }\nstart = [\".o.o.o\", \"o.o.o.\", \"......\", \"......\", \".x.x.x\", \"x.x.x.\"]\nstuck = \"loses\"\n[[piece]]\nname = \"man\"\nstep = \"forward-diagonal\"\njump = \"diagonal\"\nagain = \"must\"\npromote = { to = \"king\", in = \"far\" }\n[[piece]]\nname = \"king\"\nslide = \"diagonal\"\njump = \"any\"\nagain = \"may\"",
    "board = { sites = [{ name = \"a\", at = [0, 0] }, { name = \"b\", at = [1, 0] }, { name = \"c\", at = [2, 0] }, { name = \"d\", at = [3, 0] }, { name = \"e\", at = [1, 1] }, { name = \"f\", at = [2, 1] }], edges = [[\"a\", \"b\"], [\"b\", \"c\"], [\"c\", \"d\"], [\"b\", \"e\"], [\"c\", \"f\"], [\"e\", \"f\"]] }\nstart = [\"xx.oo.\"]\nstuck = \"loses\"\n[[piece]]\nname = \"man\"\nstep = \"any\"\njump = \"any\"\n[[lose]]\nleft = 1",
];

fn machine<const W: usize>(description: &Description) -> Moving<W> {
    Moving::new(Arc::new(description.clone()))
}

fn step_of<const W: usize>(mv: Move<W>) -> Step {
    if mv == Move::PASS {
        return (None, None, vec![]);
    }
    let taken = mv.taken().iter().map(|site| site as u16).collect();
    (mv.from().map(|from| from as u16), Some(mv.to() as u16), taken)
}

#[test]
fn every_game_of_pieces_obeys_the_laws() {
    for text in WORDS {
        laws(&machine::<1>(&of(text)));
    }
    laws(&machine::<4>(&of(WORDS[6])));
    let few = LawsOptions { games: 3, plies: 400, seed: 5 };
    for name in FILES {
        laws_with(&machine::<4>(&shipped(name)), &few);
    }
    laws_with(&machine::<1>(&shipped("checkers")), &LawsOptions { games: 10, ..few });
}

#[test]
fn the_worth_of_pieces_keeps_its_promises() {
    for name in ["checkers", "lines-of-action", "hexapawn", "tapatan", "losing-checkers", "merels"]
    {
        let game = machine::<1>(&shipped(name));
        eval_laws(&game, &Worth::new(&game));
    }
}

/// Plays at random, with the slow rules beside the machine.
fn compare(description: &Description, games: u64, plies: usize) {
    let (game, slow) = (machine::<4>(description), Slow::new(description));
    for number in 0..games {
        let (mut pos, mut state) = (game.start(), slow.start());
        for ply in 0..plies {
            let moves: Vec<Move<4>> = game.moves(&pos).collect();
            let steps: BTreeSet<Step> = moves.iter().map(|&mv| step_of(mv)).collect();
            let tell =
                || format!("{}: {}", description.definition.title, game.write_position(&pos));
            assert_eq!(steps.len(), moves.len(), "{}", tell());
            assert_eq!(steps, slow.moves(&state), "{}", tell());
            let turn = state.outcome.map_or(Turn::Player(state.to_move), Turn::Over);
            assert_eq!(game.turn(&pos), turn, "{}", tell());
            let scene = game.scene(&pos);
            assert_eq!(scene.pieces.len(), state.cells.iter().flatten().count(), "{}", tell());
            if moves.is_empty() {
                break;
            }
            let choice = mix64(number << 32 | ply as u64) as usize % moves.len();
            let mv = moves[choice];
            game.play(&mut pos, mv);
            slow.play(&mut state, &step_of(mv));
        }
    }
}

#[test]
fn the_machine_of_pieces_and_the_slow_rules_agree() {
    for text in WORDS {
        compare(&of(text), 40, 150);
    }
    for name in FILES {
        compare(&shipped(name), 4, 250);
    }
}

/// Plays the same games from the file and built in, and compares their moves as texts.
fn same_moves<G: Game + Notation>(
    name: &str,
    built_in: &G,
    games: u64,
    rename: impl Fn(&str) -> String,
    theirs: impl Fn(&str) -> String,
) {
    let game = machine::<1>(&shipped(name));
    for number in 0..games {
        let (mut pos, mut other) = (game.start(), built_in.start());
        for ply in 0..300 {
            let moves: Vec<Move<1>> = game.moves(&pos).collect();
            let names: Vec<String> =
                moves.iter().map(|&mv| rename(&game.write_move(&pos, mv))).collect();
            let others: Vec<G::Move> = built_in.moves(&other).collect();
            let known: Vec<String> =
                others.iter().map(|&mv| theirs(&built_in.write_move(&other, mv))).collect();
            let mut sorted = [names.clone(), known.clone()];
            sorted.iter_mut().for_each(|list| list.sort_unstable());
            assert_eq!(sorted[0], sorted[1], "{name}: {}", game.write_position(&pos));
            assert_eq!(game.turn(&pos), built_in.turn(&other), "{name}");
            if moves.is_empty() {
                break;
            }
            let choice = mix64(number << 32 | ply) as usize % moves.len();
            let same = known.iter().position(|text| *text == names[choice]).unwrap();
            game.play(&mut pos, moves[choice]);
            built_in.play(&mut other, others[same]);
        }
    }
}

#[test]
fn checkers_from_the_file_are_english_draughts() {
    let built_in = Draughts::<u64>::new(Variant::English).unwrap();
    let game = machine::<1>(&shipped("checkers"));
    // The first player looks north in the file, and south on the board of the built-in game.
    let site = |bit: u32| {
        let square = built_in.squares().of(bit).unwrap();
        (8 * square.row + 7 - square.column) as u16
    };
    let bits = |set: u64| (0..64).filter(move |bit| set >> bit & 1 == 1);
    for number in 0..40 {
        let (mut pos, mut other) = (game.start(), built_in.start());
        for ply in 0..200 {
            if let Turn::Over(Outcome::Draw) = built_in.turn(&other) {
                break;
            }
            let moves: Vec<Move<1>> = game.moves(&pos).collect();
            let others: Vec<_> = built_in.moves(&other).collect();
            let steps: Vec<Step> = (others.iter())
                .map(|mv| {
                    let mut taken: Vec<u16> = bits(mv.captured()).map(site).collect();
                    taken.sort_unstable();
                    (Some(site(mv.from())), Some(site(mv.to())), taken)
                })
                .collect();
            let ours: BTreeSet<Step> = moves.iter().map(|&mv| step_of(mv)).collect();
            let theirs: BTreeSet<Step> = steps.iter().cloned().collect();
            assert_eq!(ours, theirs, "{}", game.write_position(&pos));
            assert_eq!(game.turn(&pos), built_in.turn(&other));
            if moves.is_empty() {
                break;
            }
            let choice = mix64(number << 32 | ply) as usize % moves.len();
            let step = step_of(moves[choice]);
            let same = steps.iter().position(|known| *known == step).unwrap();
            game.play(&mut pos, moves[choice]);
            built_in.play(&mut other, others[same]);
        }
    }
}

/// Counts rows from below: `a1` is White's left corner.
fn from_below(text: &str) -> String {
    let row = |c: char| c.to_digit(10).map_or(c, |row| char::from_digit(9 - row, 10).unwrap());
    text.chars().map(row).collect()
}

#[test]
fn files_of_built_in_games_are_these_games() {
    let same = |text: &str| text.to_string();
    same_moves("breakthrough-file", &Breakthrough::default(), 20, from_below, same);
    same_moves("merels", &Morris::default(), 20, |text| text.replace(':', "x"), same);
}

#[test]
fn counts_of_pieces_are_those_of_others() {
    let counts = |name: &str, depth: u32| -> Vec<u64> {
        let game = machine::<1>(&shipped(name));
        (1..=depth).map(|depth| perft(&game, &mut game.start(), depth)).collect()
    };
    // dctl, Moby Dam and others for draughts; OpenSpiel for Breakthrough: testdata/perft.
    assert_eq!(counts("checkers", 7), [7, 49, 302, 1469, 7361, 36768, 179740]);
    assert_eq!(counts("breakthrough-file", 4), [22, 484, 11132, 256036]);
    let morris = Morris::default();
    for depth in 1..=4 {
        let theirs = perft(&morris, &mut morris.start(), depth);
        assert_eq!(counts("merels", depth).pop(), Some(theirs), "{depth}");
    }
}

fn slow_perft(slow: &Slow, state: &super::slow::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = slow.moves(state).into_iter().map(|step| {
        let mut next = state.clone();
        slow.play(&mut next, &step);
        slow_perft(slow, &next, depth - 1)
    });
    after.sum()
}

const COUNTS: &str = include_str!("../../../../../testdata/perft/game-files.toml");

#[test]
fn as_many_games_from_files_as_are_written_down() {
    let named = |name: &str| -> Arc<dyn DynGame> {
        let description = shipped(name);
        let about = description.about();
        match description.pieces.is_empty() {
            true => rules(name, about, Arc::new(super::rules(description))),
            false => rules(name, about, Arc::new(machine::<4>(&description))),
        }
    };
    assert!(check_perft(COUNTS, &named, 100_000).checked > 100);
    for name in FILES {
        let description = shipped(name);
        let (game, slow) = (machine::<4>(&description), Slow::new(&description));
        let counts = (1..12).map(|depth| (depth, perft(&game, &mut game.start(), depth)));
        for (depth, count) in counts.take_while(|(_, count)| *count < 1500) {
            assert_eq!(slow_perft(&slow, &slow.start(), depth), count, "{name}, {depth}");
        }
    }
}
