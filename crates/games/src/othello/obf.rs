//! Positions in the Othello Board Format (`.obf`), as collections of endgames keep them.
//!
//! ```text
//! % a comment
//! O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; a2:+38; b1:+0;
//! ```
//!
//! A line is the squares from a1 to h8, the side to move, and moves with what they are worth in discs to that
//! side, as far as they are known. The board is always eight by eight.

use henge_core::record::{Place, Record, RecordError};
use henge_core::{Game, Notation, Turn};

use super::rules::{Move, Othello, Position};
use super::transcript::{Played, size};

/// A position with what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The position.
    pub position: Position<u64>,
    /// Moves with their worth in discs to the player to move.
    pub moves: Vec<(Move, i32)>,
}

/// Reads all positions of a text with their lines.
pub fn read(text: &str) -> Result<Vec<(usize, Known)>, RecordError> {
    let game = Othello::<u64>::default();
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.split('%').next().unwrap_or_default();
        if line.trim().is_empty() {
            continue;
        }
        found.push((number, read_line(&game, line, number)?));
    }
    Ok(found)
}

fn read_line(game: &Othello<u64>, line: &str, number: usize) -> Result<Known, RecordError> {
    let mut column = 1;
    let mut parts = line.split(';').map(|part| {
        let place = Place { line: number, column };
        column += part.chars().count() + 1;
        (place, part.trim())
    });
    let (place, board) = parts.next().unwrap_or((Place { line: number, column: 1 }, ""));
    let wrong = |place: Place, message: String| RecordError::new(place, message);
    let position = game.read_position(board).map_err(|error| wrong(place, error.to_string()))?;
    let mut moves = Vec::new();
    for (place, part) in parts.filter(|(_, part)| !part.is_empty()) {
        let expected = "a move and its worth in discs are expected, as in \"a2:+38\"";
        let (mv, worth) = part.split_once(':').ok_or_else(|| wrong(place, expected.into()))?;
        let mv = game.read_move(&position, mv.trim());
        let mv = mv.map_err(|error| wrong(place, error.to_string()))?;
        let worth = worth.trim().trim_start_matches('+').parse::<i32>().ok();
        let worth = worth.filter(|worth| (-64..=64).contains(worth));
        moves.push((mv, worth.ok_or_else(|| wrong(place, expected.into()))?));
    }
    Ok(Known { position, moves })
}

/// Writes positions, one a line.
pub fn write(positions: &[Known]) -> String {
    let game = Othello::<u64>::default();
    let line = |known: &Known| {
        let [board] = &game.foreign_positions(&known.position)[..] else { return String::new() };
        let moves = known
            .moves
            .iter()
            .map(|&(mv, worth)| format!(" {}:{worth:+};", game.write_move(&known.position, mv)));
        format!("{board};{}\n", moves.collect::<String>())
    };
    positions.iter().map(line).collect()
}

/// Reads positions as records without moves; what moves are worth becomes a comment.
pub fn read_records(text: &str) -> Result<Vec<Record>, RecordError> {
    let game = Othello::<u64>::default();
    let record = |(line, known): (usize, Known)| {
        let mut played = Played::from(&game, known.position);
        let worth = known
            .moves
            .iter()
            .map(|&(mv, worth)| format!("{} {worth:+}", game.write_move(&known.position, mv)));
        let worth: Vec<String> = worth.collect();
        played.record.line.comment = (!worth.is_empty()).then(|| worth.join(", "));
        played.record.end = Place { line, column: 1 };
        played.finish()
    };
    let records: Vec<Record> = read(text)?.into_iter().map(record).collect();
    match records.is_empty() {
        true => {
            let place = Place { line: 1, column: 1 };
            Err(RecordError::new(place, "no position; one is 64 squares and X or O to move"))
        }
        false => Ok(records),
    }
}

/// Writes the position at the end of each record, with the comment that [`read_records`] made of what moves
/// are worth; none if a record is of another game, or has a move that is not legal.
pub fn write_records(records: &[Record]) -> Option<String> {
    let game = Othello::<u64>::default();
    let mut positions = Vec::new();
    for record in records {
        (size(record.game()?)? == 8).then_some(())?;
        let mut position = match record.position() {
            Some(text) => game.read_position(text).ok()?,
            None => game.start(),
        };
        for text in record.main_line() {
            let mv = game.read_move(&position, text).ok()?;
            game.play(&mut position, mv);
        }
        let worth = record.line.comment.as_deref().filter(|_| record.line.nodes.is_empty());
        let known = |part: &str| -> Option<(Move, i32)> {
            let (mv, worth) = part.trim().split_once(' ')?;
            Some((game.read_move(&position, mv).ok()?, worth.parse().ok()?))
        };
        let moves = match game.turn(&position) {
            Turn::Player(_) => worth.unwrap_or_default().split(',').map_while(known).collect(),
            _ => Vec::new(),
        };
        positions.push(Known { position, moves });
    }
    Some(write(&positions))
}
