//! What a line, a piece and an award are worth, learnt from solved positions.
//!
//! The numbers are hundredths of log-odds, by logistic regression on 18 800 children of 336 random
//! positions after six to eight plies, each child solved. Every parent had a constant of its own, so
//! that the numbers tell its moves apart and nothing else. On positions kept aside they put a
//! winning move above a losing one in 90 of 100 pairs; a guess from lead and empty cells alone did
//! in 66. Where there were few examples the numbers are smoothed by hand.
//!
//! All numbers are for the player who has just moved.

use super::hand::Hand;

/// A line awarded to the mover.
pub const WON: i32 = 205;
/// A line awarded to the opponent.
pub const LOST: i32 = -212;

/// A piece the mover still has, by its value.
pub const IN_HAND: [i32; 7] = [0, -36, -39, -24, 40, 49, 56];

/// A line with one empty cell that he would win as it is, by the number of the opponent's pieces
/// that could still turn it.
const AHEAD: [i32; 10] = [100, 100, 15, -49, -80, -93, -110, -130, -130, -130];
/// One that he would lose as it is, by the number of his own pieces that could turn it.
const BEHIND: [i32; 10] = [-104, -104, -50, -25, -25, -25, -25, -25, -25, -25];
/// Lines with two to five empty cells, by where the lead lies between the two ends at which the line
/// is awarded, in sixteenths.
const BETWEEN: [[i16; 16]; 4] = [
    [-140, -140, -135, -130, -130, -120, -83, -33, 5, 48, 79, 96, 115, 120, 140, 140],
    [-150, -150, -140, -130, -113, -82, -54, -42, -20, 23, 85, 126, 140, 140, 140, 140],
    [-110, -110, -110, -110, -110, -110, -87, -43, 10, 28, 84, 138, 150, 170, 170, 170],
    [-160, -160, -160, -160, -160, -133, -53, -10, 3, 58, 100, 140, 140, 140, 140, 140],
];

/// The largest sum of the five largest pieces of both players.
const WIDEST: usize = 42;

/// n sixteenths, rounded down, of a whole: no division where it is asked millions of times.
static SIXTEENTHS: [[u8; WIDEST + 1]; WIDEST + 1] = sixteenths();

const fn sixteenths() -> [[u8; WIDEST + 1]; WIDEST + 1] {
    let mut table = [[0; WIDEST + 1]; WIDEST + 1];
    let mut whole = 1;
    while whole <= WIDEST {
        let mut part = 0;
        while part <= WIDEST {
            let n = part * 16 / whole;
            table[whole][part] = if n < 16 { n as u8 } else { 15 };
            part += 1;
        }
        whole += 1;
    }
    table
}

/// What an open line with one to five empty cells is worth with a lead, for the owner of the hand
/// `own`.
#[inline]
pub fn open_line(holes: usize, lead: i32, own: Hand, other: Hand) -> i32 {
    if holes == 1 {
        return if lead >= 0 {
            AHEAD[other.above(lead as usize)]
        } else {
            BEHIND[own.above(-lead as usize)]
        };
    }
    let (a, b) = (i32::from(own.top(holes)), i32::from(other.top(holes)));
    let part = (lead + a).clamp(0, WIDEST as i32) as usize;
    let n = SIXTEENTHS[(a + b) as usize][part];
    BETWEEN[holes - 2][n as usize].into()
}
