use std::hash::{Hash, Hasher};

use henge_core::Player;

/// The moves that the players have made in a simulation, for the statistics of all moves as first.
///
/// An open hash table that is emptied by counting up a stamp, so that a simulation costs no more
/// than the moves it has.
pub(super) struct Played<M> {
    slots: Vec<Option<(u32, Player, M)>>,
    stamp: u32,
    n: usize,
}

impl<M: Copy + Eq + Hash> Played<M> {
    pub fn new() -> Played<M> {
        Played { slots: vec![None; 256], stamp: 0, n: 0 }
    }

    pub fn clear(&mut self) {
        self.n = 0;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.slots.fill(None);
        }
    }

    /// The place of a move, or the free place where it belongs.
    #[inline]
    fn place(&self, player: Player, mv: M) -> (usize, bool) {
        let mask = self.slots.len() - 1;
        let mut i = (hash(player, mv) >> 32) as usize & mask;
        loop {
            match self.slots[i] {
                Some((stamp, p, m)) if stamp == self.stamp => {
                    if p == player && m == mv {
                        return (i, true);
                    }
                }
                _ => return (i, false),
            }
            i = (i + 1) & mask;
        }
    }

    pub fn insert(&mut self, player: Player, mv: M) {
        let (i, known) = self.place(player, mv);
        if known {
            return;
        }
        self.slots[i] = Some((self.stamp, player, mv));
        self.n += 1;
        if 2 * self.n > self.slots.len() {
            let twice = vec![None; 2 * self.slots.len()];
            for (stamp, player, mv) in
                std::mem::replace(&mut self.slots, twice).into_iter().flatten()
            {
                if stamp == self.stamp {
                    let (i, _) = self.place(player, mv);
                    self.slots[i] = Some((stamp, player, mv));
                }
            }
        }
    }

    #[inline]
    pub fn contains(&self, player: Player, mv: M) -> bool {
        self.place(player, mv).1
    }
}

#[inline]
fn hash<M: Hash>(player: Player, mv: M) -> u64 {
    let mut fold = Fold(player as u64);
    mv.hash(&mut fold);
    fold.0
}

/// A multiplication for each word. Moves are small and nobody chooses them to collide.
struct Fold(u64);

impl Fold {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.word(byte.into()));
    }
    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }
    fn write_u16(&mut self, n: u16) {
        self.word(n.into());
    }
    fn write_u32(&mut self, n: u32) {
        self.word(n.into());
    }
    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_played_and_by_whom() {
        let mut played = Played::new();
        for round in 0..3 {
            played.clear();
            for mv in 0..1000u16 {
                assert!(!played.contains(Player::First, mv), "round {round}");
                played.insert(Player::First, mv);
                played.insert(Player::First, mv);
            }
            assert_eq!(played.n, 1000);
            assert!((0..1000).all(|mv| played.contains(Player::First, mv)));
            assert!(!played.contains(Player::Second, 5) && !played.contains(Player::First, 1000));
        }
    }
}
