//! Files in the styles that others write.

use henge_core::Outcome;
use henge_core::record;

use super::*;
use crate::draughts::pdn;

/// Reads a file, plays its games with their variations, and writes and reads it again.
fn check(text: &str) -> Vec<record::Record> {
    let records = pdn::read(text).unwrap();
    for record in &records {
        let game = named(record.game().unwrap());
        record.play(&*game).unwrap();
        record.check_variations(&*game).unwrap();
    }
    let again = pdn::write(&records).unwrap();
    // Records are equal if they say the same; only the order of tags may change.
    let mut read = pdn::read(&again).unwrap();
    for (read, record) in read.iter_mut().zip(&records) {
        for tag in &record.tags {
            let same = |kept: &record::Tag| (&kept.name, &kept.value) == (&tag.name, &tag.value);
            assert!(read.tags.iter().any(same), "{again}");
        }
        read.tags.clone_from(&record.tags);
    }
    assert_eq!(read, records, "{again}");
    // What henge writes is also kept as a record of henge.
    assert_eq!(record::read(&record::write(&records)).unwrap(), records);
    records
}

#[test]
fn a_club_game_with_tags_comments_and_variations() {
    let records = check(
        r#"[Event "Club evening"]
[Site "Utrecht"]
[Date "2019.03.12"]
[Round "?"]
[White "Jansen, P."]
[Black "de \"Dam\" Boer"]
[Result "2-0"]
[GameType "20"]

{Both knew this.} 1. 32-28 19-23 2. 28x19 14x23 (2... 13x24 {solid} 3. 37-32
(3. 33-29 24x33 4. 39x28) 3... 8-13) 3. 37-32! 10-14 $6 4. 41-37 ; up to here
4... 14-19 2-0
"#,
    );
    let record = &records[0];
    assert_eq!(record.tag("Second"), Some("de \"Dam\" Boer"));
    assert_eq!(record.result, Some(Outcome::win(Player::First)));
    let comments: Vec<_> = record.line.nodes.iter().map(|node| node.comment.as_deref()).collect();
    assert_eq!(comments[4..7], [Some("$1"), Some("$6"), Some("up to here")]);
    assert_eq!(record.line.nodes[3].variations[0].nodes[1].variations[0].nodes.len(), 3);
}

#[test]
fn a_server_game_with_clocks() {
    let records = check(
        r#"[Event "Rated Blitz game"]
[Site "https://lidraughts.org/aBcDeFgH"]
[White "one"]
[Black "two"]
[Result "0-2"]
[UTCDate "2020.05.01"]
[WhiteRating "1500"]
[TimeControl "180+2"]
[GameType "25,W,8,8,A0,0"]
[Termination "Time forfeit"]

1. c3-d4 { [%clock w0:03:00 B0:03:00] } 1... d6-c5 { [%clock W0:03:00 b0:02:58] } 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 0-2

[Event "Rated Blitz game"]
[White "two"]
[Black "one"]
[Result "1-1"]
[GameType "25,W,8,8,A0,0"]

1. c3-b4 b6-a5 1-1
"#,
    );
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].result, Some(Outcome::win(Player::Second)));
    assert_eq!(records[1].result, Some(Outcome::Draw));
    assert_eq!(records[0].line.nodes[0].comment.as_deref(), Some("[%clock w0:03:00 B0:03:00]"));
}

#[test]
fn an_old_match_game_without_a_game_type() {
    let records = check(
        "[Event \"Match\"]\n[Black \"Bob\"]\n[White \"Wil\"]\n[Result \"0-1\"]\n\
         1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 0-1\n",
    );
    // White lost, and Black began.
    assert_eq!(records[0].game(), Some("draughts:variant=english"));
    assert_eq!(records[0].tag("First"), Some("Bob"));
    assert_eq!(records[0].result, Some(Outcome::win(Player::First)));
}

#[test]
fn a_composition_that_begins_with_black() {
    let text = "[SetUp \"1\"]\n[FEN \"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29\"]\n\
                [GameType \"21,B,8,8,N1,0\"]\n[Result \"*\"]\n\n1. 22-17 *\n";
    let records = check(text);
    assert!(records[0].position().is_some());
    let danish = "[Variant \"danish\"]\n[Result \"*\"]\n\n1. c3-d4 b6-a5 *\n";
    assert_eq!(pdn::write(&check(danish)).unwrap(), danish);
    let white_second = "[SetUp \"1\"]\n[FEN \"B:Wc3:Bf6\"]\n[GameType \"29,W,8,8,A0,0\"]\n\
                        [Result \"*\"]\n\n1... f6-e5 2. c3-b4 *\n";
    assert_eq!(pdn::write(&check(white_second)).unwrap(), white_second);
}

