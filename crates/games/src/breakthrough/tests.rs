use std::collections::BTreeMap;
use std::sync::Arc;

use henge_core::erased::{DynGame, rules};
use henge_core::{Eval, Game, Notation, Outcome, Player, Turn};
use henge_testkit::{check_perft, eval_laws, laws, symmetry_laws};

use super::*;

fn sized(columns: u32, rows: u32) -> Breakthrough {
    Breakthrough::new(columns, rows).expect("it fits")
}

fn position(game: &Breakthrough, text: &str) -> Position {
    game.read_position(text).expect(text)
}

#[test]
fn every_board_obeys_the_laws() {
    for (columns, rows) in [(2, 3), (3, 7), (5, 5), (7, 7), (8, 8), (8, 3)] {
        laws(&sized(columns, rows));
        symmetry_laws(&sized(columns, rows));
        eval_laws(&sized(columns, rows), &Advance);
    }
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    for (columns, rows) in [(1, 8), (9, 8), (8, 2), (8, 9)] {
        assert_eq!(Breakthrough::new(columns, rows), Err(SizeError { columns, rows }));
    }
}

/// The rules once more: a list of men by column and row.
#[derive(Clone)]
struct Slow {
    columns: i32,
    rows: i32,
    men: BTreeMap<(i32, i32), bool>,
}

impl Slow {
    fn new(columns: i32, rows: i32) -> Slow {
        let filled = if rows < 6 { 1 } else { 2 };
        let mut men = BTreeMap::new();
        for column in 0..columns {
            for row in 0..filled {
                men.insert((column, row), true);
                men.insert((column, rows - 1 - row), false);
            }
        }
        Slow { columns, rows, men }
    }

    fn over(&self) -> bool {
        let white = self.men.iter().filter(|(_, white)| **white).count();
        let through = |((_, row), white): (&(i32, i32), &bool)| {
            *row == if *white { self.rows - 1 } else { 0 }
        };
        white == 0 || white == self.men.len() || self.men.iter().any(through)
    }

    fn perft(&self, white: bool, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.over() {
            return 0;
        }
        let mut n = 0;
        for (&(column, row), _) in self.men.iter().filter(|(_, colour)| **colour == white) {
            for step in -1..=1 {
                let to = (column + step, if white { row + 1 } else { row - 1 });
                let free = match self.men.get(&to) {
                    None => true,
                    Some(&colour) => colour != white && step != 0,
                };
                if free && (0..self.columns).contains(&to.0) {
                    let mut next = self.clone();
                    next.men.remove(&(column, row));
                    next.men.insert(to, white);
                    n += next.perft(!white, depth - 1);
                }
            }
        }
        n
    }
}

fn named(name: &str) -> Arc<dyn DynGame> {
    let size = name.split_once("size=").map_or("8x8", |(_, size)| size);
    let (columns, rows) = size.split_once('x').expect("two numbers");
    let game = Arc::new(sized(columns.parse().expect("a number"), rows.parse().expect("a number")));
    rules(name, game.about(), game)
}

#[test]
fn perft() {
    let text = include_str!("../../../../testdata/perft/breakthrough.toml");
    let counts = check_perft(text, &named, 400_000);
    assert!(counts.checked > 30, "{counts:?}");
}

#[test]
fn plain_rules_count_the_same() {
    for (columns, rows, deepest) in [(8, 8, 4), (6, 6, 4), (5, 5, 5), (3, 7, 5), (2, 3, 7)] {
        let (game, slow) = (sized(columns, rows), Slow::new(columns as i32, rows as i32));
        for depth in 1..=deepest {
            let found = henge_core::perft(&game, &mut game.start(), depth);
            assert_eq!(found, slow.perft(true, depth), "{columns}×{rows} at depth {depth}");
        }
    }
}

#[test]
fn men_take_diagonally_and_never_straight() {
    let game = sized(3, 4);
    let pos = position(&game, "..b/.b./.w./w.. w");
    let moves: Vec<String> = game.moves(&pos).map(|mv| game.write_move(&pos, mv)).collect();
    assert_eq!(moves, ["b2-a3", "a1-a2", "b2-c3"]);
    let pos = position(&game, "..b/b.b/.w./w.. w");
    let moves: Vec<String> = game.moves(&pos).map(|mv| game.write_move(&pos, mv)).collect();
    assert_eq!(moves, ["b2xa3", "a1-a2", "b2-b3", "b2xc3"]);
}

#[test]
fn the_far_row_and_the_last_man_win() {
    let game = sized(3, 4);
    for (text, mv) in [("..b/.w./.../... w", "b3-a4"), ("..b/.w./.../... w", "b3xc4")] {
        let mut pos = position(&game, text);
        let mv = game.read_move(&pos, mv).expect(mv);
        game.play(&mut pos, mv);
        assert_eq!(game.turn(&pos), Turn::Over(Outcome::win(Player::First)));
    }
    let mut pos = position(&game, ".../..b/.w./... b");
    let mv = game.read_move(&pos, "c3xb2").expect("it can");
    game.play(&mut pos, mv);
    assert_eq!(game.turn(&pos), Turn::Over(Outcome::win(Player::Second)));
}

#[test]
fn wrong_texts_say_what_is_right() {
    let game = Breakthrough::default();
    let pos = game.start();
    let wrong = |text: &str| game.read_move(&pos, text).unwrap_err().to_string();
    assert_eq!(
        wrong("b2-b4"),
        "\"b2-b4\" is not a legal move: from b2 there are b2-a3, b2-b3, b2-c3"
    );
    assert_eq!(
        wrong("b1-b2"),
        "\"b1-b2\" is not a legal move: an own man stands on b2; the man on b1 cannot move"
    );
    assert_eq!(wrong("b7-b6"), "\"b7-b6\" is not a legal move: no man of White stands on b7");
    assert_eq!(
        wrong("z1"),
        "\"z1\" is not a move such as a2-a3 or b2xc3; squares go from a1 to h8"
    );
    assert_eq!(game.read_move(&pos, "B2C3"), game.read_move(&pos, "b2-c3"));
    let error = game.read_position("w").unwrap_err().to_string();
    assert!(error.ends_with("it ends with w or b for whose turn it is"), "{error}");
}

#[test]
fn a_man_that_nobody_can_stop_is_seen() {
    let game = Breakthrough::default();
    let free = position(
        &game,
        "......bb/......bb/......../w......./......../......../......../ww...... w",
    );
    let met = position(
        &game,
        "......bb/.b....b./......../w......./......../......../......../ww...... w",
    );
    let judge = |pos: &Position| Advance.eval(&game, pos, Player::First).0;
    assert!(judge(&free) > 3_000 && judge(&met) < 2_000, "{} {}", judge(&free), judge(&met));
    assert_eq!(Men.eval(&game, &free, Player::First).0, -100);
}

#[test]
fn moves_are_told_in_words() {
    let game = sized(4, 6);
    let pos = position(&game, "b.b./..../.w../..b./...w/w... w");
    let told = |mv: &str| explain(&game, &pos, game.read_move(&pos, mv).expect(mv)).join("; ");
    assert_eq!(told("d2xc3"), "takes the man on c3; has 3 rows to go");
    assert!(told("b4-b5").starts_with("threatens to reach the far row"), "{}", told("b4-b5"));
}
