use henge_core::{Eval, Player, Score};

use super::hand::Hand;
use super::rules::{Position, Stonehenge};
use super::worth;

/// The book's evaluation: 50 for each line won, less 50 for each line lost, and 10 for each point of
/// the pieces in hand, less 10 for the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Source;

impl Eval<Stonehenge> for Source {
    type State = ();

    fn eval(&self, _game: &Stonehenge, pos: &Position, player: Player) -> Score {
        let lines = |player| pos.awarded(player).count_ones() as i64;
        let pieces = |player| i64::from(pos.hand(player).sum());
        let other = !player;
        Score::estimate(50 * (lines(player) - lines(other)) + 10 * (pieces(player) - pieces(other)))
    }
}

/// What the lines, the pieces in hand and every contest on an open line are worth, learnt from
/// solved positions.
///
/// Of a line with one empty cell it asks how many pieces could still turn it; of any other, where
/// the lead lies between the two ends at which the line would be awarded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lines;

impl Eval<Stonehenge> for Lines {
    type State = ();

    fn eval(&self, _game: &Stonehenge, pos: &Position, player: Player) -> Score {
        // The numbers are for the player who has just moved.
        let (mover, other) = (!pos.to_move(), pos.to_move());
        let [own, opposed] = [mover, other].map(|player| pos.hand(player));
        let lines = |player| pos.awarded(player).count_ones() as i32;
        let pieces =
            |hand: Hand| hand.pieces().map(|piece| worth::IN_HAND[piece as usize]).sum::<i32>();
        let mut sum =
            worth::WON * lines(mover) + worth::LOST * lines(other) + pieces(own) - pieces(opposed);
        let mut open = pos.open_lines();
        while open != 0 {
            let line = open.trailing_zeros() as usize;
            open &= open - 1;
            let first = i32::from(pos.lead(line));
            let lead = if mover == Player::First { first } else { -first };
            sum += worth::open_line(pos.holes(line).into(), lead, own, opposed);
        }
        Score::estimate(if player == mover { sum } else { -sum }.into())
    }
}
