//! What the program for the GIER computer does.

use henge_core::{Game, Notation, Outcome, Player, Turn};

use super::captures::check;
use super::*;

const DANISH: Variant = Variant::Danish;

#[test]
fn white_begins_with_twelve_men() {
    let game = game(DANISH);
    assert_eq!(game.turn(&game.start()), Turn::Player(Player::First));
    assert_eq!(game.about().players, ["White", "Black"]);
    assert_eq!(game.start().men(Player::First).count_ones(), 12);
}

#[test]
fn men_capture_forward_only() {
    check(DANISH, "W:Wc5:Bb4,d4", "c5-b6 c5-d6");
    check(DANISH, "W:Wc5:Bb4,d6", "c5xe7(d6)");
}

#[test]
fn capturing_is_compulsory_and_goes_on() {
    check(DANISH, "W:Wc3,h2:Bd4,d6", "c3xc7(d6,d4)");
}

#[test]
fn any_complete_capture_will_do() {
    check(DANISH, "W:Wa3,f2:Bb4,d6,g3", "a3xe7(d6,b4) f2xh4(g3)");
}

#[test]
fn a_king_captures_before_a_man() {
    check(DANISH, "W:Wc3,Kh2:Bd4,g3", "h2xf4(g3)");
}

#[test]
fn a_king_lands_right_behind_the_piece_it_takes() {
    check(DANISH, "W:WKa1:Bc3", "a1xd4(c3)");
    check(DANISH, "W:WKa1:Be5", "a1xf6(e5)");
}

/// From there it may run on to the next capture.
#[test]
fn a_king_runs_on_to_the_next_piece() {
    check(DANISH, "W:WKa1:Bc3,f6", "a1xg7(f6,c3)");
    check(DANISH, "W:WKa1:Bc3,b6", "a1xa7(b6,c3)");
}

/// From a5 the king crosses c3, where it took the first of them. In Czech draughts that man would
/// be in the way.
#[test]
fn captured_men_leave_at_once() {
    let position = "W:WKa1:Bc3,e5,e7,b6,d2";
    check(DANISH, position, "a1xe1(e7,b6,e5,c3,d2) a1xa7(b6,c3)");
    let czech = game(Variant::Czech);
    let pos = czech.read_position(position).unwrap();
    assert!(czech.moves(&pos).all(|mv| mv.captured().count_ones() < 5));
}

/// Behind the start stands a man, whom the king could take if it turned back.
#[test]
fn no_king_turns_straight_back() {
    check(DANISH, "W:WKc3:Bd4,b2", "c3xe5(d4) c3xa1(b2)");
}

#[test]
fn a_man_stops_on_the_last_row() {
    check(DANISH, "W:Wc5:Bd6,f6,d8", "c5xe7(d6)");
    check(DANISH, "W:Wh6:Bg7,e7", "h6xf8(g7)");
    let game = game(DANISH);
    let mut pos = game.read_position("W:Wh6:Bg7,e7").unwrap();
    play(&game, &mut pos, "h6,f8");
    assert_eq!(game.write_position(&pos), "B:WKf8:Be7");
}

#[test]
fn who_cannot_move_has_lost() {
    let game = game(DANISH);
    let pos = game.read_position("W:Wa5:Bb6,c7").unwrap();
    assert_eq!(game.turn(&pos), Turn::Over(Outcome::win(Player::Second)));
    let pos = game.read_position("B:Wa5:B").unwrap();
    assert_eq!(game.turn(&pos), Turn::Over(Outcome::win(Player::First)));
}

#[test]
fn nothing_is_counted_as_a_draw() {
    let game = game(DANISH);
    let mut pos = game.read_position("W:WKa1:BKh2").unwrap();
    for _ in 0..100 {
        play(&game, &mut pos, "a1-b2 h2-g1 b2-a1 g1-h2");
    }
    assert_eq!(game.turn(&pos), Turn::Player(Player::First));
    assert_eq!(game.repeated(&pos, 100), None);
}

/// Squares with commas, as the program took them.
#[test]
fn moves_are_read_as_the_program_read_them() {
    let game = game(DANISH);
    let mut pos = game.start();
    play(&game, &mut pos, "c3,d4 b6,a5 d4,e5 f6,d4 e3,c5");
    let pos = game.read_position("W:Wc3:Bd4,f6").unwrap();
    let mv = game.read_move(&pos, "c3,e5,g7").unwrap();
    assert_eq!(game.write_move(&pos, mv), "c3xg7");
}
