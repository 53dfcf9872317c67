//! The move generators: which plays a tactic asks for.
//!
//! The original made half-moves to or from certain points and paired them. Here the legal plays are
//! known beforehand, and a generator says which ways of single men it wants. Tactics that have no
//! generator in the listing propose the plays to which they award points.

use super::award::award;
use super::change::{Change, Way};
use super::tactic::Tactic;

/// Does the tactic propose this play?
pub fn proposes(tactic: Tactic, change: &Change<'_>) -> bool {
    match has_generator(tactic) {
        true => change.ways().iter().any(|way| wants(tactic, change, *way)),
        false => award(tactic, change) > 0.0,
    }
}

/// Does the listing have a generator for it?
pub fn has_generator(tactic: Tactic) -> bool {
    !matches!(tactic.number(), 4 | 8 | 9 | 13 | 14 | 18 | 19 | 20 | 50)
}

/// Does a tactic with a generator want this way of a man?
pub fn wants(tactic: Tactic, change: &Change<'_>, way: Way) -> bool {
    let Way { from, to } = way;
    let (board, stats) = (&change.before.board, &change.before.stats);
    let mine = &stats.mine;
    let (head, tail) = (usize::from(mine.block.head), usize::from(mine.block.tail));
    let first_of_theirs = 25 - usize::from(stats.theirs.rear);
    let hits_in = |low: usize, high: usize| {
        change.hits().any(|point| (low..=high).contains(&point) && (to..from).contains(&point))
    };
    let enters = from == 25;
    match tactic.number() {
        1 => from == usize::from(mine.rear) || from == usize::from(mine.next_rear),
        2 | 10 => (1..=6).contains(&to),
        3 => (19..=24).contains(&to),
        5 => from <= 24 && board[from] >= 3,
        6 => (head..=tail).contains(&to) && board[to] < 2,
        7 => {
            let forward = 4..head.max(4);
            (forward.contains(&to) && matches!(board[to], -1 | 0))
                || (forward.contains(&from) && matches!(board[from], 2 | 3))
        }
        11 => from == 7 || from == 8,
        12 => to > 0 && (head.saturating_sub(3)..head).contains(&to),
        16 => from == 13,
        17 => to == 0 || from <= 6,
        21 => is_blot(board[to], to) || (from <= 24 && board[from] == 1),
        22 => (7..=12).contains(&to) && board[to] < 2,
        23 => stats.theirs.rear > 0 && to < first_of_theirs,
        30 => to == 20,
        31 => to == 21,
        32 => to == 18,
        33..=39 => to == usize::from(tactic.number()) - 30,
        40 => hits_in(1, 24),
        41 => hits_in(7, 18),
        42 => hits_in(19, 24),
        43 => hits_in(1, 6),
        44 => {
            let behind = |point: usize| stats.theirs.rear > 0 && point > first_of_theirs;
            (is_blot(board[to], to) && behind(to))
                || (from <= 24 && board[from] == 1 && behind(from))
        }
        45..=49 => enters,
        _ => false,
    }
}

fn is_blot(men: i32, place: usize) -> bool {
    place > 0 && men == 1
}
