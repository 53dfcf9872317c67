//! Games in the Generic Game Format (`.ggf`), in which servers and programs keep games of Othello.
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]PB[Ada]PW[Grace]RE[+2.00]TI[05:00]TY[8]
//! BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
//! B[f5/0.10/1.2]W[d6//0.3];)
//! ```
//!
//! `PB` and `PW` become the tags `First` and `Second`, `PC` becomes `Site`, `DT` becomes `Date`, `BO` the position
//! unless it is the usual one, and `RE` the result: discs as Black counts them, with `:r`, `:t` or `:l` behind
//! them for a resignation, lost time and an agreement. All other properties are kept as tags. What stands
//! behind a move is its comment.

use henge_core::record::{Place, Record, RecordError};
use henge_core::{EndedBy, Ending, Game, Notation, Outcome, Player, Turn};

use super::rules::{Othello, Position};
use super::transcript::{Played, size};
use super::word::Word;
use crate::properties::{Signs, escaped};

/// Tags that have a property of another name.
const TAGS: [(&str, &str); 4] = [("PC", "Site"), ("DT", "Date"), ("PB", "First"), ("PW", "Second")];

/// How a result says why a game has ended, if it was not on the board.
const REASONS: [(&str, EndedBy); 3] =
    [("r", EndedBy::Resignation), ("t", EndedBy::Time), ("l", EndedBy::Agreement)];

/// A property with where its value stands.
struct Property {
    name: String,
    value: String,
    place: Place,
}

/// Reads all games of a text. What stands between them, as servers count games there, is passed over.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut signs = Signs::new(text);
    let mut records = Vec::new();
    while signs.skip_to("(;") {
        let properties = properties(&mut signs)?;
        let end = signs.at;
        let wide =
            properties.iter().any(|p| p.name == "BO" && p.value.trim_start().starts_with("10"));
        let mut record = match wide {
            true => read_game::<u128>(properties, end),
            false => read_game::<u64>(properties, end),
        }?;
        record.end = end;
        records.push(record);
    }
    match records.is_empty() {
        true => Err(RecordError::new(signs.at, "no game; one begins with \"(;GM[Othello]\"")),
        false => Ok(records),
    }
}

/// The properties up to the end of a game.
fn properties(signs: &mut Signs<'_>) -> Result<Vec<Property>, RecordError> {
    let mut properties = Vec::new();
    loop {
        let place = signs.at;
        let expected = "a property such as PB[Ada] or the end of the game, \";)\", is expected";
        let wrong = || RecordError::new(place, expected);
        match signs.next().ok_or_else(wrong)? {
            ';' if signs.starts_with(")") => {
                signs.next();
                return Ok(properties);
            }
            sign if sign.is_whitespace() => {}
            sign if sign.is_ascii_alphabetic() => {
                let name = signs.name(sign).ok_or_else(wrong)?;
                let place = signs.at;
                properties.push(Property { name, value: signs.value()?, place });
            }
            _ => return Err(wrong()),
        }
    }
}

fn read_game<W: Word>(properties: Vec<Property>, end: Place) -> Result<Record, RecordError> {
    let board = properties.iter().find(|property| property.name == "BO");
    let (game, pos) = match board {
        Some(board) => read_board::<W>(board)?,
        None => {
            let game = Othello::<W>::new(8);
            let game = game.map_err(|error| RecordError::new(end, error.to_string()))?;
            (game, game.start())
        }
    };
    let mut played = Played::from(&game, pos);
    let mut result = None;
    for Property { name, value, place } in properties {
        let wrong = |message: String| RecordError::new(place, message);
        match name.as_str() {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(wrong(format!("this is a game of {value}, not of Othello")));
            }
            "GM" | "BO" => {}
            "RE" => result = Some((value, place)),
            "B" | "W" => {
                let (mv, comment) = value.split_once('/').unwrap_or((&value, ""));
                played.play(mv.trim(), place)?;
                let node = played.record.line.nodes.last_mut().expect("a move was played");
                node.comment = (!comment.is_empty()).then(|| comment.to_string());
            }
            "C" => {
                let line = &mut played.record.line;
                let at = line.nodes.last_mut().map_or(&mut line.comment, |node| &mut node.comment);
                *at = Some(match at.take() {
                    Some(before) => format!("{before}\n{value}"),
                    None => value,
                });
            }
            _ => {
                let known = TAGS.iter().find(|(property, _)| *property == name);
                played.record.set_tag(known.map_or(&*name, |(_, tag)| *tag), value);
            }
        }
    }
    let mut record = played.finish();
    if let Some((text, place)) = result.filter(|_| record.result.is_none()) {
        read_result(&mut record, &text, place)?;
    }
    Ok(record)
}

