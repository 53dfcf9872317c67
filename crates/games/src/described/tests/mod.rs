//! Facts about single games, the machine against slow rules, and what is said about mistakes.

mod gallery;
mod moving;
mod pages;
mod plain;
mod slow;

use std::collections::HashMap;
use std::sync::Arc;

use henge_core::{Game, Match, Notation, Outcome, Player, Turn, mix64, perft};
use henge_testkit::{LawsOptions, eval_laws, laws, laws_with};

use super::*;
use crate::connect_four::ConnectFour;
use plain::Plain;

const SHIPPED: [&str; 16] = [
    "col",
    "connect-6",
    "first-capture",
    "four-that-fall",
    "go-moku-pro",
    "go-moku-swap2",
    "havannah",
    "maker-breaker",
    "misere-tic-tac-toe",
    "pente",
    "reversed-hex",
    "reversi",
    "score-four",
    "snort",
    "y",
    "yavalath",
];

fn shipped(name: &str) -> Description {
    let path = format!("{}/../henge/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    read_game(name, &text).unwrap_or_else(|fault| panic!("{name}: {fault}")).described().unwrap()
}

fn of(text: &str) -> Description {
    let file = read_game("mine", &format!("name = \"Mine\"\n{text}"));
    file.unwrap_or_else(|fault| panic!("{fault} in\n{text}")).described().expect("it says more")
}

fn rules(description: Description) -> Described<8> {
    Described::new(Arc::new(description))
}

/// Small games that together use every word.
const SMALL: [&str; 16] = [
    "board = { grid = [4, 4] }\nstones = 2\nend = \"last\"\n[[win]]\nlines = 4",
    "board = { grid = [4, 3] }\nstones = [3, 2]\nstuck = \"wins\"\n[[lose]]\nlines = 3",
    "board = { grid = [4, 4] }\nplace = { beside = \"any\" }\nend = \"first\"\n[[win]]\nlines = 3\nexact = true",
    "board = { grid = [5, 4] }\nplace = { beside = \"other\", apart = \"own\" }\nstuck = \"passes\"\nend = \"most\"",
    "board = { grid = [3, 4] }\nblocked = [\"b3\"]\nplace = { gravity = \"south\" }\npass = true\n[[win]]\nlines = 3",
    "board = { grid = [5, 5] }\ncapture = { custody = [1, 2] }\nlimit = 30\nend = \"most\"\n[[win]]\nlines = 5\nexact = true",
    "board = { grid = [5, 5], wrap = true }\ncapture = { custody = 1 }\n[[win]]\ncaptures = 4",
    "board = { grid = [4, 4] }\ncapture = { custody = \"any\", flip = true }\nend = \"fewest\"\npass = true",
    "board = { grid = [4, 4] }\ncapture = { surround = true }\n[[win]]\ncaptures = 3",
    "board = { hexhex = 3 }\ncapture = { surround = true }\nlimit = 40\nend = \"most\"\npass = true",
    "board = { hexhex = 3 }\nblocked = [\"c3\"]\n[[win]]\nring = true\n[[win]]\nconnect = { any = 3, of = \"corners\" }\n[[lose]]\nlines = 5",
    "board = { triangle = 5 }\n[[win]]\nring = true\n[[lose]]\nconnect = [\"west\", \"east\", \"south\"]",
    "board = { hex = [4, 4] }\ncapture = { custody = 1 }\nlimit = 40\n[[win]]\nconnect = { any = 3, of = \"sides\" }",
    "board = { grid = [3, 3, 2] }\nplace = { gravity = \"down\" }\nstones = [1, 2]\n[[win]]\nlines = 3",
    "board = { sites = [{ name = \"a\", at = [0, 0] }, { name = \"b\", at = [1, 0] }, { name = \"c\", at = [2, 0] }, { name = \"d\", at = [1, 1] }, { name = \"e\", at = [0, 2] }], edges = [[\"a\", \"b\"], [\"b\", \"c\"], [\"c\", \"d\"], [\"e\", \"d\"], [\"a\", \"e\"]] }\nend = \"second\"\n[[win]]\nlines = 3",
    "start = [\"x.o\", \"...\", \"o.x\"]\nend = \"last\"\n[board]\ngrid = [3, 3]\nregions = { out = [\"b1\", \"b3\"] }\n[[opening]]\nmove = 1\nin = \"out\"\n[[opening]]\nmove = 2\noutside = [\"b2\"]\n[[win]]\nconnect = [\"north\", \"south\"]",
];

#[test]
fn every_described_game_obeys_the_laws() {
    for text in SMALL {
        laws(&rules(of(text)));
    }
    for text in ["swap = \"swap2\"", "swap = true\nstones = [2, 1]"] {
        laws(&rules(of(&format!(
            "board = {{ hexhex = 3 }}\n{text}\n[[win]]\nlines = 4\nring = true"
        ))));
    }
    let few = LawsOptions { games: 3, plies: 800, seed: 5 };
    for name in SHIPPED {
        laws_with(&rules(shipped(name)), &few);
    }
    laws(&Described::<1>::new(Arc::new(shipped("yavalath"))));
    laws(&Described::<1>::new(Arc::new(shipped("reversi"))));
}

#[test]
fn the_evaluation_keeps_its_promises() {
    for name in ["yavalath", "reversi", "misere-tic-tac-toe", "reversed-hex", "col"] {
        let game = rules(shipped(name));
        let sense = Sense::new(&game);
        eval_laws(&game, &sense);
    }
    let game = rules(of(SMALL[6]));
    eval_laws(&game, &Sense::new(&game));
}

/// Plays at random, with the slow rules beside the machine.
fn compare(description: &Description, games: u64, plies: usize) {
    let (game, plain) = (rules(description.clone()), Plain::new(description));
    for number in 0..games {
        let (mut pos, mut state) = (game.start(), plain.start());
        for ply in 0..plies {
            let moves: Vec<Move> = game.moves(&pos).collect();
            let sites: Vec<Option<u16>> =
                moves.iter().map(|mv| Some(mv.0).filter(|_| *mv != Move::PASS)).collect();
            let tell =
                || format!("{}: {}", description.definition.title, game.write_position(&pos));
            assert_eq!(sites, plain.moves(&state), "{}", tell());
            let turn = state.outcome.map_or(Turn::Player(state.to_move), Turn::Over);
            assert_eq!(game.turn(&pos), turn, "{}", tell());
            for player in Player::BOTH {
                let held = (0..state.cells.len()).filter(|&s| state.cells[s] == Some(player));
                assert!(game.stones(&pos, player).iter().eq(held), "{}", tell());
            }
            if moves.is_empty() {
                break;
            }
            let choice = mix64(number << 32 | ply as u64) as usize % moves.len();
            game.play(&mut pos, moves[choice]);
            plain.play(&mut state, sites[choice]);
        }
    }
}

#[test]
fn the_machine_and_the_slow_rules_agree() {
    for text in SMALL {
        compare(&of(text), 40, 200);
    }
    for name in SHIPPED {
        let mut description = shipped(name);
        description.swap = Swap::Never;
        let large = description.definition.n_sites() > 100;
        compare(&description, if large { 1 } else { 4 }, if large { 200 } else { 1000 });
    }
}

fn slow_perft(plain: &Plain, state: &plain::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = plain.moves(state).into_iter().map(|mv| {
        let mut next = state.clone();
        plain.play(&mut next, mv);
        slow_perft(plain, &next, depth - 1)
    });
    after.sum()
}

fn counts<const W: usize>(game: &Described<W>, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(game, &mut game.start(), depth)).collect()
}

