//! What a move does, in words.

use henge_core::{Game, Player, Turn};

use super::PLAYERS;
use super::notation::square_name;
use super::rules::{Breakthrough, Move, Position, STRIDE, diagonals};

/// The squares of a set, in words.
fn names(mut set: u64) -> String {
    let mut all = Vec::new();
    while set != 0 {
        all.push(square_name(set.trailing_zeros()));
        set &= set - 1;
    }
    all.join(" and ")
}

/// Men of `player` that the other player could take without being taken.
fn hanging(pos: &Position, player: Player) -> u64 {
    let attacked = diagonals(pos.men(!player), !player);
    let covered = diagonals(pos.men(player), player);
    pos.men(player) & (attacked[0] | attacked[1]) & !(covered[0] | covered[1])
}

/// Says what a legal move does, the most important first.
pub fn explain(game: &Breakthrough, pos: &Position, mv: Move) -> Vec<String> {
    let mover = pos.to_move();
    let [own, other] = [mover, !mover].map(|player| PLAYERS[player.index()]);
    let (mut next, mut words) = (*pos, Vec::new());
    let taken = game.play(&mut next, mv);
    if let Turn::Over(_) = game.turn(&next) {
        words.push(match next.men(!mover) {
            0 => format!("takes the last man of {other} and wins"),
            _ => "reaches the far row and wins".into(),
        });
        return words;
    }
    // Squares on the far row that each side could step on next.
    let arrivals = |pos: &Position, player: Player| {
        let mut as_if = *pos;
        as_if.to_move = player;
        game.moves(&as_if).any(|mv| game.goal(player) >> mv.to() & 1 != 0)
    };
    let (before, after) = (arrivals(pos, !mover), arrivals(&next, !mover));
    if after {
        words.push(format!("lets {other} reach the far row"));
    } else if before {
        words.push(format!("keeps {other} from the far row"));
    }
    if arrivals(&next, mover) && !arrivals(pos, mover) {
        words.push("threatens to reach the far row".into());
    }
    if taken != 0 {
        words.push(format!("takes the man on {}", square_name(mv.to())));
    }
    let hangs = hanging(&next, mover);
    if hangs != 0 {
        let men = if hangs.count_ones() == 1 { "the man" } else { "the men" };
        words.push(format!("leaves {men} of {own} on {} to be taken for nothing", names(hangs)));
    }
    let attacks = hanging(&next, !mover) & !hanging(pos, !mover);
    if attacks != 0 {
        words.push(format!("attacks {}", names(attacks)));
    }
    let to_go = match mover {
        Player::First => game.rows() - 1 - mv.to() / STRIDE,
        Player::Second => mv.to() / STRIDE,
    };
    let rows = if to_go == 1 { "row" } else { "rows" };
    words.push(format!("has {to_go} {rows} to go"));
    words
}
