use henge_core::{Eval, Player, Score};

use super::moves::Move;
use super::rules::{COLUMNS, EMPTY, Nuba, Position, ROWS, SQUARES, is_far, owner, takes, token};

/// More tokens, and the best musician, are better: what everything else is measured against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tokens;

/// A token on the board, and each point of the best musician.
const TOKEN: i64 = 100;
const MUSIC: i64 = 50;

fn music(pos: &Position, player: Player) -> i64 {
    match pos.musician() {
        Some((whose, token)) if whose == player => MUSIC * i64::from(token),
        Some((_, token)) => -MUSIC * i64::from(token),
        None => 0,
    }
}

impl Eval<Nuba> for Tokens {
    type State = ();

    fn eval(&self, _: &Nuba, pos: &Position, player: Player) -> Score {
        let n = |player: Player| i64::from(pos.squares[player.index()].count_ones());
        Score::estimate(TOKEN * (n(player) - n(!player)) + music(pos, player))
    }
}

/// Sees which tokens have a way to the far row on which nothing can take them, and how far they have come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paths;

/// A token as a fighter, by its number.
const FIGHTER: [i64; 11] = [0, 70, 64, 58, 52, 46, 40, 34, 28, 24, 110];
/// For each row that a token has come forward, and each point of music it carries there.
const CARRIED: i64 = 3;
/// A token that nothing can stop, for each point of music, and a little more with every row.
const FREE: i64 = 40;
const SOONER: i64 = 4;

/// The rows that a token still has to go.
fn to_go(player: Player, square: usize) -> usize {
    match player {
        Player::First => ROWS - 1 - square / COLUMNS,
        Player::Second => square / COLUMNS,
    }
}

/// Can a token be taken on its straight or crooked way by any token that is there? Those are counted that stand before it
/// near enough to meet it.
fn is_free(pos: &Position, square: usize, player: Player) -> bool {
    let code = pos.at[square];
    let column = (square % COLUMNS) as i32;
    pos.at.iter().enumerate().all(|(other, &enemy)| {
        if enemy == EMPTY || owner(enemy) == player {
            return true;
        }
        let ahead = to_go(player, square) as i32 - to_go(player, other) as i32;
        let aside = ((other % COLUMNS) as i32 - column).abs();
        ahead <= 0 || aside > ahead || !takes(enemy, code) && takes(code, enemy)
    })
}

impl Paths {
    fn side(pos: &Position, player: Player) -> i64 {
        let mut value = 0;
        let best = i64::from(token(pos.musician));
        let mut free = 0;
        let mut squares = pos.squares[player.index()];
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let number = i64::from(token(pos.at[square]));
            let rows = (ROWS - 1 - to_go(player, square)) as i64;
            value += FIGHTER[number as usize] + CARRIED * rows * number;
            if number > best && is_free(pos, square, player) {
                free = free.max(FREE * number + SOONER * rows * number);
            }
        }
        value + free
    }
}

impl Eval<Nuba> for Paths {
    type State = ();

    fn eval(&self, _: &Nuba, pos: &Position, player: Player) -> Score {
        let value = Self::side(pos, player) - Self::side(pos, !player);
        Score::estimate(value + music(pos, player))
    }

    /// Arrivals first, then captures, then moves of high numbers.
    fn arrange(&self, _: &Nuba, pos: &Position, moves: &mut Vec<Move>) {
        let player = pos.to_move();
        moves.sort_by_key(|mv| {
            let Some((from, to)) = mv.from().zip(mv.to()) else {
                // Strong wrestlers in front.
                let front = mv.to().map_or(0, |to| to_go(player, to.min(SQUARES - 1)) as i32);
                return front * i32::from(mv.token().unwrap_or_default());
            };
            let number = i32::from(token(pos.at[from]));
            let arrives = is_far(player, to) && token(pos.at[from]) > token(pos.musician);
            let taken = pos.at[to];
            let prey =
                if taken == EMPTY { 0 } else { 60 + FIGHTER[usize::from(token(taken))] as i32 };
            -(if arrives { 500 + number } else { number }) - prey
        });
    }

    fn arranges(&self) -> bool {
        true
    }
}
