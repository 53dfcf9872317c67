//! Games of Go-Moku and Hex in the Smart Game Format (`.sgf`, version 4), variations included.
//!
//! ```text
//! (;FF[4]GM[4]SZ[15]PB[Ada]PW[Bert]RE[B+]
//! ;B[hh];W[ii]C[The diagonal.](;B[hi])(;B[gi]))
//! ```
//!
//! `GM` is 4 for Go-Moku and 11 for Hex. A point of Go-Moku is two letters, the column and the row from the north-west
//! corner; one of Hex is written as it is here, and the swap is `swap-pieces`. `PB` and `PW` become the tags `First`
//! and `Second`, `EV`, `RO`, `DT` and `PC` become `Event`, `Round`, `Date` and `Site`; `AB`, `AW` and `PL` become
//! the position. All other properties of the first node are kept as tags, those of other nodes but moves and
//! comments are passed over. Rows of exactly five are called `RU[exactly five]`.

use henge_core::record::{Line, MAX_DEPTH, Node, Place, Record, RecordError};
use henge_core::{EndedBy, Ending, Outcome, Player};

use super::sheet::{Kind, Sheet};
use crate::properties::{Signs, escaped};

/// Tags that have a property of another name.
const TAGS: [(&str, &str); 6] = [
    ("PB", "First"),
    ("PW", "Second"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("DT", "Date"),
    ("PC", "Site"),
];
/// How a result says why a game has ended, if it was not on the board.
const REASONS: [(&str, EndedBy); 3] =
    [("R", EndedBy::Resignation), ("T", EndedBy::Time), ("F", EndedBy::Forfeit)];
/// Properties that are no tags.
const OWN: [&str; 15] =
    ["FF", "GM", "CA", "AP", "ST", "SZ", "RU", "RE", "AB", "AW", "AE", "PL", "B", "W", "C"];
/// The numbers of the games.
const GAMES: [(&str, Kind); 2] = [("4", Kind::GoMoku), ("11", Kind::Hex)];
/// How deep parentheses may stand within each other.
const MOST_NESTED: usize = 450;
const EXACT: &str = "exactly five";
const SWAP: &str = "swap";
const SWAP_PIECES: &str = "swap-pieces";

/// A property with its values and where they stand.
struct Property {
    name: String,
    values: Vec<(String, Place)>,
}

impl Property {
    fn first(&self) -> (&str, Place) {
        self.values.first().map_or(("", Place::default()), |(value, place)| (value.trim(), *place))
    }
}

/// Reads all games of a text.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut signs = Signs::new(text);
    let mut records = Vec::new();
    while signs.skip_to("(;") {
        records.push(read_game(&mut signs)?);
    }
    match records.is_empty() {
        true => Err(RecordError::new(signs.at, "no game; one begins with \"(;GM[4]\"")),
        false => Ok(records),
    }
}

/// A game that is being read.
struct Reader<'a, 'b> {
    signs: &'a mut Signs<'b>,
    sheet: Sheet,
    /// Who gave up by a move that says so.
    resigned: Option<Player>,
}

fn read_game(signs: &mut Signs<'_>) -> Result<Record, RecordError> {
    let root = properties(signs)?;
    let sheet = sheet(&root, signs.at)?;
    let mut reader = Reader { signs, sheet, resigned: None };
    let mut record = Record::default();
    let (position, mut turn) = reader.setup(&root)?;
    let mut line = Line::default();
    reader.node(&root, &mut line, &mut turn)?;
    reader.sequence(&mut line, turn, (1, 0))?;
    record.line = line;
    record.set_tag("Game", reader.sheet.name());
    if let Some(position) = position {
        record.set_tag("Position", position);
    }
    for property in &root {
        let known = TAGS.iter().find(|(name, _)| *name == property.name);
        let name = known.map_or(&*property.name, |(_, tag)| *tag);
        if property.values.len() == 1 && !OWN.contains(&name) {
            record.set_tag(name, property.first().0);
        }
    }
    if let Some(result) = root.iter().find(|property| property.name == "RE") {
        read_result(&mut record, result)?;
    } else if let Some(player) = reader.resigned {
        record.set_ending(Some(Ending::resigned(player)));
    }
    record.end = reader.signs.at;
    Ok(record)
}

