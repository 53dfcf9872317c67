use henge_core::{Game, Notation, Player};

use super::super::{Backgammon, Men, Phase, Stakes, Start, position_id, read_position_id};
use super::{MONEY, after, game};

fn written(dice: &str, id: &str) -> Vec<String> {
    let game = game(Stakes::Plain);
    let pos = after(&game, game.read_position(id).unwrap(), dice);
    let mut all: Vec<String> = game.moves(&pos).map(|mv| game.write_move(&pos, mv)).collect();
    all.sort();
    all
}

fn id(mine: &[(usize, u8)], theirs: &[(usize, u8)]) -> String {
    position_id(&Men { mine: Men::alike(mine).mine, theirs: Men::alike(theirs).mine })
}

#[test]
fn plays_are_written_as_usual_with_commas() {
    let start = position_id(&Men::start());
    assert!(written("31", &start).contains(&"8/5,6/5".to_string()));
    assert!(written("65", &start).contains(&"24/13".to_string()));
    assert!(written("11", &start).contains(&"8/7,8/7,6/5,6/5".to_string()));
    // A man on the way is hit, or not, by which die comes first.
    let blot = id(&[(24, 1), (1, 2)], &[(7, 1), (20, 14)]);
    assert_eq!(written("65", &blot), ["24/13", "24/18*/13"]);
    assert_eq!(
        written("21", &id(&[(25, 1), (5, 1)], &[(2, 1), (1, 2)])),
        ["bar/23*,5/4", "bar/23*/22"]
    );
    assert_eq!(written("21", &id(&[(2, 1), (1, 1)], &[(1, 2)])), ["2/off", "2/off,1/off"]);
    assert_eq!(written("66", &id(&[(25, 1)], &[(6, 2)])), ["pass"]);
}

#[test]
fn plays_are_read_in_any_form() {
    let game = game(Stakes::Plain);
    let start = after(&game, game.start(), "31");
    let same = |pos, a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| game.read_move(pos, text).unwrap());
        assert_eq!(a, b);
    };
    for text in ["8/5,6/5", "6/5 8/5", "6/5, 8/5", "6/5*+8/5", "8-5 6-5", " 8/5;6/5 "] {
        same(&start, "8/5 6/5", text);
    }
    for text in ["24/20", "24/21/20", "24/23 23/20", "23/20 24/23"] {
        same(&start, "24/21,21/20", text);
    }
    let doublet = after(&game, game.read_position(&position_id(&Men::start())).unwrap(), "11");
    for text in ["8/7(2) 6/5(2)", "8/7 8/7 6/5 6/5", "6/5(2) 8/7(2)"] {
        same(&doublet, "8/7,8/7,6/5,6/5", text);
    }
    let off = id(&[(25, 1), (2, 14)], &[(7, 2), (20, 1)]);
    let bar = after(&game, game.read_position(&off).unwrap(), "51");
    for text in ["25/20", "bar/24 24/19", "BAR/19"] {
        assert_eq!(game.read_move(&bar, text).is_ok(), text != "25/20", "{text}");
    }
    let home = after(&game, game.read_position(&id(&[(6, 2)], &[(1, 2)])).unwrap(), "66");
    for text in ["6/0 6/0", "6/off(2)", "6/off 6/0"] {
        same(&home, "6/off,6/off", text);
    }
}

#[test]
fn a_way_that_hits_is_told_from_one_that_does_not() {
    let game = game(Stakes::Plain);
    let blots = id(&[(24, 1), (1, 2)], &[(7, 1), (6, 1), (20, 13)]);
    let pos = after(&game, game.read_position(&blots).unwrap(), "65");
    let read = |text: &str| game.read_move(&pos, text).map(|mv| game.write_move(&pos, mv));
    assert_eq!(read("24/18/13").unwrap(), "24/18*/13");
    assert_eq!(read("24/19 19/13").unwrap(), "24/19*/13");
    let both = read("24/13").unwrap_err().to_string();
    assert_eq!(both, "\"24/13\" is not a single play: it can be 24/18*/13 or 24/19*/13");
}

