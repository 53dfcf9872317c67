use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use henge_core::Game;

use super::file::{self, BookError, Kind, check_depth};
use super::{Book, Entry, book_key};
use crate::connect_four::solver::Solver;
use crate::connect_four::{ConnectFour, Position};

/// Makes a book: all positions with exactly `depth` discs are to be solved, in any order and by as
/// many solvers as there are; the scores of those with fewer discs follow from them.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use henge_games::connect_four::{ConnectFour, book::Builder, solver::Solver};
///
/// let game = ConnectFour::new(5, 4).expect("small enough");
/// let mut builder = Builder::new(&game, 4).expect("not too deep");
/// let mut solver = Solver::new(1 << 20);
/// while let Some(task) = builder.next_open() {
///     let pos = builder.position(task);
///     let solved = solver.solve(&game, &pos, &AtomicBool::new(false), None);
///     builder.put(task, solved.expect("nobody stopped it").score);
///     // Now and then, builder.to_bytes() could go to a file, for Builder::from_bytes to go on.
/// }
/// let book = builder.finish().expect("nothing is open");
/// assert_eq!(book.score(&henge_core::Game::start(&game)), Some(0));
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    game: ConnectFour,
    depth: u32,
    /// Neighbours in the tree are neighbours here, so that a solver's table serves several.
    tasks: Vec<Task>,
    /// Nothing is open before this task.
    first_open: usize,
    n_done: usize,
}

#[derive(Clone, Copy, Debug)]
struct Task {
    pos: Position,
    key: u64,
    score: Option<i8>,
}

/// Can the player to move complete four? Such positions are left out.
fn wins_at_once(game: &ConnectFour, pos: &Position) -> bool {
    let (own, mask) = pos.own_and_mask();
    game.lines.winning(own, mask) & game.lines.playable(mask) != 0
}

impl Builder {
    /// A book of that board and depth, with nothing solved yet.
    pub fn new(game: &ConnectFour, depth: u32) -> Result<Builder, BookError> {
        check_depth(game, depth)?;
        let mut seen = HashMap::new();
        let mut tasks = Vec::new();
        collect(game, game.start(), depth, &mut seen, &mut tasks);
        Ok(Builder { game: *game, depth, tasks, first_open: 0, n_done: 0 })
    }

    /// How many positions there are to solve, solved ones included.
    pub fn n_tasks(&self) -> usize {
        self.tasks.len()
    }

    /// How many are solved.
    pub fn n_done(&self) -> usize {
        self.n_done
    }

    /// The position of a task, `0..n_tasks`.
    pub fn position(&self, task: usize) -> Position {
        self.tasks[task].pos
    }

    /// Is the task still to be solved?
    pub fn is_open(&self, task: usize) -> bool {
        self.tasks[task].score.is_none()
    }

    /// The first task that is still to be solved.
    pub fn next_open(&mut self) -> Option<usize> {
        while self.first_open < self.tasks.len() && !self.is_open(self.first_open) {
            self.first_open += 1;
        }
        (self.first_open < self.tasks.len()).then_some(self.first_open)
    }

    /// The exact score of a task's position, to its player to move.
    pub fn put(&mut self, task: usize, score: i8) {
        if self.tasks[task].score.replace(score).is_none() {
            self.n_done += 1;
        }
    }

    /// Solves tasks until none is open or `stop` is set; `progress` hears of each, and may save.
    pub fn run(
        &mut self,
        solver: &mut Solver,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Builder),
    ) {
        while let Some(task) = self.next_open() {
            let pos = self.position(task);
            let Some(solved) = solver.solve(&self.game, &pos, stop, None) else { return };
            self.put(task, solved.score);
            progress(self);
        }
    }

    /// What is solved so far, as bytes for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::write(Kind::Part, &self.game, self.depth, &self.done())
    }

    /// Goes on with what `to_bytes` wrote.
    pub fn from_bytes(game: &ConnectFour, depth: u32, bytes: &[u8]) -> Result<Builder, BookError> {
        let (kind, found, found_depth, entries) = file::read(bytes)?;
        if kind != Kind::Part || found != *game || found_depth != depth {
            let (columns, rows) = (game.columns(), game.rows());
            return Err(BookError::OtherBook { columns, rows, depth });
        }
        let mut builder = Builder::new(game, depth)?;
        let scores: HashMap<u64, i8> =
            entries.iter().map(|entry| (entry.key(), entry.score())).collect();
        for task in 0..builder.n_tasks() {
            if let Some(&score) = scores.get(&builder.tasks[task].key) {
                builder.put(task, score);
            }
        }
        if builder.n_done() != entries.len() {
            return Err(BookError::Contradiction("it has positions that do not belong there"));
        }
        Ok(builder)
    }

    /// The book, or the builder itself if tasks are open.
    pub fn finish(self) -> Result<Book, Box<Builder>> {
        if self.n_done < self.tasks.len() {
            return Err(Box::new(self));
        }
        let deepest = self.done();
        let mut scores = deepest.iter().map(|entry| (entry.key(), entry.score())).collect();
        derive(&self.game, self.game.start(), self.depth, &mut scores);
        let mut entries: Vec<Entry> =
            scores.into_iter().map(|(key, score)| Entry::new(key, score)).collect();
        entries.sort_unstable();
        Ok(Book { game: self.game, depth: self.depth, entries })
    }

    fn done(&self) -> Vec<Entry> {
        let entry = |task: &Task| Some(Entry::new(task.key, task.score?));
        let mut entries: Vec<Entry> = self.tasks.iter().filter_map(entry).collect();
        entries.sort_unstable();
        entries
    }
}

/// Adds the positions with exactly `depth` discs below `pos`, each once.
fn collect(
    game: &ConnectFour,
    pos: Position,
    depth: u32,
    seen: &mut HashMap<u64, ()>,
    tasks: &mut Vec<Task>,
) {
    let key = book_key(game, &pos);
    if wins_at_once(game, &pos) && pos.plies() == depth || seen.insert(key, ()).is_some() {
        return;
    }
    if pos.plies() == depth {
        tasks.push(Task { pos, key, score: None });
        return;
    }
    for mv in game.moves(&pos) {
        let mut next = pos;
        game.play(&mut next, mv);
        if !next.won {
            collect(game, next, depth, seen, tasks);
        }
    }
}

/// The score of a position from those of the deepest ones; keeps it, and those in between.
fn derive(game: &ConnectFour, pos: Position, depth: u32, scores: &mut HashMap<u64, i8>) -> i8 {
    let here = |pos: &Position| ((game.lines.cells() + 1 - pos.plies()) / 2) as i8;
    let key = book_key(game, &pos);
    if let Some(&score) = scores.get(&key) {
        return score;
    }
    let wins = wins_at_once(game, &pos);
    let mut best = if wins { here(&pos) } else { i8::MIN };
    if pos.plies() < depth {
        for mv in game.moves(&pos) {
            let mut next = pos;
            game.play(&mut next, mv);
            if !next.won {
                best = best.max(-derive(game, next, depth, scores));
            }
        }
        if !wins {
            scores.insert(key, best);
        }
    }
    best
}
