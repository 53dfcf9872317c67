//! Everything in henge that reads what others have written, as functions from any bytes to nothing.
//!
//! Each of them hands the bytes to a real reader and looks whether the answer makes sense: what is
//! refused is refused with a reason and at a place that exists, and what is taken is written and read
//! again without loss. The fuzz targets of `fuzz/` run these functions for hours; the test of this
//! crate runs the inputs in `fuzz/corpus` and some thousand mutations of them in seconds.
//!
//! Files with a checksum are tried twice: as they are, and with the checksum [mended](mend), as
//! nobody would get past it by chance.

mod bytes;
mod lines;
pub mod mend;
mod mutate;
mod tables;
mod texts;
mod web;

pub use bytes::{checkpoints, contest};
pub use mutate::mutated;
pub use tables::{GAMES, game_at};

/// Something that reads.
#[derive(Clone, Copy)]
pub struct Reader {
    /// The name of the fuzz target, and of the folder with its inputs.
    pub name: &'static str,
    /// What is read, in a few words.
    pub what: &'static str,
    /// Reads any bytes; panics if a reader does not do what it should.
    pub read: fn(&[u8]),
}

/// All readers.
pub const READERS: &[Reader] = &[
    reader("record", "game records", texts::record),
    reader("pdn", "games of draughts in PDN", texts::pdn),
    reader("mat", "matches of backgammon in .mat", texts::mat),
    reader("othello", "games and positions of Othello", texts::othello),
    reader("go_moku", "games of Go-Moku and Hex in SGF, .psq and links", texts::go_moku),
    reader("openings", "openings: positions, records, books", texts::openings),
    reader("game_file", "games in TOML", texts::game_file),
    reader("scenario", "worlds of robots in TOML", texts::scenario),
    reader("recording", "recorded runs of robots", texts::recording),
    reader("lineup", "line-ups of robots", texts::lineup),
    reader("experiment", "experiments in TOML", texts::experiment),
    reader("strategies", "strategy sets of gammon in TOML", texts::strategies),
    reader("templates", "templates of gammon in TOML", texts::templates),
    reader("kuttner", "the table and the entries of kuttner1972", texts::kuttner),
    reader("game_spec", "names of games with options", texts::game_spec),
    reader("bot_spec", "names of bots with options", texts::bot_spec),
    reader("position", "positions of every game", tables::position),
    reader("backgammon_id", "XGID, Position ID and Match ID", tables::backgammon_id),
    reader("moves", "moves of every game", tables::moves),
    reader("compose", "pieces put on any board", tables::compose),
    reader("hub", "lines of the Hub protocol", lines::hub),
    reader("robots_protocol", "lines of client robots", lines::robots_protocol),
    reader("external", "answers of external players", lines::external),
    reader("gnubg", "answers of GNU Backgammon", lines::gnubg),
    reader("gier", "what is typed to GIER", lines::gier),
    reader("tutor", "what is typed to the gammon tutor", lines::tutor),
    reader("job", "jobs of a contest, and plans", lines::job),
    reader("web", "bodies of requests to the server", web::bodies),
    reader("weights", "learned coefficients and tables", bytes::weights),
    reader("net", "nets", bytes::net),
    reader("patterns", "weights of draughts", bytes::patterns),
    reader("othello_weights", "weights of Othello", bytes::othello_weights),
    reader("book", "opening books", bytes::book),
    reader("proof", "proofs", bytes::proof),
    reader("parts", "checkpoints of solving", bytes::parts),
    reader("training", "checkpoints of learning", bytes::training),
    reader("journal", "journals of contests", bytes::journal),
    reader("endings", "tables of endings in draughts", bytes::endings),
    reader("bear_off", "tables of bearing off", bytes::bear_off),
    reader("data", "data sets", bytes::data),
];

const fn reader(name: &'static str, what: &'static str, read: fn(&[u8])) -> Reader {
    Reader { name, what, read }
}

/// The reader of that name.
pub fn named(name: &str) -> Option<Reader> {
    READERS.iter().copied().find(|reader| reader.name == name)
}

/// The bytes as text, if they are some: what is read from files and lines as text is refused before
/// it comes to a reader otherwise.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Says that somebody refused something for a reason.
fn refused(reason: impl std::fmt::Display) {
    assert!(!reason.to_string().trim().is_empty(), "refused without a reason");
}
