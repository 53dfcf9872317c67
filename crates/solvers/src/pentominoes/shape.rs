//! The normal form of a position, as a number that no other position has.
//!
//! Squares that no placement covers and pieces that fit nowhere do not matter. What is left falls
//! apart into components, and each of them may be moved, turned and flipped on its own: only its
//! shape and the pieces matter. A component is written as its longer side (6 bits, less one), its
//! shorter side (3 bits, less one) and one bit for each square of the box around it, in the image
//! that gives the smallest number. Components follow each other in rising order. As the sides say
//! how many bits follow, and no component has one square only, no two sets of components are written
//! alike. Where all this is too long, the squares of the whole board stand for themselves, in the
//! image of the board that gives the smallest number; whether that is so depends on the boxes only,
//! which are the same in all images.

/// The bits that the components may take.
const ROOM: u32 = 104;
/// In this many components no board of 64 squares can fall apart.
const MOST: usize = 13;
const CACHE: usize = 1 << 15;

/// Finds normal forms on one board.
pub(super) struct Shapes {
    columns: u32,
    rows: u32,
    not_left: u64,
    not_right: u64,
    /// Components met before, with their normal forms.
    cache: Vec<(u64, Component)>,
}

/// A component without its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Component {
    /// Sides of the box, as written.
    sides: u16,
    squares: u64,
}

impl Component {
    fn bits(self) -> u32 {
        9 + ((self.sides as u32 & 63) + 1) * ((self.sides as u32 >> 6) + 1)
    }
}

impl Shapes {
    pub fn new(columns: usize, rows: usize) -> Shapes {
        let left = (0..rows).fold(0, |all, y| all | 1u64 << (y * columns));
        let right = left << (columns - 1);
        Shapes {
            columns: columns as u32,
            rows: rows as u32,
            not_left: !left,
            not_right: !right,
            cache: vec![(0, Component::default()); CACHE],
        }
    }

    /// The number of a position with these live squares and these pieces: 12 bits for the pieces, a
    /// bit for how the squares are written, and 104 for the squares.
    pub fn key(&mut self, live: u64, pieces: u16) -> u128 {
        let mut all = [Component::default(); MOST];
        let (mut n, mut left) = (0, live);
        while left != 0 {
            let squares = self.component(left);
            left &= !squares;
            all[n] = self.normal(squares);
            n += 1;
        }
        let all = &mut all[..n];
        all.sort_unstable();
        let room = all.iter().map(|component| component.bits()).sum::<u32>();
        let (written, apart) = if room <= ROOM {
            let (mut written, mut at) = (0u128, 0);
            for component in all {
                written |= (u128::from(component.squares) << 9 | u128::from(component.sides)) << at;
                at += component.bits();
            }
            (written, 1)
        } else {
            (u128::from(self.image_of_board(live)), 0)
        };
        written << 13 | apart << 12 | u128::from(pieces)
    }

    /// The component of the first square.
    #[inline]
    fn component(&self, live: u64) -> u64 {
        let mut found = live & live.wrapping_neg();
        let shift = self.columns;
        loop {
            // Along the rows as far as one step goes, then up and down.
            let wide = found | (found << 1 & self.not_left) | (found >> 1 & self.not_right);
            let wide = wide & live;
            let high = if shift < 64 { wide << shift | wide >> shift } else { 0 };
            let next = (wide | high) & live;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    #[inline]
    fn normal(&mut self, squares: u64) -> Component {
        let place = (squares.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as usize % CACHE;
        let (known, component) = self.cache[place];
        if known == squares {
            return component;
        }
        let component = self.normal_form(squares);
        self.cache[place] = (squares, component);
        component
    }

    fn normal_form(&self, squares: u64) -> Component {
        let (top, bottom) = (
            squares.trailing_zeros() / self.columns,
            (63 - squares.leading_zeros()) / self.columns,
        );
        let row = u64::MAX >> (64 - self.columns);
        let line = |y: u32| squares >> (y * self.columns) & row;
        let across = (top..=bottom).fold(0, |all, y| all | line(y));
        let (left, right) = (across.trailing_zeros(), 63 - across.leading_zeros());
        let (width, height) = (right - left + 1, bottom - top + 1);
        let mut by_row = [0u8; 64];
        let mut by_column = [0u8; 64];
        if height >= width {
            for (to, y) in by_row.iter_mut().zip(top..=bottom) {
                *to = (line(y) >> left) as u8;
            }
        }
        if width >= height {
            for (bit, y) in (top..=bottom).enumerate() {
                let mut line = line(y) >> left;
                while line != 0 {
                    by_column[line.trailing_zeros() as usize] |= 1 << bit;
                    line &= line - 1;
                }
            }
        }
        let (long, short) = (width.max(height), width.min(height));
        let mut best = u64::MAX;
        if height >= width {
            best = best.min(smallest_image(&by_row[..long as usize], short));
        }
        if width >= height {
            best = best.min(smallest_image(&by_column[..long as usize], short));
        }
        Component { sides: (short - 1) as u16 * 64 + (long - 1) as u16, squares: best }
    }

    fn image_of_board(&self, live: u64) -> u64 {
        let (columns, rows) = (self.columns, self.rows);
        let mut images = [0u64; 8];
        let mut left = live;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let (x, y) = (square % columns, square / columns);
            for (number, image) in images.iter_mut().enumerate() {
                let (x, y) = if number & 4 != 0 { (y, x) } else { (x, y) };
                if number & 4 != 0 && columns != rows {
                    *image = u64::MAX;
                    continue;
                }
                let x = if number & 1 != 0 { columns - 1 - x } else { x };
                let y = if number & 2 != 0 { rows - 1 - y } else { y };
                *image |= 1 << (y * columns + x);
            }
        }
        images.into_iter().fold(u64::MAX, u64::min)
    }
}

/// Lines of a box as one number, in the best of four images.
fn smallest_image(lines: &[u8], width: u32) -> u64 {
    let mut images = [0u64; 4];
    for (&down, &up) in lines.iter().zip(lines.iter().rev()) {
        let flipped = |line: u8| u64::from(line.reverse_bits() >> (8 - width));
        for (image, line) in
            images.iter_mut().zip([u64::from(down), flipped(down), u64::from(up), flipped(up)])
        {
            *image = *image << width | line;
        }
    }
    images.into_iter().fold(u64::MAX, u64::min)
}
