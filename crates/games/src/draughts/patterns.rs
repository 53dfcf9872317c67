//! An evaluation by patterns: what men stand on two neighbouring rows, side by side, is worth what
//! games have shown. Kings count by their squares.
//!
//! Each pattern is four squares of one row and four of the next; every square is free or has a man of
//! either colour, so that a pattern has 3^8 states and a weight for each. The other player sees the
//! same patterns on the board turned round, and what is good for him is bad for the first. A man also
//! counts by his square, so that a pattern that was never seen is not worth nothing.

use henge_core::{Eval, Features, Game, Margins, Player, Score};
use thiserror::Error;

use super::eval::{MARGINS, arrange_captures, king, man};
use super::moves::Move;
use super::rules::{Draughts, Position};
use super::variant::{Lines, Variant};
use super::word::Word;

/// Squares of a row in a pattern.
const WIDE: usize = 4;
/// States of the men on two rows.
const STATES: usize = 6561;
/// Early and late in the game.
const PHASES: usize = 2;
/// A weight of one in a file is this part of the logarithm of the odds.
const UNIT: f32 = 256.0;
/// What a unit of that logarithm is as a score: a man is worth about a hundred.
const SCORE: i64 = 100;

/// Where weights of a board are.
#[derive(Clone, Debug)]
struct Layout {
    /// The lowest bit of each row.
    rows: Vec<u32>,
    /// Squares of a row.
    width: usize,
    /// The squares in order, by bit.
    squares: Vec<u32>,
    place: [u8; 128],
}