#[test]
fn every_game_type_is_the_one_of_the_standard() {
    let all: Vec<String> =
        Variant::ALL.iter().filter_map(|(variant, _)| pdn::game_type(variant.rules())).collect();
    insta::assert_snapshot!(all.join("\n"), @r"
    29,W,8,8,A0,0
    21,B,8,8,N1,0
    23,B,8,8,N1,0
    25,W,8,8,A0,0
    26,W,8,8,A0,0
    20,W,10,10,N2,0
    22,W,8,8,N2,1
    24,W,8,8,N1,1
    28,W,8,8,N1,1
    27,W,12,12,N2,0
    30,W,8,8,A0,0
    31,B,8,8,N2,0
    40,W,10,10,N2,0
    41,W,10,8,A0,0
    ");
}

#[test]
fn faults_say_where_they_are() {
    let say = |text: &str| pdn::read(text).unwrap_err().to_string();
    let texts = [
        "[GameType \"99\"]\n1. 32-28 *",
        "[White Ada]",
        "[White \"Ada]\n",
        "1. 32-28 {no end",
        "1. 32-28 (1. 33-28 *",
        "1. 32-28 ) *",
        "(1. 32-28) *",
        "1. 32-28 } *",
    ];
    insta::assert_snapshot!(texts.map(say).join("\n"));
}

proptest::proptest! {
    /// Any text is read or refused at a place within it, and what was read can be written and read.
    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}();!?$%\"\\\\ \n.a-h0-9x:*/é-]{0,60}") {
        match pdn::read(&text) {
            Ok(records) => {
                let written = pdn::write(&records).unwrap();
                proptest::prop_assert!(pdn::read(&written).is_ok(), "{written}");
            }
            Err(fault) => {
                proptest::prop_assert!((1..=text.split('\n').count()).contains(&fault.line));
                proptest::prop_assert!(fault.column > 0 && !fault.message.is_empty());
            }
        }
    }

    /// So are positions, and moves.
    #[test]
    fn any_position_is_read_or_refused(text in "[WB]:[WBK:,a-h0-9HMES=-]{0,40}", mv in "[a-h0-9x,:-]{0,9}") {
        for variant in [Variant::Danish, Variant::Frisian, Variant::Russian] {
            let game = game(variant);
            if let Ok(pos) = game.read_position(&text) {
                let again = game.read_position(&game.write_position(&pos));
                proptest::prop_assert_eq!(again, Ok(pos));
                let _ = game.read_move(&pos, &mv);
            }
        }
    }
}

/// Games and samples that others wrote, from the collection with which the PDN 3.0 standard is tested
/// (wiegerw/pdn, folder games/succeed, and the standard's own sample of English draughts without its
/// remarks).
#[test]
fn files_of_others() {
    let file = |name: &str| {
        let path = format!("{}/../../testdata/records/{name}.pdn", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let international = "draughts:variant=international";
    let variation = check(&file("draughts-variation"));
    assert_eq!(variation[0].game(), Some(international), "men of a small board start elsewhere");
    assert_eq!(variation[0].line.nodes[1].variations[0].nodes[1].variations.len(), 1);
    let dragon = check(&file("draughts-dragon"));
    assert_eq!((dragon[0].game(), dragon[0].main_line().count()), (Some(international), 14));
    let english = check(&file("draughts-english"));
    assert_eq!(english[0].main_line().count(), 48);
    assert_eq!(english[0].result, Some(Outcome::Draw), "the tag knows more than the star");

    let mut kurnik = pdn::read(&file("draughts-kurnik")).unwrap();
    assert_eq!(kurnik[0].main_line().count(), 126);
    kurnik[0].play(&*named(international)).unwrap();
    // Nobody claimed the draw of the third repetition.
    assert!(kurnik[1].play(&*named(international)).is_err());
    kurnik[1].end_with_the_game(&*named(international)).unwrap();
    assert_eq!(kurnik[1].main_line().count(), 157);
    let comment = kurnik[1].line.nodes[156].comment.as_deref();
    assert_eq!(comment, Some("it went on: 16-2 19-5 2-16 5-19 16-2 19-5 2-16 5-19 1/2-1/2"));
    kurnik[1].play(&*named(international)).unwrap();
}
