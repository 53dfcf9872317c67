use std::sync::atomic::AtomicBool;

use henge_core::{Eval, Game, Notation, Player};
use henge_games::connect_four::{self, ConnectFour};
use henge_games::stonehenge::{self, Stonehenge};

use super::Listed;
use super::alphabeta::{Chapter, alphabeta};

static NEVER: AtomicBool = AtomicBool::new(false);

fn after<G: Notation>(game: &G, moves: &str) -> G::Position {
    let mut pos = game.start();
    for text in moves.split_whitespace() {
        let mv = game.read_move(&pos, text).unwrap();
        game.play(&mut pos, mv);
    }
    pos
}

/// The chapter's remark: a line is worth 50 and the six 60, so that both cost ten points.
#[test]
fn in_stonehenge_a_six_that_wins_a_line_is_worth_as_much_as_a_one_that_wins_none() {
    let after_six = Stonehenge.listed(&after(&Stonehenge, "1:6"));
    let after_one = Stonehenge.listed(&after(&Stonehenge, "0:1"));
    assert_eq!((after_six.evaluate(true), after_one.evaluate(true)), (-10, -10));
}

/// The evaluation is that of `eval=source` but for the mover's end test.
#[test]
fn stonehenge_is_judged_by_the_formula() {
    for moves in ["0:6 4:3 9:5", "9:3 2:2 0:6 3:4", "13:3 17:3 8:5"] {
        let pos = after(&Stonehenge, moves);
        let source = stonehenge::Source.eval(&Stonehenge, &pos, Player::First).0;
        assert_eq!(i64::from(Stonehenge.listed(&pos).evaluate(true)), i64::from(source), "{moves}");
    }
}

#[test]
fn four_in_the_fifth_row_are_not_seen_and_in_the_first_they_are() {
    let game = ConnectFour::default();
    let low = after(&game, "1 1 2 2 3 3 4");
    assert_eq!(game.listed(&low).evaluate(false), 10_000);
    // Four of one colour in the fifth row, as far as the listing can see: rows are counted from 0.
    let mut high = game.listed(&game.start());
    for column in 0..4 {
        for row in 0..4 {
            high = high.play((column + row / 2) % 2 == 0, column);
        }
    }
    let before = high.evaluate(true);
    for column in 0..4 {
        high = high.play(true, column);
    }
    assert!(before.abs() < 10_000 && high.evaluate(true).abs() < 10_000);
}

#[test]
fn moves_are_tried_from_the_last_column_and_the_first_of_equals_is_played() {
    let game = ConnectFour::default();
    let start = game.listed(&game.start());
    assert_eq!(start.legal_moves(true), [6, 5, 4, 3, 2, 1, 0]);
    let stones = Stonehenge.listed(&Stonehenge.start()).legal_moves(true);
    assert_eq!((stones.len(), stones[0], stones[5], stones[107]), (108, (17, 1), (17, 6), (0, 6)));
}

/// Plain minimax over the same lists has the same value, and the first of its best moves is played.
#[test]
fn alpha_beta_finds_what_minimax_finds() {
    fn minimax<C: Chapter>(depth: i32, player: bool, node: &C) -> i32 {
        let value = node.evaluate(player);
        let moves = node.legal_moves(player);
        if depth < 1 || value.abs() == C::MORE || moves.is_empty() {
            return value;
        }
        let values =
            moves.into_iter().map(|mv| minimax(depth - 1, !player, &node.play(player, mv)));
        if player { values.max().unwrap() } else { values.min().unwrap() }
    }
    let game = ConnectFour::default();
    for moves in ["", "4", "4 4 4", "4 4 3 2 4 4 5", "1 2 3 4 5 6 7 1 2"] {
        let pos = after(&game, moves);
        let (level, player) = (game.listed(&pos), moves.split_whitespace().count() % 2 == 0);
        for depth in 1..=4 {
            let found = alphabeta(depth, player, &level, &NEVER).unwrap();
            let values: Vec<(i32, i32)> = level
                .legal_moves(player)
                .into_iter()
                .map(|mv| (minimax(depth - 1, !player, &level.play(player, mv)), mv))
                .collect();
            let best = values.iter().map(|(value, _)| *value);
            let best = if player { best.max() } else { best.min() }.unwrap();
            assert_eq!(found.value, best, "{moves} {depth}");
            let first = values.iter().find(|(value, _)| *value == best).unwrap().1;
            assert_eq!(found.best, first, "{moves} {depth}");
        }
    }
}

#[test]
fn the_source_of_henge_counts_every_line_and_the_listing_does_not() {
    let game = ConnectFour::default();
    let pos = after(&game, "4 4 4 4 4");
    let every = connect_four::Source.eval(&game, &pos, Player::First).0;
    assert_ne!(i64::from(game.listed(&pos).evaluate(true)), i64::from(every));
}
