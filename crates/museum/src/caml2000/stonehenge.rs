//! `Stone_rep` and `Stone_eval`.

use henge_core::{Game, Player};
use henge_games::stonehenge::{Move, Position, Stonehenge};

use super::Listed;
use super::alphabeta::Chapter;

/// A position; its pieces and lines are what the rules of henge have, which agree with the listing's.
#[derive(Clone, Debug)]
pub struct Stones(Position);

/// The cell and the piece.
pub type Placed = (u8, u8);

/// With more lines than these a player has won.
const SEVEN: u32 = 7;

impl Chapter for Stones {
    type Move = Placed;
    const MORE: i32 = 1000;

    /// Cells from the last to the first, each with the pieces in hand from the smallest to the largest.
    fn legal_moves(&self, player: bool) -> Vec<Placed> {
        let values = self.0.hand(of(player)).values();
        let cells = (0..18).rev().filter(|cell| self.0.empty() >> cell & 1 != 0);
        let pieces = |cell| (0..6).filter(|i| values >> i & 1 != 0).map(move |i| (cell, i + 1));
        cells.flat_map(pieces).collect()
    }

    fn play(&self, _player: bool, (cell, piece): Placed) -> Stones {
        let mut next = self.0;
        if let Some(mv) = Move::new(cell, piece) {
            Stonehenge.play(&mut next, mv);
        }
        Stones(next)
    }

    /// The mover's eight lines end the game, the other's do not.
    fn evaluate(&self, player: bool) -> i32 {
        let lines = |player| self.0.awarded(player).count_ones();
        let (first, second) = (lines(Player::First), lines(Player::Second));
        match player {
            true if first > SEVEN => return Self::MORE,
            false if second > SEVEN => return -Self::MORE,
            _ => {}
        }
        let points = |player| i32::from(self.0.hand(player).sum());
        50 * (first as i32 - second as i32) + 10 * (points(Player::First) - points(Player::Second))
    }
}

fn of(player: bool) -> Player {
    if player { Player::First } else { Player::Second }
}

impl Listed for Stonehenge {
    type Chapter = Stones;

    fn listed(&self, pos: &Position) -> Stones {
        Stones(*pos)
    }

    fn legal(&self, pos: &Position, (cell, piece): Placed) -> Option<Move> {
        let mv = Move::new(cell, piece)?;
        self.moves(pos).find(|legal| *legal == mv)
    }
}
