//! Laws of reading and writing, on records and texts that nobody would think of.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::Player;

/// Text with everything in it that could go wrong.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => prop::sample::select(vec![
            "{", "}", "(", ")", "[", "]", ";", "\"", "\\", "\n", "\r", "\r\n", "\t", " ", "  ", ".",
            "1", "12.", "0", "-", "*", "1-0", "1/2-1/2", "0-3", "$", "Result", "\u{feff}",
            "\u{a0}", "\u{2028}", "\0", "%", "n", "é", "long words to fill the line with ",
        ])
        .prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
    ];
    vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn line() -> impl Strategy<Value = Line> {
    let nothing = option::of(text()).prop_map(|comment| Line { comment, nodes: Vec::new() });
    nothing.prop_recursive(5, 60, 6, |line| {
        let node =
            (text(), option::of(text()), vec(line, 0..3)).prop_map(|(mv, comment, variations)| {
                Node { mv, comment, variations, ..Node::default() }
            });
        (option::of(text()), vec(node, 0..6)).prop_map(|(comment, nodes)| Line { comment, nodes })
    })
}

fn result() -> impl Strategy<Value = Option<Outcome>> {
    let winner = prop::sample::select(Player::BOTH.to_vec());
    option::of(prop_oneof![
        Just(Outcome::Draw),
        (winner, 1u8..).prop_map(|(winner, points)| Outcome::Win { winner, points }),
    ])
}

fn record() -> impl Strategy<Value = Record> {
    let tag = (text(), text()).prop_map(|(name, value)| Tag { name, value, ..Tag::default() });
    (vec(tag, 0..5), line(), result()).prop_map(|(tags, line, result)| Record {
        tags,
        line,
        result,
        ..Record::default()
    })
}

/// What reading accepts, writing keeps.
fn stays(text: &str) -> Result<(), TestCaseError> {
    if let Ok(records) = read(text) {
        prop_assert_eq!(read(&write(&records)), Ok(records));
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_is_written_is_read(records in vec(record(), 0..4)) {
        let text = write(&records);
        prop_assert_eq!(read(&text), Ok(records.clone()), "{}", text);
        // Neither a byte order mark nor the line breaks of Windows change what it says.
        let foreign = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(read_bytes(foreign.as_bytes()), Ok(records));
    }

    #[test]
    fn any_text_is_read_or_refused(text in text()) {
        stays(&text)?;
        stays(&format!("c3 {text} *"))?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..60)) {
        let _ = read_bytes(&bytes);
    }

    #[test]
    fn damaged_records_are_read_or_refused(
        records in vec(record(), 1..3),
        damage in vec((any::<prop::sample::Index>(), 0..3u8, text()), 1..4),
    ) {
        let mut chars: Vec<char> = write(&records).chars().collect();
        for (at, kind, new) in damage {
            let at = at.index(chars.len() + 1);
            let to = if kind == 0 { at } else { (at + kind as usize).min(chars.len()) };
            chars.splice(at..to, if kind == 2 { "".chars() } else { new.chars() });
        }
        let text: String = chars.into_iter().collect();
        stays(&text)?;
        if let Err(fault) = read(&text) {
            let n_lines = text.split('\n').count();
            prop_assert!((1..=n_lines).contains(&fault.line) && fault.column > 0, "{}", fault);
        }
    }

    #[test]
    fn moves_of_any_look_survive(mvs in vec("[0-9*/.$(){};\" -]{0,5}", 0..30)) {
        let line = Line { nodes: mvs.into_iter().map(Node::new).collect(), ..Line::default() };
        let record = Record { line, ..Record::default() };
        prop_assert_eq!(read(&record.to_string()), Ok(vec![record]));
    }
}
