use henge_core::{Depict, Game, Notation, Outcome, Player, Turn};
use henge_testkit::{LawsOptions, laws_with};

use super::super::{Backgammon, Men, Move, Phase, Stakes, Start};
use super::{MONEY, after, game};

#[test]
fn every_variant_obeys_the_laws() {
    for start in [Start::Standard, Start::Nackgammon, Start::Hypergammon] {
        for stakes in [
            Stakes::Plain,
            Stakes::Money { jacoby: false, beavers: false },
            MONEY,
            Stakes::Match { length: 1 },
            Stakes::Match { length: 7 },
        ] {
            let game = Backgammon::new(start, stakes).unwrap();
            let walked = laws_with(&game, &LawsOptions { games: 12, plies: 900, seed: 3 });
            assert!(walked.endings > 0, "{start:?} {stakes:?}: {walked:?}");
        }
    }
}

#[test]
fn the_opening_roll_has_no_doubles_and_decides_who_begins() {
    let game = game(Stakes::Plain);
    let start = game.start();
    assert_eq!(game.turn(&start), Turn::Chance);
    assert_eq!(game.moves(&start).count(), 30);
    assert_eq!(game.turn(&after(&game, start, "31")), Turn::Player(Player::First));
    let second = after(&game, start, "13");
    assert_eq!(game.turn(&second), Turn::Player(Player::Second));
    assert_eq!(second.dice(), Some([3, 1]));
    assert!(game.read_move(&start, "33").is_err());
}

#[test]
fn without_the_cube_dice_fall_at_once() {
    let game = game(Stakes::Plain);
    let pos = after(&game, game.start(), "31; 8/5 6/5");
    assert_eq!((pos.phase(), pos.on_roll()), (Phase::Dice, Player::Second));
    assert_eq!(game.moves(&pos).count(), 21);
    let double_one: f32 = game.probability(&pos, Move::Dice([1, 1]));
    assert!((double_one - 1.0 / 36.0).abs() < 1e-6);
}

#[test]
fn a_double_is_taken_with_the_cube_or_dropped() {
    let game = game(Stakes::Money { jacoby: false, beavers: false });
    let offered = after(&game, game.start(), "31; 8/5 6/5; double");
    assert_eq!(game.turn(&offered), Turn::Player(Player::First));
    let dropped = after(&game, offered, "drop");
    let won = Outcome::Win { winner: Player::Second, points: 1 };
    assert_eq!(game.turn(&dropped), Turn::Over(won));
    let taken = after(&game, offered, "take");
    assert_eq!((taken.cube(), taken.cube_owner()), (2, Some(Player::First)));
    assert_eq!(game.turn(&taken), Turn::Chance);
    // The other one may not double now; the owner may.
    let theirs = after(&game, taken, "21; 13/10");
    assert_eq!(game.turn(&theirs), Turn::Player(Player::First));
    let back = after(&game, theirs, "double; take; 21; 13/10");
    assert_eq!((back.cube(), back.cube_owner()), (4, Some(Player::Second)));
    assert_eq!(game.turn(&back), Turn::Player(Player::Second));
}

#[test]
fn a_beaver_keeps_the_cube_and_can_be_dropped() {
    let game = game(MONEY);
    let beavered = after(&game, game.start(), "31; 8/5 6/5; double; beaver");
    assert_eq!(game.turn(&beavered), Turn::Player(Player::Second));
    let taken = after(&game, beavered, "take");
    assert_eq!((taken.cube(), taken.cube_owner()), (4, Some(Player::First)));
    let dropped = after(&game, beavered, "drop");
    let won = Outcome::Win { winner: Player::First, points: 2 };
    assert_eq!(game.turn(&dropped), Turn::Over(won));
    let plain = super::game(Stakes::Money { jacoby: true, beavers: false });
    let offered = after(&plain, plain.start(), "31; 8/5 6/5; double");
    assert!(plain.read_move(&offered, "beaver").is_err());
}

#[test]
fn the_cube_stops_at_64() {
    let game = game(Stakes::Match { length: 25 });
    let mut pos = after(&game, game.start(), "31; 8/5 6/5");
    for _ in 0..6 {
        pos = after(&game, pos, "double; take; 21");
        let mv = game.moves(&pos).next().unwrap();
        game.play(&mut pos, mv);
    }
    assert_eq!((pos.cube(), pos.phase()), (64, Phase::Dice));
}

/// A gammon is about to be won by the first player with 2-1.
fn nearly_won(game: &Backgammon, match_id: &str) -> super::super::Position {
    let mut men = Men::NONE;
    (men.mine[1], men.theirs[10]) = (2, 15);
    let id = super::super::position_id(&men);
    game.read_position(&format!("{id}:{match_id}")).unwrap()
}

#[test]
fn gammons_count_by_the_rules_of_the_stakes() {
    let over = |stakes: Stakes, moves: &str| {
        let game = game(stakes);
        let mut men = Men::NONE;
        (men.mine[1], men.theirs[10]) = (2, 15);
        let id = super::super::position_id(&men);
        let pos = game.read_position(&id).unwrap();
        game.turn(&after(&game, pos, moves))
    };
    let points = |points| Turn::Over(Outcome::Win { winner: Player::First, points });
    assert_eq!(over(Stakes::Plain, "21; 1/off 1/off"), points(2));
    let money = |jacoby| Stakes::Money { jacoby, beavers: false };
    assert_eq!(over(money(false), "roll; 21; 1/off(2)"), points(2));
    assert_eq!(over(money(true), "roll; 21; 1/off(2)"), points(1));
    assert_eq!(over(money(true), "double; take; 21; 1/off(2)"), points(4));
    assert_eq!(over(Stakes::Match { length: 2 }, "roll; 21; 1/off(2)"), points(1));
}

