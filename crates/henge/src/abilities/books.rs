//! Opening books: from search, repertoires, played games, and what was solved in parts.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use henge_core::erased::{BotError, DynMatch, table_of};
use henge_core::{Game, Limits, Notation, Outcome, Player, Turn, Worth};
use henge_search::book::{Book, Builder, Effort, Entry, Extent, Judge, Reply};
use henge_search::parts::Parts;
use henge_search::{Solution, Task};

use super::game_solver::GameSolver;
use super::{NEVER, PartsFault, open};

/// Makes and reads opening books of one game.
pub trait Books: Send + Sync {
    /// Adds all positions within some plies of the match's position, those at the end judged within
    /// limits. False if it was stopped; the book has what was found.
    fn extend(
        &self,
        book: &mut Book,
        table: &dyn DynMatch,
        task: BookTask<'_>,
    ) -> Result<bool, BotError>;

    /// Adds what a perfect player of either side needs from the position of the match on. False if
    /// it was stopped; the book has what was found.
    fn extend_repertoire(
        &self,
        book: &mut Book,
        table: &dyn DynMatch,
        task: RepertoireTask<'_>,
    ) -> Result<bool, BotError>;

    /// A book of the openings of played games: each match with its result.
    fn of_games(
        &self,
        name: &str,
        games: &[(&dyn DynMatch, Outcome)],
        plies: u32,
    ) -> Result<Book, BotError>;

    /// A book of what solving in parts has found so far about the position of the match.
    fn of_parts(&self, table: &dyn DynMatch, name: &str, parts: &[u8]) -> Result<Book, PartsFault>;

    /// The moves that a book knows here, best first.
    fn moves(&self, book: &Book, table: &dyn DynMatch) -> Result<Vec<(String, Entry)>, BotError>;

    /// The moves that the book which comes with the game knows here, best first, and what they are worth.
    fn shipped(&self, table: &dyn DynMatch) -> Result<Vec<(String, Worth)>, BotError>;
}

/// How a book grows by search: `BookTask { plies: 4, ..BookTask::new(limits) }`.
pub struct BookTask<'a> {
    /// How many moves deep it goes; 8 by default.
    pub plies: u32,
    /// What may be spent on a position at the end.
    pub limits: Limits,
    /// Set from outside to end it.
    pub stop: &'a AtomicBool,
    /// Hears now and then how many positions are judged, of how many, and can save the book.
    pub progress: &'a mut dyn FnMut(usize, usize, &Book),
}

impl BookTask<'_> {
    /// Eight plies within these limits; nobody stops it, and nobody hears of its progress.
    pub fn new(limits: Limits) -> Self {
        // A closure that captures nothing has no size: the box allocates nothing.
        let progress = Box::leak(Box::new(|_, _, _: &Book| {}));
        BookTask { plies: 8, limits, stop: &NEVER, progress }
    }
}

/// How a repertoire grows.
pub struct RepertoireTask<'a> {
    /// What is solved from nothing within this many positions is not written down.
    pub easy_nodes: u64,
    /// Set from outside to end it.
    pub stop: &'a AtomicBool,
    /// Hears how far it has come and can save what is built; false ends it.
    pub progress: &'a mut dyn FnMut(Player, Extent, &Builder) -> bool,
}

impl RepertoireTask<'_> {
    /// Nobody stops it, and nobody hears of its progress.
    pub fn new(easy_nodes: u64) -> Self {
        // A closure that captures nothing has no size: the box allocates nothing.
        let progress = Box::leak(Box::new(|_, _, _: &Builder| true));
        RepertoireTask { easy_nodes, stop: &NEVER, progress }
    }
}

/// The table of the solver that finds out what is easily solved.
const SMALL_TABLE_BYTES: usize = 1 << 20;
/// What is solved with this part of the effort that is called easy, is trivial.
const TRIVIAL: u64 = 64;
/// How often a book that grows is shown to whoever keeps it.
const CHECKPOINT: usize = 100;

