//! An evaluation by patterns: what men stand on eight squares side by side is worth what games have shown.
//! Kings count by their squares.
//!
//! A pattern is wide, four squares of one row and four of the next, or tall, two squares of each of four rows;
//! every square is free or has a man of either colour, so that a pattern has 3^8 states and a weight for each.
//! The other player sees the same patterns on the board turned round, and what is good for one is as bad for the
//! other. A man also counts by his square, so that a pattern that was never seen is not worth nothing.

mod file;
mod layout;
#[cfg(test)]
mod tests;

use henge_core::{Eval, Features, Game, Margins, Player, SCORE_OF_LOGIT, Score};

use super::eval::{MARGINS, arrange_captures, king, man};
use super::moves::Move;
use super::rules::{Draughts, Position};
use super::word::Word;
use layout::{Layout, SQUARES, STATES};

pub use file::{MAGIC, WeightsError, is_weights, read_weights, write_weights};

/// Early and late in the game.
const PHASES: usize = 2;
/// An evaluation adds up this many parts of the logarithm of the odds.
const PARTS: f32 = 1024.0;

/// What something is worth early and late.
type Worth = [i16; PHASES];

/// An evaluation with learned weights.
#[derive(Clone, Debug)]
pub struct Patterns {
    layout: Layout,
    /// What the state of each pattern is worth to the first player.
    patterns: Vec<Worth>,
    /// What a king of the first player on a square is worth.
    kings: Vec<Worth>,
    /// What it is worth to be to move.
    turn: Worth,
    /// Pieces at the beginning.
    full: u32,
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
        let add = |sum: &mut [f32; PHASES], sign: f32, weight: [f32; PHASES]| {
            (0..PHASES).for_each(|phase| sum[phase] += sign * weight[phase]);
        };
        let rounded = |worth: [f32; PHASES]| worth.map(|worth| (worth * PARTS).round() as i16);
        let mut patterns = Vec::with_capacity(layout.n_patterns() * STATES);
        for pattern in 0..layout.n_patterns() {
            patterns.extend((0..STATES).map(|state| {
                let mut worth = [0.0; PHASES];
                if let Some((place, sign)) = layout.weight(pattern, state) {
                    add(&mut worth, sign, phases(place));
                }
                // The men themselves cost nothing to count here.
                let mut rest = state;
                for digit in 0..SQUARES {
                    let who = rest % 3;
                    rest /= 3;
                    let Some(square) = layout.counted(pattern, digit) else { continue };
                    let (sign, square) = match who {
                        0 => continue,
                        1 => (1.0, square),
                        _ => (-1.0, layout.n_squares() - 1 - square),
                    };
                    add(&mut worth, sign, phases(layout.men() + square));
                }
                rounded(worth)
            }));
        }
        let kings = (0..layout.n_squares()).map(|i| rounded(phases(layout.kings() + i))).collect();
        let turn = rounded(phases(layout.turn()));
        let full = game.start().occupied().len();
        Patterns { layout, patterns, kings, turn, full }
    }

    /// The weights with which it judges as [`Material`](super::Material) does: something to begin
    /// with.
    pub fn material<W: Word>(game: &Draughts<W>) -> Vec<f32> {
        let layout = Layout::new(game);
        let n = layout.n_weights();
        let mut weights = vec![0.0; PHASES * n];
        for phase in 0..PHASES {
            for square in 0..layout.n_squares() {
                let man = man(square / layout.width());
                weights[phase * n + layout.men() + square] = man as f32 / SCORE_OF_LOGIT;
                let king = king(game.rules.king);
                weights[phase * n + layout.kings() + square] = king as f32 / SCORE_OF_LOGIT;
            }
        }
        weights
    }
}

/// What the weights are multiplied by, as the player to move sees it.
#[derive(Clone, Debug)]
pub struct PatternFeatures {
    layout: Layout,
    /// Pieces at the beginning.
    full: u32,
}

impl PatternFeatures {
    /// Those of the board of a variant.
    pub fn new<W: Word>(game: &Draughts<W>) -> PatternFeatures {
        PatternFeatures { layout: Layout::new(game), full: game.start().occupied().len() }
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
        let late = gone(pos, *full) as f32 / *full as f32;
        let n = layout.n_weights();
        let mut add = |i: usize, x: f32| {
            found(i as u32, x * (1.0 - late));
            if late > 0.0 {
                found((n + i) as u32, x * late);
            }
        };
        let mine = if pos.to_move() == Player::First { 1.0 } else { -1.0 };
        layout.each_state(pos, |pattern, state| {
            if let Some((place, sign)) = layout.weight(pattern, state) {
                add(place, mine * sign);
            }
        });
        for (player, sign) in [(Player::First, mine), (Player::Second, -mine)] {
            layout.each_square(pos.kings(player), player, |i| add(layout.kings() + i, sign));
            layout.each_square(pos.men(player), player, |i| add(layout.men() + i, sign));
        }
        add(layout.turn(), 1.0);
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

/// How many pieces have left the board: how late it is.
#[inline]
fn gone<W: Word>(pos: &Position<W>, full: u32) -> u32 {
    full.saturating_sub(pos.occupied().len())
}

impl<W: Word> Eval<Draughts<W>> for Patterns {
    type State = ();

    fn eval(&self, _: &Draughts<W>, pos: &Position<W>, player: Player) -> Score {
        let mut sums = [0; PHASES];
        let mut add = |[early, late]: Worth, sign: i32| {
            sums[0] += sign * i32::from(early);
            sums[1] += sign * i32::from(late);
        };
        self.layout.each_state(pos, |pattern, state| {
            add(self.patterns[pattern * STATES + state], 1);
        });
        for (player, sign) in [(Player::First, 1), (Player::Second, -1)] {
            self.layout.each_square(pos.kings(player), player, |place| {
                add(self.kings[place], sign);
            });
        }
        add(self.turn, if pos.to_move() == Player::First { 1 } else { -1 });
        let late = gone(pos, self.full) as i32;
        let full = self.full as i32;
        let parts = i64::from(sums[0] * (full - late) + sums[1] * late) * SCORE_OF_LOGIT as i64;
        let score = parts / (i64::from(full) * PARTS as i64);
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
