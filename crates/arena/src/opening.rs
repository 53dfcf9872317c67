use std::collections::HashSet;
use std::path::Path;

use henge::erased::{DynGame, DynMatch};
use henge::search::book::Book;
use henge::{Playable, Turn, mix64};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::ArenaError;

/// How a game begins: a position, if it is not the start, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position, if it is not the game's own start.
    pub position: Option<String>,
    /// The moves and rolls that follow.
    pub moves: Vec<String>,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// So many plies by chance, others for every pair; with 0 every game begins at the start.
    Random {
        /// How many.
        plies: u32,
    },
    /// These, one after another and again from the first.
    List(Vec<Opening>),
}

impl Opening {
    /// The table at which the game goes on.
    pub fn table(&self, game: &dyn DynGame) -> Result<Box<dyn DynMatch>, ArenaError> {
        let mut table = match &self.position {
            Some(text) => game.read(text)?,
            None => game.start(),
        };
        for mv in &self.moves {
            table.play(mv)?;
        }
        Ok(table)
    }
}

impl Openings {
    /// The opening of a pair of games.
    pub fn of_pair(&self, game: &dyn DynGame, seed: u64, pair: u64) -> Opening {
        match self {
            Openings::Random { plies } => by_chance(game, *plies, seed),
            Openings::List(list) => list[(pair % list.len() as u64) as usize].clone(),
        }
    }

    /// Reads openings from a file: an opening book, of which lines by chance are taken; game records;
    /// or else one position a line, where blank lines and lines that begin with `#` are passed over.
    /// Of books and records at most `plies` are played.
    ///
    /// Each of them must be legal and leave something to play.
    pub fn read(
        playable: &Playable,
        path: &Path,
        bytes: &[u8],
        plies: Option<usize>,
    ) -> Result<Openings, ArenaError> {
        let fault = |line: usize, message: String| ArenaError::Opening {
            file: path.display().to_string(),
            line,
            message,
        };
        let game = &**playable.rules();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_other_record = extension.is_some_and(|extension| {
            ["pdn", "mat"].iter().any(|known| extension.eq_ignore_ascii_case(known))
        });
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        let mut list = Vec::new();
        if extension == Some("book") {
            let book = Book::from_bytes(bytes).and_then(|book| book.of(game.name()));
            let book = book.map_err(|error| fault(1, error.to_string()))?;
            list.extend(lines_of_book(playable, &book, plies)?.into_iter().map(|line| (1, line)));
        } else if is_other_record || first.is_some_and(|byte| b"[{".contains(byte)) {
            let records = henge::read_records(path, bytes)
                .map_err(|error| fault(error.line, error.message))?;
            for record in records {
                let most = plies.unwrap_or(usize::MAX);
                let moves = record.main_line().take(most).map(String::from).collect();
                let opening = Opening { position: record.position().map(String::from), moves };
                list.push((record.end.line, opening));
            }
        } else {
            for (n, line) in (1..).zip(String::from_utf8_lossy(bytes).lines()) {
                let text = line.trim();
                if !text.is_empty() && !text.starts_with('#') {
                    let position = Some(text.to_string());
                    list.push((n, Opening { position, moves: Vec::new() }));
                }
            }
        }
        for (line, opening) in &list {
            let table = opening.table(game).map_err(|error| fault(*line, error.to_string()))?;
            if let Turn::Over(_) = table.turn() {
                let message =
                    "the game is over after this opening; fewer plies leave something to play";
                return Err(fault(*line, message.into()));
            }
        }
        if list.is_empty() {
            return Err(fault(
                1,
                "no opening; a position a line, game records or a book are expected".into(),
            ));
        }
        Ok(Openings::List(list.into_iter().map(|(_, opening)| opening).collect()))
    }
}

/// So many different lines of a book are enough.
const MOST_LINES: usize = 1000;
/// How long lines of a book are, if nothing is said.
const BOOK_PLIES: usize = 8;

/// Different lines by chance along positions that a book knows. A line is shorter where the book ends.
fn lines_of_book(
    game: &Playable,
    book: &Book,
    plies: Option<usize>,
) -> Result<Vec<Opening>, ArenaError> {
    let missing = || ArenaError::Plan(format!("{} has no opening books", game.rules().name()));
    let books = game.books().ok_or_else(missing)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let (mut seen, mut lines) = (HashSet::new(), Vec::new());
    // A narrow book has few lines, which come again and again.
    for _ in 0..4 * MOST_LINES {
        let mut table = game.rules().start();
        for _ in 0..plies.unwrap_or(BOOK_PLIES) {
            let moves = books.moves(book, &*table)?;
            if moves.is_empty() {
                break;
            }
            table.play(&moves[rng.random_range(0..moves.len())].0)?;
            if let Turn::Over(_) = table.turn() {
                table.undo();
                break;
            }
        }
        let moves = table.history();
        if !moves.is_empty() && seen.insert(moves.clone()) {
            lines.push(Opening { position: None, moves });
        }
        if lines.len() == MOST_LINES {
            break;
        }
    }
    Ok(lines)
}

/// Plies by chance; the last one that does not end the game, if it is over before.
fn by_chance(game: &dyn DynGame, plies: u32, seed: u64) -> Opening {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(!seed));
    let mut table = game.start();
    for _ in 0..plies {
        let moves = table.moves();
        let mv = match table.turn() {
            Turn::Chance => henge::table::roll(&moves, &mut rng).expect("some roll falls"),
            _ => &moves[rng.random_range(0..moves.len())],
        };
        table.play(&mv.text).expect("it is one of the legal moves");
        if let Turn::Over(_) = table.turn() {
            table.undo();
            break;
        }
    }
    Opening { position: None, moves: table.history() }
}
