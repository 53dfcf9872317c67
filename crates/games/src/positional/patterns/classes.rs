//! What a stone on an empty site makes of a lane, for every neighbourhood of it.

use super::lanes::Lanes;

/// What a stone would make of a lane. The names are those of five in a row; where k stones win, a *five* is a win,
/// a *four* wins with one more stone, and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Class {
    /// No win through this site on this lane.
    Dead,
    /// One stone, with room on a blocked lane.
    One,
    /// One stone, with room for an open four.
    OpenOne,
    /// Two that can become a four.
    Two,
    /// Two that can become an open three, in one way or two.
    OpenTwo,
    /// In more ways.
    WideTwo,
    /// Three that threaten to become a four.
    Three,
    /// Three that threaten to become an open four, in one way.
    OpenThree,
    /// In more ways.
    WideThree,
    /// A four: one site wins.
    Four,
    /// Two sites win.
    OpenFour,
    /// The win.
    Five,
}

impl Class {
    pub const ALL: [Class; 12] = [
        Class::Dead,
        Class::One,
        Class::OpenOne,
        Class::Two,
        Class::OpenTwo,
        Class::WideTwo,
        Class::Three,
        Class::OpenThree,
        Class::WideThree,
        Class::Four,
        Class::OpenFour,
        Class::Five,
    ];
    pub const N: usize = Class::ALL.len();
}

/// The classes of both players for every content of a neighbourhood.
///
/// A neighbourhood is two words of `2 · reach` bits: where the first player's stones stand, and the second's. What
/// is beyond the end of a lane belongs to both.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// The first player's class in the lower half of each byte, the second's in the upper one.
    codes: Vec<u8>,
}

impl Classes {
    pub fn new(lanes: &Lanes) -> Classes {
        let reach = lanes.reach;
        let size = 1usize << (2 * reach);
        // By the sites that are blocked and those that are held, the middle held too.
        let mut classes = vec![Class::Dead; size * size];
        for blocked in 0..size {
            // Every site more makes a larger number, so that what a move leads to is known.
            for own in (0..size).rev().filter(|own| own & blocked == 0) {
                let row = &classes[blocked * size..(blocked + 1) * size];
                classes[blocked * size + own] = class(row, (own, blocked), lanes);
            }
        }
        let code = |(first, second): (usize, usize)| {
            let of = |own: usize, other: usize| classes[other * size + (own & !other)] as u8;
            of(first, second) | of(second, first) << 4
        };
        let codes = (0..size * size).map(|both| code((both % size, both / size))).collect();
        Classes { codes }
    }

    /// The classes of both players in a neighbourhood: the first player's stones, then the second's.
    #[inline]
    pub fn code(&self, neighbourhood: u32) -> u8 {
        self.codes[neighbourhood as usize]
    }
}

/// The class of a neighbourhood, by those that one stone more leads to.
fn class(row: &[Class], (own, blocked): (usize, usize), lanes: &Lanes) -> Class {
    if wins(own, lanes) {
        return Class::Five;
    }
    let next = (0..2 * lanes.reach).map(|i| 1 << i).filter(|site| (own | blocked) & site == 0);
    let next = next.map(|site| row[own | site]);
    let n = |least: Class, most: Class| {
        next.clone().filter(|class| (least..=most).contains(class)).count()
    };
    match n(Class::Five, Class::Five) {
        0 => {}
        1 => return Class::Four,
        _ => return Class::OpenFour,
    }
    match n(Class::OpenFour, Class::OpenFour) {
        0 => {}
        1 => return Class::OpenThree,
        _ => return Class::WideThree,
    }
    if n(Class::Four, Class::Four) > 0 {
        return Class::Three;
    }
    match n(Class::OpenThree, Class::WideThree) {
        0 => {}
        1 | 2 => return Class::OpenTwo,
        _ => return Class::WideTwo,
    }
    if n(Class::Three, Class::Three) > 0 {
        return Class::Two;
    }
    match n(Class::OpenOne, Class::WideTwo) {
        0 => {}
        _ if n(Class::OpenTwo, Class::WideTwo) > 0 => return Class::OpenOne,
        _ => return Class::One,
    }
    if n(Class::One, Class::One) > 0 { Class::One } else { Class::Dead }
}

