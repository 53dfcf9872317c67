//! What engines can do for a game without dice, behind one face: solving, proofs, opening books.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use henge_bots::henge::Kit;
use henge_core::erased::{BotError, DynMatch, table_of};
use henge_core::{Game, Limits, Match, Notation, Outcome, Player, Score, ScoreKind, Turn};
use henge_search::book::{Book, Builder, Effort, Entry, Extent, Found, Judge};
use henge_search::parts::{self, Parts, PartsError};
use henge_search::proof::{self, Claim, ProofError};
use henge_search::{Report, Solution, Solver};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::outfit::UsualScore;

/// What an exact solver found out, in the words of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The points to the player to move: positive for a win, 0 for a draw, negative for a loss.
    pub points: i32,
    /// True if this is certain.
    pub proved: bool,
    /// The points with the plies to the end.
    pub score: Score,
    /// The score as the friends of the game count it, if they count otherwise.
    pub usual: Option<i32>,
    /// What the score is worth; a bound may be proved when the value is not.
    pub kind: ScoreKind,
    /// Best play.
    pub line: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// A proof that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The points to the player to move.
    pub points: i32,
    /// Positions that the claims visit.
    pub positions: u64,
    /// Positions where the proof ends before the game does.
    pub taken_on_trust: u64,
}

/// A proof that was checked and found true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// What it is about.
    pub position: String,
    /// Who is to move there.
    pub turn: Turn,
    /// What is claimed.
    pub claims: Vec<Claim>,
    /// The value to each player, where the claims leave only one.
    pub value: [Option<i32>; 2],
    /// Positions that were visited.
    pub positions: u64,
    /// Positions where the proof ends before the game does.
    pub taken_on_trust: u64,
    /// Those of them that were drawn by lot and found to be as the proof says.
    pub sampled: u64,
}

/// How a proof that ends before the games do is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// So many of the positions where it ends are solved by the rules alone.
    pub count: usize,
    /// Which ones.
    pub seed: u64,
}

/// Why a proof was not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It is no proof.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// The lot fell on a position where the claim does not hold.
    #[error(
        "the proof is wrong: it takes on trust that {player} gets at least {at_least} in {position}"
    )]
    Wrong {
        /// `first` or `second`.
        player: &'static str,
        /// What was claimed.
        at_least: i32,
        /// Where.
        position: String,
    },
    /// The lot fell on a position that is too much to solve by the rules alone.
    #[error("{position} is too large to be checked by the rules alone, or there was no time")]
    TooLarge {
        /// Where.
        position: String,
    },
}

/// What solving in parts has found.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedParts {
    /// What the position is worth to the player to move, if that is proved.
    pub points: Option<i32>,
    /// The moves, of mirror images one, and what each is worth to that player, if that is proved.
    pub moves: Vec<(String, Option<i32>)>,
    /// Whether everything that was asked for is known.
    pub done: bool,
    /// How far it has come.
    pub extent: parts::Extent,
    /// What to write down, to go on with later.
    pub bytes: Vec<u8>,
}

