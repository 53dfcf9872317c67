//! What a move does, in words.

use henge_core::{Game, Player, Turn};

use super::PLAYERS;
use super::moves::Move;
use super::points::{ALL, closes, in_mills, name};
use super::rules::{Morris, Position};

/// The points where the next move of a player could close a mill.
fn closing(game: &Morris, pos: &Position, player: Player) -> u32 {
    let as_if = Position { to_move: player, lost: false, idle: 0, ..*pos };
    let closing = game.moves(&as_if).filter(|mv| mv.taken().is_some());
    closing.fold(0, |points, mv| points | 1 << mv.to())
}

fn names(mut points: u32) -> String {
    let mut all = Vec::new();
    while points != 0 {
        all.push(name(points.trailing_zeros()));
        points &= points - 1;
    }
    all.join(" and ")
}

/// Says what a legal move does, the most important first.
pub fn explain(game: &Morris, pos: &Position, mv: Move) -> Vec<String> {
    let mover = pos.to_move();
    let [own, other] = [mover, !mover].map(|player| PLAYERS[player.index()]);
    let (mut next, mut words) = (*pos, Vec::new());
    game.play(&mut next, mv);
    if let Some(taken) = mv.taken() {
        words.push(format!("closes a mill and takes the man on {}", name(taken)));
    }
    if let Turn::Over(_) = game.turn(&next) {
        words.push(match next.men(!mover).count_ones() {
            0..3 => format!("wins, as {other} has two men left"),
            _ if next.lost => format!("wins, as {other} cannot move"),
            _ => "ends the game as a draw".into(),
        });
        return words;
    }
    let (before, after) = (closing(game, pos, !mover), closing(game, &next, !mover));
    if closes(pos.men(!mover), mv.to()) && before >> mv.to() & 1 != 0 {
        words.push(format!("keeps {other} from a mill on {}", name(mv.to())));
    }
    if after != 0 {
        let new = if after & !before != 0 { after & !before } else { after };
        words.push(match after & !before {
            0 => format!("leaves {other} a mill on {}", names(new)),
            _ => format!("lets {other} close a mill on {}", names(new)),
        });
    }
    let mine = closing(game, &next, mover);
    match mine.count_ones() {
        0 => {}
        1 => words.push(format!("threatens a mill on {}", names(mine))),
        _ => words.push(format!("threatens mills on {}", names(mine))),
    }
    let opened = mv.from().is_some_and(|from| in_mills(pos.men(mover)) >> from & 1 != 0);
    if opened && mv.taken().is_none() {
        words.push(format!("opens a mill of {own}"));
    }
    let free = ALL & !(next.men[0] | next.men[1]);
    let room = |player: Player| (super::points::beside(next.men(player)) & free).count_ones();
    if next.hand == [0, 0] && room(!mover) < 3 && !game.flies(&next, !mover) {
        let points = if room(!mover) == 1 { "point" } else { "points" };
        words.push(format!("leaves {other} only {} free {points} to go to", room(!mover)));
    }
    words
}
