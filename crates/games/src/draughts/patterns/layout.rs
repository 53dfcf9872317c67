//! Which squares make a pattern, and where its weights are.

use henge_core::Player;

use super::super::rules::{Draughts, Position};
use super::super::word::Word;

/// Squares of a pattern.
pub(super) const SQUARES: usize = 8;
/// States of the men on them.
pub(super) const STATES: usize = 6561;
/// Squares of a row in a wide pattern, which lies on two rows, and in a tall one, which lies on four.
const WIDE: usize = 4;
const TALL: usize = 2;
/// No board has longer rows.
const LONGEST_ROW: usize = 8;

/// Where weights of a board are.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The lowest bit of each row.
    rows: Vec<u32>,
    /// Squares of a row.
    width: usize,
    /// The squares in order, by bit.
    squares: Vec<u32>,
    place: [u8; 128],
}

impl Layout {
    pub fn new<W: Word>(game: &Draughts<W>) -> Layout {
        let rows: Vec<u32> = game.rows_of(Player::First).iter().map(|row| row.lowest()).collect();
        let width = game.rows_of(Player::First)[0].len() as usize;
        debug_assert!((WIDE..=LONGEST_ROW).contains(&width) && rows.len() >= WIDE);
        let mut squares = Vec::new();
        let mut left = game.board_squares();
        while !left.is_empty() {
            squares.push(left.lowest());
            left = left.without_lowest();
        }
        let mut place = [0; 128];
        squares.iter().enumerate().for_each(|(i, &bit)| place[bit as usize] = i as u8);
        Layout { rows, width, squares, place }
    }