#[test]
fn a_match_goes_on_to_its_last_point_with_one_crawford_game() {
    let game = game(Stakes::Match { length: 3 });
    let win = "31; 8/5 6/5; double; drop";
    // Black doubles White out of the first two games.
    let pos = after(&game, game.start(), win);
    assert_eq!((pos.score(), pos.phase(), pos.is_crawford()), ([0, 1], Phase::Opening, false));
    let pos = after(&game, pos, win);
    assert_eq!((pos.score(), pos.phase(), pos.is_crawford()), ([0, 2], Phase::Opening, true));
    assert!(game.scene(&pos).notes.iter().any(|note| note.contains("Crawford")));
    // Nobody doubles in the Crawford game, even when it is over for long.
    let crawford = after(&game, pos, "31; 8/5 6/5");
    assert_eq!(crawford.phase(), Phase::Dice);
    // White wins it and then the next game, in which the cube is back.
    let match_id = game.match_id(&crawford);
    let id = match_id.as_str();
    let white = nearly_won(&game, &flipped(&game, id));
    let pos = after(&game, white, "21; 1/off 1/off");
    assert_eq!((pos.score(), pos.is_crawford()), ([2, 2], false));
    assert_eq!(after(&game, pos, "31; 8/5 6/5").phase(), Phase::Decide);
    let over = after(&game, pos, "31; 8/5 6/5; double; drop");
    let won = Outcome::Win { winner: Player::Second, points: 1 };
    assert_eq!(game.turn(&over), Turn::Over(won));
}

/// The Match ID with the other player on roll.
fn flipped(game: &Backgammon, id: &str) -> String {
    let start = super::super::position_id(&Men::start());
    let pos = game.read_position(&format!("{start}:{id}")).unwrap();
    let turned = after(game, pos, "66; 24/18(2),13/7(2)");
    game.match_id(&turned)
}

#[test]
fn paths_lead_from_step_to_step() {
    let game = game(Stakes::Plain);
    let board = game.board();
    let pos = after(&game, game.start(), "31");
    let mv = game.read_move(&pos, "8/5 6/5").unwrap();
    let names: Vec<&str> =
        game.path(&pos, mv).iter().map(|site| board.sites[site.index()].name.as_str()).collect();
    assert_eq!(names, ["8", "5", "6", "5"]);
    let black = after(&game, game.start(), "13");
    let mv = game.read_move(&black, "24/20").unwrap();
    let names: Vec<&str> =
        game.path(&black, mv).iter().map(|site| board.sites[site.index()].name.as_str()).collect();
    assert_eq!(names, ["1", "4", "4", "5"]);
}

#[test]
fn an_editor_composes_what_it_sees() {
    let game = game(Stakes::Plain);
    let pos = after(&game, game.start(), "31; 8/5 6/5; 66; 24/18(2),13/7(2); 21; 13/10*");
    let composed = game.compose(&game.scene(&pos).pieces, pos.on_roll()).unwrap();
    assert_eq!(composed.men(), pos.men());
    assert_eq!(composed, pos);
}

#[test]
fn the_board_is_drawn_with_stacks_bar_trays_and_cube() {
    use henge_core::render::{Charset, TextStyle, text};
    let game = game(Stakes::Money { jacoby: false, beavers: false });
    let pos = game.read_position("PwYAADv4AwAgAA").unwrap();
    let style = TextStyle { charset: Charset::Ascii, ..TextStyle::default() };
    insta::assert_snapshot!(text(&game.board(), &game.scene(&pos), &style), @r"
           13  14  15  16  17  18      19  20  21  22  23  24
         +-----------------------+   +-----------------------+
     .   | .   .   .   .   .   . |   | .   .   O   .   .   O |    O
         |                       |   |         O           O |    O
         |                       | O |                     O |    O
         |                       | O |                     O |    O
         |                       |   |                     6 |    O
     1   |                       |   |                       |
         |                       |   | 7                     |
         |                       | X | X                     |    X
         |                       |   | X                   X |    X
         |                       |   | X                   X |    X
     .   | .   .   .   .   .   . |   | X   .   .   .   .   X |    X
         +-----------------------+   +-----------------------+
           12  11  10  9   8   7       6   5   4   3   2   1

    pips: white 70, black 64
    cube: 1, in the middle
    ");
}

#[test]
fn black_sees_the_points_as_black_counts_them() {
    let game = game(Stakes::Plain);
    let (board, turned) = (game.board(), game.turned().unwrap());
    let place =
        |board: &henge_core::Board, name: &str| board.sites[board.site(name).unwrap().index()].at;
    for point in 1..=24 {
        let name = point.to_string();
        assert_eq!(place(&board, &name), place(&turned, &name), "the numbers stay, the men move");
        assert_eq!(board.labels[point - 1].text, name);
        assert_eq!(turned.labels[point - 1].text, (25 - point).to_string());
        let label = turned.labels[point - 1].at;
        assert_eq!(label.x, place(&turned, &turned.labels[point - 1].text).x);
    }
    // What Black writes is what stands on the board.
    let black = after(&game, game.start(), "13");
    let mv = game.read_move(&black, "8/5,6/5").unwrap();
    let names: Vec<&str> =
        game.path(&black, mv).iter().map(|site| turned.sites[site.index()].name.as_str()).collect();
    assert_eq!(names, ["8", "5", "6", "5"]);
    assert_eq!(place(&board, "off-white"), place(&turned, "off-black"));
}
