//! Games as a row of squares, as people print and send them: `f5d6c3d3c4f4f6`, one game a line.
//!
//! Letters may be large or small, squares may stand apart, and passes may be written (`pass`, `pa`, `ps`, `--`) or
//! left out, since they follow from the board. Lines that begin with `#` or `%` are passed over. The game
//! is always the one on eight by eight squares, from the usual start.

use henge_core::record::{Node, Place, Record, RecordError};
use henge_core::{Game, Notation, Turn};

use super::rules::{Move, Othello, Position};
use super::word::Word;

/// A game that is being read, move by move.
pub(super) struct Played<'a, W: Word> {
    pub game: &'a Othello<W>,
    pub pos: Position<W>,
    pub record: Record,
}

impl<'a, W: Word> Played<'a, W> {
    /// From a position on.
    pub fn from(game: &'a Othello<W>, pos: Position<W>) -> Self {
        let mut record = Record::default();
        record.set_tag("Game", name(game));
        if pos != game.start() {
            record.set_tag("Position", game.write_position(&pos));
        }
        Played { game, pos, record }
    }

    /// Plays what a text says, with a pass before it if there is one that nobody has written.
    pub fn play(&mut self, text: &str, place: Place) -> Result<(), RecordError> {
        let mv = self.game.any_move(text);
        let must_pass = self.game.moves(&self.pos).eq([Move::PASS]);
        if must_pass && mv.is_some_and(|mv| mv != Move::PASS) {
            self.push(Move::PASS, place);
        }
        let mv = self.game.read_move(&self.pos, text);
        let mv = mv.map_err(|error| RecordError::new(place, error.to_string()))?;
        self.push(mv, place);
        Ok(())
    }

    fn push(&mut self, mv: Move, place: Place) {
        let text = self.game.write_move(&self.pos, mv);
        self.record.line.nodes.push(Node { place, ..Node::new(text) });
        self.game.play(&mut self.pos, mv);
    }

    /// The record, with the result that the board shows.
    pub fn finish(mut self) -> Record {
        if let Turn::Over(outcome) = self.game.turn(&self.pos) {
            self.record.result = Some(outcome);
        }
        self.record
    }
}

/// The name of a game with its option.
pub(super) fn name<W: Word>(game: &Othello<W>) -> String {
    match game.size() {
        8 => "othello".into(),
        size => format!("othello:size={size}"),
    }
}

/// The size of the board that the name of a game says; none if it is another game.
pub(super) fn size(name: &str) -> Option<u32> {
    match name.strip_prefix("othello")? {
        "" => Some(8),
        rest => rest.strip_prefix(":size=")?.parse().ok(),
    }
}

/// Reads all games of a text.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let game = Othello::<u64>::default();
    let mut records = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let first = line.trim_start().chars().next();
        if first.is_none_or(|sign| matches!(sign, '#' | '%')) {
            continue;
        }
        let mut played = Played::from(&game, game.start());
        for (column, word) in words(line) {
            played.play(word, Place { line: number, column })?;
        }
        played.record.end = Place { line: number, column: line.chars().count() + 1 };
        records.push(played.finish());
    }
    match records.is_empty() {
        true => {
            let place = Place { line: 1, column: 1 };
            Err(RecordError::new(place, "no game; one is a row of squares such as f5d6c3"))
        }
        false => Ok(records),
    }
}

/// The squares and passes of a line with their columns, counted from 1.
fn words(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut starts = line.char_indices().enumerate().peekable();
    while let Some((column, (at, sign))) = starts.next() {
        if sign.is_whitespace() {
            continue;
        }
        // A square is a letter and a digit; anything else goes on to the next blank.
        let square = matches!(line.as_bytes()[at..], [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', ..]);
        let pair = square || line[at..].starts_with("--");
        let rest = &line[at..];
        let end = if pair {
            2
        } else {
            rest.find(char::is_whitespace).unwrap_or(rest.len()).min(pass_length(rest))
        };
        words.push((column + 1, &rest[..end]));
        while starts.peek().is_some_and(|(_, (next, _))| *next < at + end) {
            starts.next();
        }
    }
    words
}

/// How many bytes a pass at the beginning of a text has; all of it if there is none.
fn pass_length(text: &str) -> usize {
    let lower = text.to_ascii_lowercase();
    let known = ["pass", "pa", "ps"].into_iter().find(|pass| lower.starts_with(pass));
    known.map_or(text.len(), str::len)
}

/// Writes games, one a line and without passes; none if one of them is not on the usual board or did not
/// begin at the start.
pub fn write(records: &[Record]) -> Option<String> {
    let line = |record: &Record| {
        (size(record.game()?)? == 8 && record.position().is_none()).then_some(())?;
        let squares = record.main_line().filter(|mv| mv.len() == 2);
        Some(squares.collect::<String>() + "\n")
    };
    records.iter().map(line).collect()
}
