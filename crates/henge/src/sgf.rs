//! Games of Hex and Go-Moku in the Smart Game Format (`.sgf`).
//!
//! ```text
//! (;FF[4]GM[11]SZ[11]PB[Ada]PW[Grace]RE[B+]C[A short one.];B[d4];W[g8](;B[f6])(;B[e7]C[or here]))
//! ```
//!
//! `GM[11]` is Hex, whose places are a letter and a number (`d4`), `GM[4]` is Go-Moku, whose places are two letters
//! (`dd`); both ways are read in either game. Whoever moves first is the first player, of whatever colour. In Hex
//! `swap-pieces` takes over the first stone. `PB`, `PW`, `DT`, `EV` and `PC` become tags, `C` is a comment, and
//! branches are variations. Games with stones set up beforehand are refused.

use henge_core::record::{Line, MAX_DEPTH, Node, Place, Record, RecordError};
use henge_core::{EndedBy, Ending, Outcome, Player};
use henge_games::positional::column_name;

/// How deep branches may lie within each other in a file.
const MOST_BRANCHES: usize = 400;
/// The property of a tag.
const TAGS: [(&str, &str); 5] =
    [("PB", "First"), ("PW", "Second"), ("DT", "Date"), ("EV", "Event"), ("PC", "Site")];
/// The games by the number of `GM`.
const GAMES: [(&str, &str); 2] = [("11", "hex"), ("4", "go-moku")];
/// Why a game has ended, as `RE` says it after the sign of the winner.
const REASONS: [(&str, EndedBy); 3] =
    [("R", EndedBy::Resignation), ("T", EndedBy::Time), ("F", EndedBy::Forfeit)];

/// Do these bytes begin like a file of this form?
pub fn is_sgf(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    if !rest.starts_with('(') {
        return false;
    }
    rest = rest[1..].trim_start();
    rest.starts_with(';') && !rest.contains("GM[Othello]")
}

/// Reads all games of a text.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut signs =
        Signs { rest: text.trim_start_matches('\u{feff}'), at: Place { line: 1, column: 1 } };
    let mut records = Vec::new();
    while signs.skip_blanks().is_some() {
        signs.expect('(')?;
        records.push(read_game(&mut signs)?);
    }
    match records.is_empty() {
        true => Err(RecordError::new(signs.at, "no game; one begins with \"(;GM[11]\"")),
        false => Ok(records),
    }
}

/// A text that is read sign by sign.
struct Signs<'a> {
    rest: &'a str,
    at: Place,
}

impl Signs<'_> {
    fn next(&mut self) -> Option<char> {
        let sign = self.rest.chars().next()?;
        self.rest = &self.rest[sign.len_utf8()..];
        match sign {
            '\n' => self.at = Place { line: self.at.line + 1, column: 1 },
            _ => self.at.column += 1,
        }
        Some(sign)
    }

    /// The next sign that is no blank, which stays.
    fn skip_blanks(&mut self) -> Option<char> {
        while self.rest.starts_with(char::is_whitespace) {
            self.next();
        }
        self.rest.chars().next()
    }

    fn expect(&mut self, wanted: char) -> Result<(), RecordError> {
        let found = self.skip_blanks();
        if found == Some(wanted) {
            self.next();
            return Ok(());
        }
        let found = found.map_or("the end of the text".into(), |sign| format!("\"{sign}\""));
        Err(RecordError::new(self.at, format!("expected \"{wanted}\", found {found}")))
    }

    /// The name of a property; small letters in it mean nothing.
    fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(sign) = self.rest.chars().next().filter(char::is_ascii_alphabetic) {
            self.next();
            if sign.is_ascii_uppercase() {
                name.push(sign);
            }
        }
        name
    }

    /// What stands between brackets.
    fn value(&mut self) -> Result<String, RecordError> {
        let begin = self.at;
        self.expect('[')?;
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(value),
                // A line break that is escaped is none.
                Some('\\') => value.extend(self.next().filter(|sign| *sign != '\n')),
                Some(sign) => value.push(sign),
                None => return Err(RecordError::new(begin, "the value is not closed by \"]\"")),
            }
        }
    }
}

/// What has been found out about the game so far.
struct Reading {
    game: Option<&'static str>,
    size: Option<String>,
    exact: bool,
    record: Record,
    result: Option<(String, Place)>,
    /// The sign of whoever moves first.
    first: Option<char>,
    swaps: bool,
}

/// Moves of a line, each with the sign of its colour.
type Moves = Vec<(char, Node)>;

