//! The draughts player for the GIER computer, by F. Mosekjær Madsen and O. Schelde Jacobsen of the
//! University of Copenhagen: minimax over the points of whole lines of moves.
//!
//! A move has points: 10 for a king taken or made, 4 for a man taken, and the value of the square it
//! reaches less that of the square it leaves. A line has the sum of its own points less those of the
//! opponent. A line ends with a quiet move at the ply of the strength or later, where somebody
//! cannot move (−100 to him), or at ply 25; so captures are followed beyond the strength. Between
//! equal lines chance decides, every time one is met. A move without a choice is played at once.
//!
//! Where the listing and the text disagree, the text is followed, as everywhere in henge:
//!
//! - The listing counts the squares of a king that runs on from the last square it passed, and takes
//!   the points back from another one, so that they drift. Here they are those of the text.
//! - `niveau > goodnes` is read as `≥`, like other comparisons that have lost their bar in the scan.
//!   Only so is a strength below 1 the same as 1 and one above 25 the same as 25, as the text
//!   promises and nothing else in the listing makes true, and only so is it "the least level that
//!   GIER looks ahead".
//! - The board came from the drum, with the values of the squares and the order of neighbours;
//!   neither is printed. See [`Squares`].

mod dialogue;
pub mod input;
mod points;
mod search;
#[cfg(test)]
mod tests;
mod trace;

use std::path::PathBuf;
use std::sync::Arc;

use henge_core::erased::{BotError, DynBot, DynMatch, Line, Task, Thought, table_of};
use henge_core::spec::{Options, Param, SpecError, Values};
use henge_core::{Game, Score, ScoreKind};
use henge_games::draughts::{Draughts, Move, Position};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub use dialogue::{Dialogue, Dialogues};
pub use points::{KING, MAN, Squares, read_values};
use search::Search;
pub use search::{BestMove, LAST_PLY, NO_MOVE};
use trace::Trace;

use crate::trace_file;

/// The options by which the bot is named: `gier:strength=3,seed=1`.
pub const PARAMS: &[Param] = &[
    Param::new(
        "strength",
        "3",
        Values::Int { min: 0, max: u64::MAX },
        "the least number of plies it looks ahead; less than 1 is 1, more than 25 is 25",
    ),
    Param::new(
        "seed",
        "1",
        Values::Int { min: 0, max: u64::MAX },
        "the same seed, the same choices between equal lines",
    ),
    Param::new(
        "squares",
        "",
        Values::List(&Values::Signed { max: 1000 }),
        "values of the 32 squares, as in 0/0/0/0/0/1/…",
    ),
    Param::new("trace", "", Values::Output, "a file that gets its stack whenever a line ends"),
];

/// The player of the GIER computer.
pub struct Gier {
    name: String,
    strength: u32,
    rng: Xoshiro256PlusPlus,
    squares: Arc<Squares>,
    trace: Option<PathBuf>,
    has_traced: bool,
    shows_stack: bool,
    stack: String,
}

impl Gier {
    /// Can it play this game? It needs the 32 squares of its board.
    pub fn plays(game: &Draughts<u64>) -> bool {
        Squares::new(game, None).is_some()
    }

    /// The bot as its options describe it, for a game that it [plays](Gier::plays).
    pub fn new(game: &Draughts<u64>, options: &Options) -> Result<Gier, SpecError> {
        let values = match options.text("squares") {
            "" => None,
            text => Some(points::read_values(text).ok_or_else(|| {
                options.unexpected(
                    "squares",
                    "32 whole numbers from -1000 to 1000 with / between them",
                )
            })?),
        };
        let squares = Squares::new(game, values.as_ref())
            .ok_or_else(|| options.wrong("squares", "the board must have 32 squares"))?;
        let trace = options.text("trace");
        Ok(Gier {
            name: options.name(),
            strength: strength(options.int("strength").unwrap_or(3)),
            rng: Xoshiro256PlusPlus::seed_from_u64(options.int("seed").unwrap_or(1)),
            squares: Arc::new(squares),
            trace: (!trace.is_empty()).then(|| trace.into()),
            has_traced: false,
            shows_stack: false,
            stack: String::new(),
        })
    }

