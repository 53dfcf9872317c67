//! What a move does, in words.

use henge_core::{Game, Player, Turn};

use super::PLAYERS;
use super::moves::{Move, targets};
use super::notation::{square_name, token_sign};
use super::rules::{EMPTY, Nuba, Position, is_far, token};

/// The squares of `player`'s tokens that the other player could take at once.
fn attacked(pos: &Position, player: Player) -> u32 {
    let mut found = 0;
    let mut squares = pos.squares[(!player).index()];
    while squares != 0 {
        let from = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        let sides = targets(&pos.at, !player, from);
        for side in (0..3).filter(|side| sides >> side & 1 != 0) {
            found |= 1 << super::moves::target(!player, from, side);
        }
    }
    found & pos.squares[player.index()]
}

fn tokens(pos: &Position, mut squares: u32) -> String {
    let mut all = Vec::new();
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        all.push(format!("{} on {}", token_sign(token(pos.at[square])), square_name(square)));
    }
    all.join(" and ")
}

/// Says what a legal move does, the most important first.
pub fn explain(game: &Nuba, pos: &Position, mv: Move) -> Vec<String> {
    let mover = pos.to_move();
    let [own, other] = [mover, !mover].map(|player| PLAYERS[player.index()]);
    let Some(to) = mv.to() else {
        return vec![format!("{own} cannot move and has to pass")];
    };
    let (mut next, mut words) = (*pos, Vec::new());
    game.play(&mut next, mv);
    let Some(from) = mv.from() else {
        let token = token_sign(mv.token().unwrap_or_default());
        return vec![format!("puts {token} on {}", square_name(to))];
    };
    let mine = token_sign(token(pos.at[from]));
    if pos.at[to] != EMPTY {
        words.push(format!("takes {}", token_sign(token(pos.at[to]))));
    }
    if is_far(mover, to) {
        words.push(match pos.musician() {
            _ if next.musician == pos.musician => format!("{mine} leaves the board for nothing"),
            Some((_, best)) => {
                format!("{mine} becomes the best musician in place of {}", token_sign(best))
            }
            None => format!("{mine} becomes the best musician"),
        });
    }
    match game.turn(&next) {
        Turn::Over(henge_core::Outcome::Draw) => words.push("ends the game as a draw".into()),
        Turn::Over(outcome) if outcome.points_for(mover) > 0 => {
            words.push("wins, as nothing can better it".into());
        }
        Turn::Over(_) => words.push(format!("ends the game, which {other} wins")),
        _ => {
            let (before, after) = (attacked(pos, mover), attacked(&next, mover));
            let lost = after & (!before | 1 << to);
            if lost != 0 {
                words.push(format!("lets {other} take {}", tokens(&next, lost)));
            }
            let threats = attacked(&next, !mover) & !attacked(pos, !mover);
            if threats != 0 {
                words.push(format!("attacks {}", tokens(&next, threats)));
            }
        }
    }
    if words.is_empty() {
        words.push(format!("brings {mine} forward"));
    }
    words
}
