//! An evaluation by patterns: what stands on corners, edges, lines and diagonals is worth what games have
//! shown (Buro 1997), early and late in the game.
//!
//! Each square of a pattern is free or has a disc of either colour, so that one of ten squares has 3^10
//! states. States that are mirror images of each other share a weight, and so do those with exchanged
//! colours, with the other sign. Besides patterns it looks at who can move where, and at whose turn it is.

use henge_core::{Eval, Features, Margins, Player, Score};

use super::eval::{BESIDE, BORDER, CORNER, MARGINS, MOBILITY, arrange, border};
use super::rules::{Move, Othello, Position};
use super::word::Word;

mod shapes;
mod weights;

use shapes::{CLASSES, INSTANCES, N_STATES, POWERS};
pub use weights::{MAGIC, WeightsError, read_weights, write_weights};

/// Weights are kept for so many times of the game; in between they are mixed.
const KNOTS: usize = 4;
/// Times of the game that an evaluation tells apart: four discs each.
const STAGES: usize = 16;
/// What is looked at besides patterns: the turn, more moves than the other, the share of them, and how many
/// empty squares each touches.
const OTHERS: usize = 4;
/// A unit of the tables is this part of a unit of the score.
const FINE: f32 = 16.0;
/// What the logarithm of the odds to win is as a score.
const SCORE: f32 = henge_core::SCORE_OF_LOGIT;

/// Which weights a state of a pattern has, and with which sign; 0 where it has none.
struct Sharing {
    /// For each state of each class the number of its weight.
    number: Vec<u32>,
    sign: Vec<i8>,
    /// How many weights there are.
    n: usize,
}

impl Sharing {
    fn new() -> Sharing {
        let (mut number, mut sign) = (vec![0; N_STATES], vec![0; N_STATES]);
        let (mut n, mut begin) = (0, 0);
        for class in CLASSES {
            let states = 3usize.pow(class.squares.len() as u32);
            for state in 0..states {
                let images = class.images(state);
                let exchanged = images.map(|image| shapes::exchanged(image, class.squares.len()));
                let (least, other) = (images[0].min(images[1]), exchanged[0].min(exchanged[1]));
                let at = begin + state;
                if least == other {
                    continue;
                }
                if state == least && least < other {
                    (number[at], sign[at]) = (n as u32, 1);
                    n += 1;
                } else {
                    // Its image with the smallest number has come already.
                    let first = begin + least.min(other);
                    (number[at], sign[at]) = (number[first], if least < other { 1 } else { -1 });
                }
            }
            begin += states;
        }
        Sharing { number, sign, n }
    }
}

/// How many weights there are.
pub fn n_weights() -> usize {
    KNOTS * per_knot()
}

fn per_knot() -> usize {
    SHARING.n + OTHERS
}

static SHARING: std::sync::LazyLock<Sharing> = std::sync::LazyLock::new(Sharing::new);

/// The time of the game by the number of discs.
#[inline(always)]
fn stage(discs: u32) -> usize {
    (discs.saturating_sub(4) as usize / 4).min(STAGES - 1)
}

/// How much the weights of each knot count at a stage.
fn shares(stage: usize) -> [f32; KNOTS] {
    let at = stage as f32 / (STAGES - 1) as f32 * (KNOTS - 1) as f32;
    std::array::from_fn(|knot| (1.0 - (at - knot as f32).abs()).max(0.0))
}

/// Whether the game has such patterns: they are those of eight by eight squares.
pub fn fits<W: Word>(game: &Othello<W>) -> bool {
    game.size() == 8
}

/// The state of every pattern, kept up move by move.
#[derive(Clone, Debug)]
pub struct Indices {
    discs: [u64; 2],
    states: [u16; INSTANCES],
}

impl Default for Indices {
    fn default() -> Self {
        Indices { discs: [0; 2], states: [0; INSTANCES] }
    }
}

impl Indices {
    /// Those of a position.
    pub fn of(pos: &Position<u64>) -> Indices {
        let mut indices = Indices::default();
        indices.follow(pos);
        indices
    }

    /// Goes over to another position: what has changed on a square changes all patterns at once.
    #[inline]
    pub fn follow(&mut self, pos: &Position<u64>) {
        let new = Player::BOTH.map(|player| pos.discs(player));
        let mut changed = (self.discs[0] ^ new[0]) | (self.discs[1] ^ new[1]);
        while changed != 0 {
            let square = changed.trailing_zeros();
            changed &= changed - 1;
            let digit = |discs: [u64; 2]| (discs[0] >> square & 1) + 2 * (discs[1] >> square & 1);
            let step = (digit(new) as u16).wrapping_sub(digit(self.discs) as u16);
            let powers = &POWERS[square as usize];
            for (state, power) in self.states.iter_mut().zip(powers) {
                *state = state.wrapping_add(power.wrapping_mul(step));
            }
        }
        self.discs = new;
    }
}

/// What is looked at besides patterns, as the player to move sees it.
#[inline]
fn others(game: &Othello<u64>, pos: &Position<u64>) -> [f32; OTHERS] {
    let (own, other) = (pos.targets().len() as f32, game.moves_of_other(pos).len() as f32);
    let more = own - other;
    [1.0, more / 8.0, more / (own + other + 2.0), border(game, pos) as f32 / 8.0]
}

/// An evaluation with learned weights.
#[derive(Clone, Debug)]
pub struct Patterns {
    /// For each stage what each state of each class is worth to Black, in parts of a score.
    tables: Vec<i16>,
    others: [[f32; OTHERS]; STAGES],
}

