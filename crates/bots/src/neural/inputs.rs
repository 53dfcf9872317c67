//! What the net sees of a position: 196 numbers, from the view of the side on roll.
//!
//! For each side, the one on roll first, and each of its points from 1 (its ace point) to 24, four
//! numbers: is there a man, are there two or more, are there three or more, and half of those beyond
//! three (Tesauro 1992). Then half of its men on the bar, and the fifteenth part of those borne off.
//! Who is on roll needs no input, as it is always the first side.

use henge_games::backgammon::{BAR, Men, OFF};
use henge_learn::net::Active;

/// How many numbers there are.
pub const N_INPUTS: usize = 2 * N_SIDE as usize;

const N_SIDE: u32 = 24 * N_POINT + 2;
const N_POINT: u32 = 4;

/// Puts the inputs that are not zero into `out`.
pub fn inputs(men: &Men, out: &mut Vec<Active>) {
    out.clear();
    changes(&Men::NONE, men, out);
}

/// Adds what has to be added to the inputs of `from` to get those of `to`.
pub fn changes(from: &Men, to: &Men, out: &mut Vec<Active>) {
    side_changes(0, &from.mine, &to.mine, out);
    side_changes(N_SIDE, &from.theirs, &to.theirs, out);
}

#[inline]
fn side_changes(first: u32, from: &[u8; 26], to: &[u8; 26], out: &mut Vec<Active>) {
    for (place, (&from, &to)) in from.iter().zip(to).enumerate() {
        if from == to {
            continue;
        }
        let difference = f32::from(to) - f32::from(from);
        match place {
            OFF => out.push((first + N_SIDE - 1, difference / 15.0)),
            BAR => out.push((first + N_SIDE - 2, difference / 2.0)),
            _ => {
                let input = first + (place as u32 - 1) * N_POINT;
                for least in 1..=3 {
                    let change = i8::from(to >= least) - i8::from(from >= least);
                    if change != 0 {
                        out.push((input + u32::from(least) - 1, f32::from(change)));
                    }
                }
                let more = |men: u8| f32::from(men.saturating_sub(3)) / 2.0;
                if from > 3 || to > 3 {
                    out.push((input + 3, more(to) - more(from)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(active: &[Active]) -> Vec<f32> {
        let mut all = vec![0.0; N_INPUTS];
        active.iter().for_each(|&(input, value)| all[input as usize] += value);
        all
    }

    #[test]
    fn the_start_is_seen_alike_by_both() {
        let mut out = Vec::new();
        inputs(&Men::start(), &mut out);
        let all = dense(&out);
        assert_eq!(all[..98], all[98..]);
        // Two men on 24, five on 13, three on 8, five on 6.
        assert_eq!(all[92..98], [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(all[48..52], [1.0, 1.0, 1.0, 1.0]);
        assert_eq!(all[28..32], [1.0, 1.0, 1.0, 0.0]);
        assert_eq!(all[20..24], [1.0, 1.0, 1.0, 1.0]);
        assert_eq!(all[..98].iter().sum::<f32>(), 13.0);
    }

    #[test]
    fn changes_add_up_to_the_inputs() {
        let mut to = Men::start();
        to.mine[24] = 1;
        to.mine[6] = 3;
        to.mine[5] = 3;
        to.theirs[OFF] = 5;
        to.theirs[13] = 0;
        to.theirs[24] = 0;
        to.theirs[BAR] = 2;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        inputs(&Men::start(), &mut before);
        changes(&Men::start(), &to, &mut before);
        inputs(&to, &mut after);
        assert_eq!(dense(&before), dense(&after));
    }
}
