//! The Pentominoes players of Kuttner's thesis of 1972, in their three versions.
//!
//! - `random`: a centre by chance, then one of the orientations that fit there
//! - `search`: the same until few choices remain, then an exhaustive search to the end
//! - `guided`: above that limit the move that leaves the best position by a table that learns
//!
//! | file | subject |
//! |---|---|
//! | `neighbourhoods` | the 4096 neighbourhoods of a square and what fits into each |
//! | `random`, `search`, `guided` | how a move is found |
//! | `table` | values by (choices, centres), ripples, the file |
//! | `learn` | what a finished game teaches |
//! | `chart` | the table as a heat map |
//! | `values` | what the debugging mode printed |
//! | `pento` | the dialogue at the terminal |
//!
//! The generator of the original looked at the clock; here a seed repeats the game. A position that
//! the search finds lost is played at random, as in 1972. The original could not search deeper than
//! eight moves or with more than 3000 nodes at once; here only the limits of the task end a search,
//! and then chance chooses, as it did there.

mod chart;
mod guided;
mod learn;
mod neighbourhoods;
mod pento;
mod random;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod values;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought, table_of};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Game, Limits, Notation, Score, ScoreKind};
use henge_games::pentominoes::{Move, Pentominoes, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::trace_file;
use henge_bots::file::{MOST_BYTES, read_text};

pub use chart::{Paint, svg, text};
pub use guided::{Guided, MOST_CHOICES, guided_move};
pub use learn::{CLEAR_NODES, GameLesson, TablePlan, TableTraining, Tally, lesson, positions};
pub use neighbourhoods::{Counts, Lens, Sight, fits};
pub use pento::{Pento, Terminal};
pub use random::random_move;
pub use search::{Searched, Verdict, search};
pub use table::{
    CENTRES, CHOICES, ChoiceTable, Entry, Nearness, TOO_FEW_CENTRES, TOO_FEW_CHOICES,
    TOO_MANY_CENTRES, TOO_MANY_CHOICES, TableError, Turnout,
};
pub use values::{choices_by_square, choices_map, helpful_values};

/// The options by which the bot is named: `kuttner1972:version=search,limit=100`.
pub const PARAMS: &[Param] = &[
    Param::new(
        "version",
        "guided",
        Values::Choice(&["random", "search", "guided"]),
        "chance alone, chance until the search, or the table until the search",
    ),
    Param::new(
        "limit",
        "60",
        Values::Int { min: 0, max: 4032 },
        "search to the end with this many choices or fewer; the thesis took 100 against people",
    ),
    Param::new("table", "", Values::Input, "the file of a table; by default that of the thesis"),
    Param::new(
        "seed",
        "1",
        Values::Int { min: 0, max: u64::MAX },
        "the same seed, the same choices",
    ),
    Param::new(
        "trace",
        "",
        Values::Output,
        "a file that gets what the debugging mode printed: counts, a map of the choices, what the table says",
    ),
];

/// Which of the three programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Chance alone.
    Random,
    /// Chance, then search.
    Search,
    /// The table, then search.
    Guided,
}

/// How a move was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// By chance.
    Chance,
    /// By the table.
    Table(Guided),
    /// By searching to the end; a lost position is played by chance.
    Search(Searched),
}

/// A move and how it was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move.
    pub mv: Move,
    /// Choices and centres before it.
    pub before: Counts,
    /// How it was found.
    pub how: How,
}

/// The player of 1972.
#[derive(Clone)]
pub struct Kuttner1972 {
    name: String,
    version: Version,
    limit: u32,
    table: Arc<ChoiceTable>,
    rng: Xoshiro256PlusPlus,
    trace: Option<PathBuf>,
    has_traced: bool,
}

impl Kuttner1972 {
    /// The bot as its options describe it; reads the table.
    pub fn from_options(options: &Options) -> Result<Kuttner1972, SpecError> {
        let table = match options.text("table") {
            "" => ChoiceTable::of_1972(),
            path => {
                let read = read_table(Path::new(path));
                Arc::new(read.map_err(|why| options.wrong("table", why))?)
            }
        };
        Ok(Kuttner1972::with_table(options, table))
    }

    /// The bot as its options describe it, with a table from memory.
    pub fn with_table(options: &Options, table: Arc<ChoiceTable>) -> Kuttner1972 {
        let version = match options.text("version") {
            "random" => Version::Random,
            "search" => Version::Search,
            _ => Version::Guided,
        };
        let limit = options.int("limit").unwrap_or(60) as u32;
        let bot = Kuttner1972::new(version, limit, table, options.int("seed").unwrap_or(1));
        let trace = options.text("trace");
        let trace = (!trace.is_empty()).then(|| trace.into());
        Kuttner1972 { name: options.name(), trace, ..bot }
    }

    /// A version with its limit, table and seed.
    pub fn new(version: Version, limit: u32, table: Arc<ChoiceTable>, seed: u64) -> Kuttner1972 {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (name, trace) = ("kuttner1972".into(), None);
        Kuttner1972 { name, version, limit, table, rng, trace, has_traced: false }
    }

