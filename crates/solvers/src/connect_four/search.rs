//! The search itself: null windows only, so that every question is "is it more than that?".
//!
//! Carried over from Pons' *Solving Connect Four* (2015): scores by bisection with null windows, moves
//! that do not lose at once only, order by the threats a move makes. From Plaat and others (1996):
//! looking up all children before the first is searched. Our own are the bounds by following
//! (`statics`), asked of the children too, and the two tables: positions with few empty cells come
//! in great numbers and are cheap, so they go to a table that stays in the processor's cache.

use henge_core::Halt;
use henge_games::connect_four::Lines;

use super::statics::{NO_BOUND, upper_bound};
use super::transposition_table::{Bounds, TranspositionTable};

/// One run of the solver. `STRIDE` is that of the board where the compiler shall know it, or 0;
/// `WIDTH` is no less than its columns.
pub(super) struct Search<'a, const STRIDE: u32, const WIDTH: usize> {
    pub lines: Lines,
    pub tables: &'a mut Tables,
    pub control: Control<'a>,
}

/// What was found so far.
pub(super) struct Tables {
    /// Positions with more than [`NEAR`] empty cells.
    pub far: TranspositionTable,
    /// The others.
    pub near: TranspositionTable,
}

/// When to give up.
pub(super) struct Control<'a> {
    pub stop: &'a dyn Halt,
    pub nodes: u64,
    pub node_limit: u64,
    /// At this number of nodes `stop` is looked at again.
    pub next_look: u64,
    pub stopped: bool,
}

/// A position as the search sees it. The player to move cannot complete four with this disc.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Discs of the player to move.
    pub own: u64,
    /// All discs.
    pub mask: u64,
    /// Where the opponent would complete four.
    pub other_wins: u64,
    /// The most the position can be worth to the player to move, by following.
    pub bound: i32,
    /// How many cells are empty.
    pub left: i32,
}

#[derive(Clone, Copy, Default)]
struct Child {
    cell: u64,
    wins: u64,
    bound: i32,
    order: i32,
}

/// Positions with so few empty cells go to the small table.
const NEAR: i32 = 22;
/// With fewer empty cells, children are searched and not looked up first.
const LOOK_UP: i32 = 12;
/// With fewer discs, a position is looked up together with its mirror image.
const SYMMETRIC: i32 = 16;

impl Control<'_> {
    #[inline(always)]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.stopped |= self.nodes > self.node_limit || self.stop.is_raised();
            self.next_look = self.node_limit.min(self.nodes + 0x1000).saturating_add(1);
        }
    }
}

impl Tables {
    #[inline(always)]
    fn get(&self, key: u64, left: i32) -> Option<Bounds> {
        if left > NEAR { self.far.get(key) } else { self.near.get(key) }
    }

    #[inline(always)]
    fn put(&mut self, key: u64, left: i32, bounds: Bounds, nodes: u64) {
        if left > NEAR {
            self.far.put(key, bounds, nodes);
        } else {
            // The latest is the most useful here, whatever it cost.
            self.near.put(key, bounds, 1);
        }
    }
}

impl Node {
    /// A position whose discs are those of the player to move and all.
    pub fn new(lines: &Lines, own: u64, mask: u64) -> Node {
        let other_wins = lines.winning(mask ^ own, mask);
        let left = (lines.cells() - mask.count_ones()) as i32;
        Node { own, mask, other_wins, bound: NO_BOUND, left }
    }

    #[inline(always)]
    fn after(&self, child: &Child) -> Node {
        Node {
            own: self.mask ^ self.own,
            mask: self.mask | child.cell,
            other_wins: child.wins,
            bound: child.bound,
            left: self.left - 1,
        }
    }
}