impl Layout {
    fn new<W: Word>(game: &Draughts<W>) -> Layout {
        let rows: Vec<u32> = game.rows_of(Player::First).iter().map(|row| row.lowest()).collect();
        let width = game.rows_of(Player::First)[0].len() as usize;
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

    /// Patterns side by side.
    fn windows(&self) -> usize {
        self.width - WIDE + 1
    }

    fn n_patterns(&self) -> usize {
        (self.rows.len() - 1) * self.windows()
    }

    /// Where the weights of kings begin, after those of patterns; those of men come after them.
    fn kings(&self) -> usize {
        self.n_patterns() * STATES
    }

    fn men(&self) -> usize {
        self.kings() + self.squares.len()
    }

    /// Weights of one phase: patterns, kings, men, and the move.
    fn n_weights(&self) -> usize {
        self.men() + self.squares.len() + 1
    }

    /// The square that a digit of a pattern stands for, if it is counted there: each square is so once.
    fn counted(&self, pattern: usize, digit: usize) -> Option<usize> {
        let (row, window) = (pattern / self.windows(), pattern % self.windows());
        let (row, column) = (row + digit / WIDE, window + digit % WIDE);
        let first_row = digit < WIDE || row == self.rows.len() - 1;
        let first_window = window == 0 || digit % WIDE == WIDE - 1;
        (first_row && first_window).then_some(row * self.width + column)
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
const SECOND_ROW: usize = 81;

/// The state of a pattern turned round, with colours changed: digits in reverse, 1 and 2 exchanged.
fn turned(mut state: usize) -> usize {
    let mut other = 0;
    for _ in 0..2 * WIDE {
        other = 3 * other + [0, 2, 1][state % 3];
        state /= 3;
    }
    other
}

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

/// Why bytes are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// They begin with something else.
    #[error(
        "these are no weights of draughts: they do not begin with \"henge draughts weights 1\""
    )]
    Foreign,
    /// They are of another board.
    #[error("the weights are for a board of {found} rows and squares, not {expected}")]
    OtherBoard {
        /// What the file says.
        found: String,
        /// What the variant has.
        expected: String,
    },
    /// Some are missing.
    #[error("the weights are damaged: {found} bytes instead of {expected}")]
    Damaged {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

/// The first bytes of a file of weights.
pub const MAGIC: &[u8; 25] = b"henge draughts weights 1\n";

/// An evaluation with learned weights.
#[derive(Clone, Debug)]
pub struct Patterns {
    layout: Layout,
    /// For each phase what the state of each pattern is worth to the first player, both views in one;
    /// phases of a state lie side by side.
    patterns: Vec<[f32; PHASES]>,
    /// What a king of the first player on a square is worth.
    kings: Vec<[f32; PHASES]>,
    /// What it is worth to be to move.
    turn: [f32; PHASES],
    /// Pieces at the beginning.
    full: f32,
}

/// Whether a variant's board has such patterns.
pub fn fits(variant: Variant) -> bool {
    let rules = variant.rules();
    !matches!(rules.lines, Lines::Orthogonal)
}

impl Patterns {
    /// How many weights the variant of a game has.
    pub fn n_weights<W: Word>(game: &Draughts<W>) -> usize {
        PHASES * Layout::new(game).n_weights()
    }

    /// With these weights, each the share of a feature in the logarithm of the odds to win.
    pub fn new<W: Word>(game: &Draughts<W>, weights: &[f32]) -> Patterns {
        let layout = Layout::new(game);
        let n = layout.n_weights();
        let phases =
            |i: usize| [0, 1].map(|phase| weights.get(phase * n + i).copied().unwrap_or_default());
        let less = |a: [f32; PHASES], b: [f32; PHASES]| [a[0] - b[0], a[1] - b[1]];
        let n_patterns = layout.n_patterns();
        let mut patterns = Vec::with_capacity(n_patterns * STATES);
        for pattern in 0..n_patterns {
            // Turned round, the first pattern is the last.
            let other = n_patterns - 1 - pattern;
            patterns.extend((0..STATES).map(|state| {
                // The empty pattern says nothing.
                if state == 0 {
                    return [0.0; PHASES];
                }
                let mut worth =
                    less(phases(pattern * STATES + state), phases(other * STATES + turned(state)));
                // The men themselves cost nothing to count here.
                let mut rest = state;
                for digit in 0..2 * WIDE {
                    let who = rest % 3;
                    rest /= 3;
                    let Some(square) = layout.counted(pattern, digit) else { continue };
                    let (sign, square) = match who {
                        0 => continue,
                        1 => (1.0, square),
                        _ => (-1.0, layout.squares.len() - 1 - square),
                    };
                    let man = phases(layout.men() + square);
                    worth = [worth[0] + sign * man[0], worth[1] + sign * man[1]];
                }
                worth
            }));
        }
        let kings = (0..layout.squares.len()).map(|i| phases(layout.kings() + i)).collect();
        let turn = phases(n - 1);
        let full = game.start().occupied().len() as f32;
        Patterns { layout, patterns, kings, turn, full }
    }

    /// The weights with which it judges as [`Material`](super::Material) does: something to begin
    /// with.
    pub fn material<W: Word>(game: &Draughts<W>) -> Vec<f32> {
        let layout = Layout::new(game);
        let n = layout.n_weights();
        let mut weights = vec![0.0; PHASES * n];
        for phase in 0..PHASES {
            for square in 0..layout.squares.len() {
                let man = man(square / layout.width);
                weights[phase * n + layout.men() + square] = man as f32 / SCORE as f32;
                let king = king(game.rules.king);
                weights[phase * n + layout.kings() + square] = king as f32 / SCORE as f32;
            }
        }
        weights
    }

    /// The weights of a file.
    pub fn from_bytes<W: Word>(game: &Draughts<W>, bytes: &[u8]) -> Result<Patterns, WeightsError> {
        Ok(Patterns::new(game, &read_weights(game, bytes)?))
    }
}

/// What the weights are multiplied by, as the player to move sees it.
#[derive(Clone, Debug)]
pub struct PatternFeatures {
    layout: Layout,
    /// Pieces at the beginning.
    full: f32,
}

impl PatternFeatures {
    /// Those of the board of a variant.
    pub fn new<W: Word>(game: &Draughts<W>) -> PatternFeatures {
        let full = game.start().occupied().len() as f32;
        PatternFeatures { layout: Layout::new(game), full }
    }
}

impl<W: Word> Features<Draughts<W>> for PatternFeatures {
    fn name(&self) -> &'static str {
        "patterns"
    }

    fn n_features(&self) -> usize {
        PHASES * self.layout.n_weights()
    }

    fn each(&self, _: &Draughts<W>, pos: &Position<W>, found: &mut impl FnMut(u32, f32)) {
        let PatternFeatures { layout, full } = self;
        let late = phase(pos, *full);
        let (n, n_patterns) = (layout.n_weights(), layout.n_patterns());
        let mut add = |i: usize, x: f32| {
            found(i as u32, x * (1.0 - late));
            found((n + i) as u32, x * late);
        };
        let sign = if pos.to_move() == Player::First { 1.0 } else { -1.0 };
        each_state(layout, pos, |pattern, state| {
            // The empty pattern says nothing.
            if state != 0 {
                add(pattern * STATES + state, sign);
                add((n_patterns - 1 - pattern) * STATES + turned(state), -sign);
            }
        });
        for (player, sign) in [(Player::First, sign), (Player::Second, -sign)] {
            each_square(layout, pos.kings(player), player, |i| add(layout.kings() + i, sign));
            each_square(layout, pos.men(player), player, |i| add(layout.men() + i, sign));
        }
        add(n - 1, 1.0);
    }

    /// Not while something must be taken.
    fn stable(&self, game: &Draughts<W>, pos: &Position<W>) -> bool {
        !game.must_capture(pos)
    }

    fn arrange(&self, game: &Draughts<W>, pos: &Position<W>, moves: &mut Vec<Move<W>>) {
        arrange_captures(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        true
    }
}

/// How late it is, from 0 to 1.
#[inline]
fn phase<W: Word>(pos: &Position<W>, full: f32) -> f32 {
    (1.0 - pos.occupied().len() as f32 / full).max(0.0)
}

#[inline(always)]
fn each_state<W: Word>(layout: &Layout, pos: &Position<W>, mut found: impl FnMut(usize, usize)) {
    let (mine, his) = (pos.men(Player::First), pos.men(Player::Second));
    let windows = layout.windows();
    let mut below = [0; 3];
    for (row, &shift) in layout.rows.iter().enumerate() {
        let (a, b) = (row_bits(mine, shift), row_bits(his, shift));
        for (window, below) in below.iter_mut().enumerate().take(windows) {
            let state =
                usize::from(DIGITS[a >> window & 15]) + 2 * usize::from(DIGITS[b >> window & 15]);
            if row > 0 {
                found((row - 1) * windows + window, *below + SECOND_ROW * state);
            }
            *below = state;
        }
    }
}

/// Calls `found` with the place of every square of a set, as a player sees it.
#[inline(always)]
fn each_square<W: Word>(layout: &Layout, set: W, player: Player, mut found: impl FnMut(usize)) {
    let mut left = set;
    while !left.is_empty() {
        let place = usize::from(layout.place[left.lowest() as usize]);
        left = left.without_lowest();
        found(if player == Player::First { place } else { layout.squares.len() - 1 - place });
    }
}

fn header<W: Word>(game: &Draughts<W>) -> [u8; 2] {
    let layout = Layout::new(game);
    [layout.rows.len() as u8, layout.width as u8]
}

/// Weights as a file.
///
/// ```text
/// "henge draughts weights 1\n", rows (1), squares of a row (1),
/// for each weight its 256-fold, two bytes
/// ```
pub fn write_weights<W: Word>(game: &Draughts<W>, weights: &[f32]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(header(game));
    for weight in weights {
        bytes.extend(((weight * UNIT).round() as i16).to_le_bytes());
    }
    bytes
}

/// The weights of a file.
pub fn read_weights<W: Word>(game: &Draughts<W>, bytes: &[u8]) -> Result<Vec<f32>, WeightsError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
    let expected = 2 * Patterns::n_weights(game);
    let [rows, width, rest @ ..] = rest else { return Err(WeightsError::Foreign) };
    if [*rows, *width] != header(game) {
        let [my_rows, my_width] = header(game);
        return Err(WeightsError::OtherBoard {
            found: format!("{rows} by {width}"),
            expected: format!("{my_rows} by {my_width}"),
        });
    }
    if rest.len() != expected {
        return Err(WeightsError::Damaged { found: rest.len(), expected });
    }
    Ok(rest
        .as_chunks::<2>()
        .0
        .iter()
        .map(|&two| f32::from(i16::from_le_bytes(two)) / UNIT)
        .collect())
}

impl<W: Word> Eval<Draughts<W>> for Patterns {
    type State = ();

