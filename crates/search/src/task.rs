//! The question that every engine and every solver takes, and the answer that engines give.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge_core::{Aim, Limits, Score, ScoreKind};

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
    /// What the answer is for.
    pub aim: Aim,
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
        let progress = Box::leak(Box::new(|_: &Report<M>| {}));
        Task { limits, n_lines: 1, aim: Aim::Move, stop: &NEVER, progress }
    }

    /// Asks what the position is worth, and not only for a move to play.
    pub fn worth(self) -> Self {
        Task { aim: Aim::Worth, ..self }
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

impl<M: Copy + Eq> Report<M> {
    /// Puts the lines in the order of their scores; those that are alike stay as they are.
    pub(crate) fn sort(&mut self) {
        // Insertion, which is stable and allocates nothing; most often the order is right.
        for i in 1..self.lines.len() {
            let better = |line: &Line<M>| line.score < self.lines[i].score;
            let place = self.lines[..i].iter().position(better).unwrap_or(i);
            self.lines[place..=i].rotate_right(1);
        }
    }

    /// An iteration was stopped when it knew the best `found.len()` lines: they come first. What a less deep search
    /// has said of the others stands behind them, but they are known to be no better now.
    pub(crate) fn prefer(&mut self, found: &[Line<M>]) {
        for (n, new) in found.iter().enumerate() {
            let same = |line: &Line<M>| line.moves.first() == new.moves.first();
            let place = self.lines.iter().position(same).unwrap_or(self.lines.len() - 1);
            let place = place.max(n);
            self.lines[n..=place].rotate_right(1);
            let line = &mut self.lines[n];
            (line.score, line.kind) = (new.score, new.kind);
            line.moves.clone_from(&new.moves);
        }
        let n = found.len().min(self.lines.len());
        self.lines[..n].sort_by_key(|line| std::cmp::Reverse(line.score));
        let Some(last) = n.checked_sub(1).map(|last| self.lines[last].score) else { return };
        for line in &mut self.lines[n..] {
            if line.score > last {
                (line.score, line.kind) = (last, ScoreKind::Estimate);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &[(u8, i32)]) -> Report<u8> {
        let kind = ScoreKind::Estimate;
        let line = |&(mv, score): &(u8, i32)| Line { score: Score(score), kind, moves: vec![mv] };
        Report { lines: lines.iter().map(line).collect(), ..Report::default() }
    }

    fn shown(report: &Report<u8>) -> Vec<(u8, i32)> {
        report.lines.iter().map(|line| (line.moves[0], line.score.0)).collect()
    }

    #[test]
    fn lines_are_sorted_and_equals_keep_their_order() {
        let mut lines = report(&[(1, -1), (2, 43), (3, 33), (4, 43)]);
        lines.sort();
        assert_eq!(shown(&lines), [(2, 43), (4, 43), (3, 33), (1, -1)]);
    }

    #[test]
    fn what_an_interrupted_search_has_seen_comes_first_and_in_order() {
        let mut old = report(&[(1, 50), (2, 40), (3, 30)]);
        old.prefer(&report(&[(2, 20)]).lines);
        assert_eq!(shown(&old), [(2, 20), (1, 20), (3, 20)]);
        let mut old = report(&[(1, 50), (2, 40), (3, 30)]);
        old.prefer(&report(&[(7, 45), (1, 35)]).lines);
        assert_eq!(shown(&old), [(7, 45), (1, 35), (2, 35)]);
        let mut old = report(&[(1, 50), (2, 40)]);
        old.prefer(&[]);
        assert_eq!(shown(&old), [(1, 50), (2, 40)]);
    }
}