/// The properties of a node.
fn properties(signs: &mut Signs<'_>) -> Result<Vec<Property>, RecordError> {
    let mut properties = Vec::new();
    loop {
        signs.skip_blanks();
        if signs.is_at_end() || [";", "(", ")"].iter().any(|mark| signs.starts_with(mark)) {
            return Ok(properties);
        }
        let place = signs.at;
        let wrong = || {
            RecordError::new(
                place,
                "a property such as B[hh], or \";\", \"(\" or \")\", is expected",
            )
        };
        let first = signs.next().filter(char::is_ascii_alphabetic).ok_or_else(wrong)?;
        let name = signs.name(first).ok_or_else(wrong)?;
        // Old files spell names out; the capitals are what counts.
        let name = name.chars().filter(char::is_ascii_uppercase).collect();
        let mut values = Vec::new();
        loop {
            let place = signs.at;
            values.push((signs.value()?, place));
            signs.skip_blanks();
            if !signs.starts_with("[") {
                break;
            }
            signs.next();
        }
        properties.push(Property { name, values });
    }
}

/// The board that the first node of a game tells of.
fn sheet(root: &[Property], at: Place) -> Result<Sheet, RecordError> {
    let property = |name: &str| root.iter().find(|property| property.name == name);
    let (game, place) = property("GM").map_or(("1", at), Property::first);
    let kind = GAMES.iter().find(|(number, _)| *number == game).map(|(_, kind)| *kind);
    let kind = kind.ok_or_else(|| {
        let expected = "GM[4], a game of Go-Moku, or GM[11], a game of Hex, is expected";
        RecordError::new(place, expected)
    })?;
    let mut sheet = Sheet::new(kind);
    if let Some((size, place)) = property("SZ").map(Property::first) {
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        let number = |text: &str| text.trim().parse().unwrap_or(0);
        (sheet.columns, sheet.rows) = (number(columns), number(rows));
        if !sheet.fits() {
            let (least, most) = sheet.sizes();
            let expected = format!("a size from {least} to {most} is expected");
            return Err(RecordError::new(place, expected));
        }
    }
    if let Some((rule, place)) =
        property("RU").map(Property::first).filter(|_| kind == Kind::GoMoku)
    {
        let rule = rule.to_ascii_lowercase();
        sheet.exact = ["exact", "standard"].iter().any(|word| rule.contains(word));
        if rule.contains("renju") {
            let expected =
                "the rules of Renju are not known; freestyle or exactly five is expected";
            return Err(RecordError::new(place, expected));
        }
    }
    Ok(sheet)
}

fn read_result(record: &mut Record, result: &Property) -> Result<(), RecordError> {
    let (text, place) = result.first();
    let upper = text.to_ascii_uppercase();
    let (winner, how) = match upper.split_once('+') {
        Some(("B", how)) => (Player::First, how),
        Some(("W", how)) => (Player::Second, how),
        _ => {
            match &*upper {
                "" | "?" | "VOID" => {}
                "0" | "DRAW" | "JIGO" => record.result = Some(Outcome::Draw),
                _ => {
                    let expected = "a result such as B+, W+R, Draw or ? is expected";
                    return Err(RecordError::new(place, expected));
                }
            }
            return Ok(());
        }
    };
    let by = REASONS.iter().find(|(letter, _)| how.starts_with(letter));
    match by {
        Some(&(_, by)) => record.set_ending(Some(Ending::new(Outcome::win(winner), by))),
        None => record.result = Some(Outcome::win(winner)),
    }
    Ok(())
}