/// Why nothing was solved in parts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartsFault {
    /// The engine could not.
    #[error(transparent)]
    Engine(#[from] BotError),
    /// What was written down before is not about this.
    #[error(transparent)]
    File(#[from] PartsError),
}

/// How far a solver has come: plies and nodes.
pub type Progress<'a> = &'a mut dyn FnMut(u32, u64);

/// How far solving in parts has come, and what to write down.
pub type PartsProgress<'a> = &'a mut dyn FnMut(parts::Extent, &dyn Fn() -> Vec<u8>);

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

    /// Solves the position of the match and writes a proof of its value, which `verify` can check:
    /// strategies to the end, or for so many plies. `progress` hears how many positions have their
    /// move.
    #[expect(clippy::too_many_arguments)]
    fn prove(
        &self,
        table: &dyn DynMatch,
        name: &str,
        plies: Option<u32>,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
        to: &mut dyn Write,
    ) -> Result<Proved, BotError>;

    /// Checks a proof about this game, which it must call `name`, without trusting any engine.
    /// `progress` hears how many of the sample are solved.
    fn verify(
        &self,
        name: &str,
        text: &mut dyn Read,
        sample: Sample,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Verified, VerifyError>;

    /// Solves the position of the match in parts, several at once, for its value or for that of
    /// every move. `begun` is what an earlier run has written down about the game called `name`,
    /// whatever its goal; the result has what to write down now.
    #[expect(clippy::too_many_arguments)]
    fn solve_in_parts(
        &self,
        table: &dyn DynMatch,
        name: &str,
        goal: parts::Goal,
        begun: Option<&[u8]>,
        threads: usize,
        stop: &AtomicBool,
        progress: PartsProgress<'_>,
    ) -> Result<SolvedParts, PartsFault>;

    /// Adds what a perfect player of either side needs from the position of the match on. What is
    /// solved from nothing within `easy_nodes` is not written down. False if it was stopped; the book
    /// has what was found.
    fn extend_repertoire(
        &self,
        book: &mut Book,
        table: &dyn DynMatch,
        easy_nodes: u64,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Player, Extent, &Builder) -> bool,
    ) -> Result<bool, BotError>;

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

    /// A book of what solving in parts has found so far about the position of the match.
    fn book_of_parts(
        &self,
        table: &dyn DynMatch,
        name: &str,
        parts: &[u8],
    ) -> Result<Book, PartsFault>;

    /// The moves that a book knows here, best first.
    fn book_moves(
        &self,
        book: &Book,
        table: &dyn DynMatch,
    ) -> Result<Vec<(String, Entry)>, BotError>;
}

/// What a position seems to be worth to a player.
type Judgement<G> = Box<dyn Fn(&G, &<G as Game>::Position, Player) -> Score + Send + Sync>;

/// The engines for any game.
pub(crate) struct EnginesOf<G: Game> {
    game: Arc<G>,
    kit: Kit<G>,
    usual_score: Option<UsualScore<G>>,
    judge: Judgement<G>,
    /// What it has found out serves the next position too.
    solver: Mutex<Option<Box<dyn Solver<G>>>>,
}

/// The table of a solver.
const TABLE_BYTES: usize = 256 << 20;
/// The table of a solver that shall find out what is easily solved.
const SMALL_TABLE_BYTES: usize = 1 << 20;
/// What is solved with this part of the effort that is called easy, is trivial.
const TRIVIAL: u64 = 64;

impl<G: Game> EnginesOf<G> {
    pub fn new(
        game: Arc<G>,
        kit: Kit<G>,
        usual_score: Option<UsualScore<G>>,
        judge: Judgement<G>,
    ) -> Self {
        EnginesOf { game, kit, usual_score, judge, solver: Mutex::new(None) }
    }

    fn new_solver(&self, table_bytes: usize) -> Result<Box<dyn Solver<G>>, BotError> {
        let make = self.kit.solver.as_ref();
        Ok(make.ok_or(BotError::Outside("this game has no solver".into()))?(table_bytes)?)
    }

    /// Lends the solver. Whoever comes while it is busy gets one of his own.
    fn with_solver<T>(&self, work: impl FnOnce(&mut dyn Solver<G>) -> T) -> Result<T, BotError> {
        let idle = self.solver.lock().map_or(None, |mut solver| solver.take());
        let mut solver = match idle {
            Some(solver) => solver,
            None => self.new_solver(TABLE_BYTES)?,
        };
        let done = work(&mut *solver);
        if let Ok(mut idle) = self.solver.lock() {
            *idle = Some(solver);
        }
        Ok(done)
    }