#[test]
fn counts_are_those_of_others() {
    // Published, a pass is a ply and a finished game has none.
    let reversi = Described::<1>::new(Arc::new(shipped("reversi")));
    assert_eq!(counts(&reversi, 7), [4, 12, 56, 244, 1396, 8200, 55092]);
    let four = Described::<1>::new(Arc::new(shipped("four-that-fall")));
    let built_in = ConnectFour::default();
    for depth in 1..=7 {
        let theirs = perft(&built_in, &mut built_in.start(), depth);
        assert_eq!(perft(&four, &mut four.start(), depth), theirs, "{depth}");
    }
    for (name, depth) in [("misere-tic-tac-toe", 6), ("yavalath", 2), ("snort", 3), ("col", 3)] {
        let description = Description { swap: Swap::Never, ..shipped(name) };
        let plain = Plain::new(&description);
        let slow: Vec<u64> = (1..=depth).map(|d| slow_perft(&plain, &plain.start(), d)).collect();
        assert_eq!(counts(&rules(description.clone()), depth), slow, "{name}");
    }
}

/// What a game is worth to the first player, by trying everything.
fn value(description: Description) -> i32 {
    fn best(game: &Described<1>, pos: &Position<1>, seen: &mut HashMap<u64, i32>) -> i32 {
        match game.turn(pos) {
            Turn::Over(outcome) => outcome.points_for(Player::First),
            Turn::Player(player) => {
                if let Some(&known) = seen.get(&game.key(pos)) {
                    return known;
                }
                let sign = if player == Player::First { 1 } else { -1 };
                let mut found = -2;
                for mv in game.moves(pos) {
                    let mut next = *pos;
                    game.play(&mut next, mv);
                    found = found.max(sign * best(game, &next, seen));
                    if found == 1 {
                        break;
                    }
                }
                seen.insert(game.key(pos), sign * found);
                sign * found
            }
            Turn::Chance => unreachable!("there are no dice"),
        }
    }
    let game = Described::<1>::new(Arc::new(description));
    best(&game, &game.start(), &mut HashMap::new())
}

