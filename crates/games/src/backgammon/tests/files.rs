use henge_core::record::{self, Record};
use henge_core::{Game, Notation, Outcome, Player, Turn};

use super::super::mat;
use super::{MONEY, game};

fn testdata(name: &str) -> String {
    let path = format!("{}/../../testdata/records/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// The table of a file without what does not matter: comments, blanks at the ends of lines, the
/// order of steps.
fn table(text: &str) -> Vec<String> {
    let cell = |line: &str| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        words.sort_unstable();
        words.join(" ")
    };
    let lines = text.lines().filter(|line| !line.starts_with(';') && !line.trim().is_empty());
    lines.map(cell).collect()
}

#[test]
fn a_match_of_gnu_backgammon_is_one_record() {
    let records = mat::read(&testdata("match-3.mat")).unwrap();
    let [record] = &records[..] else { panic!("{} records", records.len()) };
    assert_eq!(record.game(), Some("backgammon:length=3"));
    assert_eq!((record.tag("First"), record.tag("Second")), (Some("gnubg"), Some("Rose")));
    assert_eq!(record.tag("EventDate"), Some("2026.11.16"));
    assert_eq!(record.result, Some(Outcome::win(Player::First)));
    let mut moves = record.main_line();
    assert_eq!(moves.next(), Some("12"), "the second player begins with 21");
    assert_eq!(moves.next(), Some("24/23,13/11"));
    // Henge's own records keep it.
    assert_eq!(record::read(&record::write(&records)).unwrap(), records);
}

#[test]
fn money_games_are_a_record_each() {
    let records = mat::read(&testdata("money.mat")).unwrap();
    assert_eq!(records[0].game(), Some("backgammon:cube=on"));
    let won = Outcome::Win { winner: Player::Second, points: 2 };
    assert_eq!(records[0].result, Some(won));
}

#[test]
fn files_are_written_as_they_were_read() {
    for name in ["match-3.mat", "money.mat"] {
        let text = testdata(name);
        let records = mat::read(&text).unwrap();
        let written = mat::write(&records).unwrap();
        assert_eq!(mat::read(&written).unwrap(), records, "{written}");
        let same = table(&text).into_iter().zip(table(&written));
        for (ours, theirs) in same {
            assert_eq!(ours.split(' ').count(), theirs.split(' ').count(), "{ours} / {theirs}");
        }
    }
}

const RESIGNED: &str = " 3 point match

 Game 1
 Ada : 0                        Grace : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
; a good one
  2) 42:
                                  Wins 1 point

 Game 2
 Ada : 0                        Grace : 1
  1)                             64: 24/14
  2)  Doubles => 2                Drops
      Wins 1 point
";

#[test]
fn a_game_without_a_move_is_written_too() {
    let text = "[Game \"backgammon:cube=on\"]\n[First \"Ada\"]\n[Second \"Grace\"]\n\n*\n";
    let written = mat::write(&record::read(text).unwrap()).unwrap();
    let again = mat::read(&written).unwrap_or_else(|fault| panic!("{fault}: {written}"));
    assert_eq!((again.len(), again[0].tag("Second")), (1, Some("Grace")));
}

#[test]
fn a_resignation_ends_a_record_and_the_match_goes_on_in_the_next() {
    let records = mat::read(RESIGNED).unwrap();
    let [first, second] = &records[..] else { panic!("{} records", records.len()) };
    assert_eq!(first.line.nodes.last().unwrap().mv, "42");
    assert!(first.line.nodes.iter().any(|node| node.comment.as_deref() == Some("a good one")));
    assert_eq!(first.result, None);
    let three = game(super::super::Stakes::Match { length: 3 });
    let pos = three.read_position(second.position().unwrap()).unwrap();
    assert_eq!((pos.score(), three.turn(&pos)), ([0, 1], Turn::Chance));
    let again = mat::read(&mat::write(&records).unwrap()).unwrap();
    assert_eq!(again, records);
}

#[test]
fn beavers_and_cubeless_games_are_kept() {
    let record = |name: &str, moves: &str| {
        let text = format!("[Game \"{name}\"]\n[First \"Ada\"]\n[Second \"Grace\"]\n\n{moves} *\n");
        record::read(&text).unwrap().remove(0)
    };
    let money = record(
        "backgammon:cube=on,jacoby=on,beavers=on,start=standard",
        "31 8/5,6/5 double beaver take 66 24/18,24/18,13/7,13/7",
    );
    let plain = record(
        "backgammon:cube=off,jacoby=off,beavers=off,start=standard",
        "31 8/5,6/5 66 24/18,24/18,13/7,13/7",
    );
    for record in [money, plain] {
        let text = mat::write(std::slice::from_ref(&record)).unwrap();
        let read: Vec<Record> = mat::read(&text).unwrap();
        assert_eq!(read, [record], "{text}");
    }
    assert!(game(MONEY).start().dice().is_none());
}

