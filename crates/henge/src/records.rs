//! Files of games in the forms that people keep them in.

use std::path::Path;

use henge_bots::file::{MOST_BYTES, read_file};
use henge_core::erased::DynMatch;
use henge_core::record::{self, Record, RecordError};
use henge_games::backgammon::mat;
use henge_games::draughts::pdn;
use henge_games::othello::{ggf, obf, transcript};
use henge_games::positional::{psq, sgf};
use thiserror::Error;

use crate::Playable;

/// The form of a file of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordForm {
    /// henge's own, for all games: `.henge`.
    Henge,
    /// The Portable Draughts Notation: `.pdn`.
    Pdn,
    /// Matches of backgammon: `.mat`.
    Mat,
    /// Games of Othello as servers keep them: `.ggf`.
    Ggf,
    /// Games of Othello as rows of squares: `.trn`.
    Transcript,
    /// Positions of Othello with what their moves are worth: `.obf`.
    Obf,
    /// Games of Go-Moku and Hex in the Smart Game Format: `.sgf`.
    Sgf,
    /// Games of Go-Moku as Piskvork keeps them: `.psq`.
    Psq,
}

/// The forms that are for some games only, with how the names of their files end.
const OF_SOME_GAMES: [(RecordForm, &str, &[&str]); 7] = [
    (RecordForm::Pdn, "pdn", &["draughts"]),
    (RecordForm::Mat, "mat", &["backgammon"]),
    (RecordForm::Ggf, "ggf", &["othello"]),
    (RecordForm::Transcript, "trn", &["othello"]),
    (RecordForm::Obf, "obf", &["othello"]),
    (RecordForm::Sgf, "sgf", &["go-moku", "hex"]),
    (RecordForm::Psq, "psq", &["go-moku"]),
];

/// Why games cannot be written in a form.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Unwritable(String);

/// Files that end like this are something else, and a record in one would be read as that.
const OTHERS: [&str; 9] = ["toml", "json", "svg", "html", "md", "pgn", "book", "db", "endings"];

impl RecordForm {
    /// The form that the name of a file says. A name without an ending that is known is for henge's own
    /// form; one that says something else is refused.
    pub fn of(path: &Path) -> Result<RecordForm, Unwritable> {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some(ending) if OTHERS.contains(&ending) => Err(Unwritable(format!(
                "games are not written to .{ending} files; .henge is for all games, .pdn for draughts, \
                 .mat for backgammon, .ggf, .trn and .obf for othello, .sgf for go-moku and hex, and \
                 .psq for go-moku"
            ))),
            Some(ending) => {
                let known = OF_SOME_GAMES.iter().find(|(_, known, _)| *known == ending);
                Ok(known.map_or(RecordForm::Henge, |(form, ..)| *form))
            }
            None => Ok(RecordForm::Henge),
        }
    }

    /// How the names of such files end.
    pub fn ending(self) -> &'static str {
        self.of_some_games().map_or("henge", |(_, ending, _)| *ending)
    }

    fn of_some_games(self) -> Option<&'static (RecordForm, &'static str, &'static [&'static str])> {
        OF_SOME_GAMES.iter().find(|(form, ..)| *form == self)
    }

    /// Can games of this name be written in this form?
    pub fn check(self, game: &str) -> Result<(), Unwritable> {
        let right = "a name that ends with .henge is for all games";
        let slug = game.split(':').next().unwrap_or_default();
        let Some((.., only)) = self.of_some_games().filter(|(.., only)| !only.contains(&slug))
        else {
            return Ok(());
        };
        let (ending, only) = (self.ending(), only.join(" and "));
        Err(Unwritable(format!("a .{ending} file is for games of {only} only; {right}")))
    }

    /// Writes games as the text of a file; [`read_records`] gives the same games back, or they are not
    /// written.
    pub fn write(self, records: &[Record]) -> Result<String, Unwritable> {
        let right = "; a name that ends with .henge is for all games";
        for record in records {
            self.check(record.game().unwrap_or_default())?;
        }
        let text = match self {
            RecordForm::Henge => return Ok(record::write(records)),
            RecordForm::Pdn => pdn::write(records).ok_or_else(|| {
                Unwritable(format!("there is no such variant of draughts in PDN{right}"))
            })?,
            RecordForm::Mat => {
                mat::write(records).map_err(|error| Unwritable(format!("{error}{right}")))?
            }
            RecordForm::Ggf => ggf::write(records).ok_or_else(|| {
                Unwritable(format!("a .ggf file is for games whose moves are legal{right}"))
            })?,
            RecordForm::Transcript => transcript::write(records).ok_or_else(|| {
                Unwritable(format!(
                    "a .trn file is for games on 8×8 squares from the usual start{right}"
                ))
            })?,
            RecordForm::Sgf => sgf::write(records).ok_or_else(|| {
                Unwritable(format!("a .sgf file is for moves that are sites of the board{right}"))
            })?,
            RecordForm::Psq => psq::write(records).ok_or_else(|| {
                Unwritable(format!("a .psq file is for games that begin on the empty board{right}"))
            })?,
            // Of a game only the position remains.
            RecordForm::Obf => {
                return obf::write_records(records).ok_or_else(|| {
                    Unwritable(format!("a .obf file is for positions on 8×8 squares{right}"))
                });
            }
        };
        let back = read_as(self, text.as_bytes());
        let same = back.is_ok_and(|back| {
            back.len() == records.len() && back.iter().zip(records).all(|(a, b)| self.keeps(a, b))
        });
        match same {
            true => Ok(text),
            false => Err(Unwritable(format!(
                "a .{} file would not hold these games as they are{right}",
                self.ending()
            ))),
        }
    }

    /// Do both records have the same rules, moves, position and result?
    fn keeps(self, a: &Record, b: &Record) -> bool {
        let played = |record: &Record| -> Option<(String, Box<dyn DynMatch>)> {
            let game = crate::Registry::standard().game_of_stranger(record.game()?, None).ok()?;
            let table = record.play(&**game.rules()).ok()?;
            Some((game.rules().name().to_string(), table))
        };
        match (played(a), played(b)) {
            (Some((name, a_table)), Some((other, b_table))) => {
                // A match of backgammon can be spelled in several ways.
                (self == RecordForm::Mat || name == other)
                    && a_table.history() == b_table.history()
                    && a_table.position() == b_table.position()
                    && a.result == b.result
            }
            _ => false,
        }
    }
}

