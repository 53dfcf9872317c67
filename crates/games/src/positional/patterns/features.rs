//! What an evaluation by patterns looks at, for programs that learn what it is worth.

use henge_core::Features;

use super::kinds::Kind;
use super::{Patterns, Position, Positional};

impl<const W: usize> Features<Positional<W>> for Patterns {
    fn name(&self) -> &'static str {
        "patterns"
    }

    fn n_features(&self) -> usize {
        2 * (self.tables.combos.n() + Kind::THREATS)
    }

    /// First the combinations of classes on the empty sites: those of the player to move, then those of the other;
    /// then which kinds of threats there are, in the same order.
    fn each(&self, game: &Positional<W>, pos: &Position<W>, found: &mut impl FnMut(u32, f32)) {
        let field = self.field(game, pos);
        let me = !pos.last_mover();
        let n = self.tables.combos.n();
        for (role, player) in [me, !me].into_iter().enumerate() {
            for site in field.empty.iter() {
                let mut packed = field.packed(player, site);
                loop {
                    let number = self.tables.combos.number(packed as u16);
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
    }
}
