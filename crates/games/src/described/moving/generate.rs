//! How moves are found.

use henge_core::{Bits, Player};

use super::super::compass::NOWHERE;
use super::super::description::Again;
use super::kinds::Kind;
use super::position::{Move, Moves, Position};
use super::rules::Moving;

/// How many steps of jumps a list of moves looks at. No game comes near it; positions can be set up in
/// which a piece has millions of ways.
const PATIENCE: u32 = 4_000;

/// Who stands where, seen by a player.
#[derive(Clone, Copy)]
pub(super) struct Sides<const W: usize> {
    pub own: Bits<W>,
    pub other: Bits<W>,
    pub empty: Bits<W>,
}

/// A jump that goes on.
struct Jump<'a, const W: usize> {
    kind: &'a Kind<W>,
    from: usize,
    other: Bits<W>,
    /// Empty sites, that of the jumping piece included.
    empty: Bits<W>,
    patience: &'a mut u32,
}

impl<const W: usize> Moving<W> {
    #[inline]
    pub(super) fn sides(&self, pos: &Position<W>, player: Player) -> Sides<W> {
        let (own, other) = (pos.stones[player.index()], pos.stones[1 - player.index()]);
        Sides { own, other, empty: self.available.without(&(own | other)) }
    }

    /// The moves of the player to move.
    #[inline]
    pub(super) fn list(&self, pos: &Position<W>) -> Moves<W> {
        let mut moves = Moves::none();
        if pos.over.is_some() {
            return moves;
        }
        let player = pos.to_move;
        let p = player.index();
        let sides = self.sides(pos, player);
        if pos.hand[p] > 0 {
            let to = sides.empty & self.kinds[p][self.plain[p]].within;
            self.offer(&mut moves, &sides, None, to);
        } else {
            if self.jumping[p] {
                let mut patience = PATIENCE;
                for from in sides.own.iter() {
                    self.jump_from(pos, p, from, &sides, &mut patience, &mut moves);
                }
            }
            if !(self.compulsory && moves.strokes.len() > 0) {
                for from in sides.own.iter() {
                    let to = self.targets(pos, p, from, &sides);
                    if !to.is_empty() {
                        self.offer(&mut moves, &sides, Some(from), to);
                    }
                }
            }
        }
        if self.compulsory {
            self.only_captures(pos, &sides, &mut moves);
        }
        moves.pass = self.passes(pos, &moves);
        moves
    }

    /// May the player to move pass?
    #[inline]
    fn passes(&self, pos: &Position<W>, moves: &Moves<W>) -> bool {
        let description = self.description();
        description.pass || (pos.over.is_none() && moves.plain.len() + moves.strokes.len() == 0)
    }

    /// Adds the moves to these sites; those that fill a group take a piece.
    #[inline]
    fn offer(&self, moves: &mut Moves<W>, sides: &Sides<W>, from: Option<usize>, to: Bits<W>) {
        let Some(mills) = &self.mills else {
            moves.add(from, to);
            return;
        };
        let mut own = sides.own;
        if let Some(from) = from {
            own.remove(from);
        }
        let fills = |site: &usize| {
            let mut with = own;
            with.insert(*site);
            mills.filled(*site, &with)
        };
        let closing: Bits<W> = match sides.other.is_empty() {
            true => Bits::EMPTY,
            false => to.iter().filter(fills).collect(),
        };
        moves.add(from, to.without(&closing));
        if !closing.is_empty() {
            let prey = self.outside_mills(&sides.other);
            for site in closing.iter() {
                for taken in prey.iter() {
                    moves.strokes.push(Move::new(from, site, Bits::single(taken)));
                }
            }
        }
    }

    /// The pieces outside of filled groups, or all if there are none.
    fn outside_mills(&self, stones: &Bits<W>) -> Bits<W> {
        let Some(mills) = &self.mills else { return *stones };
        let free: Bits<W> = stones.iter().filter(|&site| !mills.filled(site, stones)).collect();
        if free.is_empty() { *stones } else { free }
    }

    /// Where a piece may go without a jump.
    #[inline]
    pub(super) fn targets(
        &self,
        pos: &Position<W>,
        p: usize,
        from: usize,
        sides: &Sides<W>,
    ) -> Bits<W> {
        let kind = &self.kinds[p][pos.kind(from)];
        if kind.fly > 0 && sides.own.len() <= kind.fly {
            return sides.empty & kind.within;
        }
        let mut to = (kind.step[from] & sides.empty) | (kind.take[from] & sides.other);
        if self.only_steps {
            return to;
        }
        for &way in &kind.slide {
            let next = &self.next[way];
            let mut at = next[from];
            // Round a torus it comes back to itself, which is not empty.
            while at != NOWHERE && sides.empty.has(at as usize) {
                to.insert(at as usize);
                at = next[at as usize];
            }
            if kind.takes && at != NOWHERE && sides.other.has(at as usize) {
                to.insert(at as usize);
            }
        }
        for &way in &kind.count {
            self.counted(from, way, kind, sides, &mut to);
        }
        if !kind.hops[from].is_empty() {
            self.hop(kind, from, sides, &mut to);
        }
        to & kind.within
    }

