use henge_core::{Eval, Margins, Player, Score};

use super::rules::{Breakthrough, Move, Position, STRIDE, ahead, diagonals};

/// What a man is worth.
const MAN: i64 = 100;

/// More men are better: what everything else is measured against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Men;

impl Eval<Breakthrough> for Men {
    type State = ();

    fn eval(&self, _: &Breakthrough, pos: &Position, player: Player) -> Score {
        let n = |player: Player| i64::from(pos.men(player).count_ones());
        Score::estimate(MAN * (n(player) - n(!player)))
    }
}

/// Counts men by how far they have come, men that hang, men side by side, men on the own first row, and sees
/// who gets through first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Advance;

/// What a man is worth by the rows that it still has to go; the last entry stands for more.
const TO_GO: [i64; 7] = [0, 900, 220, 100, 50, 24, 10];
/// A man that the other player attacks and nobody covers; the same if the other player is to move.
const HANGS: [i64; 2] = [20, 55];
/// A man that is covered.
const COVERED: i64 = 12;
/// A man of the own first row that has not moved.
const HOME: i64 = 14;
/// A man that nobody can stop on its way wins unless the other player is faster.
const THROUGH: i64 = 4_000;

/// The men that no man of the other player can ever meet: none stands on a square from which it could come to the squares
/// before them.
fn runners(game: &Breakthrough, pos: &Position, player: Player) -> u64 {
    // What the other player can reach or take, row by row towards the man's own side.
    let mut reach = pos.men(!player);
    for _ in 1..game.rows() {
        let [left, right] = diagonals(reach, !player);
        reach |= ahead(reach, !player) | left | right;
    }
    pos.men(player) & !reach
}

/// The fewest moves that a man of these needs to the far row.
fn distance(game: &Breakthrough, men: u64, player: Player) -> Option<u32> {
    if men == 0 {
        return None;
    }
    Some(match player {
        Player::First => game.rows() - 1 - (63 - men.leading_zeros()) / STRIDE,
        Player::Second => men.trailing_zeros() / STRIDE,
    })
}

impl Advance {
    fn side(game: &Breakthrough, pos: &Position, player: Player) -> i64 {
        let (own, other) = (pos.men(player), pos.men(!player));
        let [a, b] = diagonals(own, player);
        let [c, d] = diagonals(other, !player);
        let (covered, attacked) = (own & (a | b), own & (c | d));
        let moves_next = usize::from(pos.to_move() != player);
        let mut value = MAN * i64::from(own.count_ones());
        for to_go in 1..game.rows() {
            let row = match player {
                Player::First => game.rows() - 1 - to_go,
                Player::Second => to_go,
            };
            let here = own >> (STRIDE * row) & 0xff;
            let worth = TO_GO[(to_go as usize).min(TO_GO.len() - 1)];
            value += worth * i64::from(here.count_ones());
            // A man that can be taken for nothing is no threat.
            let hangs = (attacked & !covered) >> (STRIDE * row) & 0xff;
            let lost = if moves_next == 1 { worth } else { worth / 3 };
            value -= (lost + HANGS[moves_next]) * i64::from(hangs.count_ones());
        }
        value += COVERED * i64::from(covered.count_ones());
        value + HOME * i64::from((own & game.goal(!player)).count_ones())
    }
}

impl Eval<Breakthrough> for Advance {
    type State = ();

    fn eval(&self, game: &Breakthrough, pos: &Position, player: Player) -> Score {
        let mut value = Self::side(game, pos, player) - Self::side(game, pos, !player);
        let mover = pos.to_move();
        let race = |player: Player| distance(game, runners(game, pos, player), player);
        let fastest = |player: Player| distance(game, pos.men(player), player).unwrap_or(9);
        // A runner gets through unless any man of the other player is there before.
        let sign = |winner: Player| if winner == player { 1 } else { -1 };
        if race(mover).is_some_and(|n| n <= fastest(!mover)) {
            value += sign(mover) * THROUGH;
        } else if race(!mover).is_some_and(|n| n < fastest(mover)) {
            value += sign(!mover) * THROUGH;
        }
        Score::estimate(value)
    }

    /// What is taken first, the farthest man before all, then men that have come far.
    fn arrange(&self, game: &Breakthrough, pos: &Position, moves: &mut Vec<Move>) {
        let player = pos.to_move();
        let other = pos.men(!player);
        let [c, d] = diagonals(other, !player);
        let far = |row: u32, player: Player| match player {
            Player::First => row as i32,
            Player::Second => (game.rows() - 1 - row) as i32,
        };
        moves.sort_by_key(|mv| {
            let row = mv.to() / STRIDE;
            let to = 1u64 << mv.to();
            let mut key = -4 * far(row, player);
            if other & to != 0 {
                key -= 40 + 8 * far(row, !player);
            }
            if (c | d) & to != 0 {
                key += 10;
            }
            key
        });
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        Margins { reduction: 60, ..Margins::NONE }
    }
}
