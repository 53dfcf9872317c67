//! Wins by fours: each stone threatens to win with the next one, so that the opponent has one answer.

use henge_core::{Bits, Player};

use super::Tables;
use super::field::Field;
use super::kinds::Kind;

/// Positions without such a win, so that they are looked at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures(Vec<u64>);

impl Failures {
    const SIZE: usize = 1 << 12;

    #[inline]
    fn has(&self, key: u64) -> bool {
        self.0.get(key as usize % Self::SIZE) == Some(&key)
    }

    #[inline]
    fn add(&mut self, key: u64) {
        if self.0.is_empty() {
            self.0 = vec![0; Self::SIZE];
        }
        self.0[key as usize % Self::SIZE] = key;
    }
}

/// A look for wins by fours.
pub(super) struct Fours<'a, const W: usize> {
    pub tables: &'a Tables,
    pub field: &'a mut Field<W>,
    pub failures: &'a mut Failures,
    /// So many fours may be tried yet.
    pub budget: u32,
}

impl<const W: usize> Fours<'_, W> {
    /// The first stone of a win by fours of `me`, who is to move, and how many plies it takes.
    pub fn win(&mut self, me: Player) -> Option<(usize, u32)> {
        let field = &*self.field;
        if let Some(site) = field.threats(me, Kind::Five).first() {
            return Some((site, 1));
        }
        let mut fours = field.fours(me);
        let theirs = field.threats(!me, Kind::Five);
        if let Some(site) = theirs.first() {
            // There is one answer, which has to be a four itself.
            if !fours.has(site) || theirs.len() > 1 {
                return None;
            }
            fours = Bits::single(site);
        }
        if let Some(site) = (fours & *field.threats(me, Kind::OpenFour)).first() {
            return Some((site, 3));
        }
        if theirs.is_empty() {
            // A four that goes with nothing else leads nowhere.
            fours = fours.without(field.threats(me, Kind::Four));
        }
        if fours.is_empty() {
            return None;
        }
        let key = field.key ^ me.index() as u64;
        if self.failures.has(key) {
            return None;
        }
        let strong = *field.threats(me, Kind::FourThree) & fours;
        for site in strong.iter().chain(fours.without(&strong).iter()) {
            if self.budget == 0 {
                return None;
            }
            self.budget -= 1;
            self.field.put(self.tables, me, site);
            let answer = self.field.threats(me, Kind::Five).first();
            let won = answer.and_then(|answer| {
                self.field.put(self.tables, !me, answer);
                let won = self.win(me);
                self.field.take(self.tables, !me, answer);
                won
            });
            self.field.take(self.tables, me, site);
            if let Some((_, plies)) = won {
                return Some((site, plies + 2));
            }
        }
        if self.budget > 0 {
            self.failures.add(key);
        }
        None
    }
}
