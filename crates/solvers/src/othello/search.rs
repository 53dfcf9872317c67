use henge_core::{Game, Halt};
use henge_games::othello::{Move, Othello, Position, Word, turned_over};

use super::last::{Last, over};
use super::stability::Borders;
use super::table::{Known, NO_MOVE, Table};

/// When to give up, and whom to tell.
pub(super) struct Control<'a> {
    pub halt: &'a dyn Halt,
    pub node_limit: u64,
    pub progress: &'a mut dyn FnMut(u64),
}

/// One run of the solver.
pub(super) struct Search<'a> {
    game: &'a Othello<u64>,
    table: &'a mut Table,
    control: Control<'a>,
    borders: Borders,
    board: u64,
    /// The squares in parts of the board with an odd number of empty squares, by the parity of each part.
    odd: [u64; 16],
    /// Which part each square is in, as a bit.
    part: [u8; 64],
    last: Last,
    /// At this number of nodes the control is looked at again.
    next_look: u64,
    stopped: bool,
    pub nodes: u64,
}

/// With fewer empty squares no table is asked: it takes longer than the search.
const SHALLOW: u32 = 8;
/// With so many a reply that the table knows is looked for before any is searched.
const REPLIES: u32 = 10;
/// More moves than in any position.
const MOST_MOVES: usize = 40;

/// A move with the discs of whoever moves next.
#[derive(Clone, Copy, Default)]
struct Child {
    own: u64,
    other: u64,
    square: u32,
    order: i32,
}

impl<'a> Search<'a> {
    pub fn new(game: &'a Othello<u64>, table: &'a mut Table, control: Control<'a>) -> Self {
        let size = game.size();
        let part: [u8; 64] = std::array::from_fn(|square| {
            let (column, row) = (square as u32 % 8, square as u32 / 8);
            1 << (2 * u32::from(row >= size / 2) + u32::from(column >= size / 2))
        });
        let odd = std::array::from_fn(|parity| {
            let odd = (0..64).filter(|&square| usize::from(part[square]) & parity != 0);
            odd.fold(0, |set, square| set | 1 << square)
        });
        let cells = game.board_squares().count_ones() as i32;
        Search {
            game,
            table,
            control,
            borders: Borders::new(size),
            board: game.board_squares(),
            odd,
            part,
            last: Last { nodes: 0, cells },
            next_look: 0,
            stopped: false,
            nodes: 0,
        }
    }

    fn parity(&self, mut empty: u64) -> u8 {
        let mut parity = 0;
        while empty != 0 {
            parity ^= self.part[empty.trailing_zeros() as usize];
            empty &= empty - 1;
        }
        parity
    }

    /// The score of a position and a move that leads to it.
    pub fn root(&mut self, pos: &Position<u64>) -> Option<(i32, Move)> {
        let (own, other) = pos.own_and_other();
        let mut moves = self.game.moves(pos);
        if let Some(Move::PASS) = moves.next() {
            let score = -self.wide(other, own, -self.last.cells, self.last.cells);
            self.nodes = self.last.nodes;
            return (!self.stopped).then_some((score, Move::PASS));
        }
        let (mut alpha, beta) = (-self.last.cells, self.last.cells);
        let (children, n) = self.children(own, other, pos.targets(), NO_MOVE, true);
        let mut best = None;
        for (i, child) in children[..n].iter().enumerate() {
            let mut score = alpha;
            if i > 0 {
                score = -self.narrow(child.own, child.other, -alpha - 1);
            }
            if i == 0 || score > alpha {
                score = -self.wide(child.own, child.other, -beta, -alpha);
            }
            if self.stopped {
                self.nodes = self.last.nodes;
                return None;
            }
            if best.is_none() || score > alpha {
                best = Some((score, Move::to(child.square)));
                alpha = alpha.max(score);
            }
            (self.control.progress)(self.last.nodes);
        }
        self.nodes = self.last.nodes;
        best
    }

    /// A move that leads to a score that is known to be right.
    pub fn reaching(&mut self, pos: &Position<u64>, score: i32) -> Option<Move> {
        let (own, other) = pos.own_and_other();
        let moves = self.game.moves(pos);
        let only = moves.len() == 1;
        let known = self.table.get(own, other).map(|known| Move::to(known.best.into()));
        let mut moves: Vec<Move> = moves.collect();
        moves.sort_by_key(|mv| Some(*mv) != known);
        let found = moves.into_iter().find(|&mv| {
            let Some(square) = mv.square() else { return true };
            if only {
                return true;
            }
            let turned = turned_over(own, other, square);
            let next = own | turned | 1 << square;
            let found = self.narrow(other & !turned, next, -score);
            !self.stopped && found <= -score
        });
        self.nodes = self.last.nodes;
        found
    }

