//! Tables of endings, for the games that have them: made by a command, kept in the user's folder, and
//! looked into by every engine.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use henge_core::Margins;
use henge_core::{Eval, NoMemory, Notation, Player, Score};
use henge_games::draughts::endings::{Ending, Endings, FileError, Material};
use henge_games::draughts::{Draughts, Move, Position, Word};
use thiserror::Error;

use crate::home;

/// The tables of one game.
pub trait EndingTables: Send + Sync {
    /// Where they are kept, if the user has a folder.
    fn path(&self) -> Option<PathBuf>;

    /// Makes them ready for engines: reads the file, or solves the smallest ones if there is none.
    fn prepare(&self) -> Result<(), EndingsFault>;

    /// Solves all endings of up to so many pieces with some threads and writes them. `progress` hears
    /// how many bytes of how many are done.
    fn build(
        &self,
        most_pieces: u32,
        threads: usize,
        stop: &AtomicBool,
        progress: &(dyn Fn(usize, usize) + Sync),
        to: &mut dyn Write,
    ) -> Result<(), EndingsFault>;

    /// Reads a file and looks whether every position is worth what the best of its moves is.
    fn check(
        &self,
        path: &Path,
        threads: usize,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<EndingsCount, EndingsFault>;
}

/// What a file of endings has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EndingsCount {
    /// The most pieces.
    pub pieces: u32,
    /// Positions that can be, each with one player to move; the other's turn is the same board turned
    /// round.
    pub positions: u64,
    /// The longest win, in plies.
    pub longest: u32,
}

/// Why there are no tables of endings.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EndingsFault {
    /// The file is not right.
    #[error("{}: {error}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: FileError,
    },
    /// They cannot be made or written.
    #[error(transparent)]
    Endings(#[from] FileError),
    /// It was told to stop.
    #[error("stopped before the endings were complete")]
    Stopped,
    /// The table of bearing off cannot be made or is not right.
    #[error("{0}")]
    BearOff(String),
    /// There is not so much memory.
    #[error("{0}; endings of fewer pieces need less")]
    NoMemory(NoMemory),
    /// A table is wrong.
    #[error("the table is wrong about {0}")]
    Wrong(String),
}

/// The endings of a variant of draughts.
pub(crate) struct DraughtsEndings<W> {
    game: Arc<Draughts<W>>,
    shared: Shared<W>,
}

/// Filled when a bot is made; without it, engines search.
type Shared<W> = Arc<OnceLock<Endings<W>>>;

impl<W: Word> DraughtsEndings<W> {
    pub fn new(game: &Arc<Draughts<W>>) -> Self {
        DraughtsEndings { game: Arc::clone(game), shared: Arc::default() }
    }

    /// An evaluation that looks into the tables.
    pub fn with<E>(&self, eval: E) -> WithEndings<W, E> {
        WithEndings { eval, endings: Arc::clone(&self.shared) }
    }

    fn read(&self, path: &Path) -> Result<Endings<W>, EndingsFault> {
        let fault = |error| EndingsFault::File { path: path.into(), error };
        let file = File::open(path).map_err(|error| fault(error.into()))?;
        Endings::read(&self.game, BufReader::with_capacity(1 << 20, file)).map_err(fault)
    }
}

/// Solved in a moment, when there is no file.
fn few_pieces<W: Word>(game: &Draughts<W>) -> u32 {
    if game.board_squares().len() <= 50 { 3 } else { 2 }
}

impl<W: Word> EndingTables for DraughtsEndings<W> {
    fn path(&self) -> Option<PathBuf> {
        let name = format!("draughts-{}.endings", self.game.rules().variant);
        Some(home()?.join("endings").join(name))
    }

    fn prepare(&self) -> Result<(), EndingsFault> {
        if self.shared.get().is_some() {
            return Ok(());
        }
        let endings = match self.path().filter(|path| path.exists()) {
            Some(path) => self.read(&path)?,
            // Variants without tables are played without.
            None => match Endings::solve(&self.game, few_pieces(&self.game)) {
                Ok(endings) => endings,
                Err(_) => return Ok(()),
            },
        };
        // If somebody else was faster, his are as good.
        let _ = self.shared.set(endings);
        Ok(())
    }

