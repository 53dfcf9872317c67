//! What an evaluation by patterns looks at, for programs that learn what it is worth.

use std::sync::Arc;

use henge_core::Features;

use super::kinds::Kind;
use super::{Patterns, Position, Positional};

/// Patterns as features: sums of what they are worth, in the logarithm of the odds.
#[derive(Clone, Debug)]
pub struct PatternFeatures(Arc<Patterns>);

impl PatternFeatures {
    /// Those of an evaluation; what it thinks of them is of no importance.
    pub fn new(patterns: Arc<Patterns>) -> PatternFeatures {
        PatternFeatures(patterns)
    }

    /// What the evaluation thinks they are worth.
    pub fn worth(&self) -> Vec<f32> {
        self.0.tables.weights.of_features()
    }

    /// The same evaluation with this worth of the features.
    pub fn patterns(&self, worth: &[f32]) -> Patterns {
        self.0.reweighted(self.0.tables.weights.with_features(worth))
    }

    /// The text with weights of this worth, which [`Patterns::with_weights`] reads.
    pub fn write(&self, worth: &[f32]) -> String {
        self.0.tables.weights.with_features(worth).write()
    }
}

impl<const W: usize> Features<Positional<W>> for PatternFeatures {
    fn name(&self) -> &'static str {
        "patterns"
    }

    fn n_features(&self) -> usize {
        2 * (self.0.tables.combos.n() + Kind::THREATS) + 1
    }

    /// First the combinations of classes on the empty sites: those of the player to move, then those of the other;
    /// then which kinds of threats there are, in the same order; and that it is somebody's turn.
    fn each(&self, game: &Positional<W>, pos: &Position<W>, found: &mut impl FnMut(u32, f32)) {
        let tables = &self.0.tables;
        let field = self.0.field(game, pos);
        let me = !pos.last_mover();
        let n = tables.combos.n();
        for (role, player) in [me, !me].into_iter().enumerate() {
            for site in field.empty.iter() {
                let mut packed = field.packed(player, site);
                loop {
                    let number = tables.combos.number(packed as u16);
                    found((role * n + number) as u32, 1.0);
                    packed >>= 16;
                    if packed == 0 {
                        break;
                    }
                }
            }
            for kind in Kind::ALL {
                if !field.threats(player, kind).is_empty() {
                    found((2 * n + role * Kind::THREATS + kind as usize) as u32, 1.0);
                }
            }
        }
        found((2 * (n + Kind::THREATS)) as u32, 1.0);
    }
}