#[test]
fn after_a_resignation_the_crawford_game_is_not_played_again() {
    let at = |score: [u8; 2]| format!(" Ada : {}      Grace : {}\n", score[0], score[1]);
    let resigned = "  1) 31: 8/5 6/5                 52:\n      Wins 1 point\n\n";
    let doubled = "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes\n";
    let text = format!(
        " 5 point match\n\n Game 1\n{}{resigned} Game 2\n{}{resigned} Game 3\n{}{doubled}",
        at([3, 3]),
        at([4, 3]),
        at([4, 3]),
    );
    let records = mat::read(&text).unwrap_or_else(|fault| panic!("{fault}"));
    let five = game(super::super::Stakes::Match { length: 5 });
    let crawford = |record: &Record| {
        let pos = five.read_position(record.position().unwrap()).unwrap();
        (pos.score(), pos.is_crawford())
    };
    let all: Vec<_> = records.iter().map(crawford).collect();
    assert_eq!(all, [([3, 3], false), ([4, 3], true), ([4, 3], false)]);
    // Without the first games nobody can know; the Crawford game comes first.
    let late = text.split_once(" Game 3").unwrap().1;
    assert!(mat::read(&format!(" 5 point match\n\n Game 3{late}")).is_err());
}

#[test]
fn what_gnubg_cannot_read_stands_elsewhere() {
    let names = ["neural:plies=0", "gnubg:plies=0,command=/usr/games/gnubg"];
    let record = |first: usize| {
        let text = format!(
            "[Game \"backgammon:cube=off\"]\n[First \"{}\"]\n[Second \"{}\"]\n[Event \"x\"]\n\n\
             31 8/5,6/5 66 24/18,24/18,13/7,13/7 *\n",
            names[first],
            names[1 - first]
        );
        record::read(&text).unwrap().remove(0)
    };
    let text = mat::write(&[record(0), record(1)]).unwrap();
    let head = "; [Event \"x\"]\n; [First \"neural:plies=0\"]\n\
                ; [Second \"gnubg:plies=0,command=/usr/games/gnubg\"]\n; [Rules \"backgammon:cube=off\"]\n";
    assert!(text.starts_with(head), "{text}");
    assert_eq!(text.matches("point match").count(), 1, "{text}");
    assert_eq!(text.matches("\n neural plies=0 : 0").count(), 2, "{text}");
    assert!(text.contains("gnubg plies=0,command=/usr/game : 0"), "31 bytes: {text}");
    // In the second game who begins sits on the right.
    assert!(text.contains("; [Seats \"changed\"]\n Game 2\n"), "{text}");
    assert!(text.ends_with(" 31: 8/5 6/5\n  2) 66: 24/18 24/18 13/7 13/7\n"), "{text}");
    assert_eq!(mat::read(&text).unwrap(), [record(0), record(1)]);
}

#[test]
fn every_match_of_a_file_has_its_own_tags() {
    let text = " 3 point match\n\n Game 1\n Ada : 0   Grace : 0\n  1) 31: 8/5 6/5\n; [a remark]\n\
                ; [Event \"later\"]\n\n 5 point match\n\n Game 1\n Ada : 0   Grace : 0\n";
    let records = mat::read(text).unwrap();
    assert_eq!((records[0].tag("Event"), records[1].tag("Event")), (None, Some("later")));
    let remark = records[0].line.nodes.last().and_then(|node| node.comment.as_deref());
    assert_eq!(remark, Some("[a remark]"));
}

#[test]
fn faults_have_a_place() {
    let fault = |text: &str| mat::read(text).unwrap_err();
    let illegal = RESIGNED.replace("24/14", "24/13");
    let error = fault(&illegal);
    assert_eq!((error.line, error.column), (12, 34));
    assert!(error.message.contains("legal move with 64"), "{error}");
    let turn = fault(&RESIGNED.replace("52: 13/8 24/22", " Doubles => 2"));
    assert_eq!((turn.line, turn.column), (7, 6), "{turn}");
    for text in ["", "x", "Game 1", "99 point match", "Game 1\nAda : x   Grace : 0", "1) 31: 8/5"] {
        assert!(mat::read(text).is_err(), "{text}");
    }
}

/// Pieces that files, plays and positions are made of, in any order.
fn rubbish() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            " 3 point match\n", "0 point match\n", " Game 1\n", " Ada : 0   Grace : 0\n", "  1) ",
            "31: 8/5 6/5", "66:", "\n", " ", "Doubles => 2", "Takes", "Drops", "Beavers", "Wins 2 points",
            ";", "; [Event \"x\"]\n", "13/7*(2)", "bar/22", "6/off", "25", "0", "(9)", "/", "-", ",", "é",
            "XGID=", "-b----E-C---eE---c-e----B-", ":0:0:1:31:0:0:0:0:10", ":-1", ":D", ":roll",
            "4HPwATDgc/ABMA", "//////////////", ":cIkFAAAAAAAA", ":////////////",
        ])
        .prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in rubbish()) {
        if let Ok(records) = mat::read(&text) {
            let written = mat::write(&records).unwrap();
            proptest::prop_assert_eq!(mat::read(&written).map(|records| records.len()), Ok(records.len()));
        }
        for stakes in [super::super::Stakes::Plain, MONEY] {
            let game = game(stakes);
            if let Ok(pos) = game.read_position(&text) {
                proptest::prop_assert_eq!(game.read_position(&game.write_position(&pos)), Ok(pos));
                proptest::prop_assert_eq!(game.moves(&pos).count() == 0, matches!(game.turn(&pos), Turn::Over(_)));
            }
            let mut pos = game.start();
            game.play(&mut pos, super::super::Move::Dice([3, 1]));
            _ = game.read_move(&pos, &text);
        }
    }
}
