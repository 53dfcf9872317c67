//! Positions with results in a file, for henge and for other programs.
//!
//! A data set is JSON lines. The first line says what the others are and where they come from; each
//! line after it is a position in which a player was to move; the last line counts them and has a
//! checksum, so that a file that was cut off is told from one that is whole.
//!
//! ```text
//! {"schema":"henge-data 1","game":"connect-four:size=7x6","features":"cells","n_features":85,…}
//! {"game":0,"ply":4,"position":"…","result":1.0,"score":35,"i":[0,7,42],"x":[1.0,1.0,1.0]}
//! …
//! {"end":true,"games":100,"positions":2718,"crc32":"1c291ca3"}
//! ```
//!
//! Files are written and read line by line; neither side holds more than one.

use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::logistic::{Coefficients, Fit, Samples, fit};
use crate::net::file::crc32_on;

/// What the first line of a file says it is.
pub const SCHEMA: &str = "henge-data 1";

/// The first line: what follows, and where it comes from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: String,
    /// The game with its options.
    pub game: String,
    /// The set of features.
    pub features: String,
    /// How many features it has.
    pub n_features: usize,
    /// Who played, in the first seat and in the second.
    pub players: [String; 2],
    /// How many games were to be played.
    pub games: u64,
    /// Where random numbers started.
    pub seed: u64,
    /// The most moves by chance at the beginning of a game.
    pub opening: u32,
    /// The share of moves by chance after it.
    pub explore: f32,
    /// The program that wrote it.
    pub version: String,
    /// The columns of the other lines, each with what it means.
    pub columns: Vec<(String, String)>,
}

/// A line: a position in which a player was to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The number of its game, from 0.
    pub game: u64,
    /// Moves before it.
    pub ply: u32,
    /// The position as text.
    pub position: String,
    /// How the game ended for the player to move: 1 won, 0.5 drawn, 0 lost.
    pub result: f32,
    /// What whoever played thought of it, for the player to move; nothing if he said nothing.
    pub score: Option<i32>,
    /// What the player to move won, or lost if negative, where that was more than a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// The features that are not zero.
    pub i: Vec<u32>,
    /// Their values.
    pub x: Vec<f32>,
}

/// The columns of a [`Row`], for the header.
pub fn columns() -> Vec<(String, String)> {
    let column = |name: &str, means: &str| (name.to_string(), means.to_string());
    vec![
        column("game", "number of the game, from 0"),
        column("ply", "moves before the position"),
        column("position", "the position as text"),
        column("result", "for the player to move: 1 won, 0.5 drawn, 0 lost"),
        column("score", "of the bot that moved, for the player to move; null if it had none"),
        column("points", "won by the player to move, or lost; only where it was more than one"),
        column("i", "numbers of the features that are not zero"),
        column("x", "their values"),
    ]
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Footer {
    end: bool,
    games: u64,
    positions: u64,
    crc32: String,
}

/// Why a file is no data set, or not this one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DataError {
    /// The system says no.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A line is wrong.
    #[error("line {line}: {why}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// It stops without its last line.
    #[error("the file ends after {0} lines without the line that counts them: it was cut off")]
    CutOff(u64),
}

/// Writes a data set, line by line.
pub struct Writer<W: Write> {
    to: W,
    crc: u32,
    positions: u64,
}

impl<W: Write> Writer<W> {
    /// Begins with the header.
    pub fn new(to: W, header: &Header) -> Result<Writer<W>, DataError> {
        let mut writer = Writer { to, crc: 0, positions: 0 };
        writer.line(&serde_json::to_string(header).expect("plain numbers and texts"))?;
        Ok(writer)
    }

    fn line(&mut self, text: &str) -> Result<(), DataError> {
        for part in [text.as_bytes(), b"\n"] {
            self.crc = crc32_on(self.crc, part);
            self.to.write_all(part)?;
        }
        Ok(())
    }

    /// Adds a position.
    pub fn add(&mut self, row: &Row) -> Result<(), DataError> {
        self.positions += 1;
        self.line(&serde_json::to_string(row).expect("plain numbers and texts"))
    }

    /// Positions so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Ends the file, after so many games.
    pub fn finish(mut self, games: u64) -> Result<W, DataError> {
        let crc32 = format!("{:08x}", self.crc);
        let footer = Footer { end: true, games, positions: self.positions, crc32 };
        self.line(&serde_json::to_string(&footer).expect("plain numbers and texts"))?;
        self.to.flush()?;
        Ok(self.to)
    }
}

