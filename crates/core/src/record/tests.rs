//! One fact each. Nothing here knows a game; matches are tested beside `replay`.

use super::*;
use crate::Player;

fn one(text: &str) -> Record {
    let mut records = read(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(records.len(), 1, "{text:?}");
    records.remove(0)
}

fn fault(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

/// Moves and what hangs on them, drawn: `c3"comment"(line)(line)`.
fn draw(line: &Line) -> String {
    let say =
        |comment: &Option<String>| comment.as_ref().map(|c| format!("{c:?}")).unwrap_or_default();
    let node = |node: &Node| {
        let variations = node.variations.iter().map(|line| format!("({})", draw(line)));
        format!("{}{}{}", node.mv, say(&node.comment), variations.collect::<String>())
    };
    let nodes = line.nodes.iter().map(node).collect::<Vec<_>>().join(" ");
    format!("{}{nodes}", say(&line.comment))
}

#[track_caller]
fn reads_as(text: &str, drawing: &str) {
    assert_eq!(draw(&one(text).line), drawing, "{text:?}");
}

#[test]
fn examples_are_read_and_written_the_same() {
    let hex = include_str!("../../../../testdata/records/hex.henge");
    let record = one(hex);
    assert_eq!(record.game(), Some("hex:size=5,swap=true"));
    assert_eq!(record.tag("Second"), Some("mangolas1990:depth=3"));
    assert_eq!((record.tag("Result"), record.position()), (None, None));
    assert_eq!(record.main_line().collect::<Vec<_>>(), ["c3", "b4", "d3", "c2", "b3"]);
    assert_eq!(
        draw(&record.line.nodes[1].variations[1]),
        r#"swap"was wiser:\n the {stone} changes hands""#
    );
    assert!(
        record
            .line
            .comment
            .as_ref()
            .unwrap()
            .ends_with("and there are always two ways to make each of them.")
    );
    assert_eq!(write(&[record]), hex);

    let several = include_str!("../../../../testdata/records/several.henge");
    let records = read(several).unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(records[1].position(), Some("some position, \"quoted\""));
    assert_eq!(records[1].result, Some(Outcome::Win { winner: Player::Second, points: 3 }));
    assert_eq!(
        records[2].main_line().collect::<Vec<_>>(),
        ["T 3 45", "1.", "1-0", "32-28", "24x13", "$1", "", "a:b/c*,'d'-2"]
    );
    assert_eq!(write(&records), several);
}

#[test]
fn text_without_games_is_no_fault() {
    for text in ["", "\n \t\r\n", "\u{feff}", "\u{feff}\n"] {
        assert_eq!(read(text), Ok(vec![]), "{text:?}");
    }
    assert_eq!(write(&[]), "");
}

#[test]
fn smallest_record_is_its_result() {
    assert_eq!(one("*"), Record::default());
    assert_eq!(write(&[Record::default()]), "*\n");
    assert_eq!(read("* 1-0\n0-1").unwrap().len(), 3);
}

#[test]
fn numbers_are_decoration() {
    reads_as("1. c3 2. b4 *", "c3 b4");
    reads_as("c3 b4 *", "c3 b4");
    reads_as("1.c3 b4 2.d3 2... d4 3. ... ...d5 17.*", "c3 b4 d3 d4 d5");
    // Digits without a dot are a move, of Connect Four for example.
    reads_as("1. 4 2. 4 3 3.3 *", "4 4 3 3");
}

#[test]
fn quoted_moves_may_hold_anything() {
    reads_as(
        r#"1. "13/7*(2) bar/22" 2."1-0" "{" ")" "\"" "\\" *"#,
        r#"13/7*(2) bar/22 1-0 { ) " \"#,
    );
    assert_eq!(one(r#""a\n\r\tb" *"#).line.nodes[0].mv, "a\n\r\tb");
    // Quotes around a plain move change nothing.
    assert_eq!(one("\"c3\" *"), one("c3 *"));
}

#[test]
fn moves_are_quoted_only_where_they_must_be() {
    let written = |mv: &str| {
        let line = Line { nodes: vec![Node::new(mv)], ..Line::default() };
        Record { line, ..Record::default() }.to_string()
    };
    for mv in
        ["c3", "7", "32-28", "bar/22*", "6-6", "e4!?", "0-0-0", "x.1", "a$", "1/2", "\\", "**"]
    {
        assert_eq!(written(mv), format!("1. {mv}\n*"));
    }
    for mv in
        ["", "T 3 45", "a(2)", "a;b", "[", "1.", "1.5", "...", "$1", "1-0", "0-0", "999-0", "*"]
    {
        assert_eq!(written(mv), format!("1. \"{mv}\"\n*"));
    }
}

#[test]
fn comments_belong_to_the_move_before_them() {
    reads_as("{first} 1. c3 {second} 2. b4 *", r#""first"c3"second" b4"#);
    reads_as("c3 ( {in} b2 {side} ) {after} d4 *", r#"c3"after"("in"b2"side") d4"#);
    reads_as("c3{tight}b4 *", r#"c3"tight" b4"#);
    reads_as("c3 {} *", r#"c3"""#);
}

#[test]
fn comments_are_kept_to_the_letter() {
    reads_as("c3 { a  { \n\tb } *", r#"c3" a  { \n\tb ""#);
    reads_as("c3 {a\r\nb\\r\\nc} *", r#"c3"a\nb\r\nc""#);
    reads_as(r#"c3 {\} \{ \\ \"} *"#, r#"c3"} { \\ \"""#);
    reads_as("c3 {one \\\nline, \\\r\nstill} *", r#"c3"one line, still""#);
}

#[test]
fn several_comments_in_one_place_become_one() {
    reads_as("c3 {a} {b} ; c \n; d;\n b4 *", r#"c3"a\nb\nc\nd;" b4"#);
    // What stands among the tags is said before the first move.
    let record = one("; a file\n[Game \"hex\"] {of games}\n[First \"Ada\"]\nc3 *");
    assert_eq!(draw(&record.line), r#""a file\nof games"c3"#);
    assert_eq!(record.tags.len(), 2);
}

#[test]
fn variations_nest_and_stand_side_by_side() {
    reads_as("a (b c (d (e)) f) (g) h *", "a(b c(d(e)) f)(g) h");
    reads_as("a ()({nothing}) *", r#"a()("nothing")"#);
    let record = one("a (b c (d)) e (f) *");
    assert_eq!(record.to_string(), "1. a (1. b 2. c (2. d)) 2. e (2. f)\n*");
}

#[test]
fn tags_keep_their_order_and_any_value() {
    let text = "[B \"\"]\n[A-1_é \"a\\\"b\\\\c\\nd\"]\n[\"odd name\" \"x\"]\n[B \"again\"]\n\n*";
    let mut record = one(text);
    let pairs: Vec<_> = record.tags.iter().map(|t| (&*t.name, &*t.value)).collect();
    assert_eq!(pairs, [("B", ""), ("A-1_é", "a\"b\\c\nd"), ("odd name", "x"), ("B", "again")]);
    assert_eq!(record.to_string(), text);
    record.set_tag("B", "new");
    record.set_tag("C", "last");
    assert_eq!((record.tag("B"), record.tags.len()), (Some("new"), 5));
    assert_eq!(record.tag("D"), None);
    assert_eq!(one("[ A\n\"1\" ][B\"2\"]*").tags.len(), 2);
}

#[test]
fn results_tell_the_points() {
    let win = |winner, points| Some(Outcome::Win { winner, points });
    for (text, result) in [
        ("1-0", win(Player::First, 1)),
        ("0-1", win(Player::Second, 1)),
        ("2-0", win(Player::First, 2)),
        ("0-255", win(Player::Second, 255)),
        ("1/2-1/2", Some(Outcome::Draw)),
        ("*", None),
    ] {
        assert_eq!(one(text).result, result);
        assert_eq!(write_result(result), text);
    }
    for text in ["0-0", "256-0", "", "-", "1-1", "1-", "-0", "+1-0", "½-½", "1-0 "] {
        assert!(read_result(text).is_err(), "{text}");
    }
}

#[test]
fn result_tag_repeats_the_end() {
    let record = one("[Result \"1-0\"] c3 1-0");
    assert!(record.tags.is_empty());
    assert_eq!(record.to_string(), "[Result \"1-0\"]\n\n1. c3\n1-0");
    assert!(one("[Result \"*\"] c3 *").tags.is_empty());
    // In quotes it is a name like any other.
    assert_eq!(one("[\"Result\" \"splendid\"] 1-0").tag("Result"), Some("splendid"));
}

#[test]
fn places_are_counted_in_characters_and_do_not_matter() {
    let record = one("\u{feff}[Ö \"é\"]\r\n\r\n1. é {ß\r\n} \"c 3\" (d4) 1-0");
    assert_eq!(record.tags[0].place, Place { line: 1, column: 4 });
    let places: Vec<_> = record.line.nodes.iter().map(|n| (n.place.line, n.place.column)).collect();
    assert_eq!(places, [(3, 4), (4, 3)]);
    assert_eq!(record.line.nodes[1].variations[0].nodes[0].place, Place { line: 4, column: 10 });
    assert_eq!(record.end, Place { line: 4, column: 14 });
    assert_eq!(record, one("[Ö \"é\"] é {ß\n} \"c 3\" (d4) 1-0"));
}

#[test]
fn lines_are_broken_between_moves_and_within_comments() {
    let mut line = Line::default();
    line.nodes.extend((0..200).map(|i| Node::new(format!("{}{i}", "m".repeat(i % 9)))));
    line.nodes[70].comment = Some("words of a rather long story ".repeat(30));
    line.nodes[90].comment = Some("x".repeat(200));
    line.nodes[100].variations = vec![line.clone()];
    let record = Record { line, ..Record::default() };
    let text = record.to_string();
    assert_eq!(one(&text), record);
    let long: Vec<_> = text.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long.len(), 2, "{long:?}");
    assert!(long.iter().all(|line| line.contains("xxx")));
}

#[test]
fn faults_of_tags_say_where_and_what() {
    assert_eq!(
        fault("[ \"x\" *"),
        "line 1, column 7: the value is missing; tags are [Name \"value\"]"
    );
    assert_eq!(
        fault("\n[\"x\"\n]"),
        "line 3, column 1: the value is missing; tags are [Name \"value\"]"
    );
    assert_eq!(
        fault("[{x} \"y\"]"),
        "line 1, column 2: the name of the tag is missing; tags are [Name \"value\"]"
    );
    assert_eq!(
        fault("[A \"x\" \"y\"]"),
        "line 1, column 8: \"]\" is missing; tags are [Name \"value\"]"
    );
    assert_eq!(
        fault("[A \"x]\n*"),
        "line 1, column 4: no closing \" on this line; a line break is written \\n"
    );
    assert_eq!(
        fault("c3\n[Game \"hex\"]\n*"),
        "line 2, column 1: a tag among moves; tags stand before them, and a game ends with its \
         result: 1-0, 0-1, 1/2-1/2 or *"
    );
}

#[test]
fn faults_of_moves_say_where_and_what() {
    assert_eq!(
        fault("1. 13/7*(2) *"),
        "line 1, column 9: \"(\" right after a move; put a blank between them, or the whole move \
         in quotes"
    );
    assert!(fault("c3\"x\" *").starts_with("line 1, column 3: \"\\\"\" right after a move"));
    assert!(fault("\"c3\"d4 *").starts_with("line 1, column 5: \"d\" right after a move"));
    assert_eq!(
        fault("c3 $14 *"),
        "line 1, column 4: \"$14\" is not known here; what it says about the move goes into a \
         comment"
    );
    assert_eq!(fault("\"c3"), "line 1, column 1: no closing \" up to the end");
    assert_eq!(
        fault("a {b\\qc} *"),
        "line 1, column 5: \"\\\\q\" is not a known escape; a backslash itself is written \\\\"
    );
    assert_eq!(fault("a } *"), "line 1, column 3: \"}\" where no comment is open");
    assert_eq!(fault("a ] *"), "line 1, column 3: \"]\" where no tag is open");
    assert_eq!(fault("a {b\n*"), "line 1, column 3: no closing } up to the end");
    assert_eq!(fault("a {b\\"), "line 1, column 3: no closing } up to the end");
}

#[test]
fn faults_of_variations_say_where_and_what() {
    assert_eq!(
        fault("(a) *"),
        "line 1, column 1: a variation must follow the move that it replaces"
    );
    assert_eq!(
        fault("a ((b)) *"),
        "line 1, column 4: a variation must follow the move that it replaces"
    );
    assert_eq!(fault("a )\n*"), "line 1, column 3: \")\" where no variation is open");
    assert_eq!(fault("a\n (b"), "line 2, column 2: no closing \")\" up to the end");
    assert_eq!(
        fault("a\n(b 1-0"),
        "line 2, column 4: the result 1-0 within a variation; the \"(\" of line 2, column 1 is not \
         closed"
    );
    let nested = |depth: usize| format!("a{}{} *", " (a".repeat(depth), ")".repeat(depth));
    assert_eq!(one(&nested(MAX_DEPTH)).line.nodes.len(), 1);
    assert_eq!(
        fault(&nested(MAX_DEPTH + 1)),
        "line 1, column 303: variations are nested deeper than 100"
    );
}

#[test]
fn faults_of_results_say_where_and_what() {
    assert_eq!(
        fault("* [Game \"hex\"]\n\nc3\n"),
        "line 4, column 1: the game that begins in line 1 has no result; it ends with 1-0, 0-1, \
         1/2-1/2 or *"
    );
    assert!(fault("[Result \"1-0\"]").ends_with("1/2-1/2 or *"));
    assert_eq!(
        fault("c3 1-0 {good game}"),
        "line 1, column 8: a comment after the last game; put it before the result"
    );
    assert_eq!(
        fault("c3 0-0 *"),
        "line 1, column 4: \"0-0\" is not a result; results are 1-0, 0-1, 1/2-1/2, * and, with \
         points, 2-0 or 0-3; put a move that looks like one in quotes"
    );
    assert!(fault("[Result \"won\"] *").starts_with("line 1, column 9: \"won\" is not a result;"));
    assert_eq!(
        fault("[Result \"1-0\"]\nc3 0-1"),
        "line 2, column 4: the result 0-1 is not the one of the Result tag, line 1, column 9"
    );
    assert_eq!(
        fault("[Result \"*\"]\n[Result \"*\"]"),
        "line 2, column 1: a second Result tag; a game has one result"
    );
}

#[test]
fn bytes_that_are_no_text_are_found() {
    assert_eq!(read_bytes(b"c3 1-0"), read("c3 1-0"));
    let fault = read_bytes(b"\xef\xbb\xbfc3\r\n{\xc3\xa9 \xff} 1-0").unwrap_err();
    assert_eq!(
        fault.to_string(),
        "line 2, column 4: byte 0xff is not UTF-8; save the file as UTF-8"
    );
}

#[test]
fn long_texts_are_read_in_proportion() {
    // Anything that looks back or ahead as far as the text goes would be noticed here.
    let n = 100_000;
    for (piece, end) in [
        ("1. c3 ", "*"),
        ("[A \"b\"]", "*"),
        ("{a}", "*"),
        (";\n", "*"),
        ("a () ", "*"),
        ("a (b) ", "*"),
        ("* ", ""),
        ("\r\n", "*"),
    ] {
        let text = piece.repeat(n) + end;
        let records = read(&text).unwrap();
        assert_eq!(read(&write(&records)).as_ref(), Ok(&records), "{piece}");
    }
    for (piece, before) in [("1", ""), (".", ""), ("(", "a "), ("\\", "{"), ("{", ""), ("\"", "")] {
        // Most of these are faults; none may take long.
        let _ = read(&(before.to_string() + &piece.repeat(n)));
    }
}