/// Writes games for a file of that name, in the form that the name says.
pub fn write_records(path: &Path, records: &[Record]) -> Result<String, Unwritable> {
    RecordForm::of(path)?.write(records)
}

/// Reads the records of a file: henge's own, or those of one game in a file whose name ends as
/// [`RecordForm::ending`] says. Old files of these kinds may not be UTF-8; what cannot be read is replaced.
pub fn read_records(path: &Path, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    read_as(RecordForm::of(path).unwrap_or(RecordForm::Henge), bytes)
}

/// Is there a regular file of records under this name, which may be replaced by another one?
pub fn is_record(path: &Path) -> bool {
    let bytes = read_file(path, MOST_BYTES);
    bytes.is_ok_and(|bytes| read_records(path, &bytes).is_ok())
}

fn read_as(form: RecordForm, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    // A record of henge's own says of which game it is. Under a name of another form it is still one:
    // there the rules would be guessed, and Danish draughts taken for Russian.
    let is_own = bytes.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"[Game \""));
    match form {
        RecordForm::Pdn if !is_own => draughts(&String::from_utf8_lossy(bytes)),
        RecordForm::Mat if !is_own => mat::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Ggf if !is_own => ggf::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Transcript if !is_own => transcript::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Sgf if !is_own => sgf::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Psq if !is_own => psq::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Obf if !is_own => obf::read_records(&String::from_utf8_lossy(bytes)),
        _ => record::read_bytes(bytes),
    }
}

/// Games of draughts, each up to where the rules end it: people go on when nobody claims a draw.
fn draughts(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = pdn::read(text)?;
    // Most files are about one game, which takes longer to make than its records to read.
    let mut made: Option<(String, Option<Playable>)> = None;
    for record in &mut records {
        let Some(name) = record.game().map(String::from) else { continue };
        if made.as_ref().is_none_or(|(known, _)| *known != name) {
            let game = crate::Registry::standard().game_of_stranger(&name, None).ok();
            made = Some((name, game));
        }
        if let Some((_, Some(game))) = &made {
            record.end_with_the_game(&**game.rules())?;
        }
    }
    Ok(records)
}