impl Reader<'_, '_> {
    /// The stones of the first node, and who is to move.
    fn setup(&self, root: &[Property]) -> Result<(Option<String>, Player), RecordError> {
        let mut stones = [Vec::new(), Vec::new()];
        for (name, stones) in ["AB", "AW"].into_iter().zip(&mut stones) {
            let values = root.iter().filter(|property| property.name == name);
            for (value, place) in values.flat_map(|property| &property.values) {
                let (from, to) = value.split_once(':').unwrap_or((value, value));
                let ((left, top), (right, bottom)) =
                    (self.point(from, *place)?, self.point(to, *place)?);
                stones.extend(
                    (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row))),
                );
            }
        }
        let [black, white] = stones.each_ref().map(Vec::len);
        let turn = root.iter().find(|property| property.name == "PL");
        let turn = match turn.map(Property::first) {
            Some(("B" | "b" | "1" | "black", _)) => Player::First,
            Some(("W" | "w" | "2" | "white", _)) => Player::Second,
            Some((_, place)) => return Err(RecordError::new(place, "B or W is expected")),
            None if black > white => Player::Second,
            None => Player::First,
        };
        let is_usual = black + white == 0 && turn == Player::First;
        let position = (!is_usual)
            .then(|| self.sheet.position(stones.each_ref().map(|stones| &stones[..]), turn));
        Ok((position, turn))
    }

    /// What stands between two parentheses, behind the moves of `line` so far; `depth` counts parentheses and
    /// variations.
    fn sequence(
        &mut self,
        line: &mut Line,
        mut turn: Player,
        depth: (usize, usize),
    ) -> Result<(), RecordError> {
        let mut children = Vec::new();
        loop {
            self.signs.skip_blanks();
            let place = self.signs.at;
            match self.signs.next() {
                Some(')') => break,
                Some(';') if children.is_empty() => {
                    let properties = properties(self.signs)?;
                    self.node(&properties, line, &mut turn)?;
                }
                Some('(') => {
                    let depth = (depth.0 + 1, depth.1 + usize::from(!children.is_empty()));
                    if depth.0 > MOST_NESTED || depth.1 > MAX_DEPTH {
                        let why = "the variations lie too deep within each other";
                        return Err(RecordError::new(place, why));
                    }
                    let mut child = Line::default();
                    self.sequence(&mut child, turn, depth)?;
                    children.push(child);
                }
                _ => {
                    let expected = "\";\", \"(\" or the end of the variation, \")\", is expected";
                    return Err(RecordError::new(place, expected));
                }
            }
        }
        join(line, children);
        Ok(())
    }

    /// Adds what a node says to a line.
    fn node(
        &mut self,
        properties: &[Property],
        line: &mut Line,
        turn: &mut Player,
    ) -> Result<(), RecordError> {
        // What is said in a node is said about its move, in whatever order they stand.
        let (said, rest): (Vec<&Property>, Vec<_>) =
            properties.iter().partition(|property| property.name == "C");
        for property in rest {
            let (value, place) = property.first();
            let wrong = |message: String| Err(RecordError::new(place, message));
            match property.name.as_str() {
                "B" | "W" => {
                    let player = if property.name == "B" { Player::First } else { Player::Second };
                    if self.sheet.kind == Kind::Hex && value.eq_ignore_ascii_case("resign") {
                        self.resigned = Some(player);
                        continue;
                    }
                    if player != *turn {
                        let right = ["B", "W"][turn.index()];
                        return wrong(format!("players take turns; {right}[…] is expected"));
                    }
                    let mv = self.read_move(value, place)?;
                    line.nodes.push(Node { place, ..Node::new(mv) });
                    *turn = !*turn;
                }
                "AB" | "AW" | "AE" | "PL" if !line.nodes.is_empty() => {
                    return wrong("stones may be set up at the beginning only".into());
                }
                _ => {}
            }
        }
        said.iter().for_each(|property| comment(line, property.first().0));
        Ok(())
    }

    fn read_move(&mut self, value: &str, place: Place) -> Result<String, RecordError> {
        let swaps = [SWAP, SWAP_PIECES].iter().any(|word| value.eq_ignore_ascii_case(word));
        if self.sheet.kind == Kind::Hex && swaps {
            self.sheet.swap = true;
            return Ok(SWAP.into());
        }
        let point = self.point(value, place)?;
        Ok(self.sheet.site(point).expect("a point of the board has a name"))
    }

    fn point(&self, value: &str, place: Place) -> Result<(usize, usize), RecordError> {
        let value = value.trim();
        let letter = |letter: u8| usize::from(letter).checked_sub(usize::from(b'a'));
        let point = match (self.sheet.kind, value.as_bytes()) {
            (Kind::Hex, _) => self.sheet.place(value),
            (Kind::GoMoku, &[column, row]) => letter(column).zip(letter(row)),
            _ => None,
        };
        let (columns, rows) = (self.sheet.columns, self.sheet.rows);
        point.filter(|&(column, row)| column < columns && row < rows).ok_or_else(|| {
            let last = written(&self.sheet, (columns - 1, rows - 1));
            let first = written(&self.sheet, (0, 0));
            RecordError::new(place, format!("a point from {first} to {last} is expected"))
        })
    }
}

