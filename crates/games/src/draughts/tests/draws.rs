//! Counts that end games.

use std::sync::Arc;

use henge_core::{Game, Match, Notation, Outcome, Turn};

use super::*;

const DRAW: Turn = Turn::Over(Outcome::Draw);

/// How many plies of moving to and fro until a draw.
fn plies_to_draw(variant: Variant, position: &str, moves: &str) -> usize {
    let game = game(variant);
    let mut pos = game.read_position(position).unwrap();
    let moves: Vec<&str> = moves.split(' ').collect();
    for ply in 0..300 {
        if game.turn(&pos) == DRAW {
            return ply;
        }
        play(&game, &mut pos, moves[ply % moves.len()]);
    }
    0
}

#[test]
fn endings_of_the_international_game() {
    let there_and_back = "50-45 5-10 45-50 10-5";
    let draws = |position| plies_to_draw(Variant::International, position, there_and_back);
    assert_eq!(draws("W:WK50:BK5"), 10);
    assert_eq!(draws("W:WK50,46:BK5"), 10);
    assert_eq!(draws("W:WK50,46,K48:BK5"), 32);
    assert_eq!(draws("W:WK50,46,K48,47:BK5"), 50);
    assert_eq!(draws("W:WK50,46:BK5,6"), 50);
}

#[test]
fn moves_of_men_are_progress() {
    let game = game(Variant::International);
    let mut pos = game.read_position("W:WK50,46,47:BK5,6").unwrap();
    play(&game, &mut pos, "50-45 5-10");
    assert_eq!((pos.idle_plies(), game.write_position(&pos)), (2, "W:WK45,46,47:B6,K10:H2".into()));
    play(&game, &mut pos, "46-41");
    assert_eq!(pos.idle_plies(), 0);
}

#[test]
fn endings_of_the_russian_game() {
    let draws = |position, moves| plies_to_draw(Variant::Russian, position, moves);
    let off_road = "c1-d2 b8-a7 d2-c1 a7-b8";
    assert_eq!(draws("W:WKc1:BKb8", off_road), 10);
    assert_eq!(draws("W:WKc1,Ke1,Kg1:BKb8", off_road), 30);
    // On the long diagonal.
    assert_eq!(draws("W:WKc1,Ke1,Kg1:BKh8", "c1-d2 h8-a1 d2-c1 a1-h8"), 10);
    // Men stand in the way of no count but that of the whole position.
    assert_eq!(draws("W:WKc1,a3:BKb8,h6", off_road), 30);
}

#[test]
fn english_games_need_progress_in_forty_moves() {
    assert_eq!(plies_to_draw(Variant::English, "B:BK1:WK32", "1-5 32-28 5-1 28-32"), 80);
}

#[test]
fn two_frisian_kings_have_seven_moves() {
    let moves = "50-45 5-10 45-50 10-5";
    assert_eq!(plies_to_draw(Variant::Frisian, "W:WK50,K48:BK5", moves), 14);
}

#[test]
fn positions_come_back_three_times_or_four() {
    for (variant, times) in [(Variant::Russian, Some(3)), (Variant::Italian, Some(4))] {
        let game = Arc::new(game(variant));
        let text = if times == Some(3) { "W:WKc1,a3:BKb8,h6" } else { "W:WK29,21:BK4,13" };
        let moves = if times == Some(3) {
            ["c1-d2", "b8-a7", "d2-c1", "a7-b8"]
        } else {
            ["29-25", "4-8", "25-29", "8-4"]
        };
        let mut table = Match::from_position(Arc::clone(&game), game.read_position(text).unwrap());
        for ply in 0.. {
            if table.turn() == DRAW {
                assert_eq!((Some(table.repetitions()), ply), (times, 4 * (times.unwrap() - 1)));
                break;
            }
            let mv = game.read_move(table.position(), moves[ply as usize % 4]).unwrap();
            table.play(mv).unwrap();
        }
    }
}