impl<const STRIDE: u32, const WIDTH: usize> Search<'_, STRIDE, WIDTH> {
    #[inline(always)]
    fn lines(&self) -> Lines {
        if STRIDE == 0 { self.lines } else { Lines { stride: STRIDE, ..self.lines } }
    }

    /// Is the score more than `alpha`? The answer is a bound: if it is more than `alpha`, the score is
    /// at least that, or else at most that.
    pub fn search(&mut self, node: &Node, alpha: i32) -> i32 {
        let lines = self.lines();
        let left = node.left;
        self.control.count();
        if self.control.stopped {
            return alpha;
        }
        let playable = lines.playable(node.mask);
        // Never play below a cell where the opponent completes four.
        let mut moves = playable & !(node.other_wins >> 1);
        let forced = playable & node.other_wins;
        if forced != 0 {
            moves &= forced;
        }
        if moves == 0 || forced & forced.wrapping_sub(1) != 0 {
            return -(left / 2);
        }
        if left <= 2 {
            return 0;
        }
        // Nobody completes four with this disc or the next one.
        let low = -((left - 2) / 2);
        if low > alpha {
            return low;
        }
        let high = node.bound.min((left - 1) / 2);
        if high <= alpha {
            return high;
        }
        if moves & (moves - 1) == 0 {
            return match self.child(&lines, node, moves, alpha) {
                None => (left - 1) / 2,
                Some(child) => -self.search(&node.after(&child), -alpha - 1),
            };
        }
        let key = self.key(&lines, node.own, node.mask, left);
        let mut known = Bounds { low, high };
        if let Some(found) = self.tables.get(key, left) {
            if found.low > alpha {
                return found.low;
            }
            if found.high <= alpha {
                return found.high;
            }
            known = Bounds { low: low.max(found.low), high: high.min(found.high) };
        }
        self.expand(&lines, node, moves, alpha, key, known)
    }

    /// Plays one move after the other. Nothing less decides the question.
    #[inline(always)]
    fn expand(
        &mut self,
        lines: &Lines,
        node: &Node,
        mut moves: u64,
        alpha: i32,
        key: u64,
        mut known: Bounds,
    ) -> i32 {
        let before = self.control.nodes;
        let mut children = [Child::default(); WIDTH];
        let mut n = 0;
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let Some(child) = self.child(lines, node, cell, alpha) else {
                return (node.left - 1) / 2;
            };
            if -child.bound > alpha {
                return -child.bound;
            }
            let mut i = n;
            while i > 0 && children[i - 1].order < child.order {
                children[i] = children[i - 1];
                i -= 1;
            }
            children[i] = child;
            n += 1;
        }
        let mut best = -NO_BOUND;
        if node.left > LOOK_UP {
            let n_all = std::mem::take(&mut n);
            for i in 0..n_all {
                let child = children[i];
                let (own, mask) = (node.mask ^ node.own, node.mask | child.cell);
                let left = node.left - 1;
                if let Some(found) = self.tables.get(self.key(lines, own, mask, left), left) {
                    if -found.high > alpha {
                        return -found.high;
                    }
                    if -found.low <= alpha {
                        best = best.max(-found.low);
                        continue;
                    }
                }
                children[n] = child;
                n += 1;
            }
        }
        for child in &children[..n] {
            let score = -self.search(&node.after(child), -alpha - 1);
            if self.control.stopped {
                return alpha;
            }
            best = best.max(score);
            if score > alpha {
                known.low = known.low.max(score);
                self.tables.put(key, node.left, known, self.control.nodes - before);
                return known.low;
            }
        }
        known.high = known.high.min(best);
        self.tables.put(key, node.left, known, self.control.nodes - before);
        known.high
    }

    /// What a disc on `cell` brings about; nothing if it makes two threats at once, and so wins.
    #[inline(always)]
    fn child(&self, lines: &Lines, node: &Node, cell: u64, alpha: i32) -> Option<Child> {
        let mask = node.mask | cell;
        let wins = lines.winning(node.own | cell, mask);
        let now = wins & lines.playable(mask);
        // Two at once, or one above the other.
        if now & now.wrapping_sub(1) != 0 || now & (wins >> 1) != 0 {
            return None;
        }
        let site = cell.trailing_zeros();
        // Who follows wins late, if at all: that does not answer whether he wins soon.
        let bound = if alpha < lines.rows as i32 / 2 {
            upper_bound(lines, node.mask ^ node.own, mask, wins)
        } else {
            NO_BOUND
        };
        // Threats that can wait are better than those that must be answered now, and those one above
        // the other are the best; then what the opponent cannot win after; then the middle, and high.
        let (column, row) = (site / lines.stride, site % lines.stride);
        let off = (2 * column as i32 - (lines.columns as i32 - 1)).abs();
        let order = 128 * wins.count_ones() as i32 - 64 * now.count_ones() as i32
            + 64 * i32::from(wins & (wins >> 1) != 0)
            + 32 * i32::from(bound != NO_BOUND)
            - 7 * off
            + 3 * row as i32;
        Some(Child { cell, wins, bound, order })
    }

    #[inline(always)]
    fn key(&self, lines: &Lines, own: u64, mask: u64, left: i32) -> u64 {
        let key = own + mask;
        if lines.cells() as i32 - left < SYMMETRIC { key.min(lines.mirror(key)) } else { key }
    }
}
