//! The 24 points, numbered by row from the top and from the left, with a bit each:
//!
//! ```text
//! a7 ------ d7 ------ g7        0           1           2
//!  |  b6 -- d6 -- f6  |             3       4       5
//!  |  |  c5 d5 e5  |  |                 6   7   8
//! a4 b4 c4    e4 f4 g4          9  10  11      12  13  14
//!  |  |  c3 d3 e3  |  |                15  16  17
//!  |  b2 -- d2 -- f2  |            18      19      20
//! a1 ------ d1 ------ g1       21          22          23
//! ```

/// How many points there are.
pub(super) const POINTS: u32 = 24;

/// All points.
pub(super) const ALL: u32 = (1 << POINTS) - 1;

/// Column and row of each point, from 0 at the left and from the top.
pub(super) const PLACES: [(u8, u8); 24] = [
    (0, 0),
    (3, 0),
    (6, 0),
    (1, 1),
    (3, 1),
    (5, 1),
    (2, 2),
    (3, 2),
    (4, 2),
    (0, 3),
    (1, 3),
    (2, 3),
    (4, 3),
    (5, 3),
    (6, 3),
    (2, 4),
    (3, 4),
    (4, 4),
    (1, 5),
    (3, 5),
    (5, 5),
    (0, 6),
    (3, 6),
    (6, 6),
];

/// The lines of three, across and then down.
pub(super) const LINES: [[u8; 3]; 16] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
    [12, 13, 14],
    [15, 16, 17],
    [18, 19, 20],
    [21, 22, 23],
    [0, 9, 21],
    [3, 10, 18],
    [6, 11, 15],
    [1, 4, 7],
    [16, 19, 22],
    [8, 12, 17],
    [5, 13, 20],
    [2, 14, 23],
];

/// Each line as a set.
pub(super) const LINE_SETS: [u32; 16] = {
    let mut sets = [0; 16];
    let mut i = 0;
    while i < 16 {
        sets[i] = 1 << LINES[i][0] | 1 << LINES[i][1] | 1 << LINES[i][2];
        i += 1;
    }
    sets
};

/// The points next to each along a line.
pub(super) const NEXT: [u32; 24] = {
    let mut next = [0; 24];
    let mut i = 0;
    while i < 16 {
        let [a, b, c] = LINES[i];
        next[a as usize] |= 1 << b;
        next[b as usize] |= 1 << a | 1 << c;
        next[c as usize] |= 1 << b;
        i += 1;
    }
    next
};

/// For each point the other two points of the line across and of the line down.
pub(super) const PARTNERS: [[u32; 2]; 24] = {
    let mut partners = [[0; 2]; 24];
    let mut i = 0;
    while i < 16 {
        let down = (i >= 8) as usize;
        let mut k = 0;
        while k < 3 {
            let point = LINES[i][k];
            partners[point as usize][down] = LINE_SETS[i] & !(1 << point);
            k += 1;
        }
        i += 1;
    }
    partners
};

/// The men of a set that stand in mills.
#[inline]
pub(super) fn in_mills(men: u32) -> u32 {
    LINE_SETS.iter().fold(0, |mills, &line| if men & line == line { mills | line } else { mills })
}

/// Does a man that comes to `point` stand in a mill with these?
#[inline]
pub(super) fn closes(men: u32, point: u32) -> bool {
    let [across, down] = PARTNERS[point as usize];
    men & across == across || men & down == down
}

/// All points that are next to one of a set.
#[inline]
pub(super) fn beside(mut set: u32) -> u32 {
    let mut found = 0;
    while set != 0 {
        found |= NEXT[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    found
}

/// The name of a point.
pub(super) fn name(point: u32) -> String {
    let (column, row) = PLACES[point as usize];
    format!("{}{}", char::from(b'a' + column), 7 - row)
}

/// The point of that name, in small or capital letters, at the start of `text`, and what follows it.
pub(super) fn named(text: &str) -> Option<(u32, &str)> {
    let mut chars = text.chars();
    let column = chars.next()?.to_ascii_lowercase() as u32;
    let column = column.checked_sub(u32::from('a'))?;
    let row = 7u32.checked_sub(chars.next()?.to_digit(10)?)?;
    let found = PLACES.iter().position(|&(c, r)| u32::from(c) == column && u32::from(r) == row)?;
    Some((found as u32, chars.as_str()))
}