    /// Finds a move; `None` if there is none.
    pub fn find(
        &mut self,
        game: &Pentominoes,
        pos: &Position,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Option<BestMove> {
        let lens = Lens::new(game);
        let sight = lens.look(pos);
        let before = sight.counts();
        let mut how = How::Chance;
        if self.version != Version::Random && before.choices <= self.limit {
            let searched = search(&lens, pos, limits, stop);
            how = How::Search(searched);
            if let Verdict::Won(mv) = searched.verdict {
                return Some(BestMove { mv, before, how });
            }
        } else if self.version == Version::Guided
            && let Some(guided) = guided_move(&lens, pos, &self.table)
        {
            return Some(BestMove { mv: guided.mv, before, how: How::Table(guided) });
        }
        let mv = random_move(&lens, &sight, &mut self.rng)?;
        Some(BestMove { mv, before, how })
    }

    fn why(&self, found: &BestMove) -> Vec<String> {
        let BestMove { before: Counts { choices, centres }, how, .. } = *found;
        let there = format!("{} in {}", counted(choices, "choice"), counted(centres, "centre"));
        let nodes = |searched: Searched| {
            format!(
                "{there} are few enough to search to the end: {}",
                counted(searched.nodes, "node")
            )
        };
        match how {
            How::Search(searched) => match searched.verdict {
                Verdict::Won(_) => vec![format!("{}. This move wins.", nodes(searched))],
                Verdict::Lost => {
                    vec![format!("{}. Every move loses, so chance chose one.", nodes(searched))]
                }
                Verdict::Unclear => vec![format!(
                    "{}, and no end in the time it had. So chance chose a move.",
                    nodes(searched)
                )],
            },
            How::Table(Guided { leaves, score, tried, .. }) => {
                let what = match score {
                    TOO_MANY_CHOICES => "more choices than the table knows".into(),
                    TOO_MANY_CENTRES => "more centres than the table knows".into(),
                    TOO_FEW_CENTRES => "fewer centres than the table knows".into(),
                    TOO_FEW_CHOICES => "fewer choices than the table knows".into(),
                    value => format!("which the table values {value:+}"),
                };
                vec![
                    format!("There are {there}; it tried {}.", counted(tried, "move")),
                    format!("This one leaves {leaves} (choices:centres), {what} ({score:+})."),
                ]
            }
            How::Chance if self.version == Version::Guided => {
                vec![format!("{there} are too many for the table, so chance chose a move.")]
            }
            How::Chance => vec![format!("Chance chose a centre and then a move among {there}.")],
        }
    }
}

/// Reads a table from a file, or says why not.
pub fn read_table(path: &Path) -> Result<ChoiceTable, String> {
    let text = read_text(path, MOST_BYTES)?;
    ChoiceTable::read(&text).map_err(|error| error.to_string())
}

/// Lets two of them play from the start; returns the moves, or `None` when the flag is raised.
pub fn play_out(
    game: &Pentominoes,
    players: [&mut Kuttner1972; 2],
    stop: &AtomicBool,
) -> Option<Vec<Move>> {
    let [first, second] = players;
    let (mut pos, mut moves) = (game.start(), Vec::new());
    loop {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        let player = if moves.len() % 2 == 0 { &mut *first } else { &mut *second };
        let Some(found) = player.find(game, &pos, Limits::NONE, stop) else { return Some(moves) };
        game.play(&mut pos, found.mv);
        moves.push(found.mv);
    }
}

/// `1 node`, `2 nodes`.
fn counted(n: impl Into<u64>, what: &str) -> String {
    let n = n.into();
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

impl DynBot for Kuttner1972 {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<Pentominoes>(table)?;
        let (game, pos) = (table.game(), table.position());
        let limits = Limits { nodes: task.limits.nodes, time: task.limits.time, ..Limits::NONE };
        let found = self.find(game, pos, limits, task.stop);
        let found = found.ok_or(BotError::NoDecision("no piece fits"))?;
        if let Some(path) = self.trace.as_deref() {
            let told = helpful_values(game, pos, &self.table, &found);
            let file = trace_file::open(Some(path), &mut self.has_traced)?;
            let written = file.map_or(Ok(()), |mut file| file.write_all(told.as_bytes()));
            written.map_err(|error| trace_file::unwritable(path, &error))?;
        }
        // A game lasts no longer than there are pieces.
        let end = Score::win_in(pos.left().count_ones());
        let (score, nodes) = match found.how {
            How::Chance => (None, 0),
            How::Table(guided) => {
                let score = Score::estimate(guided.score.into());
                (Some((score, ScoreKind::Estimate)), guided.tried.into())
            }
            How::Search(searched) => {
                let score = match searched.verdict {
                    Verdict::Won(_) => Some((end, ScoreKind::AtLeast)),
                    Verdict::Lost => Some((Score(-end.0), ScoreKind::AtMost)),
                    Verdict::Unclear => None,
                };
                (score, searched.nodes)
            }
        };
        let moves = vec![game.write_move(pos, found.mv)];
        let why = self.why(&found);
        let lines = vec![Line { score, moves }];
        Ok(Thought { lines, depth: 1, nodes, why, ..Thought::default() })
    }
}
