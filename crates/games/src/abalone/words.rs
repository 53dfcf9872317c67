//! What a move does, in words.

use henge_core::{Game, Player, Turn};

use super::PLAYERS;
use super::cells::{RINGS, each, name};
use super::moves::{Move, change};
use super::rules::{Abalone, Position, TO_PUSH};

/// The marbles of the other player that `player` could push out at once, by where they lie.
fn doomed(game: &Abalone, pos: &Position, player: Player) -> u128 {
    let mut as_if = *pos;
    (as_if.to_move, as_if.stuck, as_if.idle) = (player, false, 0);
    let (own, other) = (pos.marbles(player), pos.marbles(!player));
    let out = game.moves(&as_if).map(|mv| change(own, other, mv)).filter(|change| change.out);
    // The row that is pushed loses its first marble, and with it the one at the edge.
    out.fold(0, |set, change| set | change.other & other)
}

fn names(set: u128) -> String {
    each(set).map(name).collect::<Vec<_>>().join(" and ")
}

/// Says what a legal move does, the most important first.
pub fn explain(game: &Abalone, pos: &Position, mv: Move) -> Vec<String> {
    let mover = pos.to_move();
    let other = PLAYERS[(!mover).index()];
    let (mut next, mut words) = (*pos, Vec::new());
    let change = change(pos.marbles(mover), pos.marbles(!mover), mv);
    game.play(&mut next, mv);
    if change.out {
        let n = next.out(!mover);
        words.push(match n {
            TO_PUSH => "pushes out the sixth marble and wins".into(),
            _ => format!("pushes out a marble, which makes {n}"),
        });
    } else if change.other != 0 {
        words.push("pushes".into());
    }
    if let Turn::Over(_) = game.turn(&next) {
        return words;
    }
    let (before, after) = (doomed(game, pos, !mover), doomed(game, &next, !mover));
    if after & !before != 0 {
        words.push(format!("lets {other} push against {}", names(after & !before)));
    } else if after != 0 {
        words.push(format!("leaves {other} to push against {}", names(after)));
    } else if before != 0 {
        words.push(format!("saves {}", names(before)));
    }
    let threats = doomed(game, &next, mover) & !doomed(game, pos, mover);
    if threats != 0 {
        words.push(format!("threatens to push out against {}", names(threats)));
    }
    let inner = |set: u128| (0..4).map(|ring| (set & RINGS[ring]).count_ones()).sum::<u32>();
    let (from, to) = (inner(pos.marbles(mover)), inner(next.marbles(mover)));
    if to > from {
        words.push("comes nearer to the middle".into());
    } else if to < from {
        words.push("goes farther from the middle".into());
    }
    words
}
