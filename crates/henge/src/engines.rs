//! What engines can do for a game without dice, behind one face: solving, and opening books.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use henge_core::erased::{BotError, DynMatch, table_of};
use henge_core::{Game, Limits, Match, Notation, Outcome, Score, ScoreKind};
use henge_search::book::{Book, Builder, Entry, Judge};
use henge_search::{AlphaBeta, Options, Prune, Report, Solution, solve_with};

/// What an exact solver found out, in the words of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The points to the player to move: positive for a win, 0 for a draw, negative for a loss.
    pub points: i32,
    /// True if this is certain.
    pub proved: bool,
    /// The points with the plies to the end.
    pub score: Score,
    /// What the score is worth; a bound may be proved when the value is not.
    pub kind: ScoreKind,
    /// Best play.
    pub line: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// How far a solver has come: plies and nodes.
pub type Progress<'a> = &'a mut dyn FnMut(u32, u64);

/// The engines of one game.
pub trait Engines: Send + Sync {
    /// Solves the position of the match, or does as much as the limits allow.
    fn solve(
        &self,
        table: &dyn DynMatch,
        limits: Limits,
        stop: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Solved, BotError>;

    /// Adds all positions within `plies` moves of the match's position to a book, those at the end
    /// judged within `limits` each. False if it was stopped; the book has what was found.
    fn extend_book(
        &self,
        book: &mut Book,
        table: &dyn DynMatch,
        plies: u32,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize, &Book),
    ) -> Result<bool, BotError>;

    /// A book of the openings of played games: each match with its result.
    fn book_of_games(
        &self,
        name: &str,
        games: &[(&dyn DynMatch, Outcome)],
        plies: u32,
    ) -> Result<Book, BotError>;

    /// The moves that a book knows here, best first.
    fn book_moves(
        &self,
        book: &Book,
        table: &dyn DynMatch,
    ) -> Result<Vec<(String, Entry)>, BotError>;
}

/// The engines for any game.
pub(crate) struct EnginesOf<G: Game> {
    game: Arc<G>,
    /// The game's own solver, where it knows better than alpha-beta.
    own: Option<Arc<OwnSolver<G>>>,
    /// An engine that only solves. Its table serves the next position of the same game too.
    solver: Mutex<Option<AlphaBeta<G>>>,
}

/// A solver of one game: the score to the player to move, what it is worth, a line of best play, and
/// positions visited. Nothing if the flag was raised or the number of nodes was not enough.
pub(crate) type OwnSolver<G> = dyn Fn(&<G as Game>::Position, &AtomicBool, Option<u64>) -> Option<OwnSolution<G>>
    + Send
    + Sync;

/// What such a solver finds.
pub(crate) struct OwnSolution<G: Game> {
    pub score: Score,
    pub kind: ScoreKind,
    /// Is it certain who wins? The kind may say less, when it is not certain how soon.
    pub proved: bool,
    pub line: Vec<G::Move>,
    pub nodes: u64,
}