    fn build(
        &self,
        most_pieces: u32,
        threads: usize,
        stop: &AtomicBool,
        progress: &(dyn Fn(usize, usize) + Sync),
        to: &mut dyn Write,
    ) -> Result<(), EndingsFault> {
        let mut endings = Endings::new(&self.game, most_pieces).map_err(FileError::from)?;
        // Rather now than after hours.
        NoMemory::unless_there_are(endings.extent().1).map_err(EndingsFault::NoMemory)?;
        loop {
            let next = endings.next();
            if next.is_empty() {
                break;
            }
            let solved = Mutex::new(Vec::new());
            let (done, all) = endings.extent();
            progress(done, all);
            let shared = &endings;
            each(next, threads, stop, |material| {
                let one = shared.solve_one(material);
                solved.lock().unwrap_or_else(PoisonError::into_inner).push(one);
            });
            if stop.load(Relaxed) {
                return Err(EndingsFault::Stopped);
            }
            let solved = solved.into_inner().unwrap_or_else(PoisonError::into_inner);
            solved.into_iter().for_each(|one| endings.add(one));
        }
        Ok(endings.write(to)?)
    }

    fn check(
        &self,
        path: &Path,
        threads: usize,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<EndingsCount, EndingsFault> {
        let endings = self.read(path)?;
        let pieces = endings.most_pieces();
        let found = Mutex::new(Ok(EndingsCount { pieces, ..EndingsCount::default() }));
        let all = (2..=pieces).flat_map(Material::all).flat_map(|material| {
            let turned = Some(material.turned()).filter(|&turned| turned != material);
            [Some(material), turned].into_iter().flatten()
        });
        each(all.collect(), threads, stop, |material| {
            let checked = endings.check(material);
            let longest = endings.longest(material);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *found, checked) {
                (Ok(count), Ok(n)) => {
                    count.positions += n;
                    count.longest = count.longest.max(longest);
                    progress(count.positions);
                }
                (Ok(_), Err(pos)) => *found = Err(self.game.write_position(&pos)),
                (Err(_), _) => {}
            }
        });
        if stop.load(Relaxed) {
            return Err(EndingsFault::Stopped);
        }
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.map_err(EndingsFault::Wrong)
    }
}

/// Does something with each of many, several at a time, the last ones first: they are the largest.
fn each<T: Send>(mut jobs: Vec<T>, threads: usize, stop: &AtomicBool, work: impl Fn(T) + Sync) {
    let n_threads = threads.clamp(1, jobs.len().max(1));
    let jobs = Mutex::new(&mut jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).pop();
    henge_search::crew(n_threads, || {
        while let Some(job) = next().filter(|_| !stop.load(Relaxed)) {
            work(job);
        }
    });
}

/// An evaluation that knows how endings of few pieces go.
pub(crate) struct WithEndings<W, E> {
    eval: E,
    endings: Shared<W>,
}

impl<W: Word, E: Eval<Draughts<W>>> Eval<Draughts<W>> for WithEndings<W, E> {
    type State = E::State;

    fn eval(&self, game: &Draughts<W>, pos: &Position<W>, player: Player) -> Score {
        self.eval.eval(game, pos, player)
    }

    #[inline]
    fn known(&self, _: &Draughts<W>, pos: &Position<W>, player: Player) -> Option<Score> {
        let score = match self.endings.get()?.probe(pos)? {
            Ending::Draw => Score::DRAW,
            Ending::Win(plies) => Score::win_in(plies),
            Ending::Loss(plies) => -Score::win_in(plies),
        };
        Some(if player == pos.to_move() { score } else { -score })
    }

    fn begin(&self, game: &Draughts<W>, pos: &Position<W>) -> E::State {
        self.eval.begin(game, pos)
    }

    #[inline]
    fn push(&self, game: &Draughts<W>, pos: &Position<W>, mv: Move<W>, state: &mut E::State) {
        self.eval.push(game, pos, mv, state);
    }

    #[inline]
    fn pop(&self, game: &Draughts<W>, pos: &Position<W>, mv: Move<W>, state: &mut E::State) {
        self.eval.pop(game, pos, mv, state);
    }

    #[inline]
    fn judge(
        &self,
        game: &Draughts<W>,
        pos: &Position<W>,
        state: &mut E::State,
        player: Player,
    ) -> Score {
        self.eval.judge(game, pos, state, player)
    }

    fn stable(&self, game: &Draughts<W>, pos: &Position<W>, state: &mut E::State) -> bool {
        self.eval.stable(game, pos, state)
    }

    fn arrange(&self, game: &Draughts<W>, pos: &Position<W>, moves: &mut Vec<Move<W>>) {
        self.eval.arrange(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        self.eval.arranges()
    }

    fn margins(&self) -> Margins {
        self.eval.margins()
    }
}
