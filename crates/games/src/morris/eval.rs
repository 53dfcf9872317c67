use henge_core::{Eval, Margins, Player, Score};

use super::moves::Move;
use super::points::{ALL, LINE_SETS, NEXT, beside, closes};
use super::rules::{Morris, Position};

/// What a man is worth, in hand or on the board.
const MAN: i64 = 100;

/// More men are better: what everything else is measured against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Men;

fn men(pos: &Position, player: Player) -> i64 {
    i64::from(pos.men(player).count_ones()) + i64::from(pos.in_hand(player))
}

impl Eval<Morris> for Men {
    type State = ();

    fn eval(&self, _: &Morris, pos: &Position, player: Player) -> Score {
        Score::estimate(MAN * (men(pos, player) - men(pos, !player)))
    }
}

/// Counts men, mills, mills that can be closed by the next move, lines that could become mills, and free
/// points to go to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mills;

/// A closed mill.
const MILL: i64 = 14;
/// A mill that the next move can close, for the player to move and for the other one.
const READY: [i64; 2] = [50, 30];
/// Two men on a line whose third point is free.
const PAIR: i64 = 8;
/// A free point next to an own man, and a man that cannot move.
const ROOM: i64 = 7;
const STUCK: i64 = -6;

impl Mills {
    fn side(game: &Morris, pos: &Position, player: Player) -> i64 {
        let own = pos.men(player);
        let empty = ALL & !(pos.men[0] | pos.men[1]);
        let anywhere = pos.in_hand(player) > 0 || game.flies(pos, player);
        let turn = usize::from(pos.to_move() != player);
        let mut value = MAN * men(pos, player);
        for line in LINE_SETS {
            let here = own & line;
            if here == line {
                value += MILL;
                continue;
            }
            let gap = line & empty;
            if gap.count_ones() != 1 || here | gap != line {
                continue;
            }
            value += PAIR;
            let from = own & !line & NEXT[gap.trailing_zeros() as usize];
            let spare = anywhere && (pos.in_hand(player) > 0 || own & !line != 0);
            if from != 0 || spare {
                value += READY[turn];
            }
        }
        value += ROOM * i64::from((beside(own) & empty).count_ones());
        if !anywhere {
            let stuck = own & !beside(empty);
            value += STUCK * i64::from(stuck.count_ones());
        }
        value
    }
}

impl Eval<Morris> for Mills {
    type State = ();

    fn eval(&self, game: &Morris, pos: &Position, player: Player) -> Score {
        Score::estimate(Self::side(game, pos, player) - Self::side(game, pos, !player))
    }

    /// Moves that close mills come first, then those that keep the other player from closing one.
    fn arrange(&self, _: &Morris, pos: &Position, moves: &mut Vec<Move>) {
        let player = pos.to_move();
        let other = pos.men(!player);
        moves.sort_by_key(|mv| {
            let key = if mv.taken().is_some() { -2 } else { 0 };
            key - i32::from(closes(other, mv.to()))
        });
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        Margins { reduction: 50, ..Margins::NONE }
    }
}
