use henge_core::{Features, Player};

use super::rules::{Position, Stonehenge};

/// The lines won, the pieces in hand, and every open line by its empty cells and by who leads on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LinesAndHands;

/// Values of pieces.
const PIECES: u32 = 6;
/// No line has more cells.
const MOST_HOLES: u32 = 5;
/// A lead beyond this one counts as this one.
const MOST_LEAD: i32 = 12;
const LEADS: u32 = 2 * MOST_LEAD as u32 + 1;

const HANDS: u32 = 2;
const OPEN: u32 = HANDS + 2 * PIECES;
const TEMPO: u32 = OPEN + MOST_HOLES * LEADS;
const N_FEATURES: u32 = TEMPO + 1;

impl Features<Stonehenge> for LinesAndHands {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn n_features(&self) -> usize {
        N_FEATURES as usize
    }

    fn each(&self, _: &Stonehenge, pos: &Position, found: &mut impl FnMut(u32, f32)) {
        let mover = pos.to_move();
        for (i, player) in [(0, mover), (1, !mover)] {
            found(i, pos.awarded(player).count_ones() as f32);
            let hand = pos.hand(player);
            hand.pieces().for_each(|piece| found(HANDS + i * PIECES + u32::from(piece) - 1, 1.0));
        }
        let mut open = pos.open_lines();
        while open != 0 {
            let line = open.trailing_zeros() as usize;
            open &= open - 1;
            let first = i32::from(pos.lead(line));
            let lead = if mover == Player::First { first } else { -first };
            let lead = (lead.clamp(-MOST_LEAD, MOST_LEAD) + MOST_LEAD) as u32;
            let holes = u32::from(pos.holes(line)).clamp(1, MOST_HOLES) - 1;
            found(OPEN + holes * LEADS + lead, 1.0);
        }
        found(TEMPO, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use henge_core::{Game, Symmetric};

    use super::*;

    #[test]
    fn a_mirror_image_has_the_same_features() {
        let game = Stonehenge;
        let mut pos = game.start();
        let sorted = |pos: &Position| {
            let mut all = Vec::new();
            LinesAndHands.each(&game, pos, &mut |i, x| all.push((i, x as i32)));
            all.sort_unstable();
            all
        };
        for turn in 0.. {
            let moves: Vec<_> = game.moves(&pos).collect();
            let Some(&mv) = moves.get(turn * 7 % moves.len().max(1)) else { break };
            let here = sorted(&pos);
            assert!(here.iter().all(|(i, _)| *i < N_FEATURES));
            for symmetry in 0..game.n_symmetries() {
                assert_eq!(here, sorted(&game.image(symmetry, &pos)));
            }
            game.play(&mut pos, mv);
        }
    }
}
