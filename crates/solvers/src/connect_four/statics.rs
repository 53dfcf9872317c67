//! Bounds without search: what a player gets who only ever answers in the column just played in.
//!
//! Let `X` be to move and `F` follow. In a column with an even number of empty cells `F` gets every
//! second cell, the top one among them (`upper`); Allis (1988) calls it claimeven. Columns with an odd
//! number of empty cells are put into pairs: when `X` plays the lowest empty cell of one of them, `F`
//! plays that of the other, and both columns are even from then on. So `X` never gets more than his
//! discs, the cells that are not `upper`, and of each pair of lowest cells one. If these hold no four,
//! `X` cannot win; and where `F` threatens four on a cell that he will get, `F` wins, and what lies
//! above that cell is out of reach for `X`.
//!
//! When the number of odd columns is odd itself, one of them can be kept by a threat of `F`: there he
//! answers in the same column, where he gets the other cells, and wins as soon as `X` has to play
//! below the threat.

use henge_games::connect_four::Lines;

/// More than any score.
pub(super) const NO_BOUND: i32 = 100;

/// The most a position can be worth to the player to move, `own`, or [`NO_BOUND`]; `other_wins` are
/// the cells where his opponent would complete four. Holds also where he can complete four himself,
/// for then his cells hold four.
#[inline(always)]
pub(super) fn upper_bound(lines: &Lines, own: u64, mask: u64, other_wins: u64) -> i32 {
    let empty = lines.board ^ mask;
    // The lowest empty cells of the columns with an odd number of them.
    let odd = lines.playable(mask) & lines.upper;
    let lower = empty & !lines.upper;
    let sure = other_wins & lines.upper & !odd;
    if odd.count_ones().is_multiple_of(2) {
        let reach = own | (lower & !above(lines, sure));
        if !holds_no_four(lines, reach, odd) {
            return NO_BOUND;
        }
        return if sure != 0 { -latest(lines, sure) } else { 0 };
    }
    let kept = other_wins & lower;
    let mut columns = if kept != 0 { odd } else { 0 };
    let mut best = NO_BOUND;
    while columns != 0 {
        let base = columns & columns.wrapping_neg();
        columns ^= base;
        let column = to_the_top(lines, base);
        let threats = kept & column;
        if threats == 0 {
            continue;
        }
        let threat = threats & threats.wrapping_neg();
        // In this column `X` gets what he leaves to `F` elsewhere, as far as the threat.
        let here = (threat - base) & lines.upper;
        let reach = own | here | (lower & !column & !above(lines, sure & !column));
        if holds_no_four(lines, reach, odd ^ base) {
            best = best.min(-latest(lines, threat));
        }
    }
    best
}

/// A cell and those above it in its column.
#[inline(always)]
fn to_the_top(lines: &Lines, cell: u64) -> u64 {
    let tops = lines.top & cell.wrapping_neg();
    ((tops & tops.wrapping_neg()) << 1) - cell
}

/// The cells that lie above one of `cells`.
#[inline(always)]
fn above(lines: &Lines, mut cells: u64) -> u64 {
    let mut found = 0;
    while cells != 0 {
        let cell = cells & cells.wrapping_neg();
        found |= to_the_top(lines, cell) ^ cell;
        cells ^= cell;
    }
    found
}

/// Can the cells in `pairs` be put into pairs so that there is no four in `reach` and one cell of
/// each pair? More than two pairs are not tried.
#[inline(always)]
fn holds_no_four(lines: &Lines, reach: u64, pairs: u64) -> bool {
    if !lines.has_four(reach | pairs) {
        return true;
    }
    pairs != 0 && !lines.has_four(reach) && can_be_paired(lines, reach, pairs)
}

fn can_be_paired(lines: &Lines, reach: u64, pairs: u64) -> bool {
    let take = |rest: &mut u64| {
        let cell = *rest & rest.wrapping_neg();
        *rest ^= cell;
        cell
    };
    let mut rest = pairs;
    let [a, b, c, d] = [take(&mut rest), take(&mut rest), take(&mut rest), take(&mut rest)];
    let none = |one: u64, two: u64| !lines.has_four(reach | one | two);
    if c == 0 {
        return none(a, 0) && none(b, 0);
    }
    rest == 0
        && [[a, b, c, d], [a, c, b, d], [a, d, b, c]]
            .into_iter()
            .any(|[a, b, c, d]| none(a, c) && none(a, d) && none(b, c) && none(b, d))
}

/// The score of whoever is certain to get one of `threats`, at the latest when all other cells are
/// taken but those above it.
#[inline(always)]
fn latest(lines: &Lines, mut threats: u64) -> i32 {
    let mut above = 0;
    while threats != 0 {
        let row = threats.trailing_zeros() % lines.stride;
        above = above.max(lines.rows - 1 - row);
        threats &= threats - 1;
    }
    (above as i32 + 2) / 2
}
