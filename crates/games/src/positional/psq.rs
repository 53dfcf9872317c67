//! Games of Go-Moku in the files of Piskvork and of the Gomocup (`.psq`).
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,0
//! 9,9,1250
//! Ada
//! Bert
//! -1
//! 1,Freestyle
//! ```
//!
//! After the size of the board come the crossings, counted from 1, with the milliseconds that the move took; then,
//! if they are known, the names of the players, a number that says how the game ended, the winner (1 or 2) and the
//! rule, which is `Freestyle` or `Standard` (exactly five). The last number of the first line is 1 where the player
//! who is named second has begun.

use henge_core::record::{Node, Place, Record, RecordError};
use henge_core::{Outcome, Player};

use super::sheet::{Kind, Sheet};

/// What a file begins with.
const TITLE: &str = "Piskvorky ";
/// What the rules are called.
const RULES: [&str; 2] = ["Freestyle", "Standard"];

/// Reads the games of a text.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut games: Vec<Vec<(usize, &str)>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with(TITLE) {
            games.push(Vec::new());
        }
        match games.last_mut() {
            Some(game) => game.push((number, line.trim())),
            None if line.trim().is_empty() => {}
            None => break,
        }
    }
    if games.is_empty() {
        let place = Place { line: 1, column: 1 };
        return Err(RecordError::new(
            place,
            "no game; one begins with \"Piskvorky 15x15, 11:11, 0\"",
        ));
    }
    games.into_iter().map(|lines| read_game(&lines)).collect()
}

fn read_game(lines: &[(usize, &str)]) -> Result<Record, RecordError> {
    let wrong =
        |line: usize, expected: String| RecordError::new(Place { line, column: 1 }, expected);
    let (number, title) = lines[0];
    let numbers = |line: &str| -> Option<Vec<usize>> {
        line.split(',').map(|number| number.trim().parse().ok()).collect()
    };
    let mut title = title[TITLE.len()..].split(',');
    let size = title.next().and_then(|size| size.trim().split_once('x'));
    let size = size.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    let mut sheet = Sheet::new(Kind::GoMoku);
    let (least, most) = sheet.sizes();
    let board = || format!("a square board of {least}x{least} to {most}x{most} is expected");
    (sheet.columns, sheet.rows) = size.ok_or_else(|| wrong(number, board()))?;
    if !sheet.fits() {
        return Err(wrong(number, board()));
    }
    let second_begins = title.next_back().is_some_and(|begins| begins.trim() == "1");
    let mut record = Record::default();
    let mut rest = lines[1..].iter().filter(|(_, line)| !line.is_empty()).peekable();
    while let Some((number, line)) = rest.next_if(|(_, line)| {
        line.contains(',')
            && line.starts_with(|sign: char| sign.is_ascii_digit())
            && !line.ends_with(|sign: char| sign.is_alphabetic())
    }) {
        let site = match numbers(line).as_deref() {
            Some(&[x, y] | &[x, y, _]) if x > 0 && y > 0 => sheet.site((x - 1, y - 1)),
            _ => None,
        };
        let (columns, rows) = (sheet.columns, sheet.rows);
        let expected = || format!("a crossing is expected, from 1,1 to {columns},{rows}");
        let site = site.ok_or_else(|| wrong(*number, expected()))?;
        let place = Place { line: *number, column: 1 };
        record.line.nodes.push(Node { place, ..Node::new(site) });
    }
    let is_number = |line: &str| line.parse::<i64>().is_ok();
    let mut names = Vec::new();
    while names.len() < 2
        && let Some((_, name)) = rest.next_if(|(_, line)| !is_number(line))
    {
        names.push(*name);
    }
    rest.next_if(|(_, line)| is_number(line));
    if second_begins {
        names.reverse();
    }
    if let Some((number, line)) = rest.next() {
        let (winner, rule) = line.split_once(',').unwrap_or((line, ""));
        let winner = match winner.trim() {
            "1" => Some(Player::First),
            "2" => Some(Player::Second),
            _ => None,
        };
        let winner = winner.map(|winner| if second_begins { !winner } else { winner });
        record.result = winner.map(Outcome::win);
        let rule = rule.trim();
        sheet.exact = rule.eq_ignore_ascii_case(RULES[1]);
        if !rule.is_empty() && !RULES.iter().any(|known| rule.eq_ignore_ascii_case(known)) {
            let expected =
                format!("the rule {rule} is not known; Freestyle or Standard is expected");
            return Err(wrong(*number, expected));
        }
    }
    record.set_tag("Game", sheet.name());
    for (tag, name) in ["First", "Second"].into_iter().zip(names) {
        record.set_tag(tag, name);
    }
    record.end = Place { line: lines.last().map_or(1, |(number, _)| *number), column: 1 };
    Ok(record)
}