/// A solution as the reply of a repertoire; nothing if it is none.
fn reply<M: Copy>(found: &Solution<M>, effort: Effort) -> Option<Reply<M>> {
    let mv = *found.line.first().filter(|_| found.proved)?;
    Some(Reply { mv, score: found.score, kind: found.kind, effort })
}

impl<G: Notation> Books for GameSolver<G> {
    fn extend_repertoire(
        &self,
        book: &mut Book,
        table: &dyn DynMatch,
        task: RepertoireTask<'_>,
    ) -> Result<bool, BotError> {
        let RepertoireTask { easy_nodes, stop, progress } = task;
        let table = table_of::<G>(table)?;
        let (game, pos) = (&*self.game, table.position());
        let name = book.game().to_string();
        let mut builder = Builder::from_book(book);
        let mut quick = self.new_solver(SMALL_TABLE_BYTES)?;
        let mut easy: HashMap<u64, Reply<G::Move>> = HashMap::new();
        let done = self.with_solver(|solver| {
            let mut find = |pos: &G::Position| {
                if let Some(&found) = easy.get(&game.key(pos)) {
                    return Some(found);
                }
                // As a bot would meet it: with nothing to remember.
                quick.clear();
                let easy_task = Task::new(Limits::nodes(easy_nodes)).stop(stop);
                let found = quick.solve(game, pos, easy_task);
                if found.proved {
                    let trivial = found.nodes < easy_nodes / TRIVIAL;
                    let found =
                        reply(&found, if trivial { Effort::Trivial } else { Effort::Easy })?;
                    easy.insert(game.key(pos), found);
                    return Some(found);
                }
                let found = solver.solve(game, pos, Task::new(Limits::NONE).stop(stop));
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

    fn extend(
        &self,
        book: &mut Book,
        table: &dyn DynMatch,
        task: BookTask<'_>,
    ) -> Result<bool, BotError> {
        let BookTask { plies, limits, stop, progress } = task;
        let table = table_of::<G>(table)?;
        let game = &*self.game;
        self.with_solver(|solver| {
            let mut judge = |pos: &G::Position| {
                let found = solver.solve(game, pos, Task::new(limits).stop(stop));
                (!stop.load(SeqCst)).then_some((found.score, found.kind))
            };
            grow(book, game, table.position(), plies, &mut judge, progress)
        })?
    }

    fn of_games(
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

    fn of_parts(&self, table: &dyn DynMatch, name: &str, parts: &[u8]) -> Result<Book, PartsFault> {
        let table = table_of::<G>(table)?;
        let (game, pos) = (&*self.game, table.position());
        let judge = |pos: &G::Position, player: Player| self.judge(pos, player);
        let parts = Parts::from_bytes(game, name, pos, &judge, parts)?;
        let mut builder = Builder::default();
        builder.add_parts(game, &parts);
        Ok(builder.book(name))
    }

    fn moves(&self, book: &Book, table: &dyn DynMatch) -> Result<Vec<(String, Entry)>, BotError> {
        let table = open::<G>(table)?;
        let moves = book.moves(&*self.game, table.position());
        let write = |(mv, entry)| (self.game.write_move(table.position(), mv), entry);
        Ok(moves.into_iter().map(write).collect())
    }

    fn shipped(&self, table: &dyn DynMatch) -> Result<Vec<(String, Worth)>, BotError> {
        let (Some(book), Turn::Player(mover)) = (self.shipped_book(), table.turn()) else {
            return Ok(Vec::new());
        };
        let worth = |entry: Entry| self.scale().read(entry.score, entry.kind, mover);
        let moves = self.moves(&book, table)?;
        Ok(moves.into_iter().map(|(mv, entry)| (mv, worth(entry))).collect())
    }
}

/// Grows a book layer by layer, and shows it now and then so that it can be saved.
fn grow<G: Game>(
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