    /// Rows, and squares of a row.
    pub fn size(&self) -> [u8; 2] {
        [self.rows.len() as u8, self.width as u8]
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn n_squares(&self) -> usize {
        self.squares.len()
    }

    /// Wide patterns side by side.
    fn windows(&self) -> usize {
        self.width - WIDE + 1
    }

    pub fn n_wide(&self) -> usize {
        (self.rows.len() - 1) * self.windows()
    }

    fn n_tall(&self) -> usize {
        (self.rows.len() - 3) * (self.width - TALL + 1)
    }

    pub fn n_patterns(&self) -> usize {
        self.n_wide() + self.n_tall()
    }

    /// The pattern on the same squares of the board turned round: the first of a shape is then the last.
    pub fn turned(&self, pattern: usize) -> usize {
        match pattern.checked_sub(self.n_wide()) {
            None => self.n_wide() - 1 - pattern,
            Some(tall) => self.n_patterns() - 1 - tall,
        }
    }

    /// Patterns with weights of their own: of two that are each other's image one.
    fn n_own(&self) -> usize {
        self.n_wide().div_ceil(2) + self.n_tall().div_ceil(2)
    }

    /// Where the weight of a state is, and its sign: what a player sees the other sees turned round, with the
    /// opposite worth. Nothing where both see the same, and for the empty pattern.
    #[inline]
    pub fn weight(&self, pattern: usize, state: usize) -> Option<(usize, f32)> {
        let (other, seen) = (self.turned(pattern), usize::from(TURNED[state]));
        let own = |pattern: usize| match pattern.checked_sub(self.n_wide()) {
            None => pattern,
            Some(tall) => self.n_wide().div_ceil(2) + tall,
        };
        if (pattern, state) < (other, seen) {
            Some((own(pattern) * STATES + state, 1.0))
        } else if (pattern, state) > (other, seen) {
            (state != 0).then(|| (own(other) * STATES + seen, -1.0))
        } else {
            None
        }
        .filter(|_| state != 0)
    }

    /// Where the weights of kings begin, after those of patterns; those of men come after them.
    pub fn kings(&self) -> usize {
        self.n_own() * STATES
    }

    pub fn men(&self) -> usize {
        self.kings() + self.squares.len()
    }

    /// The weight of being to move, the last one.
    pub fn turn(&self) -> usize {
        self.men() + self.squares.len()
    }

    /// Weights of one phase: patterns, kings, men, and the move.
    pub fn n_weights(&self) -> usize {
        self.turn() + 1
    }

    /// The square that a digit of a wide pattern stands for, if it is counted there: each square is so once.
    pub fn counted(&self, pattern: usize, digit: usize) -> Option<usize> {
        if pattern >= self.n_wide() {
            return None;
        }
        let (row, window) = (pattern / self.windows(), pattern % self.windows());
        let (row, column) = (row + digit / WIDE, window + digit % WIDE);
        let first_row = digit < WIDE || row == self.rows.len() - 1;
        let first_window = window == 0 || digit % WIDE == WIDE - 1;
        (first_row && first_window).then_some(row * self.width + column)
    }

    /// Calls `found` with every pattern and its state, as the first player sees it.
    #[inline(always)]
    pub fn each_state<W: Word>(&self, pos: &Position<W>, mut found: impl FnMut(usize, usize)) {
        let (mine, theirs) = (pos.men(Player::First), pos.men(Player::Second));
        let (windows, n_wide) = (self.windows(), self.n_wide());
        let tall_windows = self.width - TALL + 1;
        let (mut below, mut tall) = ([0; LONGEST_ROW], [0; LONGEST_ROW]);
        for (row, &shift) in self.rows.iter().enumerate() {
            let (a, b) = (row_bits(mine, shift), row_bits(theirs, shift));
            for (window, below) in below.iter_mut().enumerate().take(windows) {
                let state = usize::from(DIGITS[a >> window & 15])
                    + 2 * usize::from(DIGITS[b >> window & 15]);
                if row > 0 {
                    found((row - 1) * windows + window, *below + WIDE_ROW * state);
                }
                *below = state;
            }
            for (window, tall) in tall.iter_mut().enumerate().take(tall_windows) {
                let state =
                    usize::from(DIGITS[a >> window & 3]) + 2 * usize::from(DIGITS[b >> window & 3]);
                // The lowest of four rows makes room for this one.
                *tall = *tall / TALL_ROW + STATES / TALL_ROW * state;
                if row >= 3 {
                    found(n_wide + (row - 3) * tall_windows + window, *tall);
                }
            }
        }
    }

    /// Calls `found` with the place of every square of a set, as a player sees it.
    #[inline(always)]
    pub fn each_square<W: Word>(&self, set: W, player: Player, mut found: impl FnMut(usize)) {
        let mut left = set;
        while !left.is_empty() {
            let place = usize::from(self.place[left.lowest() as usize]);
            left = left.without_lowest();
            found(if player == Player::First { place } else { self.squares.len() - 1 - place });
        }
    }
}

/// Four bits as digits of base three.
const DIGITS: [u16; 16] = {
    let mut digits = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut i, mut power) = (0, 1);
        while i < WIDE {
            digits[bits] += (bits as u16 >> i & 1) * power;
            power *= 3;
            i += 1;
        }
        bits += 1;
    }
    digits
};
/// States of a row in a wide pattern, and in a tall one.
const WIDE_ROW: usize = 81;
const TALL_ROW: usize = 9;

/// The state of a pattern turned round, with colours changed: digits in reverse, 1 and 2 exchanged.
const TURNED: [u16; STATES] = {
    let mut turned = [0; STATES];
    let mut state = 0;
    while state < STATES {
        let (mut rest, mut other, mut digit) = (state, 0, 0);
        while digit < SQUARES {
            other = 3 * other + [0, 2, 1][rest % 3];
            rest /= 3;
            digit += 1;
        }
        turned[state] = other as u16;
        state += 1;
    }
    turned
};

/// The bits of a row, lowest first.
#[inline(always)]
fn row_bits<W: Word>(set: W, shift: u32) -> usize {
    let (low, high) = set.halves();
    // Rows lie within a half, but for the one that a half ends in.
    if shift >= 64 {
        (high >> (shift - 64)) as usize
    } else if shift == 0 || W::BITS == 64 {
        (low >> shift) as usize
    } else {
        (low >> shift | high << (64 - shift)) as usize
    }
}