impl Patterns {
    /// With these weights, each the share of a feature in the logarithm of the odds to win.
    pub fn new(weights: &[f32]) -> Patterns {
        let weight = |knot: usize, i: usize| -> f32 {
            weights.get(knot * per_knot() + i).copied().unwrap_or_default()
        };
        let mut tables = Vec::with_capacity(STAGES * N_STATES);
        let mut others = [[0.0; OTHERS]; STAGES];
        for (stage, others) in others.iter_mut().enumerate() {
            let shares = shares(stage);
            let mixed = |i: usize| -> f32 {
                shares.iter().enumerate().map(|(knot, share)| share * weight(knot, i)).sum()
            };
            tables.extend(SHARING.number.iter().zip(&SHARING.sign).map(|(&number, &sign)| {
                let worth = mixed(number as usize) * f32::from(sign) * SCORE * FINE;
                worth.round() as i16
            }));
            *others = std::array::from_fn(|i| mixed(SHARING.n + i) * SCORE);
        }
        Patterns { tables, others }
    }

    /// The weights with which it judges as [`Mobility`](super::Mobility) does: something to begin with, so
    /// that what is never seen in games, as it is a mistake, stays one.
    pub fn by_hand() -> Vec<f32> {
        let mut weights = vec![0.0; n_weights()];
        for knot in 0..KNOTS {
            let weights = &mut weights[knot * per_knot()..][..per_knot()];
            for state in 0..3usize.pow(9) {
                // The corner is the first digit of its pattern, and its neighbours come in rows of three.
                let digit = |i: u32| [0, 1, -1][state / 3usize.pow(i) % 3] as f32;
                let [edge, inside] = BESIDE.map(|worth| worth as f32);
                let worth = match digit(0) {
                    0.0 => edge * (digit(1) + digit(3)) + inside * digit(4),
                    corner => CORNER as f32 * corner,
                };
                let sign = f32::from(SHARING.sign[state]);
                if sign != 0.0 {
                    weights[SHARING.number[state] as usize] = sign * worth / SCORE;
                }
            }
            weights[SHARING.n + 2] = MOBILITY as f32 / SCORE;
            weights[SHARING.n + 3] = 8.0 * BORDER as f32 / SCORE;
        }
        weights
    }

    /// The weights of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Patterns, WeightsError> {
        Ok(Patterns::new(&read_weights(bytes)?))
    }

    /// What the position is worth to the player to move.
    #[inline]
    fn worth(&self, game: &Othello<u64>, pos: &Position<u64>, indices: &Indices) -> i64 {
        let stage = stage(pos.count(Player::First) + pos.count(Player::Second));
        let table = &self.tables[stage * N_STATES..][..N_STATES];
        let mut sum = 0;
        for (&state, &begin) in indices.states.iter().zip(&shapes::BEGINS) {
            sum += i32::from(table[begin + usize::from(state)]);
        }
        let black = sum / FINE as i32;
        let patterns = if pos.to_move() == Player::First { black } else { -black };
        let others: f32 =
            others(game, pos).iter().zip(&self.others[stage]).map(|(x, weight)| x * weight).sum();
        i64::from(patterns + others as i32)
    }
}

impl Eval<Othello<u64>> for Patterns {
    type State = Indices;

    fn eval(&self, game: &Othello<u64>, pos: &Position<u64>, player: Player) -> Score {
        self.judge(game, pos, &mut Indices::of(pos), player)
    }

    fn begin(&self, _: &Othello<u64>, pos: &Position<u64>) -> Indices {
        Indices::of(pos)
    }

    #[inline]
    fn push(&self, _: &Othello<u64>, pos: &Position<u64>, _: Move, indices: &mut Indices) {
        indices.follow(pos);
    }

    #[inline]
    fn pop(&self, _: &Othello<u64>, pos: &Position<u64>, _: Move, indices: &mut Indices) {
        indices.follow(pos);
    }

    #[inline]
    fn judge(
        &self,
        game: &Othello<u64>,
        pos: &Position<u64>,
        indices: &mut Indices,
        player: Player,
    ) -> Score {
        let worth = self.worth(game, pos, indices);
        Score::estimate(if player == pos.to_move() { worth } else { -worth })
    }

    fn arrange(&self, game: &Othello<u64>, pos: &Position<u64>, moves: &mut Vec<Move>) {
        arrange(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        true
    }

    fn margins(&self) -> Margins {
        MARGINS
    }
}

/// What the weights are multiplied by.
#[derive(Clone, Copy, Debug, Default)]
pub struct PatternFeatures;

impl Features<Othello<u64>> for PatternFeatures {
    fn name(&self) -> &'static str {
        "patterns"
    }

    fn n_features(&self) -> usize {
        n_weights()
    }

    fn each(&self, game: &Othello<u64>, pos: &Position<u64>, found: &mut impl FnMut(u32, f32)) {
        let shares = shares(stage(pos.count(Player::First) + pos.count(Player::Second)));
        let mut add = |i: usize, x: f32| {
            for (knot, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                found((knot * per_knot() + i) as u32, x * share);
            }
        };
        let turn = if pos.to_move() == Player::First { 1.0 } else { -1.0 };
        let indices = Indices::of(pos);
        for (&state, &begin) in indices.states.iter().zip(&shapes::BEGINS) {
            let at = begin + usize::from(state);
            let sign = SHARING.sign[at];
            if sign != 0 {
                add(SHARING.number[at] as usize, f32::from(sign) * turn);
            }
        }
        for (i, x) in others(game, pos).into_iter().enumerate() {
            add(SHARING.n + i, x);
        }
    }

    fn arrange(&self, game: &Othello<u64>, pos: &Position<u64>, moves: &mut Vec<Move>) {
        arrange(game, pos, moves);
    }

    fn arranges(&self) -> bool {
        true
    }
}