    fn eval(&self, _: &Draughts<W>, pos: &Position<W>, player: Player) -> Score {
        let mut sums = [0.0; PHASES];
        let mut add = |share: [f32; PHASES], sign: f32| {
            sums[0] += sign * share[0];
            sums[1] += sign * share[1];
        };
        each_state(&self.layout, pos, |pattern, state| {
            add(self.patterns[pattern * STATES + state], 1.0);
        });
        for (player, sign) in [(Player::First, 1.0), (Player::Second, -1.0)] {
            each_square(&self.layout, pos.kings(player), player, |place| {
                add(self.kings[place], sign);
            });
        }
        add(self.turn, if pos.to_move() == Player::First { 1.0 } else { -1.0 });
        let late = phase(pos, self.full);
        let logit = sums[0] * (1.0 - late) + sums[1] * late;
        let score = (logit * SCORE as f32) as i64;
        Score::estimate(if player == Player::First { score } else { -score })
    }

    /// Not while something must be taken.
    fn stable(&self, game: &Draughts<W>, pos: &Position<W>, _: &mut ()) -> bool {
        !game.must_capture(pos)
    }

    fn arrange(&self, game: &Draughts<W>, pos: &Position<W>, moves: &mut Vec<Move<W>>) {
        arrange_captures(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        MARGINS
    }
}

#[cfg(test)]
mod tests {
    use henge_core::Notation;

