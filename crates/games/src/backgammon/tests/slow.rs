//! A second generator, slow and plain, that shares nothing with the first one but the men: every
//! order of the dice, every point, and the longest plays of all that comes out.

use std::collections::BTreeSet;

use super::super::Men;

/// Men that can be put into a set.
type Board = ([u8; 26], [u8; 26]);

/// All results, in the order of the set; this many men on the bar may wait there.
pub fn results(men: &Men, dice: [u8; 2], waiting: u8) -> BTreeSet<Board> {
    longest(men, dice, waiting).1
}

/// The same, and how many dice are used.
pub fn longest(men: &Men, dice: [u8; 2], waiting: u8) -> (usize, BTreeSet<Board>) {
    let [a, b] = dice;
    let orders = if a == b { vec![vec![a; 4]] } else { vec![vec![a, b], vec![b, a]] };
    let mut ends = Vec::new();
    for order in orders {
        explore((men.mine, men.theirs), waiting, &order, &mut Vec::new(), &mut ends);
    }
    let longest = ends.iter().map(|(used, _)| used.len()).max().unwrap_or(0);
    ends.retain(|(used, _)| used.len() == longest);
    if longest == 1 {
        let largest = ends.iter().map(|(used, _)| used[0]).max();
        ends.retain(|(used, _)| Some(used[0]) == largest);
    }
    (longest, ends.into_iter().map(|(_, board)| board).collect())
}

fn explore(
    board: Board,
    waiting: u8,
    dice: &[u8],
    used: &mut Vec<u8>,
    ends: &mut Vec<(Vec<u8>, Board)>,
) {
    let mut stuck = true;
    if let [die, rest @ ..] = dice {
        for from in 1..=25 {
            if board.0[25] > waiting && from != 25 {
                continue;
            }
            if let Some(next) = moved(board, from, usize::from(*die)) {
                stuck = false;
                used.push(*die);
                explore(next, waiting.min(next.0[25]), rest, used, ends);
                used.pop();
            }
        }
    }
    if stuck {
        ends.push((used.clone(), board));
    }
}

fn moved((mut mine, mut theirs): Board, from: usize, die: usize) -> Option<Board> {
    if mine[from] == 0 {
        return None;
    }
    if from > die {
        let to = from - die;
        match theirs[25 - to] {
            0 => {}
            1 => {
                theirs[25 - to] = 0;
                theirs[25] += 1;
            }
            _ => return None,
        }
        mine[to] += 1;
    } else {
        let all_home = mine[7..].iter().all(|&men| men == 0);
        let nobody_behind = mine[from + 1..].iter().all(|&men| men == 0);
        if !all_home || (from < die && !nobody_behind) {
            return None;
        }
        mine[0] += 1;
    }
    mine[from] -= 1;
    Some((mine, theirs))
}