    /// The line of best play to the end, as far as the time allows.
    fn complete(
        &self,
        solver: &mut dyn Solver<G>,
        pos: &G::Position,
        mut line: Vec<G::Move>,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Vec<G::Move> {
        let began = Instant::now();
        let mut next = pos.clone();
        line.iter().for_each(|&mv| drop(self.game.play(&mut next, mv)));
        while let Turn::Player(_) = self.game.turn(&next) {
            let time = limits.time_for_move().map(|time| time.saturating_sub(began.elapsed()));
            let limits = Limits { time, ..limits };
            let found = solver.solve(&*self.game, &next, limits, stop, &mut |_| {});
            if !found.proved || found.line.is_empty() {
                break;
            }
            for mv in found.line {
                self.game.play(&mut next, mv);
                line.push(mv);
            }
        }
        line
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

/// A solution as the reply of a repertoire; nothing if it is none.
fn reply<M: Copy>(found: &Solution<M>, effort: Effort) -> Option<Found<M>> {
    let mv = *found.line.first().filter(|_| found.proved)?;
    Some(Found { mv, score: found.score, kind: found.kind, effort })
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
        let (game, pos) = (&*self.game, table.position());
        let found = self.with_solver(|solver| {
            let mut found = solver.solve(game, pos, limits, stop, &mut report);
            if found.proved {
                let line = std::mem::take(&mut found.line);
                found.line = self.complete(solver, pos, line, limits, stop);
            }
            found
        })?;
        let usual = self.usual_score.filter(|_| found.kind == ScoreKind::Proved);
        Ok(Solved {
            line: write_line(game, pos, &found.line),
            points: found.points,
            proved: found.proved,
            score: found.score,
            usual: usual.map(|usual| usual(game, pos, found.score)),
            kind: found.kind,
            nodes: found.nodes,
            elapsed: found.elapsed,
        })
    }

    fn prove(
        &self,
        table: &dyn DynMatch,
        name: &str,
        plies: Option<u32>,
        limits: Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
        to: &mut dyn Write,
    ) -> Result<Proved, BotError> {
        let table = table_of::<G>(table)?;
        let Turn::Player(player) = table.turn() else { return Err(BotError::WrongGame) };
        let (game, pos) = (&*self.game, table.position());
        let proved = self.with_solver(|solver| {
            let points = solver.solve(game, pos, limits, stop, &mut |_| {});
            if !points.proved {
                return Err("it was not solved".to_string());
            }
            let mut claims = [(player, points.points), (!player, -points.points)]
                .map(|(player, at_least)| Claim { player, at_least })
                .to_vec();
            // In a large game, what goes without saying would take as much room as the rest.
            claims.retain(|claim| plies.is_none() || claim.at_least > -i32::from(G::MOST_POINTS));
            let mut asked = 0;
            let keep = |pos: &G::Position, claim: Claim| {
                asked += 1;
                progress(asked);
                let found = solver.solve(game, pos, limits, stop, &mut |_| {});
                let keeps = found.proved && found.points >= claim.at_least;
                found.line.first().copied().filter(|_| keeps)
            };
            let most_positions = proof::DEFAULT_MOST_POSITIONS;
            let extent = proof::Extent { claims: &claims, plies, most_positions };
            let written = proof::write(game, name, pos, extent, keep, to);
            let proof::Written { positions, taken_on_trust, .. } =
                written.map_err(|error| error.to_string())?;
            Ok(Proved { points: points.points, positions, taken_on_trust })
        })?;
        proved.map_err(BotError::Outside)
    }

    fn verify(
        &self,
        name: &str,
        text: &mut dyn Read,
        sample: Sample,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Verified, VerifyError> {
        let game = &*self.game;
        let mut checked = proof::check(game, name, text, proof::DEFAULT_MOST_POSITIONS)?;
        let value = Player::BOTH.map(|player| checked.value(player));
        let trusted = &mut checked.taken_on_trust;
        let taken_on_trust = trusted.len() as u64;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(sample.seed);
        let (drawn, _) = trusted.partial_shuffle(&mut rng, sample.count);
        for (sampled, (pos, claim)) in (1..).zip(&*drawn) {
            let position = || game.write_position(pos);
            match proof::holds(game, pos, *claim, proof::DEFAULT_MOST_POSITIONS, stop) {
                Some(true) => progress(sampled),
                Some(false) => {
                    let player = ["first", "second"][claim.player.index()];
                    let (at_least, position) = (claim.at_least, position());
                    return Err(VerifyError::Wrong { player, at_least, position });
                }
                None => return Err(VerifyError::TooLarge { position: position() }),
            }
        }
        let sampled = drawn.len() as u64;
        let table = Match::from_position(Arc::clone(&self.game), checked.position.clone());
        Ok(Verified {
            position: game.write_position(&checked.position),
            turn: table.turn(),
            value,
            claims: checked.claims,
            positions: checked.positions,
            taken_on_trust,
            sampled,
        })
    }

    fn solve_in_parts(
        &self,
        table: &dyn DynMatch,
        name: &str,
        goal: parts::Goal,
        begun: Option<&[u8]>,
        threads: usize,
        stop: &AtomicBool,
        progress: PartsProgress<'_>,
    ) -> Result<SolvedParts, PartsFault> {
        let table = table_of::<G>(table)?;
        let (game, pos) = (&*self.game, table.position());
        let Turn::Player(player) = table.turn() else { return Err(BotError::WrongGame.into()) };
        if G::CYCLES {
            let why = "positions of this game come back, so it cannot be solved in parts";
            return Err(BotError::Outside(why.into()).into());
        }
        let judge = |pos: &G::Position, player: Player| (self.judge)(game, pos, player);
        let begun = match begun {
            Some(bytes) => Parts::from_bytes(game, name, pos, &judge, bytes)?,
            None => Parts::new(game, pos, &judge),
        };
        let threads = threads.max(1);
        let make = |n: usize| {
            self.new_solver(TABLE_BYTES).map_err(|error| match error {
                BotError::NoMemory(error) => BotError::Outside(format!(
                    "{error} for the table of thread {} of {threads}; use fewer threads",
                    n + 1
                )),
                other => other,
            })
        };
        let solvers = (0..threads).map(make).collect::<Result<Vec<_>, _>>()?;
        let parts = begun.for_goal(goal).run(game, solvers, stop, &mut |parts| {
            progress(parts.extent(), &|| parts.to_bytes(game, name));
        });
        Ok(SolvedParts {
            points: parts.points(player),
            done: parts.is_done(),
            moves: parts
                .moves(player)
                .map(|(mv, points)| (game.write_move(pos, mv), points))
                .collect(),
            extent: parts.extent(),
            bytes: parts.to_bytes(game, name),
        })
    }

    fn extend_repertoire(
        &self,
        book: &mut Book,
        table: &dyn DynMatch,
        easy_nodes: u64,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Player, Extent, &Builder) -> bool,
    ) -> Result<bool, BotError> {
        let table = table_of::<G>(table)?;
        let (game, pos) = (&*self.game, table.position());
        let name = book.game().to_string();
        let mut builder = Builder::from_book(book);
        let mut quick = self.new_solver(SMALL_TABLE_BYTES)?;
        let mut easy: HashMap<u64, Found<G::Move>> = HashMap::new();
        let done = self.with_solver(|solver| {
            let mut find = |pos: &G::Position| {
                if let Some(&found) = easy.get(&game.key(pos)) {
                    return Some(found);
                }
                // As a bot would meet it: with nothing to remember.
                quick.clear();
                let limits = Limits::nodes(easy_nodes);
                let found = quick.solve(game, pos, limits, stop, &mut |_| {});
                if found.proved {
                    let trivial = found.nodes < easy_nodes / TRIVIAL;
                    let found =
                        reply(&found, if trivial { Effort::Trivial } else { Effort::Easy })?;
                    easy.insert(game.key(pos), found);
                    return Some(found);
                }
                let found = solver.solve(game, pos, Limits::NONE, stop, &mut |_| {});
                reply(&found, Effort::Hard)
            };
            // What one player needs may offer the other a second move that is as good, and a bot
            // takes the first of them: the next round follows it, until nothing new comes up.
            loop {
                let n_before = builder.len();
                let done = Player::BOTH.into_iter().all(|player| {
                    builder.repertoire(game, pos, player, &mut find, &mut |extent, builder| {
                        !stop.load(SeqCst) && progress(player, extent, builder)
                    })
                });
                if !done || builder.len() == n_before {
                    return done;
                }
            }
        })?;
        *book = builder.book(name);
        Ok(done)
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
        self.with_solver(|solver| {
            let mut judge = |pos: &G::Position| {
                let found = solver.solve(game, pos, limits, stop, &mut |_| {});
                (!stop.load(SeqCst)).then_some((found.score, found.kind))
            };
            grow(book, game, table.position(), plies, &mut judge, progress)
        })?
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

    fn book_of_parts(
        &self,
        table: &dyn DynMatch,
        name: &str,
        parts: &[u8],
    ) -> Result<Book, PartsFault> {
        let table = table_of::<G>(table)?;
        let (game, pos) = (&*self.game, table.position());
        let judge = |pos: &G::Position, player: Player| (self.judge)(game, pos, player);
        let parts = Parts::from_bytes(game, name, pos, &judge, parts)?;
        let mut builder = Builder::default();
        builder.add_parts(game, &parts);
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