/// Runs a solver that knows no clock under a limit of time.
fn solve_by_own<G: Game>(
    own: &OwnSolver<G>,
    pos: &G::Position,
    limits: Limits,
    stop: &AtomicBool,
) -> Solution<G::Move> {
    let began = Instant::now();
    let (halt, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let found = std::thread::scope(|scope| {
        scope.spawn(|| {
            let late = || limits.time_for_move().is_some_and(|time| began.elapsed() >= time);
            while !done.load(SeqCst) {
                if stop.load(SeqCst) || late() {
                    halt.store(true, SeqCst);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let found = own(pos, &halt, limits.nodes);
        done.store(true, SeqCst);
        found
    });
    let elapsed = began.elapsed();
    match found {
        Some(OwnSolution { score, kind, proved, line, nodes }) => {
            let points = score.decided().map_or(0, |(points, _)| points);
            Solution { points, proved, score, kind, line, nodes, elapsed }
        }
        None => Solution {
            points: 0,
            proved: false,
            score: Score::DRAW,
            kind: ScoreKind::Estimate,
            line: Vec::new(),
            nodes: 0,
            elapsed,
        },
    }
}

/// The table of an engine that solves.
const TABLE_BYTES: usize = 64 << 20;

impl<G: Game> EnginesOf<G> {
    pub fn new(game: Arc<G>) -> Self {
        EnginesOf { game, own: None, solver: Mutex::new(None) }
    }

    /// With a solver that the game brings along.
    pub fn with_solver(game: Arc<G>, own: Arc<OwnSolver<G>>) -> Self {
        EnginesOf { own: Some(own), ..EnginesOf::new(game) }
    }

    fn solve_position(
        &self,
        pos: &G::Position,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Solution<G::Move> {
        if let Some(own) = &self.own {
            return solve_by_own(&**own, pos, limits, stop);
        }
        // Whoever comes while it is busy gets an engine of his own.
        let idle = self.solver.lock().map_or(None, |mut engine| engine.take());
        let mut engine = idle.unwrap_or_else(|| {
            let exact = Options { prune: Prune::No, extension: 0, ..Options::default() };
            AlphaBeta::with(Options { table_bytes: TABLE_BYTES, ..exact })
        });
        let found = solve_with(&mut engine, &*self.game, pos, limits, stop, progress);
        if let Ok(mut idle) = self.solver.lock() {
            *idle = Some(engine);
        }
        found
    }
}

/// Some lines of play as text.
fn write_line<G: Notation>(game: &G, pos: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut pos = pos.clone();
    let write = |&mv: &G::Move| {
        let text = game.write_move(&pos, mv);
        game.play(&mut pos, mv);
        text
    };
    line.iter().map(write).collect()
}

/// The match inside, for a game that may also be over.
fn open<G: Game>(table: &dyn DynMatch) -> Result<&Match<G>, BotError> {
    table.as_any().downcast_ref().ok_or(BotError::WrongGame)
}

/// How often a book that grows is shown to whoever keeps it.
const CHECKPOINT: usize = 100;

impl<G: Notation> Engines for EnginesOf<G> {
    fn solve(
        &self,
        table: &dyn DynMatch,
        limits: Limits,
        stop: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Solved, BotError> {
        let table = table_of::<G>(table)?;
        let mut report = |r: &Report<G::Move>| progress(r.depth, r.nodes);
        let found = self.solve_position(table.position(), limits, stop, &mut report);
        Ok(Solved {
            line: write_line(&*self.game, table.position(), &found.line),
            points: found.points,
            proved: found.proved,
            score: found.score,
            kind: found.kind,
            nodes: found.nodes,
            elapsed: found.elapsed,
        })
    }

    fn extend_book(
        &self,
        book: &mut Book,
        table: &dyn DynMatch,
        plies: u32,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize, &Book),
    ) -> Result<bool, BotError> {
        let table = table_of::<G>(table)?;
        let game = &*self.game;
        let mut judge = |pos: &G::Position| {
            let found = self.solve_position(pos, limits, stop, &mut |_| {});
            (!stop.load(SeqCst)).then_some((found.score, found.kind))
        };
        grow(book, game, table.position(), plies, &mut judge, progress)
    }

    fn book_of_games(
        &self,
        name: &str,
        games: &[(&dyn DynMatch, Outcome)],
        plies: u32,
    ) -> Result<Book, BotError> {
        let mut builder = Builder::default();
        for (table, outcome) in games {
            let table = open::<G>(*table)?;
            let before = table.history().iter().map(|(pos, _)| pos.clone());
            let positions: Vec<G::Position> = before.chain([table.position().clone()]).collect();
            builder.add_game(&*self.game, &positions, *outcome, plies as usize);
        }
        Ok(builder.book(name))
    }

    fn book_moves(
        &self,
        book: &Book,
        table: &dyn DynMatch,
    ) -> Result<Vec<(String, Entry)>, BotError> {
        let table = open::<G>(table)?;
        let moves = book.moves(&*self.game, table.position());
        let write = |(mv, entry)| (self.game.write_move(table.position(), mv), entry);
        Ok(moves.into_iter().map(write).collect())
    }
}

/// Grows a book layer by layer, and shows it now and then so that it can be saved.
pub(crate) fn grow<G: Game>(
    book: &mut Book,
    game: &G,
    root: &G::Position,
    plies: u32,
    judge: Judge<'_, G>,
    progress: &mut dyn FnMut(usize, usize, &Book),
) -> Result<bool, BotError> {
    let name = book.game().to_string();
    let mut builder = Builder::from_book(book);
    // Pieces of work between two checkpoints; what is known is not judged again.
    loop {
        let mut at = (0, 0);
        let mut stopped = false;
        let mut watched = |pos: &G::Position| {
            let judged = judge(pos);
            stopped |= judged.is_none();
            judged
        };
        let done = builder.search(game, root, plies, &mut watched, &mut |done, all| {
            at = (done, all);
            done < CHECKPOINT || done == all
        });
        *book = builder.book(name.as_str());
        progress(at.0, at.1, book);
        if done || stopped {
            return Ok(done);
        }
    }
}