    use super::*;

    fn game(variant: Variant) -> Draughts<u64> {
        Draughts::new(variant).expect("a board that fits")
    }

    /// Some weights, each of them different.
    fn some_weights(n: usize) -> Vec<f32> {
        (0..n)
            .map(|i| ((i as u64).wrapping_mul(0x9e37_79b9) % 1000) as f32 / 1000.0 - 0.5)
            .collect()
    }

    #[test]
    fn material_is_one_of_the_things_that_patterns_can_say() {
        for (variant, fen) in FENS {
            let game = game(variant);
            let pos = game.read_position(fen).expect(fen);
            let eval = Patterns::new(&game, &Patterns::material(&game));
            let right = super::super::Material.eval(&game, &pos, Player::First).0;
            let found = eval.eval(&game, &pos, Player::First).0;
            assert!((found - right).abs() <= 1, "{fen}: {found} {right}");
        }
    }

    const FENS: [(Variant, &str); 4] = [
        (Variant::Danish, "W:Wa1,b2,c3,Kh2:Bb6,Kg3,h8"),
        (Variant::Danish, "B:Wa1,d4:Bb6,e5,Ka7"),
        (Variant::International, "W:W31,32,38,K5:B12,13,K46,20"),
        (Variant::International, "B:W31,45,K6:B12,15,16"),
    ];

    /// What the search adds up from tables is what the features say.
    #[test]
    fn the_evaluation_is_the_sum_of_its_features() {
        for (variant, fen) in FENS {
            let game = game(variant);
            let pos = game.read_position(fen).expect(fen);
            let weights = some_weights(Patterns::n_weights(&game));
            let mut sum = 0.0;
            let features = PatternFeatures::new(&game);
            features.each(&game, &pos, &mut |i, x| sum += weights[i as usize] * x);
            let eval = Patterns::new(&game, &weights);
            let score = eval.eval(&game, &pos, pos.to_move()).0;
            assert!((score as f32 - sum * SCORE as f32).abs() <= 1.5, "{fen}: {score} {sum}");
            let other = eval.eval(&game, &pos, !pos.to_move()).0;
            assert_eq!(score, -other);
        }
    }

    /// Both players see the same board.
    #[test]
    fn turned_round_nothing_changes() {
        let game = game(Variant::Danish);
        let eval = Patterns::new(&game, &some_weights(Patterns::n_weights(&game)));
        let value = |fen: &str| {
            let pos = game.read_position(fen).expect(fen);
            eval.eval(&game, &pos, pos.to_move()).0
        };
        assert_eq!(value("W:Wa1,b2,Kh2:Bb6,h8"), value("B:Bh8,g7,Ka7:Wg3,a1"));
    }

    #[test]
    fn weights_are_read_as_they_were_written_or_refused() {
        let (danish, wide) = (game(Variant::Danish), game(Variant::International));
        let weights = some_weights(Patterns::n_weights(&danish));
        let bytes = write_weights(&danish, &weights);
        let again = read_weights(&danish, &bytes).expect("what was written");
        assert!(again.iter().zip(&weights).all(|(a, b)| (a - b).abs() < 1.0 / UNIT));
        assert_eq!(write_weights(&danish, &again), bytes);
        assert!(matches!(read_weights(&wide, &bytes), Err(WeightsError::OtherBoard { .. })));
        assert_eq!(read_weights(&danish, b"henge"), Err(WeightsError::Foreign));
        for n in [26, 28, bytes.len() - 1] {
            assert!(read_weights(&danish, &bytes[..n]).is_err(), "{n}");
        }
    }
}