/// A point as a file has it.
fn written(sheet: &Sheet, (column, row): (usize, usize)) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    match sheet.kind {
        Kind::GoMoku => String::from_iter([letter(column), letter(row)]),
        Kind::Hex => format!("{}{}", letter(column), row + 1),
    }
}

/// Adds a comment to what was read last.
fn comment(line: &mut Line, text: &str) {
    if text.is_empty() {
        return;
    }
    let at = line.nodes.last_mut().map_or(&mut line.comment, |node| &mut node.comment);
    *at = Some(match at.take() {
        Some(before) => format!("{before}\n{text}"),
        None => text.into(),
    });
}

/// The first continuation belongs to the line, the others are variations of its first move.
fn join(line: &mut Line, children: Vec<Line>) {
    let (mut children, empty): (Vec<Line>, Vec<Line>) =
        children.into_iter().partition(|child| !child.nodes.is_empty());
    for text in empty.into_iter().filter_map(|child| child.comment) {
        comment(line, &text);
    }
    if children.is_empty() {
        return;
    }
    let mut main = children.remove(0);
    if let Some(text) = main.comment.take() {
        comment(line, &text);
    }
    if let Some(first) = main.nodes.first_mut() {
        first.variations.splice(0..0, children);
    }
    line.nodes.append(&mut main.nodes);
}

/// Writes games; none if one of them is not a game of Go-Moku or Hex.
pub fn write(records: &[Record]) -> Option<String> {
    records.iter().map(write_game).collect()
}

fn write_game(record: &Record) -> Option<String> {
    let sheet = Sheet::of(record.game()?)?;
    let (number, _) = GAMES.iter().find(|(_, kind)| *kind == sheet.kind)?;
    let size = match sheet.columns == sheet.rows {
        true => sheet.columns.to_string(),
        false => format!("{}:{}", sheet.columns, sheet.rows),
    };
    let mut text = format!("(;FF[4]GM[{number}]CA[UTF-8]AP[henge]SZ[{size}]");
    if sheet.exact {
        text += &format!("RU[{EXACT}]");
    }
    for tag in &record.tags {
        let known = TAGS.iter().find(|(_, known)| *known == tag.name);
        let name = match (known, tag.name.as_str()) {
            (_, "Game" | "Position" | "Termination") => continue,
            (Some((property, _)), _) => property,
            (None, name) if is_name(name) => name,
            (None, _) => continue,
        };
        text += &format!("{name}[{}]", escaped(&tag.value));
    }
    let mut turn = Player::First;
    if let Some(position) = record.position() {
        let (stones, to_move) = sheet.stones(position)?;
        for (name, stones) in ["AB", "AW"].into_iter().zip(stones) {
            let points: String =
                stones.into_iter().map(|point| format!("[{}]", written(&sheet, point))).collect();
            if !points.is_empty() {
                text += &format!("{name}{points}");
            }
        }
        turn = to_move;
        text += ["PL[B]", "PL[W]"][turn.index()];
    }
    text += &match (record.result, record.ending().map(|ending| ending.by)) {
        (Some(Outcome::Win { winner, .. }), by) => {
            let reason = REASONS.iter().find(|(_, known)| Some(*known) == by);
            let reason = reason.map_or("", |(letter, _)| letter);
            format!("RE[{}+{reason}]", ["B", "W"][winner.index()])
        }
        (Some(Outcome::Draw), _) => "RE[Draw]".into(),
        (None, _) => "RE[?]".into(),
    };
    write_line(&sheet, &record.line, turn, &mut text)?;
    Some(text + ")\n")
}

