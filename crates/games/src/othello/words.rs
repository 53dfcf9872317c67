//! What a move does, in words.

use henge_core::{Game, Player, Turn};

use super::PLAYERS;
use super::eval::corners;
use super::rules::{Move, Othello, Position};
use super::word::Word;

/// Says what a legal move does, the most important first.
pub fn explain<W: Word>(game: &Othello<W>, pos: &Position<W>, mv: Move) -> Vec<String> {
    let mover = pos.to_move();
    let [own, other] = [mover, !mover].map(|player| PLAYERS[player.index()]);
    let Some(square) = mv.square() else {
        return vec![format!("{own} cannot enclose anything and has to pass")];
    };
    let bit = W::bit(square);
    let mut next = *pos;
    game.play(&mut next, mv);
    let mut words = Vec::new();
    for (corner, neighbours) in corners(game) {
        let name = Othello::<W>::square_name(corner.lowest());
        let beside = !((neighbours[0] | neighbours[1]) & bit).is_empty();
        let free = !(game.empty(pos) & corner).is_empty();
        // The other player's moves now, were it their turn, and after the move.
        let had = !(game.moves_of_other(pos) & corner).is_empty();
        let has = next.to_move() != mover && !(next.targets() & corner).is_empty();
        if corner == bit {
            words.push(match had {
                true => format!("takes the corner {name} before {other} does"),
                false => format!("takes the corner {name}, where no disc is ever turned over"),
            });
        } else if has && !had {
            words.push(format!("lets {other} take the corner {name}"));
        } else if had && !has {
            words.push(format!("keeps {other} from the corner {name}"));
        } else if beside && free {
            words.push(format!("stands beside the free corner {name}"));
        }
    }
    match game.turn(&next) {
        Turn::Over(_) => {
            let [black, white] = Player::BOTH.map(|player| next.count(player));
            words.push(format!("ends the game, Black {black}, White {white}"));
        }
        _ if next.targets().is_empty() => words.push(format!("leaves {other} no move")),
        _ => {
            let (before, after) = (game.moves_of_other(pos).len(), next.targets().len());
            let few = if after <= 3 { "only " } else { "" };
            if after != before {
                let moves = if after == 1 { "move" } else { "moves" };
                words.push(format!("leaves {other} {few}{after} {moves} instead of {before}"));
            }
        }
    }
    let turned = next.count(mover) - pos.count(mover) - 1;
    let discs = if turned == 1 { "disc" } else { "discs" };
    words.push(format!("turns over {turned} {discs}"));
    words
}