#[test]
fn small_games_are_worth_what_is_known() {
    assert_eq!(value(shipped("misere-tic-tac-toe")), 0);
    assert_eq!(value(shipped("maker-breaker")), 1);
    // Lagarias and Sleator: the first player wins Reversed Hex if the board is even.
    let reversed = |n: usize| {
        of(&format!(
            "board = {{ hex = [{n}, {n}] }}\n[[lose]]\nfor = \"first\"\nconnect = [\"north\", \"south\"]\n\
             [[lose]]\nfor = \"second\"\nconnect = [\"west\", \"east\"]"
        ))
    };
    assert_eq!([2, 3].map(|n| value(reversed(n))), [1, -1]);
    // Y has no draw, and a first move is never a burden.
    let y = |n: usize| {
        of(&format!(
            "board = {{ triangle = {n} }}\n[[win]]\nconnect = [\"west\", \"east\", \"south\"]"
        ))
    };
    assert_eq!([2, 3, 4].map(|n| value(y(n))), [1, 1, 1]);
    // With the swap the second player wins wherever the first stone alone decides.
    let pie = of(
        "board = { triangle = 3 }\nswap = true\n[[win]]\nconnect = [\"west\", \"east\", \"south\"]",
    );
    assert_eq!(value(pie), -1);
    // Four by four falls into a draw, as the built-in game does.
    assert_eq!(
        value(of("board = { grid = [4, 4] }\nplace = { gravity = \"south\" }\n[[win]]\nlines = 4")),
        0
    );
}

fn after(description: Description, moves: &str) -> Match<Described<8>> {
    let game = Arc::new(rules(description));
    let mut table = Match::new(Arc::clone(&game));
    for text in moves.split_whitespace() {
        let mv = game.read_move(table.position(), text).unwrap_or_else(|error| panic!("{error}"));
        table.play(mv).unwrap();
    }
    table
}

fn winner(table: &Match<Described<8>>) -> Option<Player> {
    match table.turn() {
        Turn::Over(Outcome::Win { winner, .. }) => Some(winner),
        _ => None,
    }
}

#[test]
fn pairs_are_taken_and_ten_stones_win() {
    let pair = after(shipped("pente"), "j10 k10 a1 l10 m10");
    let text = pair.game().write_position(pair.position());
    assert!(text.ends_with("o taken:2/0 played:1"), "{text}");
    assert_eq!(pair.game().stones(pair.position(), Player::Second).len(), 0);
    // To move in between two stones is safe.
    let safe = after(shipped("pente"), "j10 a1 m10 k10 a3 l10");
    assert_eq!(safe.game().stones(safe.position(), Player::Second).len(), 3);
    let error = safe.game().read_move(safe.position(), "k10").unwrap_err().to_string();
    assert!(error.contains("the site is taken"), "{error}");
    let start = after(shipped("pente"), "");
    assert_eq!(start.game().moves(start.position()).count(), 1);
}

#[test]
fn swap2_gives_every_choice() {
    let swap2 = || shipped("go-moku-swap2");
    let [black, white] = [Player::First, Player::Second];
    let stones = |table: &Match<Described<8>>| {
        Player::BOTH.map(|player| table.game().stones(table.position(), player).len())
    };
    let three = after(swap2(), "h8 h9 i8");
    assert_eq!((stones(&three), three.turn()), ([2, 1], Turn::Player(white)));
    let words: Vec<String> = (three.game().moves(three.position()))
        .filter(|mv| mv.word().is_some())
        .map(|mv| three.game().write_move(three.position(), mv))
        .collect();
    assert_eq!(words, ["swap", "two"]);
    let plays_on = after(swap2(), "h8 h9 i8 a1");
    assert_eq!((stones(&plays_on), plays_on.turn()), ([2, 2], Turn::Player(black)));
    let takes_over = after(swap2(), "h8 h9 i8 swap");
    assert_eq!((stones(&takes_over), takes_over.turn()), ([1, 2], Turn::Player(black)));
    let two_more = after(swap2(), "h8 h9 i8 two a1 b1");
    assert_eq!((stones(&two_more), two_more.turn()), ([3, 2], Turn::Player(black)));
    assert_eq!(two_more.game().moves(two_more.position()).count(), 2);
    let stays = after(swap2(), "h8 h9 i8 two a1 b1 stay");
    assert_eq!((stones(&stays), stays.turn()), ([3, 2], Turn::Player(white)));
    let swaps = after(swap2(), "h8 h9 i8 two a1 b1 swap");
    assert_eq!((stones(&swaps), swaps.turn()), ([2, 3], Turn::Player(black)));
}