    /// Keeps the stack as it was when the last line of a thought ended, and the best moves so far.
    pub fn show_stack(&mut self, shows: bool) {
        self.shows_stack = shows;
        self.stack.clear();
    }

    /// The stack of the last thought, if it was to be kept and there was one.
    pub fn stack(&self) -> &str {
        &self.stack
    }

    /// Finds a move; the position stays as it is.
    pub fn find(
        &mut self,
        game: &Draughts<u64>,
        pos: &Position<u64>,
        task: &Task<'_>,
    ) -> Result<BestMove, BotError> {
        let file = trace_file::open(self.trace.as_deref(), &mut self.has_traced)?;
        let trace = file.map(Trace::new).or_else(|| self.shows_stack.then(Trace::last));
        let squares = Arc::clone(&self.squares);
        let mut search = Search {
            game,
            squares: &squares,
            strength: self.strength.min(task.limits.depth.unwrap_or(u32::MAX).max(1)),
            seed: self.rng.next_u64(),
            limits: task.limits,
            stop: task.stop,
            // Whoever reads the trace wants to see what the program saw: every line.
            prune: trace.is_none(),
            trace,
        };
        let found = search.run(pos).ok_or(BotError::NoDecision("the game is over"))?;
        if let Some(trace) = search.trace {
            let path = self.trace.as_deref().unwrap_or_else(|| "".as_ref());
            self.stack = trace.finish().map_err(|error| trace_file::unwritable(path, &error))?;
        }
        Ok(found)
    }

    fn why(&self, game: &Draughts<u64>, pos: &Position<u64>, found: &BestMove) -> Vec<String> {
        let text = way(game, pos, found.line[0]);
        let points = self.squares.points(game, pos, found.line[0]);
        let Some(value) = found.value else {
            return vec![if found.stopped {
                format!("It was stopped before it had seen a move to its end; {text} came first.")
            } else {
                format!("{text} is the only legal move, and has {points:+} points.")
            }];
        };
        let mut why = vec![
            format!(
                "{text} has {points:+} points: pieces taken, kings made, squares won and lost."
            ),
            format!("The line it expects adds up to {value:+}: {}.", line(game, pos, &found.line)),
            format!("It looked at {} moves, with strength {}.", found.nodes, self.strength),
        ];
        if found.stopped {
            why.push("It was stopped; this is the best of what it had seen.".into());
        }
        why
    }
}

/// The strength that a number stands for: 1 to 25.
pub fn strength(number: u64) -> u32 {
    number.clamp(1, LAST_PLY.into()) as u32
}

/// A move as the program wrote it: the squares with commas between.
fn way(game: &Draughts<u64>, pos: &Position<u64>, mv: Move<u64>) -> String {
    let squares = game.squares();
    let names: Vec<&str> = game.way(pos, mv).into_iter().map(|bit| squares.name(bit)).collect();
    names.join(",")
}

/// A line in the notation of the game.
fn write_line(game: &Draughts<u64>, pos: &Position<u64>, line: &[Move<u64>]) -> Vec<String> {
    henge_core::Notation::write_line(game, pos, line)
}

/// A line as the program wrote moves.
fn line(game: &Draughts<u64>, pos: &Position<u64>, line: &[Move<u64>]) -> String {
    let mut pos = *pos;
    let mut words = Vec::new();
    for &mv in line {
        words.push(way(game, &pos, mv));
        game.play(&mut pos, mv);
    }
    words.join(" ")
}

impl DynBot for Gier {
    fn name(&self) -> &str {
        &self.name
    }

    fn think(&mut self, table: &dyn DynMatch, task: Task<'_>) -> Result<Thought, BotError> {
        let table = table_of::<Draughts<u64>>(table)?;
        let (game, pos) = (&**table.game(), table.position());
        let found = self.find(game, pos, &task)?;
        let score = found.value.map(|value| Score::estimate(value.into()));
        Ok(Thought {
            lines: vec![Line {
                score: score.map(|score| (score, ScoreKind::Estimate)),
                moves: write_line(game, pos, &found.line),
            }],
            depth: if found.value.is_some() { self.strength } else { 0 },
            nodes: found.nodes,
            why: self.why(game, pos, &found),
            ..Thought::default()
        })
    }
}
