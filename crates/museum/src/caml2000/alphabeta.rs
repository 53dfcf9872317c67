//! `FAlphabeta0`: the first player maximizes, the second minimizes, and a branch that cannot matter is left by an
//! exception, which here is an early return with the value that it carried.

use std::sync::atomic::{AtomicBool, Ordering};

/// What the chapter's signatures REPRESENTATION and EVAL ask of a game. `player` is true for the first one.
pub trait Chapter: Clone {
    /// A move.
    type Move: Copy;
    /// `moreI`; `lessI` is its negative.
    const MORE: i32;
    /// The moves in the order of the listing's list.
    fn legal_moves(&self, player: bool) -> Vec<Self::Move>;
    /// The position after a move.
    fn play(&self, player: bool, mv: Self::Move) -> Self;
    /// What the position is worth to the first player.
    fn evaluate(&self, player: bool) -> i32;
}

/// What the search found.
pub struct Found<M> {
    /// The first of the moves with the best value.
    pub best: M,
    /// That value.
    pub value: i32,
    /// How many positions were evaluated.
    pub evaluated: u64,
}

struct Search<'a> {
    evaluated: u64,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl Search<'_> {
    /// The value if the search ends here. The predicate `is_stable` is true for both games.
    fn leaf<C: Chapter>(&mut self, depth: i32, player: bool, node: &C) -> Option<i32> {
        self.evaluated += 1;
        self.stopped |= self.evaluated.is_multiple_of(1 << 10) && self.stop.load(Ordering::Relaxed);
        let value = node.evaluate(player);
        let is_leaf = || value.abs() == C::MORE || node.legal_moves(player).is_empty();
        (depth < 1 || self.stopped || is_leaf()).then_some(value)
    }

    fn maxmin<C: Chapter>(&mut self, depth: i32, node: &C, mut alpha: i32, beta: i32) -> i32 {
        if let Some(value) = self.leaf(depth, true, node) {
            return value;
        }
        for mv in node.legal_moves(true) {
            alpha = alpha.max(self.minmax(depth - 1, &node.play(true, mv), beta, alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    fn minmax<C: Chapter>(&mut self, depth: i32, node: &C, mut beta: i32, alpha: i32) -> i32 {
        if let Some(value) = self.leaf(depth, false, node) {
            return value;
        }
        for mv in node.legal_moves(false) {
            beta = beta.min(self.maxmin(depth - 1, &node.play(false, mv), alpha, beta));
            if beta <= alpha {
                break;
            }
        }
        beta
    }
}

/// The move to play, if there is one; where the flag was raised, the best as far as was seen.
pub fn alphabeta<C: Chapter>(
    depth: i32,
    player: bool,
    level: &C,
    stop: &AtomicBool,
) -> Option<Found<C::Move>> {
    let (mut alpha, mut beta) = (-C::MORE, C::MORE);
    let mut search = Search { evaluated: 0, stop, stopped: false };
    let mut values = Vec::new();
    for mv in level.legal_moves(player) {
        let next = level.play(player, mv);
        let value = match player {
            true => search.minmax(depth - 1, &next, beta, alpha),
            false => search.maxmin(depth - 1, &next, alpha, beta),
        };
        values.push((value, mv));
        match player {
            true => alpha = alpha.max(value),
            false => beta = beta.min(value),
        }
        if alpha >= beta {
            break;
        }
    }
    let value = if player { alpha } else { beta };
    // The listing fails where every move is worth what it began with; the first of them is played here.
    let best = values.iter().find(|(found, _)| *found == value).or(values.first())?.1;
    Some(Found { best, value, evaluated: search.evaluated })
}