/// Do these stones win with one in the middle, and through it?
fn wins(own: usize, lanes: &Lanes) -> bool {
    let side = (1 << lanes.reach) - 1;
    let (before, after) = (own & side, own >> lanes.reach);
    let run =
        1 + (before << (usize::BITS as usize - lanes.reach)).leading_ones() + after.trailing_ones();
    let k = lanes.k as u32;
    if lanes.exact { run == k } else { run >= k }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positional::{Row, go_moku};

    fn classes(row: Row) -> (Lanes, Classes) {
        let lanes = Lanes::of(&go_moku(15, row).expect("a size that exists")).expect("lanes");
        let classes = Classes::new(&lanes);
        (lanes, classes)
    }

    /// The class of X on `*`, in a drawing of what lies around: `.` empty, `O` or `|` not to be had.
    fn of(row: Row, drawing: &str) -> Class {
        let (lanes, classes) = classes(row);
        let reach = lanes.reach;
        let middle = drawing.find('*').expect("a site to look at");
        let mut both = 0;
        for step in (-(reach as isize)..=reach as isize).filter(|&step| step != 0) {
            let bit = if step < 0 { reach as isize + step } else { reach as isize + step - 1 };
            // Beyond the drawing everything is the edge.
            let sign = middle.checked_add_signed(step).and_then(|at| drawing.as_bytes().get(at));
            let marks = match sign {
                Some(b'.') => 0,
                Some(b'X') => 1,
                Some(b'O') => 1 << (2 * reach),
                _ => 1 | 1 << (2 * reach),
            };
            both |= marks << bit;
        }
        Class::ALL[usize::from(classes.code(both) & 15)]
    }

    #[test]
    fn classes_are_what_players_call_them() {
        let free = |drawing| of(Row::FiveOrMore, drawing);
        assert_eq!(free("XX*XX"), Class::Five);
        assert_eq!(free("XXX*XX"), Class::Five);
        assert_eq!(free(".XX*X."), Class::OpenFour);
        assert_eq!(free("OXX*X."), Class::Four);
        assert_eq!(free("XX.*X"), Class::Four);
        assert_eq!(free("X.X*X.X"), Class::OpenFour, "two sites win");
        assert_eq!(free("..X*X.."), Class::WideThree);
        assert_eq!(free(".X*X.."), Class::OpenThree);
        assert_eq!(free(".X.*X."), Class::OpenThree);
        assert_eq!(free("OX*X.."), Class::Three);
        assert_eq!(free(".X*X."), Class::Three, "five sites have no room for an open four");
        assert_eq!(free("...X*..."), Class::WideTwo);
        assert_eq!(free(".X*..."), Class::OpenTwo);
        assert_eq!(free("OX*..."), Class::Two);
        assert_eq!(free("....*...."), Class::OpenOne);
        assert_eq!(free("..*.."), Class::One);
        assert_eq!(free(".X*."), Class::Dead);
        assert_eq!(free("OX*XO"), Class::Dead);
    }

    #[test]
    fn six_are_not_exactly_five() {
        assert_eq!(of(Row::ExactlyFive, "XXX*XX"), Class::Dead);
        assert_eq!(of(Row::ExactlyFive, ".XX*XX."), Class::Five);
        assert_eq!(of(Row::ExactlyFive, "X.XX*."), Class::Four);
        assert_eq!(of(Row::FiveOrMore, "X.XX*X."), Class::OpenFour);
        assert_eq!(of(Row::ExactlyFive, "X.XX*X."), Class::Four, "the gap would make six");
    }

    #[test]
    fn both_players_are_in_one_code() {
        let (_, classes) = classes(Row::FiveOrMore);
        let code = classes.code(0b0000_1111 | 0b0111_0000 << 8);
        assert_eq!(Class::ALL[usize::from(code & 15)], Class::Five);
        assert_eq!(Class::ALL[usize::from(code >> 4)], Class::Four);
    }
}
