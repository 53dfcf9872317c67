//! The question that every engine and every solver takes, and the answer that engines give.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge_core::{Limits, Score, ScoreKind};

/// A question to an engine or a solver. The position is given beside it, so that a task fits all.
///
/// ```
/// # use henge_core::Limits;
/// # use henge_search::{Report, Task};
/// # use std::sync::atomic::AtomicBool;
/// let task: Task<'_, u8> = Task::new(Limits::depth(6)); // enough for most
/// assert_eq!(task.n_lines, 1);
///
/// let flag = AtomicBool::new(false); // raised from another thread
/// let mut show = |report: &Report<u8>| println!("{} plies", report.depth);
/// let task = Task::new(Limits::NONE).lines(3).stop(&flag).progress(&mut show);
/// assert_eq!(task.n_lines, 3);
/// ```
pub struct Task<'a, M> {
    /// What may be spent.
    pub limits: Limits,
    /// How many best lines are wanted; 0 is taken as 1.
    pub n_lines: usize,
    /// Set from outside to have the best answer so far at once.
    pub stop: &'a AtomicBool,
    /// Called with every deeper answer.
    pub progress: &'a mut dyn FnMut(&Report<M>),
}

/// The flag of a task that nobody can stop. It is never raised.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a, M: 'a> Task<'a, M> {
    /// One line within these limits; nobody stops it, and nobody hears of its progress.
    pub fn new(limits: Limits) -> Self {
        // A closure that captures nothing has no size: the box allocates nothing, so nothing leaks.
        Task { limits, n_lines: 1, stop: &NEVER, progress: Box::leak(Box::new(|_: &Report<M>| {})) }
    }

    /// Asks for the given number of best lines.
    pub fn lines(self, n_lines: usize) -> Self {
        Task { n_lines, ..self }
    }

    /// Can be stopped by this flag.
    pub fn stop(self, stop: &'a AtomicBool) -> Self {
        Task { stop, ..self }
    }

    /// Tells of every deeper answer.
    pub fn progress(self, progress: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Task { progress, ..self }
    }
}

/// What an engine has found out so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Plies searched in full.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// Best first, each with another first move; empty only when the game is over.
    pub lines: Vec<Line<M>>,
    /// How full the table is with what this search wrote.
    pub table_used_permille: u32,
    /// Every line is proved: no deeper search can say anything else.
    pub complete: bool,
}

/// One way the game may go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// What it is worth to the player to move at the root.
    pub score: Score,
    /// What the score is worth.
    pub kind: ScoreKind,
    /// The moves from the root; at least one, if there is a legal move.
    pub moves: Vec<M>,
}

impl<M: Copy> Report<M> {
    /// The move an engine would play.
    pub fn best(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }
}

impl<M> Report<M> {
    /// The same with the moves of each line in other words.
    pub fn with_moves<N>(&self, write: impl Fn(&[M]) -> Vec<N>) -> Report<N> {
        let Report { depth, nodes, elapsed, table_used_permille, complete, .. } = *self;
        let line = |&Line { score, kind, ref moves }| Line { score, kind, moves: write(moves) };
        let lines = self.lines.iter().map(line).collect();
        Report { depth, nodes, elapsed, lines, table_used_permille, complete }
    }
}

// Not derived: that would ask for `M: Default`.
impl<M> Default for Report<M> {
    fn default() -> Self {
        Report {
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            lines: Vec::new(),
            table_used_permille: 0,
            complete: false,
        }
    }
}