/// Writes games one after the other; none if one of them is of another game or did not begin on an empty board.
pub fn write(records: &[Record]) -> Option<String> {
    records.iter().map(write_game).collect()
}

fn write_game(record: &Record) -> Option<String> {
    let sheet = Sheet::of(record.game()?).filter(|sheet| sheet.kind == Kind::GoMoku)?;
    if record.position().is_some() {
        return None;
    }
    let mut text = format!("{TITLE}{}x{}, 11:11, 0\n", sheet.columns, sheet.rows);
    for mv in record.main_line() {
        let (x, y) = sheet.place(mv)?;
        text += &format!("{},{},0\n", x + 1, y + 1);
    }
    for (tag, unknown) in [("First", "first"), ("Second", "second")] {
        let name =
            record.tag(tag).map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "));
        // A number would be taken for how the game ended.
        let name = name.filter(|name| !name.is_empty() && name.parse::<i64>().is_err());
        text += &format!("{}\n", name.as_deref().unwrap_or(unknown));
    }
    let winner = match record.result {
        Some(Outcome::Win { winner, .. }) => winner.index() + 1,
        _ => 0,
    };
    text += &format!("-1\n{winner},{}\n", RULES[usize::from(sheet.exact)]);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str =
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,9,0\nAda\nBert\n-1\n1,Freestyle\n";

    #[test]
    fn a_game_is_read_and_written() {
        let records = read(GAME).unwrap();
        let record = &records[0];
        assert_eq!(record.game(), Some("go-moku"));
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["h8", "i9", "h9"]);
        assert_eq!((record.tag("First"), record.tag("Second")), (Some("Ada"), Some("Bert")));
        assert_eq!(record.result, Some(Outcome::win(Player::First)));
        assert_eq!(write(&records).unwrap(), GAME);
        let two = format!("{GAME}{GAME}");
        assert_eq!(write(&read(&two).unwrap()).unwrap(), two);
    }

    #[test]
    fn who_is_named_second_may_have_begun() {
        let text = "Piskvorky 20x20, 0:0, 1\r\n1,20,37\r\nAda\r\nBert\r\n3\r\n2,Standard\r\n";
        let record = &read(text).unwrap()[0];
        assert_eq!(record.game(), Some("go-moku:size=20,exact=true"));
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["a20"]);
        assert_eq!(record.tag("First"), Some("Bert"));
        assert_eq!(record.result, Some(Outcome::win(Player::First)));
        assert_eq!(read("Piskvorky 15x15, 0:0, 0").unwrap()[0].line.nodes.len(), 0);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert!(fault("8,8,0").starts_with("line 1, column 1: no game; one begins with"));
        assert!(fault("Piskvorky 15x14, 0:0, 0").contains("a square board of 5x5 to 20x20"));
        let far = fault("Piskvorky 15x15, 0:0, 0\n16,1,0");
        assert_eq!(far, "line 2, column 1: a crossing is expected, from 1,1 to 15,15");
        let rule = fault("Piskvorky 15x15, 0:0, 0\na\nb\n-1\n1,Caro");
        assert_eq!(
            rule,
            "line 5, column 1: the rule Caro is not known; Freestyle or Standard is expected"
        );
    }
}