/// Reads a data set, line by line.
pub struct Reader<R> {
    from: R,
    header: Header,
    line: String,
    number: u64,
    crc: u32,
    positions: u64,
    games: Option<u64>,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    pub fn new(from: R) -> Result<Reader<R>, DataError> {
        let header = Header {
            schema: String::new(),
            game: String::new(),
            features: String::new(),
            n_features: 0,
            players: [String::new(), String::new()],
            games: 0,
            seed: 0,
            opening: 0,
            explore: 0.0,
            version: String::new(),
            columns: Vec::new(),
        };
        let (line, number, crc, positions, games) = (String::new(), 0, 0, 0, None);
        let mut reader = Reader { from, header, line, number, crc, positions, games };
        if !reader.next_line()? {
            return Err(DataError::CutOff(0));
        }
        let header: Header = serde_json::from_str(&reader.line)
            .map_err(|error| reader.wrong(format!("not the header of a data set: {error}")))?;
        if header.schema != SCHEMA {
            return Err(reader.wrong(format!("schema {:?}; {SCHEMA:?} is read", header.schema)));
        }
        reader.pass();
        reader.header = header;
        Ok(reader)
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many games there were; known at the end.
    pub fn games(&self) -> Option<u64> {
        self.games
    }

    fn wrong(&self, why: String) -> DataError {
        DataError::Line { line: self.number, why }
    }

    fn next_line(&mut self) -> Result<bool, DataError> {
        self.line.clear();
        self.number += 1;
        let n = self.from.read_line(&mut self.line)?;
        Ok(n > 0 && self.line.ends_with('\n'))
    }

    /// The line counts for the checksum.
    fn pass(&mut self) {
        self.crc = crc32_on(self.crc, self.line.as_bytes());
    }

    /// The next position, or nothing at the end of a file that is whole.
    pub fn next_row(&mut self) -> Result<Option<Row>, DataError> {
        if self.games.is_some() {
            return Ok(None);
        }
        if !self.next_line()? {
            return Err(DataError::CutOff(self.number - 1));
        }
        if self.line.starts_with("{\"end\"") {
            return self.end().map(|()| None);
        }
        let row: Row =
            serde_json::from_str(&self.line).map_err(|error| self.wrong(error.to_string()))?;
        let n = self.header.n_features;
        if row.i.len() != row.x.len() {
            return Err(self.wrong("i and x are not equally long".into()));
        }
        if let Some(i) = row.i.iter().find(|&&i| i as usize >= n) {
            return Err(self.wrong(format!("feature {i}; there are {n}, from 0")));
        }
        if !(0.0..=1.0).contains(&row.result) || row.x.iter().any(|x| !x.is_finite()) {
            return Err(self.wrong("a result is from 0 to 1, and features are numbers".into()));
        }
        self.pass();
        self.positions += 1;
        Ok(Some(row))
    }

    fn end(&mut self) -> Result<(), DataError> {
        let footer: Footer =
            serde_json::from_str(&self.line).map_err(|error| self.wrong(error.to_string()))?;
        let found = format!("{:08x}", self.crc);
        if footer.crc32 != found {
            let why = format!("damaged: the checksum is {found}, and {} stands here", footer.crc32);
            return Err(self.wrong(why));
        }
        if footer.positions != self.positions {
            let why = format!("{} positions, not {}", self.positions, footer.positions);
            return Err(self.wrong(why));
        }
        if self.next_line()? || !self.line.is_empty() {
            return Err(self.wrong("something follows where the file should end".into()));
        }
        self.games = Some(footer.games);
        Ok(())
    }
}

/// What a position of a file should teach.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target {
    /// How its game ended.
    Result,
    /// What whoever played thought of it: his grades. Scores of bots have scales of their own, so
    /// that they are first made chances by a fit to the results.
    Score,
    /// A mixture: this share of the result, and the rest of the score.
    Mixed(f32),
}

/// A position that somebody else has played or graded.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The number of its game; the positions of a game stand together, in their order.
    pub game: u64,
    /// The position as text.
    pub position: String,
    /// What the chance of the player to move should be; nothing where nobody moves, or where nobody
    /// knows.
    pub target: Option<f32>,
    /// How many points that player won, or lost if negative, where that is known.
    pub points: Option<i32>,
}

/// Positions to learn from in place of games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Examples {
    /// How many games they are from.
    pub games: u64,
    /// The positions, game after game.
    pub list: Vec<Example>,
}