    /// As far as there are pieces on the line, over own ones alone.
    fn counted(&self, from: usize, way: usize, kind: &Kind<W>, sides: &Sides<W>, to: &mut Bits<W>) {
        let n = (self.lines[way / 2][from] & (sides.own | sides.other)).len();
        let mut at = from as u16;
        for step in 1..=n {
            at = self.next[way][at as usize];
            if at == NOWHERE {
                return;
            }
            let here = at as usize;
            let last = step == n;
            if last && (sides.empty.has(here) || (kind.takes && sides.other.has(here))) {
                to.insert(here);
            }
            if sides.other.has(here) || !self.available.has(here) {
                return;
            }
        }
    }

    /// Hops over pieces, on and on if the kind does that.
    fn hop(&self, kind: &Kind<W>, from: usize, sides: &Sides<W>, to: &mut Bits<W>) {
        let mut held = sides.own | sides.other;
        held.remove(from);
        let lands = |over: &&super::kinds::Over| {
            held.has(over.over as usize) && sides.empty.has(over.to as usize)
        };
        if kind.again == Again::Never || kind.straight {
            for first in kind.hops[from].iter().filter(lands) {
                let mut at = Some(first);
                // Straight on, as long as it goes.
                while let Some(over) = at {
                    to.insert(over.to as usize);
                    at = kind.hops[over.to as usize]
                        .iter()
                        .filter(lands)
                        .find(|next| next.way == first.way && kind.again != Again::Never);
                }
            }
            return;
        }
        let mut reached = Bits::<W>::single(from);
        let mut border = reached;
        while let Some(at) = border.first() {
            border.remove(at);
            for over in kind.hops[at].iter().filter(lands) {
                let next = over.to as usize;
                if !reached.has(next) {
                    reached.insert(next);
                    border.insert(next);
                    to.insert(next);
                }
            }
        }
    }

    #[inline]
    fn jump_from(
        &self,
        pos: &Position<W>,
        p: usize,
        from: usize,
        sides: &Sides<W>,
        patience: &mut u32,
        moves: &mut Moves<W>,
    ) {
        let kind = &self.kinds[p][pos.kind(from)];
        if kind.jumps[from].is_empty() {
            return;
        }
        let mut empty = sides.empty;
        empty.insert(from);
        let mut jump = Jump { kind, from, other: sides.other, empty, patience };
        jump.go_on(from, None, Bits::EMPTY, moves);
    }

    /// Leaves the moves that capture, if there are any.
    fn only_captures(&self, pos: &Position<W>, sides: &Sides<W>, moves: &mut Moves<W>) {
        let captures = |from: u16, to: Bits<W>| -> Bits<W> {
            let struck = to & sides.other;
            let Some(captor) = self.captor.as_ref().filter(|captor| captor.encloses()) else {
                return struck;
            };
            let mut stones = pos.stones;
            if usize::from(from) < W * 64 {
                stones[pos.to_move.index()].remove(from.into());
            }
            let encloses = |&site: &usize| !captor.prey(&stones, pos.to_move, site).is_empty();
            struck | to.iter().filter(encloses).collect()
        };
        let mut left = super::position::Reaches::new();
        for (from, to) in moves.plain.iter() {
            let to = captures(from, to);
            if !to.is_empty() {
                left.push((from, to));
            }
        }
        if left.len() + moves.strokes.len() > 0 {
            moves.plain = left;
        }
    }

    /// Has this player any move?
    #[inline]
    pub(super) fn can_move(&self, pos: &Position<W>, player: Player) -> bool {
        let p = player.index();
        let sides = self.sides(pos, player);
        if pos.hand[p] > 0 {
            return sides.empty.meets(&self.kinds[p][self.plain[p]].within);
        }
        let jumps = |from: usize| {
            let kind = &self.kinds[p][pos.kind(from)];
            kind.jumps[from].iter().any(|over| {
                sides.other.has(over.over as usize) && sides.empty.has(over.to as usize)
            })
        };
        sides.own.iter().any(|from| {
            !self.targets(pos, p, from, &sides).is_empty() || (self.jumping[p] && jumps(from))
        })
    }
}

impl<const W: usize> Jump<'_, W> {
    /// Jumps from `at`, with these pieces taken already; says whether there was one.
    fn go_on(&mut self, at: usize, way: Option<u8>, taken: Bits<W>, moves: &mut Moves<W>) -> bool {
        let kind = self.kind;
        let mut jumped = false;
        for over in &kind.jumps[at] {
            let (prey, to) = (over.over as usize, over.to as usize);
            if !self.other.has(prey)
                || taken.has(prey)
                || !self.empty.has(to)
                || (kind.straight && way.is_some_and(|way| way != over.way))
                || *self.patience == 0
            {
                continue;
            }
            *self.patience -= 1;
            jumped = true;
            let mut taken = taken;
            taken.insert(prey);
            let stays = kind.again != Again::Must;
            if stays {
                self.end(to, taken, moves);
            }
            if kind.again != Again::Never && !self.go_on(to, Some(over.way), taken, moves) && !stays
            {
                self.end(to, taken, moves);
            }
        }
        jumped
    }

    fn end(&self, to: usize, taken: Bits<W>, moves: &mut Moves<W>) {
        let mv = Move::new(Some(self.from), to, taken);
        // Two ways to the same end take at least two pieces.
        if taken.len() == 1 || !moves.strokes.contains(mv) {
            moves.strokes.push(mv);
        }
    }
}
