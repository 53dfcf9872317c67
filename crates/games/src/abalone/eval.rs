use henge_core::{Eval, Margins, Player, Score};

use super::cells::{BOARD, RINGS, back};
use super::moves::{Move, change};
use super::rules::{Abalone, Position, TO_PUSH};

/// What a marble is worth.
const MARBLE: i64 = 100;

/// Fewer marbles pushed out are better: what everything else is measured against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marbles;

fn lead(pos: &Position, player: Player) -> i64 {
    MARBLE * (i64::from(pos.out(!player)) - i64::from(pos.out(player)))
}

impl Eval<Abalone> for Marbles {
    type State = ();

    fn eval(&self, _: &Abalone, pos: &Position, player: Player) -> Score {
        Score::estimate(lead(pos, player))
    }
}

/// Marbles near the middle that hold together: those of one's own side by side, and none alone at the edge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Middle;

/// A marble that is out, where the next ones count more.
const OUT: [i64; TO_PUSH as usize + 1] = [0, 110, 230, 360, 510, 690, 1_000];
/// What a marble is worth for each ring that it is inside of.
const INSIDE: [i64; 4] = [5, 7, 9, 14];
/// A pair of own marbles side by side.
const TOGETHER: i64 = 5;
/// Three in a row.
const ROW: i64 = 2;
/// A marble at the edge that the other player attacks with more marbles.
const ATTACKED: i64 = 25;

impl Middle {
    #[inline]
    fn side(own: u128, other: u128) -> i64 {
        let count = |set: u128| i64::from(set.count_ones());
        let mut value: i64 = (0..4).map(|ring| INSIDE[ring] * count(own & RINGS[ring])).sum();
        let edge = BOARD & !RINGS[3];
        let mut attacked = 0;
        for direction in 0..6 {
            let behind = back(own, direction) & own;
            if direction < 3 {
                value += TOGETHER * count(behind);
                value += ROW * count(behind & back(behind, direction));
            }
            // An edge cell of the other player, with nothing behind, that two own marbles look at.
            let victims = other & edge & back(!BOARD, direction);
            attacked |= own & back(own & back(victims, direction), direction);
        }
        value + ATTACKED * count(attacked)
    }
}

impl Eval<Abalone> for Middle {
    type State = ();

    fn eval(&self, _: &Abalone, pos: &Position, player: Player) -> Score {
        let (own, other) = (pos.marbles(player), pos.marbles(!player));
        let out = OUT[pos.out(!player) as usize] - OUT[pos.out(player) as usize];
        Score::estimate(out + Self::side(own, other) - Self::side(other, own))
    }

    /// What pushes out comes first, then what pushes, then moves in line towards the middle.
    fn arrange(&self, _: &Abalone, pos: &Position, moves: &mut Vec<Move>) {
        let (own, other) = (pos.marbles(pos.to_move()), pos.marbles(!pos.to_move()));
        moves.sort_by_cached_key(|&mv| {
            let change = change(own, other, mv);
            let (gone, come) = (change.own & own, change.own & !own);
            let inner =
                |set: u128| (0..4).map(|ring| (set & RINGS[ring]).count_ones() as i32).sum::<i32>();
            let pushes = i32::from(change.other != 0);
            let nearer = inner(come) - inner(gone);
            -(100 * i32::from(change.out) + 20 * pushes + 3 * nearer + i32::from(mv.is_in_line()))
        });
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        Margins { reduction: 60, ..Margins::NONE }
    }
}
