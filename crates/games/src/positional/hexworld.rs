//! Games of Hex as links to HexWorld, the board on the web where people share games.
//!
//! ```text
//! https://hexworld.org/board/#11c1,c2:sf6e7:rb
//! ```
//!
//! Behind the `#` come the size of the board (`11`, or `11x9`), letters with numbers that say how it is shown, a comma,
//! and the moves without anything between them. What begins with a colon is no cell: `:s` is the swap, `:p` a pass,
//! `:rb` and `:rw` say that Black or White resigns, `:fb` and `:fw` that they have forfeited the game. Black is the one
//! who begins and joins north and south.

use henge_core::record::{Node, Place, Record, RecordError};
use henge_core::{Outcome, Player};

use super::sheet::{Kind, Sheet};

/// Where links lead.
const SITE: &str = "hexworld.org/board/#";

/// Is the text a link to a game?
pub fn is_link(text: &str) -> bool {
    path(text).is_some()
}

/// What comes behind the `#`, and at which byte.
fn path(line: &str) -> Option<(usize, &str)> {
    let begin = ["https://", "http://", ""].into_iter().find_map(|scheme| {
        let rest = line.strip_prefix(scheme)?;
        let rest = rest.strip_prefix("www.").unwrap_or(rest);
        rest.strip_prefix(SITE)
    })?;
    Some((line.len() - begin.len(), begin))
}

/// Reads the games of a text: a link on every line that is not empty.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let records: Vec<Record> = lines
        .map(|(number, line)| {
            let indent = line.len() - line.trim_start().len();
            let (at, path) = path(line.trim()).ok_or_else(|| {
                let place = Place { line: number, column: 1 };
                RecordError::new(
                    place,
                    format!("a link such as https://{SITE}11c1,c2f6 is expected"),
                )
            })?;
            Reader { line: number, begin: indent + at, path, at: 0 }.game()
        })
        .collect::<Result<_, _>>()?;
    if records.is_empty() {
        let place = Place { line: 1, column: 1 };
        return Err(RecordError::new(place, format!("no game; one begins with https://{SITE}")));
    }
    Ok(records)
}

struct Reader<'a> {
    line: usize,
    /// The byte of the line where the path begins.
    begin: usize,
    path: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.path[self.at..]
    }

    fn place(&self) -> Place {
        Place { line: self.line, column: self.begin + self.at + 1 }
    }

    fn wrong(&self, expected: impl Into<String>) -> RecordError {
        RecordError::new(self.place(), expected)
    }

    /// Goes past what all of these signs are.
    fn skip(&mut self, is: impl Fn(u8) -> bool) -> &str {
        let n = self.rest().bytes().take_while(|&sign| is(sign)).count();
        self.at += n;
        &self.path[self.at - n..self.at]
    }

    fn number(&mut self) -> Option<usize> {
        self.skip(|sign| sign.is_ascii_digit()).parse().ok()
    }

    fn game(mut self) -> Result<Record, RecordError> {
        let mut sheet = Sheet::new(Kind::Hex);
        let (least, most) = sheet.sizes();
        let columns = self.number();
        let rows = match self.rest().starts_with('x') {
            true => {
                self.at += 1;
                self.number()
            }
            false => columns,
        };
        (sheet.columns, sheet.rows) = (columns.unwrap_or(0), rows.unwrap_or(0));
        if !sheet.fits() {
            self.at = 0;
            return Err(self.wrong(format!("a board from {least} to {most} is expected")));
        }
        // How the board is turned and which names its sites have on it is for those who look at it.
        self.skip(|sign| sign.is_ascii_alphanumeric());
        let mut record = Record::default();
        while !self.rest().is_empty() {
            let place = self.place();
            if self.rest().starts_with(',') {
                // Before the moves, and before those that were taken back.
                self.at += 1;
                continue;
            }
            if let Some(word) = self.rest().strip_prefix(':') {
                let mover = [Player::First, Player::Second][record.line.nodes.len() % 2];
                let (length, loser) = match word.as_bytes() {
                    [b's', ..] => (2, None),
                    [b'r' | b'f', b'b', ..] => (3, Some(Player::First)),
                    [b'r' | b'f', b'w', ..] => (3, Some(Player::Second)),
                    [b'r' | b'f', ..] => (2, Some(mover)),
                    _ => {
                        return Err(self.wrong(
                            "a cell, :s for the swap, or :rb or :rw for who resigns is expected; \
                             other moves are not played here",
                        ));
                    }
                };
                self.at += length;
                match loser {
                    Some(loser) => record.result = Some(Outcome::win(!loser)),
                    None if record.line.nodes.len() == 1 => {
                        sheet.swap = true;
                        record.line.nodes.push(Node { place, ..Node::new("swap") });
                    }
                    None => {
                        let expected = "only the first stone can be swapped, by the second player";
                        return Err(RecordError::new(place, expected));
                    }
                }
                continue;
            }
            let begin = self.at;
            self.skip(|sign| sign.is_ascii_alphabetic());
            self.skip(|sign| sign.is_ascii_digit());
            let site = sheet.place(&self.path[begin..self.at]).and_then(|place| sheet.site(place));
            let last = sheet.site((sheet.columns - 1, sheet.rows - 1)).unwrap_or_default();
            let expected =
                || RecordError::new(place, format!("a cell from a1 to {last} is expected"));
            let site = site.ok_or_else(expected)?;
            record.line.nodes.push(Node { place, ..Node::new(site) });
        }
        if sheet.swap && sheet.columns != sheet.rows {
            self.at = 0;
            return Err(self.wrong("a square board is expected, for there was a swap"));
        }
        record.set_tag("Game", sheet.name());
        record.end = self.place();
        Ok(record)
    }
}