fn read_game(signs: &mut Signs<'_>) -> Result<Record, RecordError> {
    let mut reading = Reading {
        game: None,
        size: None,
        exact: false,
        record: Record::default(),
        result: None,
        first: None,
        swaps: false,
    };
    let begin = signs.at;
    let mut opening = None;
    let moves = reading.tree(signs, &mut opening, None, 0, 0)?;
    let Reading { game, size, exact, mut record, result, first, swaps } = reading;
    let game = game.ok_or_else(|| {
        RecordError::new(begin, "the game is not named; GM[11] is Hex, GM[4] is Go-Moku")
    })?;
    let mut name = game.to_string();
    let mut options = Vec::new();
    let size = size.unwrap_or_else(|| if game == "hex" { "11".into() } else { "15".into() });
    let size = size.replace(':', "x");
    let well_formed = size.split('x').all(|part| {
        !part.is_empty() && part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    if !well_formed || size.split('x').count() > 2 {
        let wrong = format!("\"{size}\" is no size; expected a number, as in SZ[11]");
        return Err(RecordError::new(begin, wrong));
    }
    options.push(format!("size={size}"));
    if swaps {
        options.push("swap=true".into());
    }
    if exact {
        options.push("exact=true".into());
    }
    name = format!("{name}:{}", options.join(","));
    record
        .tags
        .insert(0, henge_core::record::Tag { name: "Game".into(), value: name, place: begin });
    record.line =
        Line { comment: opening, nodes: moves.into_iter().map(|(_, node)| node).collect() };
    record.end = signs.at;
    if let Some((text, place)) = result {
        read_result(&mut record, &text, first.unwrap_or('B'), place)?;
    }
    Ok(record)
}

impl Reading {
    /// A tree behind its opening bracket: nodes, then branches, then the closing bracket. `before` is the colour that
    /// has moved last.
    fn tree(
        &mut self,
        signs: &mut Signs<'_>,
        opening: &mut Option<String>,
        mut before: Option<char>,
        branches: usize,
        depth: usize,
    ) -> Result<Moves, RecordError> {
        if branches > MOST_BRANCHES || depth > MAX_DEPTH {
            return Err(RecordError::new(signs.at, "branches lie too deep within each other"));
        }
        let mut moves = Moves::new();
        while signs.skip_blanks() == Some(';') {
            signs.next();
            self.node(signs, &mut moves, opening, &mut before)?;
        }
        let mut children = Vec::new();
        while signs.skip_blanks() == Some('(') {
            signs.next();
            let deeper = depth + usize::from(!children.is_empty());
            let mut said = None;
            let child = self.tree(signs, &mut said, before, branches + 1, deeper)?;
            if let Some(said) = said {
                say(moves.last_mut().map_or(&mut *opening, |(_, node)| &mut node.comment), said);
            }
            children.push(child);
        }
        signs.expect(')')?;
        let mut children = children.into_iter().filter(|child| !child.is_empty());
        if let Some(mut main) = children.next() {
            let lines = children.map(|child| Line {
                comment: None,
                nodes: child.into_iter().map(|(_, node)| node).collect(),
            });
            // A variation goes before those that the branch has brought along itself.
            let own = std::mem::take(&mut main[0].1.variations);
            main[0].1.variations = lines.chain(own).collect();
            moves.extend(main);
        }
        Ok(moves)
    }

    fn node(
        &mut self,
        signs: &mut Signs<'_>,
        moves: &mut Moves,
        opening: &mut Option<String>,
        before: &mut Option<char>,
    ) -> Result<(), RecordError> {
        while signs.skip_blanks().is_some_and(|sign| sign.is_ascii_alphabetic()) {
            let place = signs.at;
            let name = signs.name();
            let wrong = |message: String| RecordError::new(place, message);
            let mut values = vec![signs.value()?];
            while signs.skip_blanks() == Some('[') {
                values.push(signs.value()?);
            }
            let value = std::mem::take(&mut values[0]);
            match name.as_str() {
                "GM" => {
                    let known = GAMES.iter().find(|(number, _)| *number == value.trim());
                    self.game = Some(known.map(|(_, game)| *game).ok_or_else(|| {
                        wrong(format!("GM[{value}] is another game; 11 is Hex, 4 is Go-Moku"))
                    })?);
                }
                "SZ" => self.size = Some(value.trim().to_string()),
                "RU" => self.exact |= value.to_lowercase().contains("exact"),
                "RE" => self.result = Some((value, place)),
                "AB" | "AW" | "AE" => {
                    return Err(wrong(format!(
                        "{name} sets up stones; expected a game from its start"
                    )));
                }
                "B" | "W" => {
                    let colour = if name == "B" { 'B' } else { 'W' };
                    let value = value.trim();
                    // A player who gives up has made no move, nor has one who passes at the end.
                    if ["", "resign", "forfeit", "pass"].contains(&value) {
                        continue;
                    }
                    if *before == Some(colour) {
                        return Err(wrong(format!("{name} moves twice; players take turns")));
                    }
                    *before = Some(colour);
                    self.first.get_or_insert(colour);
                    let mut node = Node::new(self.place(value).map_err(wrong)?);
                    node.place = place;
                    moves.push((colour, node));
                }
                "C" => say(
                    moves.last_mut().map_or(&mut *opening, |(_, node)| &mut node.comment),
                    value,
                ),
                _ => {
                    if let Some((_, tag)) = TAGS.iter().find(|(property, _)| *property == name) {
                        self.record.set_tag(*tag, value);
                    }
                }
            }
        }
        Ok(())
    }

    /// A place as henge names it.
    fn place(&mut self, value: &str) -> Result<String, String> {
        let lower = value.to_lowercase();
        if lower == "swap" || lower == "swap-pieces" {
            self.swaps = true;
            return Ok("swap".into());
        }
        let wrong = || format!("\"{value}\" is no place; expected one such as d4 or dd");
        let (column, row) = lower.split_at_checked(1).ok_or_else(wrong)?;
        let letter = |text: &str| match text.as_bytes() {
            [byte @ b'a'..=b'z'] => Some(usize::from(byte - b'a')),
            _ => None,
        };
        let column = letter(column).ok_or_else(wrong)?;
        let row = letter(row).or_else(|| row.parse::<usize>().ok()?.checked_sub(1));
        let row = row.filter(|row| *row < 100).ok_or_else(wrong)?;
        Ok(format!("{}{}", column_name(column), row + 1))
    }
}

/// Adds words to a comment.
fn say(comment: &mut Option<String>, words: String) {
    *comment = Some(match comment.take() {
        Some(before) => format!("{before}\n{words}"),
        None => words,
    });
}

fn read_result(
    record: &mut Record,
    text: &str,
    first: char,
    place: Place,
) -> Result<(), RecordError> {
    let text = text.trim();
    let (winner, reason) = match text.split_once('+') {
        Some((winner, reason)) => (winner, reason),
        None if ["0", "Draw", "draw"].contains(&text) => {
            record.result = Some(Outcome::Draw);
            return Ok(());
        }
        None if ["", "?", "Void", "*"].contains(&text) => return Ok(()),
        None => (text, ""),
    };
    let second = if first == 'B' { "W" } else { "B" };
    let winner = match winner {
        _ if winner.starts_with(first) && winner.len() == 1 => Player::First,
        _ if winner == second => Player::Second,
        // Words that are no result say nothing.
        _ => return Ok(()),
    };
    let outcome = Outcome::win(winner);
    let reason = reason.trim();
    let by =
        REASONS.iter().find(|(sign, by)| *sign == reason || reason.eq_ignore_ascii_case(by.word()));
    match by {
        Some(&(_, by)) => record.set_ending(Some(Ending::new(outcome, by))),
        None if reason.len() > 20 => {
            return Err(RecordError::new(
                place,
                "a result is a colour and a reason, as in RE[B+R]",
            ));
        }
        None => record.result = Some(outcome),
    }
    Ok(())
}

/// Writes games; none if one of them is of another game or begins at a position.
pub fn write(records: &[Record]) -> Option<String> {
    records.iter().map(write_game).collect()
}

fn write_game(record: &Record) -> Option<String> {
    let (slug, options) = record.game()?.split_once(':').unwrap_or((record.game()?, ""));
    let (number, game) = GAMES.iter().find(|(_, game)| *game == slug)?;
    if record.position().is_some() {
        return None;
    }
    let option = |key: &str| {
        options
            .split(',')
            .find_map(|pair| pair.split_once('=').filter(|(k, _)| *k == key))
            .map(|(_, v)| v)
    };
    let size = option("size").unwrap_or(if *game == "hex" { "11" } else { "15" });
    let mut text = format!("(;FF[4]GM[{number}]AP[henge]SZ[{}]", size.replace('x', ":"));
    if option("exact") == Some("true") {
        text += "RU[exactly five]";
    }
    for (property, tag) in TAGS {
        if let Some(value) = record.tag(tag) {
            text += &format!("{property}[{}]", escaped(value));
        }
    }
    text += &format!("RE[{}]", result_of(record));
    if let Some(comment) = &record.line.comment {
        text += &format!("C[{}]", escaped(comment));
    }
    write_line(&mut text, &record.line.nodes, 0, *game == "go-moku")?;
    text += ")\n";
    Some(text)
}

/// Moves from a ply on, with branches in brackets where there are some.
fn write_line(text: &mut String, nodes: &[Node], ply: usize, letters: bool) -> Option<()> {
    for (i, node) in nodes.iter().enumerate() {
        let branches = !node.variations.is_empty();
        if branches {
            text.push('(');
        }
        write_node(text, node, ply + i, letters)?;
        if branches {
            write_line(text, &nodes[i + 1..], ply + i + 1, letters)?;
            text.push(')');
            for variation in &node.variations {
                text.push('(');
                // What is said before the first move of a variation is said after it here.
                write_line(text, &variation.nodes, ply + i, letters)?;
                text.push(')');
            }
            return Some(());
        }
    }
    Some(())
}

fn write_node(text: &mut String, node: &Node, ply: usize, letters: bool) -> Option<()> {
    let colour = ['B', 'W'][ply % 2];
    let place = match node.mv.as_str() {
        "swap" => "swap-pieces".into(),
        mv if letters => {
            let row: u8 = mv.get(1..)?.parse().ok()?;
            let row = row.checked_sub(1).filter(|row| *row < 26)?;
            format!("{}{}", mv.get(..1)?, char::from(b'a' + row))
        }
        mv => mv.to_string(),
    };
    *text += &format!(";{colour}[{place}]");
    if let Some(comment) = &node.comment {
        *text += &format!("C[{}]", escaped(comment));
    }
    Some(())
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

fn result_of(record: &Record) -> String {
    let Some(outcome) = record.result else { return "?".into() };
    let winner = match outcome {
        Outcome::Draw => return "0".into(),
        Outcome::Win { winner, .. } => ['B', 'W'][winner.index()],
    };
    let by = record.ending().map(|ending| ending.by);
    let reason = REASONS.iter().find(|(_, known)| Some(*known) == by).map_or("", |(sign, _)| *sign);
    format!("{winner}+{reason}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn again(text: &str) -> Vec<Record> {
        let records = read(text).unwrap();
        for record in &records {
            let game =
                crate::Registry::standard().game_of_stranger(record.game().unwrap(), None).unwrap();
            record.play(&**game.rules()).unwrap();
            record.check_variations(&**game.rules()).unwrap();
        }
        let written = write(&records).unwrap();
        assert_eq!(read(&written).unwrap(), records, "{written}");
        records
    }

    #[test]
    fn games_of_hex_are_read_with_branches_comments_and_the_swap() {
        let text = "(;FF[4]AP[HexGui:0.9]GM[11]SZ[11]PB[Ada]PW[Grace \\] Hopper]RE[W+R]C[A game.]\n\
                    ;B[c2];W[swap-pieces];B[f6]C[the middle](;W[e7];B[d4])(;W[g5](;B[h4])(;B[h5])))";
        let record = again(text).remove(0);
        assert_eq!(record.game(), Some("hex:size=11,swap=true"));
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["c2", "swap", "f6", "e7", "d4"]);
        assert_eq!(
            (record.tag("First"), record.tag("Second")),
            (Some("Ada"), Some("Grace ] Hopper"))
        );
        assert_eq!(record.line.comment.as_deref(), Some("A game."));
        assert_eq!(record.line.nodes[2].comment.as_deref(), Some("the middle"));
        let variation = &record.line.nodes[3].variations[0];
        assert_eq!(variation.nodes[0].mv, "g5");
        assert_eq!(variation.nodes[1].variations[0].nodes[0].mv, "h5");
        assert_eq!(record.ending(), Some(Ending::resigned(Player::First)));
    }

    #[test]
    fn places_are_two_letters_too_and_white_may_begin() {
        let record = again("(;GM[11]SZ[13]RE[W+];W[aj];B[gg];W[hf])").remove(0);
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["a10", "g7", "h6"]);
        assert_eq!(record.result, Some(Outcome::win(Player::First)));
        let record = again("(;GM[4]SZ[15];B[hh];W[ih];B[hi])").remove(0);
        assert_eq!(record.game(), Some("go-moku:size=15"));
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["h8", "i8", "h9"]);
        let four = again("(;GM[11]SZ[4:6];B[a1];W[d6])(;GM[4]SZ[9]RU[exactly five];B[aa])");
        assert_eq!(four[0].game(), Some("hex:size=4x6"));
        assert_eq!(four[1].game(), Some("go-moku:size=9,exact=true"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, said) in [
            ("(;GM[1];B[dd])", "line 1, column 3: GM[1] is another game; 11 is Hex, 4 is Go-Moku"),
            ("(;B[dd])", "the game is not named"),
            ("(;GM[11]AB[a1])", "sets up stones"),
            ("(;GM[11];B[a1];B[a2])", "B moves twice"),
            ("(;GM[11];B[-])", "\"-\" is no place; expected one such as d4 or dd"),
            ("(;GM[11];B[a1]", "expected \")\", found the end of the text"),
            ("(;GM[11];B[a1", "the value is not closed"),
            ("(;GM[11]SZ[x])", "is no size"),
            ("", "no game"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
        let deep = "(;GM[11]".to_string() + &"(;C[x]".repeat(2000) + &")".repeat(2001);
        assert!(read(&deep).unwrap_err().to_string().contains("too deep"));
    }
}
