//! The squares a piece touches on its way.

use super::moves::Move;
use super::rules::{Draughts, Position};
use super::variant::{AboutTurn, King, Landing, Lifted, ManTakes, Promotion};
use super::word::Word;

/// A capture on its way, for [`Draughts::ways`].
struct Walk<'a, W> {
    game: &'a Draughts<W>,
    mv: Move<W>,
    /// Free squares, that of the moving piece included.
    empty: W,
    others: W,
    other_men: W,
    last_row: W,
    up: bool,
    touched: Vec<u32>,
    visit: &'a mut dyn FnMut(&[u32]) -> bool,
}

impl<W: Word> Draughts<W> {
    /// Where a move begins, where it lands after each capture, and where it ends, as bits. Of several
    /// ways that make the same move this is the first, by direction and then by distance.
    pub fn way(&self, pos: &Position<W>, mv: Move<W>) -> Vec<u32> {
        let mut found = vec![mv.from(), mv.to()];
        self.ways(pos, mv, &mut |way| {
            found = way.to_vec();
            true
        });
        found
    }

    /// The piece that a capture takes on its way from one square to another.
    pub(super) fn between(&self, from: u32, to: u32, mv: Move<W>) -> Option<u32> {
        let towards = |direction: usize| {
            let step = self.rules.steps()[direction];
            let mut at = W::bit(from).shift(step);
            let mut taken = None;
            while at & self.board == at && !at.is_empty() && at != W::bit(to) {
                if !(at & mv.captured).is_empty() {
                    taken = Some(at.lowest());
                }
                at = at.shift(step);
            }
            taken.filter(|_| at == W::bit(to))
        };
        let along = self.rules.king_captures_along();
        (0..8).filter(|direction| along >> direction & 1 == 1).find_map(towards)
    }

    /// Shows every way to make a move, until `visit` is content.
    pub(super) fn ways(
        &self,
        pos: &Position<W>,
        mv: Move<W>,
        visit: &mut dyn FnMut(&[u32]) -> bool,
    ) -> bool {
        if !mv.is_capture() {
            return visit(&[mv.from(), mv.to()]);
        }
        let frame = self.frame(pos);
        let from = W::bit(mv.from());
        let mut walk = Walk {
            game: self,
            mv,
            empty: frame.empty | from,
            others: frame.other_men | frame.other_kings,
            other_men: frame.other_men,
            last_row: frame.last_row,
            up: frame.up,
            touched: vec![mv.from()],
            visit,
        };
        let is_king = !(frame.kings & from).is_empty();
        walk.go(from, is_king, None, W::NONE)
    }
}

impl<W: Word> Walk<'_, W> {
    /// True when the visitor is content.
    fn go(&mut self, at: W, is_king: bool, came: Option<u8>, taken: W) -> bool {
        if taken == self.mv.captured && at == W::bit(self.mv.to()) {
            return (self.visit)(&self.touched);
        }
        let rules = self.game.rules;
        let empty = match rules.lifted {
            Lifted::AtOnce => self.empty | taken,
            Lifted::After => self.empty,
        };
        let (along, targets, flies) = if is_king {
            (rules.king_captures_along(), self.others, rules.king == King::Flying)
        } else {
            let targets = match rules.man_takes {
                ManTakes::All => self.others,
                ManTakes::Men => self.other_men,
            };
            (rules.man_captures_along(self.up), targets, false)
        };
        for direction in (0..8u8).filter(|d| along >> d & 1 == 1) {
            let back = rules.about_turn == AboutTurn::Forbidden
                && came.is_some_and(|came| direction == came ^ 2);
            if is_king && back {
                continue;
            }
            let step = rules.steps()[usize::from(direction)];
            let mut piece = at.shift(step);
            while flies && !(piece & empty).is_empty() {
                piece = piece.shift(step);
            }
            // Only what the move captures, and each piece once.
            piece &= targets & self.mv.captured & !taken;
            if piece.is_empty() {
                continue;
            }
            let mut landing = piece.shift(step) & empty;
            while !landing.is_empty() {
                let at_end = !(landing & self.last_row).is_empty();
                let crowned = rules.promotion == Promotion::Continue && at_end;
                self.touched.push(landing.lowest());
                if self.go(landing, is_king || crowned, Some(direction), taken | piece) {
                    return true;
                }
                self.touched.pop();
                if !flies || rules.landing == Landing::Behind {
                    break;
                }
                landing = landing.shift(step) & empty;
            }
        }
        false
    }
}
