//! Where a search that plays cuts corners: what an estimate makes superfluous.
//!
//! How far that goes is said by the [`Margins`](henge_core::Margins) of the evaluation. Whatever is found
//! in this way is worth no proof.

use henge_core::{Eval, Game, Player, Score};

use crate::transposition_table::NO_MOVE;
use crate::tree::Tree;
use crate::value::{Trust, Value};

/// Up to this depth an estimate may stand for a search.
const ESTIMATED: i32 = 7;
/// Up to this depth late moves may be left out for being late.
const WIDE: i32 = 5;
/// How many positions a look for wins by threats may visit at first; with fewer it does not begin.
const AT_FIRST: u64 = 200;
const WORTH_IT: u64 = 16;
/// Nodes this far above the horizon are worth a try at doing nothing.
const PASSED: i32 = 3;

/// How many plies less late moves are searched at first, by depth and place.
#[derive(Default)]
pub(crate) struct Reductions {
    percent: i32,
    plies: Vec<u8>,
}

impl Reductions {
    const SIZE: usize = 64;

    /// Makes the table for this percentage of `ln(depth) · ln(place)`, unless it is there.
    pub fn prepare(&mut self, percent: i32) {
        if self.percent == percent {
            return;
        }
        self.percent = percent;
        let of = |n: usize| {
            let (depth, place) = (n / Self::SIZE, n % Self::SIZE);
            let logs = (depth.max(1) as f64).ln() * ((place + 1) as f64).ln();
            (f64::from(percent) / 100.0 * logs) as u8
        };
        self.plies.clear();
        self.plies.extend((0..Self::SIZE * Self::SIZE).map(of));
    }

    /// For the `i`-th move of a node with `depth` plies to go.
    #[inline]
    pub fn plies(&self, depth: i32, i: usize) -> i32 {
        let last = Self::SIZE - 1;
        let place = (depth as usize).min(last) * Self::SIZE + i.min(last);
        self.plies.get(place).map_or(0, |&plies| plies.into())
    }
}

impl<G: Game, E: Eval<G>> Tree<'_, G, E> {
    /// Is the position so good that its moves need not be searched? Asked where only one side of a bound
    /// matters.
    pub fn good_enough(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        (alpha, beta): (Score, Score),
        standing: Score,
    ) -> Option<Value> {
        let believed = |score: Score| Some(Value { score, trust: Trust::NONE });
        if alpha.decided().is_some() || beta.decided().is_some() {
            return None;
        }
        let margins = self.margins;
        if margins.surplus > 0
            && depth <= ESTIMATED
            && standing.0 - margins.surplus * depth >= beta.0
        {
            return believed(standing);
        }
        if margins.null_move > 0
            && depth >= PASSED
            && standing >= beta
            && !self.buffers.passed(ply)
            && self.game.pass(pos)
        {
            self.buffers.plies[ply].pass();
            let less = 1 + margins.null_move + depth / 6;
            let value = -self.node(pos, !me, (depth - less).max(1), ply + 1, (-beta, -alpha));
            let back = self.game.pass(pos);
            debug_assert!(back, "who can pass can take it back");
            if self.clock.is_stopped() {
                return None;
            }
            if value.score >= beta {
                return believed(if value.score.decided().is_some() { beta } else { value.score });
            }
        }
        None
    }

    /// Does the position lag so far behind that its late moves can hardly help?
    #[inline]
    pub fn is_futile(&self, depth: i32, standing: Score, alpha: Score) -> bool {
        let margin = self.margins.futility;
        margin > 0
            && depth <= ESTIMATED
            && alpha.decided().is_none()
            && standing.0 + margin * depth <= alpha.0
    }

    /// Have enough moves been tried in vain for the rest to be unlikely to help?
    #[inline]
    pub fn is_too_late(&self, depth: i32, i: usize) -> bool {
        let width = self.margins.width;
        width > 0 && depth <= WIDE && i as i32 >= width * depth.max(1)
    }

    /// How many positions a look for a win by threats may visit at this ply: a part of what is left of their share.
    /// What was found out is in a table, so that the next look goes on where this one ends.
    fn share_of_threats(&self, ply: usize) -> u64 {
        let share = self.clock.nodes() * self.margins.threats as u64 / 100 + AT_FIRST;
        (share.saturating_sub(self.buffers.threatened) >> (2 * ply)) / 2
    }

    /// In how many plies the player who is to move wins by threats, if that is found here.
    #[inline(never)]
    pub fn wins_by_threats(&mut self, pos: &mut G::Position, ply: usize) -> Option<u32> {
        let most = self.share_of_threats(ply);
        if most < WORTH_IT || self.margins.threats == 0 {
            return None;
        }
        let Tree { game, eval, state, buffers, clock, .. } = self;
        let threats = buffers.threats.as_mut()?;
        let (plies, spent) = threats.plies_to_win((*game, *eval, state), pos, clock, most);
        buffers.threatened += spent;
        plies.filter(|_| !clock.is_stopped())
    }

    /// The same at the root, with the moves.
    pub fn win_by_threats(&mut self, pos: &mut G::Position) -> Option<(u32, Vec<G::Move>)> {
        let most = self.share_of_threats(0);
        if !E::FORCES || most < WORTH_IT || self.margins.threats == 0 {
            return None;
        }
        let Tree { game, eval, state, buffers, clock, .. } = self;
        let threats = buffers.threats.as_mut()?;
        let (found, spent) = threats.line_to_win((*game, *eval, state), pos, clock, most);
        buffers.threatened += spent;
        found
    }

    /// Are all moves but the table's worse than its score by a margin?
    pub fn is_singular(
        &mut self,
        pos: &mut G::Position,
        me: Player,
        depth: i32,
        ply: usize,
        (hint, score): (u16, Score),
    ) -> bool {
        debug_assert!(hint != NO_MOVE, "there is a move to leave out");
        let Some(mv) = self.game.moves(pos).nth(hint as usize) else { return false };
        let bound = Score(score.0 - self.margins.singular);
        self.buffers.plies[ply].excluded = Some(mv);
        let value = self.node(pos, me, depth / 2, ply, (Score(bound.0 - 1), bound));
        self.buffers.plies[ply].excluded = None;
        value.score < bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_moves_and_deep_nodes_are_reduced_more() {
        let mut reductions = Reductions::default();
        assert_eq!(reductions.plies(20, 20), 0, "nothing is reduced unless somebody asks for it");
        reductions.prepare(50);
        assert_eq!(reductions.plies(1, 60), 0);
        assert_eq!(reductions.plies(20, 0), 0);
        assert!(reductions.plies(20, 20) > reductions.plies(20, 5));
        assert!(reductions.plies(20, 20) > reductions.plies(5, 20));
        assert_eq!(reductions.plies(1000, 1000), reductions.plies(63, 63));
    }
}
