//! Looking back: from the lost positions to those that can reach them, and so on.

use std::sync::Arc;

use henge_core::Game;

use super::index::Material;
use super::{DRAW, Endings};
use crate::draughts::rules::Position;
use crate::draughts::variant::King;
use crate::draughts::word::Word;

/// Endings of some material that were solved.
pub struct Solved {
    pub(super) tables: Vec<(Material, Arc<[u8]>)>,
}

/// This position cannot be lost: a move draws or wins.
const SAFE: u8 = u8::MAX;
/// The longest distance a byte can tell; longer wins would be called draws, and there are none.
const LAST: usize = 255;

/// Positions with one player to move.
struct Side {
    material: Material,
    codes: Vec<u8>,
    /// Quiet moves that stay in the table and are not known to lose, or `SAFE`.
    open: Vec<u8>,
    /// The latest loss among the moves that are known to lose.
    latest: Vec<u8>,
}

/// Positions to be settled at some distance: side and number.
type Waiting = Vec<Vec<(u8, u32)>>;

impl<W: Word> Endings<W> {
    /// Solves the endings of some material, with either player to move. Those with fewer pieces, and
    /// those with fewer men, must be there.
    pub fn solve_one(&self, material: Material) -> Solved {
        let mut materials = vec![material];
        if material.turned() != material {
            materials.push(material.turned());
        }
        let mut waiting: Waiting = vec![Vec::new(); LAST + 1];
        let sides = (0..).zip(&materials);
        let mut sides: Vec<Side> =
            sides.map(|(i, &material)| self.begin(material, i, &mut waiting)).collect();
        for code in 1..LAST {
            let mut now = std::mem::take(&mut waiting[code]);
            while let Some((side, number)) = now.pop() {
                let this = &mut sides[usize::from(side)];
                if this.codes[number as usize] != DRAW {
                    continue;
                }
                this.codes[number as usize] = code as u8;
                let Some(pos) = self.places.position(this.material, number as usize) else {
                    continue;
                };
                let before = (usize::from(side) + 1) % materials.len();
                self.each_before(&pos, |number| {
                    let side = &mut sides[before];
                    if side.codes[number] != DRAW {
                        return;
                    }
                    let entry = (before as u8, number as u32);
                    if code % 2 == 1 {
                        // Whoever can bring the opponent here wins.
                        waiting[code + 1].push(entry);
                    } else if side.open[number] != SAFE {
                        side.open[number] -= 1;
                        side.latest[number] = side.latest[number].max(code as u8);
                        if side.open[number] == 0 {
                            waiting[usize::from(side.latest[number]) + 1].push(entry);
                        }
                    }
                });
            }
        }
        let tables = sides.into_iter().map(|side| (side.material, side.codes.into()));
        Solved { tables: tables.collect() }
    }

    /// The position with a number, the player to move being the first; none if pieces share a square.
    pub(super) fn position(&self, material: Material, number: usize) -> Option<Position<W>> {
        Some(self.game.settled(self.places.position(material, number)?))
    }

    /// What is known from the tables that are there.
    fn begin(&self, material: Material, side: u8, waiting: &mut Waiting) -> Side {
        let size = self.places.size(material);
        let mut this =
            Side { material, codes: vec![DRAW; size], open: vec![0; size], latest: vec![0; size] };
        for number in 0..size {
            let Some(pos) = self.position(material, number) else { continue };
            let (mut soonest, mut latest, mut open, mut safe) = (0u8, 0u8, 0u8, false);
            for mv in self.game.moves(&pos) {
                let mut next = pos;
                self.game.play(&mut next, mv);
                let stays = !mv.is_capture()
                    && next.kings(pos.to_move()).len() == pos.kings(pos.to_move()).len();
                if stays {
                    open += 1;
                    continue;
                }
                // Everybody taken is the end, and so is a table.
                let code = self.code(&next).unwrap_or(DRAW);
                match code {
                    DRAW => safe = true,
                    code if code % 2 == 1 => {
                        soonest = if soonest == 0 { code } else { soonest.min(code) };
                    }
                    code => latest = latest.max(code),
                }
            }
            let entry = (side, number as u32);
            if soonest != 0 {
                waiting[usize::from(soonest) + 1].push(entry);
            } else if open == 0 && !safe {
                waiting[usize::from(latest) + 1].push(entry);
            }
            this.open[number] = if soonest != 0 || safe || open == 0 { SAFE } else { open };
            this.latest[number] = latest;
        }
        this
    }

    /// Calls `found` with the number of every position from which a quiet move leads to `pos`, where
    /// the first player is to move.
    fn each_before(&self, pos: &Position<W>, mut found: impl FnMut(usize)) {
        let rules = self.game.rules;
        let empty = self.game.board & !pos.occupied();
        let mut try_one = |men: W, kings: W| {
            let mut before = *pos;
            before.men[1] = men;
            before.kings[1] = kings;
            before.second_to_move = true;
            // Who must capture cannot have made a quiet move.
            if !self.game.must_capture(&self.game.settled(before)) {
                found(self.places.number(&before));
            }
        };
        let [men, kings] = [pos.men[1], pos.kings[1]];
        for (direction, step) in rules.steps().into_iter().enumerate() {
            if rules.man_moves(false) >> direction & 1 == 1 {
                // A man on the row where he would become a king is none; he came from above.
                let mut moved = men & (empty.shift(step));
                while !moved.is_empty() {
                    let to = W::bit(moved.lowest());
                    moved = moved.without_lowest();
                    try_one(men & !to | to.shift(-step), kings);
                }
            }
            if rules.king_moves_along() >> direction & 1 == 1 {
                let mut left = kings;
                while !left.is_empty() {
                    let to = W::bit(left.lowest());
                    left = left.without_lowest();
                    let mut from = to.shift(-step) & empty;
                    while !from.is_empty() {
                        try_one(men, kings & !to | from);
                        if matches!(rules.king, King::Short) {
                            break;
                        }
                        from = from.shift(-step) & empty;
                    }
                }
            }
        }
    }

    /// Looks whether every position with this material is worth what the best of its moves is, and
    /// returns how many there are; the first that is not is the error.
    pub fn check(&self, material: Material) -> Result<u64, Position<W>> {
        let mut n = 0;
        for number in 0..self.places.size(material) {
            let Some(pos) = self.position(material, number) else { continue };
            let (mut best_win, mut worst_loss, mut draw) = (u8::MAX, 0, false);
            for mv in self.game.moves(&pos) {
                let mut next = pos;
                self.game.play(&mut next, mv);
                match self.code(&next).unwrap_or(DRAW) {
                    DRAW => draw = true,
                    code if code % 2 == 1 => best_win = best_win.min(code),
                    code => worst_loss = worst_loss.max(code),
                }
            }
            let right = if best_win < u8::MAX {
                best_win + 1
            } else if draw {
                DRAW
            } else {
                worst_loss + 1
            };
            if self.code(&pos) != Some(right) {
                return Err(pos);
            }
            n += 1;
        }
        Ok(n)
    }
}
