//! Squares, moves, positions and drawings.

use henge_core::render::{Charset, TextStyle, text};
use henge_core::{Depict, Game, Notation};

use super::*;

fn start(variant: Variant) -> String {
    if variant.rules().is_wide() {
        Draughts::<u128>::new(variant).unwrap().start_text()
    } else {
        game(variant).start_text()
    }
}

/// Numbers and corners as the PDN standard has them.
#[test]
fn men_stand_where_the_rule_books_put_them() {
    let all: Vec<String> =
        Variant::ALL.iter().map(|(variant, name)| format!("{name} {}", start(*variant))).collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn ranges_kings_and_other_fields_are_read() {
    let game = game(Variant::International);
    let read = |text: &str| game.read_position(text);
    assert_eq!(read("W:W31-50:B1-20"), Ok(game.start()));
    assert_eq!(read(" W:B1-20:W31-50:H0:F1. "), Ok(game.start()));
    let pos = read("B:WK1,K3-4,22:B44:H7:F30").unwrap();
    assert_eq!(game.write_position(&pos), "B:WK1,K3,K4,22:B44:H7");
    let russian = super::game(Variant::Russian);
    let pos = russian.read_position("W:W21-32:B1-12").unwrap();
    assert_eq!(pos, russian.start());
}

#[test]
fn captures_that_would_be_written_alike_list_their_squares() {
    let game = game(Variant::International);
    let pos = game.read_position("W:W46,K47:B10,11,19,20,22,23,32,33,K14").unwrap();
    for mv in game.moves(&pos) {
        let text = game.write_move(&pos, mv);
        assert_eq!(game.read_move(&pos, &text), Ok(mv), "{text}");
    }
    // Two ways from 47 to 24, over 33 and 22 or over 32 and 23 …
    let pos = game.read_position("W:W43:B29,30,38,39,19,20").unwrap();
    let texts: Vec<String> = game.moves(&pos).map(|mv| game.write_move(&pos, mv)).collect();
    assert_eq!(texts.len(), game.moves(&pos).count());
    for (text, mv) in texts.iter().zip(game.moves(&pos)) {
        assert_eq!(game.read_move(&pos, text), Ok(mv));
    }
}

#[test]
fn wrong_texts_say_what_is_right() {
    let game = game(Variant::Danish);
    let pos = game.read_position("W:Wc3,h2:Bd4,d6").unwrap();
    let moves = ["", "c3", "c3-", "c3-z9", "hello", "h2-g3", "c3-b4", "a5-b6", "c4-d5", "c3-e5"];
    let say = |text: &str| game.read_move(&pos, text).unwrap_err().to_string();
    insta::assert_snapshot!(moves.map(say).join("\n"));
    let positions = [
        "",
        "X:Wc3:Bd4",
        "W:Wc3",
        "W:Wc3:Wd4",
        "W:Wc3,c3:Bd4",
        "W:Wc3:Bc3",
        "W:Wc4:Bd4",
        "W:Wc8:Bd4",
        "W:Wb8:Bd4",
        "W:Wc3:Ba1",
        "W:Wa1-c3:Bd4",
        "W:Wc3:Bd4:Hx",
    ];
    let say = |text: &str| game.read_position(text).unwrap_err().to_string();
    insta::assert_snapshot!(positions.map(say).join("\n"));
    let over = game.read_position("W:Wa5:Bb6,c7").unwrap();
    assert!(game.read_move(&over, "a5-b6").unwrap_err().to_string().contains("over"));
}

#[test]
fn boards_are_drawn_with_white_below() {
    let draw = |game: &Draughts<u64>, position: &str, charset| {
        let pos = game.read_position(position).unwrap();
        text(&game.board(), &game.scene(&pos), &TextStyle { charset, ..TextStyle::default() })
    };
    let danish = game(Variant::Danish);
    insta::assert_snapshot!(draw(&danish, "W:Wc3,Kh2:Bd4,Kg7", Charset::Unicode));
    let english = game(Variant::English);
    insta::assert_snapshot!(draw(&english, &english.start_text(), Charset::Ascii));
}

#[test]
fn the_second_player_sees_the_board_from_the_other_side() {
    for variant in [Variant::Danish, Variant::English, Variant::Russian] {
        let game = game(variant);
        let (board, turned) = (game.board(), game.turned().unwrap());
        let place = |board: &henge_core::Board, name: &str| {
            board.sites[board.site(name).unwrap().index()].at
        };
        for site in &board.sites {
            let (here, there) = (site.at, place(&turned, &site.name));
            assert_eq!((here.x + there.x, here.y + there.y), (0.0, 0.0), "{}", site.name);
        }
        // A label still stands beside the row or the column that it names.
        let beside = |board: &henge_core::Board, text: &str| {
            board.labels.iter().find(|label| label.text == text).map(|label| label.at).unwrap()
        };
        if board.labels.iter().any(|label| label.text == "a") {
            let corner = place(&turned, "a1");
            assert_eq!(beside(&turned, "a").x, corner.x);
            assert_eq!(beside(&turned, "1").y, corner.y);
            assert_eq!(beside(&turned, "a").y - place(&turned, "a8").y, 1.0, "letters are below");
            assert_eq!(place(&turned, "h1").x - beside(&turned, "1").x, 1.0, "numbers are left");
        }
    }
}

#[test]
fn a_path_touches_every_landing_square() {
    let game = game(Variant::Danish);
    let pos = game.read_position("W:Wc3:Bd4,f6").unwrap();
    let mv = game.moves(&pos).next().unwrap();
    let board = game.board();
    let names: Vec<&str> =
        game.path(&pos, mv).iter().map(|site| board.sites[site.index()].name.as_str()).collect();
    assert_eq!(names, ["c3", "e5", "g7"]);
}
