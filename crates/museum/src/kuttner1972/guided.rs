//! The move that the table likes best.
//!
//! One orientation is tried on every centre first, the first that fits. If no position that is left
//! scores above −900, all the others are tried too, unless there are more than 700 choices: then
//! the move is left to chance. The listing compares the best score with −900 alone; the scan loses
//! signs in such places, and the text has all moves tried where nothing is known, so here −950, −980
//! and −1000 widen the search as well.

use henge_core::Game;
use henge_games::pentominoes::{Move, Position};

use super::neighbourhoods::{Counts, Lens, bits};
use super::table::{ChoiceTable, TOO_MANY_CHOICES};

/// With more choices than these, nothing but one orientation a centre is tried.
pub const MOST_CHOICES: u32 = 700;

/// What was chosen and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guided {
    /// The move.
    pub mv: Move,
    /// What it leaves.
    pub leaves: Counts,
    /// What the table says to that.
    pub score: i32,
    /// How many moves were tried.
    pub tried: u32,
}

/// The move that leaves the best position by the table; none where chance decides.
pub fn guided_move(lens: &Lens<'_>, pos: &Position, table: &ChoiceTable) -> Option<Guided> {
    let centres: Vec<(usize, u64)> = lens.look(pos).centres().collect();
    let choices: u32 = centres.iter().map(|(_, moves)| moves.count_ones()).sum();
    let leave = |orientation: usize, square: usize| {
        let mv = lens.mv(orientation, square);
        let mut next = *pos;
        lens.game().play(&mut next, mv);
        let leaves = lens.look(&next).counts();
        Guided { mv, leaves, score: table.score(leaves), tried: 0 }
    };
    let mut best: Option<Guided> = None;
    for &(square, moves) in &centres {
        let found = leave(moves.trailing_zeros() as usize, square);
        let better = |old: Guided| {
            found.score > old.score
                || found.score == old.score && found.leaves.choices < old.leaves.choices
        };
        if best.is_none_or(better) {
            best = Some(found);
        }
    }
    let mut best = best?;
    let mut tried = centres.len() as u32;
    if best.score <= TOO_MANY_CHOICES {
        if choices > MOST_CHOICES {
            return None;
        }
        for &(square, moves) in &centres {
            for orientation in bits(moves).skip(1) {
                let found = leave(orientation, square);
                // Here the first of equals stays, as in the listing.
                if found.score > best.score {
                    best = found;
                }
                tried += 1;
            }
        }
    }
    Some(Guided { tried, ..best })
}
