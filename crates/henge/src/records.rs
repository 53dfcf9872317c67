//! Files of games in the forms that people keep them in.

use std::path::Path;

use henge_bots::file::{MOST_BYTES, read_file};
use henge_core::erased::DynMatch;
use henge_core::record::{self, Record, RecordError};
use henge_games::backgammon::mat;
use henge_games::draughts::pdn;
use henge_games::othello::{ggf, obf, transcript};
use henge_games::positional::{hexworld, psq, sgf};
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
    /// Games of Hex as links to HexWorld: `.hexworld`.
    HexWorld,
}

/// The forms that are for some games only, with how the names of their files end.
const OF_SOME_GAMES: [(RecordForm, &str, &[&str]); 8] = [
    (RecordForm::Pdn, "pdn", &["draughts"]),
    (RecordForm::Mat, "mat", &["backgammon"]),
    (RecordForm::Ggf, "ggf", &["othello"]),
    (RecordForm::Transcript, "trn", &["othello"]),
    (RecordForm::Obf, "obf", &["othello"]),
    (RecordForm::Sgf, "sgf", &["go-moku", "hex"]),
    (RecordForm::Psq, "psq", &["go-moku"]),
    (RecordForm::HexWorld, "hexworld", &["hex"]),
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
                 .mat for backgammon, .ggf, .trn and .obf for othello, .sgf for go-moku and hex, \
                 .psq for go-moku, and .hexworld for hex"
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

    /// The forms in which games of this name can be written, henge's own first.
    pub fn for_game(game: &str) -> Vec<RecordForm> {
        let slug = game.split(':').next().unwrap_or_default();
        let of_game = OF_SOME_GAMES.iter().filter(|(.., games)| games.contains(&slug));
        [RecordForm::Henge].into_iter().chain(of_game.map(|(form, ..)| *form)).collect()
    }

    /// The form whose files end like this.
    pub fn ending_like(ending: &str) -> Option<RecordForm> {
        let known = OF_SOME_GAMES.iter().find(|(_, known, _)| *known == ending);
        known.map(|(form, ..)| *form).or((ending == "henge").then_some(RecordForm::Henge))
    }

    /// The form of a text, as its content tells.
    pub fn of_text(text: &str) -> RecordForm {
        let text = text.trim_start_matches('\u{feff}');
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines().find(|line| !line.starts_with(['%', '#', ';'])).unwrap_or_default();
        let is_square = |pair: &[u8]| {
            matches!(pair, [column, row]
                if matches!(column.to_ascii_lowercase(), b'a'..=b'h') && row.is_ascii_digit())
        };
        let is_own = is_own(text.as_bytes());
        let has_tags = first.starts_with('[') && first.ends_with(']') && first.contains('"');
        if is_own {
            RecordForm::Henge
        } else if text.contains("(;GM[Othello]") {
            RecordForm::Ggf
        } else if text.trim_start().starts_with("(;") {
            RecordForm::Sgf
        } else if first.starts_with("Piskvorky ") {
            RecordForm::Psq
        } else if hexworld::is_link(first) {
            RecordForm::HexWorld
        } else if lines().any(|line| line.ends_with("point match")) {
            RecordForm::Mat
        } else if first.len() >= 64 && first.bytes().take(64).all(|sign| b"XO-*.xo".contains(&sign))
        {
            RecordForm::Obf
        } else if first.len() >= 8
            && first.len().is_multiple_of(2)
            && first.as_bytes().chunks(2).all(is_square)
        {
            RecordForm::Transcript
        } else if has_tags || says_draughts(first) {
            RecordForm::Pdn
        } else {
            RecordForm::Henge
        }
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
            RecordForm::HexWorld => hexworld::write(records).ok_or_else(|| {
                Unwritable(format!("a link is for games that begin on the empty board{right}"))
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

/// Reads what people have at hand: games in any form, recognised by their content, or a position of backgammon
/// as an XGID.
pub fn read_text(text: &str) -> Result<Vec<Record>, RecordError> {
    let trimmed = text.trim();
    if let Some(line) = trimmed.lines().next().filter(|line| line.trim().starts_with("XGID=")) {
        return xgid(line.trim()).map(|record| vec![record]);
    }
    read_as(RecordForm::of_text(text), text.as_bytes())
}

/// A game that begins at a position of backgammon.
fn xgid(text: &str) -> Result<Record, RecordError> {
    let fields: Vec<&str> = text.split(':').collect();
    let length = fields.get(8).and_then(|length| length.parse::<u32>().ok()).unwrap_or(0);
    let names = match length {
        0 => ["backgammon:cube=on".to_string(), "backgammon".to_string()],
        n => [format!("backgammon:length={n}"), "backgammon".to_string()],
    };
    let mut why = String::new();
    for name in names {
        let Ok(game) = crate::Registry::standard().game_of_stranger(&name, None) else { continue };
        match game.rules().read(text) {
            Ok(_) => {
                let mut record = Record::default();
                record.set_tag("Game", game.rules().name());
                record.set_tag("Position", text);
                return Ok(record);
            }
            Err(error) => why = if why.is_empty() { error.to_string() } else { why },
        }
    }
    Err(RecordError::new(record::Place { line: 1, column: 1 }, why))
}

/// Do moves of draughts stand here, as in `1. 32-28 19-23` and `1. c3-d4 b6-c5`?
fn says_draughts(line: &str) -> bool {
    let is_square = |text: &str| {
        let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
        (1..=2).contains(&text.len())
            && letters < 2
            && text.ends_with(|sign: char| sign.is_ascii_digit())
    };
    let is_move = |word: &str| {
        let mut parts = word.split(['-', 'x', ':']);
        let first = parts.next().is_some_and(is_square);
        first && word.len() > 2 && parts.all(is_square)
    };
    let words = line.split_whitespace().map(|word| word.rsplit('.').next().unwrap_or(word));
    line.starts_with("1.") && words.filter(|word| !word.is_empty()).take(2).all(is_move)
}

/// Is there a regular file of records under this name, which may be replaced by another one?
pub fn is_record(path: &Path) -> bool {
    let bytes = read_file(path, MOST_BYTES);
    bytes.is_ok_and(|bytes| read_records(path, &bytes).is_ok())
}

/// A record of henge's own says of which game it is. Under a name of another form it is still one: there the
/// rules would be guessed, and Danish draughts taken for Russian.
fn is_own(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"[Game \""))
}

fn read_as(form: RecordForm, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
    let is_own = is_own(bytes);
    match form {
        RecordForm::Pdn if !is_own => draughts(&String::from_utf8_lossy(bytes)),
        RecordForm::Mat if !is_own => mat::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Ggf if !is_own => ggf::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Transcript if !is_own => transcript::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Sgf if !is_own => sgf::read(&String::from_utf8_lossy(bytes)),
        RecordForm::Psq if !is_own => psq::read(&String::from_utf8_lossy(bytes)),
        RecordForm::HexWorld if !is_own => hexworld::read(&String::from_utf8_lossy(bytes)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_recognised_by_their_content() {
        let squares = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
        for (text, form) in [
            ("[Game \"hex\"]\n\n1. a1\n*\n", RecordForm::Henge),
            ("[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 *", RecordForm::Pdn),
            ("1. 11-15 23-19 2. 8-11 *", RecordForm::Pdn),
            ("1. c3-d4 b6-c5 *", RecordForm::Pdn),
            ("; [Event \"x\"]\n\n 3 point match\n\n Game 1\n", RecordForm::Mat),
            ("(;GM[Othello]PC[GGS/os]BO[8 --- *]B[f5];)", RecordForm::Ggf),
            ("(;FF[4]GM[11]SZ[11];B[a1])", RecordForm::Sgf),
            ("\u{feff}  (;GM[4];B[aa])", RecordForm::Sgf),
            ("Piskvorky 15x15, 11:11, 0\n8,8,0\n", RecordForm::Psq),
            ("https://hexworld.org/board/#11c1,c2:sf6", RecordForm::HexWorld),
            ("f5d6c3d3c4f4f6", RecordForm::Transcript),
            (&format!("% one\n{squares} X; f5:+0;"), RecordForm::Obf),
            ("nothing that anybody knows", RecordForm::Henge),
        ] {
            assert_eq!(RecordForm::of_text(text), form, "{text}");
        }
    }

    #[test]
    fn an_xgid_is_a_position_of_backgammon() {
        for (text, game) in [
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "backgammon:"),
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:2:0:0:7:10\n", "length=7"),
        ] {
            let records = read_text(text).expect("a position");
            let name = records[0].game().expect("a game");
            assert!(name.contains(game), "{name}");
            let game = crate::Registry::standard().game_of_stranger(name, None).expect("a game");
            assert!(records[0].play(&**game.rules()).is_ok());
        }
        assert!(read_text("XGID=nonsense").is_err());
    }
}