/// `8 ---…--- *`, with or without blanks between rows.
fn read_board<W: Word>(board: &Property) -> Result<(Othello<W>, Position<W>), RecordError> {
    let wrong = |message: String| RecordError::new(board.place, message);
    let text = board.value.trim();
    let (size, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let size =
        size.parse().map_err(|_| wrong("a board begins with its size, as in \"8 \"".into()))?;
    let game = Othello::new(size).map_err(|error| wrong(error.to_string()))?;
    let mut signs: Vec<char> = rest.chars().filter(|sign| !sign.is_whitespace()).collect();
    let to_move = match signs.pop() {
        Some('*') => Player::First,
        Some('O' | 'o') => Player::Second,
        _ => return Err(wrong("a board ends with * or O for the side to move".into())),
    };
    let signs: String = signs.into_iter().collect();
    let pos = game.read_signs(&signs, to_move).map_err(|why| wrong(format!("the board: {why}")))?;
    Ok((game, pos))
}

fn read_result(record: &mut Record, text: &str, place: Place) -> Result<(), RecordError> {
    let (margin, reason) = text.split_once(':').unwrap_or((text, ""));
    if margin.trim().is_empty() || margin.trim() == "?" {
        return Ok(());
    }
    let margin: f64 = margin.trim().trim_start_matches('+').parse().map_err(|_| {
        RecordError::new(place, "a result is the discs that Black is ahead, as in \"+2.00\"")
    })?;
    let outcome = match margin {
        margin if margin > 0.0 => Outcome::win(Player::First),
        margin if margin < 0.0 => Outcome::win(Player::Second),
        _ => Outcome::Draw,
    };
    match REASONS.iter().find(|(letter, _)| *letter == reason.trim()) {
        Some(&(_, by)) => record.set_ending(Some(Ending::new(outcome, by))),
        None => record.result = Some(outcome),
    }
    Ok(())
}

/// Writes games; none if one of them is of another game or has a move that is not legal.
pub fn write(records: &[Record]) -> Option<String> {
    let game = |record: &Record| match size(record.game()?)? {
        10 => write_game(&Othello::<u128>::new(10).ok()?, record),
        size => write_game(&Othello::<u64>::new(size).ok()?, record),
    };
    records.iter().map(game).collect()
}

fn write_game<W: Word>(game: &Othello<W>, record: &Record) -> Option<String> {
    let mut text = String::from("(;GM[Othello]");
    for tag in &record.tags {
        let known = TAGS.iter().find(|(_, known)| *known == tag.name);
        let name = match (known, tag.name.as_str()) {
            (_, "Game" | "Position" | "Termination" | "TY") => continue,
            (Some((property, _)), _) => property,
            (None, name) if is_name(name) => name,
            (None, _) => continue,
        };
        text += &format!("{name}[{}]", escaped(&tag.value));
    }
    let mut pos = match record.position() {
        Some(position) => game.read_position(position).ok()?,
        None => game.start(),
    };
    let side = ['*', 'O'][pos.to_move().index()];
    let size = game.size();
    text += &format!("TY[{size}]BO[{size} {} {side}]", game.signs(&pos, ['*', 'O', '-']));
    if let Some(comment) = &record.line.comment {
        text += &format!("C[{}]", escaped(comment));
    }
    for node in &record.line.nodes {
        let mv = game.read_move(&pos, &node.mv).ok()?;
        let name = mv.square().map_or("PA".into(), Othello::<W>::square_name);
        let name = name.to_uppercase();
        let letter = ['B', 'W'][pos.to_move().index()];
        let comment = node.comment.as_deref().unwrap_or_default();
        // Estimates and times stand behind the move; words have a property of their own.
        let (behind, words) = match is_estimate(comment) {
            true => (format!("/{comment}"), String::new()),
            false if comment.is_empty() => (String::new(), String::new()),
            false => (String::new(), format!("C[{}]", escaped(comment))),
        };
        text += &format!("{letter}[{name}{behind}]{words}");
        game.play(&mut pos, mv);
    }
    text += &format!("RE[{}];)\n", write_result(game, &pos, record));
    Some(text)
}

/// Could it be the name of a property that the reader keeps as a tag?
fn is_name(name: &str) -> bool {
    let own = ["GM", "BO", "RE", "B", "W", "C"];
    let short = name.len() <= 8 && name.starts_with(|sign: char| sign.is_ascii_alphabetic());
    short && name.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !own.contains(&name)
}

/// `0.10/1.2`, where either may be missing.
fn is_estimate(comment: &str) -> bool {
    let signs = |sign: char| sign.is_ascii_digit() || "+-./:".contains(sign);
    !comment.is_empty() && comment.chars().all(signs)
}

fn write_result<W: Word>(game: &Othello<W>, pos: &Position<W>, record: &Record) -> String {
    if let Turn::Over(_) = game.turn(pos) {
        return format!("{:+}.00", game.margin(pos, Player::First));
    }
    let Some(outcome) = record.result else { return "?".into() };
    let margin = outcome.points_for(Player::First);
    let by = record.ending().map(|ending| ending.by);
    let reason = REASONS.iter().find(|(_, known)| Some(*known) == by);
    let reason = reason.map(|(letter, _)| format!(":{letter}")).unwrap_or_default();
    format!("{margin:+}.00{reason}")
}
