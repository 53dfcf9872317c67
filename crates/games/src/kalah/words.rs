//! What a move does, in words.

use henge_core::{Game, Turn};

use super::PLAYERS;
use super::rules::{Kalah, Move, Position};

fn seeds(n: u32) -> String {
    if n == 1 { "1 seed".into() } else { format!("{n} seeds") }
}

/// The most that one capture would bring the player to move.
fn threat(game: &Kalah, pos: &Position) -> u32 {
    let mover = pos.to_move();
    let gain = |mv: Move| {
        let mut next = *pos;
        game.play(&mut next, mv);
        let swept = next.over;
        let won = u32::from(game.store(&next, mover)) - u32::from(game.store(pos, mover));
        if swept || mv == Move::SWAP { 0 } else { won }
    };
    game.moves(pos).map(gain).max().filter(|&won| won > 2).unwrap_or(0)
}

/// Says what a legal move does, the most important first.
pub fn explain(game: &Kalah, pos: &Position, mv: Move) -> Vec<String> {
    let mover = pos.to_move();
    let [own, other] = [mover, !mover].map(|player| PLAYERS[player.index()]);
    let Some(house) = mv.house() else {
        return vec![format!("takes over the side of {other}")];
    };
    let (n, mut next, mut words) = (game.n_houses(), *pos, Vec::new());
    let sown = game.houses(pos, mover)[house];
    let place = game.last_place(house, sown);
    game.play(&mut next, mv);
    let won = u32::from(game.store(&next, mover)) - u32::from(game.store(pos, mover));
    if let Turn::Over(_) = game.turn(&next) {
        let [south, north] = henge_core::Player::BOTH.map(|player| game.store(&next, player));
        words.push(format!("ends the game, {} {south}, {} {north}", PLAYERS[0], PLAYERS[1]));
        return words;
    }
    if place == n {
        words.push(format!("ends in the store, so that {own} moves again"));
    } else if place < n && game.houses(&next, mover)[place] == 0 && won > 0 {
        words.push(format!("captures in house {}", place + 1));
    }
    if won > 0 {
        words.push(format!("brings in {}", seeds(won)));
    }
    if place != n {
        let mut as_it_was = *pos;
        as_it_was.to_move = !mover;
        let (before, after) = (threat(game, &as_it_was), threat(game, &next));
        if after > before {
            words.push(format!("lets {other} win {} at once", seeds(after)));
        } else if after < before {
            words.push(match after {
                0 => format!("keeps {other} from winning {}", seeds(before)),
                _ => format!("leaves {other} {} to win instead of {before}", seeds(after)),
            });
        }
    }
    let given = game.in_houses(&next, !mover).saturating_sub(game.in_houses(pos, !mover));
    if given > 0 {
        words.push(format!("gives {other} {}", seeds(given)));
    }
    words
}