/// All positions of a file; those without a score are left out where scores are asked for.
pub fn examples<R: BufRead>(reader: &mut Reader<R>, target: Target) -> Result<Examples, DataError> {
    let (mut list, mut grades) = (Vec::new(), Vec::new());
    while let Some(row) = reader.next_row()? {
        let Row { game, position, result, score, points, .. } = row;
        if target != Target::Result && score.is_none() {
            continue;
        }
        grades.push((score.unwrap_or_default(), result));
        // A grade is no number of points.
        let points = points.filter(|_| target == Target::Result);
        list.push(Example { game, position, target: Some(result), points });
    }
    let games = reader.games().unwrap_or_default();
    let share = match target {
        Target::Result => return Ok(Examples { games, list }),
        Target::Score => 0.0,
        Target::Mixed(share) => share,
    };
    for ((example, chance), (_, result)) in list.iter_mut().zip(chances_of(&grades)).zip(&grades) {
        example.target = Some(share * result + (1.0 - share) * chance);
    }
    Ok(Examples { games, list })
}

/// The largest score that counts as an estimate of its own size; a win in sight is no larger.
const MOST_SCORE: i32 = 2_000;

/// What scores mean as chances, by the one coefficient that fits the results best.
fn chances_of(grades: &[(i32, f32)]) -> Vec<f32> {
    let size = |score: i32| score.clamp(-MOST_SCORE, MOST_SCORE) as f32 / 100.0;
    let mut scale = Samples::default();
    for &(score, result) in grades {
        scale.push([(0, size(score))], result);
    }
    let fitted = fit(&scale, 1, None, Fit { hold_out: 0, ..Fit::default() }, &mut |_, _| true);
    let scale = Coefficients::new(1, Some(&fitted.weights));
    grades.iter().map(|&(score, _)| scale.chance(&[(0, size(score))])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            schema: SCHEMA.into(),
            game: "ring".into(),
            features: "sites".into(),
            n_features: 3,
            players: ["random".into(), "random".into()],
            games: 1,
            seed: 1,
            opening: 0,
            explore: 0.0,
            version: "0".into(),
            columns: columns(),
        }
    }

    fn row(result: f32, score: i32) -> Row {
        Row {
            game: 0,
            ply: 1,
            position: "…".into(),
            result,
            score: Some(score),
            points: None,
            i: vec![0, 2],
            x: vec![1.0, -0.5],
        }
    }

    fn written() -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), &header()).expect("memory takes all");
        for (result, score) in [(1.0, 200), (0.0, -200), (1.0, 100), (0.5, 0)] {
            writer.add(&row(result, score)).expect("memory takes all");
        }
        writer.finish(1).expect("memory takes all")
    }

    fn read(bytes: &[u8]) -> Result<Vec<Row>, DataError> {
        let mut reader = Reader::new(bytes)?;
        let mut rows = Vec::new();
        while let Some(row) = reader.next_row()? {
            rows.push(row);
        }
        Ok(rows)
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let rows = read(&written()).expect("a whole file");
        assert_eq!((rows.len(), &rows[0]), (4, &row(1.0, 200)));
        let bytes = written();
        let mut reader = Reader::new(&bytes[..]).expect("a header");
        assert_eq!(reader.header(), &header());
        let found = examples(&mut reader, Target::Result).expect("rows");
        assert_eq!((found.list.len(), found.games), (4, 1));
    }

    #[test]
    fn what_is_cut_off_damaged_or_foreign_is_refused() {
        let whole = written();
        for n in 0..whole.len() {
            assert!(read(&whole[..n]).is_err(), "cut after {n} bytes");
        }
        let text = String::from_utf8(whole).expect("JSON is text");
        let wrong = |from: &str, to: &str| {
            read(text.replacen(from, to, 1).as_bytes()).expect_err(to).to_string()
        };
        assert!(wrong("\"ply\":1", "\"ply\":2").contains("damaged"));
        assert!(wrong("[0,2]", "[0,3]").contains("line 2: feature 3; there are 3, from 0"));
        assert!(wrong("[0,2]", "[0]").contains("not equally long"));
        assert!(wrong("henge-data 1", "henge-data 9").contains("schema"));
        assert!(wrong("\"result\":1.0", "\"result\":7.0").contains("from 0 to 1"));
        assert!(read(b"").is_err());
        assert!(read(format!("{text}more\n").as_bytes()).is_err());
    }

    #[test]
    fn scores_become_chances_by_what_they_led_to() {
        let grades: Vec<(i32, f32)> =
            (0..2000).map(|i| if i % 4 == 0 { (100, 0.0) } else { (100, 1.0) }).collect();
        let chances = chances_of(&grades);
        assert!((chances[0] - 0.75).abs() < 0.02, "{}", chances[0]);
        let bytes = written();
        let mut reader = Reader::new(&bytes[..]).expect("a header");
        let found = examples(&mut reader, Target::Mixed(0.5)).expect("rows").list;
        assert_eq!(found.len(), 4);
        let first = found[0].target.expect("a score and a result");
        assert!((0.5..1.0).contains(&first), "{first}");
    }
}
