//! What the debugging mode of the thesis printed, "a plethora of helpful (to the programmer) values": choices on
//! every square (figures 13 and 14), and what the table says of what the moves leave.

use std::fmt::Write as _;

use henge_core::{Game, Notation};
use henge_games::pentominoes::{Pentominoes, Position};

use super::neighbourhoods::{Lens, bits};
use super::table::ChoiceTable;
use super::{BestMove, How};

/// So many of the moves that were valued are told.
const MOST_TOLD: usize = 20;

/// How many orientations have their centre on each square.
pub fn choices_by_square(game: &Pentominoes, pos: &Position) -> Vec<u32> {
    let lens = Lens::new(game);
    let sight = lens.look(pos);
    (0..game.n_squares()).map(|square| sight.moves_at(square).count_ones()).collect()
}

/// The map of figures 13 and 14: a number for every centre, a dot for every other square.
pub fn choices_map(game: &Pentominoes, pos: &Position) -> String {
    let mut text = String::new();
    for row in choices_by_square(game, pos).chunks(game.columns()) {
        for &n in row {
            // Writing to a string cannot fail.
            let _ = match n {
                0 => write!(text, "   ."),
                n => write!(text, "{n:>4}"),
            };
        }
        text += "\n";
    }
    text
}

/// All that led to a move: the counts, the map, what was searched or what the table says to each move.
pub fn helpful_values(
    game: &Pentominoes,
    pos: &Position,
    table: &ChoiceTable,
    found: &BestMove,
) -> String {
    let mut text = format!("CHOICES {} CENTRES {}\n", found.before.choices, found.before.centres);
    text += &choices_map(game, pos);
    let _ = match found.how {
        How::Chance => writeln!(text, "BY CHANCE"),
        How::Search(searched) => {
            writeln!(text, "SEARCHED {} NODES: {:?}", searched.nodes, searched.verdict)
        }
        How::Table(guided) => {
            writeln!(text, "TRIED {} BEST {} ({})", guided.tried, guided.score, guided.leaves)
        }
    };
    if let How::Table(_) = found.how {
        let lens = Lens::new(game);
        let mut valued = Vec::new();
        for (square, moves) in lens.look(pos).centres() {
            for orientation in bits(moves) {
                let mv = lens.mv(orientation, square);
                let mut next = *pos;
                game.play(&mut next, mv);
                let leaves = lens.look(&next).counts();
                valued.push((table.score(leaves), leaves, mv));
            }
        }
        valued.sort_by_key(|(score, leaves, mv)| (-score, leaves.choices, mv.index()));
        for (score, leaves, mv) in valued.iter().take(MOST_TOLD) {
            let _ =
                writeln!(text, "{:<6} LEAVES {leaves} VALUE {score}", game.write_move(pos, *mv));
        }
    }
    text
}
