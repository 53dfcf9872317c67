//! Minimax over the sum of the points of a line.
//!
//! The program looked at every line. Here lines are left out that cannot matter, and the choice is
//! the same, for every seed: equal lines are told from worse ones because windows are one point wider
//! than usual, and the coin that decides between equals hangs on the line and not on how often it
//! was thrown before.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use henge_core::{Game, Limits, mix64};
use henge_games::draughts::{Draughts, Move, Position};

use super::points::Squares;
use super::trace::Trace;

/// The points of who cannot move.
pub const NO_MOVE: i32 = -100;
/// No line is longer.
pub const LAST_PLY: u32 = 25;
/// More than any line can have.
const INFINITE: i32 = 1_000_000;

/// What the search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The line it expects, its own move first.
    pub line: Vec<Move<u64>>,
    /// The points of the line: its own plus, the opponent's minus. None for a move without a choice.
    pub value: Option<i32>,
    /// Moves looked at, at all plies.
    pub nodes: u64,
    /// Was it stopped before it had seen everything?
    pub stopped: bool,
}

pub(super) struct Search<'a> {
    pub game: &'a Draughts<u64>,
    pub squares: &'a Squares,
    /// The ply at which quiet moves are the last of a line.
    pub strength: u32,
    /// Another one, other choices between equals.
    pub seed: u64,
    pub limits: Limits,
    pub stop: &'a AtomicBool,
    /// Leave lines out that cannot matter?
    pub prune: bool,
    pub trace: Option<Trace>,
}

/// What changes while it runs.
struct Run<'a, 'b> {
    search: &'a mut Search<'b>,
    began: Instant,
    nodes: u64,
    stopped: bool,
    /// The best line from each ply on.
    lines: Vec<Vec<Move<u64>>>,
}

#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl<'b> Search<'b> {
    /// Finds a move; none if there is none.
    pub fn run(&mut self, pos: &Position<u64>) -> Option<BestMove> {
        let moves = self.moves(pos);
        let last = *moves.last()?;
        if moves.len() == 1 {
            return Some(BestMove { line: moves, value: None, nodes: 0, stopped: false });
        }
        let seed = self.seed;
        let mut run = Run {
            search: self,
            began: Instant::now(),
            nodes: 0,
            stopped: false,
            lines: vec![Vec::new(); LAST_PLY as usize + 2],
        };
        let window = Window { alpha: -INFINITE, beta: INFINITE };
        let value = run.best(&mut pos.clone(), 1, 0, window, seed);
        let Run { nodes, stopped, mut lines, .. } = run;
        let line = std::mem::take(&mut lines[1]);
        // If not even one move was seen to its end, it is the one it began with.
        let (line, value) = if line.is_empty() { (vec![last], None) } else { (line, Some(value)) };
        Some(BestMove { line, value, nodes, stopped })
    }

    /// The legal moves as the program found them.
    fn moves(&self, pos: &Position<u64>) -> Vec<Move<u64>> {
        let mut moves: Vec<Move<u64>> = self.game.moves(pos).collect();
        self.squares.sort(&mut moves);
        moves
    }
}

impl Run<'_, '_> {
    /// The points of the best line through this position, in which a move of ply `ply` is to be made
    /// and `sum` are the points so far. Odd plies are its own.
    fn best(
        &mut self,
        pos: &mut Position<u64>,
        ply: u32,
        sum: i32,
        window: Window,
        coin: u64,
    ) -> i32 {
        let (game, own) = (self.search.game, ply % 2 == 1);
        let at = ply as usize;
        self.lines[at].clear();
        let signed = |points: i32| if own { points } else { -points };
        let moves = self.search.moves(pos);
        let Some(first) = moves.first() else {
            // Other rule books than the Danish one know draws, where nobody gains or loses more.
            let drawn = matches!(game.turn(pos), henge_core::Turn::Over(henge_core::Outcome::Draw));
            let points = if drawn { 0 } else { NO_MOVE };
            if let Some(trace) = &mut self.search.trace {
                trace.push(vec![(String::new(), points)], true);
                trace.pop();
            }
            return sum + signed(points);
        };
        let dead = ply >= LAST_PLY || (ply >= self.search.strength && !first.is_capture());
        if let Some(trace) = &mut self.search.trace {
            let squares = self.search.squares;
            let view = |&mv: &Move<u64>| (super::way(game, pos, mv), squares.points(game, pos, mv));
            trace.push(moves.iter().map(view).collect(), dead);
        }
        let mut best: Option<i32> = None;
        // The program took moves from the top of its stack: the last one first.
        for (i, &mv) in moves.iter().enumerate().rev() {
            if self.is_stopped() {
                break;
            }
            self.nodes += 1;
            let now = sum + signed(self.search.squares.points(game, pos, mv));
            let value = if dead {
                self.lines[at + 1].clear();
                now
            } else {
                let inner = self.inner(window, best, own);
                let undo = game.play(pos, mv);
                let below = mix64(coin ^ (i as u64 + 1));
                let value = self.best(pos, ply + 1, now, inner, below);
                game.undo(pos, mv, undo);
                value
            };
            // Who was stopped has not seen all replies to this move.
            if self.stopped && !dead {
                break;
            }
            let takes = match best {
                None => true,
                Some(best) if value == best => heads(coin, i),
                Some(best) => (value > best) == own,
            };
            if takes {
                best = Some(value);
                let (upper, lower) = self.lines.split_at_mut(at + 1);
                upper[at].clear();
                upper[at].push(mv);
                upper[at].extend_from_slice(&lower[0]);
            }
            if let Some(trace) = &mut self.search.trace {
                trace.compared(takes, value);
            }
            let cut = best.is_some_and(|b| if own { b >= window.beta } else { b <= window.alpha });
            if cut && self.search.prune {
                break;
            }
        }
        if let Some(trace) = &mut self.search.trace {
            trace.pop();
        }
        // Nothing was seen to its end: whoever asks has been stopped too.
        best.unwrap_or(sum)
    }

    /// What the next move need be told: whether it is worse than the best so far, as good, or better.
    fn inner(&self, window: Window, best: Option<i32>, own: bool) -> Window {
        match best {
            _ if !self.search.prune => window,
            None => window,
            Some(best) if own => Window { alpha: window.alpha.max(best - 1), ..window },
            Some(best) => Window { beta: window.beta.min(best + 1), ..window },
        }
    }

    fn is_stopped(&mut self) -> bool {
        let limits = &self.search.limits;
        self.stopped = self.stopped
            || self.search.stop.load(Ordering::Relaxed)
            || limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || (self.nodes.is_multiple_of(64)
                && limits.time_for_move().is_some_and(|time| self.began.elapsed() >= time));
        self.stopped
    }
}

/// The program's `random`, for the `i`-th move of a position.
pub(super) fn heads(coin: u64, i: usize) -> bool {
    mix64(coin ^ !(i as u64)) & 1 == 1
}