#[test]
fn faults_say_what_would_be_right() {
    let game = game(Stakes::Plain);
    let pos = after(&game, game.start(), "31");
    let say = |pos, text: &str| game.read_move(pos, text).unwrap_err().to_string();
    assert_eq!(
        say(&pos, "8/5"),
        "\"8/5\" is not a legal move: 2 steps can be made with 31, as in 24/23,24/21"
    );
    assert_eq!(say(&pos, "8/2 6/5"), "\"8/2 6/5\" is not a legal move with 31; one is 24/23,24/21");
    assert_eq!(
        say(&pos, "8/x"),
        "\"8/x\" is not a play: \"x\" is no point; there are 1 to 24, bar and off"
    );
    assert_eq!(say(&pos, "8"), "\"8\" is not a play: \"8\" says from where, but not where to");
    assert_eq!(say(&game.start(), "71"), "\"71\" is not a roll: two dice, as in 31");
    for text in ["", "/", "8/", "//", "8/5(9)", "8/5(", "99/1", "é/ü", "8/5 6/5 4/3 2/1 1/off"] {
        assert!(game.read_move(&pos, text).is_err(), "{text}");
    }
}

/// Written by GNU Backgammon 1.07.001 (`set xgid`, `show board`), but for the last column, which says
/// the same with the player below on roll.
#[test]
fn ids_are_those_of_gnu_backgammon() {
    for (xgid, ids, stakes) in [
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
            "4HPwATDgc/ABMA:cIkFAAAAAAAA",
            MONEY,
        ),
        (
            "XGID=bB-B-BCB---------bbb-cc---:1:1:1:00:0:0:0:7:10",
            "3NkGALCZ3QAAAA:UQngAAAAAAAE",
            Stakes::Match { length: 7 },
        ),
        (
            "XGID=aa--BBBB----dE---d-e----B-:0:0:1:00:0:0:3:0:10",
            "4PPgAVDYNvABMA:cAkAAAAAAAAA",
            MONEY,
        ),
    ] {
        let game = game(stakes);
        let pos = game.read_position(xgid).unwrap();
        assert_eq!(game.write_position(&pos), ids);
        assert_eq!(game.read_position(ids).unwrap(), pos);
        // The last field is how far the cube goes; here that is 64.
        let ours = xgid.rsplit_once(':').unwrap().0.to_string() + ":6";
        assert_eq!(game.xgid(&pos), ours);
    }
}

/// Match IDs that GNU Backgammon 1.07.001 showed after these commands.
#[test]
fn match_ids_hold_cube_score_and_answers() {
    let start = position_id(&Men::start());
    let money = game(Stakes::Money { jacoby: false, beavers: true });
    let mut pos = money.read_position(&format!("{start}:cAkAAAAAAAAE")).unwrap();
    assert_eq!((pos.phase(), pos.on_roll()), (Phase::Decide, Player::First));
    for (mv, id) in
        [("double", "cBEAAAAAAAAE"), ("beaver", "QRkAAAAAAAAE"), ("take", "QgkAAAAAAAAE")]
    {
        pos = after(&money, pos, mv);
        assert_eq!(money.match_id(&pos), id, "{mv}");
    }
    let seven = game(Stakes::Match { length: 7 });
    // `set score 6 3` is the score of the player above and of the one below.
    let pos = seven.read_position(&format!("{start}:cAnmAGAAGAAE")).unwrap();
    assert_eq!((pos.score(), pos.dice(), pos.is_crawford()), ([3, 6], Some([4, 1]), false));
    let three = game(Stakes::Match { length: 3 });
    let offered = three.read_position(&format!("{start}:cBFgAAAAAAAE")).unwrap();
    assert_eq!(offered.phase(), Phase::Offered);
    let one = game(Stakes::Match { length: 1 });
    let opened = one.read_position(&format!("{start}:cAkuAAAAAAAE")).unwrap();
    assert_eq!((opened.dice(), opened.phase()), (Some([4, 3]), Phase::Play));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let plain = game(Stakes::Plain);
    let say = |game: &Backgammon, text: &str| game.read_position(text).unwrap_err().to_string();
    for text in [
        "",
        ":",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMA:",
        "4HPwATDgc/ABMA:cAkAAAAAAAAE:x",
        "é",
        "//////////////",
        "XGID=",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----Z-:0:0:1:31:0:0:0:0:10",
        "4HPwATDgc/ABMA:cAkAAAAAAAAE:roll",
    ] {
        assert!(plain.read_position(text).is_err(), "{text}");
    }
    let seven = say(&plain, "3NkGALCZ3QAAAA:UQngAAAAAAAE");
    assert!(seven.ends_with("it is of a match to 7 points, backgammon:length=7"), "{seven}");
    assert!(say(&plain, "4HPwATDgc/ABMA:QgkAAAAAAAAE").ends_with("backgammon:cube=on has"));
    // Sixteen men.
    assert!(read_position_id(&id(&[(1, 9), (2, 7)], &[(1, 1)]), 15).is_err());
    let hyper = Backgammon::new(Start::Hypergammon, Stakes::Plain).unwrap();
    assert!(say(&hyper, "4HPwATDgc/ABMA").contains("3 are the most"));
}
