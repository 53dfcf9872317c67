//! Threats of open fours: what answers them, and which stones make one.

use henge_core::{Bits, Player};

use super::classes::Class;
use super::field::Field;
use super::kinds::Kind;
use super::{Move, Patterns, Tables};

impl Patterns {
    /// The sites where `me` can answer the threat of an open four: each of them, or a four of one's own, or the
    /// game is lost.
    pub(super) fn answers<const W: usize>(&self, field: &Field<W>, me: Player) -> Bits<W> {
        let Tables { lanes, classes, .. } = &self.tables;
        let mut answers = field.empty;
        for threat in field.threats(!me, Kind::OpenFour).iter() {
            let packed = field.packed(!me, threat);
            let n = |wanted: Class, packed: u64| {
                let slots = (0..lanes.n_slots(threat)).map(|slot| packed >> (4 * slot) & 15);
                slots.filter(|&class| class == wanted as u64).count()
            };
            let mut here = Bits::single(threat);
            for neighbour in lanes.neighbours(threat) {
                let (slot, bit) = neighbour.back;
                let site = usize::from(neighbour.site);
                if packed >> (4 * slot) & 15 < Class::Four as u64 || !field.empty.has(site) {
                    continue;
                }
                let stone = 1 << (usize::from(bit) + 2 * lanes.reach * me.index());
                let code = classes.code(field.around(&self.tables, threat, slot) | stone);
                let left = u64::from(code >> (4 * (!me).index()) & 15);
                let after = packed & !(15 << (4 * slot)) | left << (4 * slot);
                if n(Class::OpenFour, after) == 0 && n(Class::Four, after) < 2 {
                    here.insert(site);
                }
            }
            answers &= here;
        }
        answers
    }

    /// The stones with which `me`, who is to move, threatens to win: fives and open fours before all others, then
    /// fours and threes, the most urgent first.
    pub(super) fn attack<const W: usize>(
        &self,
        field: &Field<W>,
        me: Player,
        moves: &mut Vec<Move>,
    ) {
        let theirs = field.threats(!me, Kind::Five);
        let only = match field.threats(me, Kind::Five).first() {
            Some(site) => Some(site),
            // Two fives of the opponent cannot be prevented.
            None if theirs.len() > 1 => return,
            None => theirs.first().or_else(|| field.threats(me, Kind::OpenFour).first()),
        };
        if let Some(site) = only {
            moves.push(Move(site as u16));
            return;
        }
        let fours = field.fours(me);
        let mut threes = *field.threats(me, Kind::TwoThrees) | *field.threats(me, Kind::Three);
        // A stone that makes a three on the lane of a four on another lane threatens two fours at once.
        for four in fours.iter() {
            for neighbour in self.tables.lanes.neighbours(four) {
                let site = usize::from(neighbour.site);
                let class = || field.packed(me, site) >> (4 * neighbour.slot) & 15;
                if field.empty.has(site) && class() == Class::Three as u64 {
                    threes.insert(site);
                }
            }
        }
        if !field.threats(!me, Kind::OpenFour).is_empty() {
            // Who does not answer with a three has to go on with fours.
            threes &= self.answers(field, me);
        }
        self.in_order(field, me, &(fours | threes), usize::MAX, moves);
    }
}
