//! Positions with complete lists of legal moves, collected from rule books and from programs that
//! agree with each other.

use henge_core::{Game, Notation};

use super::*;

/// Every move with the squares it captures: `a1xa7(c3,c5)`.
fn moves(variant: Variant, position: &str) -> Vec<String> {
    let game = game(variant);
    let pos = game.read_position(position).unwrap();
    let mut moves: Vec<String> = game
        .moves(&pos)
        .map(|mv| {
            let taken = game.squares().all().iter();
            let taken = taken.filter(|square| mv.captured() & u64::bit(square.bit) != 0);
            let taken: Vec<&str> = taken.map(|square| square.name.as_str()).collect();
            let text = game.write_move(&pos, mv);
            if taken.is_empty() { text } else { format!("{text}({})", taken.join(",")) }
        })
        .collect();
    moves.sort();
    moves
}

pub(super) fn check(variant: Variant, position: &str, expected: &str) {
    let mut expected: Vec<&str> = expected.split(' ').collect();
    expected.sort_unstable();
    assert_eq!(moves(variant, position), expected, "{variant} {position}");
}

#[test]
fn a_king_comes_before_a_man() {
    check(Variant::Czech, "W:Wc5,Kh2:Bb6,Kg3", "h2xa5(b6,g3)");
}

/// The Turkish strike: with pieces lifted at once three would fall.
#[test]
fn captured_pieces_stand_in_the_way() {
    let expected = "a1xa7(c5,c3) a1xb6(c5,c3) a1xd8(e7,c3) a1xg1(c3,f2)";
    check(Variant::Czech, "W:WKa1:Be7,c5,c3,f2", expected);
    check(
        Variant::International,
        "W:WK7:B23,K30,39,42",
        "7x26(23,39,42) 7x31(23,39,42) 7x37(23,39,42)",
    );
}

#[test]
fn a_man_on_the_last_row_stops_or_goes_on() {
    let position = "W:Wh6:Bg7,d6,a5";
    check(Variant::Czech, position, "h6xf8(g7)");
    check(Variant::Russian, position, "h6:c5(g7,d6) h6:b4(g7,d6) h6:a3(g7,d6)");
    // As a man he cannot go on.
    check(Variant::Brazilian, position, "h6xf8(g7)");
    check(Variant::English, "W:W18:B6,7,K15", "18x2(7,15)");
}

#[test]
fn most_pieces_must_be_taken() {
    let position = "W:We5,e3:Bg7,d4,h4,d2";
    check(Variant::Brazilian, position, "e5xe1(d4,d2)");
    // Where any capture will do there are three, on the same squares.
    let pool = game(Variant::Pool);
    let pos = pool.read_position(position).unwrap();
    assert_eq!(pool.moves(&pos).count(), 3);
}

#[test]
fn italian_men_do_not_take_kings() {
    check(Variant::Italian, "W:W27:BK6,14,21,22", "27x11(14,22)");
}

#[test]
fn of_equal_captures_the_spanish_take_more_kings() {
    check(Variant::Spanish, "W:W20,K28:BK12,14,K23,K24", "28x8(12,23)");
}

#[test]
fn a_king_taken_last_stops_the_killer() {
    // The king on 28 may be passed by any distance in the international game only.
    check(Variant::International, "W:WK50:BK28", "50x22(28) 50x17(28) 50x11(28) 50x6(28)");
    check(Variant::Killer, "W:WK50:BK28", "50x22(28)");
    check(Variant::Killer, "W:WK50:B28", "50x22(28) 50x17(28) 50x11(28) 50x6(28)");
}

#[test]
fn a_circle_ends_where_it_began() {
    check(Variant::Russian, "W:Wf4:Be5,c5,c3,e3", "f4:f4(c5,e5,c3,e3)");
}

#[test]
fn frisian_men_capture_along_rows_and_columns() {
    check(Variant::Frisian, "W:W28:B27", "28x26(27)");
    check(Variant::Frisian, "W:W28:B18", "28x8(18)");
    check(Variant::Frisian, "W:W28:B23", "28x19(23)");
}

/// Two men are more than a king, a king is more than a man.
#[test]
fn frisian_kings_are_worth_less_than_two_men() {
    check(Variant::Frisian, "W:W28,29:BK27,24", "28x26(27)");
    check(Variant::Frisian, "W:W28,38:BK27,33,24", "38x20(24,33)");
}

#[test]
fn a_frisian_king_rests_after_three_moves() {
    let game = game(Variant::Frisian);
    let mut pos = game.read_position("W:W46,K50:B2").unwrap();
    play(&game, &mut pos, "50-45 2-8 45-50 8-13 50-45 13-19");
    assert_eq!(game.write_position(&pos), "W:WK45,46:B19:SW45=3");
    assert!(game.moves(&pos).all(|mv| game.squares().name(mv.from()) == "46"));
    play(&game, &mut pos, "46-41 19-24 45-50 24-29");
    assert_eq!(game.write_position(&pos), "W:W41,K50:B29:SW50=1");
    // Without men a king may move as often as it likes.
    let mut pos = game.read_position("W:WK50:B2").unwrap();
    play(&game, &mut pos, "50-45 2-8 45-50 8-13 50-45 13-19 45-50");
}

/// Pieces lifted at once open the way: the king takes a second one behind the first.
#[test]
fn turkish_pieces_leave_at_once() {
    let game = Draughts::<u128>::new(Variant::Turkish).unwrap();
    let pos = game.read_position("W:WKa1:Ba3,c4,b6").unwrap();
    let moves: Vec<String> = game.moves(&pos).map(|mv| game.write_move(&pos, mv)).collect();
    assert!(game.moves(&pos).all(|mv| mv.captured().len() >= 2), "{moves:?}");
}