    /// The score with a wide window, for the best line.
    fn wide(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32) -> i32 {
        let empty = self.board & !(own | other);
        let moves = u64::enclosing(own, other) & empty;
        self.look();
        if self.stopped {
            return alpha;
        }
        if moves == 0 {
            let over_now = u64::enclosing(other, own) & empty == 0;
            return match over_now {
                true => over(own, self.last.cells, empty.count_ones() as i32),
                false => -self.wide(other, own, -beta, -alpha),
            };
        }
        let left = empty.count_ones();
        let known = self.table.get(own, other);
        if let Some(Known { low, high, .. }) = known {
            let (low, high) = (i32::from(low), i32::from(high));
            if low == high || low >= beta {
                return low;
            }
            if high <= alpha {
                return high;
            }
        }
        let first = known.map_or(NO_MOVE, |known| known.best);
        let (children, n) = self.children(own, other, moves, first, true);
        let (mut best, mut best_square, before) = (-self.last.cells - 1, NO_MOVE, alpha);
        for child in &children[..n] {
            let mut score = alpha;
            if best_square != NO_MOVE {
                score = -self.narrow(child.own, child.other, -alpha - 1);
            }
            if best_square == NO_MOVE || (score > alpha && score < beta) {
                score = -self.wide(child.own, child.other, -beta, -alpha);
            }
            if self.stopped {
                return alpha;
            }
            if score > best {
                (best, best_square) = (score, child.square as u8);
                alpha = alpha.max(score);
            }
            if best >= beta {
                break;
            }
        }
        let low = if best > before { best } else { -self.last.cells };
        let high = if best < beta { best } else { self.last.cells };
        let known = Known { low: low as i8, high: high as i8, best: best_square };
        self.table.put(own, other, left, known);
        best
    }

    fn look(&mut self) {
        self.last.nodes += 1;
        if self.last.nodes >= self.next_look {
            self.stopped |=
                self.last.nodes > self.control.node_limit || self.control.halt.is_raised();
            self.next_look =
                self.control.node_limit.min(self.last.nodes + 0x4000).saturating_add(1);
        }
    }

    /// Is the score more than `alpha`? The answer is a bound on the right side.
    fn narrow(&mut self, own: u64, other: u64, alpha: i32) -> i32 {
        let empty = self.board & !(own | other);
        let parity = self.parity(empty);
        match empty.count_ones() {
            left if left > SHALLOW => self.deep(own, other, alpha, parity),
            left if left > 4 => self.shallow(own, other, alpha, parity),
            4 => self.four(own, other, alpha, parity),
            _ => self.wide(own, other, alpha, alpha + 1),
        }
    }

    #[inline(always)]
    fn four(&mut self, own: u64, other: u64, alpha: i32, parity: u8) -> i32 {
        let empty = self.board & !(own | other);
        let odd = empty & self.odd[usize::from(parity & 15)];
        let mut squares = [0; 4];
        let mut n = 0;
        for mut set in [odd, empty & !odd] {
            while set != 0 {
                squares[n & 3] = set.trailing_zeros();
                n += 1;
                set &= set - 1;
            }
        }
        self.last.four(own, other, alpha, squares)
    }