/// Writes the moves of a line with their variations.
fn write_line(sheet: &Sheet, line: &Line, mut turn: Player, text: &mut String) -> Option<()> {
    let said = |text: &mut String, comment: &Option<String>| {
        if let Some(comment) = comment {
            *text += &format!("C[{}]", escaped(comment));
        }
    };
    if line.comment.is_some() && !text.ends_with(']') {
        // In front of the moves of a variation there is no node yet that it could belong to.
        text.push(';');
    }
    said(text, &line.comment);
    // The variations of a move stand behind the whole rest of the game.
    let mut behind = Vec::new();
    for node in &line.nodes {
        if !node.variations.is_empty() {
            text.push('(');
            behind.push((&node.variations, turn));
        }
        let point = match &*node.mv {
            SWAP => SWAP_PIECES.into(),
            name => written(sheet, sheet.place(name)?),
        };
        *text += &format!("\n;{}[{point}]", ["B", "W"][turn.index()]);
        said(text, &node.comment);
        turn = !turn;
    }
    for (variations, turn) in behind.into_iter().rev() {
        text.push(')');
        for line in variations {
            text.push('(');
            write_line(sheet, line, turn, text)?;
            text.push(')');
        }
    }
    Some(())
}

/// Could it be the name of a property that the reader keeps as a tag?
fn is_name(name: &str) -> bool {
    let short = (1..=8).contains(&name.len());
    short && name.bytes().all(|byte| byte.is_ascii_uppercase()) && !OWN.contains(&name)
}

#[cfg(test)]
mod tests {
    use henge_core::record;

    use super::*;

    #[test]
    fn a_game_with_variations_is_read_and_written() {
        let text = "(;GM[4]FF[4]SZ[15]PB[Ada]PW[Bert]RE[W+T]C[One\\]]\n\
                    ;B[hh];W[ii](;B[hi]C[good];W[hj](;B[hg])(;B[hf];W[aa]))(;C[or]B[gi]))";
        let records = read(text).unwrap();
        let expected = "[Game \"go-moku\"]\n[First \"Ada\"]\n[Second \"Bert\"]\n\
                        [Termination \"time forfeit\"]\n\n\
                        {One]} 1. h8 2. i9 3. h9 {good} (3. g9 {or}) 4. h10 5. h7 (5. h6 6. a1)\n0-1\n";
        assert_eq!(records, record::read(expected).unwrap());
        let written = write(&records).unwrap();
        assert_eq!(read(&written).unwrap(), records, "{written}");
    }

    #[test]
    fn stones_may_stand_there_at_the_beginning() {
        let records = read("(;GM[4]SZ[5]RU[Standard]AB[aa:ba][cc]AW[ee]PL[W];W[dd])").unwrap();
        let record = &records[0];
        assert_eq!(record.game(), Some("go-moku:size=5,exact=true"));
        assert_eq!(record.position(), Some("xx.../...../..x../...../....o o"));
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["d4"]);
        assert_eq!(read(&write(&records).unwrap()).unwrap(), records);
    }

    #[test]
    fn hex_has_its_own_points_and_the_swap() {
        let text = "(;FF[4]GM[11]SZ[6:5];B[a3];W[swap-pieces];B[f5];W[resign])";
        let records = read(text).unwrap();
        let record = &records[0];
        assert_eq!(record.game(), Some("hex:size=6x5,swap=true"));
        assert_eq!(record.main_line().collect::<Vec<_>>(), ["a3", "swap", "f5"]);
        assert_eq!(record.ending(), Some(Ending::resigned(Player::Second)));
        let written = write(&records).unwrap();
        assert!(written.contains("RE[B+R]") && written.contains(";W[swap-pieces]"), "{written}");
        assert_eq!(read(&written).unwrap()[0].line, record.line);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert!(fault("nothing").ends_with("no game; one begins with \"(;GM[4]\""));
        assert!(fault("(;GM[1]SZ[19])").contains("GM[4], a game of Go-Moku, or GM[11]"));
        assert!(fault("(;GM[4]SZ[21])").ends_with("a size from 5 to 20 is expected"));
        let white = fault("(;GM[4];W[hh])");
        assert_eq!(white, "line 1, column 11: players take turns; B[…] is expected");
        assert!(fault("(;GM[4];B[pa])").ends_with("a point from aa to oo is expected"));
        assert!(fault("(;GM[4];B[hh]").ends_with("the end of the variation, \")\", is expected"));
        assert!(fault("(;GM[4];B[hh];AW[aa])").ends_with("at the beginning only"));
        let deep = format!("(;GM[4]{}", "(;B[aa]".repeat(5000));
        assert!(fault(&deep).contains("players take turns"));
        assert!(fault(&format!("(;GM[4]{}", "(".repeat(5000))).contains("too deep"));
    }
}
