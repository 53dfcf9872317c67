use std::sync::atomic::AtomicBool;
use std::time::Duration;

use henge_core::{Limits, Score, ScoreKind};

/// A question to an engine. The position is given beside it, so that a task fits every engine.
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