#[test]
fn bridges_forks_and_rings_win() {
    let small = || {
        of("board = { hexhex = 4 }\n[[win]]\nconnect = { any = 2, of = \"corners\" }\n\
                       [[win]]\nconnect = { any = 3, of = \"edges\" }\n[[win]]\nring = true")
    };
    let how = |moves: &str| {
        let table = after(small(), moves);
        let decided = table.game().decided_by(table.position()).map(|decided| decided.word);
        (winner(&table), decided)
    };
    let first = Some(Player::First);
    // The corners are d1, g1, a4, g4, a7 and d7.
    assert_eq!(how("d1 d4 e1 d5 f1 c5 g1"), (first, Some("connect 2 of 6".into())));
    // A ring around an empty cell, and one around the opponent's.
    assert_eq!(how("e3 a5 d3 a6 c4 b7 c5 c7 d5 b4 e4"), (first, Some("a ring".into())));
    assert_eq!(how("e3 d4 d3 a6 c4 b7 c5 c7 d5 b4 e4"), (first, Some("a ring".into())));
    assert_eq!(how("e3 a5 d3 a6 c4 b7 c5 c7 d5").0, None);
}

#[test]
fn a_pie_is_cut_and_taken() {
    let y = after(shipped("y"), "k1");
    assert!(y.game().write_position(y.position()).ends_with("o stage:2"));
    let taken = after(shipped("y"), "k1 swap");
    assert_eq!(taken.turn(), Turn::Player(Player::First));
    assert_eq!(taken.game().stones(taken.position(), Player::Second).len(), 1);
    let late = after(shipped("y"), "k1 k2");
    let error = late.game().read_move(late.position(), "swap").unwrap_err().to_string();
    assert!(error.starts_with("\"swap\" is not a legal move now"), "{error}");
}

#[test]
fn impossible_positions_are_refused() {
    let game = rules(shipped("four-that-fall"));
    let say = |text: &str| game.read_position(text).unwrap_err().to_string();
    let empty = "......./......./......./......./.......";
    assert!(say(&format!("{empty}/...#... x")).contains("d6 should be x, o or ."));
    assert!(say("x....../......./......./......./......./....... o").contains("hangs in the air"));
    assert!(say(&format!("{empty}/....... x left:3")).contains("left:3 has no meaning here"));
    assert!(say(&format!("{empty}/....... x taken:1/0")).contains("taken:1/0 has no meaning"));
    assert!(say(&format!("{empty} x")).contains("35 sites and not 42"));
    let swap2 = rules(shipped("go-moku-swap2"));
    let board = vec!["."; 15].join("");
    let board = vec![board; 15].join("/");
    assert!(swap2.read_position(&format!("{board} o stage:6")).is_ok());
    assert!(swap2.read_position(&format!("{board} x stage:6")).is_err());
    assert!(swap2.read_position(&format!("{board} x stage:1")).is_err());
}

#[test]
fn what_can_never_apply_is_doubted() {
    let doubts = |text: &str| of(text).doubts();
    let wall = "blocked = [\"a2\", \"b2\", \"c2\"]\nstones = 2";
    let board = "board = { grid = [3, 3] }";
    assert_eq!(
        doubts(&format!(
            "{board}\n{wall}\n[[win]]\nfor = \"first\"\nconnect = [\"north\", \"south\"]"
        )),
        ["First can never connect 2 of the regions: no chain of free sites reaches more than 1."]
    );
    assert_eq!(
        doubts(&format!("{board}\n{wall}\n[[win]]\nfor = \"second\"\ngroups = [[\"a1\", \"a2\"]]")),
        ["Second can fill no group: each has a blocked site."]
    );
    for name in SHIPPED {
        assert_eq!(shipped(name).doubts(), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_file_of_old_words_is_a_positional_game() {
    let plain = |text: &str| {
        let file = read_game("mine", &format!("name = \"Mine\"\n{text}")).unwrap();
        matches!(file, GameFile::Positional(_))
    };
    assert!(plain("board = { grid = [3, 3] }\n[[win]]\nlines = 3"));
    assert!(plain("board = { hexhex = 3 }\n[[win]]\nconnect = [\"north\", \"south\"]"));
    assert!(plain("board = { triangle = 4 }\n[[win]]\nlines = 3"));
    assert!(!plain("board = { triangle = 4 }\n[[win]]\nconnect = [\"west\", \"east\", \"south\"]"));
    assert!(!plain("board = { grid = [3, 3] }\nend = \"draw\"\n[[win]]\nlines = 3"));
}