/// Writes each game as a link; none if one of them is of another game or did not begin on an empty board.
pub fn write(records: &[Record]) -> Option<String> {
    records.iter().map(write_game).collect()
}

fn write_game(record: &Record) -> Option<String> {
    let sheet = Sheet::of(record.game()?).filter(|sheet| sheet.kind == Kind::Hex)?;
    if record.position().is_some() {
        return None;
    }
    let mut text = format!("https://{SITE}{}", sheet.columns);
    if sheet.columns != sheet.rows {
        text += &format!("x{}", sheet.rows);
    }
    text += "c1,";
    for mv in record.main_line() {
        match mv {
            "swap" => text += ":s",
            mv => text += &sheet.place(mv).and_then(|place| sheet.site(place))?,
        }
    }
    if let Some(Outcome::Win { winner, .. }) = record.result {
        text += [":rw", ":rb"][winner.index()];
    }
    Some(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_and_written() {
        let text = "https://hexworld.org/board/#11c1,c2:sf6e7:rb\n";
        let records = read(text).unwrap();
        let record = &records[0];
        assert_eq!(record.game(), Some("hex:swap=true"));
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["c2", "swap", "f6", "e7"]);
        assert_eq!(record.result, Some(Outcome::win(Player::Second)));
        assert_eq!(write(&records).unwrap(), text);
        assert!(is_link(text.trim()) && !is_link("https://example.org/board/#11,a1"));
    }

    #[test]
    fn boards_have_any_shape_and_views_are_passed_over() {
        let text = "hexworld.org/board/#9x5r4n,i5a1\n\n http://hexworld.org/board/#19,a19,s1\n";
        let records = read(text).unwrap();
        let games: Vec<_> = records.iter().map(|record| record.game().unwrap()).collect();
        assert_eq!(games, ["hex:size=9x5", "hex:size=19"]);
        assert_eq!(records[1].main_line().collect::<Vec<_>>(), ["a19", "s1"]);
        assert_eq!(read(&write(&records).unwrap()).unwrap().len(), 2);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let fault = |path: &str| read(&format!("{SITE}{path}")).unwrap_err().to_string();
        assert!(fault("20,a1").contains("column 21: a board from 2 to 19 is expected"));
        assert!(fault("5c1,a1f1").contains("column 27: a cell from a1 to e5 is expected"));
        assert!(fault("5,a1:p").contains("a cell, :s for the swap"));
        assert!(fault("5,a1b1:s").contains("only the first stone"));
        assert!(fault("5x4,a1:s").contains("a square board"));
        assert!(fault("5,é").contains("a cell"));
        assert!(read("").unwrap_err().to_string().contains("no game"));
        assert!(read("f6 e7").unwrap_err().to_string().contains("a link such as"));
    }
}