    /// With few empty squares: by parity alone.
    fn shallow(&mut self, own: u64, other: u64, alpha: i32, parity: u8) -> i32 {
        self.last.nodes += 1;
        let empty = self.board & !(own | other);
        let moves = u64::enclosing(own, other) & empty;
        if moves == 0 {
            let over_now = u64::enclosing(other, own) & empty == 0;
            return match over_now {
                true => over(own, self.last.cells, empty.count_ones() as i32),
                false => -self.shallow(other, own, -alpha - 1, parity),
            };
        }
        if let Some(bound) = self.stable_bound(own, other, alpha, empty) {
            return bound;
        }
        let four_left = empty.count_ones() == 5;
        let odd = self.odd[usize::from(parity & 15)];
        let mut best = -self.last.cells - 1;
        for mut set in [moves & odd, moves & !odd] {
            while set != 0 {
                let square = set.trailing_zeros();
                set &= set - 1;
                let turned = turned_over(own, other, square);
                let (next, rest) = (own | turned | 1 << square, other & !turned);
                let parity = parity ^ self.part[square as usize & 63];
                let score = match four_left {
                    true => -self.four(rest, next, -alpha - 1, parity),
                    false => -self.shallow(rest, next, -alpha - 1, parity),
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// A bound from discs of the other player that are stable, where it answers the question.
    #[inline(always)]
    fn stable_bound(&self, own: u64, other: u64, alpha: i32, empty: u64) -> Option<i32> {
        // So many of them would be needed that there rarely are fewer discs on the board.
        let needed = (self.last.cells - alpha + 1) / 2;
        let left = empty.count_ones() as i32;
        if (other.count_ones() as i32) < needed || alpha < left - 8 {
            return None;
        }
        let bound = self.last.cells - 2 * self.borders.stable(other, own) as i32;
        (bound <= alpha).then_some(bound)
    }

    fn deep(&mut self, own: u64, other: u64, alpha: i32, parity: u8) -> i32 {
        self.look();
        if self.stopped {
            return alpha;
        }
        let empty = self.board & !(own | other);
        let left = empty.count_ones();
        let moves = u64::enclosing(own, other) & empty;
        if moves == 0 {
            let over_now = u64::enclosing(other, own) & empty == 0;
            return match over_now {
                true => over(own, self.last.cells, left as i32),
                false => -self.deep(other, own, -alpha - 1, parity),
            };
        }
        if let Some(bound) = self.stable_bound(own, other, alpha, empty) {
            return bound;
        }
        let cells = self.last.cells as i8;
        let mut known = Known { low: -cells, high: cells, best: NO_MOVE };
        if let Some(found) = self.table.get(own, other) {
            if i32::from(found.low) > alpha {
                return found.low.into();
            }
            if i32::from(found.high) <= alpha {
                return found.high.into();
            }
            known = found;
        }
        let (mut children, n) = self.children(own, other, moves, known.best, false);
        if left >= REPLIES {
            for child in &children[..n] {
                let Some(found) = self.table.get(child.own, child.other) else { continue };
                if i32::from(-found.high) > alpha {
                    return (-found.high).into();
                }
            }
        }
        let mut best = -self.last.cells - 1;
        for i in 0..n {
            let first = (i..n).max_by_key(|&j| (children[j].order, n - j)).unwrap_or(i);
            children.swap(i, first);
            let Child { own: next_own, other: next_other, square, .. } = children[i];
            let parity = parity ^ self.part[square as usize & 63];
            let score = match left - 1 > SHALLOW {
                true => -self.deep(next_own, next_other, -alpha - 1, parity),
                false => -self.shallow(next_own, next_other, -alpha - 1, parity),
            };
            if self.stopped {
                return alpha;
            }
            if score > best {
                best = score;
                known.best = square as u8;
            }
            if best > alpha {
                break;
            }
        }
        match best > alpha {
            true => known.low = best as i8,
            false => known.high = best as i8,
        }
        self.table.put(own, other, left, known);
        best
    }

    /// The moves with what makes them worth trying first; in order, if so wanted.
    #[inline(always)]
    fn children(
        &self,
        own: u64,
        other: u64,
        mut moves: u64,
        first: u8,
        sorted: bool,
    ) -> ([Child; MOST_MOVES], usize) {
        let mut children = [Child::default(); MOST_MOVES];
        let mut n = 0;
        let empty = self.board & !(own | other);
        let odd = self.odd[usize::from(self.parity(empty) & 15)];
        while moves != 0 && n < MOST_MOVES {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let turned = turned_over(own, other, square);
            let (next, rest) = (own | turned | 1 << square, other & !turned);
            let order = if u32::from(first) == square {
                i32::MAX
            } else {
                self.promise(rest, next, empty & !(1 << square), square, odd)
            };
            children[n] = Child { own: rest, other: next, square, order };
            n += 1;
        }
        if sorted {
            children[..n].sort_by_key(|child| std::cmp::Reverse(child.order));
        }
        (children, n)
    }

    /// Few replies are good, and those into corners count double; then comes parity.
    #[inline(always)]
    fn promise(&self, own: u64, other: u64, empty: u64, square: u32, odd: u64) -> i32 {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        let replies = u64::enclosing(own, other) & empty;
        let corners = (replies & CORNERS).count_ones();
        let touched = u64::enclosing(empty, other) & empty;
        let mut order = -16 * (replies.count_ones() + corners) as i32;
        order -= 2 * touched.count_ones() as i32;
        order += if odd >> square & 1 != 0 { 6 } else { 0 };
        order + if CORNERS >> square & 1 != 0 { 10 } else { 0 }
    }
}
