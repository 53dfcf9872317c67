use henge_core::{Eval, Game, Player, Score};

use super::rules::{Pentominoes, Position};

/// The fewer choices the player to move has, the worse for him.
///
/// It puts moves in the order in which the solver tries them; of a single position it says little.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices;

/// A board with so many choices is thought to be even.
const EVEN: i64 = 300;

impl Eval<Pentominoes> for Choices {
    type State = ();

    fn eval(&self, game: &Pentominoes, pos: &Position, player: Player) -> Score {
        let score = game.moves(pos).count() as i64 - EVEN;
        Score::estimate(if player == pos.to_move() { score } else { -score })
    }
}
